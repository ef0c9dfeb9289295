//! What is prepared becomes dispatches.

use super::prepare::Step;
use super::{Cancel, Gpu, Prepared, Timer};
use crate::error::Error;

impl Gpu {
    /// Runs a prepared plan once, waiting after each of its submissions, so that it stops soon when `go_on`, which is asked
    /// before every submission, does not agree.
    ///
    /// # Errors
    /// What `go_on` says; [`Error::Unsupported`] where the device refuses a command, [`Error::DeviceLost`].
    pub async fn run_while(&self, prepared: &Prepared, go_on: &dyn Fn() -> Result<(), Error>) -> Result<(), Error> {
        self.clear_in_time(prepared, 1);
        for steps in prepared.submissions() {
            self.run_steps(steps, go_on).await?;
        }
        Ok(())
    }

    async fn run_steps(&self, steps: &[Step], go_on: &dyn Fn() -> Result<(), Error>) -> Result<(), Error> {
        go_on()?;
        self.scoped("a dispatch", 0, || self.submit(&[steps], None, (false, false))).await?;
        self.drain().await
    }

    /// Runs a prepared plan once, up to its last submission as [`Gpu::run_while`] does; gives the last, which is encoded and
    /// not yet submitted, so that a readback can go with it and one wait do for both.
    ///
    /// # Errors
    /// As [`Gpu::run_while`].
    pub(super) async fn run_to_last(
        &self,
        prepared: &Prepared,
        cancel: &Cancel,
    ) -> Result<wgpu::CommandEncoder, Error> {
        self.clear_in_time(prepared, 1);
        let mut submissions: Vec<_> = prepared.submissions().collect();
        let last = submissions.pop().unwrap_or_default();
        for steps in submissions {
            self.run_steps(steps, &|| cancel.check()).await?;
        }
        Ok(self.encode(&[last], None, (false, false)))
    }

    /// Runs a prepared plan `repeats` times over without waiting, timed where a timer is given; it is done when the queue is
    /// drained.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the device refuses a command, [`Error::DeviceLost`].
    pub async fn run(&self, prepared: &Prepared, repeats: u32, timer: Option<&Timer>) -> Result<(), Error> {
        self.clear_in_time(prepared, repeats);
        let once: Vec<&[Step]> = prepared.submissions().collect();
        let all = once.repeat(repeats as usize);
        // Repeats of a single submission fit into one pass; those of several are submissions of their own.
        let chunk = if once.len() == 1 { all.len().max(1) } else { 1 };
        let work = || {
            let count = all.len().div_ceil(chunk);
            for (rank, steps) in all.chunks(chunk).enumerate() {
                self.submit(steps, timer, (rank == 0, rank + 1 == count));
            }
        };
        self.scoped("a dispatch", 0, work).await
    }

    /// Clears scratch memory where `more` runs would be too many since the last time.
    fn clear_in_time(&self, prepared: &Prepared, more: u32) {
        let Some(limit) = prepared.runs_between_clears else { return };
        let runs = prepared.runs.get() + more;
        prepared.runs.set(runs);
        if runs > limit {
            let mut encoder = self.device.create_command_encoder(&Default::default());
            prepared.scratch.iter().for_each(|buffer| encoder.clear_buffer(&buffer.0, 0, None));
            self.queue.submit([encoder.finish()]);
            prepared.runs.set(more);
        }
    }

    /// Whether every run since the last clear came to its end: tiles that wait for others give up after a while.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where one gave up, [`Error::DeviceLost`].
    pub async fn check_verdict(&self, prepared: &Prepared) -> Result<(), Error> {
        let Some(verdict) = prepared.verdict() else { return Ok(()) };
        let mut gave_up = 0;
        self.download(verdict, 1, 1, &Cancel::default(), |_, words| gave_up = words[0]).await?;
        if gave_up == 0 {
            return Ok(());
        }
        // The next run starts from clear scratch memory again.
        prepared.runs.set(u32::MAX / 2);
        Err(given_up())
    }

    fn submit(&self, submissions: &[&[Step]], timer: Option<&Timer>, ends: (bool, bool)) {
        self.queue.submit([self.encode(submissions, timer, ends).finish()]);
    }

    /// Encodes one pass; `(first, last)` say whether a timer starts before and ends behind it.
    fn encode(
        &self,
        submissions: &[&[Step]],
        timer: Option<&Timer>,
        (first, last): (bool, bool),
    ) -> wgpu::CommandEncoder {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let timestamp_writes = timer.map(|timer| timer.writes(first, last)).filter(|_| first || last);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        for step in submissions.iter().copied().flatten() {
            pass.set_pipeline(&step.pipeline);
            pass.set_bind_group(0, &step.bindings, &[]);
            pass.dispatch_workgroups(step.workgroups[0], step.workgroups[1], 1);
        }
        drop(pass);
        if let (Some(timer), true) = (timer, last) {
            timer.resolve(&mut encoder);
        }
        encoder
    }
}

/// What to say of a run whose verdict is that it gave up.
pub(super) fn given_up() -> Error {
    Error::Unsupported(
        "the run was given up: a tile waited for one that had started, and that one did not go on; this device does not \
         promise that it does"
            .into(),
    )
}
