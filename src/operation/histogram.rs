//! `histogram`: the number of elements in each of several bins of equal width.
//!
//! Podlozhnyuk, "Histogram calculation in CUDA", 2007: workgroups count in workgroup memory, and add their counts to those of all. n reads.
//! The edges of the bins are computed once, from + k (to − from) / bins rounded up to a value of the type, and an element is compared with
//! them, so its bin does not depend on the rounding of a device.

use super::{Count, Operation, OperationJob, Outputs};
use crate::monoid::ElementType;
use crate::plan::{Constant, Kernel, Pass, PassCost, Plan, Resource};
use crate::scan::WORKGROUP_SIZE;
use crate::wgsl;

pub(super) const OPERATION: Operation = Operation {
    id: "histogram",
    title: "Histogram",
    summary: "Counts the elements in bins of equal width.",
    paper: "Podlozhnyuk, Histogram calculation in CUDA, 2007",
    traffic: "n reads",
    own_options: &["bins", "from", "to"],
    scan_forms: None,
    takes_values: false,
    selects: false,
    outputs,
    plan,
};

/// Bins that a workgroup counts in its own memory, a half of what is guaranteed.
const LOCAL_BINS: u32 = 2048;

/// The most workgroups that count, and the least packs that an invocation counts before the workgroup adds up its counts.
const MAX_WORKGROUPS: u32 = 2048;
const LEAST_PACKS: u32 = 8;

fn outputs(job: &OperationJob) -> Outputs {
    Outputs { words: job.options.bins, count: Count::None, ..Outputs::default() }
}

fn plan(job: &OperationJob) -> Plan {
    let mut plan = Plan::new(&job.scan_job(job.form(), job.elements), 4 * WORKGROUP_SIZE, 4);
    let bins = job.options.bins;
    plan.table = edges(job);
    plan.table.push(bins_per_unit(job).to_bits());
    let clear =
        pass(job, "clear_bins", bins.div_ceil(WORKGROUP_SIZE), vec![(3, Resource::Prefixes)], PassCost::default());
    let packs = job.elements.div_ceil(4);
    let workgroups = packs.div_ceil(LEAST_PACKS * WORKGROUP_SIZE).min(MAX_WORKGROUPS);
    // The comparisons with edges hit the cache and depend on the elements.
    let cost = PassCost { reads: 4 * u64::from(packs), barriers: workgroups.into(), ..PassCost::default() };
    let bound = vec![(1, Resource::Source), (2, Resource::Table), (3, Resource::Prefixes)];
    plan.passes = vec![clear, pass(job, "count_elements", workgroups, bound, cost)];
    plan.cost_is_lower_bound = true;
    plan
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
        ("IS_FLOAT", Constant::Bool(job.monoid.element_type == ElementType::F32)),
    ];
    Pass {
        kernel: Kernel::new(wgsl!("operation/histogram.wgsl"), entry_point, constants),
        workgroups,
        elements: job.elements,
        argument: job.options.bins,
        bindings,
        serial_elements: job.elements.div_ceil(MAX_WORKGROUPS * WORKGROUP_SIZE).max(4 * LEAST_PACKS),
        cost,
    }
}

/// Bins per unit of the type, by which a bin is guessed.
fn bins_per_unit(job: &OperationJob) -> f32 {
    let [from, to] = job.options.range.map(|word| match job.monoid.element_type {
        ElementType::U32 => f64::from(word),
        ElementType::I32 => f64::from(word as i32),
        ElementType::F32 => f64::from(f32::from_bits(word)),
    });
    (f64::from(job.options.bins) / (to - from)) as f32
}

/// The lower edge of every bin, and the upper edge of the last.
fn edges(job: &OperationJob) -> Vec<u32> {
    let ([from, to], bins) = (job.options.range, job.options.bins);
    let element_type = job.monoid.element_type;
    (0..=bins).map(|bin| edge(element_type, from, to, bin, bins)).collect()
}

/// The smallest value of the type that is not below from + (to − from) · bin / bins.
fn edge(element_type: ElementType, from: u32, to: u32, bin: u32, bins: u32) -> u32 {
    let between = |from: i64, to: i64| {
        let (product, bins) = (i128::from(to - from) * i128::from(bin), i128::from(bins));
        (i128::from(from) + (product + bins - 1).div_euclid(bins)) as i64
    };
    match element_type {
        ElementType::U32 => between(from.into(), to.into()) as u32,
        ElementType::I32 => between((from as i32).into(), (to as i32).into()) as i32 as u32,
        ElementType::F32 => {
            let [from, to] = [from, to].map(|word| f64::from(f32::from_bits(word)));
            let exact = from + (to - from) * f64::from(bin) / f64::from(bins);
            let rounded = exact as f32;
            if f64::from(rounded) < exact { rounded.next_up().to_bits() } else { rounded.to_bits() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_round_up_to_values_of_the_type() {
        let edges = |element_type, from, to, bins| -> Vec<u32> {
            (0..=bins).map(|bin| edge(element_type, from, to, bin, bins)).collect()
        };
        assert_eq!(edges(ElementType::U32, 0, 10, 4), [0, 3, 5, 8, 10]);
        assert_eq!(edges(ElementType::U32, 0, u32::MAX, 2), [0, 1 << 31, u32::MAX]);
        let signed: Vec<i32> =
            edges(ElementType::I32, -3i32 as u32, 4, 3).into_iter().map(|word| word as i32).collect();
        assert_eq!(signed, [-3, 0, 2, 4]);
        let extremes = edges(ElementType::I32, i32::MIN as u32, i32::MAX as u32, 1);
        assert_eq!(extremes, [i32::MIN as u32, i32::MAX as u32]);
        let floats = edges(ElementType::F32, 0f32.to_bits(), 1f32.to_bits(), 3);
        assert!(f64::from(f32::from_bits(floats[1])) >= 1.0 / 3.0 && f32::from_bits(floats[1]) < 0.333_333_4);
    }
}
