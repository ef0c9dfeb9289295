//! The error bound of a product of 2 × 2 matrices of f32, for any order of the applications.
//!
//! An entry of the product of n matrices is a sum of terms. A term is a product of n entries, one from each matrix. However the matrices
//! are grouped, there are n − 1 applications, and each contributes one multiplication and one addition to every term. So a term
//! undergoes 2 (n − 1) roundings. With |M| for the matrix of magnitudes,
//!   |fl(M₁ … Mₙ) − M₁ … Mₙ| ≤ γ_2(n−1) |M₁| … |Mₙ|   entry by entry
//! (Higham, Accuracy and Stability of Numerical Algorithms, 2002, sections 3.1 and 3.5).
//!
//! WGSL may flush subnormal numbers to zero. Each operation on an entry may lose the smallest normal number, times the magnitudes of a
//! range of matrices on either side; the bound counts four operations per entry. The magnitudes of all ranges that end at matrix i have
//! the bound X ≥ |Mⱼ| … |Mᵢ| for all j, entry by entry: X ← max(X |M|, |M|). If X leaves f32's range, an infinity or NaN is accepted.

use std::fmt;

use super::roundoff::gamma;
use scanlab::monoid::MAX_WORDS;
use scanlab::plan::Direction;

type Matrix = [f64; MAX_WORDS];

/// A product of matrices in f64.
#[derive(Clone, Copy)]
pub(super) struct Matrices {
    count: f64,
    value: Matrix,
    /// The product of the magnitudes.
    scale: Matrix,
    /// The bound X of the magnitudes of all ranges that end at the last matrix, and the largest entry of X so far.
    ranges: Matrix,
    largest: f64,
}

impl Matrices {
    pub(super) fn new() -> Self {
        let identity = [1.0, 0.0, 0.0, 1.0];
        Matrices { count: 0.0, value: identity, scale: identity, ranges: [0.0; MAX_WORDS], largest: 1.0 }
    }

    pub(super) fn append(&mut self, direction: Direction, element: Matrix) {
        let next = |sum: Matrix, element: Matrix| match direction {
            Direction::Forward => product(sum, element),
            Direction::Backward => product(element, sum),
        };
        let magnitudes = element.map(f64::abs);
        self.count += 1.0;
        self.value = next(self.value, element);
        self.scale = next(self.scale, magnitudes);
        let longer = next(self.ranges, magnitudes);
        self.ranges = [0, 1, 2, 3].map(|entry| longer[entry].max(magnitudes[entry]));
        self.largest = self.ranges.into_iter().fold(self.largest, f64::max);
    }

    fn gamma(&self) -> f64 {
        gamma(2.0 * (self.count - 1.0).max(0.0))
    }

    fn tolerance(&self, entry: usize) -> f64 {
        // A row of the range on the left and a column of the range on the right have two entries each.
        let lost = 4.0 * self.count * (2.0 * self.largest).powi(2) * f64::from(f32::MIN_POSITIVE);
        self.gamma() * self.scale[entry] + (1.0 + self.gamma()) * lost
    }

    pub(super) fn accepts(&self, found: Matrix) -> bool {
        // Infinity times zero is NaN, so the identity may change a matrix that is not finite: any result is accepted.
        if !self.scale.into_iter().all(f64::is_finite) {
            return true;
        }
        let left_range = self.largest * (1.0 + self.gamma()) >= f64::from(f32::MAX);
        (0..MAX_WORDS).all(|entry| {
            (self.value[entry] - found[entry]).abs() <= self.tolerance(entry) || left_range && !found[entry].is_finite()
        })
    }
}

impl fmt::Display for Matrices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = [0, 1, 2, 3].map(|entry| format!("{} ± {:e}", self.value[entry], self.tolerance(entry)));
        formatter.write_str(&entries.join(" "))
    }
}

fn product([a, b, c, d]: Matrix, [e, f, g, h]: Matrix) -> Matrix {
    [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::roundoff::UNIT_ROUNDOFF;

    #[test]
    fn the_bound_of_matrices_is_tight_in_both_directions() {
        let matrices = [[1.0, 2.0, -3.0, 4.0], [0.5, -1.0, 2.0, 3.0], [1.0, 1.0, 0.0, 2.0]];
        let mut forward = Matrices::new();
        matrices.into_iter().for_each(|matrix| forward.append(Direction::Forward, matrix));
        let mut backward = Matrices::new();
        matrices.into_iter().rev().for_each(|matrix| backward.append(Direction::Backward, matrix));
        let right = [4.5, 14.5, 6.5, 36.5];
        for exact in [forward, backward] {
            assert!(exact.accepts(right), "{exact}");
            for entry in 0..MAX_WORDS {
                let with = |factor: f64| {
                    let mut found = right;
                    found[entry] *= factor;
                    exact.accepts(found)
                };
                assert!(with(1.0 + 4.0 * UNIT_ROUNDOFF), "{exact}");
                assert!(!with(1.0 + 16.0 * UNIT_ROUNDOFF), "{exact}");
                assert!(!with(f64::NAN) && !with(-1.0), "{exact}");
            }
        }
    }

    #[test]
    fn a_range_that_leaves_f32s_range_may_give_what_is_not_finite() {
        let mut exact = Matrices::new();
        exact.append(Direction::Forward, [1e30, 0.0, 0.0, 1.0]);
        assert!(!exact.accepts([f64::INFINITY, 0.0, 0.0, 1.0]));
        exact.append(Direction::Forward, [1e30, 0.0, 0.0, 1.0]);
        assert!(exact.accepts([f64::INFINITY, f64::NAN, 0.0, 1.0]));
    }
}
