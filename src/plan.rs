//! Plans: what a scan does on a GPU, as plain data.
//!
//! An algorithm is a function from a [`Job`] to a [`Plan`]. A plan needs no GPU to be made, so its edges (no elements,
//! one, a tile and one more, more workgroups than one dimension of a dispatch may have) are unit tests; the executor runs
//! it, the measuring engine times it, and the page reads its costs.

mod calibration;
mod cost;
mod limits;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use calibration::Calibration;
pub use cost::{Cost, PassCost};
pub use limits::Limits;

use crate::monoid::Monoid;
use crate::wgsl::{Module, Slot};

/// Whether an element's own value is part of its prefix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Element i of the output combines elements 0 … i.
    #[default]
    Inclusive,
    /// Element i of the output combines elements 0 … i − 1; element 0 is the identity.
    Exclusive,
}

/// The direction of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From the first element to the last.
    #[default]
    Forward,
    /// From the last element to the first; the result at i combines the elements from i on, in index order.
    Backward,
}

/// What kind of scan it is, whatever its length and algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Form {
    /// Operator and element type.
    pub monoid: Monoid,
    /// Inclusive or exclusive.
    pub mode: Mode,
    /// Forward or backward.
    pub direction: Direction,
    /// Whether head flags divide the input into segments that are scanned apart.
    pub segmented: bool,
    /// Whether the output takes the place of the input, in the same buffer.
    pub in_place: bool,
}

impl Form {
    /// A forward scan of one segment, its output beside its input.
    pub fn new(monoid: Monoid, mode: Mode) -> Self {
        Form { monoid, mode, direction: Direction::Forward, segmented: false, in_place: false }
    }

    /// Words of what algorithms work on: elements, in a segmented scan with a flag each.
    pub fn words(self) -> u32 {
        self.monoid.words() + u32::from(self.segmented)
    }

    /// The module of a subgroup's sum by an operation that devices have; none for flagged elements and for operators without one.
    pub fn native_subgroup_sum(self) -> Option<&'static Module> {
        self.monoid.operator.modules.subgroup_sum.filter(|_| !self.segmented)
    }
}

/// Values of tuning parameters by name.
pub type Tuning = BTreeMap<String, u32>;

/// What is to be scanned, and where.
#[derive(Clone, Debug)]
pub struct Job {
    /// Number of elements; one element may be several words.
    pub elements: u32,
    /// What kind of scan.
    pub form: Form,
    /// The share of tiles, in per cent, that withhold their states, like tiles whose workgroups are never scheduled: test only,
    /// for algorithms whose tiles wait for each other; 0 in production.
    pub withheld_percent: u32,
    /// Every tuning parameter of the algorithm, with its value.
    pub tuning: Tuning,
    /// The device's limits.
    pub limits: Limits,
}

impl Job {
    /// The value of a tuning parameter; resolving a request puts every declared parameter here.
    pub fn tuned(&self, name: &str) -> u32 {
        self.tuning.get(name).copied().unwrap_or_default()
    }

    /// Bytes of an input or output of this length.
    pub fn bytes(&self) -> u64 {
        u64::from(self.elements) * self.form.monoid.bytes()
    }

    /// Bytes of a buffer for it, which kernels may take four elements at a time; even of no elements, four can be bound.
    pub fn buffer_bytes(&self) -> u64 {
        u64::from(self.elements.max(1)).next_multiple_of(4) * self.form.monoid.bytes()
    }

    /// Bytes of scratch memory for `elements` of what the algorithm works on.
    pub fn scratch_bytes(&self, elements: u32) -> u64 {
        4 * u64::from(elements) * u64::from(self.form.words())
    }
}

/// A value of a constant in a shader's prelude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// `const NAME: u32`
    U32(u32),
    /// `const NAME: bool`
    Bool(bool),
}

/// One entry point of a shader that is joined from modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The file that the shader starts from; all others are what it imports.
    pub root: &'static Module,
    /// What fills slots that the form of the scan leaves open, or fills otherwise.
    pub variants: Vec<(Slot, &'static Module)>,
    /// Constants that the modules expect.
    pub constants: Vec<(&'static str, Constant)>,
    /// Name of the entry point.
    pub entry_point: &'static str,
    /// Whether it uses subgroup operations.
    pub subgroups: bool,
}

impl Kernel {
    /// A kernel without variants and subgroup operations.
    pub fn new(root: &'static Module, entry_point: &'static str, constants: Vec<(&'static str, Constant)>) -> Self {
        Kernel { root, variants: Vec::new(), constants, entry_point, subgroups: false }
    }

    /// What fills a slot, whatever the form of the scan.
    pub fn variant(&self, slot: Slot) -> Option<&'static Module> {
        self.variants.iter().find_map(|&(filled, module)| (filled == slot).then_some(module))
    }

    /// The value of a constant that is a number.
    pub fn constant(&self, name: &str) -> Option<u32> {
        self.constants.iter().find_map(|&(known, value)| match value {
            Constant::U32(value) if known == name => Some(value),
            _ => None,
        })
    }
}

/// A buffer that a pass binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// The scan's input, never written; a scan in place has none but its [`Resource::Prefixes`].
    Source,
    /// The scan's output.
    Prefixes,
    /// The head flags of a segmented scan, never written.
    Heads,
    /// The sum of the chunks before, one element, where a long scan is taken in chunks.
    Carry,
    /// A scratch buffer of the plan, by its rank.
    Scratch(usize),
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Source => f.write_str("source"),
            Resource::Prefixes => f.write_str("prefixes"),
            Resource::Heads => f.write_str("heads"),
            Resource::Carry => f.write_str("carry"),
            Resource::Scratch(rank) => write!(f, "scratch {rank}"),
        }
    }
}

/// One dispatch. All writes of earlier passes are visible to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// What runs.
    pub kernel: Kernel,
    /// How many workgroups run it; the executor folds them into two dimensions where one is too short.
    pub workgroups: u32,
    /// `parameters.elements`: elements of the array that the pass works on.
    pub elements: u32,
    /// `parameters.argument`: a number whose meaning is the kernel's own.
    pub argument: u32,
    /// Storage buffers by binding number; binding 0 holds the parameters.
    pub bindings: Vec<(u32, Resource)>,
    /// Elements that one invocation takes one after the other: how long the pass cannot be interrupted.
    pub serial_elements: u32,
    /// What it costs.
    pub cost: PassCost,
}

/// What a scan does on a GPU.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Sizes of the scratch buffers.
    pub scratch_bytes: Vec<u64>,
    /// The dispatches in their order.
    pub passes: Vec<Pass>,
    /// Elements of the tile that one workgroup handles.
    pub tile_elements: u32,
    /// Neighbouring elements of the output that one invocation stores.
    pub elements_per_invocation: u32,
    /// The longest chain of operator applications on the way to one element of the output: it bounds the rounding error.
    pub operator_depth: u32,
    /// A buffer whose second word is set where the run was aborted, so that its output is void.
    pub abort_flag: Option<Resource>,
    /// After how many runs the scratch memory has to be zeros again, as it is before the first; none where it never matters.
    pub runs_between_clears: Option<u32>,
    /// Whether results that round may differ from run to run.
    pub varies: bool,
    /// Whether a run may cost more than the passes' costs say, which are then the least: where it depends on what other
    /// workgroups have done by then, or on a size of subgroups that the adapter leaves open.
    pub cost_is_least: bool,
    /// Tuning parameters as they took effect, which the device's limits may have lowered.
    pub tuning: Tuning,
    /// The algorithm that the plan is of, where the one that was asked for chooses another.
    pub chosen: Option<&'static str>,
}

impl Plan {
    /// A plan with no passes.
    pub fn new(job: &Job, tile_elements: u32, elements_per_invocation: u32) -> Self {
        Plan {
            scratch_bytes: Vec::new(),
            passes: Vec::new(),
            tile_elements,
            elements_per_invocation,
            operator_depth: 0,
            abort_flag: None,
            runs_between_clears: None,
            varies: false,
            cost_is_least: false,
            tuning: job.tuning.clone(),
            chosen: None,
        }
    }

    /// Adds a scratch buffer for `elements` elements.
    pub fn scratch(&mut self, job: &Job, elements: u32) -> Resource {
        self.scratch_of_bytes(job.scratch_bytes(elements))
    }

    /// Adds a scratch buffer of `bytes` bytes.
    pub fn scratch_of_bytes(&mut self, bytes: u64) -> Resource {
        self.scratch_bytes.push(bytes);
        Resource::Scratch(self.scratch_bytes.len() - 1)
    }

    /// All scratch memory in bytes.
    pub fn total_scratch_bytes(&self) -> u64 {
        self.scratch_bytes.iter().sum()
    }
}

/// `⌈log₂ n⌉`; 0 for n ≤ 1.
pub fn log2_ceil(n: u32) -> u32 {
    n.max(1).next_power_of_two().trailing_zeros()
}

/// The sides of a two-dimensional dispatch that holds at least `workgroups`, as square as the limit makes it, so that few
/// workgroups are too many.
pub fn fold_workgroups(workgroups: u32, per_dimension: u32) -> [u32; 2] {
    let rows = workgroups.div_ceil(per_dimension).max(1);
    [workgroups.div_ceil(rows), rows]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_round_up() {
        assert_eq!([0, 1, 2, 3, 4, 5, 1 << 20, (1 << 20) + 1].map(log2_ceil), [0, 0, 1, 2, 2, 3, 20, 21]);
    }

    #[test]
    fn dispatches_fold_at_the_limit_and_lose_no_workgroup() {
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
