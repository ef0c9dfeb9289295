//! Costs of plans, as the emulator counts them: exact, or lower bounds where [`Plan::is_lower_bound`]. Each word of a
//! record counts as an element.

use super::Plan;

/// The cost of a pass over all its invocations: exact, unless [`Plan::is_lower_bound`].
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::Limits;
///
/// let reduction = OperationJob::new("reduce", 1 << 20, Monoid::counts(), Limits::CORE)?;
/// let first = &reduction.plan().passes[0];
/// assert_eq!((first.cost.reads, first.cost.writes), (1 << 20, first.workgroups.into()));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PassCost {
    /// Elements read from storage buffers, and head flags.
    pub reads: u64,
    /// Elements written to storage buffers.
    pub writes: u64,
    /// Applications of the operator, including those with the identity, for an input of one segment. Segment starts save
    /// some applications.
    pub applications: u64,
    /// Workgroup barriers, counted once per workgroup.
    pub barriers: u64,
}

/// The cost of a plan: the sum of its passes' costs, with its depth and memory.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Form, Job, Limits, Mode};
/// use scanlab::scan::Algorithm;
///
/// let job = Job::new(1 << 16, Form::new(Monoid::counts(), Mode::Inclusive), Limits::CORE);
/// let cost = |id| Ok::<_, scanlab::error::Error>(Algorithm::find(id)?.planned(job.clone())?.plan().cost());
/// let (steps, tiles) = (cost("hillis-steele")?, cost("blelloch")?);
/// assert!(steps.depth < tiles.depth && steps.applications > 3 * tiles.applications);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cost {
    /// Number of passes.
    pub dispatches: u64,
    /// Workgroups of all passes.
    pub workgroups: u64,
    /// Workgroup barriers, counted once per workgroup.
    pub barriers: u64,
    /// Elements read from storage buffers, and head flags.
    pub reads: u64,
    /// Elements written to storage buffers.
    pub writes: u64,
    /// Applications of the operator, including those with the identity, for an input of one segment. Segment starts save
    /// some applications.
    pub applications: u64,
    /// The longest chain of operator applications to one element of the output.
    pub depth: u32,
    /// Scratch memory in bytes.
    pub scratch_bytes: u64,
    /// Whether reads, applications and barriers are lower bounds.
    pub is_lower_bound: bool,
}

impl Plan {
    /// The cost of the plan.
    pub fn cost(&self) -> Cost {
        let sum = |part: fn(&PassCost) -> u64| self.passes.iter().map(|pass| part(&pass.cost)).sum();
        Cost {
            dispatches: self.passes.len() as u64,
            workgroups: self.passes.iter().map(|pass| u64::from(pass.workgroups)).sum(),
            barriers: sum(|cost| cost.barriers),
            reads: sum(|cost| cost.reads),
            writes: sum(|cost| cost.writes),
            applications: sum(|cost| cost.applications),
            depth: self.operator_depth,
            scratch_bytes: self.total_scratch_bytes(),
            is_lower_bound: self.is_lower_bound,
        }
    }
}
