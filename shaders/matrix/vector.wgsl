// A matrix in four registers that are loaded, stored and shuffled together.

alias Value = vec4<u32>;

fn value_entries(value: Value) -> vec4<u32> { return value; }
fn value_of_entries(entries: vec4<u32>) -> Value { return entries; }
