//! Sampling on a device: the buffers that all candidates of a block share, and the rounds in which they are timed.

use serde::Serialize;

use super::block::{Sampler, Slot};
use super::output_check::OutputCheck;
use super::series::Sample;
use super::settings::Settings;
use super::{copy, kernel};
use crate::gpu::{Batch, Cancel, Gpu, GpuBuffer, IoBuffers, Prepared, Span, Timer};
use scanlab::error::Error;
use scanlab::plan::{Port, Resource};

/// The source of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TimerKind {
    /// The GPU's timestamps.
    Timestamp,
    /// The host's clock, from an empty queue to an empty queue.
    Wall,
}

/// Input, output, copy kernel and output check of a block.
pub struct BlockBuffers {
    /// Input and output of the candidates.
    pub data: IoBuffers,
    /// Copies the input.
    pub copy: Prepared,
    /// The output of the copy kernel, if the candidates' output is shorter than their input.
    _copy_target: Option<GpuBuffer>,
    output_check: OutputCheck,
    timer: Option<Timer>,
    /// Ticks and checksums of a round.
    readback: GpuBuffer,
    /// The maximum number of samples of a round.
    samples: u32,
}

impl BlockBuffers {
    /// Buffers for rounds of up to `samples` samples. The copy kernel copies the first `words` words of the input. The
    /// output check covers the words of `outputs`. `has_sets` tells whether outputs may have no defined order.
    ///
    /// # Errors
    /// As [`Gpu::prepare`].
    pub async fn new(
        gpu: &Gpu,
        data: IoBuffers,
        words: u32,
        outputs: &[Port],
        samples: u32,
        has_sets: bool,
    ) -> Result<Self, Error> {
        let output_words =
            outputs.iter().find(|output| output.resource == Resource::Output).map_or(0, |output| output.words);
        let copy_target = match output_words < words {
            true => gpu.storage(["copy"], 4 * u64::from(words).next_multiple_of(4)).await?.into_iter().next(),
            false => None,
        };
        let copy = {
            let target = copy_target.as_ref().unwrap_or(data.output());
            let pass = copy::pass(words);
            gpu.prepare_each(&[kernel::bound(&pass, copy::from_to(data.source(), target))]).await?.remove(0)
        };
        let guarded: Vec<_> =
            outputs.iter().filter_map(|output| Some((data.buffer(output.resource)?, output.words))).collect();
        let output_check = OutputCheck::new(gpu, &guarded, samples, has_sets).await?;
        let (timer, readback) = (gpu.timer(samples).await?, gpu.readback(6 * samples).await?);
        Ok(BlockBuffers { data, copy, _copy_target: copy_target, output_check, timer, readback, samples })
    }

    /// The source of times.
    pub fn timer_kind(&self) -> TimerKind {
        if self.timer.is_some() { TimerKind::Timestamp } else { TimerKind::Wall }
    }

    /// Uses the host's clock even if there are timestamps.
    pub fn use_wall_clock(&mut self) {
        self.timer = None;
    }

    /// The GPU's ticks before and after at least `repeats` runs of the copy kernel, for every sample of a round; empty
    /// without timestamps.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn timestamps(&self, gpu: &Gpu, repeats: u32) -> Result<Vec<u64>, Error> {
        let Some(timer) = &self.timer else { return Ok(Vec::new()) };
        let record = &mut |batch: &mut Batch<'_>| {
            (0..self.samples).for_each(|index| batch.run(&self.copy, repeats + index, Some(Span { timer, index })));
            batch.read_timer(timer, self.samples, &self.readback);
        };
        gpu.batch(record).await?;
        Ok(gpu.read(&self.readback, 4 * self.samples).await?.chunks_exact(2).map(tick).collect())
    }
}

/// The sampler of candidates on a device.
pub struct DeviceSampler<'a> {
    /// The device.
    pub gpu: &'a Gpu,
    /// A clock in nanoseconds, from any origin.
    pub clock: &'a dyn Fn() -> f64,
    /// Cancels the measurement.
    pub cancel: &'a Cancel,
    /// The settings of the measurement.
    pub settings: &'a Settings,
    /// The shared buffers.
    pub buffers: &'a BlockBuffers,
    /// The candidates; the first is the reference, which also keeps the device busy.
    pub candidates: Vec<&'a Prepared>,
    /// The indices of candidates whose outputs have no defined order.
    unordered: Vec<usize>,
    /// The latest time of one run of the reference, in nanoseconds; 0 before the first sample.
    reference_ns: f64,
}

impl<'a> DeviceSampler<'a> {
    /// Candidates on the buffers of a block.
    pub fn new(
        (gpu, clock, cancel, settings): (&'a Gpu, &'a dyn Fn() -> f64, &'a Cancel, &'a Settings),
        buffers: &'a BlockBuffers,
        candidates: Vec<&'a Prepared>,
    ) -> Self {
        DeviceSampler { gpu, clock, cancel, settings, buffers, candidates, unordered: Vec::new(), reference_ns: 0.0 }
    }

    /// Sets the indices of candidates whose outputs have no defined order.
    pub fn with_unordered(self, unordered: Vec<usize>) -> Self {
        DeviceSampler { unordered, ..self }
    }

    /// Times a round by the GPU's timestamps.
    async fn ticks(&self, timer: &Timer, slots: &[Slot]) -> Result<Vec<Sample>, Error> {
        let BlockBuffers { output_check, readback, samples, .. } = self.buffers;
        let record = &mut |batch: &mut Batch<'_>| {
            batch.clear(&output_check.sums);
            let mut expected_ns = 0.0;
            for (index, slot) in slots.iter().enumerate() {
                if index > 0 && expected_ns + slot.expected_ns > self.settings.max_sample_ns {
                    batch.submit();
                    expected_ns = 0.0;
                }
                expected_ns += slot.expected_ns;
                output_check.poison(batch);
                batch.run(self.candidates[slot.candidate], slot.repeats, Some(Span { timer, index: index as u32 }));
                output_check.sum(batch, index, self.unordered.contains(&slot.candidate));
            }
            batch.read_timer(timer, slots.len() as u32, readback);
            batch.copy(&output_check.sums, 2 * samples, readback, 4 * samples);
            batch.submit();
            batch.run(self.candidates[0], self.filler_runs(), None);
        };
        self.gpu.batch(record).await?;
        let words = self.gpu.read(readback, 6 * samples).await?;
        let (ticks, sums) = words.split_at(4 * *samples as usize);
        Ok(samples_of(ticks, sums, self.gpu.tick_ns()).take(slots.len()).collect())
    }

    /// The number of runs of the reference that keep the device busy while samples are read.
    fn filler_runs(&self) -> u32 {
        if self.reference_ns > 0.0 { (self.settings.filler_ns / self.reference_ns) as u32 } else { 0 }
    }

    /// Times a round by the host's clock.
    async fn wall(&self, slots: &[Slot]) -> Result<Vec<Sample>, Error> {
        let BlockBuffers { output_check, readback, samples, .. } = self.buffers;
        let mut spans = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            self.cancel.check()?;
            let before = &mut |batch: &mut Batch<'_>| {
                if index == 0 {
                    batch.clear(&output_check.sums);
                }
                output_check.poison(batch);
            };
            self.gpu.batch(before).await?;
            self.gpu.drain().await?;
            let start = (self.clock)();
            self.gpu.run(self.candidates[slot.candidate], slot.repeats).await?;
            self.gpu.drain().await?;
            spans.push((self.clock)() - start);
            let is_set = self.unordered.contains(&slot.candidate);
            self.gpu.batch(&mut |batch| output_check.sum(batch, index, is_set)).await?;
        }
        self.gpu.batch(&mut |batch| batch.copy(&output_check.sums, 2 * samples, readback, 0)).await?;
        let sums = self.gpu.read(readback, 2 * samples).await?;
        let sample = |(span_ns, sum): (f64, &[u32])| Sample { span_ns, checksum: [sum[0], sum[1]] };
        Ok(spans.into_iter().zip(sums.chunks_exact(2)).map(sample).collect())
    }
}

fn tick(words: &[u32]) -> u64 {
    u64::from(words[0]) | u64::from(words[1]) << 32
}

/// Samples from pairs of ticks, four words per pair, and from checksums, two words each. Faulty clocks may go back.
fn samples_of<'a>(ticks: &'a [u32], sums: &'a [u32], tick_ns: f64) -> impl Iterator<Item = Sample> + 'a {
    ticks.chunks_exact(4).zip(sums.chunks_exact(2)).map(move |(pair, sum)| {
        let ticks = tick(&pair[2..]).wrapping_sub(tick(pair)) as i64;
        Sample { span_ns: ticks as f64 * tick_ns, checksum: [sum[0], sum[1]] }
    })
}

impl Sampler for DeviceSampler<'_> {
    async fn round(&mut self, slots: &[Slot]) -> Result<Vec<Sample>, Error> {
        self.cancel.check()?;
        let samples = match &self.buffers.timer {
            Some(timer) => self.ticks(timer, slots).await?,
            None => self.wall(slots).await?,
        };
        let reference = slots.iter().zip(&samples).find(|(slot, _)| slot.candidate == 0);
        if let Some((slot, sample)) = reference {
            self.reference_ns = sample.span_ns / f64::from(slot.repeats);
        }
        Ok(samples)
    }

    /// Runs the reference in short submissions, between which other programs can use the device.
    async fn load(&mut self) -> Result<(), Error> {
        const SUBMISSION_NS: f64 = 2e7;
        let runs = (SUBMISSION_NS / self.reference_ns.max(1e3)) as u32;
        let start = (self.clock)();
        while (self.clock)() - start < self.settings.load_ns {
            self.cancel.check()?;
            self.gpu.run(self.candidates[0], runs.max(1)).await?;
            self.gpu.drain().await?;
        }
        Ok(())
    }
}
