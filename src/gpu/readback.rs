//! Readbacks, through staging buffers in rotation: one is read while the next are copied into.

use std::ops::Range;

use futures_channel::oneshot::{self, Receiver};

use super::execute::run_aborted;
use super::memory::{MAX_STAGING_BUFFERS, SLICE_WORDS};
use super::watch::{PendingErrors, SUBMISSION_ERRORS};
use super::{Cancel, Gpu, GpuBuffer, ReadbackSlice};
use crate::error::Error;

/// Usage of staging buffers for readbacks.
const READBACK: wgpu::BufferUsages = wgpu::BufferUsages::MAP_READ.union(wgpu::BufferUsages::COPY_DST);

/// The staging buffers of a readback.
pub struct ReadbackStaging(Vec<GpuBuffer>);

impl ReadbackStaging {
    /// Their total size.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|buffer| buffer.0.size()).sum()
    }
}

/// The words to read back.
#[derive(Clone, Copy)]
pub(super) struct ReadbackSource<'a> {
    pub buffer: &'a GpuBuffer,
    /// The first word.
    pub start: u32,
    pub words: u32,
    /// A buffer whose second word says whether the run that wrote this was aborted.
    pub abort_flag: Option<&'a GpuBuffer>,
}

/// A readback in progress.
pub(crate) struct Readback<'a> {
    source: ReadbackSource<'a>,
    /// Submitted copies, in order.
    pending: Vec<PendingSlice<'a>>,
    /// Words received or pending.
    requested: u32,
}

/// A slice that is being copied into a staging buffer.
struct PendingSlice<'a> {
    staging: &'a GpuBuffer,
    /// The first word, counted from the source's start.
    offset: u32,
    words: u32,
    /// Whether the abort flag follows the words.
    abort_flag: bool,
    mapping: Receiver<()>,
    errors: PendingErrors,
}

impl Gpu {
    /// Staging buffers for readbacks of up to `words` words.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn readback_staging(&self, words: u32) -> Result<ReadbackStaging, Error> {
        let count = words.div_ceil(SLICE_WORDS).clamp(1, MAX_STAGING_BUFFERS) as usize;
        // The abort flag comes with the first slice.
        let bytes = aligned_end(words.min(SLICE_WORDS)) + 4;
        Ok(ReadbackStaging(
            self.allocate(&[("readback", bytes); MAX_STAGING_BUFFERS as usize][..count], READBACK).await?,
        ))
    }

    /// Reads `words` words of a buffer from `start` on, slice by slice; `take` gets the index of a slice's first word, counted
    /// from `start`, and its words.
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
        let readback = self.begin_readback(&staging, source, self.encoder());
        self.finish_readback(readback, cancel, take).await
    }

    /// Submits the commands of `before`, and copies of as many slices after them as there are staging buffers.
    pub(super) fn begin_readback<'a>(
        &self,
        ReadbackStaging(buffers): &'a ReadbackStaging,
        source: ReadbackSource<'a>,
        before: wgpu::CommandEncoder,
    ) -> Readback<'a> {
        let mut before = Some(before);
        let mut readback = Readback { source, pending: Vec::new(), requested: 0 };
        for staging in buffers {
            if readback.requested < source.words {
                self.request_slice(&mut readback, staging, before.take().unwrap_or_else(|| self.encoder()));
            }
        }
        readback
    }

    /// Passes the slices to `take` as they are mapped, and reuses each staging buffer for the next slice; `take` gets nothing of a run
    /// that was aborted.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the run was aborted or the device refuses a command, [`Error::Cancelled`],
    /// [`Error::DeviceLost`].
    pub(crate) async fn finish_readback(
        &self,
        mut readback: Readback<'_>,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &ReadbackSlice),
    ) -> Result<(), Error> {
        while !readback.pending.is_empty() {
            let slice = readback.pending.remove(0);
            let staging = slice.staging;
            self.receive_slice(slice, take).await?;
            if readback.requested < readback.source.words {
                cancel.check()?;
                self.request_slice(&mut readback, staging, self.encoder());
            }
        }
        Ok(())
    }

    /// Submits the encoded commands and a copy of the next slice into a staging buffer, and maps that.
    fn request_slice<'a>(
        &self,
        readback: &mut Readback<'a>,
        staging: &'a GpuBuffer,
        mut encoder: wgpu::CommandEncoder,
    ) {
        let ReadbackSource { buffer, start, words, abort_flag } = readback.source;
        let offset = readback.requested;
        let words = (words - offset).min(SLICE_WORDS);
        let abort_flag = abort_flag.filter(|_| offset == 0);
        let ((), errors) = self.with_error_scopes(SUBMISSION_ERRORS, || {
            encoder.copy_buffer_to_buffer(
                &buffer.0,
                4 * u64::from(start + offset),
                &staging.0,
                0,
                4 * u64::from(words),
            );
            if let Some(abort_flag) = abort_flag {
                encoder.copy_buffer_to_buffer(&abort_flag.0, 4, &staging.0, aligned_end(words), 4);
            }
            self.queue.submit([encoder.finish()]);
        });
        let abort_flag = abort_flag.is_some();
        let bytes = if abort_flag { aligned_end(words) + 4 } else { 4 * u64::from(words) };
        let mapping = map(staging, wgpu::MapMode::Read, bytes);
        readback.pending.push(PendingSlice { staging, offset, words, abort_flag, mapping, errors });
        readback.requested += words;
    }

    async fn receive_slice(
        &self,
        slice: PendingSlice<'_>,
        take: &mut dyn FnMut(u32, &ReadbackSlice),
    ) -> Result<(), Error> {
        let PendingSlice { staging, offset, words, abort_flag, mut mapping, errors } = slice;
        self.check_scopes("a dispatch", 0, errors).await?;
        self.wait(&mut mapping).await?;
        let aborted = if abort_flag { view(staging, aligned_end(words), 1)?.words()[0] } else { 0 };
        if aborted == 0 {
            take(offset, &view(staging, 0, words)?);
        }
        staging.0.unmap();
        if aborted == 0 { Ok(()) } else { Err(run_aborted(aborted)) }
    }

    /// A buffer of `words` words that can be mapped for reading.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn readback(&self, words: u32) -> Result<GpuBuffer, Error> {
        let [buffer] = self.buffers(["readback"], 4 * u64::from(words), READBACK).await?;
        Ok(buffer)
    }

    /// The first words of such a buffer, once all submitted work is done.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn read(&self, buffer: &GpuBuffer, words: u32) -> Result<Vec<u32>, Error> {
        self.wait(&mut map(buffer, wgpu::MapMode::Read, 4 * u64::from(words))).await?;
        let read = view(buffer, 0, words)?.words().to_vec();
        buffer.0.unmap();
        Ok(read)
    }
}

/// The first byte after so many words at which a view may begin.
fn aligned_end(words: u32) -> u64 {
    (4 * u64::from(words)).next_multiple_of(wgpu::MAP_ALIGNMENT)
}

/// Words of a mapped buffer.
fn view(buffer: &GpuBuffer, byte: u64, words: u32) -> Result<ReadbackSlice, Error> {
    let view = buffer.0.get_mapped_range(byte..byte + 4 * u64::from(words));
    view.map(ReadbackSlice).map_err(|error| Error::DeviceLost(error.to_string()))
}

/// Maps the first bytes of a buffer, which completes once the device has done all submitted work.
pub(super) fn map(buffer: &GpuBuffer, mode: wgpu::MapMode, bytes: u64) -> Receiver<()> {
    let (done, mapping) = oneshot::channel();
    // Where it fails, `done` is dropped, which ends the wait for it.
    buffer.0.map_async(mode, 0..bytes, move |result| {
        let _ = result.map(|()| done.send(()));
    });
    mapping
}
