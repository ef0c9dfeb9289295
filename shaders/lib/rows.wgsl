// Rows of packs: the part of a striped tile that an invocation holds, reduced to one element per pack.
//
// lib/rows_subgroup.wgsl and lib/rows_workgroup.wgsl define, for rows over a subgroup or over the workgroup
//   fn first_pack(position) -> u32             the invocation's first pack in the tile
//   fn row_stride(position) -> u32             packs from one row to the next
//   fn row_offsets(rows, position) -> Offsets  to be called in uniform control flow

import constants::ROWS;
import element::T;

struct Rows {
    @repeat(ROWS) row_#: T,
}

struct Offsets {
    // The exclusive prefix of each of the invocation's packs, relative to `before`.
    rows: Rows,
    // The exclusive prefix of the invocation's subgroup in the tile; the identity if rows span the workgroup.
    before: T,
    // The sum of the tile.
    total: T,
}
