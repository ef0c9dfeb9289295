// A matrix as a vector of four numbers, which is loaded, stored and shuffled in one instruction.

import scalar::Scalar;

alias Value = vec4<Scalar>;

fn value_entries(value: Value) -> vec4<Scalar> { return value; }
fn value_of_entries(entries: vec4<Scalar>) -> Value { return entries; }
