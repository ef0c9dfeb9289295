//! A whole scan: upload, run, read back.

use super::{Cancel, Gpu};
use crate::error::Error;
use crate::plan::{Job, Plan};

impl Gpu {
    /// Scans what `fill` gives, chunk by chunk, and hands the result to `take` in the same way; see [`Gpu::upload`] and
    /// [`Gpu::download`]. Beside the device's buffers it holds one chunk.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn scan(
        &self,
        job: &Job,
        plan: &Plan,
        cancel: &Cancel,
        fill: impl FnMut(u32, &mut [u32]),
        take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        if job.elements == 0 {
            return Ok(());
        }
        let words = job.elements * job.monoid.words();
        let [source, prefixes] = self.storage(["source", "prefixes"], job.bytes(job.elements)).await?;
        self.upload(&source, words, cancel, fill).await?;
        let prepared = self.prepare(plan, job.monoid, job.mode, &source, &prefixes).await?;
        self.run(&prepared, 1, None, cancel).await?;
        self.download(&prefixes, 0, words, cancel, take).await
    }
}
