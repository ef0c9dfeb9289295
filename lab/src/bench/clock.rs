//! Timer source, resolution and dispatch overhead of a device.

use serde::Serialize;

use super::block::Block;
use super::resolution::{smallest_step_ns, step_of};
pub use super::sampler::TimerKind;
use super::sampler::{BlockBuffers, DeviceSampler};
use super::settings::Settings;
use crate::gpu::{Cancel, Gpu, IoBuffers};
use scanlab::error::Error;
use scanlab::plan::{Access, Port, Resource};

/// The properties of a device's timer.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timing {
    /// The source of times.
    pub kind: TimerKind,
    /// The resolution of the clock, in nanoseconds.
    pub resolution_ns: f64,
    /// The time of an empty dispatch within a sequence of dispatches, in nanoseconds.
    pub overhead_ns: f64,
}

/// Timed spans per readback.
const SPANS: u32 = 8;

impl Timing {
    /// Measures a device's timer.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`], [`Error::Cancelled`].
    pub async fn find(gpu: &Gpu, clock: &dyn Fn() -> f64, cancel: &Cancel) -> Result<Self, Error> {
        let settings = &Settings::of(gpu);
        let [source, output] = gpu.storage(["source", "output"], 16).await?;
        let data = IoBuffers::new(source, output);
        let mut buffers =
            BlockBuffers::new(gpu, data, 0, &[Port::new(Resource::Output, Access::Write, 0)], SPANS, false).await?;
        let resolution_ns = match timestamp_step_ns(&buffers, gpu).await? {
            Some(step_ns) => step_ns,
            None => {
                buffers.use_wall_clock();
                smallest_step_ns(clock)
            }
        };
        let sampler = DeviceSampler::new((gpu, clock, cancel, settings), &buffers, vec![&buffers.copy]);
        let slot = Block { sampler, settings, resolution_ns, seed: 0 }.calibrate(0, 1).await?;
        Ok(Timing {
            kind: buffers.timer_kind(),
            resolution_ns,
            overhead_ns: slot.expected_ns / f64::from(slot.repeats),
        })
    }
}

/// The resolution of the GPU's timestamps, from spans of several lengths; `None` without timestamps, or if they do not advance.
async fn timestamp_step_ns(buffers: &BlockBuffers, gpu: &Gpu) -> Result<Option<f64>, Error> {
    let mut readings = Vec::new();
    for repeats in [1, 16, 256] {
        readings.extend(buffers.timestamps(gpu, repeats).await?);
    }
    Ok(step_of(&readings).map(|step| step as f64 * gpu.tick_ns()))
}
