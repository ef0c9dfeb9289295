//! Parts of several buffers that are read back together, in a single wait.

use futures_channel::oneshot::Receiver;

use super::batch::Before;
use super::memory::{Part, map, view};
use super::{Batch, Gpu, GpuBuffer, PendingErrors, ReadbackSlice};
use scanlab::error::Error;

/// Parts that are copied into a staging buffer, one after another.
pub(super) struct PendingParts<'a> {
    pub staging: &'a GpuBuffer,
    /// The first byte of each part.
    pub offsets: Vec<u64>,
    mapping: Receiver<()>,
    errors: PendingErrors,
}

/// Parts in a mapped staging buffer.
pub(super) struct MappedParts<'a> {
    gpu: &'a Gpu,
    staging: &'a GpuBuffer,
    offsets: Vec<u64>,
}

impl MappedParts<'_> {
    /// The first `words` words of a part, at least one word.
    pub fn words_of(&self, part: usize, words: u32) -> Result<ReadbackSlice, Error> {
        view(self.staging, self.offsets[part], words)
    }

    /// The first word of a part.
    pub fn first_of(&self, part: usize) -> Result<u32, Error> {
        Ok(self.words_of(part, 1)?.words()[0])
    }
}

impl Drop for MappedParts<'_> {
    fn drop(&mut self) {
        self.gpu.unmap(self.staging);
    }
}

/// The words of a staging buffer for parts with these numbers of words.
pub(super) fn staged_words(parts: impl IntoIterator<Item = u32>) -> u64 {
    parts.into_iter().map(|words| aligned_end(words) / 4).sum()
}

impl Gpu {
    /// Submits commands, and copies of parts into a staging buffer. Maps the staging buffer.
    pub(super) fn request_parts<'a>(
        &self,
        staging: &'a GpuBuffer,
        parts: &[Part<'_>],
        before: Before<'_>,
    ) -> PendingParts<'a> {
        let mut end = 0;
        let mut offsets = Vec::with_capacity(parts.len());
        let (mapping, errors) = self.with_error_scopes(|| {
            let mut batch = Batch::new(self);
            batch.before(before);
            for &part in parts {
                batch.copy_out(part, staging, end);
                offsets.push(end);
                end += aligned_end(part.words);
            }
            batch.submit_uncounted();
            map(staging, wgpu::MapMode::Read, end)
        });
        PendingParts { staging, offsets, mapping, errors }
    }

    /// Waits for the submitted commands and copies.
    pub(super) async fn receive_parts<'a>(&'a self, parts: PendingParts<'a>) -> Result<MappedParts<'a>, Error> {
        let PendingParts { staging, offsets, mut mapping, errors } = parts;
        self.check_scopes("a dispatch", 0, errors).await?;
        self.wait(&mut mapping).await?;
        Ok(MappedParts { gpu: self, staging, offsets })
    }
}

/// The first offset in bytes, after this number of words, at which a view may begin.
pub(super) fn aligned_end(words: u32) -> u64 {
    (4 * u64::from(words)).next_multiple_of(wgpu::MAP_ALIGNMENT)
}
