//! Buffers.

use super::Gpu;
use crate::error::Error;

/// Words that are uploaded or read back at a time, 4 MiB: enough to hide a round trip, and what is written on one side is still
/// in the processor's cache when the other reads it.
pub(super) const PIECE_WORDS: u32 = 1 << 20;

/// Staging buffers of a long upload or readback: one on this side, the others on their way.
pub(super) const MAX_SLOTS: u32 = 4;

/// What a storage buffer is for.
pub(super) const STORAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_DST).union(wgpu::BufferUsages::COPY_SRC);

/// A buffer that is freed at once when it is dropped: a browser would wait for its garbage collector.
#[derive(Debug)]
pub struct GpuBuffer(pub(super) wgpu::Buffer);

impl Drop for GpuBuffer {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

impl Gpu {
    /// Storage buffers of `bytes` bytes each that can be uploaded to and read back from.
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

    /// Buffers by label and size. Where there is no room for them, the scans that are kept make room.
    pub(super) async fn allocate(
        &self,
        wanted: &[(&str, u64)],
        usage: wgpu::BufferUsages,
    ) -> Result<Vec<GpuBuffer>, Error> {
        let bytes = wanted.iter().map(|&(_, bytes)| bytes).sum();
        let create = || wanted.iter().map(|&(label, bytes)| self.create(label, bytes, usage)).collect();
        loop {
            let made = self.scoped(&format!("buffers of {bytes} bytes"), bytes, create).await;
            if !(matches!(made, Err(Error::OutOfMemory { .. })) && self.kept.clear()) {
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
