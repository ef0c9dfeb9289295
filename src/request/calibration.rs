//! Calibrations as they come from outside, by the names of their algorithms.

use crate::error::Error;
use crate::plan::Calibration;
use crate::scan::{ALGORITHMS, Algorithm};

/// Reads a calibration: the public names of the algorithms for scans of up to 2⁰, 2¹, 2² … elements, with commas between
/// them, and nothing where nothing was measured.
///
/// # Errors
/// [`Error::BadArgument`] for an unknown name.
pub fn parse_calibration(names: &str) -> Result<Calibration, Error> {
    let mut unknown = Ok(());
    let mut rank = |name: &str| {
        let place = ALGORITHMS.iter().position(|algorithm| algorithm.id == name);
        if place.is_none() && !name.is_empty() {
            unknown = Algorithm::find(name).map(|_| ());
        }
        place.map(|place| place as u8)
    };
    let calibration = Calibration::new(names.split(',').map(&mut rank));
    unknown.map(|()| calibration)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[test]
    fn names_become_ranks() {
        let table = parse_calibration("hybrid,,sequential").unwrap();
        let names = [1, 2, 3, 4, 5].map(|n| table.rank(n).map(|rank| ALGORITHMS[rank].id));
        assert_eq!(names, [Some("hybrid"), None, Some("sequential"), Some("sequential"), None]);
        assert_eq!(parse_calibration(""), Ok(Calibration::NONE));
    }

    #[test]
    fn unknown_names_are_told() {
        let error = parse_calibration("hybrid,nobody's,sequential").unwrap_err();
        assert_eq!(error.code(), ErrorCode::BadArgument);
        assert!(error.to_string().contains("nobody's"), "{error}");
    }
}
