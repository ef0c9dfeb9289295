//! `matrix`: prefix sums of tiles by products with triangular matrices.
//!
//! Sources: Dakkak, Li, Xiong, Gelado & Hwu, "Accelerating Reduction and Scan Using Tensor Core Units", ICS 2019; for
//! Ascend's cube units, Wróblewski, Gottardo & Zouzias, "Parallel Scan on Ascend AI Accelerators", 2025 (arXiv
//! 2505.15112); for a computational model, Sobczyk, Sorrentino & Zouzias, "Segmented Operations using Matrix Multiplications", 2025
//! (arXiv 2506.23906). A tile of S × S elements, S = 32, is a matrix A, row by row. Its prefix sums are A U + (L (A 1))
//! 1ᵀ, where U is the upper and L the strictly lower triangular matrix of ones. Tile totals are scanned in the same
//! way.
//!
//! Costs: about 6n applications; depth 2 S per level of tiles; 4 barriers per tile; 3n reads: the input, then every
//! prefix within a tile together with the tile's exclusive prefix; 2n writes.
//!
//! Changes from the papers: the products are portable loops in workgroup memory and registers, since WebGPU has no matrix units yet. A matrix
//! unit also multiplies by the zeros, which takes S applications per element instead of about 4. (L A) 1 is computed as L (A 1), a product of a
//! matrix with a column. The zeros are left out, so an infinity turns no other sum into NaN, as 0 · ∞ would.
//!
//! Only sums are supported. A product of matrices requires a ring: an addition, and a multiplication that distributes over it, with a zero and
//! a one. The product computes prefixes of the addition. Other operators have no such multiplication, and pairs of a flag and a value form no
//! ring, so segments are refused.

use super::tiles;
use crate::flow::{Flow, combine};
use crate::monoid::Arithmetic;
use crate::plan::{Constant, Form, Io, Job, Plan};
use crate::scan::{Algorithm, InPlace, Tile};
use crate::wgsl;

pub(super) static ALGORITHM: Algorithm = Algorithm {
    id: "matrix",
    title: "Triangular matrices",
    family: "Tiles in workgroup memory",
    summary: "A tile is a matrix. Its products with triangular matrices of ones give its prefix sums.",
    paper: "Dakkak et al. 2019; Wróblewski, Gottardo & Zouzias 2025",
    work: "6n",
    depth: "2S per level, tiles of S × S",
    order: "rows of a tile, and their sums, from left to right; the same for tile totals",
    traffic: "3n reads, 2n writes",
    needs: &[],
    tuning: &[],
    in_place: InPlace::Always,
    takes_length: true,
    reads_segments: true,
    tile: Tile::None,
    effects: &[],
    formulas: |_| Vec::new(),
    refuses,
    flow,
    plan,
};

/// Rows and columns of a tile.
const SIDE: u32 = 32;

/// Columns of a block. An invocation computes one row of a block.
const COLUMNS: u32 = 4;

/// Invocations, one per block.
const WORKGROUP_SIZE: u32 = SIDE * SIDE / COLUMNS;

fn refuses(form: &Form) -> Option<&'static str> {
    if form.monoid.operator.arithmetic != Arithmetic::Sum {
        return Some(
            "computes sums (\"add\"): a product of matrices takes an addition and a multiplication that distributes over it; \
             no other operator here has one",
        );
    }
    form.segments
        .are_flagged()
        .then_some("scans without segments: pairs of flag and value form no ring, so matrices of them have no product")
}

/// A matrix of four rows: the products of the rows, the product of the row sums, and the sum of both.
fn flow(n: u32) -> Flow {
    let columns = (n / 4).max(1);
    let ends: Vec<u32> = (columns - 1..n).step_by(columns as usize).collect();
    let mut flow = Flow::new(n);
    for column in 1..columns {
        let rows = ends.iter().map(|end| end + 1 - columns + column);
        flow.step(format!("A U, column {column}"), rows.map(|index| combine(index, index - 1, index)));
    }
    for pair in ends.windows(2) {
        flow.step("L (A 1)", [combine(pair[1], pair[0], pair[1])]);
    }
    let inner = (columns..n).filter(|index| index % columns != columns - 1);
    flow.step("add to the rows", inner.map(|index| combine(index, index / columns * columns - 1, index)));
    flow
}

/// Applications of a tile. The invocation of a block takes one per element of the row up to the end of the block. Every
/// row takes one per previous row. Every element takes one to add both sums.
fn applications() -> u64 {
    let blocks = u64::from(SIDE / COLUMNS);
    let [side, columns] = [SIDE, COLUMNS].map(u64::from);
    let of_row = columns * (blocks * (blocks + 1) / 2);
    side * of_row + side * (side - 1) / 2 + side * side
}

fn plan(job: &Job, io: &Io<'_>) -> Plan {
    tiles::plan(
        job,
        io,
        &tiles::TileScan {
            root: wgsl!("scan/matrix.wgsl"),
            workgroup_size: WORKGROUP_SIZE,
            items: COLUMNS,
            inclusive: true,
            constants: vec![("MATRIX_SIDE", Constant::U32(SIDE))],
            operator_depth: 2 * SIDE + 1,
            applications: applications(),
            barriers: 3,
        },
    )
}
