//! A whole scan: upload, run, read back.

use super::kept::ReadyScan;
use super::readback::Outcome;
use super::{Cancel, Gpu, GpuBuffer, Prepared, ScanData, Staging};
use crate::error::Error;
use crate::plan::{Job, Plan};

/// Where a scan's words come from and go to.
struct Exchange<'a> {
    fill: &'a mut dyn FnMut(u32, &mut [u32]),
    fill_heads: &'a mut dyn FnMut(u32, &mut [u32]),
    take: &'a mut dyn FnMut(u32, &[u32]),
}

impl Gpu {
    /// Buffers for a job of at least one element.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn scan_data(&self, job: &Job) -> Result<ScanData, Error> {
        let source = match job.form.in_place {
            true => None,
            false => self.storage(["source"], job.buffer_bytes()).await?.into_iter().next(),
        };
        let [prefixes] = self.storage(["prefixes"], job.buffer_bytes()).await?;
        let heads = match job.form.segmented {
            true => self.storage(["heads"], 4 * u64::from(job.elements)).await?.into_iter().next(),
            false => None,
        };
        Ok(ScanData { source, prefixes, heads, carry: None })
    }

    /// Scans what `fill` gives, chunk by chunk, with head flags from `fill_heads` where the job is segmented, and hands the
    /// result to `take` in the same way; see [`Gpu::upload`] and [`Gpu::download`]. Beside the device's buffers it holds one
    /// chunk. What it makes on the device is kept for the next scan of the same shape, unless it fails.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn scan(
        &self,
        job: &Job,
        plan: &Plan,
        cancel: &Cancel,
        mut fill: impl FnMut(u32, &mut [u32]),
        mut fill_heads: impl FnMut(u32, &mut [u32]),
        mut take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        let data = &mut Exchange { fill: &mut fill, fill_heads: &mut fill_heads, take: &mut take };
        self.scan_any(job, plan, cancel, data).await
    }

    /// [`Gpu::scan`], compiled once whatever the caller's closures.
    async fn scan_any(&self, job: &Job, plan: &Plan, cancel: &Cancel, data: &mut Exchange<'_>) -> Result<(), Error> {
        if job.elements == 0 {
            return Ok(());
        }
        cancel.check()?;
        let scan = match self.kept.take(job, plan) {
            Some(scan) => scan,
            None => self.make_ready(job, plan).await?,
        };
        let words = job.elements * job.form.monoid.words();
        self.upload_chunks(scan.data.source(), words, cancel, data.fill).await?;
        if let Some(heads) = &scan.data.heads {
            self.upload_chunks(heads, job.elements, cancel, data.fill_heads).await?;
        }
        self.run_and_read(&scan.prepared, &scan.data.prefixes, words, &scan.staging, cancel, data.take).await?;
        self.kept.put(scan);
        Ok(())
    }

    async fn make_ready(&self, job: &Job, plan: &Plan) -> Result<ReadyScan, Error> {
        let data = self.scan_data(job).await?;
        let prepared = self.prepare(plan, job.form, &data).await?;
        let staging = self.staging(job.elements * job.form.monoid.words()).await?;
        let (passes, scratch_bytes) = (plan.passes.clone(), plan.scratch_bytes.clone());
        Ok(ReadyScan { elements: job.elements, form: job.form, passes, scratch_bytes, data, prepared, staging })
    }

    /// Runs a prepared plan once and reads back the first words of what it wrote, with one wait for both where the plan is a
    /// single submission and the words are a single chunk.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the run gave up or the device refuses a command, [`Error::Cancelled`],
    /// [`Error::DeviceLost`].
    pub async fn run_and_read(
        &self,
        prepared: &Prepared,
        prefixes: &GpuBuffer,
        words: u32,
        staging: &Staging,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        let last = self.run_to_last(prepared, cancel).await?;
        let outcome = Outcome { buffer: prefixes, start: 0, words, verdict: prepared.verdict() };
        self.read_back(staging, outcome, last, cancel, take).await
    }
}
