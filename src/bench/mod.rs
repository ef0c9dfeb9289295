//! Measuring: the same engine natively and in the browser, with its clock passed in.
//!
//! Every sample is poisoned before and summed up after, so that a time is kept only where its own output was that of the
//! sample whose output is then checked element by element.

mod guard;
mod stats;

use serde::Serialize;

use crate::error::Error;
use crate::gpu::{Cancel, Gpu, GpuBuffer, Prepared, Timer};
use crate::pattern::Input;
use crate::plan::Tuning;
use crate::request::Resolved;
use guard::Guard;
pub use stats::median;

/// How measurements are taken.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Samples of a measurement.
    pub samples: u32,
    /// Scans that are run and not timed first.
    pub warm_ups: u32,
    /// What a sample should span at least, in nanoseconds: many grains of a timer that browsers make coarse.
    pub sample_ns: f64,
    /// Scans in a sample at most.
    pub max_repeats: u32,
    /// The longest time of one scan that is measured at all, in nanoseconds.
    pub run_limit_ns: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { samples: 12, warm_ups: 2, sample_ns: 4e6, max_repeats: 256, run_limit_ns: 2e9 }
    }
}

/// Where times come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TimerKind {
    /// The GPU's timestamps.
    Timestamp,
    /// The clock on the wall, from an empty queue to an empty queue.
    Wall,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Samples {
    /// Where the times come from.
    pub timer: TimerKind,
    /// Nanoseconds of one scan, a sample each.
    pub samples_ns: Vec<f64>,
    /// Samples that were thrown away: an output that differs from the last one's, or a span that is not positive.
    pub samples_voided: u32,
    /// Scans in a sample.
    pub repeats: u32,
    /// Tuning parameters as they took effect.
    pub tuning: Tuning,
    /// Dispatches of a scan.
    pub dispatches: usize,
    /// Scratch memory of a scan.
    pub scratch_bytes: u64,
}

/// A measurement, with the output of its last sample.
pub struct Measurement {
    /// Times and circumstances.
    pub samples: Samples,
    /// The output; none for a scan of no elements.
    pub output: Option<GpuBuffer>,
}

/// What a measurement needs beside its job.
pub struct Bench<'a> {
    /// The device.
    pub gpu: &'a Gpu,
    /// A clock in nanoseconds, from any start.
    pub clock: &'a dyn Fn() -> f64,
    /// Whether to go on.
    pub cancel: &'a Cancel,
    /// How to measure.
    pub settings: Settings,
}

impl Bench<'_> {
    /// Measures a job on a test input. `on_stage` hears what is being done.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where one scan takes longer than the limit, and all that [`Gpu::scan`] may say.
    pub async fn measure(
        &self,
        resolved: &Resolved,
        input: Input,
        on_stage: &dyn Fn(&str),
    ) -> Result<Measurement, Error> {
        on_stage("preparing");
        let (job, plan) = (&resolved.job, resolved.plan());
        let mut samples = Samples {
            timer: if self.gpu.has_timestamps() { TimerKind::Timestamp } else { TimerKind::Wall },
            samples_ns: Vec::new(),
            samples_voided: 0,
            repeats: 1,
            dispatches: plan.passes.len(),
            scratch_bytes: plan.total_scratch_bytes(),
            tuning: plan.tuning.clone(),
        };
        if job.elements == 0 {
            return Ok(Measurement { samples, output: None });
        }
        if job.form.in_place {
            let reason =
                "a measurement requires an input that can be scanned again and again; a scan in place overwrites it";
            return Err(Error::Unsupported(reason.into()));
        }
        let words = job.elements * job.form.monoid.words();
        let data = self.gpu.scan_data(job).await?;
        self.gpu.upload(data.source(), words, self.cancel, |start, chunk| input.fill(start, chunk)).await?;
        if let Some(heads) = &data.heads {
            self.gpu.upload(heads, job.elements, self.cancel, |start, chunk| input.fill_heads(start, chunk)).await?;
        }
        let prepared = self.gpu.prepare(&plan, job.form, &data).await?;
        let guard = Guard::new(self.gpu, &data.prefixes, words, self.settings.samples).await?;
        self.warm_up(&prepared, resolved.algorithm.id).await?;
        on_stage("timing");
        let varies = plan.varies && job.form.monoid.rounds();
        self.sample(&prepared, &guard, varies, &mut samples).await?;
        self.gpu.check_verdict(&prepared).await?;
        Ok(Measurement { samples, output: Some(data.prefixes) })
    }

    /// Runs the scan until it is warm, and refuses one that takes too long to be measured.
    async fn warm_up(&self, prepared: &Prepared, id: &str) -> Result<(), Error> {
        for _ in 0..self.settings.warm_ups {
            self.gpu.drain().await?;
            let start = (self.clock)();
            let limit = || self.cancel.check().and_then(|()| self.check_limit((self.clock)() - start, id));
            self.gpu.run_while(prepared, &limit).await?;
            limit()?;
            self.gpu.check_verdict(prepared).await?;
        }
        Ok(())
    }

    fn check_limit(&self, elapsed_ns: f64, id: &str) -> Result<(), Error> {
        if elapsed_ns <= self.settings.run_limit_ns {
            return Ok(());
        }
        // Whole numbers: to print others would cost the page more than all of this file.
        let shown = |ns: f64| match (ns / 1e6) as u64 {
            ms if ms % 1000 == 0 => format!("{} s", ms / 1000),
            ms => format!("{ms} ms"),
        };
        let (limit, elapsed) = (shown(self.settings.run_limit_ns), shown(elapsed_ns));
        Err(Error::Unsupported(format!(
            "one run of {id} would take longer than {limit} here; it was stopped after {elapsed}"
        )))
    }

    /// Takes the samples. Where results vary within their rounding from run to run, samples cannot be compared with the last
    /// one bit by bit; then the last alone speaks for all.
    async fn sample(
        &self,
        prepared: &Prepared,
        guard: &Guard,
        varies: bool,
        samples: &mut Samples,
    ) -> Result<(), Error> {
        let timer = self.gpu.timer().await?;
        samples.repeats = self.find_repeats(prepared, timer.as_ref()).await?;
        let mut spans = Vec::new();
        for sample in 0..self.settings.samples {
            self.cancel.check()?;
            guard.poison(self.gpu).await?;
            spans.push(self.span(prepared, samples.repeats, timer.as_ref()).await?);
            guard.sum(self.gpu, sample).await?;
        }
        let same = guard.same_as_last(self.gpu, self.cancel).await?;
        let kept = spans.iter().zip(same).filter(|&(&span, same)| (same || varies) && span > 0.0);
        samples.samples_ns = kept.map(|(span, _)| span / f64::from(samples.repeats)).collect();
        samples.samples_voided = self.settings.samples - samples.samples_ns.len() as u32;
        Ok(())
    }

    /// Doubles the scans in a sample until it spans what it should.
    async fn find_repeats(&self, prepared: &Prepared, timer: Option<&Timer>) -> Result<u32, Error> {
        let mut repeats = 1;
        while repeats < self.settings.max_repeats {
            self.cancel.check()?;
            let span = self.span(prepared, repeats, timer).await?;
            if span >= self.settings.sample_ns {
                break;
            }
            let factor = (self.settings.sample_ns / span.max(1.0)).clamp(2.0, 16.0);
            repeats = (f64::from(repeats) * factor).ceil().min(f64::from(self.settings.max_repeats)) as u32;
        }
        Ok(repeats)
    }

    /// The time of one sample, in nanoseconds.
    async fn span(&self, prepared: &Prepared, repeats: u32, timer: Option<&Timer>) -> Result<f64, Error> {
        if let Some(timer) = timer {
            self.gpu.run(prepared, repeats, Some(timer)).await?;
            return self.gpu.span_ns(timer).await;
        }
        self.gpu.drain().await?;
        let start = (self.clock)();
        self.gpu.run(prepared, repeats, None).await?;
        self.gpu.drain().await?;
        Ok((self.clock)() - start)
    }
}
