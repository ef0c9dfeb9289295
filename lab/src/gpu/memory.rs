//! Buffers.

use futures_channel::oneshot::{self, Receiver};

use super::{Gpu, ReadbackSlice};
use scanlab::error::Error;
use scanlab::record::low_level::STORAGE;

/// Words of a slice of an upload or readback, 4 MiB: large enough to hide the latency of a transfer, and small enough to
/// stay in the processor's cache from its writer to its reader.
pub(super) const SLICE_WORDS: u32 = 1 << 20;

/// The number of staging buffers of a long upload or readback.
const MAX_STAGING_BUFFERS: u32 = 4;

/// The number of staging buffers for this number of words.
pub(super) fn staging_buffers(words: u32) -> u32 {
    words.div_ceil(SLICE_WORDS).clamp(1, MAX_STAGING_BUFFERS)
}

/// A buffer that is destroyed when it is dropped. A browser would otherwise free it only at a garbage collection.
#[derive(Debug)]
pub struct GpuBuffer(pub(super) wgpu::Buffer);

impl Drop for GpuBuffer {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

/// A range of words of a buffer.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub buffer: &'a GpuBuffer,
    /// The first word.
    pub first: u32,
    pub words: u32,
}

impl<'a> Part<'a> {
    /// The code of an aborted run, or 0, in the buffer of the abort flag.
    pub fn abort_code(abort_flag: &'a GpuBuffer) -> Self {
        Part { buffer: abort_flag, first: 1, words: 1 }
    }
}

impl Gpu {
    /// Storage buffers of `bytes` bytes each, for uploads and readbacks.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn storage<const COUNT: usize>(
        &self,
        labels: [&str; COUNT],
        bytes: u64,
    ) -> Result<[GpuBuffer; COUNT], Error> {
        self.buffers(labels, bytes, STORAGE).await
    }

    pub(super) async fn buffers<const COUNT: usize>(
        &self,
        labels: [&str; COUNT],
        bytes: u64,
        usage: wgpu::BufferUsages,
    ) -> Result<[GpuBuffer; COUNT], Error> {
        let mut made = self.allocate(&labels.map(|label| (label, bytes)), usage).await?;
        // One buffer per label.
        Ok(std::array::from_fn(|_| made.remove(0)))
    }

    /// Buffers by label and size. If memory is short, cached runs are evicted.
    pub(super) async fn allocate(
        &self,
        wanted: &[(&str, u64)],
        usage: wgpu::BufferUsages,
    ) -> Result<Vec<GpuBuffer>, Error> {
        let bytes = wanted.iter().map(|&(_, bytes)| bytes).sum();
        let create = || wanted.iter().map(|&(label, bytes)| self.create(label, bytes, usage)).collect();
        self.created(bytes, create).await
    }

    /// The objects that `create` creates, in a single wait: buffers of `bytes` bytes, and their bind groups. If memory
    /// is short, cached runs are evicted.
    pub(super) async fn created<T>(&self, bytes: u64, create: impl Fn() -> T) -> Result<T, Error> {
        loop {
            let made = self.scoped(&format!("buffers of {bytes} bytes, or what binds them"), bytes, &create).await;
            if !(matches!(made, Err(Error::DeviceOutOfMemory { .. })) && self.cache.clear()) {
                return made;
            }
        }
    }

    /// A buffer. Call it within an error scope.
    pub(super) fn create(&self, label: &str, bytes: u64, usage: wgpu::BufferUsages) -> GpuBuffer {
        self.count_object();
        let descriptor = wgpu::BufferDescriptor { label: Some(label), size: bytes, usage, mapped_at_creation: false };
        GpuBuffer(self.device.create_buffer(&descriptor))
    }

    /// Unmaps a buffer whose words have been read.
    pub(super) fn unmap(&self, buffer: &GpuBuffer) {
        if cfg!(target_arch = "wasm32") {
            // A browser reports no errors of unmapping, and each scope takes a call.
            buffer.0.unmap();
        } else {
            // Unmapping fails only on a lost device, which the next wait reports.
            drop(self.with_error_scopes(|| buffer.0.unmap()));
        }
    }
}

/// Words of a mapped buffer.
pub(super) fn view(buffer: &GpuBuffer, byte: u64, words: u32) -> Result<ReadbackSlice, Error> {
    let view = buffer.0.get_mapped_range(byte..byte + 4 * u64::from(words));
    view.map(ReadbackSlice).map_err(|error| Error::DeviceLost(error.to_string()))
}

/// Maps the first bytes of a buffer. The mapping completes after the device has done all submitted work. Call it within
/// an error scope.
pub(super) fn map(buffer: &GpuBuffer, mode: wgpu::MapMode, bytes: u64) -> Receiver<()> {
    let (done, mapping) = oneshot::channel();
    // If the mapping fails, `done` is dropped, which ends the wait for the mapping.
    buffer.0.map_async(mode, 0..bytes, move |result| {
        let _ = result.map(|()| done.send(()));
    });
    mapping
}
