//! A complete scan: upload, run, read back.

use std::mem::take;

use futures_channel::oneshot::Receiver;
use serde::Deserialize;

use super::batch::Before;
use super::cache::{CachedRun, RunSizes, Shape};
use super::exchange::{ByWords, Exchange, fill_heads};
use super::readback::{Readback, ReadbackSource};
use super::{Batch, Cancel, Gpu, GpuBuffer, IoBuffers, PendingErrors, Prepared, ReadbackStaging, UploadSlice};
use scanlab::error::Error;
use scanlab::plan::{Job, Resource};
use scanlab::scan::PlannedScan;

/// The phases of a scan to run, in this order.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Phases {
    /// Number of uploads of the input, the head flags and the initial value.
    pub uploads: u32,
    /// The work between uploads and readbacks.
    pub work: DeviceWork,
    /// Number of readbacks of the output.
    pub readbacks: u32,
    /// Whether the scan's buffers stay cached, whatever their size, for later calls that run other phases. A cancelled
    /// scan releases the buffers.
    pub keep_buffers: bool,
}

/// The work of the device between a scan's uploads and its readbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DeviceWork {
    /// The scan.
    Run,
    /// No work.
    Nothing,
    /// A copy of the input to the output, so that a readback returns the input.
    CopyInput,
    /// A copy of the head flags to the beginning of the output.
    CopyHeads,
}

impl Phases {
    /// A complete scan.
    pub const ALL: Phases = Phases { uploads: 1, work: DeviceWork::Run, readbacks: 1, keep_buffers: false };
}

impl Gpu {
    /// [`Gpu::scan_with`] by closures: `fill` writes the input, `fill_heads` writes the head flags of a segmented job,
    /// and `take` reads the output.
    ///
    /// # Errors
    /// As [`Gpu::scan_with`].
    pub async fn scan(
        &self,
        scan: &PlannedScan,
        cancel: &Cancel,
        fill: impl FnMut(u32, &mut [u32]),
        fill_heads: impl FnMut(u32, &mut [u32]),
        take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        self.scan_with(scan, cancel, &mut ByWords { fill, fill_heads, take }, Phases::ALL).await
    }

    /// Runs phases of a scan whose input and output go through `exchange`. The host holds only a few slices at a time. The
    /// objects on the device are cached for the next scan of the same shape, unless the scan fails. The call waits for the
    /// device even without a readback. If the phases include an upload, a run that was aborted because workgroups started out of
    /// order is repeated from the first upload.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for head flags other than 0 and 1, [`Error::DeviceOutOfMemory`], [`Error::Aborted`], [`Error::Unsupported`],
    /// [`Error::Cancelled`], [`Error::DeviceLost`], and those of the exchange.
    pub async fn scan_with(
        &self,
        scan: &PlannedScan,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
        phases: Phases,
    ) -> Result<(), Error> {
        // A failed run drops its buffers, and with them an input that an earlier call has uploaded.
        let is_repeatable = phases.uploads > 0;
        self.repeated(scan, is_repeatable, async |scan| self.scan_once(scan, cancel, exchange, phases).await).await
    }

    /// [`Gpu::scan_with`] without a repetition.
    ///
    /// # Errors
    /// As [`Gpu::scan_with`].
    pub(crate) async fn scan_once(
        &self,
        scan: &PlannedScan,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
        phases: Phases,
    ) -> Result<(), Error> {
        let (job, plan) = (&scan.job().job, scan.plan());
        if job.elements == 0 {
            return Ok(());
        }
        let words = job.elements * job.form.monoid.words();
        let shape = Shape { elements: job.elements, form: &job.form, operation: None, plan };
        let sizes = RunSizes { ports: job.ports(), upload_words: words, readback_words: words };
        let mut scan = self.cached_run(shape, sizes, cancel).await?;
        let mut uploads = PendingErrors::new();
        for _ in 0..phases.uploads {
            self.upload_input(&mut scan, job, cancel, exchange, &mut uploads).await?;
        }
        exchange.check()?;
        let CachedRun { data, prepared, readback_staging, .. } = &scan;
        if phases.work == DeviceWork::Run {
            self.run_until_last_submission(prepared, cancel).await?;
        }
        let before = work_of(phases.work, data, prepared);
        let source = ReadbackSource { buffer: data.output(), start: 0, words, abort_flag: prepared.abort_flag() };
        let mut before = Some(before);
        for _ in 0..phases.readbacks {
            let readback = self.begin_readback(readback_staging, source, before.take().unwrap_or(Before::Nothing));
            self.check_upload(take(&mut uploads)).await?;
            self.finish_readback(readback, cancel, &mut |start, slice| exchange.take(start, slice)).await?;
        }
        if let Some(before) = before {
            let (mut done, errors) = self.submit_watched(before);
            self.check_upload(uploads).await?;
            self.check_scopes("a dispatch", 0, errors).await?;
            self.wait(&mut done).await?;
        }
        self.cache.put(scan, phases.keep_buffers);
        Ok(())
    }

    async fn upload_input(
        &self,
        scan: &mut CachedRun,
        job: &Job,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
        errors: &mut PendingErrors,
    ) -> Result<(), Error> {
        let (elements, segments, element_words) = (job.elements, job.form.segments, job.form.monoid.words());
        let words = elements * element_words;
        let fill = &mut |start, slice: &mut UploadSlice| exchange.fill(start, slice);
        errors.extend(self.upload_staged(&mut scan.upload_staging, (scan.data.source(), words), cancel, fill).await?);
        if let Some(heads) = scan.data.buffer(Resource::Flags) {
            let fill =
                &mut |start, slice: &mut UploadSlice| fill_heads(exchange, segments, start, slice, |_: &[u32]| ());
            let flags = segments.head_words(elements);
            errors.extend(self.upload_staged(&mut scan.upload_staging, (heads, flags), cancel, fill).await?);
        }
        if let Some(initial) = scan.data.buffer(Resource::Initial) {
            let fill = &mut |_, slice: &mut UploadSlice| {
                let mut filled = Ok(());
                slice.write(&mut |words| filled = exchange.fill_initial(words))?;
                filled
            };
            errors.extend(self.upload_staged(&mut scan.upload_staging, (initial, element_words), cancel, fill).await?);
        }
        Ok(())
    }

    /// Submits commands. Returns the completion of all work submitted so far, and the errors of the commands.
    pub(super) fn submit_watched(&self, before: Before<'_>) -> (Receiver<()>, PendingErrors) {
        self.with_error_scopes(|| {
            let mut batch = Batch::new(self);
            batch.before(before);
            batch.submit_uncounted();
            // The completion and the errors are requested together, since each answer of a browser's device takes as
            // long as a short scan.
            self.submitted_work()
        })
    }

    /// A cached run of this shape, or a new run. A new run waits once for its objects, and for each new shader.
    pub(super) async fn cached_run(
        &self,
        shape: Shape<'_>,
        sizes: RunSizes,
        cancel: &Cancel,
    ) -> Result<CachedRun, Error> {
        let cached = self.cache.take(&shape);
        cancel.check()?;
        if let Some(run) = cached {
            return Ok(run);
        }
        let compiled = self.compiled(shape.plan).await?;
        let create = || {
            let data = self.create_io(&sizes.ports);
            let prepared = self.bind_plan(shape.plan, &compiled, shape.form, &data);
            let upload_staging = self.create_upload_staging(sizes.upload_words);
            let readback_staging = self.create_readback_staging(sizes.readback_words);
            CachedRun::new(shape, (data, prepared), (upload_staging, readback_staging))
        };
        self.created(sizes.total() + shape.plan.total_scratch_bytes(), create).await
    }

    /// Runs a prepared plan once and begins to read its output back. A plan of a single submission needs a single wait.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the device refuses a command, [`Error::Cancelled`], [`Error::DeviceLost`].
    pub(crate) async fn run_and_begin_readback<'a>(
        &self,
        prepared: &'a Prepared,
        prefixes: &'a GpuBuffer,
        words: u32,
        staging: &'a ReadbackStaging,
        cancel: &Cancel,
    ) -> Result<Readback<'a>, Error> {
        self.run_until_last_submission(prepared, cancel).await?;
        let source = ReadbackSource { buffer: prefixes, start: 0, words, abort_flag: prepared.abort_flag() };
        Ok(self.begin_readback(staging, source, Before::LastSubmission(prepared)))
    }
}

/// The last commands of the work between uploads and readbacks.
fn work_of<'a>(work: DeviceWork, data: &'a IoBuffers, prepared: &'a Prepared) -> Before<'a> {
    let from = match work {
        DeviceWork::Run => return Before::LastSubmission(prepared),
        DeviceWork::CopyInput => data.buffer(Resource::Input),
        DeviceWork::CopyHeads => data.buffer(Resource::Flags),
        DeviceWork::Nothing => None,
    };
    from.map_or(Before::Nothing, |from| Before::Copy { from, to: data.output() })
}
