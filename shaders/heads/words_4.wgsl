// Head flags, one word per element, for packs of four elements. See pack/segmented.wgsl.

import package::lib::grid::parameters;

@group(0) @binding(7) var<storage, read> heads: array<vec4<u32>>;

fn head_bits(first: u32) -> u32 {
    let bits = select(vec4<u32>(), vec4<u32>(1u, 2u, 4u, 8u), heads[first / 4u] != vec4<u32>());
    return bits.x | bits.y | bits.z | bits.w;
}

fn head_bits_after(first: u32) -> u32 {
    let next = min(first + 4u, parameters.elements - 1u);
    return (head_bits(first) >> 1u) | select(0u, 8u, heads[next / 4u][next % 4u] != 0u);
}
