//! What plans cost, in counts that a kernel with counters would find: exactly, or at least where [`Plan::cost_is_least`].

use serde::Serialize;

use super::Plan;

/// What a pass costs, counted over all its invocations: exactly, unless its plan says that this is the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassCost {
    /// Elements read from storage buffers, and head flags.
    pub reads: u64,
    /// Elements written to storage buffers.
    pub writes: u64,
    /// Applications of the operator, those with the identity included.
    pub applications: u64,
    /// Workgroup barriers, counted once a workgroup.
    pub barriers: u64,
}

/// What a plan costs: the sum of its passes' costs, and what it needs as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Passes.
    pub dispatches: u64,
    /// Workgroups of all passes.
    pub workgroups: u64,
    /// Workgroup barriers, counted once a workgroup.
    pub barriers: u64,
    /// Elements read from storage buffers, and head flags.
    pub reads: u64,
    /// Elements written to storage buffers.
    pub writes: u64,
    /// Applications of the operator, those with the identity included.
    pub applications: u64,
    /// The longest chain of operator applications on the way to one element of the output.
    pub depth: u32,
    /// Memory beside input and output.
    pub scratch_bytes: u64,
    /// Whether a run may cost more reads, applications and barriers than these.
    pub is_least: bool,
}

impl Plan {
    /// What the plan costs.
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
            is_least: self.cost_is_least,
        }
    }
}
