//! Costs per workgroup and call of the functions of `lib/subgroup_scan.wgsl`.

use super::WORKGROUP_SIZE;
use crate::plan::Form;

const INVOCATIONS: u64 = WORKGROUP_SIZE as u64;

/// The subgroup sizes that the shaders support.
const SIZES: [u64; 6] = [4, 8, 16, 32, 64, 128];

/// The supported sizes in the range that an adapter reports; all of them if the range contains no supported size.
pub(crate) fn sizes((min, max): (u32, u32)) -> &'static [u64] {
    let first = SIZES.partition_point(|&size| size < u64::from(min));
    let end = SIZES.partition_point(|&size| size <= u64::from(max));
    SIZES.get(first..end).filter(|sizes| !sizes.is_empty()).unwrap_or(&SIZES)
}

/// The scan of one row by every subgroup: S − 2ⁱ applications in step i for each subgroup of S invocations.
pub(crate) fn row_applications(size: u64) -> u64 {
    INVOCATIONS / size * ordered_sum_applications(size)
}

/// `element_sum` of `shuffle/sum.wgsl`: the ordered sum over one subgroup, S − 2ⁱ applications in step i.
pub(super) fn ordered_sum_applications(size: u64) -> u64 {
    size * u64::from(size.ilog2()) - (size - 1)
}

/// `element_sum`: 0 if it is a built-in subgroup operation.
pub(crate) fn sum_applications(form: &Form, size: u64) -> u64 {
    match form.native_subgroup_sum() {
        Some(_) => 0,
        None => ordered_sum_applications(size),
    }
}

/// `subgroup_workgroup_scan`: a row, the subgroups' totals, and one application per invocation to combine the two.
pub(crate) fn workgroup_scan_applications(size: u64) -> u64 {
    row_applications(size) + sums_applications(size) + INVOCATIONS
}

/// `subgroup_sums`: every subgroup scans the totals of all subgroups, one per invocation at a time, and sums them. Each
/// invocation combines its subgroup's prefix once.
pub(crate) fn sums_applications(size: u64) -> u64 {
    let rounds = (INVOCATIONS / size).div_ceil(size);
    rounds * (row_applications(size) + INVOCATIONS) + INVOCATIONS
}

pub(crate) fn min_over_sizes(sizes: &[u64], applications: &dyn Fn(u64) -> u64) -> u64 {
    sizes.iter().map(|&size| applications(size)).min().unwrap_or_default()
}
