//! Costs per workgroup and call of the functions of `lib/workgroup_reduce.wgsl` and `lib/workgroup_scan.wgsl`.

use super::WORKGROUP_SIZE;

const INVOCATIONS: u64 = WORKGROUP_SIZE as u64;
const LEVELS: u64 = WORKGROUP_SIZE.ilog2() as u64;

/// `workgroup_reduce`: a binary tree.
pub(crate) const REDUCE_APPLICATIONS: u64 = INVOCATIONS - 1;
pub(crate) const REDUCE_BARRIERS: u64 = LEVELS + 1;

/// `workgroup_scan_exclusive`: W − 2ⁱ applications in step i.
pub(crate) const SCAN_APPLICATIONS: u64 = INVOCATIONS * LEVELS - (INVOCATIONS - 1);
pub(crate) const SCAN_BARRIERS: u64 = 2 * LEVELS + 1;
