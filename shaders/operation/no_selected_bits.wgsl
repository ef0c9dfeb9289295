// No words of bits of selected elements are stored; slot `selected_bits`. This is a separate file for the same reason
// as no_indices.wgsl.

const SELECTED_BITS: bool = false;

fn selected_bits_store(word: u32, bits: u32, before: u32) {}
