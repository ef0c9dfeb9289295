//! `hybrid`: reduce until the rest fits the device's parallelism, Horn's scan of the rest, then down-sweep.
//!
//! Sengupta, Lefohn & Owens 2006, section 2.4. With r reduce steps: work 2n(1 − 2⁻ʳ) + m log₂ m for the m = n / 2ʳ elements
//! that are left, less the r + m − 1 first elements of levels and steps that are only copied; depth 2r + log₂ m, no barriers.
//! Where r is not given, the array is reduced until it has no more elements than the device has parallelism, as the paper's section 2.4 says.
//! It reuses the passes of `reduce-downsweep` and `hillis-steele` and has no WGSL file; r = 0 is `hillis-steele`, r = ⌈log₂ n⌉ is
//! `reduce-downsweep`, and r is clamped to that. In place r is at least 1, since Horn's scan cannot run in place.

use super::reduce_downsweep;
use crate::plan::{Job, Plan, log2_ceil};
use crate::scan::{Algorithm, InPlace, Parameter, Tile, takes_all};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "hybrid",
    title: "Sengupta's hybrid",
    family: "Device-wide steps",
    summary: "Reduces a few levels, scans the rest by Horn's steps, then sweeps down.",
    paper: "Sengupta, Lefohn & Owens 2006, §2.4",
    work: "2n(1 − 2⁻ʳ) + m log₂ m, m = n / 2ʳ",
    depth: "2r + log₂ m",
    order: "a balanced tree of its lowest r levels, then for each node a tree of ranges of 1, 2, 4 … neighbours",
    traffic: "5n(1 − 2⁻ʳ) + 2m log₂ m reads, 3n(1 − 2⁻ʳ) + m log₂ m writes",
    needs: &[],
    tuning: &[Parameter { name: "reduce_steps", title: "Reduce steps r", min: 0, max: 32, default: None }],
    in_place: InPlace::Inclusive,
    takes_length: true,
    tile: Tile::None,
    refuses: takes_all,
    // Two steps up leave enough columns to show Horn's steps.
    flow: |n| reduce_downsweep::flow_with(n, 2.min(log2_ceil(n))),
    plan,
};

fn plan(job: &Job) -> Plan {
    let min_steps = u32::from(job.form.in_place);
    let chosen = job.tuning.get("reduce_steps").copied();
    let steps = chosen.unwrap_or_else(|| stop(job)).max(min_steps).min(log2_ceil(job.elements));
    let mut plan = reduce_downsweep::plan_with(job, steps);
    plan.tuning.insert("reduce_steps".into(), steps);
    plan
}

/// Reduce steps until as many elements are left as the device handles at a time.
fn stop(job: &Job) -> u32 {
    log2_ceil(job.elements.div_ceil(job.limits.parallelism))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::Monoid;
    use crate::plan::{Form, Limits, Mode, Tuning};

    #[test]
    fn reduce_steps_stop_at_the_parallelism_of_the_device() {
        let steps = |elements, parallelism, tuning| {
            let form = Form::new(Monoid::counts(), Mode::Inclusive);
            let limits = Limits { parallelism, ..Limits::CORE };
            plan(&Job { elements, form, withheld_percent: 0, tuning, limits }).tuning["reduce_steps"]
        };
        let chosen = |elements| steps(elements, 1 << 16, Tuning::new());
        assert_eq!([1, 1 << 16, (1 << 16) + 1, 1 << 20, 1 << 28].map(chosen), [0, 0, 1, 4, 12]);
        assert_eq!(steps(1 << 20, 1 << 10, Tuning::new()), 10);
        assert_eq!(steps(1 << 20, 1 << 10, Tuning::from([("reduce_steps".into(), 3)])), 3);
    }
}
