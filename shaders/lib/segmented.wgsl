// The element type of segmented scans: values with a flag, set where a segment starts within the elements combined. These form a
// monoid, which does not commute (Blelloch 1990, section 1.5), so every algorithm scans segments without a change.

import constants::BACKWARD;
import monoid::{Value, value_combine, value_from_words, value_identity, value_to_words, VALUE_WORDS};

struct Flagged {
    value: Value,
    starts: u32,
}

alias T = Flagged;

const T_WORDS: u32 = VALUE_WORDS + 1u;

fn to_words(value: T) -> array<u32, T_WORDS> {
    var words: array<u32, T_WORDS>;
    let value_words = value_to_words(value.value);
    @repeat(VALUE_WORDS) words[#] = value_words[#];
    words[VALUE_WORDS] = value.starts;
    return words;
}

fn from_words(words: array<u32, T_WORDS>) -> T {
    var value_words: array<u32, VALUE_WORDS>;
    @repeat(VALUE_WORDS) value_words[#] = words[#];
    return T(value_from_words(value_words), words[VALUE_WORDS]);
}

fn identity() -> T { return T(value_identity(), 0u); }

fn combine(left: T, right: T) -> T {
    if (right.starts == 1u) { return right; }
    if (BACKWARD) { return T(value_combine(right.value, left.value), left.starts); }
    return T(value_combine(left.value, right.value), left.starts);
}
