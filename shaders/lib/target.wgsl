// The output.

import element::T;

@group(0) @binding(2) var<storage, read_write> prefixes: array<T>;

fn target_store(index: u32, prefix: T) {
    prefixes[index] = prefix;
}

fn target_load(index: u32) -> T { return prefixes[index]; }
