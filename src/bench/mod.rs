//! Measuring: the same engine natively and in the browser, with its clock passed in.
//!
//! All candidates of a size are one block: they take their samples in turns, in an order drawn anew for every round, and the copy
//! kernel takes a turn in every round, so that what slows the device down slows all of them down. A series ends when the bootstrap's
//! 95 % interval of its median is narrow, or at a cap. A sample repeats its candidate until it spans many steps of the clock;
//! where it cannot, there is no time. The device is kept busy before and between samples, since an idle one lowers its clock.
//!
//! Every sample is poisoned before and summed up after, so that a time is kept only where its own output was that of the
//! run whose output is then checked element by element.
//!
//! | module | what it holds | knows |
//! |---|---|---|
//! | [`block`] | the schedule: repeats, rounds, when to end, drift | series |
//! | [`series`], [`compare`] | samples of a candidate, and what two of them tell | interval |
//! | `interval`, `stats`, `random`, `quantum` | the numbers | |
//! | [`clock`] | timer source, resolution, dispatch overhead | rig |
//! | `rig`, `guard`, `copy`, `kernel` | samples on a device | gpu |

pub mod block;
pub mod clock;
pub mod compare;
pub mod copy;
mod groups;
mod guard;
mod interval;
mod kernel;
mod measure;
mod quantum;
mod random;
mod rig;
pub mod series;
mod settings;
#[cfg(test)]
mod simulated;
mod stats;
pub mod transfer;

pub use clock::{TimerKind, Timing};
pub use measure::{Bench, Measured, Samples};
pub use settings::Settings;
pub use stats::median;
