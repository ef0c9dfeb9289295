//! The input of a planner: an operation, its length and options, and the device's limits.

use super::{MAX_BINS, Operation, Variant};
use crate::error::Error;
use crate::monoid::{ElementType, Monoid};
use crate::plan::{
    Access, Form, Io, Job, Limits, MAX_RECORD_WORDS, Mask, Mode, Plan, Plannable, Planned, Port, Resource, Tuning,
    check_record_words,
};
use crate::scan::{Algorithm, Parameter};

/// An operation to plan, for a device.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::Limits;
/// use scanlab::scan::Algorithm;
///
/// let job = OperationJob::new("compact", 1 << 20, Monoid::counts(), Limits::CORE)?;
/// let compaction = OperationJob { scan: Algorithm::find("raking")?, ..job }.planned()?;
/// assert_eq!(compaction.plan().abort_flags, []);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct OperationJob {
    /// The operation.
    pub operation: &'static Operation,
    /// Number of elements of the input.
    pub elements: u32,
    /// The type of the input; for a reduction, the operator and the type of the values.
    pub monoid: Monoid,
    /// The options of the operation.
    pub options: Options,
    /// The variant that is measured instead of the operation.
    pub variant: Option<&'static Variant>,
    /// The scan that the operation uses; `auto` if none is chosen.
    pub scan: &'static Algorithm,
    /// Tuning of the scan.
    pub tuning: Tuning,
    /// The device's limits.
    pub limits: Limits,
}

/// An operation with its plan.
pub type PlannedOperation = Planned<OperationJob>;

impl Plannable for OperationJob {
    fn checked(mut self) -> Result<Self, Error> {
        self.check_values()?;
        self.check_scan()?;
        if self.operation.takes_scan() && self.variant.is_none() {
            match self.own_tuning() {
                Some(parameters) => Parameter::check(self.operation.id, parameters, &self.tuning)?,
                None => self.tuning = self.scan.resolve_tuning(&self.tuning)?,
            }
        }
        self.options.check(self.operation, self.monoid.element_type)?;
        self.check_variant()?;
        Ok(self)
    }

    fn plan(&self) -> Plan {
        OperationJob::plan(self)
    }

    fn elements(&self) -> u32 {
        self.elements
    }

    fn form(&self) -> Form {
        OperationJob::form(self)
    }

    fn ports(&self) -> Vec<Port> {
        OperationJob::ports(self)
    }

    fn counted_words(&self, port: Resource) -> Option<u32> {
        let outputs = self.outputs();
        match (outputs.count, port) {
            (Count::Length, Resource::Output) => Some(self.options.record_words),
            (Count::Length, Resource::SecondOutput) => Some(outputs.second_element_words),
            _ => None,
        }
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }
}

/// The options of all operations. Each operation reads its own.
///
/// ```
/// use scanlab::monoid::ElementType;
/// use scanlab::operation::{Operation, Options};
///
/// // Ends of bins of integers are integers.
/// let fifths = Options { bins: 5, range: [0.0, 0.5], ..Options::default() };
/// let histogram = Operation::find("histogram")?;
/// assert!(fifths.check(histogram, ElementType::F32).is_ok());
/// assert!(fifths.check(histogram, ElementType::U32).is_err());
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The elements that a selection keeps.
    pub mask: Mask,
    /// Whether the output includes indices in the input: for a compaction or `unique` those of the kept elements, for a
    /// sort without values or a merge those of the keys.
    pub indices: bool,
    /// Whether a partition stores the elements that are not selected in reverse order.
    pub reversed: bool,
    /// The number of segments of a segmented reduction or sort, at least 1.
    pub segments: u32,
    /// The number of sorted keys that a lower bound searches, or that a merge takes as its second input.
    pub sorted_length: u32,
    /// Whether a lower bound is an upper bound: the first key that is greater, instead of not less.
    pub upper: bool,
    /// The number of bins of a histogram.
    pub bins: u32,
    /// The lower end of the first bin of a histogram, and the exclusive upper end of the last bin, which is greater.
    pub range: [f64; 2],
    /// Whether a sort carries values.
    pub values: bool,
    /// Whether a sort or a merge is descending.
    pub descending: bool,
    /// The first bit that a sort compares, and the bit after the last; `None` for all bits of the keys.
    pub bits: Option<[u32; 2]>,
    /// The number of words of a key of a sort. Keys of two words have the low word first. Their types are u64, i64 and
    /// f64 if the type of the job is u32, i32 and f32.
    pub key_words: u32,
    /// The number of keys that a top-k keeps, at least 1.
    pub k: u32,
    /// Whether a top-k keeps the largest keys; else the smallest.
    pub largest: bool,
    /// The number of 32-bit words of each element that a compaction, a partition or `unique` moves, or of each value of
    /// a sort: from 1 to [`Options::MAX_RECORD_WORDS`]. Elements of several words are records. They are moved as a
    /// whole, bit by bit. For a condition on records, use [`Mask::condition_on_record`].
    pub record_words: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mask: Mask::Flags,
            indices: false,
            reversed: false,
            segments: 1,
            sorted_length: 0,
            upper: false,
            bins: 256,
            range: [0.0, 256.0],
            values: false,
            descending: false,
            bits: None,
            key_words: 1,
            k: 1,
            largest: true,
            record_words: 1,
        }
    }
}

impl Options {
    /// The maximum number of words of a record.
    pub const MAX_RECORD_WORDS: u32 = MAX_RECORD_WORDS;

    /// Checks the options that an operation on a type reads.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for the invalid option.
    pub fn check(&self, operation: &Operation, element_type: ElementType) -> Result<(), Error> {
        if !(1..=MAX_BINS).contains(&self.bins) {
            return Err(Error::bad_argument("bins", format!("an integer from 1 to {MAX_BINS}"), self.bins.to_string()));
        }
        self.check_keys(operation)?;
        self.check_records(operation, element_type)?;
        operation.check_options.map_or(Ok(()), |check| check(self, element_type))
    }

    /// Checks the bits of keys, and those that are compared.
    fn check_keys(&self, operation: &Operation) -> Result<(), Error> {
        let bits = self.key_bits();
        if bits != u32::BITS && (bits != u64::BITS || !operation.sorts_wide_keys) {
            let known = if operation.sorts_wide_keys { "32 or 64" } else { "32" };
            let required = format!("{known} for \"{}\"", operation.id);
            return Err(Error::bad_argument("bits of the type", required, bits.to_string()));
        }
        match self.bits {
            Some([from, to]) if from > to || to > bits => {
                let required = format!("[from, to] with 0 ≤ from ≤ to ≤ {bits}");
                Err(Error::bad_argument("bits", required, format!("[{from}, {to}]")))
            }
            _ => Ok(()),
        }
    }

    fn key_bits(&self) -> u32 {
        u32::BITS.saturating_mul(self.key_words)
    }

    /// The first bit that a sort compares, and the bit after the last.
    pub(super) fn compared_bits(&self) -> [u32; 2] {
        let [from, to] = self.bits.unwrap_or([0, self.key_bits()]);
        let to = to.min(self.key_bits());
        [from.min(to), to]
    }

    /// Checks the words of records, and that the mask is for records of this length and type.
    fn check_records(&self, operation: &Operation, element_type: ElementType) -> Result<(), Error> {
        let words = self.record_words;
        let wrong = |required: &str| Err(Error::bad_argument("words of a record", required, words.to_string()));
        if words != 1 && !operation.moves_records {
            return wrong(&format!("1, since \"{}\" moves no records", operation.id));
        }
        if words != 1 && operation.carries_values && !self.values {
            return wrong("1 without values, since keys are of one word");
        }
        check_record_words(words)?;
        match self.mask {
            Mask::Where { record_words, element_type: found, .. }
                if operation.selects && (record_words, found) != (words, element_type) =>
            {
                let (required, found) = (condition_on(words, element_type), condition_on(record_words, found));
                Err(Error::bad_argument("where", required, found))
            }
            _ => Ok(()),
        }
    }
}

fn condition_on(words: u32, element_type: ElementType) -> String {
    format!(
        "a condition on elements of {words} {} of {}",
        if words == 1 { "word" } else { "words" },
        element_type.name()
    )
}

/// The lengths of an operation's outputs.
///
/// ```
/// use scanlab::monoid::{ElementType, Monoid};
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::Limits;
///
/// let matrices = Monoid::find("mat2", ElementType::F32)?;
/// let outputs = OperationJob::new("reduce", 1000, matrices, Limits::CORE)?.outputs();
/// assert_eq!((outputs.words, outputs.second_words), (4, None));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// The maximum number of words of the first output.
    pub words: u32,
    /// Words of the second output, if it has one.
    pub second_words: Option<u32>,
    /// Words of an element of the second output.
    pub second_element_words: u32,
    /// The meaning of the count on the device.
    pub count: Count,
}

/// The meaning of the count that an operation computes on the device.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::{Count, OperationJob};
/// use scanlab::plan::Limits;
///
/// let count = |id| Ok::<_, scanlab::error::Error>(OperationJob::new(id, 9, Monoid::counts(), Limits::CORE)?.outputs().count);
/// assert_eq!(["sort", "compact", "partition"].map(|id| count(id).ok()), [Count::None, Count::Length, Count::Split].map(Some));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// No count.
    #[default]
    None,
    /// The number of elements of the outputs.
    Length,
    /// The index at which a partition splits.
    Split,
}

impl OperationJob {
    /// A job with the default options and scan, of an operation by its public name.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown operation.
    pub fn new(id: &str, elements: u32, monoid: Monoid, limits: Limits) -> Result<Self, Error> {
        Ok(OperationJob::of(Operation::find(id)?, elements, monoid, limits))
    }

    /// A job with the default options and scan.
    pub fn of(operation: &'static Operation, elements: u32, monoid: Monoid, limits: Limits) -> Self {
        OperationJob {
            operation,
            elements,
            monoid,
            options: Options::default(),
            variant: None,
            scan: Algorithm::AUTO,
            tuning: Tuning::new(),
            limits,
        }
    }

    /// The form of a scan of its elements.
    pub fn form(&self) -> Form {
        Form::new(self.monoid.clone(), Mode::Inclusive)
    }

    /// The lengths of its outputs.
    pub fn outputs(&self) -> Outputs {
        (self.operation.outputs)(self)
    }

    /// Its inputs, then its outputs with their maximum lengths.
    pub fn ports(&self) -> Vec<Port> {
        let outputs = self.outputs();
        let of_values = match self.options.record_words {
            1 => self.elements.saturating_mul(self.monoid.words()),
            _ => self.record_words(),
        };
        // The words of keys do not depend on those of the values.
        let is_of_keys = self.has_values() || self.options.key_words > 1;
        let source = if is_of_keys { self.key_words() } else { of_values };
        let port = |is_there: bool, resource, access, words| is_there.then(|| Port::new(resource, access, words));
        let count = Port { bytes: 4, ..Port::new(Resource::Count, Access::Write, 1) };
        [
            port(true, Resource::Input, Access::Read, source),
            port(self.uses_flags(), Resource::Flags, Access::Read, self.elements),
            port(self.has_values(), Resource::Values, Access::Read, of_values),
            port(
                self.operation.takes_offsets,
                Resource::Offsets,
                Access::Read,
                self.options.segments.saturating_add(1),
            ),
            port(self.operation.takes_sorted, Resource::Sorted, Access::Read, self.options.sorted_length),
            port(true, Resource::Output, Access::Write, outputs.words),
            outputs.second_words.map(|words| Port::new(Resource::SecondOutput, Access::Write, words)),
            (outputs.count != Count::None).then_some(count),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Words of an input, or the maximum for an output; `None` if the operation has no such port.
    pub fn words_of(&self, resource: Resource) -> Option<u32> {
        self.ports().into_iter().find_map(|port| (port.resource == resource).then_some(port.words))
    }

    /// Words of all keys.
    pub(super) fn key_words(&self) -> u32 {
        self.elements.saturating_mul(self.options.key_words)
    }

    /// Words of all records.
    pub(super) fn record_words(&self) -> u32 {
        self.elements.saturating_mul(self.options.record_words)
    }

    /// Variants, which are measured instead of the operation, move no records.
    fn check_variant(&self) -> Result<(), Error> {
        match (self.variant, self.options.record_words) {
            (None, _) | (_, 1) => Ok(()),
            (Some(variant), words) => {
                let required = format!("1, since \"{}\" moves no records", variant.id);
                Err(Error::bad_argument("words of a record", required, words.to_string()))
            }
        }
    }

    /// The tuning parameters of the operation itself. They replace those of the scan if no scan is chosen.
    fn own_tuning(&self) -> Option<&'static [Parameter]> {
        let own = self.operation.own_tuning;
        (!own.is_empty() && self.scan.is_auto()).then_some(own)
    }

    /// Whether it has a second input.
    fn has_values(&self) -> bool {
        self.operation.takes_values || self.options.values
    }

    fn uses_flags(&self) -> bool {
        self.operation.selects && self.options.mask == Mask::Flags
    }

    /// The job with its plan.
    ///
    /// # Errors
    /// As [`Self::check_scan`]; [`Error::BadArgument`] for invalid options.
    pub fn planned(self) -> Result<PlannedOperation, Error> {
        Planned::of(self)
    }

    /// The plan. It has no passes if there are no elements; a merge then copies the sorted keys, if there are any.
    pub fn plan(&self) -> Plan {
        let copied = if self.operation.merges { self.options.sorted_length } else { 0 };
        if self.elements.max(copied) == 0 {
            return Plan::new(&self.scan_job(self.form(), 0), &Io::ports(&self.form()), 1, 1);
        }
        match self.variant {
            Some(variant) => (variant.plan)(self),
            None => (self.operation.plan)(self),
        }
    }

    /// Checks that the device meets the needs of the scan, and that the scan supports every form that the operation uses.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with the requirement or the reason.
    pub fn check_scan(&self) -> Result<(), Error> {
        self.scan.check_needs(&self.limits)?;
        let forms = self.operation.scan_forms.map(|forms| forms(self)).unwrap_or_default();
        forms.into_iter().try_for_each(|form| self.scan.check_form(&form))
    }

    /// Checks that elements have one word, unless the operation combines them, and that values are given only to an
    /// operation that carries values. Checks that a variant belongs to the operation and is not asked for indices.
    ///
    /// # Errors
    /// [`Error::Unsupported`]; [`Error::BadArgument`] with the required and the found value.
    fn check_values(&self) -> Result<(), Error> {
        let Operation { id, sums, .. } = *self.operation;
        if !sums && self.monoid.words() > 1 {
            let required = format!("of one word for \"{id}\"");
            return Err(Error::bad_argument("elements", required, format!("{} words", self.monoid.words())));
        }
        if self.options.values && !self.operation.carries_values {
            return Err(Error::bad_argument("values", format!("left out for \"{id}\""), "true"));
        }
        let Some(variant) = self.variant else { return Ok(()) };
        if !self.operation.variants.iter().any(|known| std::ptr::eq(known, variant)) {
            return Err(Error::bad_argument("variant", format!("one of \"{id}\""), variant.id));
        }
        match self.options.indices {
            true => Err(Error::Unsupported(format!("\"{}\" does not store indices", variant.id))),
            false => Ok(()),
        }
    }

    /// The first output if there are no elements: identities for sums, zeros for counts.
    pub fn output_of_none(&self) -> Vec<u32> {
        let words = self.outputs().words as usize;
        let identity = &self.monoid.identity()[..self.monoid.words() as usize];
        let identities = || identity.iter().copied().cycle().take(words).collect();
        if self.operation.identity_of_none { identities() } else { vec![0; words] }
    }

    /// A scan of `elements` elements within the operation.
    pub(super) fn scan_job(&self, form: Form, elements: u32) -> Job {
        let tuning = self.scan.completed(&self.tuning);
        Job { tuning, ..Job::new(elements, form, self.limits) }
    }
}
