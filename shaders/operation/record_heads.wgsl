// The first record of each run of equal records, for the slot `selection`. Records are compared bit by bit.

import package::operation::records::word_load;
import constants::RECORD_WORDS;

// The first record is compared with itself, so that its loads need no branch.
fn is_selected_at(index: u32, word: u32, lane: u32) -> bool {
    let before = max(index, 1u) - 1u;
    var difference = 0u;
    @repeat(RECORD_WORDS) difference |= word_load(index, #u) ^ word_load(before, #u);
    return index == 0u || difference != 0u;
}
