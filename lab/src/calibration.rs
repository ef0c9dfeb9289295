//! Calibrations that name algorithms by id, as the page stores them.

mod calibrator;

use serde::{Deserialize, Serialize};

pub use calibrator::{CalibrationBlock, Calibrator};

use scanlab::error::Error;
use scanlab::plan::Calibration;
use scanlab::scan::{ALGORITHMS, Algorithm};

/// A row of a calibration, by ascending length.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CalibrationRow {
    /// The length of the longest scan that the row is for, in elements.
    pub up_to_elements: u32,
    /// The algorithm's id. Scans that the algorithm does not support use the built-in table.
    pub id: String,
}

/// The table with these rows. The lengths between two powers of two form a class. A class uses the first row that covers
/// its longest scan, or else the built-in table.
///
/// # Errors
/// [`Error::BadArgument`] for an unknown name.
pub fn calibration(rows: &[CalibrationRow]) -> Result<Calibration, Error> {
    let indices = rows.iter().map(|row| index_of_algorithm(&row.id)).collect::<Result<Vec<_>, _>>()?;
    let longest = |exponent: u32| 1u32.checked_shl(exponent).unwrap_or(u32::MAX);
    let row_of = |elements: u32| rows.iter().position(|row| elements <= row.up_to_elements);
    Ok(Calibration::new((0..=u32::BITS).map(|exponent| row_of(longest(exponent)).map(|row| indices[row]))))
}

fn index_of_algorithm(id: &str) -> Result<u8, Error> {
    let found = Algorithm::find(id)?;
    let index = ALGORITHMS.iter().position(|&algorithm| std::ptr::eq(algorithm, found));
    Ok(index.unwrap_or_default() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use scanlab::error::ErrorCode;

    fn read(rows: &str) -> Result<Calibration, Error> {
        calibration(&json::parse::<Vec<_>>("calibration", rows)?)
    }

    fn names(table: Calibration, lengths: &[u32]) -> Vec<Option<&'static str>> {
        lengths.iter().map(|&n| table.index(n).map(|index| ALGORITHMS[index].id)).collect()
    }

    #[test]
    fn a_length_has_the_first_row_that_covers_all_of_its_class() {
        let rows = r#"[{"up_to_elements":4096,"id":"hybrid"},{"up_to_elements":16385,"id":"sequential"}]"#;
        let table = read(rows).unwrap();
        let [hybrid, sequential] = [Some("hybrid"), Some("sequential")];
        assert_eq!(names(table, &[1, 4096, 4097, 16_384]), [hybrid, hybrid, sequential, sequential]);
        assert_eq!(names(table, &[16_385, 1 << 31, u32::MAX]), [None, None, None]);
    }

    #[test]
    fn the_last_row_may_be_for_all() {
        let table = read(r#"[{"up_to_elements":4294967295,"id":"hybrid"}]"#).unwrap();
        assert_eq!(names(table, &[1, 1 << 31, u32::MAX]), [Some("hybrid"); 3]);
        assert_eq!(read("[]"), Ok(Calibration::NONE));
    }

    #[test]
    fn unknown_names_and_other_data_are_errors() {
        for (json, part) in [
            (r#"[{"up_to_elements":1,"id":"unknown"}]"#, "unknown"),
            (r#"[{"up_to_elements":1}]"#, "missing field `id`"),
            (r#"[{"up_to_elements":4294967296,"id":"hybrid"}]"#, "up_to_elements"),
            ("hybrid", "calibration: "),
        ] {
            let error = read(json).unwrap_err();
            assert_eq!(error.code(), ErrorCode::BadArgument);
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
