//! The schedule of a block: candidates are measured interleaved, round by round. The schedule does not depend on the
//! device, so tests use simulated clocks.
//!
//! The first candidate is the reference: the copy kernel, which is sampled in every round. Its drift shows changes of the device's
//! speed. Times relative to the reference are comparable between blocks.

use super::Settings;
use super::series::{Sample, Series, Stopped};
use crate::random::Random;
use scanlab::error::Error;

/// Rounds between checks of the intervals. Checks after every round would favour intervals that are narrow by chance, whose coverage is
/// below 95 %.
const ROUNDS_BETWEEN_CHECKS: usize = 6;

/// After the time limit, void samples may extend a series up to this multiple of the rounds that a verdict requires.
const MAX_TIMES: usize = 2;

/// One sample to take.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The index of the candidate.
    pub candidate: usize,
    /// Runs in the sample.
    pub repeats: u32,
    /// The expected time of the sample, in nanoseconds.
    pub expected_ns: f64,
}

/// Takes samples, on a device or on a simulated device.
pub trait Sampler {
    /// Takes the samples of one round in the order given, without a pause.
    fn round(&mut self, slots: &[Slot]) -> impl Future<Output = Result<Vec<Sample>, Error>>;

    /// Keeps the device busy until its clock has risen.
    fn load(&mut self) -> impl Future<Output = Result<(), Error>>;
}

/// The results of a block.
#[derive(Debug)]
pub struct Measured {
    /// One series per candidate.
    pub series: Vec<Series>,
    /// Whether the reference's time changed by more than [`Settings::drift`] during the block.
    pub drifted: bool,
}

/// A block in progress.
pub struct Block<'a, S> {
    /// Takes the samples.
    pub sampler: S,
    /// The settings of the measurement.
    pub settings: &'a Settings,
    /// The resolution of the clock, in nanoseconds.
    pub resolution_ns: f64,
    /// The seed of the random order.
    pub seed: u32,
}

impl<S: Sampler> Block<'_, S> {
    /// Measures candidates. `dispatches` gives the number of dispatches of one run of each candidate. `on_turn` receives the index of the
    /// candidate whose sample is calibrated next.
    ///
    /// # Errors
    /// Those of the sampler.
    pub async fn measure(&mut self, dispatches: &[usize], on_turn: &dyn Fn(usize)) -> Result<Measured, Error> {
        let mut slots = Vec::new();
        for (candidate, &dispatches) in dispatches.iter().enumerate() {
            on_turn(candidate);
            slots.push(self.calibrate(candidate, dispatches).await?);
        }
        let mut measured = self.attempt(&slots).await?;
        for _ in 1..self.settings.attempts {
            if measured.drifted {
                measured = self.attempt(&slots).await?;
            }
        }
        Ok(measured)
    }

    /// Increases the runs of a sample until it spans the target or has the maximum number of dispatches.
    ///
    /// # Errors
    /// Those of the sampler.
    pub async fn calibrate(&mut self, candidate: usize, dispatches: usize) -> Result<Slot, Error> {
        let settings = self.settings;
        let most = (settings.max_dispatches / dispatches.max(1) as u32).max(1);
        let target_ns =
            settings.sample_ns.max(settings.target_resolutions * self.resolution_ns).min(settings.max_sample_ns);
        let mut slot = Slot { candidate, repeats: 1, expected_ns: 0.0 };
        loop {
            let samples = self.sampler.round(&[slot]).await?;
            slot.expected_ns = samples.first().map_or(0.0, |sample| sample.span_ns.max(0.0));
            // Slightly less than the target is enough. Another step would make the sample longer than necessary.
            if slot.expected_ns >= 0.75 * target_ns || slot.repeats == most {
                return Ok(slot);
            }
            let factor = (target_ns / slot.expected_ns.max(self.resolution_ns)).clamp(1.2, 16.0);
            slot.repeats = ((f64::from(slot.repeats) * factor).ceil() as u32).min(most);
        }
    }

    /// Samples rounds until every candidate has ended.
    async fn attempt(&mut self, slots: &[Slot]) -> Result<Measured, Error> {
        self.sampler.load().await?;
        let mut random = Random::new(self.seed);
        let mut series: Vec<_> = slots.iter().map(|slot| Series::new(slot.repeats, self.resolution_ns)).collect();
        let mut active = slots.to_vec();
        let mut whole_rounds = 0;
        while active.iter().any(|slot| slot.candidate != 0) {
            random.shuffle(&mut active);
            let samples = self.sampler.round(&active).await?;
            whole_rounds += usize::from(samples.iter().all(|sample| sample.span_ns > 0.0));
            for (slot, sample) in active.iter().zip(samples) {
                series[slot.candidate].push(sample);
            }
            let mut ends = |slot: &Slot| self.ends(slot, &mut series[slot.candidate], whole_rounds);
            active.retain(|slot| slot.candidate == 0 || !ends(slot));
        }
        let drifted = series.first().is_some_and(|reference| reference.drift() > self.settings.drift);
        Ok(Measured { series, drifted })
    }

    /// Whether a candidate has enough samples, or no time for more. After the time limit, a candidate continues until the
    /// block has the number of rounds without void samples that a verdict requires. It ends at the latest after
    /// [`MAX_TIMES`] times that number of rounds.
    fn ends(&self, slot: &Slot, series: &mut Series, whole_rounds: usize) -> bool {
        let (settings, rounds) = (self.settings, series.rounds());
        let is_checked = rounds >= settings.min_samples && rounds.is_multiple_of(ROUNDS_BETWEEN_CHECKS);
        if is_checked && series.width().is_some_and(|width| width <= settings.width) {
            series.stopped = Stopped::Width;
            return true;
        }
        let spent_ns = slot.expected_ns * rounds as f64;
        let least = settings.min_samples_on_timeout;
        let is_comparable = whole_rounds >= least || rounds >= MAX_TIMES * least;
        rounds >= settings.max_samples || (is_comparable && spent_ns > settings.budget_ns)
    }
}

#[cfg(test)]
#[path = "block_tests.rs"]
mod tests;
