// For the slot `selected_bits`: stores words of bits beside the selected elements, and per word the number of selected
// elements before it. Element i has bit i % 32 of word i / 32.

const SELECTED_BITS: bool = true;

@group(0) @binding(12) var<storage, read_write> selected_bits: array<u32>;
@group(0) @binding(13) var<storage, read_write> selected_before: array<u32>;

fn selected_bits_store(word: u32, bits: u32, before: u32) {
    selected_bits[word] = bits;
    selected_before[word] = before;
}
