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

fn load(at: u32) -> T {
    if (at < params.n) { return source[at]; }
    return identity();
}

@compute @workgroup_size(SIZE)
fn reduce(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    shared_sums[i] = load(group.x * SIZE + i);
    for (var stride = 1u; stride < SIZE; stride *= 2u) {
        workgroupBarrier();
        let left = i * 2u * stride;
        if (left < SIZE) { shared_sums[left] = combine(shared_sums[left], shared_sums[left + stride]); }
    }
    if (i == 0u) { sums[group.x] = shared_sums[0]; }
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
fn scan(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    let at = group.x * SIZE + i;
    let sum = scan_workgroup(i, load(at));
    var before = identity();
    if (group.x > 0u) { before = sums[group.x - 1u]; }
    if (at < params.n) { result[at] = combine(before, sum); }
}
