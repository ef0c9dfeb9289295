// The sum of n = 2^m numbers by p invocations of one workgroup, in place: in step t = m − 1 … 0, each of the first 2^t
// numbers adds the number 2^t positions after it (Nakano 2012, section 4, Figure 4). All accesses are contiguous: three per step,
// in max(2^t / p, 1) rounds of max(min(2^t, p) / w, 1) + l − 1 time units. This is O(n / w + nl / p + l log n) in all
// (Lemma 2), on the unified and on the discrete memory machine (UMM, DMM) of width w and latency l.

override INVOCATIONS: u32 = 256u;
// The number of elements that `sum_workgroup` adds up: the length of the buffer, a power of two.
override ELEMENTS: u32 = 1024u;

@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

var<workgroup> local_numbers: array<u32, ELEMENTS>;

// In storage, the UMM: numbers[0] becomes the sum.
@compute @workgroup_size(INVOCATIONS)
fn sum_storage(@builtin(local_invocation_index) local_index: u32) {
    for (var half = arrayLength(&numbers) / 2u; half > 0u; half /= 2u) {
        for (var index = local_index; index < half; index += INVOCATIONS) { numbers[index] = numbers[index] + numbers[index + half]; }
        storageBarrier();
    }
}

// In workgroup memory, the DMM. All numbers are first copied to it, and the sum is copied back.
@compute @workgroup_size(INVOCATIONS)
fn sum_workgroup(@builtin(local_invocation_index) local_index: u32) {
    for (var index = local_index; index < ELEMENTS; index += INVOCATIONS) { local_numbers[index] = numbers[index]; }
    workgroupBarrier();
    for (var half = ELEMENTS / 2u; half > 0u; half /= 2u) {
        for (var index = local_index; index < half; index += INVOCATIONS) {
            local_numbers[index] = local_numbers[index] + local_numbers[index + half];
        }
        workgroupBarrier();
    }
    if (local_index == 0u) { numbers[0] = local_numbers[0]; }
}
