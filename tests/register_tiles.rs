//! Scans on tiles in registers, natively, with and without subgroups: tiles of many rows, blocks of totals, chunks of tiles.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::Mode;
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Gpu, OpenOptions};
use support::{Case, offered, open};

const IDS: [&str; 7] = [
    "subgroup",
    "cache-blocked",
    "chained",
    "look-back",
    "look-back-deterministic",
    "look-back-fallback",
    "look-ahead",
];

/// Two non-commutative operators, with packs of two elements and of one, whose flagged elements do not divide a pack;
/// and one operator whose flagged elements are half a pack.
const OPERATORS: [&str; 3] = ["bicyclic", "mat2", "add"];

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];

/// Devices with subgroups, where available, and without.
async fn devices() -> Vec<Gpu> {
    let mut devices = Vec::new();
    for subgroups in [true, false] {
        devices.extend(open(OpenOptions { subgroups, ..OpenOptions::default() }).await);
    }
    devices
}

fn case(algorithm: &'static Algorithm, operator: &str, mode: Mode, elements: u32) -> Case {
    Case::new(
        algorithm,
        Monoid::find(operator, ElementType::U32).expect("an operator on u32"),
        mode,
        elements,
        "random",
    )
}

type MakeForm = fn(Case) -> Case;

const FORMS: [MakeForm; 4] = [|case| case, Case::backward, Case::segmented, |case| case.backward().segmented()];

/// Examines scans of these forms, of `tiles` tiles and `more` elements.
async fn examine(gpu: &Gpu, forms: &[MakeForm], make: &dyn Fn(u32) -> Case, tiles: u32, more: i32) {
    for form in forms.iter().filter(|form| form(make(1)).is_sampled()) {
        let job = form(make(1)).job(gpu).expect("a job");
        let tile = form(make(1)).algorithm.plan(&job).tile_elements;
        form(make((tiles * tile).saturating_add_signed(more))).examine(gpu).await;
    }
}

#[test]
fn tiles_of_many_rows_are_right() {
    block_on(async {
        for gpu in devices().await {
            for algorithm in offered(&gpu).filter(|algorithm| IDS.contains(&algorithm.id)) {
                // At 50 % the first tile is among the withheld, so there is at least one fallback.
                let withheld = if algorithm.id == "look-back-fallback" { 50 } else { 0 };
                // All operators and forms with one algorithm, a sample with the others.
                let (operators, forms) = match algorithm.id {
                    "subgroup" => (&OPERATORS[..], &FORMS[..]),
                    _ => (&OPERATORS[..2], &FORMS[1..3]),
                };
                for (turn, operator) in operators.iter().enumerate() {
                    for (other, form) in forms.iter().enumerate() {
                        let make = |elements| {
                            let case = case(algorithm, operator, MODES[(turn + other) % 2], elements);
                            case.tuned("items", 32).withheld(withheld)
                        };
                        examine(&gpu, &[*form], &make, 3, 5).await;
                    }
                }
            }
        }
    });
}

#[test]
fn blocks_of_totals_are_right_around_their_ends() {
    const BLOCK: u32 = 1024;
    block_on(async {
        let algorithm = Algorithm::find("subgroup").expect("a known algorithm");
        for gpu in devices().await.iter().filter(|gpu| algorithm.check_needs(&gpu.limits()).is_ok()) {
            // The last input has more blocks than subgroups of 8 have invocations.
            for (turn, (tiles, more)) in
                [(BLOCK, 0), (BLOCK, 1), (2 * BLOCK, 1), (9 * BLOCK, 1)].into_iter().enumerate()
            {
                let make = |elements| case(algorithm, "mat2", MODES[turn % 2], elements).tuned("items", 1);
                examine(gpu, &FORMS[turn % 2..][..1], &make, tiles, more).await;
            }
            examine(gpu, &FORMS[..1], &|n| case(algorithm, "add", MODES[0], n).tuned("items", 1), BLOCK, 1).await;
        }
    });
}

#[test]
fn chunks_of_tiles_are_right_around_their_ends() {
    const CHUNK: u32 = 16;
    // Whole tiles, and further elements.
    const EDGES: [(u32, i32); 7] =
        [(1, 0), (CHUNK, -1), (CHUNK, 0), (CHUNK, 1), (CHUNK + 1, 1), (3 * CHUNK, 0), (3 * CHUNK, 1)];
    block_on(async {
        let algorithm = Algorithm::find("cache-blocked").expect("a known algorithm");
        for gpu in devices().await {
            for (turn, (tiles, more)) in EDGES.into_iter().enumerate() {
                let make = |elements| {
                    let case = case(algorithm, "bicyclic", MODES[turn % 2], elements);
                    case.tuned("items", 1).tuned("tiles", CHUNK)
                };
                examine(&gpu, &FORMS, &make, tiles, more).await;
                examine(&gpu, &FORMS, &|elements| make(elements).in_place(), tiles, more).await;
            }
        }
    });
}
