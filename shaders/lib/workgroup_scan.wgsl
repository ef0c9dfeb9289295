// Exclusive scan of one value per invocation over the workgroup, without subgroup operations.
//
// Kogge & Stone's recurrence: log2 W steps of combine for W = WORKGROUP_SIZE invocations; 2 log2 W + 1 barriers;
// W elements of workgroup memory.

import constants::WORKGROUP_SIZE;
import element::{combine, identity, T};

var<workgroup> workgroup_scan_values: array<T, WORKGROUP_SIZE>;

// To be called in uniform control flow.
fn workgroup_scan_exclusive(value: T, local_index: u32) -> T {
    var inclusive = value;
    workgroup_scan_values[local_index] = inclusive;
    workgroupBarrier();
    for (var distance = 1u; distance < WORKGROUP_SIZE; distance *= 2u) {
        if (local_index >= distance) { inclusive = combine(workgroup_scan_values[local_index - distance], inclusive); }
        workgroupBarrier();
        workgroup_scan_values[local_index] = inclusive;
        workgroupBarrier();
    }
    if (local_index == 0u) { return identity(); }
    return workgroup_scan_values[local_index - 1u];
}

// The sum of the values of the last scan. A second scan needs a barrier before it.
fn workgroup_scan_total() -> T {
    return workgroup_scan_values[WORKGROUP_SIZE - 1u];
}
