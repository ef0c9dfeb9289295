//! A whole scan: upload, run, read back.

use super::exchange::{ByWords, Exchange};
use super::kept::ReadyScan;
use super::readback::{Outcome, Reading};
use super::{Cancel, Gpu, GpuBuffer, Prepared, ScanData, Staging, UploadSlice};
use crate::error::Error;
use crate::plan::{Job, Plan};

/// Which phases of a scan to run, in this order.
#[derive(Clone, Copy, Debug)]
pub struct Phases {
    /// How many times over to send the input, and the head flags, to the device.
    pub uploads: u32,
    /// What the device does with it.
    pub work: DeviceWork,
    /// How many times over to read the output back.
    pub readbacks: u32,
    /// Whether the scan's buffers stay on the device for its other phases, whatever their size; a cancelled scan releases them.
    pub stays: bool,
}

/// What the device does between a scan's uploads and its readbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceWork {
    /// The input is scanned.
    Run,
    /// Nothing.
    Nothing,
    /// The input takes the output's place, so that it can be read back.
    CopyInput,
    /// The head flags take the place of the output's first words.
    CopyHeads,
}

impl Phases {
    /// A whole scan.
    pub const ALL: Phases = Phases { uploads: 1, work: DeviceWork::Run, readbacks: 1, stays: false };
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
        self.scan_with(job, plan, cancel, &mut ByWords(fill, fill_heads, take), Phases::ALL).await
    }

    /// Scans what `exchange` gives, and hands the result to it. Beside the device's buffers it holds a few pieces. What it makes
    /// on the device is kept for the next scan of the same shape, unless it fails. Phases without a readback are waited for.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`], and those of the exchange.
    pub async fn scan_with(
        &self,
        job: &Job,
        plan: &Plan,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
        phases: Phases,
    ) -> Result<(), Error> {
        if job.elements == 0 {
            return Ok(());
        }
        let kept = self.kept.take(job, plan);
        cancel.check()?;
        let mut scan = if let Some(scan) = kept { scan } else { self.make_ready(job, plan).await? };
        let words = job.elements * job.form.monoid.words();
        for _ in 0..phases.uploads {
            self.send_input(&mut scan, words, cancel, exchange).await?;
        }
        exchange.check()?;
        let ReadyScan { data, prepared, staging, .. } = &scan;
        let mut before = Some(match phases.work {
            DeviceWork::Run => self.run_to_last(prepared, cancel).await?,
            work => self.copied(data, work),
        });
        let outcome = Outcome { buffer: &data.prefixes, start: 0, words, abort_flag: prepared.abort_flag() };
        for _ in 0..phases.readbacks {
            let reading = self.begin_reading(staging, outcome, before.take().unwrap_or_else(|| self.encoder()));
            self.finish_reading(reading, cancel, &mut |start, piece| exchange.take(start, piece)).await?;
        }
        if let Some(before) = before {
            self.queue.submit([before.finish()]);
            self.drain().await?;
        }
        self.kept.put(scan, phases.stays);
        Ok(())
    }

    /// Sends the input, and the head flags.
    async fn send_input(
        &self,
        scan: &mut ReadyScan,
        words: u32,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
    ) -> Result<(), Error> {
        let fill = &mut |start, room: &mut UploadSlice| exchange.fill(start, room);
        self.send(&mut scan.uplink, (scan.data.source(), words), cancel, fill).await?;
        if let Some(heads) = &scan.data.heads {
            let fill = &mut |start, room: &mut UploadSlice| room.write(&mut |heads| exchange.fill_heads(start, heads));
            self.send(&mut scan.uplink, (heads, scan.elements), cancel, fill).await?;
        }
        Ok(())
    }

    /// The commands that put something in the output's place.
    fn copied(&self, data: &ScanData, work: DeviceWork) -> wgpu::CommandEncoder {
        let mut encoder = self.encoder();
        let from = match work {
            DeviceWork::CopyInput => data.source.as_ref(),
            DeviceWork::CopyHeads => data.heads.as_ref(),
            DeviceWork::Run | DeviceWork::Nothing => None,
        };
        if let Some(from) = from {
            encoder.copy_buffer_to_buffer(&from.0, 0, &data.prefixes.0, 0, from.0.size());
        }
        encoder
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
        let outcome = Outcome { buffer: prefixes, start: 0, words, abort_flag: prepared.abort_flag() };
        Ok(self.begin_reading(staging, outcome, last))
    }
}
