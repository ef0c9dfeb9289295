// Reduce each tile, scan the tiles' sums by one workgroup, scan each tile from what lies before it, all by subgroup operations.
//
// Merry's reduce-then-scan; Harris and Garland, "Optimizing parallel prefix operations for the Fermi architecture", 2012, for the
// scan by subgroups. lib/tile.wgsl does the tiles, in registers.

@group(0) @binding(3) var<storage, read_write> totals: array<T>;
@group(0) @binding(4) var<storage, read> tile_before: array<T>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    let place = tile_place(invocation);
    let total = tile_offsets(tile_load(rank, place), place).total;
    if (place.lane == 0u) { totals[rank] = total; }
}

// Replaces every total by what lies before its tile; every invocation takes a run of neighbours. parameters.elements: how many.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_totals(invocation: Invocation) {
    let place = tile_place(invocation);
    let run = (parameters.elements + WORKGROUP_SIZE - 1u) / WORKGROUP_SIZE;
    let first = min(place.lane * run, parameters.elements);
    let end = min(first + run, parameters.elements);
    var sum = identity();
    for (var index = first; index < end; index++) { sum = combine(sum, totals[index]); }
    var before = subgroup_workgroup_scan(sum, place, place.size).before;
    for (var index = first; index < end; index++) {
        let total = totals[index];
        totals[index] = before;
        before = combine(before, total);
    }
}

fn scan_tile(rank: u32, before: T, place: Place) {
    let tile = tile_load(rank, place);
    let offsets = tile_offsets(tile, place);
    tile_store(rank, place, tile_prefixes(tile, offsets), combine(before, offsets.before));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    invocation: Invocation,
) {
    let rank = grid_workgroup(workgroup, workgroups);
    if (rank * TILE_PACKS >= packs()) { return; }
    scan_tile(rank, tile_before[rank], tile_place(invocation));
}

// An input of one tile has no sums to wait for.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(invocation: Invocation) { scan_tile(0u, identity(), tile_place(invocation)); }
