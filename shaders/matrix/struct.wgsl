// A matrix as a struct of words: beside a flag it needs no padding, which a vector of four words does.

struct Value {
    m00: u32,
    m01: u32,
    m10: u32,
    m11: u32,
}

fn value_entries(value: Value) -> vec4<u32> { return vec4<u32>(value.m00, value.m01, value.m10, value.m11); }
fn value_of_entries(entries: vec4<u32>) -> Value { return Value(entries.x, entries.y, entries.z, entries.w); }
