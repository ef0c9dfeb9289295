//! The input of a planner: the kind of a scan, its length and tuning, and the device's limits.

use std::collections::BTreeMap;

use super::{Access, Limits, Port, Resource, Segments};
use crate::monoid::Monoid;
use crate::wgsl::Module;

/// Whether an element is part of its own prefix.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::monoid::{ElementType, Monoid};
/// use scanlab::plan::Mode;
/// use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
///
/// let maxima = ScanDescriptor::new(Monoid::find("max", ElementType::U32)?, 4);
/// let before = ScanDescriptor { mode: Mode::Exclusive, ..maxima };
/// let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &before).await?;
/// assert_eq!(scan.run(&[3u32, 1, 7, 0]).await?, [0, 3, 3, 7]);
/// # Ok(()) }) }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Mode {
    /// Element i of the output combines elements 0 … i.
    #[default]
    Inclusive,
    /// Element i of the output combines elements 0 … i − 1; element 0 of the output is the identity.
    Exclusive,
}

/// The direction of a scan.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::Direction;
/// use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
///
/// let suffixes = ScanDescriptor { direction: Direction::Backward, ..ScanDescriptor::new(Monoid::counts(), 4) };
/// let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &suffixes).await?;
/// assert_eq!(scan.run(&[3u32, 1, 7, 0]).await?, [11, 8, 7, 0]);
/// # Ok(()) }) }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Direction {
    /// From the first element to the last.
    #[default]
    Forward,
    /// From the last element to the first. The result at i combines the elements from i to the end, in index order.
    Backward,
}

/// The kind of a scan, apart from its length and algorithm.
///
/// ```
/// use scanlab::monoid::{ElementType, Monoid};
/// use scanlab::plan::{Form, Mode, Segments};
/// use scanlab::scan::Algorithm;
///
/// // Differences of prefixes need an operator with an inverse, such as a sum, not a maximum.
/// let rows = |monoid| Form { segments: Segments::Rows(80), ..Form::new(monoid, Mode::Inclusive) };
/// let scan = Algorithm::find("segmented-difference")?;
/// assert!(scan.check_form(&rows(Monoid::find("add", ElementType::I32)?)).is_ok());
/// assert!(scan.check_form(&rows(Monoid::find("max", ElementType::I32)?)).is_err());
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Operator and element type.
    pub monoid: Monoid,
    /// Inclusive or exclusive.
    pub mode: Mode,
    /// Forward or backward.
    pub direction: Direction,
    /// The segments of the input, which are scanned independently.
    pub segments: Segments,
    /// Whether the output overwrites the input in the same buffer.
    pub in_place: bool,
    /// Whether every segment begins with an initial value, which a buffer holds. In the order of the elements it
    /// precedes the first element; in a backward scan it follows the last one.
    pub initial: bool,
}

impl Form {
    /// A forward scan of one segment, out of place.
    pub fn new(monoid: Monoid, mode: Mode) -> Self {
        Form { monoid, mode, direction: Direction::Forward, segments: Segments::Whole, in_place: false, initial: false }
    }

    /// Words of a value that algorithms combine: an element, and in a segmented scan a flag.
    pub fn words(&self) -> u32 {
        self.monoid.words() + u32::from(self.segments.are_flagged())
    }

    /// The module of the sum over a subgroup by a built-in operation; `None` for elements with a flag and for operators
    /// without such an operation.
    pub(crate) fn native_subgroup_sum(&self) -> Option<&'static Module> {
        self.monoid.operator.modules.subgroup_sum.filter(|_| !self.segments.are_flagged())
    }
}

/// Values of tuning parameters by name.
pub type Tuning = BTreeMap<String, u32>;

/// A scan to plan, for a device.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Form, Job, Limits, Mode, Tuning};
/// use scanlab::scan::Algorithm;
///
/// let job = Job::new(1 << 20, Form::new(Monoid::counts(), Mode::Exclusive), Limits::CORE);
/// let job = Job { tuning: Tuning::from([("items".into(), 3)]), ..job };
/// assert_eq!(Algorithm::find("raking")?.planned(job)?.plan().tile_elements, 3 * 256);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Job {
    /// Number of elements; one element may be several words.
    pub elements: u32,
    /// The kind of scan.
    pub form: Form,
    /// The value of every tuning parameter of the algorithm, without those that the plan chooses.
    pub tuning: Tuning,
    /// The device's limits.
    pub limits: Limits,
}

impl Job {
    /// A job of this number of elements without tuning.
    pub fn new(elements: u32, form: Form, limits: Limits) -> Self {
        Job { elements, form, tuning: Tuning::new(), limits }
    }

    /// The value of a tuning parameter; 0 if it has no value.
    pub fn tuned(&self, name: &str) -> u32 {
        self.tuning.get(name).copied().unwrap_or_default()
    }

    /// Bytes of the input, and of the output.
    pub fn bytes(&self) -> u64 {
        u64::from(self.elements) * self.form.monoid.bytes()
    }

    /// Bytes of the input or output buffer. Its length is a multiple of four elements, since kernels may access four at a
    /// time. It is at least four elements, since empty buffers cannot be bound.
    pub fn buffer_bytes(&self) -> u64 {
        u64::from(self.elements.max(1)).next_multiple_of(4) * self.form.monoid.bytes()
    }

    /// Whether the scan reads head flags.
    pub(crate) fn has_heads(&self) -> bool {
        self.form.segments.head_words(self.elements) > 0
    }

    /// Its inputs, then its output.
    pub fn ports(&self) -> Vec<Port> {
        let words = self.elements.saturating_mul(self.form.monoid.words());
        let port = |resource, access| Port { resource, access, words, bytes: self.buffer_bytes() };
        let heads = self.form.segments.head_words(self.elements);
        let heads = self.has_heads().then(|| Port::new(Resource::Flags, Access::Read, heads));
        // Kernels access no pack of it.
        let first = self.form.monoid.words();
        let of_element =
            || Port { bytes: self.form.monoid.bytes(), ..Port::new(Resource::Initial, Access::Read, first) };
        let initial = self.form.initial.then(of_element);
        let (input, output) = match self.form.in_place {
            true => (Some(port(Resource::Output, Access::ReadWrite)), None),
            false => (Some(port(Resource::Input, Access::Read)), Some(port(Resource::Output, Access::Write))),
        };
        [input, heads, initial, output].into_iter().flatten().collect()
    }

    /// Bytes of scratch memory for `elements` elements, with flags in a segmented scan.
    pub(crate) fn scratch_bytes(&self, elements: u32) -> u64 {
        4 * u64::from(elements) * u64::from(self.form.words())
    }
}
