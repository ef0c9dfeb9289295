//! What is to be planned: an operation, its length and options, and the device's limits.

use super::{MOST_BINS, Operation, Variant};
use crate::error::Error;
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Access, Form, Job, Limits, Mask, Mode, Plan, Plannable, Planned, Port, Resource, Tuning};
use crate::scan::{Algorithm, Parameter};

/// An operation to plan, for a device.
#[derive(Clone, Debug)]
pub struct OperationJob {
    /// What runs.
    pub operation: &'static Operation,
    /// Number of elements of the input.
    pub elements: u32,
    /// The type of the input; of a reduction, the operator and type of the values.
    pub monoid: Monoid,
    /// What differs from operation to operation.
    pub options: Options,
    /// What is measured in place of the operation by a scan.
    pub variant: Option<&'static Variant>,
    /// The scan that is a part of it; `auto` where none is chosen.
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
        self.check_scan()?;
        if self.operation.takes_scan() && self.variant.is_none() {
            match self.own_tuning() {
                Some(parameters) => Parameter::check(self.operation.id, parameters, &self.tuning)?,
                None => self.tuning = self.scan.resolve_tuning(&self.tuning)?,
            }
        }
        self.options.check(self.operation, self.monoid.element_type)?;
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

    fn limits(&self) -> Limits {
        self.limits
    }

    fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }
}

/// The options of all operations; each reads its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The elements that a selection keeps.
    pub mask: Mask,
    /// Whether a compaction also gives the indices of the elements that it keeps.
    pub indices: bool,
    /// The bins of a histogram.
    pub bins: u32,
    /// The lower end of a histogram's first bin and the upper end of its last, which does not belong to it: a greater one.
    pub range: [f64; 2],
    /// Whether a sort carries values.
    pub values: bool,
    /// Whether a sort is descending.
    pub descending: bool,
    /// The first bit by which a sort compares, and the one after the last.
    pub bits: [u32; 2],
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mask: Mask::Flags,
            indices: false,
            bins: 256,
            range: [0.0, 256.0],
            values: false,
            descending: false,
            bits: [0, u32::BITS],
        }
    }
}

impl Options {
    /// Checks what an operation on a type reads.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for the option that is wrong.
    pub(crate) fn check(&self, operation: &Operation, element_type: ElementType) -> Result<(), Error> {
        if !(1..=MOST_BINS).contains(&self.bins) {
            return Err(Error::bad_argument(
                "bins",
                format!("an integer from 1 to {MOST_BINS}"),
                self.bins.to_string(),
            ));
        }
        let [from, to] = self.bits;
        if from > to || to > u32::BITS {
            let found = format!("[{from}, {to}]");
            return Err(Error::bad_argument("bits", "[from, to] with 0 ≤ from ≤ to ≤ 32", found));
        }
        operation.check_options.map_or(Ok(()), |check| check(self, element_type))
    }
}

/// Words of an operation's outputs at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// Of the first.
    pub words: u32,
    /// Of the second, if there is one.
    pub second_words: Option<u32>,
    /// Words of an element of the second output.
    pub second_element_words: u32,
    /// The meaning of the count on the device.
    pub count: Count,
}

/// The meaning of the count that an operation computes on the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// There is none.
    #[default]
    None,
    /// The number of elements of the outputs.
    Length,
    /// The index at which a partition splits.
    Split,
}

impl OperationJob {
    /// A job with the default options and scan.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an unknown operation.
    pub fn new(id: &str, elements: u32, monoid: Monoid, limits: Limits) -> Result<Self, Error> {
        Ok(OperationJob {
            operation: Operation::find(id)?,
            elements,
            monoid,
            options: Options::default(),
            variant: None,
            scan: Algorithm::AUTO,
            tuning: Tuning::new(),
            limits,
        })
    }

    /// The form that its kernels are composed for, unless they have their own.
    pub fn form(&self) -> Form {
        Form::new(self.monoid, Mode::Inclusive)
    }

    /// The lengths of its outputs.
    pub fn outputs(&self) -> Outputs {
        (self.operation.outputs)(self)
    }

    /// Its inputs, then its outputs, which are as long as they may be.
    pub fn ports(&self) -> Vec<Port> {
        let outputs = self.outputs();
        let of_values = self.elements.saturating_mul(self.monoid.words());
        // Keys are of one word, whatever the values.
        let source = if self.has_values() { self.elements } else { of_values };
        let port = |is_there: bool, resource, access, words| is_there.then(|| Port::new(resource, access, words));
        let count = Port { bytes: 4, ..Port::new(Resource::Count, Access::Write, 1) };
        [
            port(true, Resource::Source, Access::Read, source),
            port(self.uses_flags(), Resource::Heads, Access::Read, self.elements),
            port(self.has_values(), Resource::Values, Access::Read, of_values),
            port(true, Resource::Prefixes, Access::Write, outputs.words),
            outputs.second_words.map(|words| Port::new(Resource::SecondOutput, Access::Write, words)),
            (outputs.count != Count::None).then_some(count),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Words of an input, and the most of an output; none where the operation has no such port.
    pub fn words_of(&self, resource: Resource) -> Option<u32> {
        self.ports().into_iter().find_map(|port| (port.resource == resource).then_some(port.words))
    }

    /// The parameters of the operation itself, which take the place of those of the scan where none is chosen.
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
    /// As [`Self::check_scan`]; [`Error::BadArgument`] for options that are not what they must be.
    pub fn planned(self) -> Result<PlannedOperation, Error> {
        Planned::of(self)
    }

    /// The plan; without passes for no elements.
    pub fn plan(&self) -> Plan {
        if self.elements == 0 {
            return Plan::new(&self.scan_job(self.form(), 0), 1, 1);
        }
        match self.variant {
            Some(variant) => (variant.plan)(self),
            None => (self.operation.plan)(self),
        }
    }

    /// Checks that the scan that is a part of it meets the device's limits and takes every form that it is planned for.
    ///
    /// # Errors
    /// [`Error::Unsupported`] with the requirement or the reason.
    pub fn check_scan(&self) -> Result<(), Error> {
        self.scan.check_needs(&self.limits)?;
        let forms = self.operation.scan_forms.map(|forms| forms(self)).unwrap_or_default();
        forms.into_iter().try_for_each(|form| self.scan.check_form(form))
    }

    /// A scan of `elements` elements within the operation.
    pub(super) fn scan_job(&self, form: Form, elements: u32) -> Job {
        let tuning = self.scan.completed(&self.tuning);
        Job { elements, form, withheld_percent: 0, tuning, limits: self.limits }
    }
}
