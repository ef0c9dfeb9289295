//! `auto`: the fastest of the algorithms for the device and the length, by a table of what was measured.
//!
//! The table is data: the first row that fits the device and the length decides.

use super::single_pass;
use crate::plan::{Job, Limits, Plan, Tuning};
use crate::scan::{Algorithm, InPlace};

/// What a device has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Device {
    /// A processor that plays a GPU.
    Software,
    /// A GPU whose workgroups go on while others wait for them, as a probe has shown.
    ForwardProgress,
    /// Any.
    Any,
}

impl Device {
    fn fits(self, limits: &Limits) -> bool {
        match self {
            Device::Software => limits.software,
            Device::ForwardProgress => !limits.software && limits.forward_progress,
            Device::Any => true,
        }
    }
}

/// A row of the table.
struct Choice {
    device: Device,
    /// The longest scan that it is for.
    up_to_elements: u32,
    /// The algorithm.
    id: &'static str,
}

/// Chromium 156: SwiftShader for software (a barrier there costs more than a pass), NVIDIA H200 for the rest, November 2026.
const CHOICES: &[Choice] = &[
    Choice { device: Device::Software, up_to_elements: 1 << 17, id: "sequential" },
    Choice { device: Device::Software, up_to_elements: u32::MAX, id: "hybrid" },
    Choice { device: Device::ForwardProgress, up_to_elements: u32::MAX, id: "look-back" },
    Choice { device: Device::Any, up_to_elements: u32::MAX, id: "look-back-fallback" },
];

pub(super) const ALGORITHM: Algorithm = Algorithm {
    id: "auto",
    title: "Automatic",
    family: "Automatic",
    summary: "The fastest of the others for this device and length, by a table of what was measured.",
    paper: "This project's measurements",
    work: "as chosen",
    depth: "as chosen",
    traffic: "as chosen",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    flow: single_pass::flow,
    plan,
};

fn plan(job: &Job) -> Plan {
    let fits = |choice: &&Choice| choice.device.fits(&job.limits) && job.elements <= choice.up_to_elements;
    let in_place = |id| Algorithm::find(id).is_ok_and(|chosen| chosen.in_place.allows(job.form.mode));
    let mut ids = CHOICES.iter().filter(fits).map(|choice| choice.id).filter(|&id| !job.form.in_place || in_place(id));
    let id = ids.next().unwrap_or("cache-blocked");
    // Every id of the table is registered, which a test holds; the default is where a table with gaps ends.
    let chosen = Algorithm::find(id).unwrap_or(&super::reduce_then_scan::ALGORITHM);
    let tuning = chosen.resolve_tuning(&Tuning::new()).unwrap_or_default();
    (chosen.plan)(&Job { tuning, ..job.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_device_and_length_has_a_registered_choice_that_it_can_run() {
        let every = [(true, true), (true, false), (false, true), (false, false)];
        for (software, forward_progress) in every {
            let limits = Limits { software, forward_progress, ..Limits::CORE };
            let rows: Vec<_> = CHOICES.iter().filter(|choice| choice.device.fits(&limits)).collect();
            assert_eq!(rows.iter().map(|choice| choice.up_to_elements).max(), Some(u32::MAX));
            for choice in rows {
                let algorithm = Algorithm::find(choice.id).unwrap();
                assert!(algorithm.id != "auto" && algorithm.check_needs(&limits).is_ok(), "{}", choice.id);
            }
        }
    }
}
