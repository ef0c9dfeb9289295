//! Operators of one's own on a device, natively: every algorithm scans those that the table has too, and both outputs are the same.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::gpu::{Gpu, OpenOptions};
use scanlab::monoid::{ElementType, Monoid, OwnOperator};
use scanlab::plan::{Form, Mode};
use scanlab::reference;
use scanlab::scan::Algorithm;
use support::{Case, offered, open};

/// Bodies, each with the operator of the table that it is, by the words of its identity.
const OPERATORS: [(&str, ElementType, &[u32], &str); 5] = [
    ("add", ElementType::I32, &[0], "return left + right; // the sum"),
    ("max", ElementType::F32, &[0xff80_0000], "if (left > right) { return left; }\nreturn right;"),
    (
        "bicyclic",
        ElementType::U32,
        &[0, 0],
        "let matched = min(left.y, right.x);\nreturn left + right - vec2u(matched, matched);",
    ),
    ("affine", ElementType::F32, &[0x3f80_0000, 0], "return vec2f(left.x * right.x, right.x * left.y + right.y);"),
    (
        "mat2",
        ElementType::U32,
        &[1, 0, 0, 1],
        "return vec4u(left.x * right.xy + left.y * right.zw, left.z * right.xy + left.w * right.zw);",
    ),
];

/// An operator of one's own, and the one of the table that it is.
fn pairs() -> impl Iterator<Item = (Monoid, Monoid)> {
    OPERATORS.into_iter().map(|(id, element_type, identity, combine)| {
        let (words, identity, combine) = (identity.len() as u32, identity.to_vec(), combine.to_owned());
        let own = OwnOperator { element_type, words, identity, combine }.register().expect("an operator");
        (own, Monoid::find(id, element_type).expect("an operator of the table"))
    })
}

async fn examine(
    gpu: &Gpu,
    algorithm: &'static Algorithm,
    (own, known): (Monoid, Monoid),
    change: fn(Case) -> Case,
    size: u32,
) {
    let mode = if (size + known.words()).is_multiple_of(2) { Mode::Inclusive } else { Mode::Exclusive };
    let mut case = change(Case::new(algorithm, known, mode, size, "random"));
    if case.form.in_place && !algorithm.in_place.allows(mode) {
        return;
    }
    let data = case.data();
    let form = case.form;
    case.form = Form { monoid: own, ..form };
    let name = format!("{} {} {form:?} n={size}", algorithm.id, known.operator.id);
    let (depth, output) =
        case.run(gpu, &data.words, &data.heads).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(reference::compare(form, depth, &data.words, &data.heads, &output), None, "{name}");
}

#[test]
fn every_algorithm_scans_operators_of_ones_own() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (rank, algorithm) in offered(&gpu).enumerate() {
            for (other, pair) in pairs().enumerate() {
                examine(&gpu, algorithm, pair, |case| case, 5_003).await;
                examine(&gpu, algorithm, pair, |case| case.backward().segmented(), 2_306).await;
                // Compiling takes most of the time, so each pair has one more form.
                match (rank + other) % 3 {
                    0 => examine(&gpu, algorithm, pair, |case| case.backward().in_place(), 2_306).await,
                    1 => examine(&gpu, algorithm, pair, Case::segmented, 257).await,
                    _ => examine(&gpu, algorithm, pair, Case::backward, 5_003).await,
                }
            }
        }
    });
}

#[test]
fn operators_of_ones_own_need_no_optional_features() {
    block_on(async {
        let plain = OpenOptions { timestamps: false, subgroups: false, raise_limits: false, ..OpenOptions::default() };
        let Some(gpu) = open(plain).await else { return };
        for (rank, algorithm) in offered(&gpu).enumerate() {
            for (other, pair) in pairs().enumerate() {
                match (rank + other) % 2 {
                    0 => examine(&gpu, algorithm, pair, Case::segmented, 5_003).await,
                    _ => examine(&gpu, algorithm, pair, |case| case, 5_003).await,
                }
            }
        }
    });
}
