//! What the page's points say of each other.

use wasm_bindgen::prelude::*;

use super::to_json;
use crate::bench::compare::Comparison;
use crate::bench::series::{Sample, Series};

/// Compares times of one run, in nanoseconds, by round where the two are `paired`; a void sample is not a number. `*_step_ns` is the
/// step of the clock as it shows in the time of one run; differences up to `margin`, a share of 1, do not matter. As JSON.
///
/// # Errors
/// None that is known.
#[wasm_bindgen(js_name = compareTimes)]
pub fn compare_times(
    left_ns: &[f64],
    left_step_ns: f64,
    right_ns: &[f64],
    right_step_ns: f64,
    paired: bool,
    margin: f64,
) -> Result<String, JsValue> {
    let [left, right] = [series(left_ns, left_step_ns), series(right_ns, right_step_ns)];
    to_json(&Comparison::new(&left, &right, paired, margin))
}

fn series(times_ns: &[f64], step_ns: f64) -> Series {
    let mut series = Series::new(1, step_ns);
    times_ns.iter().for_each(|&span_ns| series.push(Sample { span_ns, checksum: [0; 2] }));
    series
}
