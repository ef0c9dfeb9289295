// Scans the columns of an array with rows of parameters.columns elements, each column by itself. Strips of
// parameters.argument rows are reduced, the sums of the strips are scanned in the same way, and the strips are scanned
// from their prefixes.
//
// An invocation handles one column of a strip, so neighbouring invocations access neighbouring elements. It loads
// ROWS_AT_ONCE elements before it uses the first, since separate loads would each wait for memory. The last row may be
// short.

import package::lib::elements::prefix_store;
import package::lib::grid::{grid_invocation, parameters};
import constants::{EXCLUSIVE, ROWS_AT_ONCE, WORKGROUP_SIZE};
import element::{combine, identity, T};
import source::source_element;

@group(0) @binding(4) var<storage, read> level_below: array<T>;
@group(0) @binding(3) var<storage, read_write> totals: array<T>;
@group(0) @binding(5) var<storage, read> strip_prefixes: array<T>;
@group(0) @binding(6) var<storage, read_write> level: array<T>;

// The part of a strip in one column. In names, `strip` means this part.
struct Strip {
    // Its index: parts are numbered strip by strip, and within a strip from column to column.
    rank: u32,
    exists: bool,
    // Index of its first element; the next element is parameters.columns elements further on.
    first: u32,
    // Number of its elements.
    rows: u32,
}

fn strip_of(workgroup: vec3<u32>, workgroups: vec3<u32>, local_index: u32) -> Strip {
    let rank = grid_invocation(workgroup, workgroups, local_index);
    let columns = parameters.columns;
    let strip = rank / columns;
    let rows = (parameters.elements - 1u) / columns + 1u;
    if (strip > (rows - 1u) / parameters.argument) { return Strip(rank, false, 0u, 0u); }
    let first = strip * parameters.argument * columns + rank % columns;
    if (first >= parameters.elements) { return Strip(rank, true, first, 0u); }
    return Strip(rank, true, first, min(parameters.argument, (parameters.elements - 1u - first) / columns + 1u));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_source(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let strip = strip_of(workgroup, workgroups, local_index);
    if (!strip.exists) { return; }
    let columns = parameters.columns;
    var sum = identity();
    var row = 0u;
    for (; row + ROWS_AT_ONCE <= strip.rows; row += ROWS_AT_ONCE) {
        let at = strip.first + row * columns;
        @repeat(ROWS_AT_ONCE) let element_# = source_element(at + #u * columns);
        @repeat(ROWS_AT_ONCE) sum = combine(sum, element_#);
    }
    for (; row < strip.rows; row++) { sum = combine(sum, source_element(strip.first + row * columns)); }
    totals[strip.rank] = sum;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn reduce_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let strip = strip_of(workgroup, workgroups, local_index);
    if (!strip.exists) { return; }
    let columns = parameters.columns;
    var sum = identity();
    var row = 0u;
    for (; row + ROWS_AT_ONCE <= strip.rows; row += ROWS_AT_ONCE) {
        let at = strip.first + row * columns;
        @repeat(ROWS_AT_ONCE) let element_# = level_below[at + #u * columns];
        @repeat(ROWS_AT_ONCE) sum = combine(sum, element_#);
    }
    for (; row < strip.rows; row++) { sum = combine(sum, level_below[strip.first + row * columns]); }
    totals[strip.rank] = sum;
}

// Scans one column of a strip of `level` in place, exclusively: sums of strips become their exclusive prefixes.
fn scan_level_strip(strip: Strip, before: T) {
    let columns = parameters.columns;
    var sum = before;
    var row = 0u;
    for (; row + ROWS_AT_ONCE <= strip.rows; row += ROWS_AT_ONCE) {
        let at = strip.first + row * columns;
        @repeat(ROWS_AT_ONCE) let element_# = level[at + #u * columns];
        @repeat(ROWS_AT_ONCE) level[at + #u * columns] = sum; sum = combine(sum, element_#);
    }
    for (; row < strip.rows; row++) {
        let at = strip.first + row * columns;
        let element = level[at];
        level[at] = sum;
        sum = combine(sum, element);
    }
}

// The last level, a single strip.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_last_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let strip = strip_of(workgroup, workgroups, local_index);
    if (strip.exists) { scan_level_strip(strip, identity()); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_level(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let strip = strip_of(workgroup, workgroups, local_index);
    if (strip.exists) { scan_level_strip(strip, strip_prefixes[strip.rank]); }
}

// Stores the prefix of an element and returns the sum up to it, given the sum before it.
fn scan_element(index: u32, before: T, element: T) -> T {
    let sum = combine(before, element);
    if (EXCLUSIVE) { prefix_store(index, before); } else { prefix_store(index, sum); }
    return sum;
}

fn scan_source_strip(strip: Strip, before: T) {
    let columns = parameters.columns;
    var sum = before;
    var row = 0u;
    for (; row + ROWS_AT_ONCE <= strip.rows; row += ROWS_AT_ONCE) {
        let at = strip.first + row * columns;
        @repeat(ROWS_AT_ONCE) let element_# = source_element(at + #u * columns);
        @repeat(ROWS_AT_ONCE) sum = scan_element(at + #u * columns, sum, element_#);
    }
    for (; row < strip.rows; row++) {
        let at = strip.first + row * columns;
        sum = scan_element(at, sum, source_element(at));
    }
}

// For inputs with a single strip: many columns, or few rows.
@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_only_strip(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let strip = strip_of(workgroup, workgroups, local_index);
    if (strip.exists) { scan_source_strip(strip, identity()); }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn scan_strips(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(num_workgroups) workgroups: vec3<u32>,
    @builtin(local_invocation_index) local_index: u32,
) {
    let strip = strip_of(workgroup, workgroups, local_index);
    if (strip.exists) { scan_source_strip(strip, strip_prefixes[strip.rank]); }
}
