struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 64u;

var<workgroup> sums: array<T, SIZE>;

@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32) {
    // The invocation's own sum stays in a register: a step reads only the neighbour's sum.
    var sum = identity();
    if (i < params.n) { sum = source[i]; }
    if (i < params.n) { result[i] = sum; }
}
