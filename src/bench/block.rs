//! The schedule of a block: candidates that are measured beside each other, round by round. It depends on no device, so that its
//! rules are tested with simulated clocks.
//!
//! The first candidate is the reference (the copy kernel): it takes its turn in every round, its drift tells whether the device
//! kept its speed, and what takes its time relative to it is comparable with other blocks.

use super::Settings;
use super::random::Random;
use super::series::{Sample, Series, Stopped};
use crate::error::Error;

/// Rounds after which intervals are looked at. Who looks after every round and ends where one happens to be narrow has intervals
/// that hold less often than they say.
const ROUNDS_BETWEEN_LOOKS: usize = 6;

/// One sample to take.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Whose.
    pub candidate: usize,
    /// Runs in it.
    pub repeats: u32,
    /// How long it is likely to take.
    pub expected_ns: f64,
}

/// What takes samples: a device, or a test's simulation of one.
pub trait Sampler {
    /// Takes the samples of one round in the order given, without a pause.
    fn round(&mut self, turns: &[Turn]) -> impl Future<Output = Result<Vec<Sample>, Error>>;

    /// Keeps the device busy until its clock is up.
    fn load(&mut self) -> impl Future<Output = Result<(), Error>>;
}

/// What a block has measured.
#[derive(Debug)]
pub struct Measured {
    /// By candidate.
    pub series: Vec<Series>,
    /// Whether the reference's time changed by more than [`Settings::drift`] in the course of it.
    pub drifted: bool,
}

/// A block under way.
pub struct Block<'a, S> {
    /// What takes the samples.
    pub sampler: S,
    /// How to measure.
    pub settings: &'a Settings,
    /// The step of the clock.
    pub quantum_ns: f64,
    /// What the order of the turns follows from.
    pub seed: u32,
}

impl<S: Sampler> Block<'_, S> {
    /// Measures candidates, given by the dispatches of one run of each. `on_turn` hears whose repeats are sought.
    ///
    /// # Errors
    /// What the sampler says.
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

    /// Raises the runs in a sample until it spans what it should.
    ///
    /// # Errors
    /// What the sampler says.
    pub async fn calibrate(&mut self, candidate: usize, dispatches: usize) -> Result<Turn, Error> {
        let settings = self.settings;
        let most = (settings.max_dispatches / dispatches.max(1) as u32).max(1);
        let target_ns = settings.sample_ns.max(settings.target_ticks * self.quantum_ns).min(settings.max_sample_ns);
        let mut turn = Turn { candidate, repeats: 1, expected_ns: 0.0 };
        loop {
            let samples = self.sampler.round(&[turn]).await?;
            turn.expected_ns = samples.first().map_or(0.0, |sample| sample.span_ns.max(0.0));
            // A sample a little shorter than aimed at will do; another step would make it much longer.
            if turn.expected_ns >= 0.75 * target_ns || turn.repeats == most {
                return Ok(turn);
            }
            let factor = (target_ns / turn.expected_ns.max(self.quantum_ns)).clamp(1.2, 16.0);
            turn.repeats = ((f64::from(turn.repeats) * factor).ceil() as u32).min(most);
        }
    }

    /// Takes round after round until every candidate has come to an end.
    async fn attempt(&mut self, turns: &[Turn]) -> Result<Measured, Error> {
        self.sampler.load().await?;
        let mut random = Random::new(self.seed);
        let mut series: Vec<_> = turns.iter().map(|turn| Series::new(turn.repeats, self.quantum_ns)).collect();
        let mut active = turns.to_vec();
        while active.iter().any(|turn| turn.candidate != 0) {
            random.shuffle(&mut active);
            let samples = self.sampler.round(&active).await?;
            for (turn, sample) in active.iter().zip(samples) {
                series[turn.candidate].push(sample);
            }
            active.retain(|turn| turn.candidate == 0 || !self.ends(turn, &mut series[turn.candidate]));
        }
        let drifted = series.first().is_some_and(|reference| reference.drift() > self.settings.drift);
        Ok(Measured { series, drifted })
    }

    /// Whether a candidate has samples enough, or no time for more.
    fn ends(&self, turn: &Turn, series: &mut Series) -> bool {
        let (settings, rounds) = (self.settings, series.rounds());
        let looked_at = rounds >= settings.min_samples && rounds.is_multiple_of(ROUNDS_BETWEEN_LOOKS);
        if looked_at && series.width().is_some_and(|width| width <= settings.width) {
            series.stopped = Stopped::Width;
            return true;
        }
        let spent_ns = turn.expected_ns * rounds as f64;
        rounds >= settings.max_samples || (rounds >= settings.min_samples_on_timeout && spent_ns > settings.budget_ns)
    }
}

#[cfg(test)]
#[path = "block_tests.rs"]
mod tests;
