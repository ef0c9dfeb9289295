//! `auto`: selects the fastest algorithm for the device and the length, by a table of measurements.
//!
//! The first row that matches the job applies. A [`Calibration`] of the device precedes the built-in table, unless its
//! algorithm cannot run the job.
//!
//! [`Calibration`]: crate::plan::Calibration

use super::{cache_blocked, look_ahead, look_back, look_back_fallback, nakano, sequential, single_pass, subgroup};
use crate::plan::{Io, Job, Limits, Plan, Tuning};
use crate::scan::{ALGORITHMS, Algorithm, InPlace, Tile, takes_all};

/// The devices that a row applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Device {
    /// A software adapter with subgroups as wide as its vector registers (lavapipe: 8), and native shuffles.
    WideSoftware,
    /// A software adapter.
    Software,
    /// A GPU that starts workgroups in order, as its probe has shown, so that a look-back draws no tickets.
    InOrder,
    /// A GPU with forward progress of started workgroups, as its probe has shown.
    ForwardProgress,
    /// Any device.
    Any,
}

impl Device {
    fn fits(self, limits: &Limits) -> bool {
        match self {
            Device::WideSoftware => limits.software && limits.subgroups.is_some_and(|(smallest, _)| smallest >= 8),
            Device::Software => limits.software,
            Device::InOrder => !limits.software && limits.starts_in_order,
            Device::ForwardProgress => !limits.software && limits.forward_progress,
            Device::Any => true,
        }
    }
}

/// A row of the table.
struct Choice {
    device: Device,
    /// The length, in elements, of the longest scan that the row applies to.
    up_to_elements: u32,
    /// The words of the widest elements that the row applies to.
    up_to_words: u32,
    /// The algorithm that runs.
    algorithm: &'static Algorithm,
}

/// A row for elements of any width.
const fn row(device: Device, up_to_elements: u32, algorithm: &'static Algorithm) -> Choice {
    Choice { device, up_to_elements, up_to_words: u32::MAX, algorithm }
}

/// Measured in November 2026. Wide software adapters: lavapipe. Other software adapters: SwiftShader in Chromium 156,
/// where a barrier costs more than a pass (`measurements/2026-11-21-software-auto.json`). The other rows: sums of u32
/// on an NVIDIA H200 (`measurements/2026-11-21-h200-fast-scan.json`, `measurements/2026-11-21-h200-experiments.json`,
/// `measurements/2026-11-29-h200-look-ahead.json`).
const CHOICES: &[Choice] = &[
    row(Device::WideSoftware, 1 << 11, &look_back_fallback::ALGORITHM),
    row(Device::WideSoftware, u32::MAX, &subgroup::ALGORITHM),
    row(Device::Software, 1 << 15, &sequential::ALGORITHM),
    row(Device::Software, u32::MAX, &nakano::ALGORITHM),
    // For lengths that the device computes, which `nakano` does not support. For 2^16 elements, `sequential` takes
    // 2.2 ms, `reduce_downsweep` 4.3 ms and `look_back_fallback` 27 ms.
    row(Device::Software, u32::MAX, &sequential::ALGORITHM),
    row(Device::InOrder, 1 << 17, &look_back::ALGORITHM),
    Choice { up_to_words: 1, ..row(Device::InOrder, 1 << 20, &look_ahead::ALGORITHM) },
    row(Device::InOrder, u32::MAX, &look_back::ALGORITHM),
    row(Device::ForwardProgress, 1 << 23, &look_back::ALGORITHM),
    Choice { up_to_words: 1, ..row(Device::ForwardProgress, 1 << 25, &look_back_fallback::ALGORITHM) },
    row(Device::ForwardProgress, u32::MAX, &look_back::ALGORITHM),
    row(Device::Any, u32::MAX, &look_back_fallback::ALGORITHM),
    // For scans in place that the rows above do not support.
    row(Device::Any, u32::MAX, &cache_blocked::ALGORITHM),
];

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "auto",
    title: "Automatic",
    family: "Automatic",
    summary: "The fastest scan for the device and the length, according to a table of measurements.",
    paper: "This project's measurements",
    work: "as chosen",
    depth: "as chosen",
    order: "as chosen",
    traffic: "as chosen",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    // The properties of the chosen algorithm apply.
    takes_length: false,
    reads_segments: false,
    tile: Tile::None,
    effects: &[],
    formulas: |_| Vec::new(),
    refuses: takes_all,
    flow: single_pass::look_back_flow,
    plan,
};

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let chosen = choose(job);
    let tuning = chosen.completed(&Tuning::new());
    Plan { chosen: Some(chosen.id), ..(chosen.plan)(&Job { tuning, ..job.clone() }, io) }
}

pub(super) fn choose(job: &Job) -> &'static Algorithm {
    choose_where(job, &|_| true)
}

/// The algorithm for a job whose length the device computes.
pub(super) fn choose_for_length(job: &Job) -> &'static Algorithm {
    choose_where(job, &|algorithm| algorithm.takes_length)
}

fn choose_where(job: &Job, is_wanted: &dyn Fn(&Algorithm) -> bool) -> &'static Algorithm {
    let is_able = |chosen: &Algorithm, job: &Job| is_wanted(chosen) && is_able(chosen, job);
    let measured = job.limits.calibration.index(job.elements).and_then(|index| ALGORITHMS.get(index));
    if let Some(chosen) = measured.filter(|chosen| is_able(chosen, job)) {
        return chosen;
    }
    let fits = |choice: &&Choice| {
        choice.device.fits(&job.limits)
            && job.elements <= choice.up_to_elements
            && job.form.words() <= choice.up_to_words
    };
    let choice = CHOICES.iter().find(|choice| fits(choice) && is_able(choice.algorithm, job));
    // The last row runs every job; a test checks this.
    choice.map_or(&cache_blocked::ALGORITHM, |choice| choice.algorithm)
}

/// Whether an algorithm other than `auto` can run a job.
fn is_able(chosen: &Algorithm, job: &Job) -> bool {
    let is_able = !chosen.is_auto() && chosen.check_form(&job.form).is_ok() && chosen.check_needs(&job.limits).is_ok();
    // Copies with a flag are wider, so fewer of them fit a binding.
    let fits = || job.elements <= job.limits.most_elements(job.form.words()) || !chosen.lifts_segments(job);
    is_able && fits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::{ElementType, Monoid};
    use crate::plan::{Calibration, Form, Mode, Segments};

    const FAST: Limits = Limits { forward_progress: true, ..Limits::CORE };

    fn job(elements: u32, limits: Limits) -> Job {
        let form = Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive);
        Job::new(elements, form, limits)
    }

    /// A device where an algorithm was the fastest up to 2^`exponent` elements.
    fn calibrated(id: &str, exponent: usize, limits: Limits) -> Limits {
        let index = ALGORITHMS.iter().position(|algorithm| algorithm.id == id).unwrap() as u8;
        Limits { calibration: Calibration::new((0..=exponent).map(|_| Some(index))), ..limits }
    }

    #[test]
    fn every_device_and_length_has_a_choice_that_it_can_run() {
        let every = [None, Some((4, 4)), Some((8, 8)), Some((4, 128))].into_iter().flat_map(|subgroups| {
            let flags = [(true, true), (true, false), (false, true), (false, false)];
            flags.map(|(software, forward_progress)| {
                let starts_in_order = forward_progress && subgroups.is_some();
                Limits { software, forward_progress, starts_in_order, subgroups, ..Limits::CORE }
            })
        });
        for limits in every {
            let rows = CHOICES.iter().filter(|choice| choice.device.fits(&limits));
            for Choice { algorithm, .. } in rows {
                assert!(!algorithm.is_auto() && algorithm.check_needs(&limits).is_ok(), "{}", algorithm.id);
            }
        }
        let last = CHOICES.last().unwrap();
        assert_eq!((last.device, last.up_to_elements), (Device::Any, u32::MAX));
        assert!(last.algorithm.in_place == InPlace::Always && last.algorithm.needs.is_empty());
    }

    #[test]
    fn look_back_without_tickets_goes_before_its_fallback() {
        let in_order = Limits { starts_in_order: true, ..FAST };
        assert_eq!(
            [FAST, in_order].map(|limits| choose(&job(1 << 24, limits)).id),
            ["look-back-fallback", "look-back"]
        );
    }

    #[test]
    fn some_hundred_tiles_are_read_at_once() {
        let in_order = Limits { starts_in_order: true, ..FAST };
        let ids = [1 << 17, (1 << 17) + 1, 1 << 20, (1 << 20) + 1].map(|n| choose(&job(n, in_order)).id);
        assert_eq!(ids, ["look-back", "look-ahead", "look-ahead", "look-back"]);
        let wide = Form::new(Monoid::find("mat2", ElementType::U32).unwrap(), Mode::Inclusive);
        assert_eq!(choose(&Job { form: wide, ..job(1 << 20, in_order) }).id, "look-back");
    }

    #[test]
    fn a_length_on_a_software_adapter_has_a_scan_without_barriers() {
        let software = job(1 << 20, Limits { software: true, subgroups: Some((4, 4)), ..FAST });
        assert_eq!([choose(&software).id, choose_for_length(&software).id], ["nakano", "sequential"]);
    }

    #[test]
    fn wide_elements_have_rows_of_their_own() {
        let id = |operator| {
            let form = Form::new(Monoid::find(operator, ElementType::U32).unwrap(), Mode::Inclusive);
            choose(&Job { form, ..job(1 << 24, FAST) }).id
        };
        assert_eq!(["add", "mat2"].map(id), ["look-back-fallback", "look-back"]);
    }

    #[test]
    fn a_calibration_goes_before_the_built_in_table() {
        let limits = calibrated("sequential", 10, FAST);
        let ids = [1, 1024, 1025, u32::MAX].map(|n| choose(&job(n, limits)).id);
        assert_eq!(ids, ["sequential", "sequential", "look-back", "look-back"]);
        assert_eq!(choose(&job(1, FAST)).id, "look-back");
    }

    #[test]
    fn an_algorithm_that_cannot_run_a_job_is_skipped() {
        // Neither subgroups nor forward progress.
        assert_eq!(choose(&job(5, calibrated("subgroup", 32, FAST))).id, "look-back");
        assert_eq!(choose(&job(5, calibrated("look-back", 32, Limits::CORE))).id, "look-back-fallback");
        // Not in place at all, or not in this mode.
        let in_place = |id, mode| {
            let mut job = job(5, calibrated(id, 32, FAST));
            job.form = Form { in_place: true, mode, ..job.form };
            choose(&job).id
        };
        assert_eq!(in_place("look-back-fallback", Mode::Inclusive), "look-back");
        assert_eq!([Mode::Inclusive, Mode::Exclusive].map(|mode| in_place("hybrid", mode)), ["hybrid", "look-back"]);
        // Not of this operator, or not in segments.
        let of = |operator, segmented| {
            let mut job = job(5, calibrated("matrix", 32, FAST));
            let monoid = Monoid::find(operator, ElementType::U32).unwrap();
            job.form = Form { monoid, segments: Segments::by_heads(segmented), ..job.form };
            choose(&job).id
        };
        assert_eq!(of("add", false), "matrix");
        assert_eq!([of("mul", false), of("add", true)], ["look-back"; 2]);
        // `auto` itself.
        assert_eq!(choose(&job(5, calibrated("auto", 32, FAST))).id, "look-back");
    }

    #[test]
    fn a_scan_in_place_finds_an_algorithm_on_every_device() {
        for limits in [Limits::CORE, FAST, Limits { software: true, ..Limits::CORE }] {
            for mode in [Mode::Inclusive, Mode::Exclusive] {
                let mut job = job(1 << 20, limits);
                job.form = Form { in_place: true, mode, ..job.form };
                assert!(choose(&job).in_place.allows(mode));
            }
        }
    }
}
