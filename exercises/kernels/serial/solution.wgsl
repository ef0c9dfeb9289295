struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> source: array<T>;
@group(0) @binding(1) var<storage, read_write> result: array<T>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(1)
fn scan() {
    var sum = identity();
    for (var i = 0u; i < params.n; i++) {
        sum = combine(sum, source[i]);
        result[i] = sum;
    }
}
