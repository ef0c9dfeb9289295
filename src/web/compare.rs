//! What the page's points say of each other.

use wasm_bindgen::prelude::*;

use crate::bench::compare::{Comparison, Verdict};
use crate::bench::series::{Sample, Series};

/// Compares times of one run, in nanoseconds, by round where the two are `paired`; a void sample is not a number. `*_step_ns` is the
/// step of the clock as it shows in the time of one run; differences up to `margin`, a share of 1, do not matter. Gives the verdict
/// (0 faster, 1 slower, 2 the same, 3 cannot tell), the ratio and the ends of its interval; without a ratio, the verdict alone.
#[wasm_bindgen(js_name = compareTimes)]
pub fn compare_times(
    left_ns: &[f64],
    left_step_ns: f64,
    right_ns: &[f64],
    right_step_ns: f64,
    paired: bool,
    margin: f64,
) -> Vec<f64> {
    let Comparison { verdict, ratio } =
        Comparison::new(&series(left_ns, left_step_ns), &series(right_ns, right_step_ns), paired, margin);
    let verdict = match verdict {
        Verdict::Faster => 0.0,
        Verdict::Slower => 1.0,
        Verdict::Same => 2.0,
        Verdict::CannotTell => 3.0,
    };
    match ratio {
        Some(ratio) => vec![verdict, ratio.value, ratio.interval[0], ratio.interval[1]],
        None => vec![verdict],
    }
}

fn series(times_ns: &[f64], step_ns: f64) -> Series {
    let mut series = Series::new(1, step_ns);
    for &span_ns in times_ns {
        series.push(Sample { span_ns, checksum: [0; 2] });
    }
    series
}
