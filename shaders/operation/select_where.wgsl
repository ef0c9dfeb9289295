// The elements that satisfy a predicate, for the slot `selection`.
//
// The slot `predicate` defines
//   fn is_selected(word, index) -> bool   whether the element of these bits and this index is selected

import predicate::is_selected;

fn is_selected_at(index: u32, word: u32, lane: u32) -> bool { return is_selected(word, index); }
