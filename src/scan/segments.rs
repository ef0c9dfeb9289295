//! Segmented scans by algorithms on elements: on flagged elements, between a pass that adds the flags and one that drops them.
//!
//! Blelloch 1990, section 1.5. Input and output are copied to flagged scratch buffers, in place to a single one; the algorithm is
//! unchanged. An algorithm that loads no prefix, or knows which of them follow a start, reads the heads beside the values instead
//! ([`read_beside`]), and so do algorithms on packs (`pack/segmented.wgsl`).

use super::{WORKGROUP_SIZE, element_pass};
use crate::plan::{Constant, Job, Kernel, Mode, Pass, PassCost, Plan, Resource};
use crate::wgsl;
use crate::wgsl::{Slot, binding};

/// Wraps a plan on flagged elements in the passes that add and drop the flags.
pub(super) fn plan(job: &Job, mut inner: Plan) -> Plan {
    // Kernels may access four elements at a time.
    let elements = job.elements.next_multiple_of(4);
    let flagged = inner.scratch(job, elements);
    let (source, flagged_prefixes) = match job.form.in_place {
        true => (Resource::Output, flagged),
        false => (Resource::Input, inner.scratch(job, elements)),
    };
    for (_, resource) in inner.passes.iter_mut().flat_map(|pass| &mut pass.bindings) {
        match resource {
            Resource::Input => *resource = flagged,
            Resource::Output => *resource = flagged_prefixes,
            _ => {}
        }
    }
    let heads = u64::from(job.elements) * u64::from(job.form.segments.head_reads(1, job.form.direction));
    inner
        .passes
        .insert(0, pass(job, "flag_elements", vec![(binding::VALUES, source), (binding::FLAGGED, flagged)], heads));
    let starts = if job.form.mode == Mode::Exclusive { heads } else { 0 };
    inner.passes.push(pass(
        job,
        "unflag_prefixes",
        vec![(binding::VALUE_PREFIXES, Resource::Output), (binding::FLAGGED_PREFIXES, flagged_prefixes)],
        starts,
    ));
    inner
}

/// A pass that reads and writes every element, and reads so many words of head flags.
fn pass(job: &Job, entry_point: &'static str, mut bindings: Vec<(u32, Resource)>, heads: u64) -> Pass {
    let elements = u64::from(job.elements);
    bindings.extend(heads_binding(job));
    let constants = vec![("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("PACK", Constant::U32(1))];
    let kernel = Kernel::new(wgsl!("lib/segments.wgsl"), entry_point, constants);
    let flags = job.form.segments.module(wgsl!("heads/words_1.wgsl"));
    let kernel = Kernel { variants: flags.map(|module| (Slot::Heads, module)).into_iter().collect(), ..kernel };
    let cost = PassCost { reads: elements + heads, writes: elements, ..PassCost::default() };
    element_pass(kernel, job.elements, bindings, cost)
}

/// Lets a plan of a segmented job read heads beside the values, so that elements have flags in registers, workgroup memory and scratch
/// memory alone. A prefix that is loaded has no flag.
pub(super) fn read_beside(job: &Job, plan: &mut Plan) {
    let Some(flags) = job.form.segments.module(wgsl!("heads/words_1.wgsl")) else { return };
    let source = match job.form.in_place {
        true => wgsl!("lib/source_segmented_in_place.wgsl"),
        false => wgsl!("lib/source_segmented.wgsl"),
    };
    let slots = [(Slot::Heads, flags), (Slot::Source, source), (Slot::Target, wgsl!("lib/target_segmented.wgsl"))];
    let heads = u64::from(job.elements) * u64::from(job.form.segments.head_reads(1, job.form.direction));
    for pass in &mut plan.passes {
        pass.kernel.variants.extend(slots);
        pass.kernel.constants.push(("PACK", Constant::U32(1)));
        let has = |wanted| pass.bindings.iter().any(|&(_, resource)| resource == wanted);
        let (loads, stores) = (has(Resource::Input), has(Resource::Output));
        if loads || stores {
            pass.bindings.extend(heads_binding(job));
        }
        // A first prefix of a segment is known by its head.
        let times = u64::from(loads) + u64::from(stores && job.form.mode == Mode::Exclusive);
        pass.cost.reads += times * heads;
    }
    plan.reads_segments = true;
}

/// The binding of the head flags, where there are any.
pub(super) fn heads_binding(job: &Job) -> Option<(u32, Resource)> {
    job.has_heads().then_some((binding::HEADS, Resource::Flags))
}
