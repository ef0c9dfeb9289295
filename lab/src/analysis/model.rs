//! The model of a scan's time: time = dispatches × launch + bytes ÷ bandwidth. Dispatches and bytes are those of the
//! plan. Launch and bandwidth are constants of the device, fitted to an empty dispatch and to the copy kernel.

use serde::Serialize;

use crate::stats::median;

/// Copies within this factor of the shortest or of the longest copy count as short or as long.
const NEAR: u64 = 4;
/// The minimum duration of a copy that gives a bandwidth, in launches. From the same ratio on, one part of a time dominates
/// the other part.
const TIMES: f64 = 2.0;
/// The number of iterations that fit both constants in turn. The constants converge fast, since short copies move few
/// bytes.
const ITERATIONS: usize = 20;
/// A measured time within this factor of its prediction agrees with the prediction.
pub const AGREES: f64 = 1.25;

/// The constants of a device.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "TimeModel"))]
pub struct Model {
    /// The time of a launch within a sequence of dispatches, in nanoseconds.
    pub launch_ns: f64,
    /// The measurement that gives the time of a launch.
    pub launch_from: LaunchFrom,
    /// The bandwidth, in bytes per nanosecond.
    pub bytes_per_ns: f64,
    /// Elements of the longest copy, whose speed is the bandwidth.
    pub largest: u64,
}

/// The measurement that gives the time of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LaunchFrom {
    /// An empty dispatch.
    Empty,
    /// The shortest copies, minus the time of their bytes.
    Copy,
}

/// The reason why the model cannot be fitted to the copies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "ModelProblem"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Problem {
    /// The copy kernel was not measured.
    NoCopies,
    /// The sizes are too close to each other to separate launches from bandwidth.
    NearSizes {
        /// The required factor between the smallest and the largest size.
        required: u64,
    },
    /// The longest copy is too short to measure a bandwidth.
    ShortCopies {
        /// The required time of the longest copy, in launches.
        required: f64,
        /// The time of the longest copy, in launches.
        found: f64,
    },
}

/// A time of the copy kernel.
#[derive(Clone, Copy, Debug)]
pub struct Copy {
    /// Elements.
    pub n: u64,
    /// Bytes read and written.
    pub bytes: f64,
    /// The time of the copy, in nanoseconds.
    pub ns: f64,
}

impl Model {
    /// Fits the model to copies by ascending n, and to the time of an empty dispatch if it was measured.
    ///
    /// # Errors
    /// The reason if the copies do not suffice.
    pub fn fit(overhead_ns: Option<f64>, copies: &[Copy]) -> Result<Model, Problem> {
        let last = copies.last().ok_or(Problem::NoCopies)?;
        let (launch_ns, launch_from) = match overhead_ns {
            // If the clock is still low, an empty dispatch can take longer than a copy.
            Some(overhead_ns) => (copies.iter().map(|copy| copy.ns).fold(overhead_ns, f64::min), LaunchFrom::Empty),
            None => (launch_of(copies).ok_or(Problem::NearSizes { required: NEAR })?, LaunchFrom::Copy),
        };
        match bandwidth(copies, launch_ns) {
            Some(bytes_per_ns) if last.ns >= TIMES * launch_ns => {
                Ok(Model { launch_ns, launch_from, bytes_per_ns, largest: last.n })
            }
            _ => Err(Problem::ShortCopies { required: TIMES, found: last.ns / launch_ns }),
        }
    }

    /// The predicted time of a scan with this number of dispatches and bytes.
    pub fn predict(&self, dispatches: u64, bytes: f64) -> Prediction {
        let (launches_ns, traffic_ns) = (dispatches as f64 * self.launch_ns, bytes / self.bytes_per_ns);
        Prediction { launches_ns, traffic_ns, ns: launches_ns + traffic_ns }
    }
}

/// The part of the shortest copies' time that does not grow with n; `None` if the sizes are too close to each other.
fn launch_of(copies: &[Copy]) -> Option<f64> {
    let (first, last) = (copies.first()?, copies.last()?);
    if last.n < NEAR * first.n {
        return None;
    }
    let short = || copies.iter().filter(|copy| copy.n <= first.n * NEAR && copy.n < last.n);
    let mut launch_ns = 0.0;
    for _ in 0..ITERATIONS {
        // Without a copy that is long enough, the caller finds no bandwidth either.
        let Some(speed) = bandwidth(copies, launch_ns) else { break };
        launch_ns = median(&short().map(|copy| copy.ns - copy.bytes / speed).collect::<Vec<_>>())?.max(0.0);
    }
    Some(launch_ns)
}

fn bandwidth(copies: &[Copy], launch_ns: f64) -> Option<f64> {
    let largest = copies.last()?.n;
    let long = copies.iter().filter(|copy| copy.n * NEAR >= largest && copy.ns >= TIMES * launch_ns);
    median(&long.map(|copy| copy.bytes / (copy.ns - launch_ns)).collect::<Vec<_>>())
}

/// A predicted time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// Time of the launches, in nanoseconds.
    pub launches_ns: f64,
    /// Time of the memory traffic, in nanoseconds.
    pub traffic_ns: f64,
    /// The sum of both times.
    pub ns: f64,
}

impl Prediction {
    fn launches_dominate(&self) -> bool {
        self.launches_ns >= TIMES * self.traffic_ns
    }

    fn traffic_dominates(&self) -> bool {
        self.traffic_ns >= TIMES * self.launches_ns
    }
}

/// The ranges in which launches or traffic dominate predictions, and in which predictions fail. Positions are indices
/// of the times by ascending n.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judgement {
    /// The largest size up to which launches dominate.
    pub launches_up_to: Option<usize>,
    /// The smallest size from which traffic dominates.
    pub traffic_from: Option<usize>,
    /// The size with the greatest difference between measurement and prediction.
    pub worst: usize,
    /// The sizes at which measurement and prediction do not agree.
    pub off: Vec<usize>,
    /// The factor within which measurement and prediction agree.
    pub agrees: f64,
}

impl Judgement {
    /// Judges predictions by ascending n, each with the ratio of measured to predicted time; `None` without
    /// predictions.
    pub fn of(times: &[(Prediction, f64)]) -> Option<Judgement> {
        let errors: Vec<f64> = times.iter().map(|(_, ratio)| ratio.ln().abs()).collect();
        let mut worst = None;
        for (index, error) in errors.iter().enumerate() {
            if worst.is_none_or(|worst: usize| *error > errors[worst]) {
                worst = Some(index);
            }
        }
        let launched = times.iter().take_while(|(one, _)| one.launches_dominate()).count();
        let moved = times.iter().rev().take_while(|(one, _)| one.traffic_dominates()).count();
        Some(Judgement {
            launches_up_to: launched.checked_sub(1),
            traffic_from: Some(times.len() - moved).filter(|&from| from < times.len()),
            worst: worst?,
            off: (0..errors.len()).filter(|&index| errors[index] > AGREES.ln()).collect(),
            agrees: AGREES,
        })
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
