//! The oracle of the Rust tests: a sequential scan on the CPU, and the comparison with it.
//!
//! Integers are compared exactly, and so are minima and maxima. Rounded floats are compared with a scan in f64, within
//! the bound that the roundings imply; `reference/rounding.rs` and `reference/matrices.rs` derive the bound.

mod matrices;
mod rounding;
mod roundoff;

use rounding::Exact;
use scanlab::monoid::{Element, ElementType, MAX_WORDS};
use scanlab::plan::{Direction, Form, Mode, Segments};

/// The first wrong element.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The index of the element.
    pub index: usize,
    /// The expected element, as text.
    pub expected: String,
    /// The found element, as text.
    pub found: String,
}

/// The sequential scan, by its definition. `heads` holds the head flags as the form has them, in words or bits, and is
/// empty without head flags. The result is empty for a custom operator, which exists only in WGSL.
pub fn scan(form: &Form, input: &[u32], heads: &[u32]) -> Vec<u32> {
    scan_from(form, &[], input, heads)
}

/// The same from an initial value, with which every segment begins. If it is empty, the segments begin with the identity.
pub fn scan_from(form: &Form, initial: &[u32], input: &[u32], heads: &[u32]) -> Vec<u32> {
    scan_on_cpu(form, initial, input, heads).unwrap_or_default()
}

fn scan_on_cpu(form: &Form, initial: &[u32], input: &[u32], heads: &[u32]) -> Option<Vec<u32>> {
    let words = form.monoid.words() as usize;
    let mut output = vec![0; input.len()];
    if let Segments::Columns(columns) = form.segments {
        for column in 0..columns as usize {
            let indices = || indices_of_column(column, columns, input.len() / words);
            let form = Form { segments: Segments::Whole, ..form.clone() };
            let scanned = scan_on_cpu(&form, initial, &gathered(input, words, indices()), &[])?;
            for (index, element) in indices().zip(scanned.chunks_exact(words)) {
                output[index * words..(index + 1) * words].copy_from_slice(element);
            }
        }
        return Some(output);
    }
    let first = if initial.is_empty() { form.monoid.identity() } else { padded(initial) };
    let mut sum = first;
    for index in in_order(form, input.len() / words) {
        if starts(form, heads, index, input.len() / words) {
            sum = first;
        }
        let range = index * words..(index + 1) * words;
        let element = padded(&input[range.clone()]);
        let next = match form.direction {
            Direction::Forward => form.monoid.combine(sum, element)?,
            Direction::Backward => form.monoid.combine(element, sum)?,
        };
        output[range].copy_from_slice(if form.mode == Mode::Inclusive { &next[..words] } else { &sum[..words] });
        sum = next;
    }
    Some(output)
}

/// The indices of the elements of a column, in rows of `columns` elements.
fn indices_of_column(column: usize, columns: u32, elements: usize) -> impl Iterator<Item = usize> {
    (column..elements).step_by(columns as usize)
}

fn gathered(words: &[u32], element_words: usize, indices: impl Iterator<Item = usize>) -> Vec<u32> {
    indices.flat_map(|index| &words[index * element_words..(index + 1) * element_words]).copied().collect()
}

/// Indices in the order of the scan.
fn in_order(form: &Form, elements: usize) -> Box<dyn Iterator<Item = usize>> {
    match form.direction {
        Direction::Forward => Box::new(0..elements),
        Direction::Backward => Box::new((0..elements).rev()),
    }
}

/// Whether a segment starts at this element in the order of the scan.
fn starts(form: &Form, heads: &[u32], index: usize, elements: usize) -> bool {
    let is_head = |index: usize| form.segments.is_head(heads, index as u32);
    match form.direction {
        Direction::Forward => is_head(index),
        Direction::Backward => index + 1 < elements && is_head(index + 1),
    }
}

fn padded(words: &[u32]) -> Element {
    let mut element = [0; MAX_WORDS];
    element[..words.len()].copy_from_slice(words);
    element
}

/// Compares the output of a scan of depth `operator_depth` with the oracle. Returns the first wrong element.
pub fn compare(form: &Form, operator_depth: u32, input: &[u32], heads: &[u32], output: &[u32]) -> Option<Mismatch> {
    compare_from(form, operator_depth, (&[], input, heads), output)
}

/// The same for a scan from an initial value. The inputs are the initial value, the elements and the head flags.
pub fn compare_from(
    form: &Form,
    operator_depth: u32,
    (initial, input, heads): (&[u32], &[u32], &[u32]),
    output: &[u32],
) -> Option<Mismatch> {
    if input.len() != output.len() {
        let (expected, found) = (format!("{} words", input.len()), format!("{} words", output.len()));
        return Some(Mismatch { index: input.len().min(output.len()), expected, found });
    }
    if form.monoid.is_custom() {
        let found = form.monoid.operator.id.to_string();
        return Some(Mismatch { index: 0, expected: "an operator that the CPU has".into(), found });
    }
    if form.monoid.rounds() {
        return compare_rounded(form, operator_depth, (initial, input, heads), output);
    }
    let words = form.monoid.words() as usize;
    let element_type = form.monoid.element_type;
    let show = |element: &[u32]| element.iter().map(|&word| element_type.show(word)).collect::<Vec<_>>().join(" ");
    let expected = scan_from(form, initial, input, heads);
    let pairs = expected.chunks_exact(words).zip(output.chunks_exact(words)).enumerate();
    pairs
        .filter(|(_, (expected, found))| !expected.iter().zip(*found).all(|(&a, &b)| same(element_type, a, b)))
        .map(|(index, (expected, found))| Mismatch { index, expected: show(expected), found: show(found) })
        .next()
}

/// The number of elements of a right output that are infinite or NaN where the sequential scan, which also rounds to f32,
/// is finite. At these elements, partial results have left f32's range.
pub fn overflowed(form: &Form, input: &[u32], heads: &[u32], output: &[u32]) -> usize {
    if form.monoid.element_type != ElementType::F32 {
        return 0;
    }
    let words = form.monoid.words() as usize;
    let is_finite = |element: &[u32]| element.iter().all(|&word| f32::from_bits(word).is_finite());
    let ordered = scan(form, input, heads);
    let pairs = ordered.chunks_exact(words).zip(output.chunks_exact(words));
    pairs.filter(|(ordered, found)| is_finite(ordered) && !is_finite(found)).count()
}

/// Whether words are equal; for floats, whether numbers are equal. Both zeros are equal, and all NaNs are equal.
fn same(ty: ElementType, left: u32, right: u32) -> bool {
    let (a, b) = (f32::from_bits(left), f32::from_bits(right));
    left == right || ty == ElementType::F32 && (a == b || a.is_nan() && b.is_nan())
}

fn compare_rounded(
    form: &Form,
    operator_depth: u32,
    (initial, input, heads): (&[u32], &[u32], &[u32]),
    output: &[u32],
) -> Option<Mismatch> {
    let words = form.monoid.words() as usize;
    let elements = input.len() / words;
    if let Segments::Columns(columns) = form.segments {
        let of_column = |column: usize| {
            let indices = || indices_of_column(column, columns, elements);
            let [input, output] = [input, output].map(|array| gathered(array, words, indices()));
            let plain = Form { segments: Segments::Whole, ..form.clone() };
            let mismatch = compare_rounded(&plain, operator_depth, (initial, &input, &[]), &output)?;
            Some(Mismatch { index: indices().nth(mismatch.index).unwrap_or_default(), ..mismatch })
        };
        return (0..columns as usize).filter_map(of_column).min_by_key(|mismatch| mismatch.index);
    }
    let mut empty = Exact::new(&form.monoid, operator_depth);
    if !initial.is_empty() {
        empty.append(form.direction, floats(initial));
    }
    let mut exact = empty;
    for index in in_order(form, elements) {
        if starts(form, heads, index, elements) {
            exact = empty;
        }
        let range = index * words..(index + 1) * words;
        let before = exact;
        exact.append(form.direction, floats(&input[range.clone()]));
        let expected = if form.mode == Mode::Inclusive { exact } else { before };
        let found = floats(&output[range]);
        if !expected.accepts(found) {
            let found = found[..words].iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
            return Some(Mismatch { index, expected: expected.to_string(), found });
        }
    }
    None
}

fn floats(words: &[u32]) -> [f64; MAX_WORDS] {
    padded(words).map(|word| f64::from(f32::from_bits(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scanlab::monoid::Monoid;

    fn form(operator: &str, element_type: ElementType, mode: Mode) -> Form {
        Form::new(Monoid::find(operator, element_type).unwrap(), mode)
    }

    #[test]
    fn scans_are_what_the_definitions_say() {
        let add = form("add", ElementType::U32, Mode::Inclusive);
        let exclusive = Form { mode: Mode::Exclusive, ..add.clone() };
        let input = [4, 3, 7, 9, 2, 3];
        assert_eq!(scan(&add, &input, &[]), [4, 7, 14, 23, 25, 28]);
        assert_eq!(scan(&exclusive, &input, &[]), [0, 4, 7, 14, 23, 25]);
        assert_eq!(scan(&add, &[u32::MAX, 2], &[]), [u32::MAX, 1]);
        let backward = Form { direction: Direction::Backward, ..add.clone() };
        assert_eq!(scan(&backward, &input, &[]), [28, 24, 21, 14, 5, 3]);
        let heads = [0, 0, 1, 0, 1, 0];
        assert_eq!(scan(&Form { segments: Segments::Heads, ..add }, &input, &heads), [4, 7, 7, 16, 2, 5]);
        assert_eq!(scan(&Form { segments: Segments::Heads, ..exclusive }, &input, &heads), [0, 4, 0, 7, 0, 2]);
        assert_eq!(scan(&Form { segments: Segments::Heads, ..backward }, &input, &heads), [7, 3, 16, 9, 5, 3]);
    }

    #[test]
    fn the_first_wrong_element_is_named() {
        let add = form("add", ElementType::I32, Mode::Inclusive);
        let mismatch = compare(&add, 1, &[5, 6, 7], &[], &[5, 11, 17]).unwrap();
        assert_eq!(mismatch, Mismatch { index: 2, expected: "18".into(), found: "17".into() });
        assert_eq!(compare(&add, 1, &[5, 6, 7], &[], &[5, 11, 18]), None);
        assert!(compare(&add, 1, &[5, 6, 7], &[], &[5, 11]).is_some());
    }

    #[test]
    fn floats_are_held_to_the_depth_and_not_to_less() {
        let add = form("add", ElementType::F32, Mode::Inclusive);
        let input: Vec<u32> = (0..1000).map(|i| (0.1 + i as f32 * 1e-3).to_bits()).collect();
        let mut output = scan(&add, &input, &[]);
        assert_eq!(compare(&add, 1000, &input, &[], &output), None);
        output[999] = (f32::from_bits(output[999]) - 0.1).to_bits();
        assert_eq!(compare(&add, 1000, &input, &[], &output).unwrap().index, 999);
    }

    #[test]
    fn what_is_not_finite_is_right_only_where_partial_results_may_overflow() {
        let [inf, nan] = [f32::INFINITY, f32::NAN];
        let examine = |operator: &str, input: &[f32], output: &[f32]| {
            let form = form(operator, ElementType::F32, Mode::Inclusive);
            let [input, output] =
                [input, output].map(|numbers| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>());
            let wrong = compare(&form, 3, &input, &[], &output).map(|mismatch| mismatch.index);
            (wrong, overflowed(&form, &input, &[], &output))
        };
        let (a, b) = (3e38, 1e30);
        assert_eq!(examine("add", &[-a, a, a, -a], &[-a, 0.0, a, 0.0]), (None, 0));
        assert_eq!(examine("add", &[-a, a, a, -a], &[-a, 0.0, inf, nan]), (None, 2));
        assert_eq!(examine("add", &[-a, a, a, -a], &[-a, nan, inf, nan]).0, Some(1), "±3e38 are in the range");
        assert_eq!(examine("add", &[-a, a, a, -a], &[-a, 0.0, -inf, nan]).0, Some(2), "no negative terms leave it");
        assert_eq!(examine("add", &[3.3e38], &[inf]).0, Some(0), "nor does a term alone");
        assert_eq!(examine("add", &[-a, a, a, -a], &[-a, 0.0, 1.0, 0.0]).0, Some(2), "what is finite is exact");
        // An element that also overflows in the sequential scan is not counted.
        assert_eq!(examine("add", &[a, a, -a], &[a, inf, inf]), (None, 0));
        assert_eq!(examine("mul", &[0.0, b, b], &[0.0, 0.0, nan]), (None, 1));
        assert_eq!(examine("mul", &[0.0, b, b], &[0.0, nan, nan]).0, Some(1));
        assert_eq!(examine("mul", &[0.0, b, b], &[0.0, 0.0, inf]).0, Some(2), "zero times infinity is NaN");
        assert_eq!(examine("mul", &[1e-30, b, b, -1.0], &[1e-30, 1.0, b, -inf]), (None, 1));
        assert_eq!(examine("mul", &[1e-30, b, b, -1.0], &[1e-30, 1.0, b, inf]).0, Some(3), "of the other sign");
        assert_eq!(examine("mul", &[1e-30, b, b, -1.0], &[1e-30, 1.0, b, nan]).0, Some(3), "without a zero");
        assert_eq!(examine("affine", &[0.0, 0.0, b, b, b, b], &[0.0, 0.0, 0.0, b, nan, inf]).0, None);
        assert_eq!(examine("affine", &[0.0, 0.0, 2.0, b, 2.0, b], &[0.0, 0.0, 0.0, b, 0.0, inf]).0, Some(2));
    }

    #[test]
    fn nan_and_infinity_are_compared_as_such() {
        let add = form("add", ElementType::F32, Mode::Inclusive);
        let bits = |values: [f32; 3]| values.map(f32::to_bits);
        let input = bits([1.0, f32::INFINITY, f32::NEG_INFINITY]);
        let found = |output| compare(&add, 2, &input, &[], &bits(output)).map(|mismatch| mismatch.index);
        assert_eq!(found([1.0, f32::INFINITY, f32::NAN]), None);
        assert_eq!(found([1.0, f32::INFINITY, 0.0]), Some(2));
        assert_eq!(found([1.0, f32::NAN, f32::NAN]), Some(1));
    }
}
