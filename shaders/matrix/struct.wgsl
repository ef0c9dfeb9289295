// A matrix as a struct of numbers, which needs no padding beside a flag, unlike a vector.

import scalar::Scalar;

struct Value {
    m00: Scalar,
    m01: Scalar,
    m10: Scalar,
    m11: Scalar,
}

fn value_entries(value: Value) -> vec4<Scalar> { return vec4<Scalar>(value.m00, value.m01, value.m10, value.m11); }
fn value_of_entries(entries: vec4<Scalar>) -> Value { return Value(entries.x, entries.y, entries.z, entries.w); }
