struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 64u;
const ITEMS = 4u;

var<workgroup> sums: array<T, SIZE>;

@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32) {
    var own: array<T, ITEMS>;
    var sum = identity();
    for (var item = 0u; item < ITEMS; item++) {
        let at = ITEMS * i + item;
        if (at < params.n) { sum = combine(sum, source[at]); }
        own[item] = sum;
    }
    for (var stride = 1u; stride < SIZE; stride *= 2u) {
        sums[i] = sum;
        workgroupBarrier();
        if (i >= stride) { sum = combine(sums[i - stride], sum); }
        workgroupBarrier();
    }
    sums[i] = sum;
    workgroupBarrier();
    var before = identity();
    if (i > 0u) { before = sums[i - 1u]; }
    for (var item = 0u; item < ITEMS; item++) {
        let at = ITEMS * i + item;
        if (at < params.n) { result[at] = combine(before, own[item]); }
    }
}
