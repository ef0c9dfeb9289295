//! Buffers, and the way of data into and out of them.

use futures_channel::oneshot;

use super::{Cancel, Gpu};
use crate::error::Error;

/// Words that are uploaded or read back at a time: enough to hide a round trip, little beside the data.
const CHUNK_WORDS: u32 = 1 << 21;

/// Chunks that may wait for upload, since each is copied by the implementation until it is on the device.
const CHUNKS_IN_FLIGHT: u32 = 8;

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
        let create = || labels.map(|label| self.create(label, bytes, STORAGE));
        self.scoped(&format!("buffers of {bytes} bytes"), COUNT as u64 * bytes, create).await
    }

    /// A buffer; to be called within an error scope.
    pub(super) fn create(&self, label: &str, bytes: u64, usage: wgpu::BufferUsages) -> GpuBuffer {
        let descriptor = wgpu::BufferDescriptor { label: Some(label), size: bytes, usage, mapped_at_creation: false };
        GpuBuffer(self.device.create_buffer(&descriptor))
    }

    pub(super) async fn buffer(&self, label: &str, bytes: u64, usage: wgpu::BufferUsages) -> Result<GpuBuffer, Error> {
        self.scoped(&format!("a buffer of {bytes} bytes"), bytes, || self.create(label, bytes, usage)).await
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
    async fn upload_chunks(
        &self,
        buffer: &GpuBuffer,
        words: u32,
        cancel: &Cancel,
        fill: &mut dyn FnMut(u32, &mut [u32]),
    ) -> Result<(), Error> {
        let mut chunk = vec![0; words.min(CHUNK_WORDS) as usize];
        for (rank, start) in (0..words).step_by(CHUNK_WORDS as usize).enumerate() {
            cancel.check()?;
            let chunk = &mut chunk[..(words - start).min(CHUNK_WORDS) as usize];
            fill(start, chunk);
            self.queue.write_buffer(&buffer.0, 4 * u64::from(start), bytemuck::cast_slice(chunk));
            if rank as u32 % CHUNKS_IN_FLIGHT == CHUNKS_IN_FLIGHT - 1 {
                self.queue.submit([]);
                self.drain().await?;
            }
        }
        Ok(())
    }

    /// Reads `words` words of a buffer from `start` on, chunk by chunk; `take` gets each chunk's first word's index, counted
    /// from `start`, and the chunk.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn download(
        &self,
        buffer: &GpuBuffer,
        start: u32,
        words: u32,
        cancel: &Cancel,
        mut take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        self.download_chunks(buffer, start, words, cancel, &mut take).await
    }

    /// [`Gpu::download`], compiled once whatever the caller's closure.
    async fn download_chunks(
        &self,
        buffer: &GpuBuffer,
        start: u32,
        words: u32,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        let staging = self.readback(words.clamp(1, CHUNK_WORDS)).await?;
        for offset in (0..words).step_by(CHUNK_WORDS as usize) {
            cancel.check()?;
            let bytes = 4 * u64::from((words - offset).min(CHUNK_WORDS));
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(&buffer.0, 4 * u64::from(start + offset), &staging.0, 0, bytes);
            self.queue.submit([encoder.finish()]);
            self.read_mapped(&staging, bytes, &mut |chunk| take(offset, bytemuck::cast_slice(chunk))).await?;
        }
        Ok(())
    }

    /// A buffer of `words` words that is read on this side.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn readback(&self, words: u32) -> Result<GpuBuffer, Error> {
        self.buffer("readback", 4 * u64::from(words), wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST).await
    }

    /// The first words of such a buffer, once all that was submitted to it is done.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn read(&self, buffer: &GpuBuffer, words: u32) -> Result<Vec<u32>, Error> {
        let mut read = vec![0; words as usize];
        let take = &mut |bytes: &[u8]| bytemuck::cast_slice_mut(&mut read).copy_from_slice(bytes);
        self.read_mapped(buffer, 4 * u64::from(words), take).await?;
        Ok(read)
    }

    /// Maps the first bytes of a readback buffer and hands them to `take`.
    async fn read_mapped(&self, buffer: &GpuBuffer, bytes: u64, take: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        let (done, waiting) = oneshot::channel();
        buffer.0.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
            let _ = done.send(result);
        });
        self.poll()?;
        let mapped = waiting.await.map_err(|_| Error::DeviceLost("a readback was given up".into()))?;
        self.note_step();
        self.check_lost()?;
        mapped.map_err(|error| Error::DeviceLost(format!("a readback failed: {error}")))?;
        let view = buffer.0.get_mapped_range(0..bytes).map_err(|error| Error::DeviceLost(error.to_string()))?;
        take(&view);
        drop(view);
        buffer.0.unmap();
        Ok(())
    }
}
