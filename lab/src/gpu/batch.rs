//! Batches: many runs in few submissions.

use super::memory::Part;
use super::{Gpu, GpuBuffer, Prepared, Timer};
use scanlab::error::Error;
use scanlab::record::low_level::BoundDispatch;

/// Commands that are recorded in order and submitted together.
pub struct Batch<'a> {
    gpu: &'a Gpu,
    encoder: Option<wgpu::CommandEncoder>,
}

/// A pair of timestamp queries of a timer.
#[derive(Clone, Copy)]
pub struct Span<'a> {
    /// The timer.
    pub timer: &'a Timer,
    /// The index of the pair.
    pub index: u32,
}

/// The span that a pass is timed in, if any, and whether the pass writes the span's begin and end.
#[derive(Clone, Copy)]
struct SpanEnds<'a> {
    span: Option<Span<'a>>,
    begin: bool,
    end: bool,
}

/// Commands that are recorded before a readback, so that both are submitted together.
#[derive(Clone, Copy)]
pub(super) enum Before<'a> {
    /// Nothing.
    Nothing,
    /// The last submission of a plan.
    LastSubmission(&'a Prepared),
    /// A copy of a whole buffer to the beginning of another buffer.
    Copy { from: &'a GpuBuffer, to: &'a GpuBuffer },
}

impl Gpu {
    /// A new encoder. Call it within an error scope.
    pub(super) fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&Default::default())
    }

    /// Submits the commands that `record` records, without waiting for them.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if the device refuses a command, [`Error::DeviceLost`].
    pub async fn batch(&self, record: &mut dyn FnMut(&mut Batch<'_>)) -> Result<(), Error> {
        let work = || {
            let mut batch = Batch::new(self);
            record(&mut batch);
            batch.submit();
        };
        let ((), errors) = self.with_error_scopes(work);
        self.check_scopes("a dispatch", 0, errors).await
    }

    /// Submits `repeats` runs of a prepared plan without waiting for them.
    ///
    /// # Errors
    /// As [`Gpu::batch`].
    pub async fn run(&self, prepared: &Prepared, repeats: u32) -> Result<(), Error> {
        self.batch(&mut |batch| batch.run(prepared, repeats, None)).await
    }
}

impl<'a> Batch<'a> {
    /// An empty batch, to be filled within an error scope.
    pub(super) fn new(gpu: &'a Gpu) -> Self {
        Batch { gpu, encoder: None }
    }

    fn encoder(&mut self) -> &mut wgpu::CommandEncoder {
        self.encoder.get_or_insert_with(|| self.gpu.encoder())
    }

    /// Submits the recorded commands. Their completion counts as progress, since a batch may take a long time.
    pub fn submit(&mut self) {
        if self.submit_uncounted() {
            self.gpu.count_submission();
        }
    }

    /// Submits the recorded commands, if there are any, for a caller that waits for them.
    pub(super) fn submit_uncounted(&mut self) -> bool {
        let encoder = self.encoder.take();
        let is_submitted = encoder.is_some();
        self.gpu.queue.submit(encoder.map(wgpu::CommandEncoder::finish));
        is_submitted
    }

    /// Records `repeats` runs of a prepared plan. The span includes the clears of scratch memory between runs.
    pub fn run(&mut self, prepared: &Prepared, repeats: u32, span: Option<Span<'_>>) {
        let mut done = 0;
        let mut begin = true;
        while done < repeats {
            if prepared.clears.are_due() {
                if begin && span.is_some() {
                    self.pass(&[], 1, SpanEnds { span, begin, end: false });
                    begin = false;
                }
                self.clear_scratch(prepared);
            }
            let runs = prepared.clears.reserve(repeats - done);
            done += runs;
            self.runs(prepared, runs, SpanEnds { span, begin, end: done == repeats });
            begin = false;
        }
    }

    fn clear_scratch(&mut self, prepared: &Prepared) {
        prepared.scratch.iter().for_each(|buffer| self.clear(buffer));
        prepared.clears.done();
    }

    /// Counts a run, and clears scratch memory if necessary.
    fn begin_run(&mut self, prepared: &Prepared) {
        if prepared.clears.are_due() {
            self.clear_scratch(prepared);
        }
        prepared.clears.reserve(1);
    }

    /// Records the commands that precede a readback.
    pub(super) fn before(&mut self, before: Before<'_>) {
        match before {
            Before::Nothing => {}
            Before::LastSubmission(prepared) => {
                if let Some(last) = prepared.submissions().enumerate().last() {
                    self.submission(prepared, last);
                }
            }
            Before::Copy { from, to } => self.encoder().copy_buffer_to_buffer(&from.0, 0, &to.0, 0, from.0.size()),
        }
    }

    /// Records a copy of words of a buffer, from word `first` on, to another buffer, from byte `offset` on.
    pub(super) fn copy_out(&mut self, Part { buffer, first, words }: Part<'_>, to: &GpuBuffer, offset: u64) {
        let [first, bytes] = [first, words].map(|words| 4 * u64::from(words));
        self.encoder().copy_buffer_to_buffer(&buffer.0, first, &to.0, offset, bytes);
    }

    /// Records one submission of a plan, given with its index.
    pub(super) fn submission(&mut self, prepared: &Prepared, (index, dispatches): (usize, &[BoundDispatch])) {
        if index == 0 {
            self.begin_run(prepared);
        }
        self.pass(dispatches, 1, SpanEnds { span: None, begin: false, end: false });
    }

    /// Records runs without clears between them. If a run is a single submission, all runs share one pass. Otherwise each
    /// submission of each run is submitted separately.
    fn runs(&mut self, prepared: &Prepared, repeats: u32, ends: SpanEnds<'_>) {
        let submissions: Vec<_> = prepared.submissions().collect();
        if let [dispatches] = submissions[..] {
            return self.pass(dispatches, repeats, ends);
        }
        let last = submissions.len() * repeats as usize - 1;
        for (index, dispatches) in submissions.repeat(repeats as usize).into_iter().enumerate() {
            self.pass(
                dispatches,
                1,
                SpanEnds { begin: ends.begin && index == 0, end: ends.end && index == last, ..ends },
            );
            self.submit();
        }
    }

    fn pass(&mut self, dispatches: &[BoundDispatch], repeats: u32, SpanEnds { span, begin, end }: SpanEnds<'_>) {
        let timestamp_writes =
            span.filter(|_| begin || end).map(|Span { timer, index }| timer.writes(index, begin, end));
        let descriptor = wgpu::ComputePassDescriptor { label: None, timestamp_writes };
        let mut pass = self.encoder().begin_compute_pass(&descriptor);
        for repeat in 0..repeats {
            for dispatch in dispatches {
                // The pipeline and bind group of a single dispatch stay set.
                if repeat == 0 || dispatches.len() > 1 {
                    pass.set_pipeline(&dispatch.pipeline);
                    pass.set_bind_group(0, &dispatch.bindings, &[]);
                }
                pass.dispatch_workgroups(dispatch.workgroups[0], dispatch.workgroups[1], 1);
            }
        }
    }

    /// Fills a buffer with zeros.
    pub fn clear(&mut self, buffer: &GpuBuffer) {
        self.encoder().clear_buffer(&buffer.0, 0, None);
    }

    /// Copies the first `words` words of a buffer to another buffer, from word `offset` of that buffer on.
    pub fn copy(&mut self, from: &GpuBuffer, words: u32, to: &GpuBuffer, offset: u32) {
        self.copy_out(Part { buffer: from, first: 0, words }, to, 4 * u64::from(offset));
    }

    /// Copies the timestamps of the first `pairs` spans of a timer to a buffer, four words per span.
    pub fn read_timer(&mut self, timer: &Timer, pairs: u32, to: &GpuBuffer) {
        self.encoder().resolve_query_set(&timer.queries, 0..2 * pairs, &timer.resolved.0, 0);
        self.copy(&timer.resolved, 4 * pairs, to, 0);
    }
}
