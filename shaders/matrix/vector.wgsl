// A matrix as a vector of four words, which is loaded, stored and shuffled in one instruction.

alias Value = vec4<u32>;

fn value_entries(value: Value) -> vec4<u32> { return value; }
fn value_of_entries(entries: vec4<u32>) -> Value { return entries; }
