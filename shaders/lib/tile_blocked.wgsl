// A tile in blocked arrangement: an invocation's packs are neighbours, so that it scans them by itself and all that is left for
// shuffles is one sum an invocation; lib/tile.wgsl, lib/subgroup_scan.wgsl. For elements of many words, whose shuffles are expensive.
//
// Packs that are neighbours of each other are not those of neighbouring invocations, whose accesses devices join. So four
// invocations load, and store, each four times one of the others' packs, 64 neighbouring bytes at a time, and transpose them by 2
// shuffles a pack (CUB's "warp transpose", by four lanes, as many as the smallest subgroup has). 1 barrier.

import package::lib::packs::{Pack, pack_after, pack_from_source, pack_scan, pack_scan_after, pack_shifted, pack_sum, packs};
import package::lib::packs::{prefix_memory, prefix_store_memory, source_memory_at};
import package::lib::subgroup_scan::{subgroup_workgroup_scan, SubgroupSums};
import package::lib::tile::TILE_PACKS;
import package::lib::tile_subgroup::Place;
import constants::{EXCLUSIVE, QUADS, ROWS};
import element::{identity, T};
import pack_memory::Memory;

// Four packs of an invocation.
struct Quad {
    p0: Pack,
    p1: Pack,
    p2: Pack,
    p3: Pack,
}

// The same as they lie in memory.
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

// Of four invocations, invocation i has what invocation k needs from it in m_k before, and what it needs from k in m_k after.
fn transposed(quad: QuadMemory, sublane: u32) -> QuadMemory {
    let odd = (sublane & 1u) != 0u;
    let swapped_01 = subgroupShuffleXor(select(quad.m1, quad.m0, odd), 1u);
    let swapped_23 = subgroupShuffleXor(select(quad.m3, quad.m2, odd), 1u);
    let m0 = select(quad.m0, swapped_01, odd);
    let m1 = select(swapped_01, quad.m1, odd);
    let m2 = select(quad.m2, swapped_23, odd);
    let m3 = select(swapped_23, quad.m3, odd);
    let high = (sublane & 2u) != 0u;
    let swapped_02 = subgroupShuffleXor(select(m2, m0, high), 2u);
    let swapped_13 = subgroupShuffleXor(select(m3, m1, high), 2u);
    return QuadMemory(
        select(m0, swapped_02, high),
        select(m1, swapped_13, high),
        select(swapped_02, m2, high),
        select(swapped_13, m3, high),
    );
}

// The index in the tile of the first pack that an invocation accesses in the transposed order; it belongs to the first of its four
// invocations, the next three to the others.
fn transposed_pack_index(place: Place) -> u32 { return (place.lane & ~3u) * ROWS + (place.sublane & 3u); }

// Instead of a pack past the end, the last one: what comes last in the scan may be anything. A branch around each load
// has hung an H200 (driver of November 2026), probably in the shuffles after it.
fn transposed_memory(index: u32) -> Memory { return source_memory_at(min(index, packs() - 1u)); }

// The four packs that an invocation loads for its four, from `transposed_index` on.
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
    let p1 = pack_scan_after(pack_sum(first), quad.p1);
    let p2 = pack_scan_after(pack_sum(p1), quad.p2);
    return Quad(first, p1, p2, pack_scan_after(pack_sum(p2), quad.p3));
}

fn quad_scan(quad: Quad) -> Quad { return quad_scan_rest(pack_scan(quad.p0), quad); }

fn quad_scan_after(before: T, quad: Quad) -> Quad { return quad_scan_rest(pack_scan_after(before, quad.p0), quad); }

fn quad_sum(scanned: Quad) -> T { return pack_sum(scanned.p3); }

// The invocation's packs, scanned: one chain of applications. All loads are issued before the first result is used.
fn tile_load(rank: u32, place: Place) -> Tile {
    let own = rank * TILE_PACKS + place.lane * ROWS;
    let transposed_index = rank * TILE_PACKS + transposed_pack_index(place);
    @repeat(QUADS) let memory_# = quad_memory(transposed_index + 4u * #u);
    var tile: Tile;
    @repeat(QUADS) tile.quad_# = quad_from_source(own + 4u * #u, transposed(memory_#, place.sublane));
    tile.quad_0 = quad_scan(tile.quad_0);
    @repeat(1..QUADS) tile.quad_# = quad_scan_after(quad_sum(tile.quad_#-1), tile.quad_#);
    return tile;
}

fn tile_offsets(tile: Tile, place: Place) -> Offsets {
    var sum: T;
    @repeat(QUADS) sum = quad_sum(tile.quad_#);
    return subgroup_workgroup_scan(sum, place, place.size);
}

fn tile_total(rank: u32, place: Place) -> T { return tile_offsets(tile_load(rank, place), place).total; }

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
        prefix_memory(pack_after(before, quad.p0)),
        prefix_memory(pack_after(before, quad.p1)),
        prefix_memory(pack_after(before, quad.p2)),
        prefix_memory(pack_after(before, quad.p3)),
    );
}

fn tile_store(rank: u32, place: Place, prefixes_within: Tile, before: T) {
    let transposed_index = rank * TILE_PACKS + transposed_pack_index(place);
    @repeat(QUADS) let memory_# = transposed(quad_prefix_memory(before, prefixes_within.quad_#), place.sublane);
    @repeat(QUADS) quad_store(transposed_index + 4u * #u, memory_#);
}
