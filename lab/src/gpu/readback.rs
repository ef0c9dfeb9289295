//! Readbacks through rotating staging buffers: the host reads a buffer while the device fills the next buffers.

use std::ops::Range;

use super::batch::Before;
use super::memory::{Part, SLICE_WORDS, map, staging_buffers, view};
use super::parts::{PendingParts, aligned_end};
use super::{Cancel, Gpu, GpuBuffer, ReadbackSlice};
use scanlab::error::Error;

const READBACK: wgpu::BufferUsages = wgpu::BufferUsages::MAP_READ.union(wgpu::BufferUsages::COPY_DST);

/// The staging buffers of a readback.
pub struct ReadbackStaging(Vec<GpuBuffer>);

impl ReadbackStaging {
    /// The total size of the buffers, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|buffer| buffer.0.size()).sum()
    }

    /// The first staging buffer, which always exists.
    pub(super) fn first(&self) -> &GpuBuffer {
        &self.0[0]
    }
}

/// The words to read back.
#[derive(Clone, Copy)]
pub(super) struct ReadbackSource<'a> {
    pub buffer: &'a GpuBuffer,
    /// The first word.
    pub start: u32,
    pub words: u32,
    /// A buffer whose second word tells whether the run that wrote the data was aborted.
    pub abort_flag: Option<&'a GpuBuffer>,
}

/// A readback in progress.
pub(crate) struct Readback<'a> {
    source: ReadbackSource<'a>,
    /// Submitted copies, in order.
    pending: Vec<PendingSlice<'a>>,
    /// The number of words that are received or pending.
    requested: u32,
}

/// A slice that is being copied into a staging buffer.
struct PendingSlice<'a> {
    /// The slice, and the abort code if the run has one.
    parts: PendingParts<'a>,
    /// The first word, counted from the source's start.
    offset: u32,
    words: u32,
}

/// Bytes of each staging buffer for readbacks of up to `words` words. The abort code comes with the first slice.
fn buffer_bytes(words: u32) -> u64 {
    aligned_end(words.min(SLICE_WORDS)) + aligned_end(1)
}

/// Bytes of the staging buffers for readbacks of up to `words` words.
pub(super) fn readback_staging_bytes(words: u32) -> u64 {
    u64::from(staging_buffers(words)) * buffer_bytes(words)
}

impl Gpu {
    /// Staging buffers for readbacks of up to `words` words.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn readback_staging(&self, words: u32) -> Result<ReadbackStaging, Error> {
        self.created(readback_staging_bytes(words), || self.create_readback_staging(words)).await
    }

    /// Creates the staging buffers of [`Gpu::readback_staging`]. Call it within an error scope.
    pub(super) fn create_readback_staging(&self, words: u32) -> ReadbackStaging {
        let create = |_| self.create("readback", buffer_bytes(words), READBACK);
        ReadbackStaging((0..staging_buffers(words)).map(create).collect())
    }

    /// Reads `words` words of a buffer from word `start` on, slice by slice. `take` receives the index of a slice's first
    /// word, counted from `start`, and the slice's words.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn download(
        &self,
        buffer: &GpuBuffer,
        start: u32,
        words: u32,
        cancel: &Cancel,
        mut take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        self.download_slices(buffer, start..start + words, cancel, &mut |start, slice| take(start, slice.words())).await
    }

    /// [`Gpu::download`] of a range of words, without a copy of the mapped slices.
    ///
    /// # Errors
    /// As [`Gpu::download`].
    pub async fn download_slices(
        &self,
        buffer: &GpuBuffer,
        words: Range<u32>,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &ReadbackSlice),
    ) -> Result<(), Error> {
        cancel.check()?;
        let (start, words) = (words.start, words.end - words.start);
        let staging = self.readback_staging(words).await?;
        let source = ReadbackSource { buffer, start, words, abort_flag: None };
        let readback = self.begin_readback(&staging, source, Before::Nothing);
        self.finish_readback(readback, cancel, take).await
    }

    /// Submits the commands of `before`, and after them copies of slices, one per staging buffer.
    pub(super) fn begin_readback<'a>(
        &self,
        ReadbackStaging(buffers): &'a ReadbackStaging,
        source: ReadbackSource<'a>,
        mut before: Before<'_>,
    ) -> Readback<'a> {
        let mut readback = Readback { source, pending: Vec::new(), requested: 0 };
        for staging in buffers {
            if readback.requested < source.words {
                self.request_slice(&mut readback, staging, std::mem::replace(&mut before, Before::Nothing));
            }
        }
        readback
    }

    /// Passes the slices to `take` as they are mapped, and reuses each staging buffer for the next slice. `take` receives
    /// no data of an aborted run.
    ///
    /// # Errors
    /// [`Error::Aborted`], [`Error::Unsupported`] if the device refuses a command, [`Error::Cancelled`],
    /// [`Error::DeviceLost`].
    pub(crate) async fn finish_readback(
        &self,
        mut readback: Readback<'_>,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &ReadbackSlice),
    ) -> Result<(), Error> {
        while !readback.pending.is_empty() {
            let slice = readback.pending.remove(0);
            let staging = slice.parts.staging;
            self.receive_slice(slice, take).await?;
            if readback.requested < readback.source.words {
                cancel.check()?;
                self.request_slice(&mut readback, staging, Before::Nothing);
            }
        }
        Ok(())
    }

    /// Submits commands and a copy of the next slice into a staging buffer, and maps the staging buffer.
    fn request_slice<'a>(&self, readback: &mut Readback<'a>, staging: &'a GpuBuffer, before: Before<'_>) {
        let ReadbackSource { buffer, start, words, abort_flag } = readback.source;
        let offset = readback.requested;
        let words = (words - offset).min(SLICE_WORDS);
        let abort_code = abort_flag.filter(|_| offset == 0).map(Part::abort_code);
        let slice = Part { buffer, first: start + offset, words };
        let parts =
            self.request_parts(staging, &[Some(slice), abort_code].into_iter().flatten().collect::<Vec<_>>(), before);
        readback.pending.push(PendingSlice { parts, offset, words });
        readback.requested += words;
    }

    async fn receive_slice(
        &self,
        PendingSlice { parts, offset, words }: PendingSlice<'_>,
        take: &mut dyn FnMut(u32, &ReadbackSlice),
    ) -> Result<(), Error> {
        let has_abort_code = parts.offsets.len() > 1;
        let mapped = self.receive_parts(parts).await?;
        let aborted = if has_abort_code { mapped.first_of(1)? } else { 0 };
        if aborted != 0 {
            return Err(self.run_aborted(aborted));
        }
        take(offset, &mapped.words_of(0, words)?);
        Ok(())
    }

    /// A buffer of `words` words that can be mapped for reading.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::DeviceLost`].
    pub async fn readback(&self, words: u32) -> Result<GpuBuffer, Error> {
        let [buffer] = self.buffers(["readback"], 4 * u64::from(words), READBACK).await?;
        Ok(buffer)
    }

    /// The first words of a buffer of [`Gpu::readback`], after all submitted work is done.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn read(&self, buffer: &GpuBuffer, words: u32) -> Result<Vec<u32>, Error> {
        let (mut mapping, errors) = self.with_error_scopes(|| map(buffer, wgpu::MapMode::Read, 4 * u64::from(words)));
        self.check_scopes("a readback", 0, errors).await?;
        self.wait(&mut mapping).await?;
        let read = view(buffer, 0, words)?.words().to_vec();
        self.unmap(buffer);
        Ok(read)
    }
}
