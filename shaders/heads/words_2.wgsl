// Head flags, one word per element, for packs of two elements. See pack/segmented.wgsl.

import package::lib::grid::parameters;

@group(0) @binding(7) var<storage, read> heads: array<vec2<u32>>;

fn head_bits(first: u32) -> u32 {
    let bits = select(vec2<u32>(), vec2<u32>(1u, 2u), heads[first / 2u] != vec2<u32>());
    return bits.x | bits.y;
}

fn head_bits_after(first: u32) -> u32 {
    let next = min(first + 2u, parameters.elements - 1u);
    return (head_bits(first) >> 1u) | select(0u, 2u, heads[next / 2u][next % 2u] != 0u);
}
