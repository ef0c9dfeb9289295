//! Operators of one's own on a device, natively: every algorithm scans those that the table has too, and both outputs are the same.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::gpu::{Cancel, Gpu, OpenOptions};
use scanlab::monoid::{ElementType, Monoid, OwnOperator};
use scanlab::plan::{Form, Mode};
use scanlab::reference;
use scanlab::scan::Algorithm;
use scanlab::trial;
use support::refused::takes;
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
    let data = case.data();
    let form = case.form;
    case.form = Form { monoid: own, ..form };
    if !takes(algorithm, case.form) {
        return;
    }
    let Form { direction, segments, in_place, .. } = form;
    let kind = format!("{mode:?} {direction:?} {segments:?} in_place={in_place}");
    let name = format!("{} {} {kind} n={size}", algorithm.id, known.operator.id);
    let mut run = case.run(gpu, &data.words, &data.heads).await;
    // On a busy software adapter a tile may exceed its spins, which aborts the run.
    let was_aborted = |run: &Result<_, Error>| {
        gpu.is_software() && algorithm.needs_progress() && matches!(run, Err(Error::Aborted(_)))
    };
    for _ in 0..3 {
        if was_aborted(&run) {
            run = case.run(gpu, &data.words, &data.heads).await;
        }
    }
    if was_aborted(&run) {
        return println!("aborted each time: {name}");
    }
    let (depth, output) = run.unwrap_or_else(|error| panic!("{name}: {error}"));
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

fn operator(element_type: ElementType, identity: &[u32], combine: &str) -> Monoid {
    let (words, identity, combine) = (identity.len() as u32, identity.to_vec(), combine.to_owned());
    OwnOperator { element_type, words, identity, combine }.register().expect("an operator")
}

#[test]
fn errors_of_the_compiler_have_the_places_of_the_users_text() {
    let cases = [
        ("return left +;", 1, 14),
        // What naga finds wrong after parsing has the place of the function.
        ("// one\nlet sum = left + 1.5;\nreturn sum;", 1, 1),
        ("return vec2u(left, right);", 1, 1),
        ("let sum = left + right;", 1, 1),
        ("if (left > 3u) {\n    return left.x;\n}\nreturn right;", 2, 17),
        ("left = right; return left;", 1, 1),
        ("let sum = left; let sum = right; return sum;", 1, 21),
    ];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (combine, line, column) in cases {
            let monoid = operator(ElementType::U32, &[0], combine);
            let error = trial::run(&gpu, monoid, &Cancel::default()).await.expect_err("an error of the compiler");
            assert_eq!(error.code(), ErrorCode::BadArgument);
            let Error::Code { what, line: found_line, column: found_column, .. } = error else { panic!("{error}") };
            assert_eq!((what, found_line, found_column), ("operator.combine", line, column), "{combine}");
        }
        // A scan without a trial has them too.
        let monoid = operator(ElementType::F32, &[0], "let a = left;\n  return vec2f(a);");
        let algorithm = Algorithm::find("reduce-then-scan").expect("a known algorithm");
        let error = Case::new(algorithm, monoid, Mode::Inclusive, 9, "random").run(&gpu, &[0; 9], &[]).await;
        assert!(matches!(error, Err(Error::Code { what: "operator.combine", .. })), "{error:?}");
    });
}

#[test]
fn what_is_not_associative_is_refused_with_its_values() {
    let one = 1f32.to_bits();
    let refused = [
        (operator(ElementType::U32, &[0], "return left - right;"), "operator.combine must be associative"),
        (
            operator(ElementType::I32, &[0], "return left + right + left * right * 2 * left;"),
            "operator.combine must be associative",
        ),
        (
            operator(ElementType::F32, &[0], "return (left + right) * 0.5;"),
            "operator.identity must be the neutral element of combine",
        ),
        (
            operator(ElementType::F32, &[0], "return left + right + 0.25 * left * right * left;"),
            "operator.combine must be associative",
        ),
        (operator(ElementType::U32, &[0], "return max(left, right) + 1u;"), "operator.identity must be"),
        // Equal maxima: the first index must win, and the identity have the last one.
        (
            operator(ElementType::U32, &[0, 0], "return select(right, left, left.x >= right.x);"),
            "operator.identity must be",
        ),
    ];
    let accepted = [
        (
            operator(
                ElementType::F32,
                &[one, 0],
                "return vec2f(left.x * right.x - left.y * right.y, left.x * right.y + left.y * right.x);",
            ),
            true,
        ),
        (operator(ElementType::F32, &[0], "return left + right;"), true),
        (operator(ElementType::F32, &[0xff80_0000], "return max(left, right);"), false),
        (
            operator(ElementType::U32, &[0], "let sum = left + right;\nreturn select(sum, 0xffffffffu, sum < left);"),
            false,
        ),
        (
            operator(
                ElementType::U32,
                &[0, u32::MAX],
                "let first = left.x > right.x || left.x == right.x && left.y <= right.y;\nreturn select(right, left, first);",
            ),
            false,
        ),
    ];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (monoid, message) in refused {
            let error = trial::run(&gpu, monoid, &Cancel::default()).await.expect_err(message);
            assert_eq!(error.code(), ErrorCode::BadArgument);
            assert!(error.to_string().starts_with(message) && error.to_string().contains(" for a = ["), "{error}");
        }
        for (monoid, rounds) in accepted {
            let trial = trial::run(&gpu, monoid, &Cancel::default()).await;
            assert_eq!(trial, Ok(trial::Trial { rounds }));
        }
        for (monoid, _) in pairs() {
            assert!(trial::run(&gpu, monoid, &Cancel::default()).await.is_ok());
        }
    });
}
