//! Statistics of times that the page has.

use wasm_bindgen::prelude::*;

use super::to_json;
use crate::bench::compare::Comparison;
use crate::bench::series::{Sample, Series};
use crate::bench::transfer::Transfer;

/// Compares times of one run, in nanoseconds, by round if they are `paired`; void samples are NaN. `*_step_ns` is the quantum of the clock
/// divided by the runs of a sample; differences up to `margin`, a share of 1, count as none. Returns the [`Comparison`] as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = compareJson)]
pub fn compare_json(
    left_ns: &[f64],
    left_step_ns: f64,
    right_ns: &[f64],
    right_step_ns: f64,
    paired: bool,
    margin: f64,
) -> Result<String, JsValue> {
    to_json(&Comparison::new(&series(left_ns, left_step_ns), &series(right_ns, right_step_ns), paired, margin))
}

/// The statistics of samples of `repeats` transfers each, by a clock of this quantum: the [`Transfer`] as JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = transferJson)]
pub fn transfer_json(spans_ns: &[f64], repeats: u32, quantum_ns: f64) -> Result<String, JsValue> {
    to_json(&Transfer::new(spans_ns, repeats, quantum_ns))
}

fn series(times_ns: &[f64], step_ns: f64) -> Series {
    let mut series = Series::new(1, step_ns);
    for &span_ns in times_ns {
        series.push(Sample { span_ns, checksum: [0; 2] });
    }
    series
}
