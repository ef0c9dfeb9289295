//! `hybrid`: reduces until the rest fits the device's parallelism, scans the rest with Horn's scan, then sweeps down.
//!
//! Source: Sengupta, Lefohn & Owens 2006, section 2.4. After r reduce steps, m = n / 2ʳ elements remain.
//!
//! Costs: 2n(1 − 2⁻ʳ) + m log₂ m applications, minus the r + m − 1 first elements of levels and steps, which are only copied; depth
//! 2r + log₂ m; no barriers.
//!
//! If r is not given, the array is reduced until the device has enough concurrent invocations for the remaining
//! elements, as in the paper. The scan uses the passes of `reduce-downsweep` and `hillis-steele`, and has no WGSL file.
//! r = 0 is `hillis-steele`. r = ⌈log₂ n⌉ is `reduce-downsweep`, and a larger r is lowered to this value. In place, r is
//! at least 1, because Horn's scan cannot run in place.

use super::reduce_downsweep;
use crate::plan::{Cost, Io, Job, Plan, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Parameter, Subject, Tile, takes_all};

const REDUCE_STEPS: Parameter =
    Parameter { name: "reduce_steps", title: "Reduce steps r", min: 0, max: 32, default: None };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "hybrid",
    title: "Sengupta's hybrid",
    family: "Device-wide steps",
    summary: "Reduces a few levels of a tree, scans the rest by Horn's steps, then sweeps down.",
    paper: "Sengupta, Lefohn & Owens 2006, §2.4",
    work: "2n(1 − 2⁻ʳ) + m log₂ m, m = n / 2ʳ",
    depth: "2r + log₂ m",
    order: "the lowest r levels of a balanced tree, then for each node a tree of ranges of 1, 2, 4 … neighbours",
    traffic: "5n(1 − 2⁻ʳ) + 2m log₂ m reads, 3n(1 − 2⁻ʳ) + m log₂ m writes",
    needs: &[],
    tuning: &[REDUCE_STEPS],
    in_place: InPlace::Inclusive,
    takes_length: true,
    reads_segments: false,
    tile: Tile::None,
    effects: &[Effect::Strides, Effect::CachedElements],
    formulas,
    refuses: takes_all,
    // Two steps up leave enough columns to show Horn's steps.
    flow: |n| reduce_downsweep::flow_with(n, 2.min(log2_ceil(n))),
    plan,
};

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let min_steps = u32::from(io.is_in_place());
    let chosen = job.tuning.get(REDUCE_STEPS.name).copied();
    let steps = chosen.unwrap_or_else(|| stop(job)).max(min_steps).min(log2_ceil(job.elements));
    let mut plan = reduce_downsweep::plan_with(job, io, steps);
    plan.tuning.insert(REDUCE_STEPS.name.into(), steps);
    plan
}

/// The number of reduce steps after which the device handles the remaining elements concurrently.
fn stop(job: &Job) -> u32 {
    log2_ceil(job.elements.div_ceil(job.limits.parallelism))
}

/// The measurements of Sengupta, Lefohn & Owens (§4): n, reduce steps, and the speed divided by that of Horn's scan.
const MEASURED: [(f64, u32, f64); 2] = [(1_048_576.0, 10, 4.0), (262_144.0, 9, 3.0)];

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let n = subject.n;
    let steps = subject.tuned(REDUCE_STEPS.name).min(n.log2().ceil());
    let rest = n / steps.exp2();
    let mut rows = vec![
        subject
            .applications("2n(1 − 2⁻ʳ) + m log₂ m, m = n/2ʳ", 2.0 * (n - rest) + rest * rest.log2())
            .because("The first elements of levels and steps are copied: about r + m − 1."),
        subject.dispatches("2r + log₂ m", 2.0 * steps + rest.log2()),
    ];
    let Some(horn) = subject.horn else { return rows };
    if let Some(&(_, measured_steps, times)) = MEASURED.iter().find(|(size, ..)| *size == n) {
        let moved = |cost: &Cost| (cost.reads + cost.writes) as f64;
        let formula = format!("about {times}, as measured with r = {measured_steps}");
        let why = format!(
            "The paper measured the time of a stream compaction on an NVIDIA 7800 GTX. The plan’s number is the ratio of moved elements, with r = {steps}."
        );
        rows.push(
            Formula::new("Times faster than Horn’s scan", &formula, times, moved(&horn) / moved(&subject.cost))
                .because(&why),
        );
    }
    let (said, planned) = (horn.scratch_bytes as f64, subject.cost.scratch_bytes as f64);
    rows.push(Formula::new("Scratch memory, bytes", "the same as Horn’s scan", said, planned).because(
        "All levels of the tree are kept, each half as long as the one before; the paper speaks of the whole compaction.",
    ));
    rows
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
            let job = Job { elements, form: form.clone(), tuning, limits };
            plan(&job, &Io::ports(&form)).tuning["reduce_steps"]
        };
        let chosen = |elements| steps(elements, 1 << 16, Tuning::new());
        assert_eq!([1, 1 << 16, (1 << 16) + 1, 1 << 20, 1 << 28].map(chosen), [0, 0, 1, 4, 12]);
        assert_eq!(steps(1 << 20, 1 << 10, Tuning::new()), 10);
        assert_eq!(steps(1 << 20, 1 << 10, Tuning::from([("reduce_steps".into(), 3)])), 3);
    }
}
