//! The operators on the CPU, on words: counterparts of `shaders/monoid/`.

use std::cmp::Ordering;

use super::{Arithmetic, Element, ElementType};

impl Arithmetic {
    pub(super) fn identity(self, ty: ElementType) -> Element {
        match (self, ty) {
            (Arithmetic::Sum | Arithmetic::Or | Arithmetic::Xor | Arithmetic::Brackets, _) => word(0),
            (Arithmetic::And, _) => word(u32::MAX),
            (Arithmetic::Product, ElementType::F32) | (Arithmetic::Maps, _) => word(1f32.to_bits()),
            (Arithmetic::Product, _) => word(1),
            (Arithmetic::Minimum, ElementType::U32) => word(u32::MAX),
            (Arithmetic::Minimum, ElementType::I32) => word(i32::MAX as u32),
            (Arithmetic::Minimum, ElementType::F32) => word(f32::INFINITY.to_bits()),
            (Arithmetic::Maximum, ElementType::U32) => word(0),
            (Arithmetic::Maximum, ElementType::I32) => word(i32::MIN as u32),
            (Arithmetic::Maximum, ElementType::F32) => word(f32::NEG_INFINITY.to_bits()),
            (Arithmetic::Matrices, ElementType::F32) => [1f32, 0.0, 0.0, 1.0].map(f32::to_bits),
            (Arithmetic::Matrices, _) => [1, 0, 0, 1],
            (Arithmetic::Custom { identity }, _) => identity,
        }
    }

    pub(super) fn combine(self, ty: ElementType, left: Element, right: Element) -> Option<Element> {
        Some(match self {
            Arithmetic::Sum => scalar(ty, left, right, u32::wrapping_add, |a, b| a + b),
            Arithmetic::Product => scalar(ty, left, right, u32::wrapping_mul, |a, b| a * b),
            Arithmetic::Minimum => pick(ty, left, right, Ordering::Less),
            Arithmetic::Maximum => pick(ty, left, right, Ordering::Greater),
            Arithmetic::And => word(left[0] & right[0]),
            Arithmetic::Or => word(left[0] | right[0]),
            Arithmetic::Xor => word(left[0] ^ right[0]),
            Arithmetic::Brackets => match_brackets(left, right),
            Arithmetic::Maps => compose_maps(left, right),
            Arithmetic::Matrices => multiply_matrices(ty, left, right),
            Arithmetic::Custom { .. } => return None,
        })
    }
}

/// An element of one word.
fn word(word: u32) -> Element {
    [word, 0, 0, 0]
}

/// An arithmetic operator, whose wrapping operation on words is the same for u32 and i32.
fn scalar(
    ty: ElementType,
    left: Element,
    right: Element,
    int: fn(u32, u32) -> u32,
    float: fn(f32, f32) -> f32,
) -> Element {
    match ty {
        ElementType::F32 => word(float(f32::from_bits(left[0]), f32::from_bits(right[0])).to_bits()),
        _ => word(int(left[0], right[0])),
    }
}

/// The operand that compares as `wanted` with the other; NaN if either operand is NaN.
fn pick(ty: ElementType, left: Element, right: Element, wanted: Ordering) -> Element {
    let ordering = match ty {
        ElementType::U32 => Some(left[0].cmp(&right[0])),
        ElementType::I32 => Some((left[0] as i32).cmp(&(right[0] as i32))),
        ElementType::F32 => f32::from_bits(left[0]).partial_cmp(&f32::from_bits(right[0])),
    };
    match ordering {
        Some(ordering) if ordering == wanted => left,
        Some(_) => right,
        None if f32::from_bits(left[0]).is_nan() => left,
        None => right,
    }
}

/// The numbers of unmatched brackets, `[close, open]`. Opening brackets of the left operand match closing brackets of the
/// right operand.
fn match_brackets([close, open, ..]: Element, [right_close, right_open, ..]: Element) -> Element {
    let matched = open.min(right_close);
    let sum = |left: u32, right: u32| left.wrapping_add(right).wrapping_sub(matched);
    [sum(close, right_close), sum(open, right_open), 0, 0]
}

/// The composition of two maps `x ↦ a·x + b`, stored as `[a, b]`. The left map applies first.
fn compose_maps(left: Element, right: Element) -> Element {
    let ([a, b, ..], [right_a, right_b, ..]) = (left.map(f32::from_bits), right.map(f32::from_bits));
    [(a * right_a).to_bits(), (right_a * b + right_b).to_bits(), 0, 0]
}

/// The product of two matrices, stored row by row.
fn multiply_matrices(ty: ElementType, left: Element, right: Element) -> Element {
    let number = f32::from_bits;
    let entry = |row: usize, column: usize| {
        let (near, far) = ((left[2 * row], right[column]), (left[2 * row + 1], right[2 + column]));
        match ty {
            ElementType::F32 => (number(near.0) * number(near.1) + number(far.0) * number(far.1)).to_bits(),
            _ => near.0.wrapping_mul(near.1).wrapping_add(far.0.wrapping_mul(far.1)),
        }
    };
    [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)]
}

#[cfg(test)]
mod tests {
    use super::super::{MAX_WORDS, Monoid};
    use super::*;

    /// Elements of pseudo-random words; bracket counts are small, since they must not wrap.
    fn elements(monoid: &Monoid, seed: u32) -> impl Iterator<Item = Element> {
        let mixed = |index: u32| index.wrapping_mul(0x9e37_79b9).rotate_left(index % 32).wrapping_mul(0x85eb_ca6b);
        let mask = if monoid.operator.arithmetic == Arithmetic::Brackets { 7 } else { u32::MAX };
        let words = monoid.words() as usize;
        (0..200).map(move |index| {
            let mut element = [0; MAX_WORDS];
            for (place, word) in element[..words].iter_mut().enumerate() {
                *word = mixed(seed + 4 * index + place as u32) & mask;
            }
            element
        })
    }

    #[test]
    fn identities_are_neutral() {
        let bits = [0, 1, 0x3f80_0000, 0x7f80_0000, 0xff80_0000, 0x8000_0001, u32::MAX - 1];
        for monoid in Monoid::all() {
            let float = monoid.element_type == ElementType::F32;
            let is_excluded = |word: u32| {
                let value = f32::from_bits(word);
                // Infinity times zero is NaN, so maps must be finite.
                float && (value.is_nan() || monoid.words() > 1 && !value.is_finite())
            };
            for value in bits.into_iter().map(word).chain(elements(&monoid, 1)) {
                if value.into_iter().any(is_excluded) {
                    continue;
                }
                assert_eq!(monoid.combine(monoid.identity(), value), Some(value), "{} {value:x?}", monoid.operator.id);
                assert_eq!(monoid.combine(value, monoid.identity()), Some(value), "{} {value:x?}", monoid.operator.id);
            }
        }
    }

    #[test]
    fn operators_are_associative_and_commute_as_declared() {
        for monoid in Monoid::all().filter(|monoid| !monoid.rounds()) {
            let name = &monoid.operator.id;
            let is_nan =
                |element: Element| monoid.element_type == ElementType::F32 && f32::from_bits(element[0]).is_nan();
            let mut swaps_matter = false;
            for ((a, b), c) in elements(&monoid, 1).zip(elements(&monoid, 1000)).zip(elements(&monoid, 2000)) {
                if [a, b, c].into_iter().any(is_nan) {
                    continue;
                }
                let combine = |left, right| monoid.combine(left, right).unwrap();
                let (ab, bc) = (combine(a, b), combine(b, c));
                assert_eq!(combine(ab, c), combine(a, bc), "{name} {a:x?} {b:x?} {c:x?}");
                swaps_matter |= ab != combine(b, a);
            }
            assert_eq!(swaps_matter, !monoid.operator.commutative, "{name}");
        }
    }

    #[test]
    fn wide_operators_follow_their_definitions() {
        let combine = |id, ty, left, right| Monoid::find(id, ty).unwrap().combine(left, right).unwrap();
        let u32s = ElementType::U32;
        assert_eq!(combine("bicyclic", u32s, [1, 5, 0, 0], [3, 2, 0, 0]), [1, 4, 0, 0]);
        assert_eq!(combine("bicyclic", u32s, [1, 2, 0, 0], [5, 7, 0, 0]), [4, 7, 0, 0]);
        assert_eq!(combine("mat2", u32s, [1, 2, 3, 4], [5, 6, 7, 8]), [19, 22, 43, 50]);
        let matrix = |entries: [f32; 4]| entries.map(f32::to_bits);
        let product = combine("mat2", ElementType::F32, matrix([0.5, 2.0, 3.0, 4.0]), matrix([-5.0, 6.0, 7.0, 8.0]));
        assert_eq!(product, matrix([11.5, 19.0, 13.0, 50.0]));
        let map = |a: f32, b: f32| [a.to_bits(), b.to_bits(), 0, 0];
        // First 2x + 3, then 5x + 7, which is 10x + 22.
        assert_eq!(combine("affine", ElementType::F32, map(2.0, 3.0), map(5.0, 7.0)), map(10.0, 22.0));
        assert_ne!(combine("affine", ElementType::F32, map(5.0, 7.0), map(2.0, 3.0)), map(10.0, 22.0));
    }

    #[test]
    fn min_and_max_propagate_nan() {
        let nan = word(f32::NAN.to_bits());
        let one = word(1f32.to_bits());
        for id in ["min", "max"] {
            let monoid = Monoid::find(id, ElementType::F32).unwrap();
            assert!(f32::from_bits(monoid.combine(nan, one).unwrap()[0]).is_nan());
            assert!(f32::from_bits(monoid.combine(one, nan).unwrap()[0]).is_nan());
        }
    }
}
