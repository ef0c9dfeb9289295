//! `knowles`: the scans between Kogge and Stone's and Sklansky's, by fan-out, in workgroup memory.
//!
//! Source: Knowles, "A Family of Adders", 1999, reprinted 2001. All members of the family have the least depth. They differ in how many
//! neighbours read the same value in each step. `fan_out`, rounded down to a power of two, is the largest of these numbers, f. Steps of
//! distances below f are Sklansky's, with E / 2 applications each. Later steps are Kogge and Stone's over the last values of blocks of f
//! elements. f = 1 is `kogge-stone` without padding, and f = E / 2 is the circuit of `sklansky`.
//!
//! Costs for tiles of E elements, one per invocation:
//!
//! - (E / 2) log₂ f + E log₂ (E / f) − (E − f) applications per tile, and n to add the tile totals
//! - depth log₂ E per level of tiles
//! - 2 log₂ E − log₂ f + 1 barriers per tile
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//! - in workgroup memory one read and one write per application, and E further reads, without the copies in and out
//!
//! Changes from the paper: its operator is idempotent, x ⊕ x = x, so its ranges may overlap. They overlap in members whose fan-out is larger
//! in late steps, such as [2, 1, 1, 1] from the last step to the first. A sum would count an element of an overlap twice, so here ranges do not
//! overlap. A step whose distance is below f leaves every second block unchanged, and the fan-outs are [f, …, f, f / 2, …, 2, 1]. These
//! members scan with any associative operator.

use super::tiles;
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Plan, Tuning, log2_ceil};
use crate::scan::{Algorithm, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;

const FAN_OUT: Parameter =
    Parameter { name: "fan_out", title: "Readers of one value", min: 1, max: 128, default: Some(DEFAULT_FAN_OUT) };

const DEFAULT_FAN_OUT: u32 = 2;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "knowles",
    title: "Knowles",
    family: "Tiles in workgroup memory",
    summary: "Between Kogge and Stone's scan and Sklansky's: a parameter limits how many invocations read one value.",
    paper: "Knowles 1999",
    work: "½ n log₂ f + n log₂ (E / f), fan-out f, tiles of E",
    depth: "log₂ E per level",
    order: "a balanced tree over each block of f elements, then for each element a tree of ranges of 1, 2, 4 … blocks before it; the same for \
            tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[FAN_OUT],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::Memory(accesses),
    effects: &[],
    formulas,
    refuses: takes_all,
    flow: |n| steps_flow(n, DEFAULT_FAN_OUT),
    plan,
};

/// The fan-out in a tile, a power of two. At most half of the tile reads one value.
fn fan_out(given: u32, tile: u32) -> u32 {
    1 << given.clamp(1, (tile / 2).max(1)).ilog2()
}

fn steps_flow(n: u32, given: u32) -> Flow {
    let most = fan_out(given, n);
    let mut flow = Flow::new(n);
    for step in 0..log2_ceil(n) {
        let distance = 1 << step;
        let readers = most.min(distance);
        let combines = |column: &u32| if distance < most { column & distance > 0 } else { *column >= distance };
        let left = |column: u32| column / readers * readers + readers - 1 - distance;
        let columns = (0..n).filter(combines);
        flow.step(format!("distance {distance}"), columns.map(|column| combine(column, left(column), column)));
    }
    flow
}

/// Applications to a tile of `tile` elements.
fn applications(tile: u64, fan_out: u32) -> u64 {
    let f = u64::from(fan_out);
    tile / 2 * tiles::levels(f) + tile * tiles::levels(tile / f) - (tile - f)
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let tile = tiles::workgroup_size(job, |size| [size]);
    let steps = log2_ceil(tile);
    let fan_out = fan_out(job.tuned(FAN_OUT.name), tile);
    let mut plan = tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/knowles.wgsl"),
            workgroup_size: tile,
            items: 1,
            inclusive: true,
            constants: vec![("FAN_OUT", Constant::U32(fan_out))],
            operator_depth: steps,
            applications: applications(tile.into(), fan_out),
            barriers: (2 * steps - fan_out.ilog2()).into(),
        },
    );
    plan.tuning.insert(FAN_OUT.name.into(), fan_out);
    plan
}

fn accesses(tuning: &Tuning, e: u64) -> [u64; 2] {
    let given = tuning.get(FAN_OUT.name).copied().unwrap_or(DEFAULT_FAN_OUT);
    let combined = applications(e, fan_out(given, e as u32));
    [combined + e, combined]
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (tile, levels, f) = (subject.tile(), subject.tile().log2(), subject.tuned(FAN_OUT.name).max(1.0));
    let said = tile / 2.0 * f.log2() + tile * (tile / f).log2() - (tile - f);
    vec![
        subject.tile_applications("(N/2) log₂ f + N log₂ (N/f) − (N − f)", said),
        subject.tile_barriers("2 log₂ N − log₂ f", 2.0 * levels - f.log2()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{kogge_stone, sklansky};

    #[test]
    fn every_fan_out_scans_with_its_applications_and_readers() {
        for levels in 0..=8 {
            let n: u32 = 1 << levels;
            for f in (0..=7).map(|power| 1 << power).filter(|f| 2 * f <= n.max(2)) {
                let flow = steps_flow(n, f);
                let counted: usize = flow.steps.iter().map(|step| step.operations.len()).sum();
                assert_eq!(counted as u64, applications(n.into(), f), "fan-out {f} on {n}");
                let evaluated = flow.evaluate();
                assert!(evaluated.windows(2).all(|pair| pair[1].starts_with(&pair[0])), "fan-out {f} on {n}");
                assert!(evaluated.iter().enumerate().all(|(index, prefix)| prefix.chars().count() == index + 1));
            }
        }
    }

    #[test]
    fn both_ends_of_the_family_are_scans_of_their_own() {
        for n in [2, 4, 8, 16] {
            let steps = |flow: Flow| flow.steps.into_iter().map(|step| step.operations).collect::<Vec<_>>();
            assert_eq!(steps(steps_flow(n, 1)), steps((kogge_stone::ALGORITHM.flow)(n)));
            assert_eq!(steps(steps_flow(n, n / 2)), steps((sklansky::ALGORITHM.flow)(n)));
        }
    }
}
