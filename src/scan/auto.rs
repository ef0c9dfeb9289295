//! `auto`: the fastest of the algorithms for the device and the length, by a table of what was measured.
//!
//! The table is data; it names no algorithm that needs anything of a device beyond core WebGPU.

use super::single_pass;
use crate::plan::{Job, Plan, Tuning};
use crate::scan::{Algorithm, InPlace};

/// A row of the table: the first that fits decides.
struct Choice {
    /// Whether it is for devices that are known to be processors.
    software: bool,
    /// The longest scan that it is for.
    up_to_elements: u32,
    /// The algorithm.
    id: &'static str,
}

/// Chromium 156: SwiftShader for software (a barrier there costs more than a pass), NVIDIA H200 for the rest, November 2026.
const CHOICES: &[Choice] = &[
    Choice { software: true, up_to_elements: 1 << 17, id: "sequential" },
    Choice { software: true, up_to_elements: u32::MAX, id: "hybrid" },
    Choice { software: false, up_to_elements: 2304, id: "raking" },
    Choice { software: false, up_to_elements: 1 << 17, id: "look-back-fallback" },
    Choice { software: false, up_to_elements: u32::MAX, id: "raking" },
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
    let fits = |choice: &&Choice| choice.software == job.limits.software && job.elements <= choice.up_to_elements;
    let in_place = |id| Algorithm::find(id).is_ok_and(|chosen| chosen.in_place.allows(job.form.mode));
    let mut ids = CHOICES.iter().filter(fits).map(|choice| choice.id).filter(|&id| !job.form.in_place || in_place(id));
    let id = ids.next().unwrap_or("reduce-then-scan");
    // Every id of the table is registered, which a test holds; the default is where a table with gaps ends.
    let chosen = Algorithm::find(id).unwrap_or(&super::reduce_then_scan::ALGORITHM);
    let tuning = chosen.resolve_tuning(&Tuning::new()).unwrap_or_default();
    (chosen.plan)(&Job { tuning, ..job.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_device_and_length_has_a_registered_choice() {
        for software in [true, false] {
            let rows: Vec<_> = CHOICES.iter().filter(|choice| choice.software == software).collect();
            assert!(rows.is_sorted_by_key(|choice| choice.up_to_elements));
            assert_eq!(rows.last().unwrap().up_to_elements, u32::MAX);
            for choice in rows {
                let algorithm = Algorithm::find(choice.id).unwrap();
                assert!(algorithm.needs.is_empty() && algorithm.id != "auto", "{}", choice.id);
            }
        }
    }
}
