//! Test inputs of operators whose elements are several words.
//!
//! In an input that fits a device, the bracket counts of every range must not wrap, since the operator is not
//! associative if counts wrap. Maps keep |a| near 1 and |b| small, so that no composition leaves f32's range. Matrices of
//! integers have odd determinants, so that no product is zero. In random matrices of floats, the magnitudes of each row
//! have the sum 1, so that no product has a larger row sum. The later a matrix is, the more one entry of a row outweighs
//! the other entry, so that products of any length still depend on their first factors.

use super::Input;
use scanlab::monoid::{Arithmetic, Element};

/// [[1, 1], [1, 0]], whose powers hold the Fibonacci numbers. In contrast, the powers of a matrix of ones are zero from the
/// 33rd power on.
const FIBONACCI: Element = [1, 1, 1, 0];

/// [[a, b], [0, a]] with a = ±1: products sum the b of their factors, with signs.
fn shear(a: f32, b: f32) -> Element {
    [a, b, 0.0, a].map(f32::to_bits)
}

/// The matrices of bits that are invertible modulo 2.
const INVERTIBLE: [Element; 6] = [[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1], [1, 1, 1, 0], [0, 1, 1, 1]];

/// The map x ↦ a·x + b.
fn map(a: f32, b: f32) -> Element {
    [a.to_bits(), b.to_bits(), 0, 0]
}

fn brackets(close: u32, open: u32) -> Element {
    [close, open, 0, 0]
}

impl Input {
    /// An element of a custom operator. `word` maps the index of a word to the word.
    fn each_word(&self, word: impl Fn(u32) -> u32) -> Element {
        [0, 1, 2, 3].map(|word_index| if word_index < self.monoid.words() { word(word_index) } else { 0 })
    }

    pub(super) fn wide_random(&self, index: u32) -> Element {
        // Words of neighbouring elements must have different hashes.
        let word = |word_index: u32| self.hash(index ^ (word_index + 1).wrapping_mul(0x6c8e_9cf5));
        match self.monoid.operator.arithmetic {
            Arithmetic::Custom { .. } => {
                self.each_word(|word_index| self.random(index ^ (word_index + 1).wrapping_mul(0x6c8e_9cf5)))
            }
            // A random walk. Either of the two counts may be larger.
            Arithmetic::Brackets => brackets(word(0) % 4, word(1) % 4),
            Arithmetic::Maps => map(self.quotient(index), self.signed_unit(index ^ 0x6c8e_9cf5)),
            _ if self.is_float() => self.near_permutation(index, word(0)),
            _ => {
                let parities = INVERTIBLE[(self.hash(index) % 6) as usize];
                [0, 1, 2, 3].map(|word_index| word(word_index) & !1 | parities[word_index as usize])
            }
        }
    }

    /// The identity or a swap of columns, with random signs. The second entry of each row has a magnitude of at most
    /// 1 / (8 (index + 1)).
    fn near_permutation(&self, index: u32, hash: u32) -> Element {
        let mut entries = [0f32; 4];
        for row in 0..2u32 {
            let minor = self.signed_unit(index ^ (row + 2).wrapping_mul(0x6c8e_9cf5)) / (8.0 * (index as f32 + 1.0));
            let major = if hash >> (1 + row) & 1 == 0 { 1.0 - minor.abs() } else { minor.abs() - 1.0 };
            let column = row ^ (hash & 1);
            entries[(2 * row + column) as usize] = major;
            entries[(2 * row + 1 - column) as usize] = minor;
        }
        entries.map(f32::to_bits)
    }

    pub(super) fn wide_one(&self) -> Element {
        match self.monoid.operator.arithmetic {
            Arithmetic::Custom { .. } => self.each_word(|_| self.one()),
            Arithmetic::Brackets => brackets(1, 1),
            Arithmetic::Maps => map(1.0, 1.0),
            _ if self.is_float() => shear(1.0, 1.0),
            _ => FIBONACCI,
        }
    }

    /// An input has fewer than 2²⁹ elements of 8 bytes, so sums of counts up to 7 do not wrap, and sums of b stay finite.
    pub(super) fn wide_largest(&self) -> Element {
        match self.monoid.operator.arithmetic {
            Arithmetic::Custom { .. } => self.each_word(|_| self.largest()),
            Arithmetic::Brackets => brackets(3, 7),
            Arithmetic::Maps => map(1.0, f32::MAX / (1u64 << 32) as f32),
            _ if self.is_float() => shear(1.0, (1u64 << 63) as f32),
            _ => FIBONACCI.map(|word| word.wrapping_neg()),
        }
    }

    pub(super) fn wide_alternating(&self, index: u32) -> Element {
        let even = index.is_multiple_of(2);
        match self.monoid.operator.arithmetic {
            Arithmetic::Custom { .. } => self.each_word(|_| self.alternating(index)),
            Arithmetic::Brackets if even => brackets(0, 1),
            Arithmetic::Brackets => brackets(1, 0),
            Arithmetic::Maps => map(if even { 1.0 } else { -1.0 }, 1.0),
            _ if self.is_float() => shear(if even { 1.0 } else { -1.0 }, 1.0),
            _ if even => FIBONACCI,
            _ => FIBONACCI.map(|word| word.wrapping_neg()),
        }
    }

    /// Brackets nested ever more deeply; ever larger offsets; ever larger shears.
    pub(super) fn wide_sorted(&self, index: u32) -> Element {
        match self.monoid.operator.arithmetic {
            Arithmetic::Custom { .. } => self.each_word(|_| self.sorted(index)),
            Arithmetic::Brackets => {
                brackets(index.checked_ilog2().unwrap_or(0), index.checked_ilog2().unwrap_or(0) + 1)
            }
            Arithmetic::Maps => map(1.0, index as f32),
            _ if self.is_float() => shear(1.0, index as f32),
            _ => [1, index, 0, 1],
        }
    }

    pub(super) fn wide_spikes(&self, index: u32) -> Element {
        if self.hash(index).is_multiple_of(1024) { self.wide_random(index) } else { self.monoid.identity() }
    }
}

#[cfg(test)]
mod tests {
    use crate::pattern::{Input, PATTERNS};
    use scanlab::monoid::{ElementType, Monoid};

    #[test]
    fn brackets_do_not_wrap_and_matrices_do_not_become_zero() {
        for (id, words) in [("bicyclic", 2), ("mat2", 4)] {
            let monoid = Monoid::find(id, ElementType::U32).unwrap();
            for pattern in PATTERNS {
                let mut input = vec![0; 20_000 * words];
                Input { pattern, monoid: monoid.clone(), seed: 3 }.fill(0, &mut input);
                let mut sum = monoid.identity();
                for element in input.chunks_exact(words) {
                    let mut padded = [0; 4];
                    padded[..words].copy_from_slice(element);
                    sum = monoid.combine(sum, padded).unwrap();
                    assert!(id == "mat2" || sum[0] < 1 << 20 && sum[1] < 1 << 20, "{} {sum:?}", pattern.id);
                    assert!(id == "bicyclic" || pattern.id == "zeros" || sum != [0; 4], "{}", pattern.id);
                }
            }
        }
    }

    #[test]
    fn products_of_random_matrices_of_floats_neither_grow_nor_forget_their_first_factors() {
        let monoid = Monoid::find("mat2", ElementType::F32).unwrap();
        let mut input = vec![0; 80_000];
        Input { pattern: &PATTERNS[0], monoid, seed: 3 }.fill(0, &mut input);
        let mut rows = [1f64, 0.0, 0.0, 1.0];
        for matrix in input.chunks_exact(4) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|entry| f64::from(f32::from_bits(matrix[entry]).abs()));
            let [e, f, g, h] = rows;
            rows = [e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d];
        }
        let [a, b, c, d] = rows;
        assert!((0.999..1.001).contains(&(a + b)) && (0.999..1.001).contains(&(c + d)), "{rows:?}");
        assert!((a * d - b * c).abs() > 0.1, "{rows:?}");
    }

    #[test]
    fn compositions_of_maps_stay_small() {
        let monoid = Monoid::find("affine", ElementType::F32).unwrap();
        let pattern = &PATTERNS[0];
        let mut input = vec![0; 20_000];
        Input { pattern, monoid: monoid.clone(), seed: 3 }.fill(0, &mut input);
        let (mut a, mut b) = (1f64, 0f64);
        for map in input.chunks_exact(2) {
            let [right_a, right_b] = [map[0], map[1]].map(|word| f64::from(f32::from_bits(word)).abs());
            (a, b) = (a * right_a, right_a * b + right_b);
        }
        assert!((0.49..2.01).contains(&a) && b < 20_000.0, "{a} {b}");
    }
}
