//! Segmented scans that read heads beside the values, natively: heads as words and as bits, and rows, at the edges of packs and tiles;
//! with subgroups and without.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Mode, Segments};
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Gpu, OpenOptions};
use scanlab_lab::reference;
use support::{Case, offered, open};

/// Scans on tiles in registers, on blocks, and on tiles in workgroup memory whose prefixes are inclusive or exclusive.
const IDS: [&str; 10] = [
    "look-back",
    "look-ahead",
    "look-back-fallback",
    "chained",
    "subgroup",
    "cache-blocked",
    "reduce-then-scan",
    "two-level",
    "raking",
    "blelloch",
];

const FORMS: [(Mode, Direction); 4] = [
    (Mode::Inclusive, Direction::Forward),
    (Mode::Exclusive, Direction::Forward),
    (Mode::Inclusive, Direction::Backward),
    (Mode::Exclusive, Direction::Backward),
];

/// Operators of one, two and four words (those of two and four words do not commute), and one whose packs hold keys.
const OPERATORS: [(&str, ElementType); 4] =
    [("add", ElementType::U32), ("bicyclic", ElementType::U32), ("mat2", ElementType::U32), ("max", ElementType::F32)];

/// Heads as words and as bits take turns by algorithm and operator: a software device compiles each kernel anew for each of them, which
/// takes most of the time of these tests.
fn kind_of_heads(turn: usize) -> Segments {
    [Segments::Heads, Segments::HeadBits][turn % 2]
}

async fn devices() -> Vec<Gpu> {
    let mut devices = Vec::new();
    for subgroups in [true, false] {
        devices.extend(open(OpenOptions { subgroups, ..OpenOptions::default() }).await);
    }
    devices
}

/// Whether an element is a head, by its index and the number of elements.
type IsHead = fn(u32, u32) -> bool;

const HEADS: [(&str, IsHead); 6] = [
    ("no heads", |_, _| false),
    ("all heads", |_, _| true),
    ("runs of 37", |index, _| index.is_multiple_of(37)),
    ("a head at the last element", |index, elements| index + 1 == elements),
    ("heads at the edges of tiles", |index, _| index.is_multiple_of(1024)),
    ("heads around them", |index, _| matches!(index % 1024, 1 | 1023)),
];

/// Scans the words with these heads, if an aborted run does not prevent it, and compares every element with the oracle.
async fn examine(gpu: &Gpu, case: &Case, (name, is_head): (&str, IsHead)) {
    let (data, segments) = (case.data(), case.form.segments);
    let mut heads = vec![0; data.heads.len()];
    for index in (0..case.elements).filter(|&index| is_head(index, case.elements)) {
        match segments {
            Segments::HeadBits => heads[index as usize / 32] |= 1 << (index % 32),
            _ => heads[index as usize] = 1,
        }
    }
    let Some(run) = case.run_unless_aborted(gpu, &data.words, &heads).await else { return };
    let (depth, output) = run.unwrap_or_else(|error| panic!("{}: {error}", case.algorithm.id));
    let mismatch = reference::compare(&case.form, depth, &data.words, &heads, &output);
    assert_eq!(mismatch, None, "{} {:?} n={} with {name}", case.algorithm.id, case.form, case.elements);
}

fn case(id: &str, (operator, ty): (&str, ElementType), form: usize, segments: Segments, elements: u32) -> Case {
    let monoid = Monoid::find(operator, ty).expect("an operator");
    let (mode, direction) = FORMS[form % 4];
    let case = Case::new(Algorithm::find(id).expect("an algorithm"), monoid, mode, elements, "random");
    Case { form: Form { direction, segments, ..case.form }, ..case }
}

/// This number of elements per invocation, or the maximum of the algorithm. Some algorithms have a fixed number.
fn with_items(case: Case, items: u32) -> Case {
    match case.algorithm.tuning.iter().find(|parameter| parameter.name == "items") {
        Some(parameter) => case.tuned("items", items.min(parameter.max)),
        None => case,
    }
}

/// Whether the device supports an algorithm. No device supports all of them.
fn is_offered(gpu: &Gpu, id: &str) -> bool {
    offered(gpu).any(|algorithm| algorithm.id == id)
}

#[test]
fn every_kind_of_heads_is_right_around_tiles() {
    block_on(async {
        for gpu in devices().await {
            for (turn, id) in IDS.into_iter().enumerate().filter(|(_, id)| is_offered(&gpu, id)) {
                for (other, operator) in OPERATORS.into_iter().enumerate() {
                    let segments = kind_of_heads(turn + other);
                    for elements in [1, 3, 1023, 1024, 1025, 2049, 5_003] {
                        let case =
                            with_items(case(id, operator, turn + other / 2, segments, elements), 4 >> (other % 3));
                        for heads in HEADS {
                            examine(&gpu, &case, heads).await;
                        }
                    }
                }
            }
        }
    });
}

/// Rows shorter than a pack, rows that are neither a multiple nor a divisor of a pack, rows of about a tile, and of
/// many tiles.
const COLUMNS: [u32; 10] = [1, 2, 3, 4, 5, 37, 1000, 1024, 1025, 70_000];

#[test]
fn rows_of_any_length_are_right() {
    block_on(async {
        for gpu in devices().await {
            for (turn, id) in IDS.into_iter().enumerate().filter(|(_, id)| is_offered(&gpu, id)) {
                for (other, operator) in OPERATORS.into_iter().enumerate().filter(|(other, _)| (turn + other) % 2 == 0)
                {
                    for (third, elements) in [1, 1025, 5_003, 140_000].into_iter().enumerate() {
                        for columns in COLUMNS {
                            let case =
                                case(id, operator, turn / 2 + other / 2 + third, Segments::Rows(columns), elements);
                            case.examine(&gpu).await;
                        }
                    }
                }
            }
        }
    });
}

/// Tiles of many rows in both arrangements, and tiles that other workgroups reduce.
#[test]
fn tiles_of_many_rows_are_right() {
    block_on(async {
        for gpu in devices().await {
            for (turn, id) in IDS.into_iter().enumerate().filter(|(_, id)| is_offered(&gpu, id)) {
                for (other, operator) in OPERATORS.into_iter().enumerate() {
                    let withheld = if id == "look-back-fallback" { 50 } else { 0 };
                    let segments = kind_of_heads(turn + other);
                    let case = case(id, operator, turn + other / 2, segments, 20_011);
                    // The number of words per invocation is the same for each operator: longer unrolled loops compile
                    // for minutes.
                    let items = 32 / case.form.monoid.words();
                    let case = with_items(case, items).withheld(withheld);
                    for heads in [HEADS[0], HEADS[2], HEADS[4]] {
                        examine(&gpu, &case, heads).await;
                    }
                    if (turn / 2 + other) % 2 == 0 {
                        case.in_place_if_possible().examine(&gpu).await;
                    }
                }
            }
        }
    });
}

/// One row and one column, fewer rows than are loaded at once, several strips, several levels of strips, and short last rows.
const SHAPES: [(u32, u32); 9] =
    [(1, 1), (1, 7), (7, 7), (34, 37), (1_000, 3), (5_003, 1), (70_001, 100_000), (140_000, 3), (200_000, 1_000)];

#[test]
fn columns_of_any_number_are_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (turn, operator) in OPERATORS.into_iter().chain([("add", ElementType::F32)]).enumerate() {
            for (other, (elements, columns)) in SHAPES.into_iter().enumerate() {
                for form in [turn + other, turn + other + 2] {
                    let case = case("look-back", operator, form, Segments::Columns(columns), elements);
                    case.examine(&gpu).await;
                    case.in_place().examine(&gpu).await;
                }
            }
        }
    });
}

/// This scan reads heads one by one.
#[test]
fn segments_by_difference_are_right() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (turn, segments) in [Segments::HeadBits, Segments::Rows(37), Segments::Columns(37)].into_iter().enumerate()
        {
            for form in [turn, turn + 1] {
                for elements in [1, 5_003] {
                    case("segmented-difference", OPERATORS[0], form, segments, elements).examine(&gpu).await;
                }
            }
        }
    });
}
