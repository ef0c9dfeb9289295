//! Brackets of crossovers: the measured sizes between which one scan overtakes another. Times jump where a plan
//! changes. Between two sizes, the faster scan may therefore change several times, at sizes that interpolation cannot
//! find.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use scanlab::scan::Algorithm;

/// The assumed relative error of a time without an interval.
const UNKNOWN_ERROR: f64 = 0.05;
/// A scan within this factor of the shortest time counts as one of the fastest.
const AS_FAST: f64 = 1.02;

/// Times of scans.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreTimes"))]
pub struct TimedPoints {
    /// The scans' ids. Pairs are formed in this order.
    pub algorithms: Vec<String>,
    /// The times of the scans.
    pub points: Vec<TimedPoint>,
}

/// A time of a scan.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreTime"))]
pub struct TimedPoint {
    /// The scan's id.
    pub algorithm: String,
    /// Elements.
    pub n: u64,
    /// Time of one run, in nanoseconds.
    pub ns: f64,
    /// The 95 % interval of the time, if known.
    pub interval_ns: Option<[f64; 2]>,
}

/// A crossover between two measured sizes.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CrossoverBracket"))]
pub struct Bracket {
    /// The scan that takes less time at the larger size.
    pub faster: String,
    /// The scan that takes less time at the smaller size.
    pub slower: String,
    /// The measured sizes nearest to the crossover at which the times differ by more than their error.
    pub between: [u64; 2],
    /// Whether, of all scans, `slower` is the fastest below the crossover, and `faster` is the fastest above it.
    pub leads: bool,
    /// The smaller of two ratios of times: the greatest ratio below the crossover, and the greatest ratio above it.
    pub gain: f64,
}

/// The points of a scan by n.
type Times<'a> = BTreeMap<u64, &'a TimedPoint>;

/// A size at which two scans were measured.
#[derive(Clone, Copy)]
struct Difference {
    n: u64,
    /// The logarithm of the ratio of their times. If it is above 0, the first scan takes longer.
    log_ratio: f64,
    /// The error of the logarithm.
    error: f64,
}

/// A change of the sign of a difference.
struct Change {
    before: Difference,
    after: Difference,
    /// The smaller of two logarithms of ratios: the greatest before the change, and the greatest after it.
    gain: f64,
}

/// The brackets of all pairs: first the brackets with `leads`, last the brackets of `auto`. Each group is sorted by
/// descending gain.
pub fn brackets(TimedPoints { algorithms, points }: &TimedPoints) -> Vec<Bracket> {
    let mut shortest = BTreeMap::new();
    for point in points.iter().filter(|point| algorithms.contains(&point.algorithm)) {
        let least = shortest.entry(point.n).or_insert(f64::INFINITY);
        *least = point.ns.min(*least);
    }
    let times: Vec<_> = algorithms.iter().map(|id| (id, times_of(points, id))).collect();
    let mut found = Vec::new();
    for (index, first) in times.iter().enumerate() {
        for second in &times[index + 1..] {
            let changes = changes(&differences(&first.1, &second.1));
            found.extend(changes.iter().map(|change| bracket(first, second, change, &shortest)));
        }
    }
    // `auto` runs one of the other scans, so it shares their crossovers.
    let auto = Algorithm::AUTO.id;
    let index = |one: &Bracket| i32::from(one.leads) - 2 * i32::from(one.faster == auto || one.slower == auto);
    found.sort_by(|one, other| index(other).cmp(&index(one)).then(other.gain.total_cmp(&one.gain)));
    found
}

fn times_of<'a>(points: &'a [TimedPoint], id: &str) -> Times<'a> {
    // `collect` would compile a sort for this type alone.
    let mut times = Times::new();
    times.extend(points.iter().filter(|point| point.algorithm == id).map(|point| (point.n, point)));
    times
}

/// The differences at all sizes that both scans have, by ascending n.
fn differences(first: &Times<'_>, second: &Times<'_>) -> Vec<Difference> {
    let both = first.iter().filter_map(|(&n, left)| Some((n, left, second.get(&n).filter(|_| n > 0)?)));
    both.map(|(n, left, right)| Difference {
        n,
        log_ratio: (left.ns / right.ns).ln(),
        error: left.error().hypot(right.error()),
    })
    .collect()
}

impl TimedPoint {
    /// The distance from the time to the farther end of its interval, as a difference of logarithms.
    fn error(&self) -> f64 {
        let known = self.interval_ns.filter(|[low, _]| *low > 0.0);
        known.map_or(UNKNOWN_ERROR, |[low, high]| (self.ns / low).ln().max((high / self.ns).ln()).max(0.0))
    }
}

/// The changes of sign between neighbouring differences that exceed their error.
fn changes(all: &[Difference]) -> Vec<Change> {
    let sure: Vec<_> = all.iter().copied().filter(|one| one.log_ratio.abs() > one.error).collect();
    let runs: Vec<_> = sure.chunk_by(|left, right| left.log_ratio * right.log_ratio > 0.0).collect();
    let extent = |run: &[Difference]| run.iter().map(|one| one.log_ratio.abs()).fold(0.0, f64::max);
    let change = |pair: &[&[Difference]]| Change {
        before: pair[0][pair[0].len() - 1],
        after: pair[1][0],
        gain: extent(pair[0]).min(extent(pair[1])),
    };
    runs.windows(2).map(change).collect()
}

fn bracket(
    first: &(&String, Times<'_>),
    second: &(&String, Times<'_>),
    change: &Change,
    shortest: &BTreeMap<u64, f64>,
) -> Bracket {
    let (faster, slower) = if change.before.log_ratio > 0.0 { (first, second) } else { (second, first) };
    let leads_at = |times: &Times<'_>, n: u64| {
        let fastest = shortest.get(&n).copied().unwrap_or_default();
        times.get(&n).is_some_and(|point| point.ns <= AS_FAST * fastest)
    };
    let between = [change.before.n, change.after.n];
    Bracket {
        leads: leads_at(&slower.1, between[0]) && leads_at(&faster.1, between[1]),
        faster: faster.0.clone(),
        slower: slower.0.clone(),
        between,
        gain: change.gain.exp(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [u64; 6] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];

    /// Scans given by their times.
    type Scans<'a> = &'a [(&'a str, &'a dyn Fn(f64) -> f64)];

    /// The points of scans. Their intervals extend by the factor 1 + `error` on both sides.
    fn run(scans: Scans<'_>, error: f64) -> TimedPoints {
        let mut points = Vec::new();
        for (id, time) in scans {
            points.extend(SIZES.map(|n| {
                let ns = time(n as f64);
                let interval_ns = Some([ns / (1.0 + error), ns * (1.0 + error)]);
                TimedPoint { algorithm: (*id).to_owned(), n, ns, interval_ns }
            }));
        }
        TimedPoints { algorithms: scans.iter().map(|(id, _)| (*id).to_owned()).collect(), points }
    }

    /// The times are equal at 5,000 elements: 1000 = n / 5.
    const PAIR: Scans<'static> = &[("a", &|_| 1000.0), ("b", &|n| n / 5.0)];

    #[test]
    fn two_scans_cross_between_the_measured_sizes_on_either_side() {
        let found = brackets(&run(PAIR, 0.01));
        let [only] = &found[..] else { panic!("{found:?}") };
        assert_eq!((only.faster.as_str(), only.slower.as_str(), only.leads), ("a", "b", true));
        assert_eq!(only.between, [1 << 12, 1 << 14]);
        // The ratios are 1000 / (1024 / 5) at the smallest size and 2^20 / 5000 at the largest: the first is smaller.
        assert!((only.gain - 1000.0 / (1024.0 / 5.0)).abs() < 1e-9);
    }

    #[test]
    fn too_wide_intervals_leave_everything_open() {
        assert_eq!(brackets(&run(PAIR, 500.0)), []);
    }

    #[test]
    fn sizes_at_which_the_difference_is_within_the_error_lie_between() {
        // The times agree within their error at 2^14.
        let close = |n: f64| n.sqrt() * (n / 16_000.0).powf(0.1);
        let found = brackets(&run(&[("a", &f64::sqrt), ("b", &close)], 0.02));
        assert_eq!(found[0].between, [1 << 12, 1 << 16]);
    }

    #[test]
    fn scans_that_cross_twice_have_two_brackets_those_that_never_cross_none() {
        let dent = |n: f64| if n == 16384.0 { 500.0 } else { 2000.0 };
        let found = brackets(&run(&[("a", &|_| 1000.0), ("b", &dent), ("c", &|_| 5000.0)], 0.01));
        let pairs: Vec<_> = found.iter().map(|one| (one.faster.as_str(), one.slower.as_str())).collect();
        assert_eq!(pairs, [("b", "a"), ("a", "b")]);
    }

    #[test]
    fn brackets_of_the_fastest_come_first_then_by_gain_auto_comes_last() {
        let scans: Scans<'_> =
            &[("auto", &|_| 1000.0), PAIR[0], PAIR[1], ("c", &|n| 2e4 + n / 1e3), ("d", &|n| 7e4 - n / 20.0)];
        let found = brackets(&run(scans, 0.001));
        let (first, last) = (&found[0], &found[found.len() - 1]);
        assert_eq!((first.faster.as_str(), first.slower.as_str(), first.leads), ("a", "b", true));
        assert!(found[1..found.len() - 1].iter().all(|one| !one.leads));
        let between = &found[1..found.len() - 1];
        assert!(between.len() > 1 && between.windows(2).all(|pair| pair[0].gain >= pair[1].gain));
        assert_eq!((last.faster.as_str(), last.slower.as_str()), ("auto", "b"));
    }

    #[test]
    fn sizes_without_a_time_and_scans_without_points_are_skipped() {
        let mut times = run(PAIR, 0.01);
        times.points.retain(|point| point.n != 1 << 12);
        times.algorithms.push("none".to_owned());
        assert_eq!(brackets(&times)[0].between, [1 << 10, 1 << 14]);
        assert_eq!(brackets(&TimedPoints { points: Vec::new(), ..times }), []);
    }
}
