//! Many runs in few submissions.

use super::prepare::Step;
use super::watch::OF_COMMANDS;
use super::{Gpu, GpuBuffer, Prepared, Timer};
use crate::error::Error;

/// Commands that are recorded one after the other, and submitted when it is time.
pub struct Batch<'a> {
    gpu: &'a Gpu,
    encoder: Option<wgpu::CommandEncoder>,
}

/// Where the time of a run is noted.
#[derive(Clone, Copy)]
pub struct Span<'a> {
    /// The queries.
    pub timer: &'a Timer,
    /// Which pair of them.
    pub rank: u32,
}

/// The span of a pass, if it has one, and which of its ends the pass notes.
#[derive(Clone, Copy)]
struct Marks<'a> {
    span: Option<Span<'a>>,
    begin: bool,
    end: bool,
}

impl Gpu {
    pub(super) fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&Default::default())
    }

    /// Submits what `record` records. It is done when the queue is drained.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the device refuses a command, [`Error::DeviceLost`].
    pub async fn batch(&self, record: &mut dyn FnMut(&mut Batch<'_>)) -> Result<(), Error> {
        let work = || {
            let mut batch = Batch::new(self);
            record(&mut batch);
            batch.submit();
        };
        let ((), found) = self.watched(OF_COMMANDS, work);
        self.judge("a dispatch", 0, found).await
    }

    /// Runs a prepared plan `repeats` times over without waiting.
    ///
    /// # Errors
    /// As [`Gpu::batch`].
    pub async fn run(&self, prepared: &Prepared, repeats: u32) -> Result<(), Error> {
        self.batch(&mut |batch| batch.run(prepared, repeats, None)).await
    }
}

impl<'a> Batch<'a> {
    pub(super) fn new(gpu: &'a Gpu) -> Self {
        Batch { gpu, encoder: None }
    }

    /// What is recorded and not yet submitted, to be continued by the caller.
    pub(super) fn into_encoder(self) -> wgpu::CommandEncoder {
        let Batch { gpu, encoder } = self;
        encoder.unwrap_or_else(|| gpu.encoder())
    }

    fn encoder(&mut self) -> &mut wgpu::CommandEncoder {
        self.encoder.get_or_insert_with(|| self.gpu.encoder())
    }

    /// Submits what is recorded so far; its end counts as a completed wait, since several submissions take long.
    pub fn submit(&mut self) {
        let Some(encoder) = self.encoder.take() else { return };
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.note_submission();
    }

    /// Runs a prepared plan `repeats` times over. What has to be cleared on the way counts into the span.
    pub fn run(&mut self, prepared: &Prepared, repeats: u32, span: Option<Span<'_>>) {
        let mut done = 0;
        let mut begin = true;
        while done < repeats {
            if prepared.is_full() {
                if begin && span.is_some() {
                    self.pass(&[], 1, Marks { span, begin, end: false });
                    begin = false;
                }
                self.clear_scratch(prepared);
            }
            let runs = prepared.take_runs(repeats - done);
            done += runs;
            self.runs(prepared, runs, Marks { span, begin, end: done == repeats });
            begin = false;
        }
    }

    fn clear_scratch(&mut self, prepared: &Prepared) {
        prepared.scratch.iter().for_each(|buffer| self.clear(buffer));
        prepared.runs.set(0);
    }

    /// Counts one run, whose steps follow one by one, and clears scratch memory where it has to be.
    fn begin_run(&mut self, prepared: &Prepared) {
        if prepared.is_full() {
            self.clear_scratch(prepared);
        }
        prepared.take_runs(1);
    }

    /// Runs one of a plan's submissions, given with its rank; the first begins the run.
    pub(super) fn part(&mut self, prepared: &Prepared, (rank, steps): (usize, &[Step])) {
        if rank == 0 {
            self.begin_run(prepared);
        }
        self.pass(steps, 1, Marks { span: None, begin: false, end: false });
    }

    /// Runs a plan for which nothing has to be cleared. Repeats of a single submission fit into one pass; those of several are
    /// submissions of their own.
    fn runs(&mut self, prepared: &Prepared, repeats: u32, marks: Marks<'_>) {
        let submissions: Vec<_> = prepared.submissions().collect();
        if let [steps] = submissions[..] {
            return self.pass(steps, repeats, marks);
        }
        let last = submissions.len() * repeats as usize - 1;
        for (rank, steps) in submissions.repeat(repeats as usize).into_iter().enumerate() {
            self.pass(steps, 1, Marks { begin: marks.begin && rank == 0, end: marks.end && rank == last, ..marks });
            self.submit();
        }
    }

    fn pass(&mut self, steps: &[Step], repeats: u32, Marks { span, begin, end }: Marks<'_>) {
        let timestamp_writes = span.filter(|_| begin || end).map(|Span { timer, rank }| timer.writes(rank, begin, end));
        let descriptor = wgpu::ComputePassDescriptor { label: None, timestamp_writes };
        let mut pass = self.encoder().begin_compute_pass(&descriptor);
        for repeat in 0..repeats {
            for step in steps {
                // A single step stays bound.
                if repeat == 0 || steps.len() > 1 {
                    pass.set_pipeline(&step.pipeline);
                    pass.set_bind_group(0, &step.bindings, &[]);
                }
                pass.dispatch_workgroups(step.workgroups[0], step.workgroups[1], 1);
            }
        }
    }

    /// Fills a buffer with zeros.
    pub fn clear(&mut self, buffer: &GpuBuffer) {
        self.encoder().clear_buffer(&buffer.0, 0, None);
    }

    /// Copies the first `words` words of a buffer to a place, counted in words, of another.
    pub fn copy(&mut self, from: &GpuBuffer, words: u32, to: &GpuBuffer, place: u32) {
        let [bytes, place] = [words, place].map(|words| 4 * u64::from(words));
        self.encoder().copy_buffer_to_buffer(&from.0, 0, &to.0, place, bytes);
    }

    /// Copies the ticks of a timer's first `pairs` spans to a buffer, four words each.
    pub fn read_timer(&mut self, timer: &Timer, pairs: u32, to: &GpuBuffer) {
        self.encoder().resolve_query_set(&timer.queries, 0..2 * pairs, &timer.resolved.0, 0);
        self.copy(&timer.resolved, 4 * pairs, to, 0);
    }
}
