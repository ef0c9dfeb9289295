struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> scratch: array<T>;

const SIZE = 64u;
const ITEMS = 4u;

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

// Scans a block, and stores its sum.
@compute @workgroup_size(SIZE)
fn scan_blocks(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    let start = (group.x * SIZE + i) * ITEMS;
    var own: array<T, ITEMS>;
    var total = identity();
    for (var item = 0u; item < ITEMS; item++) {
        if (start + item < params.n) { total = combine(total, source[start + item]); }
        own[item] = total;
    }
    let sum = scan_workgroup(i, total);
    // The last step of the scan has read all shared sums.
    shared_sums[i] = sum;
    workgroupBarrier();
    var before = identity();
    if (i > 0u) { before = shared_sums[i - 1u]; }
    for (var item = 0u; item < ITEMS; item++) {
        if (start + item < params.n) { result[start + item] = combine(before, own[item]); }
    }
    if (i == SIZE - 1u) { scratch[group.x] = sum; }
}

// Adds the sum of all earlier blocks. These are at most 15, so one invocation adds their sums.
@compute @workgroup_size(SIZE)
fn add_blocks(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
    if (i == 0u) {
        var sum = identity();
        for (var block = 0u; block < group.x; block++) { sum = combine(sum, scratch[block]); }
        shared_sums[0] = sum;
    }
    let before = workgroupUniformLoad(&shared_sums[0]);
    for (var item = 0u; item < ITEMS; item++) {
        let at = (group.x * ITEMS + item) * SIZE + i;
        if (at < params.n) { result[at] = combine(before, result[at]); }
    }
}
