// Copies n words by contiguous access. There are p invocations in all, each copies n / p words, and in each step they
// access neighbouring words (Nakano 2012, section 3, Lemma 1). On the unified memory machine (UMM) of width w and latency
// l, the reads take (n / p)(p / w + l − 1) time units, and so do the writes.

override INVOCATIONS: u32 = 256u;

@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> copies: array<u32>;

@compute @workgroup_size(INVOCATIONS)
fn copy_words(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) workgroups: vec3<u32>) {
    let invocations = workgroups.x * INVOCATIONS;
    for (var index = id.x; index < arrayLength(&words); index += invocations) { copies[index] = words[index]; }
}
