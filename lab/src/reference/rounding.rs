//! Error bounds of f32 results for any order of the applications.
//!
//! γ_k = k u / (1 − k u) with u = 2⁻²⁴ bounds the relative error of k roundings (Higham, Accuracy and Stability of Numerical
//! Algorithms, 2002, section 3.1).
//!
//! The values of k, for n elements:
//! - A sum: an element undergoes at most n − 1 roundings, and at most as many as the plan's depth. So k is the lesser of n − 1 and the
//!   depth. γ is relative to the sum of absolute values.
//! - A product: every multiplication contributes one rounding, so k = n − 1.
//! - A composition of maps x ↦ a·x + b: its a is a product. Its b is a sum of terms. A term is the b of one element, times the a of all
//!   elements after it. An application with the term on the left and m elements on the right contributes m roundings:
//!   m − 1 in the product of the elements' a, and one in the multiplication by that product. The addition of each
//!   application contributes one more rounding. So k is n − 1 plus the lesser of n − 1 and the depth. γ is relative to
//!   the b of the same composition of |a| and |b|.
//! - A product of matrices: `reference/matrices.rs`.
//!
//! WGSL may flush subnormal numbers to zero, so every rounding may also lose up to the smallest normal number, times the factors that
//! follow.
//!
//! A partial result that leaves f32's range is infinite. An infinity becomes NaN if the opposite infinity is added, or if
//! it is multiplied by zero. No result that follows from an infinity is finite. An infinity or NaN is accepted only if
//! some order of the applications can give it. A sum can be ∞ if its positive terms together leave the range, −∞ if its
//! negative terms do, and NaN if both do. A product can be infinite if the product of a range of its factors leaves
//! f32's range, and NaN if it also has a zero factor.

use std::fmt;

use super::matrices::Matrices;
use super::roundoff::gamma;
use scanlab::monoid::{Arithmetic, MAX_WORDS, Monoid};
use scanlab::plan::Direction;

/// Whether a magnitude, given as its binary logarithm, may leave f32's range after this number of roundings.
fn may_leave_range(log2: f64, roundings: f64) -> bool {
    // log₂(1 + γ) is less than 1.5 γ; the last term covers the errors of logarithms in f64.
    log2.is_finite() && log2 + 1.5 * gamma(roundings) + f64::from(f32::EPSILON) >= 128.0
}

/// A prefix in f64, with the error bound of its f32 value.
#[derive(Clone, Copy)]
pub(super) enum Exact {
    /// A sum or a product.
    Number(Number),
    /// A composition of maps.
    Map(Map),
    /// A product of matrices.
    Matrices(Matrices),
}

impl Exact {
    /// The empty prefix of a scan of depth `operator_depth`, whose operator rounds.
    pub(super) fn new(monoid: &Monoid, operator_depth: u32) -> Self {
        match monoid.operator.arithmetic {
            Arithmetic::Maps => Exact::Map(Map::new(operator_depth)),
            Arithmetic::Matrices => Exact::Matrices(Matrices::new()),
            Arithmetic::Product => Exact::Number(Number::product()),
            _ => Exact::Number(Number::sum(operator_depth)),
        }
    }

    /// Appends the next element in the order of the scan.
    pub(super) fn append(&mut self, direction: Direction, element: [f64; MAX_WORDS]) {
        match self {
            Exact::Number(number) => number.append(element[0]),
            Exact::Map(map) => map.append(direction, [element[0], element[1]]),
            Exact::Matrices(matrices) => matrices.append(direction, element),
        }
    }

    /// Whether some order of the applications may give this result.
    pub(super) fn accepts(&self, found: [f64; MAX_WORDS]) -> bool {
        match self {
            Exact::Number(number) => number.accepts(found[0]),
            Exact::Map(map) => map.accepts([found[0], found[1]]),
            Exact::Matrices(matrices) => matrices.accepts(found),
        }
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exact::Number(number) => write!(formatter, "{} ± {:e}", number.value, number.tolerance()),
            Exact::Map(map) => {
                let (a, b) = (map.a.value, map.b);
                write!(formatter, "{a} ± {:e} {b} ± {:e}", map.a.tolerance(), map.tolerance())
            }
            Exact::Matrices(matrices) => write!(formatter, "{matrices}"),
        }
    }
}

/// A sum or a product.
#[derive(Clone, Copy)]
pub(super) struct Number {
    /// The depth of a sum; `None` for a product.
    depth: Option<f64>,
    value: f64,
    /// The magnitude that the error bound is relative to.
    scale: f64,
    elements: f64,
    /// Binary logarithms of products of ranges of factors: the largest and the smallest of the ranges that end at the last
    /// factor, and of all ranges so far.
    rise: f64,
    drop: f64,
    highest: f64,
    lowest: f64,
    /// The sum of the finite positive terms, and the sum of the magnitudes of the finite negative terms; only for sums.
    positive: f64,
    negative: f64,
    /// Whether a factor is zero; only for products.
    has_zero: bool,
}

impl Number {
    fn sum(operator_depth: u32) -> Self {
        Number { depth: Some(f64::from(operator_depth)), value: 0.0, scale: 0.0, ..Number::product() }
    }

    fn product() -> Self {
        Number {
            depth: None,
            value: 1.0,
            scale: 1.0,
            elements: 0.0,
            rise: 0.0,
            drop: 0.0,
            highest: 0.0,
            lowest: 0.0,
            positive: 0.0,
            negative: 0.0,
            has_zero: false,
        }
    }

    fn append(&mut self, element: f64) {
        self.elements += 1.0;
        if self.depth.is_some() {
            self.value += element;
            self.scale += element.abs();
            if element.is_finite() {
                self.positive += element.max(0.0);
                self.negative -= element.min(0.0);
            }
            return;
        }
        self.has_zero |= element == 0.0;
        self.value *= element;
        self.scale = self.value.abs();
        // A product with a zero factor is zero, so ranges restart after a zero.
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

    fn accepts(&self, found: f64) -> bool {
        if self.value.is_nan() {
            return found.is_nan();
        }
        if (self.value - found).abs() <= self.tolerance() || self.value == found {
            return true;
        }
        if found.is_finite() {
            return false;
        }
        if let Some(depth) = self.depth {
            let up = self.value == f64::INFINITY || may_leave_range(self.positive.log2(), depth);
            let down = self.value == f64::NEG_INFINITY || may_leave_range(self.negative.log2(), depth);
            return if found.is_nan() {
                up && down
            } else {
                self.value.is_finite() && if found > 0.0 { up } else { down }
            };
        }
        let is_infinite = self.leaves_range() || self.value.is_infinite();
        let is_zero = self.has_zero || self.lowest < -125.9;
        is_infinite
            && if found.is_nan() {
                is_zero
            } else {
                !self.has_zero && found.is_sign_negative() == self.value.is_sign_negative()
            }
    }

    /// Whether the product of some range of the factors may leave f32's range.
    fn leaves_range(&self) -> bool {
        may_leave_range(self.highest, self.elements)
    }
}

/// A composition of maps x ↦ a·x + b.
#[derive(Clone, Copy)]
pub(super) struct Map {
    depth: f64,
    a: Number,
    b: f64,
    /// The b of the same composition of |a| and |b|.
    scale: f64,
    /// The sum of |b|. Times the largest product of |a|, this sum bounds the b of any partial composition.
    sum: f64,
}

impl Map {
    fn new(operator_depth: u32) -> Self {
        Map { depth: f64::from(operator_depth), a: Number::product(), b: 0.0, scale: 0.0, sum: 0.0 }
    }

    fn append(&mut self, direction: Direction, [a, b]: [f64; 2]) {
        match direction {
            Direction::Forward => {
                self.b = a * self.b + b;
                self.scale = a.abs() * self.scale + b.abs();
            }
            Direction::Backward => {
                self.b += self.a.value * b;
                self.scale += self.a.value.abs() * b.abs();
            }
        }
        self.a.append(a);
        self.sum += b.abs();
    }

    /// The tolerance of b.
    fn tolerance(&self) -> f64 {
        let before = (self.a.elements - 1.0).max(0.0);
        let gamma = gamma(before + before.min(self.depth));
        let largest = self.a.highest.exp2();
        // One multiplication and one addition per application.
        let mut lost = 2.0 * before * largest;
        if self.a.lowest < -126.0 {
            // Products of |a| may be flushed too. Each of them is a factor of every later b.
            lost += before * before * largest.powi(4) * self.sum;
        }
        gamma * self.scale + (1.0 + gamma) * lost * f64::from(f32::MIN_POSITIVE)
    }

    fn accepts(&self, [a, b]: [f64; 2]) -> bool {
        // Infinity times zero is NaN, so the identity may change a map that is not finite: any result is accepted.
        if !self.scale.is_finite() || !self.a.value.is_finite() {
            return true;
        }
        // An infinite a makes every later b infinite or NaN.
        let left_range =
            self.a.leaves_range() || may_leave_range(self.a.highest.max(0.0) + self.sum.log2(), 2.0 * self.a.elements);
        let accepts_b = (self.b - b).abs() <= self.tolerance() || left_range && !b.is_finite();
        self.a.accepts(a) && accepts_b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::roundoff::UNIT_ROUNDOFF;

    fn padded([a, b]: [f64; 2]) -> [f64; MAX_WORDS] {
        [a, b, 0.0, 0.0]
    }

    #[test]
    fn the_bound_of_maps_is_tight_in_both_directions() {
        let maps = [[2.0, 3.0], [5.0, 7.0], [-1.0, 0.5]];
        let mut forward = Exact::Map(Map::new(2));
        maps.into_iter().for_each(|map| forward.append(Direction::Forward, padded(map)));
        let mut backward = Exact::Map(Map::new(2));
        for map in maps.into_iter().rev() {
            backward.append(Direction::Backward, padded(map));
        }
        // 2x + 3, then 5x + 7, then ½ − x.
        for exact in [forward, backward] {
            assert!(exact.accepts([-10.0, -21.5, 0.0, 0.0]), "{exact}");
            assert!(exact.accepts([-10.0, -21.5 * (1.0 + UNIT_ROUNDOFF), 0.0, 0.0]), "{exact}");
            assert!(!exact.accepts([-10.0, -21.5 * (1.0 + 8.0 * UNIT_ROUNDOFF), 0.0, 0.0]), "{exact}");
            assert!(!exact.accepts([-10.0, f64::NAN, 0.0, 0.0]), "{exact}");
            assert!(!exact.accepts([10.0, -21.5, 0.0, 0.0]), "{exact}");
        }
    }
}
