struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
// One word per block, zero at first. A block whose prefix is known has PREFIX | encode(prefix).
@group(0) @binding(3) var<storage, read_write> states: array<atomic<u32>>;
// Zero at first. Blocks are numbered in the order in which workgroups start.
@group(0) @binding(4) var<storage, read_write> next_block: atomic<u32>;

const SIZE = 64u;
const PREFIX = 2u << 30u;
// The bits of encode(value). decode(code) returns the value.
const VALUE = (1u << 30u) - 1u;

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

fn load(at: u32) -> T {
    if (at < params.n) { return source[at]; }
    return identity();
}

// Runs on one workgroup per SIZE elements.
@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32) {
}
