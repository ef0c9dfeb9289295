// A tile in blocked arrangement: an invocation holds neighbouring packs and scans them serially, so that only one sum
// per invocation is shuffled. This arrangement suits elements of many words, whose shuffles are expensive.
//
// Direct accesses would not coalesce. Therefore four invocations load and store each other's packs, 64 neighbouring
// bytes at a time. They transpose the packs by 2 shuffles per pack (CUB's "warp transpose", over four lanes, the
// smallest subgroup). 1 barrier.

import package::lib::packs::{packs, prefix_memory, prefix_store_memory, source_memory_at};
import package::lib::subgroup_scan::{subgroup_workgroup_scan, SubgroupSums};
import package::lib::tile::TILE_PACKS;
import package::lib::tile_subgroup::tile_total_by_rows;
import package::lib::position_subgroup::{Invocation, Position, position_local_index, tile_position, workgroup_sum};
import constants::{EXCLUSIVE, QUADS, ROWS};
import element::{identity, T};
import pack::{Pack, pack_add_prefix, pack_from_source, pack_scan, pack_scan_from, pack_shifted, pack_sum};
import pack_memory::Memory;

// Four packs of an invocation.
struct Quad {
    p0: Pack,
    p1: Pack,
    p2: Pack,
    p3: Pack,
}

// Four packs in their memory layout.
struct QuadMemory {
    m0: Memory,
    m1: Memory,
    m2: Memory,
    m3: Memory,
}

struct Tile {
    @repeat(QUADS) quad_#: Quad,
}

alias Offsets = SubgroupSums;

// Transposes 4 × 4 packs over four invocations: m_k of invocation i becomes m_i of invocation k.
fn transposed(quad: QuadMemory, lane: u32) -> QuadMemory {
    let odd = (lane & 1u) != 0u;
    let swapped_01 = subgroupShuffleXor(select(quad.m1, quad.m0, odd), 1u);
    let swapped_23 = subgroupShuffleXor(select(quad.m3, quad.m2, odd), 1u);
    let m0 = select(quad.m0, swapped_01, odd);
    let m1 = select(swapped_01, quad.m1, odd);
    let m2 = select(quad.m2, swapped_23, odd);
    let m3 = select(swapped_23, quad.m3, odd);
    let high = (lane & 2u) != 0u;
    let swapped_02 = subgroupShuffleXor(select(m2, m0, high), 2u);
    let swapped_13 = subgroupShuffleXor(select(m3, m1, high), 2u);
    return QuadMemory(
        select(m0, swapped_02, high),
        select(m1, swapped_13, high),
        select(swapped_02, m2, high),
        select(swapped_13, m3, high),
    );
}

// The index in the tile of the first pack that an invocation accesses in transposed order. The next pack is ROWS packs
// further on.
fn transposed_pack_index(position: Position) -> u32 { return (position.local_index & ~3u) * ROWS + (position.lane & 3u); }

// A clamp of the index to the last pack replaces a bounds check, since elements past the end are arbitrary. A branch
// around each load has hung an H200 (driver of November 2026), probably in the shuffles after the branch.
fn transposed_memory(index: u32) -> Memory { return source_memory_at(min(index, packs() - 1u)); }

// The four packs that an invocation loads for the four invocations, from `transposed_index` on.
fn quad_memory(transposed_index: u32) -> QuadMemory {
    return QuadMemory(
        transposed_memory(transposed_index),
        transposed_memory(transposed_index + ROWS),
        transposed_memory(transposed_index + 2u * ROWS),
        transposed_memory(transposed_index + 3u * ROWS),
    );
}

fn quad_from_source(own: u32, memory: QuadMemory) -> Quad {
    return Quad(
        pack_from_source(own, memory.m0),
        pack_from_source(own + 1u, memory.m1),
        pack_from_source(own + 2u, memory.m2),
        pack_from_source(own + 3u, memory.m3),
    );
}

fn quad_scan_rest(first: Pack, quad: Quad) -> Quad {
    let p1 = pack_scan_from(pack_sum(first), quad.p1);
    let p2 = pack_scan_from(pack_sum(p1), quad.p2);
    return Quad(first, p1, p2, pack_scan_from(pack_sum(p2), quad.p3));
}

fn quad_scan(quad: Quad) -> Quad { return quad_scan_rest(pack_scan(quad.p0), quad); }

fn quad_scan_from(prefix: T, quad: Quad) -> Quad { return quad_scan_rest(pack_scan_from(prefix, quad.p0), quad); }

fn quad_sum(scanned: Quad) -> T { return pack_sum(scanned.p3); }

// The invocation's packs, scanned serially. All loads are issued before the first result is used.
fn tile_load(rank: u32, position: Position) -> Tile {
    let own = rank * TILE_PACKS + position.local_index * ROWS;
    let transposed_index = rank * TILE_PACKS + transposed_pack_index(position);
    @repeat(QUADS) let memory_# = quad_memory(transposed_index + 4u * #u);
    var tile: Tile;
    @repeat(QUADS) tile.quad_# = quad_from_source(own + 4u * #u, transposed(memory_#, position.lane));
    tile.quad_0 = quad_scan(tile.quad_0);
    @repeat(1..QUADS) tile.quad_# = quad_scan_from(quad_sum(tile.quad_#-1), tile.quad_#);
    return tile;
}

fn tile_offsets(tile: Tile, position: Position) -> Offsets {
    var sum: T;
    @repeat(QUADS) sum = quad_sum(tile.quad_#);
    return subgroup_workgroup_scan(sum, position, position.size);
}

fn tile_total(rank: u32, position: Position) -> T { return tile_offsets(tile_load(rank, position), position).total; }

fn quad_shifted(first: T, quad: Quad) -> Quad {
    return Quad(
        pack_shifted(first, quad.p0),
        pack_shifted(pack_sum(quad.p0), quad.p1),
        pack_shifted(pack_sum(quad.p1), quad.p2),
        pack_shifted(pack_sum(quad.p2), quad.p3),
    );
}

fn tile_prefixes(tile: Tile, offsets: Offsets) -> Tile {
    if (!EXCLUSIVE) { return tile; }
    var shifted: Tile;
    shifted.quad_0 = quad_shifted(identity(), tile.quad_0);
    @repeat(1..QUADS) shifted.quad_# = quad_shifted(quad_sum(tile.quad_#-1), tile.quad_#);
    return shifted;
}

fn transposed_store(index: u32, memory: Memory) {
    if (index < packs()) { prefix_store_memory(index, memory); }
}

fn quad_store(transposed_index: u32, memory: QuadMemory) {
    transposed_store(transposed_index, memory.m0);
    transposed_store(transposed_index + ROWS, memory.m1);
    transposed_store(transposed_index + 2u * ROWS, memory.m2);
    transposed_store(transposed_index + 3u * ROWS, memory.m3);
}

fn quad_prefix_memory(before: T, quad: Quad) -> QuadMemory {
    return QuadMemory(
        prefix_memory(pack_add_prefix(before, quad.p0)),
        prefix_memory(pack_add_prefix(before, quad.p1)),
        prefix_memory(pack_add_prefix(before, quad.p2)),
        prefix_memory(pack_add_prefix(before, quad.p3)),
    );
}

fn tile_store(rank: u32, position: Position, prefixes_within: Tile, before: T) {
    let transposed_index = rank * TILE_PACKS + transposed_pack_index(position);
    @repeat(QUADS) let memory_# = transposed(quad_prefix_memory(before, prefixes_within.quad_#), position.lane);
    @repeat(QUADS) quad_store(transposed_index + 4u * #u, memory_#);
}
