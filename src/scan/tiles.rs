//! The frame that extends algorithms for one tile in workgroup memory to any length. It scans every tile, scans the tiles' totals in the
//! same way, and adds to each tile its exclusive prefix. Source: Harris, Sengupta & Owens, GPU Gems 3, section 39.2.4.
//!
//! A segmented scan reads heads beside the values. Prefixes in memory have no flag, so each tile stores the index of its first segment start,
//! one word per tile. The last pass adds only to prefixes before that index, and accesses no others. It reads the word once per element.
//!
//! Costs: about 2n reads of elements, n reads of exclusive prefixes of tiles, and 2n writes; ⌈log_E n⌉ levels for tiles
//! of E elements. In addition to the tile scans, there are n applications that add the exclusive prefixes, n more in an
//! inclusive scan, and one barrier per tile.

use super::WORKGROUP_SIZE;
use super::segments::Ends;
use crate::plan::{Constant, Io, Job, Kernel, Mode, Pass, PassCost, Plan, Resource, log2_ceil};
use crate::scan::Parameter;
use crate::wgsl;
use crate::wgsl::{Module, Slot, binding};

/// Whether unused elements of workgroup memory keep invocations from accessing the same bank.
pub(super) const PADDING: Parameter =
    Parameter { name: "padding", title: "Padding against bank conflicts", min: 0, max: 1, default: Some(1) };

/// An algorithm that scans one tile, by the interface of `lib/tile_scan.wgsl`.
pub(super) struct TileScan {
    /// The algorithm's file, which imports `lib/tile_scan.wgsl`.
    pub root: &'static Module,
    /// Invocations of a workgroup, a power of two; [`workgroup_size`] gives the largest that workgroup memory allows.
    pub workgroup_size: u32,
    /// Elements per invocation.
    pub items: u32,
    /// Whether the algorithm's prefixes are inclusive; if they are exclusive, an inclusive scan takes one more
    /// application per element.
    pub inclusive: bool,
    /// Further constants of the algorithm.
    pub constants: Vec<(&'static str, Constant)>,
    /// The longest chain of operator applications within a tile.
    pub operator_depth: u32,
    /// Applications of the operator in one `tile_scan` and one `tile_total`, over all invocations of a workgroup, including those with
    /// the identity. A partial tile costs the same as a full one.
    pub applications: u64,
    /// Barriers in one `tile_scan`, counted once per workgroup.
    pub barriers: u64,
}

impl TileScan {
    fn tile_elements(&self) -> u32 {
        self.workgroup_size * self.items
    }

    fn kernel(&self, ends: &Ends<'_>) -> Kernel {
        let of_frame = [
            ("WORKGROUP_SIZE", Constant::U32(self.workgroup_size)),
            ("TILE_ITEMS", Constant::U32(self.items)),
            ("TILE_INCLUSIVE", Constant::Bool(self.inclusive)),
        ];
        ends.kernel(self.root, &[&of_frame, &self.constants[..]].concat())
    }
}

/// The size of the largest workgroup, a power of two up to [`WORKGROUP_SIZE`], whose arrays fit workgroup memory.
/// `lengths` gives the lengths of the arrays in elements for a workgroup size. Wide elements get smaller tiles.
pub(super) fn workgroup_size<const ARRAYS: usize>(job: &Job, lengths: impl Fn(u32) -> [u32; ARRAYS]) -> u32 {
    largest_workgroup(4 * job.form.words(), job.limits.workgroup_bytes, lengths)
}

fn largest_workgroup<const ARRAYS: usize>(
    element_bytes: u32,
    workgroup_bytes: u32,
    lengths: impl Fn(u32) -> [u32; ARRAYS],
) -> u32 {
    // WebGPU counts every variable of workgroup memory in units of 16 bytes.
    let bytes = |size| lengths(size).map(|length| (length * element_bytes).next_multiple_of(16)).iter().sum::<u32>();
    let mut size = WORKGROUP_SIZE;
    while size > 1 && bytes(size) > workgroup_bytes {
        size /= 2;
    }
    size
}

/// Applications of Kogge and Stone's recurrence to `elements` values: the sum of `elements` − t over all powers of two
/// t below `elements`, which is a power of two.
pub(super) fn kogge_stone_applications(elements: u32) -> u64 {
    u64::from(elements) * u64::from(log2_ceil(elements)) - u64::from(elements - 1)
}

/// The levels of a binary tree over a tile, whose number of elements is a power of two.
pub(super) fn levels(tile_elements: u64) -> u64 {
    u64::from(tile_elements.max(1).ilog2())
}

/// The plan of a tile algorithm for any number of elements.
pub(super) fn plan(job: &Job, io: &Io<'_>, scan: &TileScan) -> Plan {
    let tile = scan.tile_elements();
    let mut plan = Plan::new(job, io, tile, 1);
    let ends = Ends { job, io };
    let kernel = scan.kernel(&ends);
    let input_tiles = job.elements.div_ceil(tile);
    let is_segmented = job.form.segments.are_flagged();
    let first_starts = is_segmented.then(|| plan.scratch_of_bytes(4 * u64::from(input_tiles)));
    // Level 0 is the input, whose prefixes are the output; each further level holds the totals of the tiles below, down to a single tile.
    let mut lengths = vec![job.elements];
    let mut levels = vec![io.output];
    loop {
        let level = lengths.len() - 1;
        let tiles = lengths[level].div_ceil(tile);
        let totals = plan.scratch(job, tiles);
        plan.passes.push(match level {
            0 => {
                let cost = scan_cost(scan, job.elements, job.form.mode);
                let bindings = vec![(binding::TOTALS, totals)];
                let pass = pass(scan, kernel.at("scan_tiles"), job.elements, bindings, cost);
                let stored = PassCost { writes: input_tiles.into(), ..PassCost::default() };
                with_first_starts(ends.load_and_store(pass), first_starts, stored)
            }
            _ => {
                let bindings = vec![(binding::TOTALS, totals), (binding::LEVEL, levels[level])];
                let cost = scan_cost(scan, lengths[level], Mode::Exclusive);
                pass(scan, kernel.at("scan_level"), lengths[level], bindings, cost)
            }
        });
        // Besides the scan of the level, the bound counts the added exclusive prefix, and the last element in an inclusive scan.
        plan.operator_depth += scan.operator_depth + 2;
        if tiles == 1 {
            break;
        }
        lengths.push(tiles);
        levels.push(totals);
    }
    for level in (1..levels.len()).rev() {
        let add = |entry_point, below: Option<(u32, Resource)>| {
            let bindings = below.into_iter().chain([(binding::TILE_PREFIXES, levels[level])]).collect();
            pass(scan, kernel.at(entry_point), lengths[level - 1], bindings, add_cost(lengths[level - 1]))
        };
        plan.passes.push(match level {
            1 => {
                let read = PassCost { reads: job.elements.into(), ..PassCost::default() };
                with_first_starts(ends.store(add("add_to_prefixes", None)), first_starts, read)
            }
            _ => add("add_to_level", Some((binding::LEVEL, levels[level - 1]))),
        });
    }
    plan
}

/// A pass that also accesses the indices of the first segment starts of tiles, with these costs.
fn with_first_starts(mut pass: Pass, first_starts: Option<Resource>, accesses: PassCost) -> Pass {
    let Some(first_starts) = first_starts else { return pass };
    pass.kernel = pass.kernel.with(Slot::TileStarts, wgsl!("lib/tile_starts.wgsl"));
    pass.bindings.push((binding::FIRST_STARTS, first_starts));
    pass.cost.reads += accesses.reads;
    pass.cost.writes += accesses.writes;
    pass
}

/// The cost of scanning tiles. Every element is read and written once, and every tile stores its total. If the
/// algorithm's prefixes are exclusive, an inclusive scan combines each element with its prefix.
fn scan_cost(scan: &TileScan, elements: u32, mode: Mode) -> PassCost {
    let tiles = u64::from(elements.div_ceil(scan.tile_elements()));
    let elements = u64::from(elements);
    let inclusive = if mode == Mode::Inclusive && !scan.inclusive { elements } else { 0 };
    PassCost {
        reads: elements,
        writes: elements + tiles,
        applications: tiles * scan.applications + inclusive,
        barriers: tiles * (scan.barriers + 1),
    }
}

/// The cost of adding exclusive prefixes. Every element is read together with the exclusive prefix of its tile.
fn add_cost(elements: u32) -> PassCost {
    let elements = u64::from(elements);
    PassCost { reads: 2 * elements, writes: elements, applications: elements, barriers: 0 }
}

fn pass(scan: &TileScan, kernel: Kernel, elements: u32, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
    let workgroups = elements.div_ceil(scan.tile_elements());
    Pass { kernel, workgroups, elements, takes_length: false, argument: 0, bindings, serial_elements: scan.items, cost }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_elements_get_smaller_workgroups() {
        let workgroup = |words: u32, items: u32| largest_workgroup(4 * words, 16 << 10, |size| [items * size, 1]);
        // A row of 256 elements of one word is 1 KiB; the array of one element takes 16 bytes more.
        assert_eq!(workgroup(1, 15), 256);
        assert_eq!(workgroup(1, 16), 128);
        assert_eq!(workgroup(5, 1), 256);
        assert_eq!(workgroup(5, 3), 256);
        assert_eq!(workgroup(5, 4), 128);
        assert_eq!(workgroup(5, 16), 32);
        // Exactly the available memory, and one byte less.
        assert_eq!(largest_workgroup(4, 16 << 10, |size| [16 * size]), 256);
        assert_eq!(largest_workgroup(4, (16 << 10) - 1, |size| [16 * size]), 128);
    }

    #[test]
    fn applications_of_the_recurrence_add_up() {
        for elements in [1, 2, 4, 64, 256] {
            let distances = (0..log2_ceil(elements)).map(|step| 1 << step);
            let counted = distances.map(|distance: u32| u64::from(elements - distance)).sum::<u64>();
            assert_eq!(kogge_stone_applications(elements), counted);
        }
    }
}
