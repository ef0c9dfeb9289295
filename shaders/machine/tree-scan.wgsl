// The exclusive scan of n = 2^m numbers by a balanced tree, in place in storage, by p invocations of one workgroup
// (Harris, Sengupta & Owens, GPU Gems 3, section 39.2.2). At height d the accesses are 2^(d + 1) words apart, so those
// of a warp are in min(2^(d + 1), w) address groups. Each of the first log w heights therefore takes the same time as
// an access to all numbers at once: (n log w) / w, "not efficient for the UMM" (Nakano 2012, section 1; see sum.wgsl). A
// free word after every BANKS words, which avoids bank conflicts, does not reduce the number of address groups.

override INVOCATIONS: u32 = 256u;
// The number of elements, a power of two.
override ELEMENTS: u32 = 1024u;
// Whether a word is free after every BANKS words.
override PADDED: bool = false;
override BANKS: u32 = 32u;

@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

fn padded(slot: u32) -> u32 {
    if (PADDED) { return slot + slot / BANKS; }
    return slot;
}

@compute @workgroup_size(INVOCATIONS)
fn scan_tree(@builtin(local_invocation_index) local_index: u32) {
    for (var offset = 1u; offset < ELEMENTS; offset *= 2u) {
        for (var pair = local_index; pair < ELEMENTS / (2u * offset); pair += INVOCATIONS) {
            let left = padded(offset * (2u * pair + 1u) - 1u);
            let right = padded(offset * (2u * pair + 2u) - 1u);
            numbers[right] = numbers[left] + numbers[right];
        }
        storageBarrier();
    }
    if (local_index == 0u) { numbers[padded(ELEMENTS - 1u)] = 0u; }
    storageBarrier();
    for (var offset = ELEMENTS / 2u; offset > 0u; offset /= 2u) {
        for (var pair = local_index; pair < ELEMENTS / (2u * offset); pair += INVOCATIONS) {
            let left = padded(offset * (2u * pair + 1u) - 1u);
            let right = padded(offset * (2u * pair + 2u) - 1u);
            let sum = numbers[left];
            let before = numbers[right];
            numbers[left] = before;
            numbers[right] = before + sum;
        }
        storageBarrier();
    }
}
