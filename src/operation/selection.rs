//! Selections by a scan: the exclusive sums of the selected elements are their places in the output.
//!
//! Sengupta, Lefohn & Owens 2006, section 4. A scan on tiles in registers is fused: its tiles count the selected elements, and its stores
//! move them, so that nothing is written between; any other scan runs between a pass that writes a number an element and one that moves the
//! elements.

use super::OperationJob;
use crate::monoid::Monoid;
use crate::plan::{Constant, Form, Job, Kernel, Mask, Mode, Pass, PassCost, Plan, Resource, Selection};
use crate::scan::WORKGROUP_SIZE;
use crate::scan::register_tile::RegisterTile;
use crate::wgsl;

/// Elements of a pack.
const PACK: u32 = 4;

/// The plan of a selection.
pub(super) fn plan(job: &OperationJob, partition: bool) -> Plan {
    let selection = Selection { mask: job.options.mask, indices: job.options.indices, partition };
    let form = Form { selection: Some(selection), ..Form::new(Monoid::counts(), Mode::Exclusive) };
    let scan = job.scan_job(form, job.elements);
    let chosen = job.scan.chosen_for(&scan);
    let mut plan = match chosen.has_register_tiles() {
        true => fused(job, &scan, selection),
        false => around(job, &scan, selection),
    };
    plan.chosen = Some(chosen.id);
    plan
}

/// The scan with its tiles' loads and stores replaced. A partition counts the selected elements first.
fn fused(job: &OperationJob, scan: &Job, selection: Selection) -> Plan {
    let mut plan = job.scan.plan(scan);
    for pass in &mut plan.passes {
        pass.kernel.form = Some(scan.form);
        let stores = pass.bindings.iter().any(|&(_, resource)| resource == Resource::Prefixes);
        pass.bindings.retain(|&(_, resource)| resource != Resource::Prefixes);
        if pass.bindings.iter().any(|&(_, resource)| resource == Resource::Source) {
            pass.bindings.extend(flags(selection));
        }
        if stores {
            pass.bindings.extend(outputs(selection));
        }
    }
    if selection.partition {
        plan.passes.splice(0..0, count_passes(scan, selection));
    }
    plan
}

/// The flags, where elements are selected by them.
fn flags(selection: Selection) -> Option<(u32, Resource)> {
    (selection.mask == Mask::Flags).then_some((11, Resource::Heads))
}

fn outputs(selection: Selection) -> impl Iterator<Item = (u32, Resource)> {
    let indices = selection.indices.then_some((9, Resource::SecondOutput));
    [(8, Resource::Prefixes), (10, Resource::Count)].into_iter().chain(indices)
}

/// The number of selected elements, by tiles.
fn count_passes(scan: &Job, selection: Selection) -> [Pass; 2] {
    let tile = RegisterTile::of(scan);
    let tiles = scan.elements.div_ceil(tile.elements());
    let pass = |entry_point, workgroups, bindings, cost| {
        let kernel = tile.kernel(wgsl!("operation/count_selected.wgsl"), entry_point, &[]);
        Pass {
            kernel: Kernel { form: Some(scan.form), ..kernel },
            workgroups,
            elements: scan.elements,
            argument: 0,
            bindings,
            serial_elements: tile.items(),
            cost,
        }
    };
    let cost = PassCost {
        reads: tile.read(scan.elements),
        writes: 0,
        applications: u64::from(tiles) * tile.total_applications(),
        barriers: u64::from(tiles) * tile.total_barriers(),
    };
    let counter = (12, Resource::Count);
    let counted = [(1, Resource::Source), counter].into_iter().chain(flags(selection)).collect();
    [pass("clear_count", 1, vec![counter], PassCost::default()), pass("count_tiles", tiles, counted, cost)]
}

/// The scan between a pass that writes a number an element and one that moves the elements.
fn around(job: &OperationJob, scan: &Job, selection: Selection) -> Plan {
    let form = Form::new(Monoid::counts(), Mode::Exclusive);
    let scan = Job { form, ..scan.clone() };
    let mut plan = Plan::new(&scan, 4 * WORKGROUP_SIZE, PACK);
    let [numbers, places] = [(); 2].map(|()| plan.scratch_of_bytes(scan.buffer_bytes()));
    let packs = u64::from(job.elements.div_ceil(PACK));
    let flags_read = if selection.mask == Mask::Flags { u64::from(PACK) * packs } else { 0 };
    let read = u64::from(PACK) * packs + flags_read;
    let flag = [(1, Resource::Source), (3, numbers)].into_iter().chain(flags(selection)).collect();
    let cost = PassCost { reads: read, writes: u64::from(PACK) * packs, ..PassCost::default() };
    plan.passes.push(pass(job, selection, "flag_elements", flag, cost));
    let inner = job.scan.plan(&scan);
    plan.tuning = inner.tuning.clone();
    plan.append_scan(inner, form, numbers, places);
    let moved = [(1, Resource::Source), (4, places)].into_iter().chain(flags(selection)).chain(outputs(selection));
    // Every invocation also reads the last pack, of whose place one word, for the count.
    let cost = PassCost {
        reads: 2 * read + u64::from(PACK) * packs + packs,
        writes: u64::from(job.elements) * (1 + u64::from(selection.indices)) + 1,
        ..PassCost::default()
    };
    plan.passes.push(pass(job, selection, "move_elements", moved.collect(), cost));
    plan
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
    let form = Form { selection: Some(selection), ..Form::new(Monoid::counts(), Mode::Exclusive) };
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
