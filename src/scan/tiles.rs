//! The device-wide frame of algorithms that scan one tile in workgroup memory: scan every tile, scan the tiles' totals the
//! same way, add what lies before each tile. Harris, Sengupta & Owens, GPU Gems 3, section 39.2.4.
//!
//! About 2n reads and 2n writes, ⌈log_E n⌉ levels for tiles of E elements. Applications beyond the tiles' own: n to add what
//! lies before each tile, and n more in an inclusive scan; barriers beyond the tile's own: one a tile.

use super::WORKGROUP_SIZE;
use crate::plan::{Constant, Job, Kernel, Mode, Pass, PassCost, Plan, Resource};
use crate::wgsl::Module;

/// An algorithm that scans one tile, as `lib/tile_scan.wgsl` expects it.
pub(super) struct TileScan {
    /// The algorithm's file, `lib/tile_scan.wgsl` and what they use.
    pub modules: &'static [Module],
    /// Elements an invocation.
    pub items: u32,
    /// Constants of the algorithm's own.
    pub constants: Vec<(&'static str, Constant)>,
    /// The longest chain of operator applications within a tile.
    pub operator_depth: u32,
    /// Applications of the operator in one `tile_scan` of a tile, with its `tile_total`, over all invocations.
    pub applications: u64,
    /// Barriers in one `tile_scan`.
    pub barriers: u64,
}

/// The plan of a tile algorithm for any number of elements.
pub(super) fn plan(job: &Job, scan: &TileScan) -> Plan {
    let tile = WORKGROUP_SIZE * scan.items;
    let mut plan = Plan::new(job, tile, 1);
    // Level 0 is the input; each further level holds the totals of the tiles below, down to a single tile.
    let mut lengths = vec![job.elements];
    let mut levels = vec![Resource::Prefixes];
    loop {
        let level = lengths.len() - 1;
        let tiles = lengths[level].div_ceil(tile);
        let totals = plan.scratch(job, tiles);
        plan.passes.push(match level {
            0 => {
                let bindings = vec![(1, Resource::Source), (2, Resource::Prefixes), (3, totals)];
                pass(scan, "scan_tiles", job.elements, bindings, scan_cost(scan, job.elements, job.form.mode))
            }
            _ => {
                let bindings = vec![(3, totals), (4, levels[level])];
                pass(scan, "scan_level", lengths[level], bindings, scan_cost(scan, lengths[level], Mode::Exclusive))
            }
        });
        // The bound counts every level's scan, its add and the last element of an inclusive scan.
        plan.operator_depth += scan.operator_depth + 2;
        if tiles == 1 {
            break;
        }
        lengths.push(tiles);
        levels.push(totals);
    }
    for level in (1..levels.len()).rev() {
        let (entry_point, binding) = if level == 1 { ("add_to_prefixes", 2) } else { ("add_to_level", 4) };
        let bindings = vec![(binding, levels[level - 1]), (5, levels[level])];
        plan.passes.push(pass(scan, entry_point, lengths[level - 1], bindings, add_cost(lengths[level - 1])));
    }
    plan
}

/// Every element is read and written once, and every tile leaves its total; an inclusive scan combines each element with its
/// exclusive prefix.
fn scan_cost(scan: &TileScan, elements: u32, mode: Mode) -> PassCost {
    let tiles = u64::from(elements.div_ceil(WORKGROUP_SIZE * scan.items));
    let elements = u64::from(elements);
    let inclusive = if mode == Mode::Inclusive { elements } else { 0 };
    PassCost {
        reads: elements,
        writes: elements + tiles,
        applications: tiles * scan.applications + inclusive,
        barriers: tiles * (scan.barriers + 1),
    }
}

/// Every element is read together with what lies before its tile.
fn add_cost(elements: u32) -> PassCost {
    let elements = u64::from(elements);
    PassCost { reads: 2 * elements, writes: elements, applications: elements, barriers: 0 }
}

fn pass(
    scan: &TileScan,
    entry_point: &'static str,
    elements: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    let mut constants =
        vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("TILE_ITEMS", Constant::U32(scan.items))];
    constants.extend_from_slice(&scan.constants);
    Pass {
        kernel: Kernel { modules: scan.modules, constants, entry_point },
        workgroups: elements.div_ceil(WORKGROUP_SIZE * scan.items),
        elements,
        argument: 0,
        bindings,
        serial_elements: scan.items,
        cost,
    }
}
