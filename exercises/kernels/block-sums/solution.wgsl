struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> sums: array<T>;

const SIZE = 64u;

var<workgroup> shared_sums: array<T, SIZE>;

fn scan_workgroup(i: u32, value: T) -> T {
    var sum = value;
    for (var stride = 1u; stride < SIZE; stride *= 2u) {
        shared_sums[i] = sum;
        workgroupBarrier();
        if (i >= stride) { sum = combine(shared_sums[i - stride], sum); }
        workgroupBarrier();
    }
    return sum;
}

@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    let at = group.x * SIZE + i;
    var value = identity();
    if (at < params.n) { value = source[at]; }
    let sum = scan_workgroup(i, value);
    if (at < params.n) { result[at] = sum; }
    if (i == SIZE - 1u) { sums[group.x] = sum; }
}

@compute @workgroup_size(SIZE)
fn scan_sums(@builtin(local_invocation_index) i: u32) {
    let groups = (params.n + SIZE - 1u) / SIZE;
    var value = identity();
    if (i < groups) { value = sums[i]; }
    let sum = scan_workgroup(i, value);
    if (i < groups) { sums[i] = sum; }
}

@compute @workgroup_size(SIZE)
fn add_sums(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    let at = group.x * SIZE + i;
    if (group.x > 0u && at < params.n) { result[at] = combine(sums[group.x - 1u], result[at]); }
}
