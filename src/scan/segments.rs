//! Segmented scans by algorithms that read no heads. The algorithms scan elements with a flag, between a pass that adds
//! the flags and a pass that drops them.
//!
//! Source: Blelloch 1990, section 1.5. The flagged input and output are in two scratch buffers, or in one for a scan in
//! place. The algorithm is unchanged. Other algorithms read the heads beside the values. Algorithms on packs do so with
//! `pack/segmented.wgsl`. Algorithms that load no prefixes, or know which prefixes follow a segment start, use [`Ends`].

use super::{Algorithm, WORKGROUP_SIZE, element_pass};
use crate::plan::{Constant, Io, Job, Kernel, Mode, Pass, PassCost, Plan, Resource};
use crate::wgsl;
use crate::wgsl::{Module, Slot, binding};

/// The plan of an algorithm on flagged elements, between the passes that add and drop the flags.
pub(super) fn plan(algorithm: &Algorithm, job: &Job, io: &Io<'_>) -> Plan {
    // Kernels may access four elements at a time.
    let elements = job.elements.next_multiple_of(4);
    let mut outer = Plan::new(job, io, 1, 1);
    let flagged = outer.scratch(job, elements);
    let flagged_prefixes = if io.is_in_place() { flagged } else { outer.scratch(job, elements) };
    let mut plan = (algorithm.plan)(job, &Io::within(&outer, flagged, flagged_prefixes));
    let heads = head_reads(job);
    let bindings = vec![(binding::VALUES, io.input), (binding::FLAGGED, flagged)];
    plan.passes.insert(0, pass(job, io, "flag_elements", bindings, heads));
    let starts = if job.form.mode == Mode::Exclusive { heads } else { 0 };
    let bindings = vec![(binding::VALUE_PREFIXES, io.output), (binding::FLAGGED_PREFIXES, flagged_prefixes)];
    plan.passes.push(pass(job, io, "unflag_prefixes", bindings, starts));
    plan
}

/// A pass that reads and writes every element, and reads `heads` words of head flags.
fn pass(job: &Job, io: &Io<'_>, entry_point: &'static str, mut bindings: Vec<(u32, Resource)>, heads: u64) -> Pass {
    let elements = u64::from(job.elements);
    bindings.extend(io.heads(job.form.segments));
    let constants = [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("PACK", Constant::U32(1))];
    let kernel = Kernel::of_form(&job.form, wgsl!("lib/segments.wgsl"), entry_point, &constants);
    let cost = PassCost { reads: elements + heads, writes: elements, ..PassCost::default() };
    element_pass(with_heads(kernel, job), job.elements, bindings, cost)
}

/// Adds the module that reads the heads of single elements to a kernel.
pub(super) fn with_heads(kernel: Kernel, job: &Job) -> Kernel {
    match job.form.segments.module(wgsl!("heads/words_1.wgsl")) {
        Some(heads) => kernel.with(Slot::Heads, heads),
        None => kernel,
    }
}

/// Words of head flags that a pass over all elements reads.
fn head_reads(job: &Job) -> u64 {
    u64::from(job.elements) * u64::from(job.form.segments.head_reads(1, job.form.direction))
}

/// The passes at the input and the output of a scan that reads heads beside the values. Elements have flags only in
/// registers, workgroup memory and scratch memory. So a prefix that is loaded from the output has no flag.
#[derive(Clone, Copy)]
pub(super) struct Ends<'a> {
    pub job: &'a Job,
    pub io: &'a Io<'a>,
}

impl Ends<'_> {
    /// A kernel of the scan. The planner sets its entry point.
    pub fn kernel(&self, root: &'static Module, constants: &[(&'static str, Constant)]) -> Kernel {
        let mut kernel = Kernel::of_form(&self.job.form, root, "", constants).on(self.io);
        if self.job.form.segments.are_flagged() {
            let source = match self.io.is_in_place() {
                true => wgsl!("lib/source_segmented_in_place.wgsl"),
                false => wgsl!("lib/source_segmented.wgsl"),
            };
            kernel.constants.push(("PACK", Constant::U32(1)));
            kernel = with_heads(kernel, self.job).with(Slot::Source, source);
            kernel = kernel.with(Slot::Target, wgsl!("lib/target_segmented.wgsl"));
        }
        kernel
    }

    /// A pass that also reads the elements.
    pub fn load(&self, pass: Pass) -> Pass {
        self.end(pass, vec![self.io.load()], 1)
    }

    /// A pass that also stores prefixes. In an exclusive scan, it reads the heads to find the first prefixes of
    /// segments.
    pub fn store(&self, pass: Pass) -> Pass {
        self.end(pass, vec![self.io.store()], u64::from(self.job.form.mode == Mode::Exclusive))
    }

    /// A pass that also reads the elements and stores prefixes.
    pub fn load_and_store(&self, pass: Pass) -> Pass {
        self.end(pass, self.io.load_and_store(), 1 + u64::from(self.job.form.mode == Mode::Exclusive))
    }

    /// Adds `bindings` and the binding of the heads, which the pass reads `times` times. The pass works on the elements
    /// of the job.
    fn end(&self, mut pass: Pass, bindings: Vec<(u32, Resource)>, times: u64) -> Pass {
        pass.takes_length = true;
        pass.bindings.extend(bindings.into_iter().chain(self.io.heads(self.job.form.segments)));
        pass.cost.reads += times * head_reads(self.job);
        pass
    }
}
