//! How long a scan should take: time = dispatches × launch + bytes ÷ bandwidth. The dispatches and the bytes are its plan's; the two
//! constants are the device's, found with an empty dispatch and with the copy kernel.

use serde::Serialize;

/// Sizes this close to an end of the sweep speak for that end.
const NEAR: u64 = 4;
/// How many launches long a copy must be to tell a bandwidth, and how many times one cost the other to decide.
const TIMES: f64 = 2.0;
/// Fitting one constant to the other converges fast: what a small copy moves matters little to it.
const ITERATIONS: usize = 20;
/// How many times a measured time may be its prediction, or the other way round, and still agree with it.
pub const AGREES: f64 = 1.25;

/// The constants of a device.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "TimeModel"))]
pub struct Model {
    /// Of a dispatch among others.
    pub launch_ns: f64,
    /// What told it.
    pub launch_from: LaunchFrom,
    /// The bandwidth.
    pub bytes_per_ns: f64,
    /// Elements of the longest copy, whose speed is the bandwidth.
    pub largest: u64,
}

/// What told the time of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LaunchFrom {
    /// An empty dispatch.
    Empty,
    /// The shortest copies, beside their bytes.
    Copy,
}

/// Why copies tell no model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "ModelProblem"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Problem {
    /// The copy kernel was not measured.
    NoCopies,
    /// The sizes are too close to each other to tell launches from bandwidth.
    NearSizes {
        /// How many times apart they must be.
        required: u64,
    },
    /// The longest copy is too short to tell a bandwidth.
    ShortCopies {
        /// How many launches long it must be.
        required: f64,
        /// How many launches long it is.
        found: f64,
    },
}

/// A time of the copy kernel.
#[derive(Clone, Copy, Debug)]
pub struct Copy {
    /// Elements.
    pub n: u64,
    /// What it moves.
    pub bytes: f64,
    /// Its time.
    pub ns: f64,
}

impl Model {
    /// The model of a device from its copies by rising n, and from the time of an empty dispatch where that was measured.
    ///
    /// # Errors
    /// What the copies cannot tell.
    pub fn fit(overhead_ns: Option<f64>, copies: &[Copy]) -> Result<Model, Problem> {
        let last = copies.last().ok_or(Problem::NoCopies)?;
        let (launch_ns, launch_from) = match overhead_ns {
            // A device that had not woken up can take longer for nothing than for a copy.
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

    /// What dispatches and bytes should take.
    pub fn predict(&self, dispatches: u64, bytes: f64) -> Prediction {
        let (launches_ns, traffic_ns) = (dispatches as f64 * self.launch_ns, bytes / self.bytes_per_ns);
        Prediction { launches_ns, traffic_ns, ns: launches_ns + traffic_ns }
    }
}

/// What of the shortest copies' time does not grow with them; none where sizes are too close to each other.
fn launch_of(copies: &[Copy]) -> Option<f64> {
    let (first, last) = (copies.first()?, copies.last()?);
    if last.n < NEAR * first.n {
        return None;
    }
    let short = || copies.iter().filter(|copy| copy.n <= first.n * NEAR && copy.n < last.n);
    let mut launch_ns = 0.0;
    for _ in 0..ITERATIONS {
        // Without a copy that is longer than its launch, the caller finds no bandwidth either.
        let Some(speed) = bandwidth(copies, launch_ns) else { break };
        launch_ns = median(short().map(|copy| copy.ns - copy.bytes / speed).collect())?.max(0.0);
    }
    Some(launch_ns)
}

fn bandwidth(copies: &[Copy], launch_ns: f64) -> Option<f64> {
    let largest = copies.last()?.n;
    let long = copies.iter().filter(|copy| copy.n * NEAR >= largest && copy.ns >= TIMES * launch_ns);
    median(long.map(|copy| copy.bytes / (copy.ns - launch_ns)).collect())
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some((values[last / 2] + values[values.len() / 2]) / 2.0)
}

/// A predicted time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// What its launches take.
    pub launches_ns: f64,
    /// What its traffic takes.
    pub traffic_ns: f64,
    /// Both.
    pub ns: f64,
}

impl Prediction {
    fn launches_decide(&self) -> bool {
        self.launches_ns >= TIMES * self.traffic_ns
    }

    fn traffic_decides(&self) -> bool {
        self.traffic_ns >= TIMES * self.launches_ns
    }
}

/// Where predictions are made of what, and where they fail. Places are ranks among the times by rising n.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judgement {
    /// The largest size up to which launches decide.
    pub launches_up_to: Option<usize>,
    /// The smallest size from which on traffic decides.
    pub traffic_from: Option<usize>,
    /// Where measured and predicted part most.
    pub worst: usize,
    /// The sizes at which they do not agree.
    pub off: Vec<usize>,
    /// How many times one may be the other where they agree.
    pub agrees: f64,
}

impl Judgement {
    /// Judges predictions by rising n, each with how many times as long as that was measured; none of no predictions.
    pub fn of(times: &[(Prediction, f64)]) -> Option<Judgement> {
        let errors: Vec<f64> = times.iter().map(|(_, ratio)| ratio.ln().abs()).collect();
        let mut worst = None;
        for (rank, error) in errors.iter().enumerate() {
            if worst.is_none_or(|worst: usize| *error > errors[worst]) {
                worst = Some(rank);
            }
        }
        let launched = times.iter().take_while(|(one, _)| one.launches_decide()).count();
        let moved = times.iter().rev().take_while(|(one, _)| one.traffic_decides()).count();
        Some(Judgement {
            launches_up_to: launched.checked_sub(1),
            traffic_from: Some(times.len() - moved).filter(|&from| from < times.len()),
            worst: worst?,
            off: (0..errors.len()).filter(|&rank| errors[rank] > AGREES.ln()).collect(),
            agrees: AGREES,
        })
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
