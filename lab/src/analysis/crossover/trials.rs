//! Trials of the search on a simulated device, with scans whose times jump. The trials count correct crossovers.

use super::*;

const SAMPLES: usize = 12;
/// The indices of the two sorted samples, among [`SAMPLES`], that enclose the median with a probability of 95 %.
const ENCLOSE: [usize; 2] = [2, 9];
/// A range between two crossovers is detectable under two conditions. Its last size is at least `DETECTABLE_SIZES` times
/// its first size. At some size of it, the absolute logarithm of the ratio of the times is at least `DETECTABLE_TIMES`.
const DETECTABLE_SIZES: f64 = 1.1;
const DETECTABLE_TIMES: f64 = 0.1;

/// Pseudo-random numbers (Marsaglia's xorshift).
struct Random(u32);

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Random(((seed * 2_654_435_761 + 88_172_645) as u32).max(1));
        for _ in 0..8 {
            random.uniform();
        }
        random
    }

    fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / 4_294_967_296.0
    }

    /// A number from `low` to `high`, evenly distributed on a logarithmic scale.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.uniform())
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[(list.len() as f64 * self.uniform()) as usize]
    }
}

/// The kinds of scans, with their tuning.
#[derive(Clone, Copy)]
enum Kind {
    Steps,
    Tree,
    Hybrid(u32),
    Tiles(u64),
    Single,
}

#[derive(Clone, Copy)]
struct Scan {
    kind: Kind,
    launch_ns: f64,
    element_ns: f64,
}

/// The logarithm to base 2, rounded up, or 1 if it is smaller.
fn levels_of(n: u64) -> u64 {
    u64::from(n.next_power_of_two().ilog2()).max(1)
}

fn levels_of_tiles(n: u64, tile: u64) -> u64 {
    if n <= tile { 1 } else { 1 + levels_of_tiles(n.div_ceil(tile), tile) }
}

impl Scan {
    fn dispatches(&self, n: u64) -> u64 {
        match self.kind {
            Kind::Steps => levels_of(n),
            Kind::Tree => 2 * levels_of(n) - 1,
            Kind::Hybrid(reduced) => 2 * u64::from(reduced) + levels_of(left(n, reduced)),
            Kind::Tiles(tile) => 2 * levels_of_tiles(n, tile) - 1,
            Kind::Single => 1,
        }
    }

    /// The elements that the dispatches work on.
    fn elements(&self, n: u64) -> u64 {
        match self.kind {
            Kind::Steps => n * levels_of(n),
            Kind::Tree => 4 * n,
            Kind::Hybrid(reduced) => 4 * n + left(n, reduced) * levels_of(left(n, reduced)),
            Kind::Tiles(tile) => 3 * tile * n.div_ceil(tile),
            Kind::Single => 16 * n,
        }
    }

    fn time(&self, n: u64) -> f64 {
        self.dispatches(n) as f64 * self.launch_ns + self.elements(n) as f64 * self.element_ns
    }
}

fn left(n: u64, reduced: u32) -> u64 {
    n.div_ceil(1 << reduced).max(2)
}

/// Two scans, of different kinds and constants, on one device.
fn random_pair(random: &mut Random) -> [Scan; 2] {
    let launch_ns = random.between(500.0, 20_000.0);
    let element_ns = launch_ns / random.between(200.0, 20_000.0);
    let first = random.pick(&[0, 1, 2, 3, 4]);
    let others: Vec<_> = (0..5).filter(|&kind| kind != first).collect();
    let second = random.pick(&others);
    [first, second].map(|kind| {
        let kind = match kind {
            0 => Kind::Steps,
            1 => Kind::Tree,
            2 => Kind::Hybrid(1 + (4.0 * random.uniform()) as u32),
            3 => Kind::Tiles(random.pick(&[64, 256, 512])),
            _ => Kind::Single,
        };
        let launch_ns = launch_ns * random.between(0.7, 1.4);
        Scan { kind, launch_ns, element_ns: element_ns * random.between(0.5, 2.0) }
    })
}

fn faster([first, second]: &[Scan; 2], n: u64) -> usize {
    usize::from(first.time(n) > second.time(n))
}

/// The last size before a crossover, and the scan that is faster after it.
#[derive(Clone, Copy)]
struct Truth {
    n: u64,
    faster: usize,
}

fn true_crossings(scans: &[Scan; 2], from: u64, to: u64) -> Vec<Truth> {
    let change = |n: u64| Truth { n, faster: faster(scans, n + 1) };
    (from..to).map(change).filter(|truth| truth.faster != faster(scans, truth.n)).collect()
}

/// The samples of one scan, and the timer resolution, both as times per run in nanoseconds.
struct Series {
    samples: Vec<f64>,
    step: f64,
}

struct Device {
    scans: [Scan; 2],
    noise: f64,
    bias: f64,
    resolution_ns: f64,
}

impl Device {
    fn new(scans: [Scan; 2], random: &mut Random) -> Self {
        let noise = random.between(0.003, 0.05);
        let bias = random.between(0.001, 0.025);
        Device { scans, noise, bias, resolution_ns: random.between(10.0, 2000.0) }
    }

    /// The times of both scans in the same rounds. Each scan has its own noise. Both scans share a clock, which drifts and
    /// may drop between two rounds.
    fn block(&self, n: u64, random: &mut Random) -> [Series; 2] {
        let rounds = SAMPLES as f64;
        let falls = if random.uniform() < 0.1 { rounds * random.uniform() } else { rounds };
        let drift = 0.05 * random.normal();
        // Other programs use the device at times.
        let noise = self.noise * if random.uniform() < 0.15 { 8.0 } else { 1.0 };
        // Some effects, such as the addresses of arrays, are constant within a block.
        let means = self.scans.map(|scan| scan.time(n) * (1.0 + self.bias * random.normal()));
        let repeats = (2e6 / means[0]).round().max(1.0);
        means.map(|mean| {
            let mut sample = |round: usize| {
                let round = round as f64;
                let slowdown = (1.0 + drift * round / rounds) * if round >= falls { 2.4 } else { 1.0 };
                let spike = if random.uniform() < 0.03 { random.between(1.1, 3.0) } else { 1.0 };
                let span = mean * slowdown * spike * (1.0 + noise * random.normal()).max(0.2) * repeats;
                (span / self.resolution_ns + random.uniform()).floor().max(1.0) * self.resolution_ns / repeats
            };
            Series { samples: (0..SAMPLES).map(&mut sample).collect(), step: self.resolution_ns / repeats }
        })
    }

    /// The points of a sweep at one size.
    fn points(&self, n: u64, random: &mut Random) -> [TimedPoint; 2] {
        let mut ids = ["a", "b"].into_iter();
        self.block(n, random).map(|Series { samples, step }| {
            let (ns, [low, high]) = summary(&samples);
            let interval_ns = Some([low - step / 2.0, high + step / 2.0]);
            TimedPoint { algorithm: ids.next().unwrap().to_owned(), n, ns, interval_ns }
        })
    }

    /// Compares the times of the second scan with those of the first, at one size.
    fn verdict(&self, n: u64, random: &mut Random) -> Verdict {
        let [first, second] = self.block(n, random);
        let ratios: Vec<_> = second.samples.iter().zip(&first.samples).map(|(time, other)| time / other).collect();
        let (value, [low, high]) = summary(&ratios);
        let shortest = first.samples.iter().chain(&second.samples).copied().fold(f64::INFINITY, f64::min);
        let grain = (first.step + second.step) / 2.0 / shortest;
        let (low, high) = (low * (1.0 - grain), high * (1.0 + grain));
        // As in lab/src/bench/compare.rs.
        let same = 1.0 - low <= 0.01 && high - 1.0 <= 0.01;
        let faster = if high < 1.0 { Some(1) } else { (low > 1.0).then_some(0) };
        Verdict { faster, ratio: Some(value), reason: String::new(), again: faster.is_none() && !same }
    }

    fn search(&self, from: u64, to: u64, random: &mut Random) -> Found {
        let planners =
            self.scans.map(|scan| move |n| Ok(Structure::new(scan.dispatches(n) as usize, std::iter::empty())));
        let mut search = Search::new(from, to, plan_steps(&planners, from, to).unwrap());
        while let Some(n) = search.next_size() {
            search.record(n, self.verdict(n, random));
        }
        search.conclude()
    }
}

/// The median and its interval.
fn summary(samples: &[f64]) -> (f64, [f64; 2]) {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    ((sorted[SAMPLES / 2 - 1] + sorted[SAMPLES / 2]) / 2.0, ENCLOSE.map(|rank| sorted[rank]))
}

/// Whether two times differ by at most the sum of their errors: the distances to the farther ends of their intervals.
fn touch(points: &[&TimedPoint]) -> bool {
    let error = |point: &TimedPoint| {
        let [low, high] = point.interval_ns.unwrap();
        (point.ns / low).ln().max((high / point.ns).ln())
    };
    (points[0].ns / points[1].ns).ln().abs() <= error(points[0]) + error(points[1])
}

fn share(checks: &[bool]) -> f64 {
    checks.iter().filter(|&&check| check).count() as f64 / checks.len() as f64
}

#[test]
fn between_the_sizes_that_a_sweep_names_the_two_do_cross_in_95_percent_of_trials() {
    let (mut held, mut random) = (Vec::new(), Random::new(1));
    while held.len() < 600 {
        let scans = random_pair(&mut random);
        let device = Device::new(scans, &mut random);
        // Only some sizes are measured, since a user may leave sizes out.
        let sizes: Vec<u64> = (4..=14).filter(|_| random.uniform() < 0.8).map(|exponent| 1 << exponent).collect();
        let points = sizes.iter().flat_map(|&n| device.points(n, &mut random)).collect();
        let times = TimedPoints { algorithms: ["a", "b"].map(str::to_owned).to_vec(), points };
        for Bracket { between: [low, high], faster: id, .. } in brackets(&times) {
            let is_faster = |n| faster(&scans, n) == usize::from(id == "b");
            held.push(!is_faster(low) && is_faster(high));
            // A bracket is as narrow as possible: at the sizes inside it, the times differ by at most their errors.
            for &n in sizes.iter().filter(|&&size| low < size && size < high) {
                let at: Vec<_> = times.points.iter().filter(|point| point.n == n).collect();
                assert!(touch(&at), "{low} {n} {high}");
            }
        }
    }
    assert!(share(&held) >= 0.95, "{}", share(&held));
}

/// The true crossovers between detectable stretches.
fn detectable(scans: &[Scan; 2], truth: &[Truth], from: u64, to: u64) -> Vec<Truth> {
    let starts = std::iter::once(from).chain(truth.iter().map(|truth| truth.n + 1));
    let ends = truth.iter().map(|truth| truth.n).chain([to]);
    let distance = |n| (scans[0].time(n) / scans[1].time(n)).ln().abs();
    let is_clear = |(start, end): (u64, u64)| {
        let far = (start..=end).map(distance).fold(0.0, f64::max);
        end as f64 >= DETECTABLE_SIZES * start as f64 && far >= DETECTABLE_TIMES
    };
    let clear: Vec<_> = starts.zip(ends).map(is_clear).collect();
    truth.iter().enumerate().filter(|&(i, _)| clear[i] && clear[i + 1]).map(|(_, &truth)| truth).collect()
}

/// Whether two results agree: at each size, both name the same faster scan, or at least one result names no scan.
fn agree(one: &Found, other: &Found) -> bool {
    let apart = |left: &Stretch<usize>, right: &Stretch<usize>| {
        left.faster == right.faster || left.high < right.low || right.high < left.low
    };
    one.stretches.iter().all(|left| other.stretches.iter().all(|right| apart(left, right)))
}

/// The last crossover of a search, if the second scan is faster after it.
fn last_crossing(found: &Found) -> Option<&Crossing<usize>> {
    found.crossings.last().filter(|last| last.faster == 1 && found.ends[1].faster == Some(1))
}

/// Ranges as exponents of two: between neighbouring sizes of a sweep, and wider ranges.
const RANGES: [[u32; 2]; 6] = [[9, 10], [8, 10], [6, 9], [10, 13], [5, 12], [4, 14]];

#[test]
fn stated_crossings_exist_in_95_percent_detectable_ones_are_found_in_90_and_a_second_search_agrees_in_95() {
    let [mut held, mut found, mut narrow, mut answered, mut overlapping, mut agreed] =
        std::array::from_fn::<Vec<bool>, 6, _>(|_| Vec::new());
    let (mut count, mut random) = (0, Random::new(2));
    while count < 300 {
        let scans = random_pair(&mut random);
        let [from, to] = random.pick(&RANGES).map(|exponent| 1u64 << exponent);
        let truth = true_crossings(&scans, from, to);
        if truth.is_empty() {
            continue;
        }
        count += 1;
        let device = Device::new(scans, &mut random);
        let [one, other] = [(); 2].map(|()| device.search(from, to, &mut random));
        for crossing in &one.crossings {
            let is_there =
                |truth: &Truth| truth.faster == crossing.faster && (crossing.low..crossing.high).contains(&truth.n);
            held.push(truth.iter().any(is_there));
            narrow.push(crossing.high as f64 <= 1.5 * crossing.low as f64);
        }
        for Truth { n, faster } in detectable(&scans, &truth, from, to) {
            let states =
                |crossing: &Crossing<usize>| crossing.faster == faster && (crossing.low..crossing.high).contains(&n);
            found.push(one.crossings.iter().any(states));
        }
        match (last_crossing(&one), last_crossing(&other)) {
            (Some(one), Some(other)) => {
                answered.push(true);
                overlapping.push(one.low < other.high && other.low < one.high);
            }
            (None, None) => {}
            _ => answered.push(false),
        }
        agreed.push(agree(&one, &other));
    }
    let counts = [&held, &found, &overlapping].map(Vec::len);
    assert!(counts.iter().all(|&count| count >= 100), "{counts:?}");
    let least = [(&held, 0.95), (&found, 0.9), (&narrow, 0.9), (&answered, 0.9), (&overlapping, 0.95), (&agreed, 0.95)];
    let shares = least.map(|(checks, _)| share(checks));
    let names = "held, found, narrow, answered, overlapping, agreed";
    assert!(least.iter().zip(shares).all(|((_, least), share)| share >= *least), "{names}: {shares:?}");
}
