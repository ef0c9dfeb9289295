// Head flags, one bit per element: bit i % 32 of word i / 32 for element i. See pack/segmented.wgsl.

import package::lib::grid::parameters;
import constants::PACK;

@group(0) @binding(7) var<storage, read> heads: array<u32>;

fn head_bits(first: u32) -> u32 { return (heads[first / 32u] >> (first % 32u)) & ((1u << PACK) - 1u); }

fn head_bits_after(first: u32) -> u32 {
    let next = min(first + PACK, parameters.elements - 1u);
    var bits = ((heads[next / 32u] >> (next % 32u)) & 1u) << (PACK - 1u);
    if (PACK > 1u) { bits |= head_bits(first) >> 1u; }
    return bits;
}
