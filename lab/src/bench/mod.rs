//! Measuring: the same engine natively and in the browser. The caller passes the clock.
//!
//! All candidates of a size form one block. The candidates take their samples in rounds, in random order, with the copy
//! kernel in every round, so that changes of the device's speed affect all of them. A series ends when the bootstrap's 95 %
//! interval of its median is narrow, or at a limit. A sample repeats its candidate, so that it spans many timer
//! resolutions. If the limits of a sample prevent this, the series has no time. The device is kept busy before and
//! between samples, since an idle device lowers its clock.
//!
//! Before every sample, all outputs are overwritten with words that no scan writes. After the sample, their checksum is
//! computed. A sample is valid only if its checksum is that of the last run, whose output is checked element by element.
//!
//! | module | contents | uses |
//! |---|---|---|
//! | [`block`] | the schedule: repeats, rounds, end of a series, drift | series |
//! | [`series`], [`compare`] | samples of a candidate, comparisons of two candidates | interval |
//! | `interval`, `resolution` | intervals of medians, resolution of clocks | |
//! | [`clock`] | timer source, resolution, dispatch overhead | sampler |
//! | `calibrate` | the fastest scans on a device, for `auto` | measure |
//! | `sampler`, `output_check`, `copy`, `kernel`, `subject` | samples on a device | gpu |

pub mod block;
mod calibrate;
pub mod clock;
pub mod compare;
pub mod copy;
mod groups;
mod interval;
mod kernel;
mod measure;
mod output_check;
mod resolution;
mod sampler;
pub mod series;
mod settings;
#[cfg(test)]
mod simulated;
mod subject;
pub mod transfer;

pub use clock::{TimerKind, Timing};
pub use interval::MIN_SAMPLES;
pub use measure::{Bench, Measured, Samples};
pub use settings::{MAX_DISPATCHES, MIN_RESOLUTIONS, Settings};
pub use subject::Subject;

pub use crate::stats::median;
