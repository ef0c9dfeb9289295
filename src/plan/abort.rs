//! Reasons for an aborted run.

use std::fmt;

/// The maximum number of spins of an invocation over all its waits. A spin is a read of a state that is not published yet.
/// After the last spin, the tile aborts the run or falls back. A spin takes about a microsecond on a GPU, so all spins
/// take some hundredths of a second. lavapipe silently ends the loops of an invocation after 65,535 iterations in total,
/// and not every browser identifies lavapipe. The remaining iterations are for the other loops of the invocation.
pub(crate) const SPIN_BUDGET: u32 = 60_000;

/// The reason for an aborted run, by the value of its abort flag.
///
/// ```
/// use scanlab::error::Error;
/// use scanlab::plan::Abort;
///
/// // The next attempt after an aborted run.
/// let remedy = |error: &Error| match error {
///     Error::Aborted(Abort::OutOfOrder) => "Kernels::in_any_order",
///     _ => "another algorithm",
/// };
/// assert_eq!(remedy(&Error::Aborted(Abort::of(3))), "Kernels::in_any_order");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Abort {
    /// A tile has waited too long for another tile, whose workgroup had started.
    NoProgress = 1,
    /// The subgroups do not have the size that the device reports.
    OtherSubgroupSize = 2,
    /// A tile without a ticket has waited too long for another tile, whose workgroup may not have started.
    OutOfOrder = 3,
}

impl Abort {
    /// All reasons, in the order of their flags: 1, 2, 3.
    pub const ALL: [Abort; 3] = [Abort::NoProgress, Abort::OtherSubgroupSize, Abort::OutOfOrder];

    /// The reason for a flag other than 0.
    pub fn of(flag: u32) -> Abort {
        Abort::ALL.into_iter().find(|&abort| abort as u32 == flag).unwrap_or(Abort::NoProgress)
    }
}

impl fmt::Display for Abort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Abort::NoProgress => {
                "a tile waited for a predecessor whose workgroup had started and made no progress, which this device does not guarantee"
            }
            Abort::OtherSubgroupSize => "its subgroups do not have the size that the device reports",
            Abort::OutOfOrder => {
                "a tile waited for a predecessor whose workgroup had not started, or made no progress; a plan that does not \
                 depend on the start order avoids this"
            }
        })
    }
}
