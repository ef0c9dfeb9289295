//! Effects on the times of a scan that its costs do not include.

/// An effect that makes a scan slower or faster than the costs of its plan suggest.
///
/// ```
/// use scanlab::scan::{Algorithm, Effect};
///
/// assert_eq!(Algorithm::find("sequential")?.effects, [Effect::OneInvocation]);
/// assert_eq!(Algorithm::find("blelloch")?.effects, [Effect::BankConflicts(Some("padding"))]);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A single invocation works, so the latencies of its accesses add up.
    OneInvocation,
    /// Tiles are scanned one after another.
    Chain,
    /// Tiles wait for the states of their predecessors.
    LookBack,
    /// Neighbouring invocations access every second element.
    Strides,
    /// Invocations access workgroup memory with an even stride: always, or if a tuning parameter is even. The number of
    /// banks is a power of two, so these accesses use few of them.
    BankConflicts(Option<&'static str>),
    /// Each chunk is still in a cache when it is read again.
    CachedChunks,
    /// An element is still in a cache when a second invocation reads it.
    CachedElements,
}
