//! Uploads. Long uploads go through rotating staging buffers: the host fills a buffer while the device copies from others.

use std::mem::take;

use futures_channel::oneshot::Receiver;

use super::memory::{SLICE_WORDS, map, staging_buffers};
use super::{Cancel, Gpu, GpuBuffer, PendingErrors, UploadSlice};
use scanlab::error::Error;
use scanlab::record::low_level::zeroed;

const STAGING: wgpu::BufferUsages = wgpu::BufferUsages::MAP_WRITE.union(wgpu::BufferUsages::COPY_SRC);

/// The maximum number of words of an upload by a single `writeBuffer`, which does not wait: 1 MiB.
const SINGLE_WRITE_WORDS: u32 = 1 << 18;

/// Writes a slice of an upload. The number is the index of the slice's first word.
pub(crate) type Fill<'a> = &'a mut dyn FnMut(u32, &mut UploadSlice) -> Result<(), Error>;

/// The staging buffers of an upload; empty for a short upload.
#[derive(Default)]
pub struct UploadStaging(Vec<StagingBuffer>);

/// A staging buffer, and the completion of its mapping after its contents have been copied.
struct StagingBuffer {
    buffer: GpuBuffer,
    mapping: Receiver<()>,
    /// The errors of the last copy from the buffer.
    errors: PendingErrors,
}

impl UploadStaging {
    /// The total size of the buffers, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|staging| staging.buffer.0.size()).sum()
    }
}

/// Bytes of the staging buffers for uploads of up to `words` words.
pub(super) fn upload_staging_bytes(words: u32) -> u64 {
    if words <= SINGLE_WRITE_WORDS {
        return 0;
    }
    u64::from(staging_buffers(words)) * 4 * u64::from(words.min(SLICE_WORDS))
}

impl Gpu {
    /// Staging buffers for uploads of up to `words` words.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn upload_staging(&self, words: u32) -> Result<UploadStaging, Error> {
        if words <= SINGLE_WRITE_WORDS {
            return Ok(UploadStaging(Vec::new()));
        }
        self.created(upload_staging_bytes(words), || self.create_upload_staging(words)).await
    }

    /// Creates the staging buffers of [`Gpu::upload_staging`]. Call it within an error scope.
    pub(super) fn create_upload_staging(&self, words: u32) -> UploadStaging {
        if words <= SINGLE_WRITE_WORDS {
            return UploadStaging(Vec::new());
        }
        let bytes = 4 * u64::from(words.min(SLICE_WORDS));
        let create = |_| {
            let buffer = self.create("upload", bytes, STAGING);
            StagingBuffer { mapping: map(&buffer, wgpu::MapMode::Write, bytes), buffer, errors: PendingErrors::new() }
        };
        UploadStaging((0..staging_buffers(words)).map(create).collect())
    }

    /// Writes the first `words` words of a buffer, slice by slice. `fill` receives the index of a slice's first word, and the
    /// slice.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn upload(
        &self,
        buffer: &GpuBuffer,
        words: u32,
        cancel: &Cancel,
        mut fill: impl FnMut(u32, &mut [u32]),
    ) -> Result<(), Error> {
        let fill = &mut |start, slice: &mut UploadSlice| slice.write(&mut |words| fill(start, words));
        self.upload_with(buffer, words, cancel, fill).await
    }

    /// [`Gpu::upload`], not generic over the closure, so that it is compiled once.
    async fn upload_with(&self, buffer: &GpuBuffer, words: u32, cancel: &Cancel, fill: Fill<'_>) -> Result<(), Error> {
        let mut staging = self.upload_staging(words).await?;
        let errors = self.upload_staged(&mut staging, (buffer, words), cancel, fill).await?;
        self.check_upload(errors).await
    }

    /// Awaits the errors of an upload.
    pub(crate) async fn check_upload(&self, errors: PendingErrors) -> Result<(), Error> {
        self.check_scopes("an upload", 0, errors).await
    }

    /// [`Gpu::upload`] through given staging buffers. Each slice waits until its staging buffer is mapped again, which
    /// bounds the submitted work. Returns the pending errors of the last slices. The caller passes them to
    /// [`Gpu::check_upload`] after further submissions, so that one wait serves the upload and the submissions.
    pub(crate) async fn upload_staged(
        &self,
        UploadStaging(buffers): &mut UploadStaging,
        (buffer, words): (&GpuBuffer, u32),
        cancel: &Cancel,
        fill: Fill<'_>,
    ) -> Result<PendingErrors, Error> {
        if buffers.is_empty() {
            cancel.check()?;
            return self.write(buffer, words, fill);
        }
        let count = buffers.len();
        for (slice_index, start) in (0..words).step_by(SLICE_WORDS as usize).enumerate() {
            cancel.check()?;
            let StagingBuffer { buffer: staging, mapping, errors } = &mut buffers[slice_index % count];
            if !errors.is_empty() {
                self.check_upload(take(errors)).await?;
            }
            self.wait(mapping).await?;
            let slice_words = (words - start).min(SLICE_WORDS);
            let slice = UploadSlice::of(&staging.0, slice_words).map_err(|error| Error::DeviceLost(error.to_string()));
            fill(start, &mut slice?)?;
            (*mapping, *errors) = self.with_error_scopes(|| {
                staging.0.unmap();
                let mut encoder = self.encoder();
                let [offset, bytes] = [start, slice_words].map(|words| 4 * u64::from(words));
                encoder.copy_buffer_to_buffer(&staging.0, 0, &buffer.0, offset, bytes);
                self.queue.submit([encoder.finish()]);
                map(staging, wgpu::MapMode::Write, staging.0.size())
            });
        }
        Ok(buffers.iter_mut().flat_map(|staging| take(&mut staging.errors)).collect())
    }

    /// Writes all words by one `writeBuffer`.
    fn write(&self, buffer: &GpuBuffer, words: u32, fill: Fill<'_>) -> Result<PendingErrors, Error> {
        let mut slice = UploadSlice::Own(zeroed(words as usize)?);
        fill(0, &mut slice)?;
        let UploadSlice::Own(words) = slice else { return Ok(PendingErrors::new()) };
        let write = || self.queue.write_buffer(&buffer.0, 0, bytemuck::cast_slice(&words));
        Ok(self.with_error_scopes(write).1)
    }
}
