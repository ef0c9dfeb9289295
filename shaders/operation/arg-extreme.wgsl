// The first of the largest or smallest keys: its bits and its index.
//
// Each workgroup stores its best key as a pair; then one workgroup finds the best pair. parameters.elements: length of the
// input. parameters.argument: number of pairs.

import package::lib::grid::{grid_invocation, grid_workgroup, parameters};
import package::operation::sort_key::{KEY_F32, key_order};
import constants::{DESCENDING, KEY_KIND, PACKS, WORKGROUP_SIZE};

@group(0) @binding(1) var<storage, read> packs_of_keys: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> pairs: array<Best>;
@group(0) @binding(3) var<storage, read_write> next_pairs: array<Best>;
@group(0) @binding(4) var<storage, read_write> best_key: array<u32>;
@group(0) @binding(5) var<storage, read_write> best_index: array<u32>;

// The order of a key, which is greater for a better key, and the complement of its index, which is greater for an earlier
// key. Without a key, both are 0.
struct Best {
    order: u32,
    complement: u32,
}

var<workgroup> workgroup_order: atomic<u32>;
var<workgroup> workgroup_complement: atomic<u32>;

// Keys in the order of a sort, but NaN is the best in both directions, as in a minimum and a maximum.
fn best_order(key: u32) -> u32 {
    let order = key_order(key);
    if (KEY_KIND == KEY_F32 && DESCENDING && order == 0u) { return 0xffffffffu; }
    return order;
}

// The better of a key and the best of earlier keys.
fn better(best: Best, key: u32, index: u32) -> Best {
    let order = best_order(key);
    if (order > best.order) { return Best(order, ~index); }
    return best;
}

fn better_of_pack(best: Best, pack: vec4<u32>, index: u32) -> Best {
    let of_two = better(better(best, pack.x, 4u * index), pack.y, 4u * index + 1u);
    return better(better(of_two, pack.z, 4u * index + 2u), pack.w, 4u * index + 3u);
}

// The best key of an invocation, which reads whole packs. The first invocations also read one key each after the last
// whole pack.
fn best_of_keys(invocation: u32, stride: u32) -> Best {
    let packs = parameters.elements / 4u;
    let key_after = 4u * packs + invocation;
    // Until a better key is found, the invocation's first key counts as the least.
    var best = Best(0u, 0u);
    if (key_after < parameters.elements) { best.complement = ~key_after; }
    if (invocation < packs) { best.complement = ~(4u * invocation); }
    var index = invocation;
    // All loads come first, so that they are issued together.
    while (index + (PACKS - 1u) * stride < packs) {
        @repeat(PACKS) let pack_# = packs_of_keys[index + #u * stride];
        @repeat(PACKS) best = better_of_pack(best, pack_#, index + #u * stride);
        index += PACKS * stride;
    }
    while (index < packs) {
        best = better_of_pack(best, packs_of_keys[index], index);
        index += stride;
    }
    if (key_after < parameters.elements) { best = better(best, packs_of_keys[packs][invocation], key_after); }
    return best;
}

// To be called in uniform control flow, once.
fn best_of_workgroup(best: Best) -> Best {
    atomicMax(&workgroup_order, best.order);
    workgroupBarrier();
    let order = atomicLoad(&workgroup_order);
    if (order == best.order) { atomicMax(&workgroup_complement, best.complement); }
    workgroupBarrier();
    return Best(order, atomicLoad(&workgroup_complement));
}

fn best_store(best: Best) {
    let index = ~best.complement;
    if (index >= parameters.elements) { return; }
    best_key[0] = packs_of_keys[index / 4u][index % 4u];
    best_index[0] = index;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn find_in_parts(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let invocation = grid_invocation(workgroup, workgroups, local_index);
    let best = best_of_workgroup(best_of_keys(invocation, parameters.argument * WORKGROUP_SIZE));
    if (local_index == 0u) { next_pairs[grid_workgroup(workgroup, workgroups)] = best; }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn find_in_pairs(@builtin(local_invocation_index) local_index: u32) {
    var best = Best(0u, 0u);
    for (var index = local_index; index < parameters.argument; index += WORKGROUP_SIZE) {
        let pair = pairs[index];
        if (pair.order > best.order || (pair.order == best.order && pair.complement > best.complement)) { best = pair; }
    }
    best = best_of_workgroup(best);
    if (local_index == 0u) { best_store(best); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn find_in_all(@builtin(local_invocation_index) local_index: u32) {
    let best = best_of_workgroup(best_of_keys(local_index, WORKGROUP_SIZE));
    if (local_index == 0u) { best_store(best); }
}
