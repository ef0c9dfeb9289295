struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> states: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> next_block: atomic<u32>;

const SIZE = 64u;
const PREFIX = 2u << 30u;
const VALUE = (1u << 30u) - 1u;

var<workgroup> shared_sums: array<T, SIZE>;
var<workgroup> shared_block: u32;
var<workgroup> shared_before: T;

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

// The sum of all blocks before this one.
fn wait_for_prefix(block: u32) -> T {
    if (block == 0u) { return identity(); }
    var state = 0u;
    while (state < PREFIX) { state = atomicLoad(&states[block - 1u]); }
    return decode(state & VALUE);
}

@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32) {
    if (i == 0u) { shared_block = atomicAdd(&next_block, 1u); }
    let block = workgroupUniformLoad(&shared_block);
    let at = block * SIZE + i;
    let sum = scan_workgroup(i, load(at));
    if (i == SIZE - 1u) {
        let before = wait_for_prefix(block);
        atomicStore(&states[block], PREFIX | encode(combine(before, sum)));
        shared_before = before;
    }
    let before = workgroupUniformLoad(&shared_before);
    if (at < params.n) { result[at] = combine(before, sum); }
}
