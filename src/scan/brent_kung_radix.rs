//! `brent-kung-radix`: Merry's generalised Brent–Kung tree, in which a node has `radix` children.
//!
//! Sources: Brent & Kung 1982; Merry, "Prefix sums on GPUs", 2014, "Generalizing Brent-Kung".
//!
//! Costs for tiles of E elements, radix k with k elements per invocation, and R values at the top of the tree:
//!
//! - 2E − R applications per tile, including its total, and n to add the tile totals
//! - depth 2 (k − 1) (⌈log_k E⌉ − 1) + R per level of tiles: the input, then each level of tile totals
//! - 2 ⌈log_k E⌉ barriers per tile
//! - 3n reads: the input, then every prefix within a tile together with the tile's exclusive prefix; 2n writes
//!
//! A higher radix has fewer barriers and less workgroup memory per element, but more serial steps. An odd radix
//! has no bank conflicts. A power of two has k-way conflicts.
//!
//! Merry's slides only state that the tree need not be binary. Changes: a node handles its children serially. Every
//! invocation has one node of the tree's first level, so a tile of W invocations has radix × W elements. If the length
//! of a level is not a multiple of the radix, the last node above it has fewer children. The levels end when `radix` or
//! fewer values are left, which one invocation scans. Apart from the scan at the top, radix 2 is
//! `brent-kung`.

use super::tiles;
use crate::flow::{Flow, Operation, combine};
use crate::plan::{Constant, Io, Job, Plan};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Parameter, Subject, Tile, takes_all};
use crate::wgsl;

const RADIX: Parameter =
    Parameter { name: "radix", title: "Children of a node", min: 2, max: 16, default: Some(DEFAULT_RADIX) };

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "brent-kung-radix",
    title: "Brent–Kung, any radix",
    family: "Tiles in workgroup memory",
    summary: "Brent and Kung's tree with several children per node: fewer barriers, more serial steps.",
    paper: "Brent & Kung 1982; Merry 2014, Generalizing Brent–Kung",
    work: "3n",
    depth: "2 (k − 1) log_k E per level, radix k, tiles of E",
    order: "a tree with k children per node over each tile, children from left to right; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[RADIX],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::None,
    effects: &[Effect::BankConflicts(Some(RADIX.name))],
    formulas,
    refuses: takes_all,
    flow: |n| tree_flow(n, DEFAULT_RADIX),
    plan,
};

const DEFAULT_RADIX: u32 = 4;

/// The exclusive scan over a tree on `n` columns. A node's value is in the column of its last child.
pub(super) fn tree_flow(n: u32, radix: u32) -> Flow {
    let mut flow = Flow::new(n);
    flow.exclusive = true;
    let lengths = level_lengths(n, radix);
    // The column of value `index` of the level whose values have `span` elements.
    let column = |index: u32, span: u32| ((index + 1) * span).min(n) - 1;
    // The columns of each node and of its child at `index`, if the node also has a later child.
    let children = |length: u32, span: u32, index: u32| {
        let others = (index..length - 1).step_by(radix as usize);
        others.map(move |child| (column(child / radix, span * radix), column(child, span)))
    };
    let mut span = 1;
    for (level, &length) in lengths[..lengths.len() - 1].iter().enumerate() {
        // The last child's column is combined with the columns of the other children from right to left.
        for index in (0..radix - 1).rev() {
            let sums = children(length, span, index).map(|(node, child)| combine(node, child, node));
            flow.step(format!("up {}", level + 1), sums);
        }
        span *= radix;
    }
    let top = lengths[lengths.len() - 1];
    let shift = |index: u32| match index {
        0 => Operation::Identity { target: column(0, span) },
        _ => Operation::Copy { target: column(index, span), from: column(index - 1, span) },
    };
    flow.step("scan the top", (0..top).map(shift));
    for index in 2..top {
        let right = column(index, span);
        flow.step("scan the top", [combine(right, column(index - 1, span), right)]);
    }
    for (level, &length) in lengths[..lengths.len() - 1].iter().rev().enumerate() {
        span /= radix;
        // The running prefix of a node is in its last child's column. In one step, each other child takes a copy of
        // it, and the child's old sum is added to it.
        for index in 0..radix - 1 {
            let take = |(node, child)| [Operation::Copy { target: child, from: node }, combine(node, node, child)];
            flow.step(format!("down {}", level + 1), children(length, span, index).flat_map(take));
        }
    }
    flow
}

/// The number of values of each level of a tree over `elements` values, up to the first level of `radix` or fewer
/// values.
fn level_lengths(elements: u32, radix: u32) -> Vec<u32> {
    let mut lengths = vec![elements];
    while lengths[lengths.len() - 1] > radix {
        lengths.push(lengths[lengths.len() - 1].div_ceil(radix));
    }
    lengths
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let radix = job.tuned(RADIX.name);
    let slots = |size: u32| level_lengths(radix * size, radix).iter().sum::<u32>();
    let workgroup_size = tiles::workgroup_size(job, |size| [slots(size) + 1]);
    let tile = radix * workgroup_size;
    let lengths = level_lengths(tile, radix);
    let (top, steps) = (lengths[lengths.len() - 1], lengths.len() as u32 - 1);
    tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/brent-kung-radix.wgsl"),
            workgroup_size,
            items: radix,
            inclusive: false,
            constants: vec![("RADIX", Constant::U32(radix)), ("RADIX_SLOTS", Constant::U32(slots(workgroup_size)))],
            operator_depth: 2 * steps * (radix - 1) + top,
            applications: 2 * u64::from(tile) - u64::from(top),
            barriers: 2 * u64::from(steps) + 1,
        },
    )
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let said = 2.0 * subject.tile().log2() / subject.tuned(RADIX.name).log2();
    vec![
        subject
            .tile_barriers("2 log_k N", said)
            .because("The number of levels is an integer, and one invocation scans the top of the tree."),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_radix_scans_any_number_of_columns() {
        for radix in 2..=16 {
            for n in 1..=26 {
                let letters: String = ('a'..).take(n).collect();
                let expected: Vec<_> = (0..n).map(|end| letters[..end].to_owned()).collect();
                assert_eq!(tree_flow(n as u32, radix).evaluate(), expected, "radix {radix} on {n}");
            }
        }
    }
}
