//! Jobs with their plans.

use super::{Form, Limits, MAX_WORDS, Plan, Port, Resource};
use crate::error::Error;

/// A job that can be planned: a scan or an operation of a length, on a device.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::{Limits, Plannable, Port};
///
/// /// Bytes of the buffers that a caller creates.
/// fn bytes(job: &impl Plannable) -> u64 {
///     job.ports().iter().map(|port| port.bytes).sum()
/// }
///
/// assert_eq!(bytes(&OperationJob::new("sort", 1000, Monoid::counts(), Limits::CORE)?), 8000);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
pub trait Plannable: Clone {
    /// Checks the job, and completes it with all data that its plan reads.
    ///
    /// # Errors
    /// [`Error::Unsupported`] or [`Error::BadArgument`] for a job without a plan, or with a plan that would give wrong
    /// results.
    fn checked(self) -> Result<Self, Error>;

    /// Its plan. If there is nothing to compute, the plan has no passes.
    fn plan(&self) -> Plan;

    /// Number of elements.
    fn elements(&self) -> u32;

    /// The form of its scan; for an operation, the form of a scan of all its elements.
    fn form(&self) -> Form;

    /// Its inputs, in the order of their uploads, then its outputs. A buffer that is input and output is listed once.
    fn ports(&self) -> Vec<Port>;

    /// Words per element of an output whose length the device computes; `None` for other ports.
    fn counted_words(&self, _: Resource) -> Option<u32> {
        None
    }

    /// The limits of the device that it is planned for.
    fn limits(&self) -> Limits;

    /// Mutable access to the limits.
    fn limits_mut(&mut self) -> &mut Limits;
}

/// A job and its plan. They are kept together, since the plan of another job would give wrong results.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::{OperationJob, Options};
/// use scanlab::plan::{Limits, Planned};
///
/// let job = OperationJob::new("histogram", 1000, Monoid::counts(), Limits::CORE)?;
/// let none = OperationJob { options: Options { bins: 0, ..Options::default() }, ..job.clone() };
/// assert_eq!(Planned::of(job)?.job().outputs().words, 256);
/// assert!(Planned::of(none).is_err());
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Planned<J> {
    job: J,
    plan: Plan,
}

impl<J: Plannable> Planned<J> {
    /// Plans a job.
    ///
    /// # Errors
    /// As [`Plannable::checked`]; [`Error::TooLarge`] if a port has more than `MAX_WORDS` words.
    pub fn of(job: J) -> Result<Self, Error> {
        let job = job.checked()?;
        // This check comes before planning, whose arithmetic would overflow.
        if let Some(port) = job.ports().into_iter().find(|port| u64::from(port.words) > MAX_WORDS) {
            return Err(Error::TooLarge {
                what: format!("the {}", port.name()),
                required: format!("{} words", port.words),
                limit: format!("{MAX_WORDS} words"),
            });
        }
        Ok(Planned::of_checked(job))
    }

    fn of_checked(job: J) -> Self {
        let plan = job.plan();
        Planned { job, plan }
    }

    /// The job.
    pub fn job(&self) -> &J {
        &self.job
    }

    /// Its plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The same job, planned for a device that starts workgroups in any order.
    pub fn in_any_order(&self) -> Self {
        let mut job = self.job.clone();
        job.limits_mut().starts_in_order = false;
        Planned::of_checked(job)
    }
}
