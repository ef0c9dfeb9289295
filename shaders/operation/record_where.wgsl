// The records that satisfy a predicate, for the slot `selection`. Records are read from memory.
//
// The slot `predicate` defines
//   fn is_selected(words, index) -> bool   whether the record of these words and this index is selected

import package::operation::records::record_at;
import predicate::is_selected;

fn is_selected_at(index: u32, word: u32, lane: u32) -> bool { return is_selected(record_at(index), index); }
