//! A whole scan: upload, run, read back.

use super::{Cancel, Gpu, ScanData};
use crate::error::Error;
use crate::plan::{Job, Plan};

impl Gpu {
    /// Buffers for a job of at least one element.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn scan_data(&self, job: &Job) -> Result<ScanData, Error> {
        // The copy kernel, which scans are compared with, takes four words at a time.
        let [source, prefixes] = self.storage(["source", "prefixes"], job.bytes().max(16)).await?;
        let heads = match job.form.segmented {
            true => self.storage(["heads"], 4 * u64::from(job.elements)).await?.into_iter().next(),
            false => None,
        };
        Ok(ScanData { source, prefixes, heads, carry: None })
    }

    /// Scans what `fill` gives, chunk by chunk, with head flags from `fill_heads` where the job is segmented, and hands the result to `take` in the same way; see [`Gpu::upload`] and
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
        fill_heads: impl FnMut(u32, &mut [u32]),
        take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        if job.elements == 0 {
            return Ok(());
        }
        let words = job.elements * job.form.monoid.words();
        let data = self.scan_data(job).await?;
        self.upload(&data.source, words, cancel, fill).await?;
        if let Some(heads) = &data.heads {
            self.upload(heads, job.elements, cancel, fill_heads).await?;
        }
        let prepared = self.prepare(plan, job.form, &data).await?;
        self.run_while(&prepared, &|| cancel.check()).await?;
        self.check_verdict(&prepared).await?;
        self.download(&data.prefixes, 0, words, cancel, take).await
    }
}
