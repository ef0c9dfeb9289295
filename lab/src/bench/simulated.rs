//! A simulated device with a simulated clock, for tests of the schedule and of comparisons.

use super::block::{Sampler, Slot};
use super::series::Sample;
use crate::random::Random;
use scanlab::error::Error;

/// The simulated device.
pub struct Simulated {
    /// The time of one run of each candidate, in nanoseconds, at the full clock rate.
    pub runs_ns: Vec<f64>,
    /// The resolution of the clock, in nanoseconds.
    pub resolution_ns: f64,
    /// The standard deviation of a sample's time, relative to this time.
    pub noise: f64,
    /// One sample in this number of samples has a negative span; 0 for no negative spans.
    pub one_wrong_of: u32,
    /// The factor of all times, given the current time and the round.
    pub slowdown: fn(now_ns: f64, round: u32) -> f64,
    /// The number of calls of `load`.
    pub loads: u32,
    now_ns: f64,
    rounds: u32,
    random: Random,
}

impl Simulated {
    pub fn new(runs_ns: &[f64], resolution_ns: f64, noise: f64, seed: u32) -> Self {
        Simulated {
            runs_ns: runs_ns.to_vec(),
            resolution_ns,
            noise,
            one_wrong_of: 0,
            slowdown: |_, _| 1.0,
            loads: 0,
            now_ns: 0.0,
            rounds: 0,
            random: Random::new(seed),
        }
    }

    /// A number from 0 to 1.
    fn uniform(&mut self) -> f64 {
        f64::from(self.random.below(1 << 30)) / f64::from(1 << 30)
    }

    /// A nearly normal number, with mean 0 and variance 1: the sum of six uniform numbers has a variance of ½.
    fn normal(&mut self) -> f64 {
        ((0..6).map(|_| self.uniform()).sum::<f64>() - 3.0) * std::f64::consts::SQRT_2
    }

    fn reading(&self) -> f64 {
        (self.now_ns / self.resolution_ns).floor() * self.resolution_ns
    }

    fn sample(&mut self, slot: &Slot) -> Sample {
        self.now_ns += 3e5 * self.uniform();
        let begin = self.reading();
        let slowdown = (self.slowdown)(self.now_ns, self.rounds);
        let run_ns = self.runs_ns[slot.candidate] * slowdown * (1.0 + self.noise * self.normal());
        self.now_ns += f64::from(slot.repeats) * run_ns;
        let wrong = self.one_wrong_of > 0 && self.random.below(self.one_wrong_of) == 0;
        let span_ns = if wrong { -self.reading() } else { self.reading() - begin };
        Sample { span_ns, checksum: [1, 2] }
    }
}

impl Sampler for &mut Simulated {
    async fn round(&mut self, slots: &[Slot]) -> Result<Vec<Sample>, Error> {
        self.rounds += 1;
        Ok(slots.iter().map(|slot| self.sample(slot)).collect())
    }

    async fn load(&mut self) -> Result<(), Error> {
        self.loads += 1;
        self.now_ns += 3e8;
        Ok(())
    }
}
