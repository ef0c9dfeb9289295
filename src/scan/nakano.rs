//! `nakano`: interval sums of every level in scratch memory, then the sums of the interval sums, with contiguous access only.
//!
//! Source: Nakano, "An Optimal Parallel Prefix-sums Algorithm on the Memory Machine Models for GPUs", 2012, section 7, Theorem 2.
//!
//! Costs:
//!
//! - about 2n applications, 4n reads and 3n writes
//! - for a power of two and an inclusive scan, exactly 2n − 2 log₂ n − 1 applications, 4n − 4 log₂ n − 2 reads and
//!   3n − 3 log₂ n − 1 writes
//! - depth about 2 log₂ n
//! - no barriers; one dispatch per level and stage
//! - scratch memory for n elements
//!
//! On the memory machines of width w and latency l with p threads, the time is n/w + nl/p + l log n, which is optimal.
//!
//! Difference from `reduce-downsweep`: the down-sweep writes from the coarser level. The invocation of an interval copies the interval's prefix
//! to one element and adds it to the next. No level stores its last interval or a root.
//!
//! Errata of the paper: the first stage runs to i = 2ᵗ − 2, not to 2ᵗ − 1, because aₜ has 2ᵗ − 1 numbers, as the paper's text states. The
//! values in aₜ\[i\] are sums of the input aₘ, not of aₜ. All arrays together have 2ᵐ − m − 1 numbers, not 2ᵐ − m. The result is in
//! aₘ\[0 … 2ᵐ − 1\]; the paper prints a_p and an open range.
//!
//! Changes from the paper: the input is not overwritten, and the prefixes are stored in the output. n is any number. A level of even length
//! ends in an element outside all intervals. In the paper, only the input has an even length, and a last step adds this element. Here the
//! invocation of the previous element adds it, on every level.

use super::WORKGROUP_SIZE;
use crate::flow::{Flow, combine};
use crate::plan::{Constant, Io, Job, Kernel, Mode, Pass, PassCost, Plan, Resource, log2_ceil};
use crate::scan::{Algorithm, Effect, Formula, InPlace, Subject, Tile, takes_all};
use crate::wgsl;
use crate::wgsl::{Module, binding};

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "nakano",
    title: "Nakano",
    family: "Device-wide steps",
    summary: "Sums of intervals, then sums of these sums, with one dispatch per level. Neighbouring invocations access neighbouring pairs.",
    paper: "Nakano 2012, §7, Theorem 2",
    work: "2n",
    depth: "2 log₂ n",
    order: "a balanced tree over all elements",
    traffic: "4n reads, 3n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    takes_length: false,
    reads_segments: false,
    tile: Tile::None,
    effects: &[Effect::Strides],
    formulas,
    refuses: takes_all,
    flow: |n| {
        let mut flow = Flow::new(n);
        add_stages(&mut flow, 0, n);
        flow
    },
    plan,
};

/// Length of the level above a level of `length` elements: the number of pairs, except one that ends the level.
fn pairs(length: u32) -> u32 {
    (length - 1) / 2
}

/// Both stages on `n` columns from `start` on, where `n` is a power of two. An interval's sum is in its last column.
pub(super) fn add_stages(flow: &mut Flow, start: u32, n: u32) {
    let levels = log2_ceil(n);
    let column = |index: u32, level: u32| start + ((index + 1) << level) - 1;
    for level in 1..levels {
        let sum = |i| combine(column(i, level), column(2 * i, level - 1), column(i, level));
        flow.step(format!("interval sums of {}", 1 << level), (0..(n >> level) - 1).map(sum));
    }
    for level in (1..levels).rev() {
        let add = |i| {
            let next = column(2 * i + 2, level - 1);
            combine(next, column(i, level), next)
        };
        flow.step(format!("sums of intervals of {}", 1 << level), (0..(n >> level) - 1).map(add));
    }
    if n > 1 {
        flow.step("the last element", [combine(start + n - 1, start + n - 2, start + n - 1)]);
    }
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    let mut plan = Plan::new(job, io, 2 * WORKGROUP_SIZE, 2);
    plan.operator_depth = operator_depth(job.elements);
    let levels = levels(&mut plan, job, job.elements);
    add_passes(&mut plan, &Group { job, io, k: None, start: 0, length: job.elements }, &levels);
    plan
}

/// The depth of a scan of this number of elements: one application per level up, and at most two down.
pub(super) fn operator_depth(elements: u32) -> u32 {
    3 * (log2_ceil(elements) + 1)
}

/// Scratch memory for this number of elements of the input, the finest level first.
pub(super) fn levels(plan: &mut Plan, job: &Job, elements: u32) -> Vec<Resource> {
    let mut levels = Vec::new();
    let mut length = pairs(elements);
    while length > 0 {
        levels.push(plan.scratch(job, length));
        length = pairs(length);
    }
    levels
}

pub(super) fn add_passes(plan: &mut Plan, group: &Group, levels: &[Resource]) {
    let &Group { job, io, start, length, .. } = group;
    let entry_points = if start == 0 { FIRST_GROUP } else { LATER_GROUP };
    let first = first_cost(job, start);
    if length <= 2 {
        let cost = add_up([first, extended_cost(u64::from(length - 1))]);
        plan.passes.push(group.end_pass(entry_points.store_few, 1, io.load_and_store(), cost));
        return;
    }
    let mut lengths = vec![pairs(length)];
    // A later group's first element is combined with the last prefix of the previous group.
    let ends = if start > 0 { io.load_and_store() } else { vec![io.load()] };
    let bindings = [ends, vec![(binding::INTERVALS, levels[0])]].concat();
    // In this pass, only a later group computes its first element, with one more application and one more read.
    let mut cost = pairs_cost(lengths[0]);
    cost.reads = cost.reads + first.reads - u64::from(start == 0);
    cost.applications += first.applications;
    plan.passes.push(group.end_pass(entry_points.sum_intervals, lengths[0], bindings, cost));
    while let Some(&length) = lengths.last().filter(|&&length| length > 2) {
        let level = lengths.len();
        let bindings = vec![(binding::BELOW, levels[level - 1]), (binding::INTERVALS, levels[level])];
        plan.passes.push(group.level_pass("sum_level_intervals", length, bindings, pairs_cost(pairs(length))));
        lengths.push(pairs(length));
    }
    let top = lengths.len() - 1;
    if lengths[top] == 2 {
        let cost = PassCost { reads: 2, writes: 1, applications: 1, barriers: 0 };
        plan.passes.push(group.level_pass("sum_last_pair", 2, vec![(binding::FINE, levels[top])], cost));
    }
    for level in (0..top).rev() {
        let bindings = vec![(binding::COARSE, levels[level + 1]), (binding::FINE, levels[level])];
        let cost = sums_cost(lengths[level]);
        plan.passes.push(group.level_pass("sum_interval_sums", lengths[level], bindings, cost));
    }
    let cost = add_up([first, sums_cost(length)]);
    plan.passes.push(group.end_pass(
        entry_points.store_prefixes,
        lengths[0],
        [io.load_and_store(), vec![(binding::COARSE, levels[0])]].concat(),
        cost,
    ));
}

/// The sums of this number of pairs.
fn pairs_cost(pairs: u32) -> PassCost {
    let pairs = u64::from(pairs);
    PassCost { reads: 2 * pairs, writes: pairs, applications: pairs, barriers: 0 }
}

/// The second stage of a level of `length` elements. A pair's prefix is stored unchanged, and combined with the element
/// after the pair. A level of even length has one more element.
fn sums_cost(length: u32) -> PassCost {
    let pairs = u64::from(pairs(length));
    let stored = PassCost { reads: 2 * pairs, writes: 2 * pairs, applications: pairs, barriers: 0 };
    add_up([stored, extended_cost(u64::from(length.is_multiple_of(2)))])
}

/// Each of `elements` elements is read, combined with the previous prefix, which is in a register, and stored.
fn extended_cost(elements: u64) -> PassCost {
    PassCost { reads: elements, writes: elements, applications: elements, barriers: 0 }
}

/// The first element of a group is combined with the last prefix of the previous group, if there is one, and stored. In
/// an exclusive scan, the first group stores the identity, which is not read.
fn first_cost(job: &Job, start: u32) -> PassCost {
    match start {
        0 => PassCost { reads: (job.form.mode == Mode::Inclusive).into(), writes: 1, applications: 0, barriers: 0 },
        _ => PassCost { reads: 2, writes: 1, applications: 1, barriers: 0 },
    }
}

fn add_up([left, right]: [PassCost; 2]) -> PassCost {
    PassCost {
        reads: left.reads + right.reads,
        writes: left.writes + right.writes,
        applications: left.applications + right.applications,
        barriers: left.barriers + right.barriers,
    }
}

/// Entry points that read the input or write the output.
struct EntryPoints {
    /// The first step of the first stage.
    sum_intervals: &'static str,
    /// The last step of the second stage.
    store_prefixes: &'static str,
    /// Both steps, for one or two elements.
    store_few: &'static str,
}

const FIRST_GROUP: EntryPoints = EntryPoints {
    sum_intervals: "sum_source_intervals",
    store_prefixes: "store_prefixes",
    store_few: "store_few_prefixes",
};

const LATER_GROUP: EntryPoints = EntryPoints {
    sum_intervals: "sum_group_intervals",
    store_prefixes: "store_group_prefixes",
    store_few: "store_few_group_prefixes",
};

/// The part of the input that a scan handles at a time; `nakano` has a single group.
pub(super) struct Group<'a> {
    pub job: &'a Job,
    pub io: &'a Io<'a>,
    /// Elements of a full group; `None` for a single group.
    pub k: Option<u32>,
    pub start: u32,
    pub length: u32,
}

impl Group<'_> {
    /// A pass that reads the input or writes the output.
    fn end_pass(&self, entry_point: &'static str, pairs: u32, bindings: Vec<(u32, Resource)>, cost: PassCost) -> Pass {
        let of_group = self.k.map(|k| ("GROUP_ELEMENTS", Constant::U32(k)));
        let root = if self.k.is_some() { wgsl!("scan/nakano-sequential.wgsl") } else { wgsl!("scan/nakano.wgsl") };
        // The first group's argument is its length.
        let argument = if self.start == 0 { self.length } else { self.start };
        pass(self.kernel(root, entry_point, of_group), pairs, self.job.elements, argument, bindings, cost)
    }

    /// A pass between two levels in scratch memory. The finer level has `length` elements.
    fn level_pass(
        &self,
        entry_point: &'static str,
        length: u32,
        bindings: Vec<(u32, Resource)>,
        cost: PassCost,
    ) -> Pass {
        let kernel = self.kernel(wgsl!("scan/nakano.wgsl"), entry_point, None);
        pass(kernel, pairs(length).max(1), length, 0, bindings, cost)
    }

    fn kernel(
        &self,
        root: &'static Module,
        entry_point: &'static str,
        of_group: Option<(&'static str, Constant)>,
    ) -> Kernel {
        let constants: Vec<_> =
            [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE))].into_iter().chain(of_group).collect();
        Kernel::of_form(&self.job.form, root, entry_point, &constants).on(self.io)
    }
}

fn pass(
    kernel: Kernel,
    pairs: u32,
    elements: u32,
    argument: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    Pass {
        kernel,
        workgroups: pairs.div_ceil(WORKGROUP_SIZE),
        elements,
        takes_length: false,
        argument,
        bindings,
        serial_elements: 1,
        cost,
    }
}

fn formulas(subject: &Subject<'_>) -> Vec<Formula> {
    let (n, m) = (subject.n, subject.n.log2());
    let space = |formula, said| Formula::new("Work space, elements", formula, said, subject.scratch_elements());
    vec![
        subject
            .applications("2n − m − 2, m = log₂ n, the loops as printed", 2.0 * n - m - 2.0)
            .because("The first stage’s loop runs one interval too far: aₜ holds 2ᵗ − 1 sums, as the text says."),
        subject.applications("2n − 2m − 1", 2.0 * n - 2.0 * m - 1.0),
        space("2ᵐ − m, as printed", n - m).because("The sum of all 2ᵗ − 1 for t from 1 to m − 1 is one less."),
        space("2ᵐ − m − 1", n - m - 1.0),
        subject
            .dispatches("2(m − 1) + 1", 2.0 * m - 1.0)
            .because("The invocation of the element before it adds the last element; there is no separate step."),
        subject.tree_traffic().because("4n reads and 3n writes, minus the right edge of the tree: 7 log₂ n + 3."),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::{ElementType, Monoid};
    use crate::plan::{Form, Limits, Mode, Tuning};

    #[test]
    fn work_space_is_what_the_paper_says() {
        let monoid = Monoid::find("add", ElementType::U32).unwrap();
        let form = Form::new(monoid, Mode::Inclusive);
        let plan = |job: Job| plan(&job, &Io::ports(&job.form));
        let job = |elements| Job { elements, form: form.clone(), tuning: Tuning::new(), limits: Limits::CORE };
        for m in 2..20 {
            let plan = plan(job(1 << m));
            // m − 1 arrays of 2ᵗ − 1 numbers, and a dispatch for each in either stage.
            let bytes: Vec<u64> = (1..m).rev().map(|t| 4 * ((1 << t) - 1)).collect();
            assert_eq!(plan.scratch_bytes, bytes);
            assert_eq!(plan.passes.len(), 2 * (m as usize - 1));
        }
        assert_eq!(plan(job(1)).passes.len(), 1);
        // Without the last interval, eight elements have three intervals, and these three have one.
        assert_eq!(plan(job(8)).scratch_bytes, [12, 4]);
        assert_eq!(plan(job(6)).scratch_bytes, [8]);
    }
}
