//! Timer source, resolution and dispatch overhead of a device.

use serde::Serialize;

use super::block::Block;
use super::quantum::{smallest_step_ns, step_of};
pub use super::rig::TimerKind;
use super::rig::{Rig, Running};
use super::settings::Settings;
use crate::error::Error;
use crate::gpu::{Cancel, Gpu, ScanData};

/// A clock as it was found.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Timing {
    /// Where times come from.
    pub kind: TimerKind,
    /// The step of the clock, in nanoseconds.
    pub quantum_ns: f64,
    /// The time of a dispatch that does nothing, among others in a pass.
    pub overhead_ns: f64,
}

/// Spans that are looked at at a time.
const SPANS: u32 = 8;

impl Timing {
    /// Finds out about a device's clock.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Cancelled`].
    pub async fn find(gpu: &Gpu, clock: &dyn Fn() -> f64, cancel: &Cancel) -> Result<Self, Error> {
        let settings = &Settings::of(gpu);
        let [source, prefixes] = gpu.storage(["source", "prefixes"], 16).await?;
        let data = ScanData { source: Some(source), prefixes, heads: None, carry: None };
        let mut rig = Rig::new(gpu, data, 0, SPANS).await?;
        let quantum_ns = match timestamp_step_ns(&rig, gpu).await? {
            Some(step_ns) => step_ns,
            None => {
                rig.use_wall_clock();
                smallest_step_ns(clock)
            }
        };
        let sampler = Running::new((gpu, clock, cancel, settings), &rig, vec![&rig.copy]);
        let turn = Block { sampler, settings, quantum_ns, seed: 0 }.calibrate(0, 1).await?;
        Ok(Timing { kind: rig.timer_kind(), quantum_ns, overhead_ns: turn.expected_ns / f64::from(turn.repeats) })
    }
}

/// The step of the GPU's timestamps, seen in spans of some lengths; none where there are none to rely on.
async fn timestamp_step_ns(rig: &Rig, gpu: &Gpu) -> Result<Option<f64>, Error> {
    let mut readings = Vec::new();
    for repeats in [1, 16, 256] {
        readings.extend(rig.timestamps(gpu, repeats).await?);
    }
    Ok(step_of(&readings).map(|step| step as f64 * gpu.tick_ns()))
}
