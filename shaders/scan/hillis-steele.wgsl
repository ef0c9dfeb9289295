// One step of Horn's scan: every element adds the one `distance` places before it, from one buffer into another.
//
// Sengupta, Lefohn & Owens 2006, Algorithm 2; Hillis & Steele 1986. parameters.argument: the distance, a power of two.

@group(0) @binding(3) var<storage, read> before: array<T>;
@group(0) @binding(4) var<storage, read_write> after: array<T>;

// The first step, at distance 1, reads the input.
@compute @workgroup_size(WORKGROUP_SIZE)
fn step_from_source(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = grid_invocation(workgroup, workgroups, lane);
    if (index >= parameters.elements) { return; }
    var value = source_shifted(index);
    if (index >= 1u) { value = combine(source_shifted(index - 1u), value); }
    after[index] = value;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn step_from_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = grid_invocation(workgroup, workgroups, lane);
    if (index >= parameters.elements) { return; }
    let distance = parameters.argument;
    var value = before[index];
    if (index >= distance) { value = combine(before[index - distance], value); }
    after[index] = value;
}
