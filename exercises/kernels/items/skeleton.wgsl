struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 64u;
// Elements per invocation.
const ITEMS = 4u;

var<workgroup> sums: array<T, SIZE>;

@compute @workgroup_size(SIZE)
fn scan(@builtin(local_invocation_index) i: u32) {
    // Invocation i scans the ITEMS elements from ITEMS · i on, one after the other. The workgroup scans the sums of the invocations.
}
