// The initial value of a scan. It precedes the first element of each segment, in the order of the scan.

import monoid::{Value, value_from_words, VALUE_WORDS};

// Its words.
@group(0) @binding(8) var<storage, read> initial: array<array<u32, VALUE_WORDS>, 1>;

fn initial_value() -> Value { return value_from_words(initial[0]); }
