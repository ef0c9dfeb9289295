//! The fastest algorithm by length, as measured on a device.

/// Length classes: powers of two from 2⁰ to 2³².
const CLASSES: usize = 33;

/// Algorithms by length class, as their indices in the registry. A scan is in the class of the next power of two.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Calibration, Form, Job, Limits, Mode};
/// use scanlab::scan::{ALGORITHMS, Algorithm};
///
/// // A device on which Kogge and Stone's scan was the fastest up to 2¹⁰ elements.
/// let index = ALGORITHMS.iter().position(|algorithm| algorithm.id == "kogge-stone").map(|index| index as u8);
/// let limits = Limits { calibration: Calibration::new((0..=10).map(|_| index)), ..Limits::CORE };
/// let scan = Algorithm::AUTO.planned(Job::new(1000, Form::new(Monoid::counts(), Mode::Inclusive), limits))?;
/// assert_eq!(scan.plan().chosen, Some("kogge-stone"));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calibration([Option<u8>; CLASSES]);

impl Calibration {
    /// A calibration without measurements.
    pub const NONE: Calibration = Calibration([None; CLASSES]);

    /// A calibration from the indices for scans of up to 2⁰, 2¹, 2² … elements. Indices after that for 2³² are ignored.
    pub fn new(indices: impl Iterator<Item = Option<u8>>) -> Self {
        let mut calibration = Calibration::NONE;
        calibration.0.iter_mut().zip(indices).for_each(|(class, index)| *class = index);
        calibration
    }

    /// The index of the algorithm for a scan; `None` without a measurement.
    pub fn index(&self, elements: u32) -> Option<usize> {
        let class = u32::BITS - elements.saturating_sub(1).leading_zeros();
        self.0[class as usize].map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_is_in_the_class_of_the_next_power_of_two() {
        let table = Calibration::new([Some(7), None, Some(2)].into_iter().chain([Some(1); 30]));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|n| table.index(n)), [Some(7), Some(7), None, Some(2), Some(2), Some(1)]);
        assert_eq!([1 << 31, u32::MAX].map(|n| table.index(n)), [Some(1); 2]);
        assert_eq!([1, u32::MAX].map(|n| Calibration::NONE.index(n)), [None; 2]);
        assert_eq!(Calibration::new([Some(3); 40].into_iter()).index(u32::MAX), Some(3));
    }
}
