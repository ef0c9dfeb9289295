struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 64u;

var<workgroup> sums: array<T, SIZE>;

fn scan_subgroup(lane: u32, size: u32, value: T) -> T {
    var sum = value;
    for (var stride = 1u; stride < size; stride *= 2u) {
        let left = shuffle_up(sum, stride);
        if (lane >= stride) { sum = combine(left, sum); }
    }
    return sum;
}

@compute @workgroup_size(SIZE)
fn scan(
    @builtin(local_invocation_index) i: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var value = identity();
    if (i < params.n) { value = source[i]; }
    let sum = scan_subgroup(lane, size, value);
    if (lane == size - 1u) { sums[i / size] = sum; }
    workgroupBarrier();
    var before = identity();
    for (var other = 0u; other < i / size; other++) {
        before = combine(before, sums[other]);
    }
    if (i < params.n) { result[i] = combine(before, sum); }
}
