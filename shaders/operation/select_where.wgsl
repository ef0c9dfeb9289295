// The elements for which a predicate holds; slot `selection`.
//
// The slot `predicate` defines
//   fn is_selected(word, index) -> bool   whether the element of this bit pattern and index is selected

import predicate::is_selected;

fn selected_mask(index: u32, words: vec4<u32>) -> u32 {
    var mask = 0u;
    @repeat(4) mask |= select(0u, 1u << #u, is_selected(words[#], 4u * index + #u));
    return mask;
}
