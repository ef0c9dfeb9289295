// The elements whose flag is set; slot `selection`.

import package::lib::packs::packs;

@group(0) @binding(11) var<storage, read> flags: array<vec4<u32>>;

fn selected_mask(index: u32, words: vec4<u32>) -> u32 {
    let pack = flags[min(index, packs() - 1u)];
    var mask = 0u;
    @repeat(4) mask |= select(0u, 1u << #u, pack[#] != 0u);
    return mask;
}
