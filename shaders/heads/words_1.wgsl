// Head flags, one word per element, for single elements. See pack/segmented.wgsl.

import package::lib::grid::parameters;

@group(0) @binding(7) var<storage, read> heads: array<u32>;

fn head_bits(first: u32) -> u32 { return select(0u, 1u, heads[first] != 0u); }

fn head_bits_after(first: u32) -> u32 { return head_bits(min(first + 1u, parameters.elements - 1u)); }
