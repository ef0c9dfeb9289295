//! Times from the GPU's own clock.

use super::{Gpu, GpuBuffer};
use crate::error::Error;

/// Bytes of two timestamps.
const BYTES: u64 = 16;

/// A pair of timestamp queries around what runs.
pub struct Timer {
    queries: wgpu::QuerySet,
    resolved: GpuBuffer,
    readback: GpuBuffer,
}

impl Timer {
    pub(super) fn writes(&self, first: bool, last: bool) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: first.then_some(0),
            end_of_pass_write_index: last.then_some(1),
        }
    }

    pub(super) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved.0, 0);
        encoder.copy_buffer_to_buffer(&self.resolved.0, 0, &self.readback.0, 0, BYTES);
    }
}

impl Gpu {
    /// A timer, or none where the device has no timestamps.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn timer(&self) -> Result<Option<Timer>, Error> {
        if !self.timestamps {
            return Ok(None);
        }
        let descriptor = wgpu::QuerySetDescriptor { label: None, ty: wgpu::QueryType::Timestamp, count: 2 };
        let queries = self.scoped("a timestamp query", BYTES, || self.device.create_query_set(&descriptor)).await?;
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let [resolved] = self.buffers(["timestamps"], BYTES, usage).await?;
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let [readback] = self.buffers(["timestamps read back"], BYTES, usage).await?;
        Ok(Some(Timer { queries, resolved, readback }))
    }

    /// The span of the last timed run in nanoseconds; it may be zero or negative where the clock is coarse or faulty.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn span_ns(&self, timer: &Timer) -> Result<f64, Error> {
        let mut ticks = [0u64; 2];
        self.read_mapped(&timer.readback, BYTES, &mut |bytes| {
            bytemuck::bytes_of_mut(&mut ticks).copy_from_slice(bytes)
        })
        .await?;
        Ok(ticks[1].wrapping_sub(ticks[0]) as i64 as f64 * f64::from(self.queue.get_timestamp_period()))
    }
}
