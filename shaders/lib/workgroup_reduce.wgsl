// Sum of one value per invocation over the workgroup, in the invocations' order, so that the operator need not be
// commutative.
//
// A binary tree: W − 1 applications for W = WORKGROUP_SIZE, a power of two; log2 W + 1 barriers; W elements of workgroup
// memory.

import constants::WORKGROUP_SIZE;
import element::{combine, T};

var<workgroup> workgroup_reduce_values: array<T, WORKGROUP_SIZE>;

// To be called in uniform control flow; only invocation 0 gets the sum.
fn workgroup_reduce(value: T, local_index: u32) -> T {
    workgroup_reduce_values[local_index] = value;
    workgroupBarrier();
    for (var distance = 1u; distance < WORKGROUP_SIZE; distance *= 2u) {
        let left = 2u * distance * local_index;
        if (left < WORKGROUP_SIZE) {
            workgroup_reduce_values[left] =
                combine(workgroup_reduce_values[left], workgroup_reduce_values[left + distance]);
        }
        workgroupBarrier();
    }
    return workgroup_reduce_values[0];
}
