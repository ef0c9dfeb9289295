struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 64u;

var<workgroup> sums: array<T, SIZE>;

// The judge also adds shuffle_up(value: T, delta: u32) -> T, the value of the invocation that is delta lanes before this one.
@compute @workgroup_size(SIZE)
fn scan(
    @builtin(local_invocation_index) i: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    // A subgroup is 4 to 128 neighbouring invocations.
}
