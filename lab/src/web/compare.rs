//! Statistics of times that the page has.

use wasm_bindgen::prelude::*;

use super::data::{self, write};
use crate::bench::compare::Comparison;
use crate::bench::series::{Sample, Series};
use crate::bench::transfer::Transfer;

/// Compares times of one run, in nanoseconds, by round if they are `paired`; void samples are NaN. `*_step_ns` is the quantum of the clock
/// divided by the runs of a sample; differences up to `margin`, a share of 1, count as none.
#[wasm_bindgen]
pub fn compare(
    left_ns: &[f64],
    left_step_ns: f64,
    right_ns: &[f64],
    right_step_ns: f64,
    paired: bool,
    margin: f64,
) -> data::Comparison {
    write(&Comparison::new(&series(left_ns, left_step_ns), &series(right_ns, right_step_ns), paired, margin))
}

/// The statistics of samples of `repeats` transfers each, by a clock of this quantum.
#[wasm_bindgen]
pub fn transfer(spans_ns: &[f64], repeats: u32, quantum_ns: f64) -> data::Transfer {
    write(&Transfer::new(spans_ns, repeats, quantum_ns))
}

fn series(times_ns: &[f64], step_ns: f64) -> Series {
    let mut series = Series::new(1, step_ns);
    for &span_ns in times_ns {
        series.push(Sample { span_ns, checksum: [0; 2] });
    }
    series
}
