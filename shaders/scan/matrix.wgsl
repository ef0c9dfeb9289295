// Scan of one tile by products with triangular matrices. The tile is a matrix A of S × S elements, row by row. Its scan is
// A U + (L (A 1)) 1ᵀ, where U is upper triangular with ones, L strictly lower triangular with ones, and 1 a column of ones.
//
// Dakkak, Li, Xiong, Gelado & Hwu, "Accelerating Reduction and Scan Using Tensor Core Units", ICS 2019. A product with
// zeros and ones needs no multiplication. The zeros are left out, which also keeps infinities and NaN out of sums that
// do not contain them. The product A U is computed in blocks of TILE_ITEMS columns, with one invocation per block of a row. Each
// invocation computes the sum of the earlier blocks, where U has only ones, and a product with the triangle on U's
// diagonal. 3 barriers; S² + 2 S elements of workgroup memory. lib/tile_scan.wgsl scans longer inputs.

import package::lib::tile_scan::{add_to_level, add_to_prefixes, scan_level, scan_tiles, TILE_ELEMENTS};
import constants::{MATRIX_SIDE, TILE_ITEMS};
import element::{combine, identity, T};

const MATRIX_BLOCKS: u32 = MATRIX_SIDE / TILE_ITEMS;

var<workgroup> matrix_elements: array<T, TILE_ELEMENTS>;
// A 1 and L (A 1).
var<workgroup> matrix_row_sums: array<T, MATRIX_SIDE>;
var<workgroup> matrix_row_prefixes: array<T, MATRIX_SIDE>;

fn tile_put(slot: u32, value: T) { matrix_elements[slot] = value; }
fn tile_prefix(slot: u32) -> T { return matrix_elements[slot]; }
fn tile_total(last_value: T) -> T { return tile_prefix(TILE_ELEMENTS - 1u); }

fn tile_scan(local_index: u32) {
    let row = local_index / MATRIX_BLOCKS;
    let block = local_index % MATRIX_BLOCKS;
    let first = row * MATRIX_SIDE;
    let start = first + block * TILE_ITEMS;
    var sum = identity();
    for (var index = first; index < start; index++) { sum = combine(sum, matrix_elements[index]); }
    var products: array<T, TILE_ITEMS>;
    for (var item = 0u; item < TILE_ITEMS; item++) {
        sum = combine(sum, matrix_elements[start + item]);
        products[item] = sum;
    }
    if (block == MATRIX_BLOCKS - 1u) { matrix_row_sums[row] = sum; }
    workgroupBarrier();
    if (local_index < MATRIX_SIDE) {
        var before = identity();
        for (var other = 0u; other < local_index; other++) { before = combine(before, matrix_row_sums[other]); }
        matrix_row_prefixes[local_index] = before;
    }
    workgroupBarrier();
    let before = matrix_row_prefixes[row];
    for (var item = 0u; item < TILE_ITEMS; item++) { matrix_elements[start + item] = combine(before, products[item]); }
    workgroupBarrier();
}
