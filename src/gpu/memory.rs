//! Buffers, and the way of data into them.

use super::{Cancel, Gpu};
use crate::error::Error;

/// Words that are uploaded or read back at a time: enough to hide a round trip, little beside the data.
pub(super) const CHUNK_WORDS: u32 = 1 << 21;

/// Chunks of half of what may wait for upload, since each is copied by the implementation until it is on the device: one half is
/// filled while the other goes there.
const CHUNKS_IN_HALF: usize = 4;

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

    /// Fills the first `words` words of a buffer, chunk by chunk; `fill` gets the first word's index and the chunk.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn upload(
        &self,
        buffer: &GpuBuffer,
        words: u32,
        cancel: &Cancel,
        mut fill: impl FnMut(u32, &mut [u32]),
    ) -> Result<(), Error> {
        self.upload_chunks(buffer, words, cancel, &mut fill).await
    }

    /// [`Gpu::upload`], compiled once whatever the caller's closure.
    pub(super) async fn upload_chunks(
        &self,
        buffer: &GpuBuffer,
        words: u32,
        cancel: &Cancel,
        fill: &mut dyn FnMut(u32, &mut [u32]),
    ) -> Result<(), Error> {
        let mut half_before = None;
        let mut chunk = vec![0; words.min(CHUNK_WORDS) as usize];
        for (rank, start) in (0..words).step_by(CHUNK_WORDS as usize).enumerate() {
            cancel.check()?;
            let chunk = &mut chunk[..(words - start).min(CHUNK_WORDS) as usize];
            fill(start, chunk);
            self.queue.write_buffer(&buffer.0, 4 * u64::from(start), bytemuck::cast_slice(chunk));
            if rank % CHUNKS_IN_HALF == CHUNKS_IN_HALF - 1 {
                self.queue.submit([]);
                if let Some(done) = half_before.replace(self.done()) {
                    self.wait(done).await?;
                }
            }
        }
        Ok(())
    }
}
