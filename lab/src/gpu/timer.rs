//! Timestamp queries.

use super::{Gpu, GpuBuffer};
use scanlab::error::Error;

/// Pairs of timestamp queries, one pair per span.
pub struct Timer {
    pub(super) queries: wgpu::QuerySet,
    pub(super) resolved: GpuBuffer,
}

impl Drop for Timer {
    /// Destroys the queries. A browser would otherwise free them only at a garbage collection.
    fn drop(&mut self) {
        self.queries.destroy();
    }
}

impl Timer {
    pub(super) fn writes(&self, index: u32, begin: bool, end: bool) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: begin.then_some(2 * index),
            end_of_pass_write_index: end.then_some(2 * index + 1),
        }
    }
}

impl Gpu {
    /// A timer of `pairs` spans; `None` if the device has no timestamps.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn timer(&self, pairs: u32) -> Result<Option<Timer>, Error> {
        if !self.timestamps {
            return Ok(None);
        }
        let bytes = 16 * u64::from(pairs);
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let descriptor = wgpu::QuerySetDescriptor { label: None, ty: wgpu::QueryType::Timestamp, count: 2 * pairs };
        let queries = self.scoped("timestamp queries", bytes, || self.device.create_query_set(&descriptor)).await?;
        let [resolved] = self.buffers(["timestamps"], bytes, usage).await?;
        Ok(Some(Timer { queries, resolved }))
    }

    /// The timestamp period in nanoseconds.
    pub fn tick_ns(&self) -> f64 {
        f64::from(self.queue.get_timestamp_period())
    }
}
