struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
// Whatever your kernels keep: 4,096 elements that nobody has written, and 64 words that are zero at first.
@group(0) @binding(3) var<storage, read_write> scratch: array<T>;
@group(0) @binding(4) var<storage, read_write> words: array<atomic<u32>>;

// All entry points run, in the order in which they stand here, on one workgroup per 256 elements each.
@compute @workgroup_size(256)
fn scan(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
}
