// For the slot `selected_bits`: stores no words of bits. This is a separate file for the same reason as
// no_indices.wgsl.

const SELECTED_BITS: bool = false;

fn selected_bits_store(word: u32, bits: u32, before: u32) {}
