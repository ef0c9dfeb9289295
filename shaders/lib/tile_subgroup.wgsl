// A tile whose rows belong to subgroups, scanned by shuffles; lib/tile.wgsl, lib/subgroup_scan.wgsl.
//
// A subgroup of S invocations holds S × ROWS neighbouring packs, S of them a row. All rows are scanned at the same time, log2 S
// steps of ROWS shuffles that do not wait for each other; 1 barrier.

struct Invocation {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) sublane: u32,
    @builtin(subgroup_size) size: u32,
}

alias Place = SubgroupPlace;

fn tile_place(invocation: Invocation) -> Place {
    return subgroup_place(invocation.index, invocation.sublane, invocation.size);
}

fn place_lane(place: Place) -> u32 { return place.lane; }
fn place_first(place: Place) -> u32 { return place.subgroup * place.size * ROWS + place.sublane; }
fn place_stride(place: Place) -> u32 { return place.size; }

fn rows_scan_step(rows: Rows, distance: u32, sublane: u32) -> Rows {
    @repeat(ROWS) let before_# = element_shuffle_up(rows.row_#, distance);
    if (sublane < distance) { return rows; }
    return Rows(
        @repeat(ROWS) combine(before_#, rows.row_#),
    );
}

fn tile_offsets(tile: Tile, place: Place) -> Offsets {
    var rows = tile_rows(tile);
    @repeat(7) if (place.size > 1u << #u) { rows = rows_scan_step(rows, 1u << #u, place.sublane); }
    @repeat(ROWS) let total_# = element_shuffle(rows.row_#, place.size - 1u);
    @repeat(ROWS) rows.row_# = subgroup_exclusive(rows.row_#, place.sublane);
    var sum = total_0;
    @repeat(1..ROWS) rows.row_# = combine(sum, rows.row_#); sum = combine(sum, total_#);
    let sums = subgroup_sums(sum, place, place.size);
    return Offsets(rows, sums.before, sums.total);
}

fn row_sum(value: T, place: Place) -> T {
    return element_shuffle(subgroup_scan_inclusive(value, place.sublane, place.size), place.size - 1u);
}

fn tile_sum(rank: u32, place: Place) -> T {
    let first = rank * TILE_PACKS + place_first(place);
    let end = first + ROWS * place.size;
    let whole = tile_is_whole(rank);
    var sum = identity();
    // A few rows at a time, which wait for memory together; not all, since a tile is held already.
    for (var index = first; index < end; index += SUM_ROWS * place.size) {
        @repeat(SUM_ROWS) var pack_#: Pack;
        if (whole) {
            @repeat(SUM_ROWS) pack_# = source_pack(index + #u * place.size);
        } else {
            @repeat(SUM_ROWS) pack_# = source_pack_or_identity(index + #u * place.size);
        }
        @repeat(SUM_ROWS) var sum_# = pack_sum(pack_scan(pack_#));
        // Where operands may be swapped, every invocation adds up its own packs first.
        if (!COMMUTES) {
            @repeat(SUM_ROWS) sum_# = row_sum(sum_#, place);
        }
        @repeat(SUM_ROWS) sum = combine(sum, sum_#);
    }
    if (COMMUTES) { sum = row_sum(sum, place); }
    return subgroup_sums(sum, place, place.size).total;
}

fn lanes_sum(value: T, place: Place) -> T { return subgroup_workgroup_scan(value, place, place.size).total; }
