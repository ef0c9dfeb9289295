struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 128u;

var<workgroup> tree: array<T, SIZE + SIZE / 32u>;

// One slot is left out after every 32, so that elements 32, 64 or 96 apart are in different banks.
fn slot(i: u32) -> u32 { return i + i / 32u; }

fn load(i: u32) {
    // Elements from n on change no sum of the elements before them.
    if (i < params.n) { tree[slot(i)] = source[i]; }
}

fn store(i: u32) {
    if (i < params.n) { result[i] = tree[slot(i)]; }
}

fn up_sweep(i: u32) {
    for (var stride = 1u; stride < SIZE; stride *= 2u) {
        workgroupBarrier();
        let right = (i + 1u) * 2u * stride - 1u;
        if (right < SIZE) { tree[slot(right)] = combine(tree[slot(right - stride)], tree[slot(right)]); }
    }
}

fn down_sweep(i: u32) {
    // Invocation 0 has written the root itself, so no barrier is needed.
    if (i == 0u) { tree[slot(SIZE - 1u)] = identity(); }
    for (var stride = SIZE / 2u; stride > 0u; stride /= 2u) {
        workgroupBarrier();
        let right = (i + 1u) * 2u * stride - 1u;
        if (right < SIZE) {
            let left_sum = tree[slot(right - stride)];
            tree[slot(right - stride)] = tree[slot(right)];
            tree[slot(right)] = combine(tree[slot(right)], left_sum);
        }
    }
    // In the last level, each invocation has written the elements that it stores.
}

@compute @workgroup_size(SIZE / 2u)
fn scan(@builtin(local_invocation_index) i: u32) {
    load(2u * i);
    load(2u * i + 1u);
    up_sweep(i);
    down_sweep(i);
    store(2u * i);
    store(2u * i + 1u);
}
