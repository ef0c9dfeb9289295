//! Selections by a scan: the exclusive sums of the selected elements are their indices in the output.
//!
//! Sengupta, Lefohn & Owens 2006, section 4. A scan on tiles in registers is fused: its tiles count the selected
//! elements, and its stores move them, so that no intermediate array is written. In a partition in order, the scan
//! handles the counts of tiles instead, since all selected elements are counted before the first unselected element is
//! moved. Any other scan runs between a pass that writes one number per element and a pass that moves the elements.

use super::{OperationJob, Options, counts_form};
use crate::plan::{Constant, Fusion, Io, Job, Kernel, Mask, Others, Pass, PassCost, Pivot, Plan, Resource, Selection};
use crate::scan::register_tile::RegisterTile;
use crate::scan::{Tile, WORKGROUP_SIZE};
use crate::wgsl;
use crate::wgsl::{Module, binding};

/// Elements of a pack.
const PACK: u32 = 4;

/// Elements per word of bits.
pub(super) const WORD_BITS: u32 = 32;

/// The plan of a compaction or a partition.
pub(super) fn plan(job: &OperationJob, others: Others) -> Plan {
    let Options { mask, indices, record_words, .. } = job.options.clone();
    let indices = indices.then_some(Resource::SecondOutput);
    plan_of(job, Selection { mask, indices, others, bits: None, pivot: None, record_words }, &[])
}

/// The plan of a compaction of the first element of each run.
pub(super) fn plan_of_unique(job: &OperationJob) -> Plan {
    let Options { indices, record_words, .. } = job.options;
    let indices = indices.then_some(Resource::SecondOutput);
    plan_of(job, Selection { indices, record_words, ..HEADS }, &[])
}

/// The plan of a compaction of the first element of each run, with the indices in the returned buffer.
pub(super) fn plan_of_starts(job: &OperationJob) -> (Plan, Resource) {
    let mut outer = Plan::new(&job.scan_job(counts_form(), job.elements), &Io::ports(&counts_form()), 1, 1);
    let starts = outer.scratch_of_bytes(4 * u64::from(job.elements).next_multiple_of(PACK.into()));
    (plan_of(job, Selection { indices: Some(starts), ..HEADS }, &outer.scratch_bytes), starts)
}

/// The plan of a compaction of the first element of each run, without indices. The passes also store one bit per element,
/// which marks the first elements, and for each word of bits the number of first elements before it. The bits and the
/// numbers are in the returned buffers.
pub(super) fn plan_of_heads(job: &OperationJob) -> (Plan, [Resource; 2]) {
    let mut outer = Plan::new(&job.scan_job(counts_form(), job.elements), &Io::ports(&counts_form()), 1, 1);
    let words = u64::from(job.elements.div_ceil(WORD_BITS));
    // Kernels may access four words at a time.
    let buffers = [(); 2].map(|()| outer.scratch_of_bytes(4 * words.next_multiple_of(PACK.into())));
    (plan_of(job, Selection { bits: Some(buffers), ..HEADS }, &outer.scratch_bytes), buffers)
}

/// The first element of each run.
const HEADS: Selection =
    Selection { mask: Mask::Heads, indices: None, others: Others::Dropped, bits: None, pivot: None, record_words: 1 };

/// The plan of a compaction of the elements up to a pivot, with their indices. The plan's scratch buffers follow those
/// that the caller has allocated.
pub(super) fn plan_of_pivot(job: &OperationJob, pivot: Pivot, scratch: &[u64]) -> Plan {
    let indices = Some(Resource::SecondOutput);
    plan_of(job, Selection { mask: Mask::Flags, indices, pivot: Some(pivot), ..HEADS }, scratch)
}

/// The plan of a selection. The plan's scratch buffers follow those that the caller has allocated.
fn plan_of(job: &OperationJob, selection: Selection, scratch: &[u64]) -> Plan {
    let io = Io { fusion: Some(Fusion::Selection(selection.clone())), scratch, ..Io::ports(&counts_form()) };
    let scan = job.scan_job(counts_form(), job.elements);
    match (job.scan.chosen_for(&scan).tile, selection.needs_split()) {
        // The scan's tiles load and store elements.
        (Tile::Registers, false) => job.scan.plan_on(&scan, &io),
        (Tile::Registers, true) => by_tiles(job, &scan, &io),
        _ if selection.has_records() => records_around(job, &scan, &selection, &io),
        _ => around(job, &scan, &selection, &io),
    }
}

/// Scans the counts of tiles, then stores the tiles from their exclusive prefixes.
fn by_tiles(job: &OperationJob, scan: &Job, io: &Io<'_>) -> Plan {
    let tile = RegisterTile::of(scan, io);
    let tiles = scan.elements.div_ceil(tile.elements());
    let mut plan = tile.plan(scan, io);
    // Kernels may access four elements at a time.
    let [totals, prefixes] = [(); 2].map(|()| plan.scratch(scan, tiles.next_multiple_of(PACK)));
    let kernel = tile.kernel(scan, io, wgsl!("operation/partition.wgsl"), &[]);
    let pass = |entry_point, bindings, cost| Pass {
        kernel: kernel.at(entry_point),
        workgroups: tiles,
        elements: scan.elements,
        takes_length: true,
        argument: 0,
        bindings,
        serial_elements: tile.items(),
        cost,
    };
    let count = u64::from(tiles);
    let counted = PassCost {
        reads: tile.read(scan.elements),
        writes: count,
        applications: count * tile.total_applications(),
        barriers: count * tile.total_barriers(),
    };
    let bindings = [tile.load(scan, io), vec![(binding::TOTALS, totals)]].concat();
    plan.passes.push(pass("count_tiles", bindings, counted));
    let sums = job.scan.plan_on(&job.scan_job(scan.form.clone(), tiles), &Io::within(&plan, totals, prefixes));
    plan.chosen = sums.chosen;
    // The scan of the counts has the same length whatever the length of the input is.
    plan.takes_length = true;
    plan.append(sums.of_sums());
    // Every invocation reads the last tile's count and prefix, and its own tile's prefix.
    let stored = PassCost {
        reads: tile.read(scan.elements) + tile.read_again(scan.elements) + 3 * u64::from(WORKGROUP_SIZE) * count,
        writes: tile.written(scan.elements),
        applications: count * tile.applications(),
        barriers: count * tile.barriers(),
    };
    let sums = vec![(binding::KNOWN_TOTALS, totals), (binding::TOTAL_PREFIXES, prefixes)];
    plan.passes.push(pass("store_tiles", [tile.load_and_store(scan, io), sums].concat(), stored));
    plan
}

/// The scan between a pass that writes one number per element and a pass that moves the elements.
fn around(job: &OperationJob, scan: &Job, selection: &Selection, io: &Io<'_>) -> Plan {
    let mut plan = Plan::new(scan, io, 4 * WORKGROUP_SIZE, PACK);
    let [numbers, places] = [(); 2].map(|()| plan.scratch_of_bytes(scan.buffer_bytes()));
    let kernel = kernel(io, wgsl!("operation/select.wgsl"), ("PACK", PACK), selection);
    let pass = |entry_point, bindings, cost| Pass {
        kernel: kernel.at(entry_point),
        workgroups: job.elements.div_ceil(PACK * WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: true,
        argument: 0,
        bindings,
        serial_elements: PACK,
        cost,
    };
    let packs = u64::from(job.elements.div_ceil(PACK));
    let elements = u64::from(job.elements);
    let read = u64::from(PACK) * packs + selection.reads(elements);
    let cost = PassCost { reads: read, writes: u64::from(PACK) * packs, ..PassCost::default() };
    let bindings = [selection.load(io), vec![(binding::NUMBERS, numbers)]].concat();
    plan.passes.push(pass("flag_elements", bindings, cost));
    append_scan(job, scan, &mut plan, numbers, places);
    // For the count, the last pack and one word of its scatter indices are read: in a partition in order by every
    // invocation, otherwise by one invocation.
    let last = u64::from(PACK) + selection.reads(elements) - selection.reads(u64::from(PACK) * (packs - 1));
    let counting = if selection.needs_split() { packs } else { 1 };
    // For the bits, every element is read a second time.
    let bits = u64::from(selection.bits.is_some());
    let cost = PassCost {
        reads: (1 + bits) * read + u64::from(PACK) * packs + counting * (last + 1),
        writes: u64::from(selection.most_selected(job.elements)) * (1 + u64::from(selection.indices.is_some()))
            + 2 * bits * u64::from(job.elements.div_ceil(WORD_BITS)),
        ..PassCost::default()
    };
    let bindings = [selection.load_and_store(io), vec![(binding::PLACES, places)]].concat();
    plan.passes.push(pass("move_elements", bindings, cost));
    plan
}

/// As [`around`], for records, which the last pass moves word by word.
fn records_around(job: &OperationJob, scan: &Job, selection: &Selection, io: &Io<'_>) -> Plan {
    let mut plan = Plan::new(scan, io, WORKGROUP_SIZE, 1);
    let [numbers, places] = [(); 2].map(|()| plan.scratch_of_bytes(scan.buffer_bytes()));
    let root = wgsl!("operation/record_select.wgsl");
    let kernel = kernel(io, root, ("RECORD_WORDS", selection.record_words), selection);
    let pass = |entry_point, invocations: u32, bindings, cost| Pass {
        kernel: kernel.at(entry_point),
        workgroups: invocations.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: true,
        argument: 0,
        bindings,
        serial_elements: 1,
        cost,
    };
    let n = u64::from(job.elements);
    let cost = PassCost { reads: selection.reads(n), writes: n, ..PassCost::default() };
    let bindings = [selection.load(io), vec![(binding::NUMBERS, numbers)]].concat();
    plan.passes.push(pass("flag_records", job.elements, bindings, cost));
    append_scan(job, scan, &mut plan, numbers, places);
    // With each word, the number and the scatter index of its record are read. For the count, those of the last record
    // are read: in a partition in order by every invocation, otherwise by one invocation.
    let words = n * u64::from(selection.record_words);
    let counting = if selection.needs_split() { words } else { 1 };
    let cost = PassCost {
        reads: 3 * words + 2 * counting,
        writes: words + u64::from(selection.indices.is_some()) * n,
        ..PassCost::default()
    };
    let known = [selection.source(io), (binding::PLACES, places), (binding::KNOWN_NUMBERS, numbers)];
    let bindings = known.into_iter().chain(selection.store(io)).collect();
    plan.passes.push(pass("move_words", job.record_words(), bindings, cost));
    plan
}

/// Appends the scan of the numbers, whose tuning becomes that of the plan.
fn append_scan(job: &OperationJob, scan: &Job, plan: &mut Plan, numbers: Resource, places: Resource) {
    let inner = job.scan.plan_on(scan, &Io::within(plan, numbers, places));
    (plan.tuning, plan.chosen, plan.takes_length) = (inner.tuning.clone(), inner.chosen, inner.takes_length);
    plan.append(inner);
}

/// A kernel around the scan, with the elements of a pack or the words of a record. The planner sets its entry point.
fn kernel(io: &Io<'_>, root: &'static Module, (name, value): (&'static str, u32), selection: &Selection) -> Kernel {
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), (name, Constant::U32(value))];
    let constants = [&constants[..], &selection.constants()].concat();
    Kernel::of_form(&counts_form(), root, "", &constants).on(io)
}
