struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 64u;

var<workgroup> sums: array<T, SIZE>;

@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32) {
    if (i < params.n) { sums[i] = source[i]; }
    for (var stride = 1u; stride < SIZE; stride *= 2u) {
        workgroupBarrier();
        var sum = sums[i];
        if (i >= stride) { sum = combine(sums[i - stride], sum); }
        workgroupBarrier();
        sums[i] = sum;
    }
    if (i < params.n) { result[i] = sums[i]; }
}
