//! The oracle of the Rust tests: a sequential scan on the CPU, and the comparison with it.
//!
//! Integers are compared exactly, minima and maxima too. Floats that round are compared with a scan in f64, within the bound
//! that the roundings imply: γ_k = k u / (1 − k u) with u = 2⁻²⁴ (Higham, Accuracy and Stability of Numerical Algorithms,
//! 2002, section 3.1). In a sum an element passes through as many roundings as the plan is deep, so k is the depth and γ is
//! relative to the sum of absolute values. In a product every multiplication below a prefix adds its rounding to it,
//! whatever the order, so k is the number of elements before. WGSL lets subnormal numbers become zero, so every rounding may
//! lose the smallest normal number on top, times what it is multiplied by afterwards. Where a partial result of some order
//! of the applications leaves f32's range, an infinity or a NaN is as good as the number.

use crate::monoid::{Element, ElementType, MAX_WORDS, Monoid};
use crate::plan::Mode;

/// The first element that is not as it must be.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// Its index, in elements.
    pub index: usize,
    /// What it must be.
    pub expected: String,
    /// What it is.
    pub found: String,
}

/// The scan of whole elements, one after the other.
pub fn scan(monoid: Monoid, mode: Mode, input: &[u32]) -> Vec<u32> {
    let words = monoid.words() as usize;
    let mut sum = monoid.identity();
    let mut output = Vec::with_capacity(input.len());
    for element in input.chunks_exact(words) {
        let next = monoid.combine(sum, padded(element));
        output.extend_from_slice(if mode == Mode::Inclusive { &next[..words] } else { &sum[..words] });
        sum = next;
    }
    output
}

fn padded(words: &[u32]) -> Element {
    let mut element = [0; MAX_WORDS];
    element[..words.len()].copy_from_slice(words);
    element
}

/// Compares the output of a scan whose elements are at most `operator_depth` applications deep.
pub fn compare(monoid: Monoid, mode: Mode, operator_depth: u32, input: &[u32], output: &[u32]) -> Option<Mismatch> {
    if input.len() != output.len() {
        let (expected, found) = (format!("{} words", input.len()), format!("{} words", output.len()));
        return Some(Mismatch { index: input.len().min(output.len()), expected, found });
    }
    if monoid.rounds() {
        return compare_rounded(monoid, mode, operator_depth, input, output);
    }
    let words = monoid.words() as usize;
    let show =
        |element: &[u32]| element.iter().map(|&word| monoid.element_type.show(word)).collect::<Vec<_>>().join(" ");
    let expected = scan(monoid, mode, input);
    let pairs = expected.chunks_exact(words).zip(output.chunks_exact(words)).enumerate();
    pairs
        .filter(|(_, (expected, found))| !expected.iter().zip(*found).all(|(&a, &b)| same(monoid.element_type, a, b)))
        .map(|(index, (expected, found))| Mismatch { index, expected: show(expected), found: show(found) })
        .next()
}

/// Equal words; for floats equal numbers, so that the two zeros are one, and any NaN is as good as another.
fn same(ty: ElementType, left: u32, right: u32) -> bool {
    let (a, b) = (f32::from_bits(left), f32::from_bits(right));
    left == right || ty == ElementType::F32 && (a == b || a.is_nan() && b.is_nan())
}

/// Unit roundoff of f32.
const UNIT_ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;

fn compare_rounded(monoid: Monoid, mode: Mode, operator_depth: u32, input: &[u32], output: &[u32]) -> Option<Mismatch> {
    let product = monoid.operator.id == "mul";
    let mut exact = if product { Exact::product() } else { Exact::sum(operator_depth) };
    for (index, (&word, &found)) in input.iter().zip(output).enumerate() {
        let before = exact;
        exact.append(f64::from(f32::from_bits(word)));
        let expected = if mode == Mode::Inclusive { exact } else { before };
        let found = f64::from(f32::from_bits(found));
        if !expected.agrees(found) {
            let expected = format!("{} ± {:e}", expected.value, expected.tolerance());
            return Some(Mismatch { index, expected, found: found.to_string() });
        }
    }
    None
}

/// A prefix in f64, and what bounds the error of its f32 form.
#[derive(Clone, Copy)]
struct Exact {
    /// The depth of the applications of a sum; none for a product.
    depth: Option<f64>,
    value: f64,
    /// What the relative error is relative to.
    scale: f64,
    elements: f64,
    /// Binary logarithms of the largest and the smallest product of elements that end here, and of any so far.
    rise: f64,
    drop: f64,
    highest: f64,
    lowest: f64,
}

impl Exact {
    fn sum(operator_depth: u32) -> Self {
        Exact { depth: Some(f64::from(operator_depth)), value: 0.0, scale: 0.0, ..Exact::product() }
    }

    fn product() -> Self {
        Exact { depth: None, value: 1.0, scale: 1.0, elements: 0.0, rise: 0.0, drop: 0.0, highest: 0.0, lowest: 0.0 }
    }

    fn append(&mut self, element: f64) {
        self.elements += 1.0;
        if self.depth.is_some() {
            self.value += element;
            self.scale += element.abs();
            self.highest = self.scale.log2();
            return;
        }
        self.value *= element;
        self.scale = self.value.abs();
        // A product of elements with a zero among them is zero: no range reaches across it.
        let log2 = element.abs().log2();
        self.rise = if element == 0.0 { 0.0 } else { (self.rise + log2).max(0.0) };
        self.drop = if element == 0.0 { 0.0 } else { (self.drop + log2).min(0.0) };
        self.highest = self.highest.max(self.rise);
        self.lowest = self.lowest.min(self.drop);
    }

    fn tolerance(&self) -> f64 {
        let roundings = (self.elements - 1.0).max(0.0).min(self.depth.unwrap_or(f64::INFINITY));
        let lost = roundings * f64::from(f32::MIN_POSITIVE);
        let multiplied = if self.lowest < -126.0 { (2.0 * self.highest).exp2() } else { 1.0 };
        gamma(roundings) * self.scale + lost * multiplied
    }

    /// Whether some order of the applications may give this result.
    fn agrees(&self, found: f64) -> bool {
        if self.value.is_nan() {
            return found.is_nan();
        }
        let left_range = self.highest > 127.9 && self.highest.is_finite();
        (self.value - found).abs() <= self.tolerance() || self.value == found || left_range && !found.is_finite()
    }
}

/// γ_k, the relative error of k roundings; past k u = 1 there is no bound.
fn gamma(roundings: f64) -> f64 {
    let error = roundings * UNIT_ROUNDOFF;
    if error < 1.0 { error / (1.0 - error) } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::ElementType;

    #[test]
    fn scans_are_what_the_definitions_say() {
        let add = Monoid::find("add", ElementType::U32).unwrap();
        assert_eq!(scan(add, Mode::Inclusive, &[4, 3, 7, 9, 2, 3]), [4, 7, 14, 23, 25, 28]);
        assert_eq!(scan(add, Mode::Exclusive, &[4, 3, 7, 9, 2, 3]), [0, 4, 7, 14, 23, 25]);
        assert_eq!(scan(add, Mode::Inclusive, &[u32::MAX, 2]), [u32::MAX, 1]);
    }

    #[test]
    fn the_first_wrong_element_is_named() {
        let add = Monoid::find("add", ElementType::I32).unwrap();
        let mismatch = compare(add, Mode::Inclusive, 1, &[5, 6, 7], &[5, 11, 17]).unwrap();
        assert_eq!(mismatch, Mismatch { index: 2, expected: "18".into(), found: "17".into() });
        assert_eq!(compare(add, Mode::Inclusive, 1, &[5, 6, 7], &[5, 11, 18]), None);
        assert!(compare(add, Mode::Inclusive, 1, &[5, 6, 7], &[5, 11]).is_some());
    }

    #[test]
    fn floats_are_held_to_the_depth_and_not_to_less() {
        let add = Monoid::find("add", ElementType::F32).unwrap();
        let input: Vec<u32> = (0..1000).map(|i| (0.1 + i as f32 * 1e-3).to_bits()).collect();
        let mut output = scan(add, Mode::Inclusive, &input);
        assert_eq!(compare(add, Mode::Inclusive, 1000, &input, &output), None);
        output[999] = (f32::from_bits(output[999]) - 0.1).to_bits();
        assert_eq!(compare(add, Mode::Inclusive, 1000, &input, &output).unwrap().index, 999);
    }

    #[test]
    fn nan_and_infinity_are_compared_as_such() {
        let add = Monoid::find("add", ElementType::F32).unwrap();
        let bits = |values: [f32; 3]| values.map(f32::to_bits);
        let input = bits([1.0, f32::INFINITY, f32::NEG_INFINITY]);
        assert_eq!(compare(add, Mode::Inclusive, 2, &input, &bits([1.0, f32::INFINITY, f32::NAN])), None);
        assert_eq!(compare(add, Mode::Inclusive, 2, &input, &bits([1.0, f32::INFINITY, 0.0])).unwrap().index, 2);
        assert_eq!(compare(add, Mode::Inclusive, 2, &input, &bits([1.0, f32::NAN, f32::NAN])).unwrap().index, 1);
    }
}
