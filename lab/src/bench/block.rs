//! The schedule of a block: candidates are measured interleaved, round by round. It is independent of the device, so that tests use
//! simulated clocks.
//!
//! The first candidate is the reference (the copy kernel), which is sampled in every round: its drift shows changes of the device's
//! speed, and times relative to it are comparable between blocks.

use super::Settings;
use super::series::{Sample, Series, Stopped};
use crate::random::Random;
use scanlab::error::Error;

/// Rounds between checks of the intervals. Checks after every round would favour intervals that are narrow by chance, whose coverage is
/// below 95 %.
const ROUNDS_BETWEEN_CHECKS: usize = 6;

/// Rounds without time, as a multiple of those that a verdict requires, where samples are void.
const MOST_TIMES: usize = 2;

/// One sample to take.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The rank of the candidate.
    pub candidate: usize,
    /// Runs in it.
    pub repeats: u32,
    /// The expected time.
    pub expected_ns: f64,
}

/// Takes samples: on a device, or on a simulated one.
pub trait Sampler {
    /// Takes the samples of one round in the order given, without a pause.
    fn round(&mut self, turns: &[Turn]) -> impl Future<Output = Result<Vec<Sample>, Error>>;

    /// Keeps the device busy until its clock has risen.
    fn load(&mut self) -> impl Future<Output = Result<(), Error>>;
}

/// The results of a block.
#[derive(Debug)]
pub struct Measured {
    /// By candidate.
    pub series: Vec<Series>,
    /// Whether the reference's time changed by more than [`Settings::drift`] during the block.
    pub drifted: bool,
}

/// A block in progress.
pub struct Block<'a, S> {
    /// Takes the samples.
    pub sampler: S,
    /// How to measure.
    pub settings: &'a Settings,
    /// The quantum of the clock, in nanoseconds.
    pub quantum_ns: f64,
    /// The seed of the random order.
    pub seed: u32,
}

impl<S: Sampler> Block<'_, S> {
    /// Measures candidates, given the dispatches of one run of each. `on_turn` is called with the candidate that is calibrated.
    ///
    /// # Errors
    /// Those of the sampler.
    pub async fn measure(&mut self, dispatches: &[usize], on_turn: &dyn Fn(usize)) -> Result<Measured, Error> {
        let mut turns = Vec::new();
        for (candidate, &dispatches) in dispatches.iter().enumerate() {
            on_turn(candidate);
            turns.push(self.calibrate(candidate, dispatches).await?);
        }
        let mut measured = self.attempt(&turns).await?;
        for _ in 1..self.settings.attempts {
            if measured.drifted {
                measured = self.attempt(&turns).await?;
            }
        }
        Ok(measured)
    }

    /// Raises the runs of a sample until it spans the target.
    ///
    /// # Errors
    /// Those of the sampler.
    pub async fn calibrate(&mut self, candidate: usize, dispatches: usize) -> Result<Turn, Error> {
        let settings = self.settings;
        let most = (settings.max_dispatches / dispatches.max(1) as u32).max(1);
        let target_ns = settings.sample_ns.max(settings.target_ticks * self.quantum_ns).min(settings.max_sample_ns);
        let mut turn = Turn { candidate, repeats: 1, expected_ns: 0.0 };
        loop {
            let samples = self.sampler.round(&[turn]).await?;
            turn.expected_ns = samples.first().map_or(0.0, |sample| sample.span_ns.max(0.0));
            // Slightly less than the target is enough; another step would make the sample much longer.
            if turn.expected_ns >= 0.75 * target_ns || turn.repeats == most {
                return Ok(turn);
            }
            let factor = (target_ns / turn.expected_ns.max(self.quantum_ns)).clamp(1.2, 16.0);
            turn.repeats = ((f64::from(turn.repeats) * factor).ceil() as u32).min(most);
        }
    }

    /// Samples rounds until every candidate has ended.
    async fn attempt(&mut self, turns: &[Turn]) -> Result<Measured, Error> {
        self.sampler.load().await?;
        let mut random = Random::new(self.seed);
        let mut series: Vec<_> = turns.iter().map(|turn| Series::new(turn.repeats, self.quantum_ns)).collect();
        let mut active = turns.to_vec();
        let mut whole_rounds = 0;
        while active.iter().any(|turn| turn.candidate != 0) {
            random.shuffle(&mut active);
            let samples = self.sampler.round(&active).await?;
            whole_rounds += usize::from(samples.iter().all(|sample| sample.span_ns > 0.0));
            for (turn, sample) in active.iter().zip(samples) {
                series[turn.candidate].push(sample);
            }
            let mut ends = |turn: &Turn| self.ends(turn, &mut series[turn.candidate], whole_rounds);
            active.retain(|turn| turn.candidate == 0 || !ends(turn));
        }
        let drifted = series.first().is_some_and(|reference| reference.drift() > self.settings.drift);
        Ok(Measured { series, drifted })
    }

    /// Whether a candidate has enough samples, or no time for more: without time it still takes those that a verdict requires, in
    /// rounds in which every other candidate has one, or up to [`MOST_TIMES`] as many.
    fn ends(&self, turn: &Turn, series: &mut Series, whole_rounds: usize) -> bool {
        let (settings, rounds) = (self.settings, series.rounds());
        let is_checked = rounds >= settings.min_samples && rounds.is_multiple_of(ROUNDS_BETWEEN_CHECKS);
        if is_checked && series.width().is_some_and(|width| width <= settings.width) {
            series.stopped = Stopped::Width;
            return true;
        }
        let spent_ns = turn.expected_ns * rounds as f64;
        let least = settings.min_samples_on_timeout;
        let is_comparable = whole_rounds >= least || rounds >= MOST_TIMES * least;
        rounds >= settings.max_samples || (is_comparable && spent_ns > settings.budget_ns)
    }
}

#[cfg(test)]
#[path = "block_tests.rs"]
mod tests;
