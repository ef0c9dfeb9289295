//! `histogram`: the number of elements in each of several bins of equal width.
//!
//! Podlozhnyuk, "Histogram calculation in CUDA", 2007: workgroups count in workgroup memory, and add their counts to
//! global counters. Costs: n reads.
//!
//! The edges of the bins are computed once. An element belongs to the last bin whose lower edge is not above it.
//! Therefore its bin does not depend on the rounding of a device. With b bins, edge k of integers is the smallest
//! integer not below `from` + k (`to` − `from`) / b, exactly. Edge k of f32 is the double k · ((`to` − `from`) / b) + `from`,
//! rounded to the nearest f32. The first and the last edge are the given doubles, rounded the same way. These are the
//! edges of `numpy.histogram`. Kernels guess the bin in floating point. If an edge is within the error of the guess,
//! the kernels compare keys: integers in the order of the elements. Comparisons of floats could be wrong, since a device
//! may flush subnormal numbers to zero. If the guess is wrong, the kernels bisect.

use super::{Count, Operation, OperationJob, Options, Outputs};
use crate::error::Error;
use crate::monoid::ElementType;
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;

pub(super) static OPERATION: Operation = Operation {
    id: "histogram",
    title: "Histogram",
    summary: "Counts the elements in bins of equal width.",
    paper: "Podlozhnyuk, Histogram calculation in CUDA, 2007",
    traffic: "n reads",
    own_options: &["bins", "from", "to"],
    check_options: Some(check_range),
    ..Operation::plain(outputs, plan)
};

/// The number of bins that a workgroup counts in workgroup memory: half of the guaranteed size.
const LOCAL_BINS: u32 = 2048;

/// The maximum number of workgroups that count.
const MAX_WORKGROUPS: u32 = 4096;

/// The maximum number of workgroups that count if an invocation counts fewer than [`MANY_PACKS`] packs.
const CONCURRENT_WORKGROUPS: u32 = 768;

/// The minimum number of packs that an invocation counts before its workgroup adds its counts.
const MIN_PACKS: u32 = 4;

/// From this number of packs per invocation on, it is faster to start more workgroups than run at once. With fewer packs,
/// the additions to one cache line, which take turns, cost more than the additional workgroups save.
const MANY_PACKS: u32 = 64;

/// The number of packs that an invocation loads at once.
const PACKS: u32 = 2;

fn outputs(job: &OperationJob) -> Outputs {
    Outputs { words: job.options.bins, count: Count::None, ..Outputs::default() }
}

fn plan(job: &OperationJob) -> Plan {
    let mut plan = Plan::new(&job.scan_job(job.form(), job.elements), &Io::ports(&job.form()), 4 * WORKGROUP_SIZE, 4);
    let bins = job.options.bins;
    plan.table = table(job);
    let clear = pass(
        job,
        "clear_bins",
        bins.div_ceil(WORKGROUP_SIZE),
        vec![(binding::BINS, Resource::Output)],
        PassCost::default(),
    );
    let packs = job.elements.div_ceil(4);
    let workgroups = workgroups(job);
    // The reads of edges are not counted: they hit the cache and depend on the elements.
    let cost = PassCost { reads: 4 * u64::from(packs), barriers: workgroups.into(), ..PassCost::default() };
    let bound =
        vec![(binding::SOURCE, Resource::Input), (binding::TABLE, Resource::Table), (binding::BINS, Resource::Output)];
    plan.passes = vec![clear, pass(job, "count_elements", workgroups, bound, cost)];
    plan.is_lower_bound = true;
    plan.takes_length = true;
    plan
}

/// The number of workgroups that count. A software adapter runs few workgroups at once.
fn workgroups(job: &OperationJob) -> u32 {
    let counting = |packs: u32| job.elements.div_ceil(4 * packs * WORKGROUP_SIZE);
    let concurrent = if job.limits.software { 1 } else { CONCURRENT_WORKGROUPS };
    counting(MIN_PACKS).min(counting(MANY_PACKS).clamp(concurrent, MAX_WORKGROUPS))
}

fn pass(
    job: &OperationJob,
    entry_point: &'static str,
    workgroups: u32,
    bindings: Vec<(u32, Resource)>,
    cost: PassCost,
) -> Pass {
    let local_bins = job.options.bins.clamp(1, LOCAL_BINS);
    let constants = vec![
        ("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)),
        ("LOCAL_BINS", Constant::U32(local_bins)),
        ("ARE_ALL_LOCAL", Constant::Bool(job.options.bins <= LOCAL_BINS)),
        ("PACKS", Constant::U32(PACKS)),
        ("IS_FLOAT", Constant::Bool(job.monoid.element_type == ElementType::F32)),
    ];
    Pass {
        kernel: Kernel::new(wgsl!("operation/histogram.wgsl"), entry_point, constants),
        workgroups,
        elements: job.elements,
        takes_length: true,
        argument: job.options.bins,
        bindings,
        serial_elements: 4 * job.elements.div_ceil(4 * workgroups.max(1) * WORKGROUP_SIZE),
        cost,
    }
}

/// The maximum number of bins. Their edges are computed before a histogram runs.
pub const MAX_BINS: u32 = 1 << 20;

/// The first number after the largest f32.
const PAST_F32: f64 = 2.0 * (1u128 << 127) as f64;

/// Fails unless a range can be divided into bins of the element type: `from` is a value of the type, and `to` is a
/// greater value or the first number after the largest. A single bin of f32 may be infinite.
///
/// # Errors
/// [`Error::BadArgument`] for the invalid end.
fn check_range(&Options { bins, range, .. }: &Options, element_type: ElementType) -> Result<(), Error> {
    let [from, to] = range;
    let name = element_type.name();
    let integers = |lowest: f64, past: &'static str| {
        let within = |end: f64, last: f64| end.fract() == 0.0 && (lowest..=last).contains(&end);
        (within(from, lowest + f64::from(u32::MAX)), within(to, lowest + 2f64.powi(32)), past)
    };
    let (is_value, is_end, past) = match element_type {
        ElementType::U32 => integers(0.0, "4294967296"),
        ElementType::I32 => integers(i32::MIN.into(), "2147483648"),
        ElementType::F32 => {
            let is_end = to.abs() <= PAST_F32 || (to == f64::INFINITY && bins == 1);
            ((from as f32).is_finite(), is_end, "2 ** 128, or with one bin Infinity")
        }
    };
    if !is_value {
        return Err(Error::bad_argument("from", format!("a value of {name}"), written(from)));
    }
    if !is_end {
        return Err(Error::bad_argument("to", format!("a value of {name}, or {past}"), written(to)));
    }
    if keys(element_type, 1, range).is_sorted_by(|from, to| from < to) {
        return Ok(());
    }
    let rounded = if element_type == ElementType::F32 { ", after both are rounded to f32" } else { "" };
    Err(Error::bad_argument("to", format!("greater than from, {}{rounded}", written(from)), written(to)))
}

/// A number for a message, formatted as in JavaScript.
fn written(number: f64) -> String {
    format!("{number:?}").trim_end_matches(".0").replace("inf", "Infinity")
}

/// The bins, for the kernel. The words are the first edge as a key, the largest offset that is counted, the guess with
/// its error, the lower edges as offsets, and the upper edge of the last bin, which has no effect. An offset is a key
/// minus the first edge's key.
fn table(job: &OperationJob) -> Vec<u32> {
    let Options { bins, range, .. } = job.options;
    let element_type = job.monoid.element_type;
    let keys = keys(element_type, bins, range);
    let (first, end) = (keys[0], keys[keys.len() - 1]);
    let mut table = vec![first as u32, (end - first - 1) as u32];
    table.extend(guess(element_type, bins, range).map(f32::to_bits));
    table.extend(keys.iter().map(|key| (key - first) as u32));
    table
}

/// The lower edges of the bins, and the upper edge of the last, as keys: integers in the order of the elements.
fn keys(element_type: ElementType, bins: u32, [from, to]: [f64; 2]) -> Vec<i64> {
    match element_type {
        ElementType::U32 | ElementType::I32 => {
            let (from, to, bins) = (from as i64, to as i64, i64::from(bins));
            (0..=bins).map(|bin| from + ((to - from) * bin + bins - 1).div_euclid(bins)).collect()
        }
        ElementType::F32 => {
            let step = (to - from) / f64::from(bins);
            let inner = (1..bins).map(|bin| f64::from(bin) * step + from);
            [from].into_iter().chain(inner).chain([to]).map(|edge| float_key(edge as f32)).collect()
        }
    }
}

/// The number of f32 values between zero and a number, negative below zero. Both zeros have the same key.
fn float_key(number: f32) -> i64 {
    let magnitude = i64::from(number.to_bits() & !(1 << 31));
    if number.is_sign_negative() { -magnitude } else { magnitude }
}

/// The guess of a bin: (element · factor − base) · scale, and an upper bound of its error. The factor is a power of two
/// that makes the range about 1 wide, so that neither product overflows. For integers, the difference between the
/// element and the first edge is scaled.
fn guess(element_type: ElementType, bins: u32, [from, to]: [f64; 2]) -> [f32; 4] {
    /// More than the sum of the relative errors of a conversion, a rounded factor and a product. Each is at most
    /// 2 [`UNIT`], because a device may round down or up.
    const RELATIVE: f64 = 8.0 * UNIT;
    let width = to.min(PAST_F32) - from;
    let bins = f64::from(bins);
    if element_type != ElementType::F32 {
        return [1.0, 0.0, (bins / width) as f32, (bins * RELATIVE) as f32];
    }
    let exponent = ((width.to_bits() >> (f64::MANTISSA_DIGITS - 1)) as i32 + f64::MIN_EXP - 2).clamp(-126, 126);
    let factor = 2f64.powi(-exponent);
    let (base, scale) = (from * factor, bins / (width * factor));
    // The edges, the base and the difference are rounded, and a subnormal element may be flushed.
    let absolute = (2.0 * base.abs() + 4.0) * 2.0 * UNIT + f64::from(f32::MIN_POSITIVE) * factor;
    [factor as f32, base as f32, scale as f32, (absolute * scale + bins * RELATIVE) as f32]
}

/// Half of the distance between 1 and the next f32: the relative error of a rounded number.
const UNIT: f64 = f32::EPSILON as f64 / 2.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_the_next_integers_or_the_nearest_floats() {
        let integers = |from, to, bins| keys(ElementType::I32, bins, [from, to]);
        assert_eq!(integers(0.0, 10.0, 4), [0, 3, 5, 8, 10]);
        assert_eq!(integers(-3.0, 4.0, 3), [-3, 0, 2, 4]);
        let [lowest, past] = [f64::from(i32::MIN), -f64::from(i32::MIN)];
        assert_eq!(integers(lowest, past, 2), [lowest as i64, 0, past as i64]);
        assert_eq!(keys(ElementType::U32, 2, [0.0, 2f64.powi(32)]), [0, 1 << 31, 1 << 32]);
        assert_eq!(keys(ElementType::U32, 2, [4_294_967_295.0, 2f64.powi(32)]), [4_294_967_295, 1 << 32, 1 << 32]);
        let floats = |from, to, bins| keys(ElementType::F32, bins, [from, to]);
        assert_eq!(floats(0.0, 0.3, 3), [0.0, 0.1, 0.2, 0.3].map(float_key));
        assert_eq!(floats(-0.0, 1.0, 1), [0.0, 1.0].map(float_key));
        let infinity = float_key(f32::INFINITY);
        assert_eq!(floats(-1.0, f64::INFINITY, 1), [float_key(-1.0), infinity]);
        assert_eq!(floats(f32::MAX.into(), PAST_F32, 2)[1..], [infinity, infinity]);
    }

    #[test]
    fn keys_are_in_the_order_of_the_floats() {
        let ordered = [f32::NEG_INFINITY, f32::MIN, -1.0, -1e-45, 0.0, 1e-45, 1e-40, 1.0, f32::MAX, f32::INFINITY];
        assert!(ordered.map(float_key).is_sorted_by(|left, right| left < right));
        assert_eq!(float_key(-0.0), float_key(0.0));
    }

    /// A result of f32 that a device may round down or up, and flush to zero.
    fn rounded(exact: f64, rounding: u32) -> f32 {
        let nearest = exact as f32;
        match rounding % 4 {
            0 => nearest.next_down(),
            1 => nearest.next_up(),
            2 if nearest.is_subnormal() => 0.0,
            _ => nearest,
        }
    }

    #[test]
    fn guesses_apart_from_edges_are_right() {
        let most = f64::from(f32::MAX);
        let floats = [
            ([0.0, 1.0], 256),
            ([-3e38, 3e38], 4_099),
            ([0.0, 1e-33], 5_000),
            ([0.0, 1e-40], 7),
            ([-1e-43, 1e-42], 100),
            ([0.7, 1.0], 10),
            ([1e6, 1e6 + 1.0], 16),
            ([1.0, 1.0 + 2f64.powi(-20)], 5_000),
            ([-1.0, PAST_F32], 256),
            ([-most, PAST_F32], 1 << 20),
        ];
        let integers =
            [([0.0, 2f64.powi(32)], 256), ([1_000_000_007.0, 3_000_000_011.0], 4_099), ([3.0, 2e9], 1 << 20)];
        let floats = floats.map(|(range, bins)| (ElementType::F32, range, bins));
        let integers = integers.map(|(range, bins)| (ElementType::U32, range, bins));
        let (mut state, mut apart) = (1u32, 0);
        for (element_type, range, bins) in floats.into_iter().chain(integers) {
            let keys = keys(element_type, bins, range);
            let [factor, base, scale, error] = guess(element_type, bins, range);
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 4
            };
            for _ in 0..20_000 {
                // Around an edge, or anywhere.
                let edge = keys[random() as usize % keys.len()];
                let width = (keys[keys.len() - 1] - keys[0]) as u64;
                let any = keys[0] + ((u64::from(random()) << 28 | u64::from(random())) % width) as i64;
                let key = if random() % 2 == 0 { edge + i64::from(random() % 5) - 2 } else { any };
                if key < keys[0] || key >= keys[keys.len() - 1] {
                    continue;
                }
                let units = if element_type == ElementType::F32 {
                    let magnitude = f32::from_bits(key.unsigned_abs() as u32);
                    let element = rounded(f64::from(if key < 0 { -magnitude } else { magnitude }), 2 + random() % 2);
                    let product = rounded(f64::from(element) * f64::from(factor), 2 + random() % 2);
                    rounded(f64::from(product) - f64::from(base), random())
                } else {
                    rounded((key - keys[0]) as f64, random())
                };
                let units = rounded(f64::from(units) * f64::from(scale), random());
                let guess = units.clamp(0.0, (bins - 1) as f32) as u32;
                let fraction = units - guess as f32;
                if (fraction >= error || guess == 0) && fraction <= 1.0 - error {
                    let bin = keys[..bins as usize].partition_point(|&edge| edge <= key) - 1;
                    assert_eq!(guess as usize, bin, "{key} of {bins} bins from {} to {}", range[0], range[1]);
                    apart += 1;
                }
            }
        }
        assert!(apart > 40_000, "only {apart} elements were apart from edges");
    }

    #[test]
    fn guesses_of_any_range_are_normal_numbers() {
        let (most, least) = (f64::from(f32::MAX), f64::from(f32::from_bits(1)));
        for [from, to] in
            [[-most, PAST_F32], [0.0, least], [-least, 0.0], [1e-40, 1.0], [0.0, 1e-33], [1e38, 1.000_000_2e38]]
        {
            for bins in [1, 1 << 20] {
                let [factor, base, scale, error] = guess(ElementType::F32, bins, [from, to]);
                assert!(
                    factor.is_normal() && scale.is_normal() && error > 0.0,
                    "{from} to {to}: {factor}, {scale}, {error}"
                );
                let last = (to.min(most) as f32 * factor - base) * scale;
                assert!((last / bins as f32 - 1.0).abs() <= 0.5, "{from} to {to}: {last} of {bins}");
            }
        }
    }
}
