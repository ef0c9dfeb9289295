//! Plans: the passes and scratch memory of a scan, as plain data.
//!
//! An algorithm is a function from a [`Job`] to a [`Plan`]. Planning needs no GPU, so its edge cases (no elements, one
//! element, a tile and one element, more workgroups than a dimension of a dispatch allows) have unit tests.
//! [`record`](crate::record) runs a plan, the laboratory times it, and the page reads its costs.

mod abort;
mod calibration;
mod cost;
mod io;
mod job;
mod kernel;
mod limits;
mod planned;
mod port;
mod segments;
mod selection;
mod slots;

use std::fmt;

pub use abort::Abort;
pub(crate) use abort::SPIN_BUDGET;
pub use calibration::Calibration;
pub use cost::{Cost, PassCost};
pub(crate) use io::{Fusion, Io};
pub use job::{Direction, Form, Job, Mode, Tuning};
pub use kernel::{Constant, Kernel};
pub use limits::{Fault, Limits, MAX_WORDS, SUBGROUP_SIZES};
pub use planned::{Plannable, Planned};
pub use port::{Access, Port};
pub use segments::Segments;
pub use selection::Mask;
pub(crate) use selection::{MAX_RECORD_WORDS, check_record_words};
pub(crate) use selection::{Others, Pivot, Selection};
pub(crate) use slots::Slots;

/// A buffer that a pass binds.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::{Limits, Resource};
///
/// let compaction = OperationJob::new("compact", 100, Monoid::counts(), Limits::CORE)?;
/// assert_eq!(compaction.words_of(Resource::Flags), Some(100));
/// assert_eq!(compaction.words_of(Resource::SecondOutput), None);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// The input, never written. A scan in place has its input in [`Resource::Output`].
    Input,
    /// The scan's output, or the first output of an operation.
    Output,
    /// The head flags of a segmented scan or the flags of a selection, never written.
    Flags,
    /// The second input of an operation, never written.
    Values,
    /// The offsets of segments in the input, never written.
    Offsets,
    /// The sorted keys that a lower bound searches, or the second input of a merge, never written.
    Sorted,
    /// The initial value of a scan, one element, never written.
    Initial,
    /// The second output of an operation.
    SecondOutput,
    /// The count of an operation: the number of elements of its outputs, or the index at which a partition splits.
    Count,
    /// The words of [`Plan::table`].
    Table,
    /// In a scan in chunks, the sum of the previous chunks: one element.
    Carry,
    /// A scratch buffer of the plan, by its index.
    Scratch(usize),
}

impl Resource {
    /// The name of an input or output in messages.
    pub(crate) fn port_name(self) -> &'static str {
        match self {
            Resource::Input => "input",
            Resource::Flags => "flags",
            Resource::Values => "values",
            Resource::Offsets => "offsets",
            Resource::Sorted => "sorted",
            Resource::Initial => "initial value",
            Resource::SecondOutput => "second output",
            Resource::Count => "count",
            Resource::Carry => "carry",
            Resource::Output | Resource::Table | Resource::Scratch(_) => "output",
        }
    }
}

/// The resource's name on the page, in descriptions of plans and in recordings.
impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Input => f.write_str("source"),
            Resource::Output => f.write_str("prefixes"),
            Resource::Flags => f.write_str("heads"),
            Resource::Values => f.write_str("values"),
            Resource::Offsets => f.write_str("offsets"),
            Resource::Sorted => f.write_str("sorted"),
            Resource::Initial => f.write_str("initial"),
            Resource::SecondOutput => f.write_str("second output"),
            Resource::Count => f.write_str("count"),
            Resource::Table => f.write_str("table"),
            Resource::Carry => f.write_str("carry"),
            Resource::Scratch(index) => write!(f, "scratch {index}"),
        }
    }
}

/// A step of a plan: one dispatch. It sees all writes of earlier passes.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Form, Job, Limits, Mode};
/// use scanlab::scan::Algorithm;
///
/// let job = Job::new(1 << 20, Form::new(Monoid::counts(), Mode::Inclusive), Limits::CORE);
/// let scan = Algorithm::find("two-level")?.planned(job)?;
/// let passes: Vec<_> = scan.plan().passes.iter().map(|pass| (pass.kernel.entry_point, pass.workgroups)).collect();
/// assert_eq!(passes, [("reduce_blocks", 1024), ("scan_sums", 1), ("scan_blocks", 1024)]);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// The kernel that it runs.
    pub kernel: Kernel,
    /// Number of workgroups. [`fold_workgroups`] distributes them to two dimensions if they exceed the limit of one.
    pub workgroups: u32,
    /// `parameters.elements`: elements of the array that the pass works on.
    pub elements: u32,
    /// Whether the pass works on the elements of the job. If so, and if the plan [takes a length](Plan::takes_length),
    /// the number of elements that the device has computed replaces `elements`. A pass over sums keeps `elements`.
    pub takes_length: bool,
    /// `parameters.argument`: a number whose meaning depends on the kernel.
    pub argument: u32,
    /// Storage buffers by binding number; binding 0 holds the parameters.
    pub bindings: Vec<(u32, Resource)>,
    /// Elements that one invocation handles serially, for an estimate of the time of the dispatch.
    pub serial_elements: u32,
    /// Its cost.
    pub cost: PassCost,
}

/// The passes and scratch memory of a scan.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Form, Job, Limits, Mode};
/// use scanlab::scan::Algorithm;
///
/// let job = Job::new(1 << 20, Form::new(Monoid::counts(), Mode::Inclusive), Limits::CORE);
/// let scan = Algorithm::find("look-back-fallback")?.planned(job)?;
/// assert_eq!(scan.plan().passes.len(), 1);
/// assert!(scan.plan().total_scratch_bytes() < 1 << 16);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// Sizes of the scratch buffers.
    pub scratch_bytes: Vec<u64>,
    /// Words that passes read and that depend only on the plan; empty if no pass reads such words.
    pub table: Vec<u32>,
    /// The dispatches in order.
    pub passes: Vec<Pass>,
    /// Elements of the tile that one workgroup handles.
    pub tile_elements: u32,
    /// Neighbouring elements of the output that one invocation stores.
    pub elements_per_invocation: u32,
    /// The longest chain of operator applications to one element of the output, which bounds the rounding error.
    pub operator_depth: u32,
    /// Buffers whose second word is an abort flag, one per scan of the plan in which tiles wait. If a flag is not 0,
    /// the run was aborted, and its output is undefined.
    pub abort_flags: Vec<Resource>,
    /// The number of runs after which scratch memory must be cleared; it must also be zeros before the first run. `None`
    /// if its contents do not matter.
    pub runs_between_clears: Option<u32>,
    /// Whether rounded results may differ from run to run.
    pub varies: bool,
    /// Whether the costs of the passes are lower bounds, because they depend on the timing of other workgroups, or on a
    /// subgroup size that the adapter does not fix.
    pub is_lower_bound: bool,
    /// The effective tuning. The device's limits may have lowered it.
    pub tuning: Tuning,
    /// Whether passes over the input can use a number of elements that the device has computed, at most the number of
    /// the job.
    pub takes_length: bool,
    /// The name of the algorithm that runs instead of the requested one: the choice of `auto`, or the scan along
    /// columns.
    pub chosen: Option<&'static str>,
}

impl Plan {
    /// A plan without passes. Its scratch buffers follow those of the plan that contains it.
    pub(crate) fn new(job: &Job, io: &Io<'_>, tile_elements: u32, elements_per_invocation: u32) -> Self {
        Plan {
            scratch_bytes: io.scratch.to_vec(),
            table: Vec::new(),
            passes: Vec::new(),
            tile_elements,
            elements_per_invocation,
            operator_depth: 0,
            abort_flags: Vec::new(),
            runs_between_clears: None,
            varies: false,
            is_lower_bound: false,
            tuning: job.tuning.clone(),
            takes_length: false,
            chosen: None,
        }
    }

    pub(crate) fn scratch(&mut self, job: &Job, elements: u32) -> Resource {
        self.scratch_of_bytes(job.scratch_bytes(elements))
    }

    pub(crate) fn scratch_of_bytes(&mut self, bytes: u64) -> Resource {
        self.scratch_bytes.push(bytes);
        Resource::Scratch(self.scratch_bytes.len() - 1)
    }

    /// Marks all passes as passes over sums. A length on the device does not change the number of sums.
    pub(crate) fn of_sums(mut self) -> Self {
        self.passes.iter_mut().for_each(|pass| pass.takes_length = false);
        self
    }

    /// Appends the passes of a scan or a sort. It must be planned [within](Io::within) this plan, in its current state.
    pub(crate) fn append(&mut self, scan: Plan) {
        debug_assert!(scan.scratch_bytes.starts_with(&self.scratch_bytes) && scan.table.is_empty());
        self.scratch_bytes = scan.scratch_bytes;
        self.passes.extend(scan.passes);
        self.abort_flags.extend(scan.abort_flags);
        self.runs_between_clears = [self.runs_between_clears, scan.runs_between_clears].into_iter().flatten().min();
        self.varies |= scan.varies;
        self.is_lower_bound |= scan.is_lower_bound;
    }

    /// Indices of the scratch buffers with abort flags.
    pub fn abort_flag_indices(&self) -> impl Iterator<Item = usize> {
        self.abort_flags.iter().filter_map(|&resource| match resource {
            Resource::Scratch(index) => Some(index),
            _ => None,
        })
    }

    /// The index of the first earlier pass with the same kernel, so that each kernel is composed and compiled once.
    pub fn pass_of_same_kernel(&self, index: usize) -> Option<usize> {
        let pass = self.passes.get(index)?;
        self.passes[..index].iter().position(|earlier| earlier.kernel == pass.kernel)
    }

    /// All scratch memory in bytes.
    pub fn total_scratch_bytes(&self) -> u64 {
        self.scratch_bytes.iter().sum()
    }
}

/// `⌈log₂ n⌉`; 0 for n ≤ 1.
pub(crate) fn log2_ceil(n: u32) -> u32 {
    // The next power of two would overflow for the largest numbers.
    u32::BITS - n.max(1).wrapping_sub(1).leading_zeros()
}

/// Workgroups in dimensions x and y of a dispatch of at least `workgroups` workgroups. The dispatch has as few rows as
/// the limit `per_dimension` allows, so that few workgroups are surplus.
pub fn fold_workgroups(workgroups: u32, per_dimension: u32) -> [u32; 2] {
    let rows = workgroups.div_ceil(per_dimension.max(1)).max(1);
    [workgroups.div_ceil(rows), rows]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_round_up() {
        assert_eq!([0, 1, 2, 3, 4, 5, 1 << 20, (1 << 20) + 1].map(log2_ceil), [0, 0, 1, 2, 2, 3, 20, 21]);
        assert_eq!([1 << 31, (1 << 31) + 1, u32::MAX].map(log2_ceil), [31, 32, 32]);
    }

    #[test]
    fn dispatches_fold_at_the_limit_and_have_enough_workgroups() {
        assert_eq!(fold_workgroups(0, 65_535), [0, 1]);
        assert_eq!(fold_workgroups(65_535, 65_535), [65_535, 1]);
        assert_eq!(fold_workgroups(65_536, 65_535), [32_768, 2]);
        for workgroups in [1, 65_534, 65_537, 131_071, 1 << 20, (1 << 22) + 1] {
            let [x, y] = fold_workgroups(workgroups, 65_535);
            assert!(x <= 65_535 && y <= 65_535, "{workgroups}: {x} x {y}");
            assert!(x * y >= workgroups && x * y - workgroups < y, "{workgroups}: {x} x {y}");
        }
    }
}
