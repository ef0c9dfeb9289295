struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 64u;

// Two halves: a step reads one and writes the other.
var<workgroup> sums: array<T, 2 * SIZE>;

@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32) {
    var sum = identity();
    if (i < params.n) { sum = source[i]; }
    sums[i] = sum;
    // Steps of stride 1, 2, 4, …
    if (i < params.n) { result[i] = sums[i]; }
}
