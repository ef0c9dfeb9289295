// The initial value of a scan, which is combined with every prefix.

import constants::BACKWARD;
import monoid::{Value, value_combine, value_from_words, VALUE_WORDS};

// Its words.
@group(0) @binding(8) var<storage, read> initial: array<array<u32, VALUE_WORDS>, 1>;

fn initial_value() -> Value { return value_from_words(initial[0]); }

// In index order, the initial value of a backward scan follows the elements.
fn prefix_from_initial(first: Value, prefix: Value) -> Value {
    if (BACKWARD) { return value_combine(prefix, first); }
    return value_combine(first, prefix);
}
