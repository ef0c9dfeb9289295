//! Blocks of scans, measured on a device.

use std::rc::Rc;

use serde::Serialize;

use super::block::{Block, Sampler, Slot};
use super::clock::{TimerKind, Timing};
use super::compare::Ratio;
use super::groups::groups;
use super::sampler::{BlockBuffers, DeviceSampler};
use super::series::{Series, Summary};
use super::settings::Settings;
use super::subject::{Shared, Subject};
use crate::gpu::{Cancel, Gpu, GpuBuffer, Prepared};
use crate::pattern::TestInputs;
use scanlab::error::Error;
use scanlab::plan::{Abort, Plan, Port, Resource, Tuning};

/// The environment of a measurement.
pub struct Bench<'a> {
    /// The device.
    pub gpu: &'a Gpu,
    /// A clock in nanoseconds, with any origin.
    pub clock: &'a dyn Fn() -> f64,
    /// Cancels the measurement.
    pub cancel: &'a Cancel,
    /// The settings of the measurement.
    pub settings: Settings,
    /// Timer source, resolution and dispatch overhead of the device.
    pub timing: Timing,
}

/// A measured block.
pub struct Measured {
    /// The buffers of the block; `None` for scans of no elements.
    buffers: Option<BlockBuffers>,
    candidates: Vec<Result<Candidate, Error>>,
}

struct Candidate {
    subject: Subject,
    /// The samples of the candidate; `None` for a scan of no elements.
    run: Option<Run>,
}

#[derive(Clone)]
struct Run {
    series: Series,
    /// The copy kernel's samples in the same rounds.
    copy: Rc<Series>,
    drifted: bool,
    /// The number of the group of scans that share rounds.
    group: usize,
}

/// The results of measuring one scan.
#[derive(Clone, Debug, Serialize)]
pub struct Samples {
    /// Timer source, resolution and dispatch overhead.
    pub timing: Timing,
    /// Times of the scan.
    pub summary: Summary,
    /// The time of the scan divided by the time of the copy kernel for the same number of bytes, in the same rounds; `None` if unknown.
    pub copy_ratio: Option<Ratio>,
    /// Times of the copy kernel in the same block; `None` for a scan of no elements.
    pub copy: Option<Summary>,
    /// Whether the copy kernel's time changed by more than 10 % during the block. Ratios are valid nevertheless.
    pub copy_drifted: bool,
    /// Scans of a block with the same number share their rounds. If the scratch memory of all scans does not fit at the
    /// same time, they are in different groups, which are measured one after another.
    pub group: usize,
    /// The algorithm that ran: the requested algorithm, or the choice of `auto`.
    pub ran: &'static str,
    /// Effective tuning parameters.
    pub tuning: Tuning,
    /// Dispatches of a run.
    pub dispatches: usize,
    /// Scratch memory of a run, in bytes.
    pub scratch_bytes: u64,
    /// For outputs without a defined order: the number of samples whose output has the order of the last run.
    pub agreeing: Option<usize>,
}

impl Bench<'_> {
    /// Measures scans of one test input with interleaved samples. A failure of one scan does not affect the other scans. `on_stage` receives
    /// the index of a scan and the stage of its measurement.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`] for the input or the output, [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn measure<W: Into<Subject>>(
        &self,
        scans: Vec<Result<W, Error>>,
        inputs: impl Into<TestInputs>,
        on_stage: &dyn Fn(usize, &str),
    ) -> Result<Measured, Error> {
        let inputs = inputs.into();
        let scans: Vec<_> =
            scans.into_iter().map(|scan| scan.and_then(|subject| subject.into().out_of_place())).collect();
        let shared = scans.iter().flatten().map(Subject::shared).next();
        let candidate = |scan: Result<Subject, Error>| {
            let subject = scan?;
            check_input(&subject.shared(), shared.as_ref())?;
            Ok(Candidate { subject, run: None })
        };
        let candidates: Vec<_> = scans.into_iter().map(candidate).collect();
        let mut measured = Measured { buffers: None, candidates };
        let Some(shared) = shared.filter(|shared| shared.elements > 0) else { return Ok(measured) };
        let sizes: Vec<_> = measured.candidates.iter().map(scratch_bytes).collect();
        let subjects = measured.candidates.iter().flatten().map(|candidate| &candidate.subject);
        let Some(first) = subjects.into_iter().next() else { return Ok(measured) };
        let has_sets = measured.candidates.iter().flatten().any(|candidate| candidate.subject.is_unordered());
        let buffers = self.buffers(first, &shared, &inputs, (sizes.len() as u32 + 1, has_sets)).await?;
        for group in groups(&sizes, self.settings.scratch_bytes) {
            let start = group.start;
            let on_stage = |index, stage: &str| on_stage(start + index, stage);
            let seed = inputs.seed();
            let repeated = self.group(&buffers, &mut measured.candidates[group], start, seed, &on_stage).await?;
            for index in repeated {
                let on_stage = |_, stage: &str| on_stage(index, stage);
                // No other group has this number.
                let alone = sizes.len() + start + index;
                self.repeat(&buffers, &mut measured.candidates[start + index], alone, seed, &on_stage).await?;
            }
        }
        measured.buffers = Some(buffers);
        Ok(measured)
    }

    /// The filled buffers of a block, with the output check and the timer.
    async fn buffers(
        &self,
        first: &Subject,
        shared: &Shared,
        inputs: &TestInputs,
        (samples, has_sets): (u32, bool),
    ) -> Result<BlockBuffers, Error> {
        let data = first.data(self.gpu).await?;
        for &Port { resource, words, .. } in shared.inputs() {
            let Some(buffer) = data.buffer(resource) else { continue };
            let fill = |start: u32, chunk: &mut [u32]| match resource {
                Resource::Flags if shared.segments.are_flagged() => {
                    inputs.fill_head_words(shared.segments, start, chunk);
                }
                _ => inputs.fill(resource, start, chunk),
            };
            self.gpu.upload(buffer, words, self.cancel, fill).await?;
        }
        let mut buffers =
            BlockBuffers::new(self.gpu, data, shared.source_words(), &shared.outputs(), samples, has_sets).await?;
        if self.timing.kind == TimerKind::Wall {
            buffers.use_wall_clock();
        }
        Ok(buffers)
    }

    /// Measures again, alone and with a new plan, a candidate whose workgroups have started out of order. `group` is the
    /// number of the new group.
    async fn repeat(
        &self,
        buffers: &BlockBuffers,
        candidate: &mut Result<Candidate, Error>,
        group: usize,
        seed: u32,
        on_stage: &dyn Fn(usize, &str),
    ) -> Result<(), Error> {
        candidate.iter_mut().for_each(|candidate| candidate.subject = candidate.subject.in_any_order());
        let repeated = self.group(buffers, std::slice::from_mut(candidate), group, seed, on_stage).await?;
        if !repeated.is_empty() {
            *candidate = Err(Error::Aborted(Abort::OutOfOrder));
        }
        Ok(())
    }

    /// Measures candidates whose scratch memory fits at the same time. `group` is the number of the group. Returns the
    /// indices of candidates whose workgroups have started out of order. Such candidates are not measured.
    async fn group(
        &self,
        buffers: &BlockBuffers,
        candidates: &mut [Result<Candidate, Error>],
        group: usize,
        seed: u32,
        on_stage: &dyn Fn(usize, &str),
    ) -> Result<Vec<usize>, Error> {
        let (mut ready, mut unordered, mut out_of_order) = (Vec::new(), Vec::new(), Vec::new());
        for (index, slot) in candidates.iter_mut().enumerate() {
            let Ok(candidate) = slot else { continue };
            on_stage(index, "preparing");
            match self.warm_up(buffers, &candidate.subject).await {
                Ok(prepared) => {
                    // The first candidate of the sampler is the copy kernel.
                    unordered.extend(candidate.subject.is_unordered().then_some(ready.len() + 1));
                    ready.push((index, prepared));
                }
                Err(Error::Aborted(Abort::OutOfOrder)) => out_of_order.push(index),
                Err(error) => *slot = Err(candidate_error(error)?),
            }
        }
        let running = [&buffers.copy].into_iter().chain(ready.iter().map(|(_, prepared)| prepared)).collect();
        let sampler = DeviceSampler::new((self.gpu, self.clock, self.cancel, &self.settings), buffers, running)
            .with_unordered(unordered);
        let dispatches: Vec<_> = [1].into_iter().chain(ready.iter().map(|(_, ready)| ready.dispatches())).collect();
        let mut block = Block { sampler, settings: &self.settings, resolution_ns: self.timing.resolution_ns, seed };
        let timing = |slot: usize| {
            if let Some((index, _)) = slot.checked_sub(1).and_then(|slot| ready.get(slot)) {
                on_stage(*index, "timing");
            }
        };
        let mut measured = block.measure(&dispatches, &timing).await?;
        let copy = Rc::new(measured.series.remove(0));
        for ((index, prepared), series) in ready.iter().zip(measured.series) {
            match self.gpu.check_abort_flag(prepared).await {
                Err(Error::Aborted(Abort::OutOfOrder)) => out_of_order.push(*index),
                Err(error) => candidates[*index] = Err(candidate_error(error)?),
                Ok(()) => {
                    let run = Run { series, copy: copy.clone(), drifted: measured.drifted, group };
                    candidates[*index].iter_mut().for_each(|candidate| candidate.run = Some(run.clone()));
                }
            }
        }
        Ok(out_of_order)
    }

    /// Prepares a scan and runs it once. Fails if the run takes longer than the limit.
    async fn warm_up(&self, buffers: &BlockBuffers, subject: &Subject) -> Result<Prepared, Error> {
        let prepared = self.gpu.prepare_plan(&subject.plan(), &subject.form(), &buffers.data).await?;
        self.gpu.drain().await?;
        let start = (self.clock)();
        let id = subject.id();
        let limit = || self.cancel.check().and_then(|()| self.check_limit((self.clock)() - start, id));
        self.gpu.run_while(&prepared, &limit).await?;
        limit()?;
        self.gpu.check_abort_flag(&prepared).await?;
        Ok(prepared)
    }

    fn check_limit(&self, elapsed_ns: f64, id: &str) -> Result<(), Error> {
        let [limit_ms, elapsed_ms] = [self.settings.run_limit_ns, elapsed_ns].map(|ns| ns / 1e6);
        if elapsed_ms <= limit_ms {
            Ok(())
        } else {
            Err(Error::TimeLimit { algorithm: id.into(), limit_ms, elapsed_ms })
        }
    }

    /// Runs a scan of a measured block once more, as it was timed, and leaves its output in [`Measured::output`].
    /// Samples with another output become void, unless the rounding of the scan varies from run to run.
    ///
    /// # Errors
    /// The failure of measuring the scan, [`Error::Aborted`], [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn finish(&self, measured: &Measured, index: usize) -> Result<Samples, Error> {
        let missing = || Error::bad_argument("a scan's index", "in its block", index.to_string());
        let candidate = measured.candidates.get(index).ok_or_else(missing)?.as_ref().map_err(Error::clone)?;
        match (self.finish_once(measured.buffers.as_ref(), candidate).await, &measured.buffers) {
            (Err(Error::Aborted(Abort::OutOfOrder)), Some(buffers)) => {
                // The samples belong to the plan that failed, so the scan is measured again.
                let mut again = Ok(Candidate { subject: candidate.subject.in_any_order(), run: None });
                let alone = measured.candidates.len() + index;
                self.repeat(buffers, &mut again, alone, 0, &|_, _| ()).await?;
                self.finish_once(Some(buffers), &again?).await
            }
            (finished, _) => finished,
        }
    }

    async fn finish_once(&self, buffers: Option<&BlockBuffers>, candidate: &Candidate) -> Result<Samples, Error> {
        let plan = candidate.subject.plan();
        let ran = candidate.subject.ran(&plan);
        let Some((buffers, run)) = buffers.zip(candidate.run.as_ref()) else {
            let none = Series::new(0, self.timing.resolution_ns);
            return Ok(self.samples(ran, &plan, &none, None));
        };
        let mut series = run.series.clone();
        let form = candidate.subject.form();
        let prepared = self.gpu.prepare_plan(&plan, &form, &buffers.data).await?;
        let is_unordered = candidate.subject.is_unordered();
        let running = DeviceSampler::new((self.gpu, self.clock, self.cancel, &self.settings), buffers, vec![&prepared]);
        let mut running = running.with_unordered(if is_unordered { vec![0] } else { Vec::new() });
        let slot = Slot { candidate: 0, repeats: series.repeats, expected_ns: 0.0 };
        let last = running.round(&[slot]).await?;
        self.gpu.check_abort_flag(&prepared).await?;
        let mut agreeing = None;
        for last in last {
            match (is_unordered, plan.varies && candidate.subject.rounds()) {
                (true, _) => agreeing = Some(series.void_unlike_set(last.checksum)),
                (false, true) => {}
                (false, false) => series.void_unlike(last.checksum),
            }
        }
        Ok(Samples { agreeing, ..self.samples(ran, &plan, &series, Some(run)) })
    }

    fn samples(&self, ran: &'static str, plan: &Plan, series: &Series, run: Option<&Run>) -> Samples {
        let summary = series.summary(self.settings.min_resolutions);
        let copy_ratio = run.filter(|_| summary.resolved).and_then(|run| Ratio::new(series, &run.copy));
        Samples {
            timing: self.timing,
            copy_ratio,
            copy: run.map(|run| run.copy.summary(self.settings.min_resolutions)),
            copy_drifted: run.is_some_and(|run| run.drifted),
            group: run.map_or(0, |run| run.group),
            ran,
            tuning: plan.tuning.clone(),
            dispatches: plan.passes.len(),
            scratch_bytes: plan.total_scratch_bytes(),
            agreeing: None,
            summary,
        }
    }
}

impl Measured {
    /// The output of the last finished scan; `None` for scans of no elements.
    pub fn output(&self) -> Option<&GpuBuffer> {
        self.buffer(Resource::Output)
    }

    /// An output of the last finished scan or operation; `None` for no elements.
    pub fn buffer(&self, output: Resource) -> Option<&GpuBuffer> {
        self.buffers.as_ref().and_then(|buffers| buffers.data.buffer(output))
    }
}

/// Fails unless a candidate has the same inputs and outputs as the first candidate of its block.
fn check_input(shared: &Shared, first: Option<&Shared>) -> Result<(), Error> {
    match first.filter(|first| *first != shared) {
        None => Ok(()),
        Some(first) => {
            let required = format!("scans of the same {} elements", first.elements);
            Err(Error::bad_argument("a block", required, format!("another of {}", shared.elements)))
        }
    }
}

/// An error that affects one candidate only.
///
/// # Errors
/// An error that ends the measurement.
pub(super) fn candidate_error(error: Error) -> Result<Error, Error> {
    match error {
        Error::Cancelled | Error::DeviceLost(_) => Err(error),
        _ => Ok(error),
    }
}

fn scratch_bytes(candidate: &Result<Candidate, Error>) -> u64 {
    candidate.as_ref().map_or(0, |candidate| candidate.subject.plan().total_scratch_bytes())
}
