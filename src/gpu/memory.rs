//! Buffers.

use super::Gpu;
use crate::error::Error;

/// Words of a slice of an upload or readback, 4 MiB: enough to hide the latency, and small enough to stay in the processor's cache between
/// its writer and its reader.
pub(super) const SLICE_WORDS: u32 = 1 << 20;

/// Staging buffers of a long upload or readback.
const MAX_STAGING_BUFFERS: u32 = 4;

/// The number of staging buffers for so many words.
pub(super) fn staging_buffers(words: u32) -> u32 {
    words.div_ceil(SLICE_WORDS).clamp(1, MAX_STAGING_BUFFERS)
}

/// Usage of storage buffers.
pub(super) const STORAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_DST).union(wgpu::BufferUsages::COPY_SRC);

/// A buffer that is destroyed when it is dropped, since a browser would free it only at a garbage collection.
#[derive(Debug)]
pub struct GpuBuffer(pub(super) wgpu::Buffer);

#[cfg(target_arch = "wasm32")]
impl GpuBuffer {
    /// The browser's buffer.
    pub fn handle(&self) -> Option<&wgpu::webgpu::GpuBuffer> {
        self.0.as_webgpu()
    }
}

impl Drop for GpuBuffer {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

impl Gpu {
    /// Storage buffers of `bytes` bytes each, for uploads and readbacks.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
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
        // As many as labels.
        Ok(std::array::from_fn(|_| made.remove(0)))
    }

    /// Buffers by label and size. Where memory is short, cached runs are evicted.
    pub(super) async fn allocate(
        &self,
        wanted: &[(&str, u64)],
        usage: wgpu::BufferUsages,
    ) -> Result<Vec<GpuBuffer>, Error> {
        let bytes = wanted.iter().map(|&(_, bytes)| bytes).sum();
        let create = || wanted.iter().map(|&(label, bytes)| self.create(label, bytes, usage)).collect();
        self.created(bytes, create).await
    }

    /// What `create` creates, in a single wait: buffers of `bytes` bytes, and what binds them. Where memory is short, cached runs are
    /// evicted.
    pub(super) async fn created<T>(&self, bytes: u64, create: impl Fn() -> T) -> Result<T, Error> {
        loop {
            let made = self.scoped(&format!("buffers of {bytes} bytes, or what binds them"), bytes, &create).await;
            if !(matches!(made, Err(Error::OutOfMemory { .. })) && self.cache.clear()) {
                return made;
            }
        }
    }

    /// A buffer; to be called within an error scope.
    pub(super) fn create(&self, label: &str, bytes: u64, usage: wgpu::BufferUsages) -> GpuBuffer {
        self.note_object();
        let descriptor = wgpu::BufferDescriptor { label: Some(label), size: bytes, usage, mapped_at_creation: false };
        GpuBuffer(self.device.create_buffer(&descriptor))
    }
}
