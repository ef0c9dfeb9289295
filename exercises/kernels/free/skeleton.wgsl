struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;
// Buffers for your kernels: 4,096 elements that are not initialised, and 64 words that are zero at first.
@group(0) @binding(3) var<storage, read_write> scratch: array<T>;
@group(0) @binding(4) var<storage, read_write> words: array<atomic<u32>>;

// All entry points run, in the order of the text, each on one workgroup per 256 elements.
@compute @workgroup_size(256)
fn scan(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u) {
}
