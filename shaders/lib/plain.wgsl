// The element type of plain scans: the operator's values. A backward scan runs over reversed indices, so `combine` swaps its operands
// back into index order.

import constants::BACKWARD;
import monoid::{Value, value_combine, value_from_words, value_identity, value_to_words, VALUE_WORDS};

alias T = Value;

const T_WORDS: u32 = VALUE_WORDS;

fn to_words(value: T) -> array<u32, T_WORDS> { return value_to_words(value); }
fn from_words(words: array<u32, T_WORDS>) -> T { return value_from_words(words); }

fn identity() -> T { return value_identity(); }

fn combine(left: T, right: T) -> T {
    if (BACKWARD) { return value_combine(right, left); }
    return value_combine(left, right);
}
