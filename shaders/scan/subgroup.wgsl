// Reduce each tile, scan the tiles' sums recursively, scan each tile from what lies before it, all by subgroup operations.
//
// Merry's reduce-then-scan; Harris and Garland, "Optimizing parallel prefix operations for the Fermi architecture", 2012, for the
// scan by subgroups. A subgroup takes ITEMS rows of as many neighbouring elements as it has invocations, one row after the other,
// so that tiles need no workgroup memory; the subgroups' totals meet there once a tile, behind 1 barrier. The size of the
// subgroups is taken as each workgroup finds it.

const TILE_ELEMENTS: u32 = WORKGROUP_SIZE * ITEMS;

@group(0) @binding(3) var<storage, read> level_below: array<T>;
@group(0) @binding(4) var<storage, read_write> totals: array<T>;
@group(0) @binding(5) var<storage, read> tile_prefixes: array<T>;
@group(0) @binding(6) var<storage, read_write> level: array<T>;

// Index of the invocation's element in its subgroup's first row.
fn row_start(tile: u32, place: SubgroupPlace) -> u32 {
    return tile * TILE_ELEMENTS + place.subgroup * place.size * ITEMS + place.sublane;
}

fn level_or_identity(index: u32) -> T {
    if (index < parameters.elements) { return level[index]; }
    return identity();
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_source(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    if (tile * TILE_ELEMENTS >= parameters.elements) { return; }
    let place = subgroup_place(local_index, sublane, size);
    let start = row_start(tile, place);
    var sum = identity();
    for (var row = 0u; row < ITEMS; row++) {
        let inclusive = subgroup_scan_inclusive(source_or_identity(start + row * size), sublane, size);
        sum = combine(sum, element_shuffle(inclusive, size - 1u));
    }
    let sums = subgroup_sums(sum, place, size);
    if (place.lane == 0u) { totals[tile] = sums.total; }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    if (tile * TILE_ELEMENTS >= parameters.elements) { return; }
    let place = subgroup_place(local_index, sublane, size);
    let start = row_start(tile, place);
    var sum = identity();
    for (var row = 0u; row < ITEMS; row++) {
        var value = identity();
        if (start + row * size < parameters.elements) { value = level_below[start + row * size]; }
        let inclusive = subgroup_scan_inclusive(value, sublane, size);
        sum = combine(sum, element_shuffle(inclusive, size - 1u));
    }
    let sums = subgroup_sums(sum, place, size);
    if (place.lane == 0u) { totals[tile] = sums.total; }
}

// Scans one tile of `level` in place, exclusively: its elements are sums, wanted as "what lies before".
fn scan_level_tile(tile: u32, before: T, place: SubgroupPlace, size: u32) {
    let start = row_start(tile, place);
    var rows: array<T, ITEMS>;
    var sum = identity();
    for (var row = 0u; row < ITEMS; row++) {
        let inclusive = subgroup_scan_inclusive(level_or_identity(start + row * size), place.sublane, size);
        rows[row] = combine(sum, subgroup_exclusive(inclusive, place.sublane));
        sum = combine(sum, element_shuffle(inclusive, size - 1u));
    }
    let offset = combine(before, subgroup_sums(sum, place, size).before);
    for (var row = 0u; row < ITEMS; row++) {
        let index = start + row * size;
        if (index < parameters.elements) { level[index] = combine(offset, rows[row]); }
    }
}

// The last level of the recursion: a single tile with nothing before it.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_last_level(
    @builtin(local_invocation_index) local_index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
) {
    scan_level_tile(0u, identity(), subgroup_place(local_index, sublane, size), size);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    if (tile * TILE_ELEMENTS >= parameters.elements) { return; }
    scan_level_tile(tile, tile_prefixes[tile], subgroup_place(local_index, sublane, size), size);
}

fn scan_source_tile(tile: u32, before: T, place: SubgroupPlace, size: u32) {
    let start = row_start(tile, place);
    var rows: array<T, ITEMS>;
    var sum = identity();
    for (var row = 0u; row < ITEMS; row++) {
        let inclusive = subgroup_scan_inclusive(source_or_identity(start + row * size), place.sublane, size);
        var prefix = inclusive;
        if (EXCLUSIVE) { prefix = subgroup_exclusive(inclusive, place.sublane); }
        rows[row] = combine(sum, prefix);
        sum = combine(sum, element_shuffle(inclusive, size - 1u));
    }
    let offset = combine(before, subgroup_sums(sum, place, size).before);
    for (var row = 0u; row < ITEMS; row++) {
        let index = start + row * size;
        if (index < parameters.elements) { prefix_store(index, combine(offset, rows[row])); }
    }
}

// An input of one tile has no sums to wait for.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_tile(
    @builtin(local_invocation_index) local_index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
) {
    scan_source_tile(0u, identity(), subgroup_place(local_index, sublane, size), size);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_tiles(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let tile = grid_workgroup(workgroup, workgroups);
    if (tile * TILE_ELEMENTS >= parameters.elements) { return; }
    scan_source_tile(tile, tile_prefixes[tile], subgroup_place(local_index, sublane, size), size);
}
