// The parameters of a pass, and the index of a workgroup and of an invocation in its dispatch.

import constants::WORKGROUP_SIZE;

struct Parameters {
    // Elements of the array that this pass works on.
    elements: u32,
    // A second number, whose meaning depends on the kernel.
    argument: u32,
    // Elements of a row, in a scan of rows or columns.
    columns: u32,
    // The column of the first element.
    first_column: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;

// Index of a workgroup in a dispatch. The dispatch is folded into two dimensions if it exceeds
// maxComputeWorkgroupsPerDimension. The last row may hold surplus workgroups, so kernels must handle an index past the
// end.
fn grid_workgroup(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}

// Index of an invocation in a dispatch of one-dimensional workgroups, folded in the same way.
fn grid_invocation(workgroup: vec3<u32>, workgroups: vec3<u32>, local_index: u32) -> u32 {
    return grid_workgroup(workgroup, workgroups) * WORKGROUP_SIZE + local_index;
}
