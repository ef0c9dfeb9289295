struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
// One element per workgroup.
@group(0) @binding(3) var<storage, read_write> sums: array<T>;

const SIZE = 64u;

var<workgroup> shared_sums: array<T, SIZE>;

// The inclusive scan of the workgroup's values.
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

// Runs first, on one workgroup per SIZE elements: scans these elements, and stores their sum.
@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
}

// Runs second, on one workgroup: scans the sums. There are at most SIZE sums.
@compute @workgroup_size(SIZE)
fn scan_sums(@builtin(local_invocation_index) i: u32) {
}

// Runs last, on one workgroup per SIZE elements: adds the sum of all elements before these.
@compute @workgroup_size(SIZE)
fn add_sums(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
}
