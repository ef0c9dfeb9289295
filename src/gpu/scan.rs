//! A whole scan: upload, run, read back.

use super::exchange::{ByWords, Exchange};
use super::kept::ReadyScan;
use super::readback::{Outcome, Reading};
use super::{Cancel, Gpu, GpuBuffer, Prepared, Room, ScanData, Staging};
use crate::error::Error;
use crate::plan::{Job, Plan};

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

    /// [`Gpu::scan_with`] of what `fill` and, where the job is segmented, `fill_heads` give; `take` gets the result.
    ///
    /// # Errors
    /// As [`Gpu::scan_with`].
    pub async fn scan(
        &self,
        job: &Job,
        plan: &Plan,
        cancel: &Cancel,
        fill: impl FnMut(u32, &mut [u32]),
        fill_heads: impl FnMut(u32, &mut [u32]),
        take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        self.scan_with(job, plan, cancel, &mut ByWords(fill, fill_heads, take)).await
    }

    /// Scans what `exchange` gives, and hands the result to it. Beside the device's buffers it holds a few pieces. What it makes
    /// on the device is kept for the next scan of the same shape, unless it fails.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`], and those of the exchange.
    pub async fn scan_with(
        &self,
        job: &Job,
        plan: &Plan,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
    ) -> Result<(), Error> {
        if job.elements == 0 {
            return Ok(());
        }
        cancel.check()?;
        let mut scan = match self.kept.take(job, plan) {
            Some(scan) => scan,
            None => self.make_ready(job, plan).await?,
        };
        let words = job.elements * job.form.monoid.words();
        let fill = &mut |start, room: &mut Room| exchange.fill(start, room);
        self.send(&mut scan.uplink, (scan.data.source(), words), cancel, fill).await?;
        if let Some(heads) = &scan.data.heads {
            let fill = &mut |start, room: &mut Room| room.write(&mut |heads| exchange.fill_heads(start, heads));
            self.send(&mut scan.uplink, (heads, job.elements), cancel, fill).await?;
        }
        exchange.check()?;
        let reading = self.run_to_reading(&scan.prepared, &scan.data.prefixes, words, &scan.staging, cancel).await?;
        self.finish_reading(reading, cancel, &mut |start, piece| exchange.take(start, piece)).await?;
        self.kept.put(scan);
        Ok(())
    }

    async fn make_ready(&self, job: &Job, plan: &Plan) -> Result<ReadyScan, Error> {
        let data = self.scan_data(job).await?;
        let prepared = self.prepare(plan, job.form, &data).await?;
        let words = job.elements * job.form.monoid.words();
        let (uplink, staging) = (self.uplink(words).await?, self.staging(words).await?);
        let (passes, scratch_bytes) = (plan.passes.clone(), plan.scratch_bytes.clone());
        Ok(ReadyScan { elements: job.elements, form: job.form, passes, scratch_bytes, data, prepared, uplink, staging })
    }

    /// Runs a prepared plan once and has the first words of what it wrote read back: one wait does for both where the plan is a
    /// single submission.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the device refuses a command, [`Error::Cancelled`], [`Error::DeviceLost`].
    pub(crate) async fn run_to_reading<'a>(
        &self,
        prepared: &'a Prepared,
        prefixes: &'a GpuBuffer,
        words: u32,
        staging: &'a Staging,
        cancel: &Cancel,
    ) -> Result<Reading<'a>, Error> {
        let last = self.run_to_last(prepared, cancel).await?;
        let outcome = Outcome { buffer: prefixes, start: 0, words, verdict: prepared.verdict() };
        Ok(self.begin_reading(staging, outcome, last))
    }
}
