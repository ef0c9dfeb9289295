//! Selections by a scan: the exclusive sums of the selected elements are their places in the output.
//!
//! Sengupta, Lefohn & Owens 2006, section 4. A scan on tiles in registers is fused: its tiles count the selected elements, and its stores
//! move them, so that nothing is written between. In a partition it scans the counts of tiles instead, since all selected elements are counted
//! before the first other one is moved. Any other scan runs between a pass that writes a number an element and one that moves the
//! elements.

use super::{OperationJob, Options, counts_form};
use crate::plan::{Constant, Form, Job, Kernel, Mask, Pass, PassCost, Plan, Resource, Selection};
use crate::scan::register_tile::RegisterTile;
use crate::scan::{Tile, WORKGROUP_SIZE};
use crate::wgsl;
use crate::wgsl::binding;

/// Elements of a pack.
const PACK: u32 = 4;

/// Elements whose bits are in a word.
pub(super) const WORD_BITS: u32 = 32;

/// The plan of a compaction or a partition.
pub(super) fn plan(job: &OperationJob, partition: bool) -> Plan {
    let Options { mask, indices, record_words, .. } = job.options;
    plan_of(job, Selection { mask, indices, partition, bits: false, record_words })
}

/// The plan of a compaction of the first element of each run that also stores words of their bits, and the number of those before each word:
/// in the two buffers that it gives.
pub(super) fn plan_of_heads(job: &OperationJob) -> (Plan, [Resource; 2]) {
    let mut plan =
        plan_of(job, Selection { mask: Mask::Heads, indices: false, partition: false, bits: true, record_words: 1 });
    let words = u64::from(job.elements.div_ceil(WORD_BITS));
    // Kernels may access four words at a time.
    let [bits, before] = [(); 2].map(|()| plan.scratch_of_bytes(4 * words.next_multiple_of(PACK.into())));
    for bindings in plan.passes.iter_mut().map(|pass| &mut pass.bindings) {
        // The passes that store elements.
        if bindings.iter().any(|&(_, resource)| resource == Resource::Count) {
            bindings.extend([(binding::SELECTED_BITS, bits), (binding::SELECTED_BEFORE, before)]);
        }
    }
    (plan, [bits, before])
}

fn plan_of(job: &OperationJob, selection: Selection) -> Plan {
    let partition = selection.partition;
    let form = Form { selection: Some(selection), ..counts_form() };
    let scan = job.scan_job(form, job.elements);
    match (job.scan.chosen_for(&scan).tile, partition) {
        (Tile::Registers, false) => fused(job, &scan, selection),
        (Tile::Registers, true) => by_tiles(job, &scan, selection),
        _ if selection.has_records() => records_around(job, &scan, selection),
        _ => around(job, &scan, selection),
    }
}

/// The scan with its tiles' loads and stores replaced.
fn fused(job: &OperationJob, scan: &Job, selection: Selection) -> Plan {
    let mut plan = job.scan.plan(scan);
    for pass in &mut plan.passes {
        pass.kernel.form.get_or_insert(scan.form);
        let stores = pass.bindings.iter().any(|&(_, resource)| resource == Resource::Output);
        pass.bindings.retain(|&(_, resource)| resource != Resource::Output);
        if pass.bindings.iter().any(|&(_, resource)| resource == Resource::Input) {
            pass.bindings.retain(|&(_, resource)| stores || resource != Resource::Input || counts_source(selection));
            pass.bindings.extend(flags(selection));
        }
        if stores {
            pass.bindings.extend(outputs(selection));
        }
    }
    plan
}

/// The counts of tiles, scanned, and the tiles stored from their exclusive prefixes.
fn by_tiles(job: &OperationJob, scan: &Job, selection: Selection) -> Plan {
    let tile = RegisterTile::of(scan);
    let tiles = scan.elements.div_ceil(tile.elements());
    let mut plan = tile.plan(scan);
    // Kernels may access four elements at a time.
    let [totals, prefixes] = [(); 2].map(|()| plan.scratch(scan, tiles.next_multiple_of(PACK)));
    let pass = |entry_point, bindings, cost| {
        let kernel = tile.kernel(wgsl!("operation/partition.wgsl"), entry_point, &[]);
        Pass {
            kernel: Kernel { form: Some(scan.form), ..kernel },
            workgroups: tiles,
            elements: scan.elements,
            argument: 0,
            bindings,
            serial_elements: tile.items(),
            cost,
        }
    };
    let source = [(binding::SOURCE, Resource::Input)];
    let counted_source = counts_source(selection).then_some((binding::SOURCE, Resource::Input));
    let count = u64::from(tiles);
    let counted = PassCost {
        reads: tile.read(scan.elements),
        writes: count,
        applications: count * tile.total_applications(),
        barriers: count * tile.total_barriers(),
    };
    plan.passes.push(pass(
        "count_tiles",
        counted_source.into_iter().chain(flags(selection)).chain([(binding::TOTALS, totals)]).collect(),
        counted,
    ));
    let form = counts_form();
    let sums = job.scan.plan(&job.scan_job(form, tiles));
    plan.chosen = sums.chosen;
    // The scan of the counts keeps their number.
    plan.takes_length = true;
    plan.append_scan(sums, form, totals, prefixes);
    // Every invocation reads the last tile's count and prefix, and its own tile's prefix.
    let stored = PassCost {
        reads: tile.read(scan.elements) + tile.read_again(scan.elements) + 3 * u64::from(WORKGROUP_SIZE) * count,
        writes: tile.written(scan.elements),
        applications: count * tile.applications(),
        barriers: count * tile.barriers(),
    };
    let read = source
        .into_iter()
        .chain(flags(selection))
        .chain([(binding::KNOWN_TOTALS, totals), (binding::TOTAL_PREFIXES, prefixes)]);
    let bindings = read.chain(outputs(selection)).collect();
    plan.passes.push(pass("store_tiles", bindings, stored));
    plan
}

/// Whether elements are read to be counted: not records that are selected by flags.
fn counts_source(selection: Selection) -> bool {
    !selection.has_records() || selection.reads_records()
}

/// The flags or the neighbours, where elements are selected by them.
pub(super) fn flags(selection: Selection) -> Option<(u32, Resource)> {
    match selection.mask {
        Mask::Flags => Some((binding::FLAGS, Resource::Flags)),
        Mask::Heads => Some((binding::NEIGHBOURS, Resource::Input)),
        Mask::Where { .. } => None,
    }
}

fn outputs(selection: Selection) -> impl Iterator<Item = (u32, Resource)> {
    let indices = selection.indices.then_some((binding::SELECTED_INDICES, Resource::SecondOutput));
    [(binding::SELECTED, Resource::Output), (binding::COUNT, Resource::Count)].into_iter().chain(indices)
}

/// The scan between a pass that writes a number an element and one that moves the elements.
fn around(job: &OperationJob, scan: &Job, selection: Selection) -> Plan {
    let form = counts_form();
    let scan = Job { form, ..scan.clone() };
    let mut plan = Plan::new(&scan, 4 * WORKGROUP_SIZE, PACK);
    let [numbers, places] = [(); 2].map(|()| plan.scratch_of_bytes(scan.buffer_bytes()));
    let packs = u64::from(job.elements.div_ceil(PACK));
    let read = u64::from(PACK) * packs + selection.mask.reads(job.elements);
    let flag =
        [(binding::SOURCE, Resource::Input), (binding::NUMBERS, numbers)].into_iter().chain(flags(selection)).collect();
    let cost = PassCost { reads: read, writes: u64::from(PACK) * packs, ..PassCost::default() };
    plan.passes.push(pass(job, selection, "flag_elements", flag, cost));
    let inner = job.scan.plan(&scan);
    (plan.tuning, plan.chosen, plan.takes_length) = (inner.tuning.clone(), inner.chosen, inner.takes_length);
    plan.append_scan(inner, form, numbers, places);
    let moved = [(binding::SOURCE, Resource::Input), (binding::PLACES, places)]
        .into_iter()
        .chain(flags(selection))
        .chain(outputs(selection));
    // For the count the last pack is read, and one word of its places: in a partition by every invocation, otherwise by one.
    let last = u64::from(PACK) + selection.mask.reads(job.elements) - selection.mask.reads(PACK * (packs as u32 - 1));
    let counting = if selection.partition { packs } else { 1 };
    // For the bits every element is read a second time.
    let bits = u64::from(selection.bits);
    let cost = PassCost {
        reads: (1 + bits) * read + u64::from(PACK) * packs + counting * (last + 1),
        writes: u64::from(job.elements) * (1 + u64::from(selection.indices))
            + 2 * bits * u64::from(job.elements.div_ceil(WORD_BITS)),
        ..PassCost::default()
    };
    plan.passes.push(pass(job, selection, "move_elements", moved.collect(), cost));
    plan
}

/// The same of records, which the last pass moves word by word.
fn records_around(job: &OperationJob, scan: &Job, selection: Selection) -> Plan {
    let form = counts_form();
    let scan = Job { form, ..scan.clone() };
    let mut plan = Plan::new(&scan, WORKGROUP_SIZE, 1);
    let [numbers, places] = [(); 2].map(|()| plan.scratch_of_bytes(scan.buffer_bytes()));
    let n = u64::from(job.elements);
    let source = counts_source(selection).then_some((binding::SOURCE, Resource::Input));
    let flag = source.into_iter().chain(flags(selection)).chain([(binding::NUMBERS, numbers)]).collect();
    let cost = PassCost { reads: selection.mask.reads(job.elements), writes: n, ..PassCost::default() };
    plan.passes.push(record_pass(job, selection, "flag_records", job.elements, flag, cost));
    let inner = job.scan.plan(&scan);
    (plan.tuning, plan.chosen, plan.takes_length) = (inner.tuning.clone(), inner.chosen, inner.takes_length);
    plan.append_scan(inner, form, numbers, places);
    let moved = [(binding::SOURCE, Resource::Input), (binding::PLACES, places), (binding::KNOWN_NUMBERS, numbers)]
        .into_iter()
        .chain(outputs(selection))
        .collect();
    // With each word its record's number and place, and for the count those of the last one: in a partition by every invocation, otherwise
    // by one.
    let words = n * u64::from(selection.record_words);
    let counting = if selection.partition { words } else { 1 };
    let cost = PassCost {
        reads: 3 * words + 2 * counting,
        writes: words + u64::from(selection.indices) * n,
        ..PassCost::default()
    };
    plan.passes.push(record_pass(job, selection, "move_words", job.record_words(), moved, cost));
    plan
}

fn record_pass(
    job: &OperationJob,
    selection: Selection,
    entry_point: &'static str,
    invocations: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    let constants = vec![
        ("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)),
        ("RECORD_WORDS", Constant::U32(selection.record_words)),
        ("PARTITION", Constant::Bool(selection.partition)),
    ];
    let form = Form { selection: Some(selection), ..counts_form() };
    let root = wgsl!("operation/record_select.wgsl");
    Pass {
        kernel: Kernel { form: Some(form), ..Kernel::new(root, entry_point, constants) },
        workgroups: invocations.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        argument: 0,
        bindings,
        serial_elements: 1,
        cost,
    }
}

fn pass(
    job: &OperationJob,
    selection: Selection,
    entry_point: &'static str,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    let constants = vec![
        ("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)),
        ("PACK", Constant::U32(PACK)),
        ("PARTITION", Constant::Bool(selection.partition)),
    ];
    let form = Form { selection: Some(selection), ..counts_form() };
    let root = wgsl!("operation/select.wgsl");
    Pass {
        kernel: Kernel { form: Some(form), ..Kernel::new(root, entry_point, constants) },
        workgroups: job.elements.div_ceil(PACK * WORKGROUP_SIZE),
        elements: job.elements,
        argument: 0,
        bindings,
        serial_elements: PACK,
        cost,
    }
}
