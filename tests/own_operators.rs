//! Custom operators on a device, natively: every algorithm scans custom operators that equal an operator of the table,
//! and both outputs are the same.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{CustomOperator, ElementType, Monoid};
use scanlab::plan::{Form, Mode};
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Cancel, Gpu, OpenOptions};
use scanlab_lab::reference;
use scanlab_lab::trial;
use support::refused::takes;
use support::{Case, offered, open};

/// Bodies, each with the equal operator of the table, and the words of its identity.
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

/// A custom operator, and the equal operator of the table.
fn pairs() -> impl Iterator<Item = (Monoid, Monoid)> {
    OPERATORS.into_iter().map(|(id, element_type, identity, combine)| {
        let (words, identity, combine) = (identity.len() as u32, identity.to_vec(), combine.to_owned());
        let own = CustomOperator { element_type, words, identity, combine }.monoid().expect("an operator");
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
    let mut case = change(Case::new(algorithm, known.clone(), mode, size, "random"));
    let data = case.data();
    let form = case.form.clone();
    case.form = Form { monoid: own, ..form.clone() };
    if !takes(algorithm, &case.form) {
        return;
    }
    let Form { direction, segments, in_place, .. } = form;
    let kind = format!("{mode:?} {direction:?} {segments:?} in_place={in_place}");
    let name = format!("{} {} {kind} n={size}", algorithm.id, known.operator.id);
    let Some(run) = case.run_unless_aborted(gpu, &data.words, &data.heads).await else { return };
    let (depth, output) = run.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(reference::compare(&form, depth, &data.words, &data.heads, &output), None, "{name}");
}

#[test]
fn every_algorithm_scans_custom_operators() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (rank, algorithm) in offered(&gpu).enumerate() {
            for (other, pair) in pairs().enumerate() {
                // Compiling takes most of the time, so each pair has one form. Each algorithm and each operator has
                // every form.
                match (rank + other) % 5 {
                    0 => examine(&gpu, algorithm, pair, |case| case.backward().in_place(), 2_306).await,
                    1 => examine(&gpu, algorithm, pair, Case::segmented, 257).await,
                    2 => examine(&gpu, algorithm, pair, Case::backward, 5_003).await,
                    3 => examine(&gpu, algorithm, pair, |case| case.backward().segmented(), 2_306).await,
                    _ => examine(&gpu, algorithm, pair, |case| case, 5_003).await,
                }
            }
        }
    });
}

#[test]
fn custom_operators_need_no_optional_features() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::GUARANTEED).await else { return };
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
    CustomOperator { element_type, words, identity, combine }.monoid().expect("an operator")
}

#[test]
fn errors_of_the_compiler_have_the_places_of_the_users_text() {
    let cases = [
        ("return left +;", 1, 14),
        // naga names the position of the function, and marks the fault in it.
        ("// one\nlet sum = left + 1.5;\nreturn sum;", 2, 18),
        ("return vec2u(left, right);", 1, 8),
        ("let sum = left + right;", 1, 1),
        ("if (left > 3u) {\n    return left.x;\n}\nreturn right;", 2, 17),
        ("left = right; return left;", 1, 1),
        ("let sum = left; let sum = right; return sum;", 1, 21),
    ];
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        for (combine, line, column) in cases {
            let monoid = operator(ElementType::U32, &[0], combine);
            let error = trial::run(&gpu, &monoid, &[], &Cancel::default()).await.expect_err("an error of the compiler");
            assert_eq!(error.code(), ErrorCode::BadArgument);
            let Error::Code { what, line: found_line, column: found_column, .. } = error else { panic!("{error}") };
            assert_eq!((what, found_line, found_column), ("operator.combine", line, column), "{combine}");
        }
        // A scan without a trial reports the fault, too.
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
            "operator.identity must be the identity of combine",
        ),
        (
            operator(ElementType::F32, &[0], "return left + right + 0.25 * left * right * left;"),
            "operator.combine must be associative",
        ),
        (operator(ElementType::U32, &[0], "return max(left, right) + 1u;"), "operator.identity must be"),
        // For equal maxima, the first index must win, so the identity has the last index.
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
        // Maps z ↦ a z + b of complex numbers.
        (
            operator(
                ElementType::F32,
                &[one, 0, 0, 0],
                "return vec4f(left.x * right.x - left.y * right.y, left.x * right.y + left.y * right.x, \
                 right.x * left.z - right.y * left.w + right.z, right.x * left.w + right.y * left.z + right.w);",
            ),
            true,
        ),
        // The logarithm of a sum of exponentials.
        (
            operator(
                ElementType::F32,
                &[0xff80_0000],
                "let low = min(left, right);\nlet high = max(left, right);\n\
                 if (!is_finite(low)) { return high; }\nreturn high + log(1.0 + exp(low - high));",
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
            let error = trial::run(&gpu, &monoid, &[], &Cancel::default()).await.expect_err(message);
            assert_eq!(error.code(), ErrorCode::BadArgument);
            assert!(error.to_string().starts_with(message) && error.to_string().contains(" for a = ["), "{error}");
        }
        for (monoid, rounds) in accepted {
            let trial = trial::run(&gpu, &monoid, &[], &Cancel::default()).await;
            assert_eq!(trial, Ok(trial::Trial { rounds }));
        }
        for (monoid, known) in pairs() {
            let trial = trial::run(&gpu, &monoid, &[], &Cancel::default()).await;
            // The counts of unmatched brackets exceed the type's range.
            let holds = if known.operator.id == "bicyclic" { refused_past_small(trial) } else { trial.is_ok() };
            assert!(holds, "{}", known.operator.id);
        }
    });
}

/// Whether a trial has found an operator right on small numbers and wrong on others, and says so.
fn refused_past_small(trial: Result<trial::Trial, Error>) -> bool {
    let message = trial.expect_err("an operator that wraps").to_string();
    let bound = message.split_once("It is for the numbers up to ").and_then(|(_, rest)| rest.split_once(' '));
    let bound: u32 = bound.expect(&message).0.parse().expect(&message);
    bound >= 4095
        && message.ends_with(
            "that were tried: pass associative: true if elements and results never exceed what it is associative for",
        )
}

#[test]
fn operators_are_tried_on_every_magnitude_and_on_the_input() {
    let modulo = || operator(ElementType::U32, &[1], "return (left * right) % 1000000007u;");
    // The operator is right except for one number, which no random draw has.
    let odd = operator(ElementType::U32, &[0], "if (left == 123456789u) { return right; } return left + right;");
    let odd_at_hundred =
        operator(ElementType::U32, &[0], "return select(left + right, 7u, left == 123456u * 3u && right > 9u);");
    let saturating = operator(ElementType::F32, &[0], "return min(left + right, 1e20);");
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let run = async |monoid: &Monoid, input: &[u32]| trial::run(&gpu, monoid, input, &Cancel::default()).await;
        assert!(refused_past_small(run(&modulo(), &[]).await));
        // Products of equal numbers commute, so that only combinations of different lengths reveal the fault.
        let error = run(&modulo(), &[123_456; 192]).await.expect_err("products that wrap").to_string();
        assert!(
            error.starts_with("operator.combine must be associative; found combine(combine(a, b), c) = ["),
            "{error}"
        );
        assert!(
            error.ends_with("which are elements of the input and results of combine on them. It is for the numbers up to 4095 that were tried"),
            "{error}"
        );
        assert!(run(&odd, &[]).await.is_ok());
        let error = run(&odd, &[1, 123_456_789, 3]).await.expect_err("an element that is not kept").to_string();
        assert!(error.contains("123456789") && error.contains("which are elements of the input"), "{error}");
        assert!(run(&odd_at_hundred, &[5; 9]).await.is_ok());
        assert!(run(&odd_at_hundred, &[123_456; 9]).await.is_err(), "a sum of three elements");
        let error = run(&saturating, &[]).await.expect_err("a sum that stays at a limit").to_string();
        assert!(error.contains("numbers up to 2048 that were tried"), "{error}");
        // The order determines values beyond f32's range. NaN and infinities are not tried.
        let products = operator(ElementType::F32, &[1f32.to_bits()], "return left * right;");
        let extremes = [f32::MAX, f32::MAX, f32::MIN_POSITIVE, f32::NAN, f32::INFINITY, -0.0, 1e-40].map(f32::to_bits);
        assert_eq!(run(&products, &extremes).await, Ok(trial::Trial { rounds: true }));
        let maxima = operator(ElementType::F32, &[0xff80_0000], "return max(left, right);");
        assert_eq!(run(&maxima, &extremes[..3]).await, Ok(trial::Trial { rounds: false }));
        // An input of three numbers has no combinations of more numbers.
        assert!(refused_past_small(run(&modulo(), &[1, 2, 3]).await));
        for input in [&[][..], &[7], &[7, 8]] {
            assert!(run(&operator(ElementType::I32, &[0], "return left + right;"), input).await.is_ok());
        }
    });
}

#[test]
fn classes_of_floats_are_told_by_bits_on_the_device() {
    // NaN of either sign and infinities are zeros, so that sums stay finite.
    let monoid = operator(
        ElementType::F32,
        &[0],
        "let a = select(left, 0.0, is_nan(left) || !is_finite(left));\nlet b = select(0.0, right, is_finite(right));\nreturn a + b;",
    );
    let input: Vec<u32> = (0..2000)
        .map(|i| match i % 5 {
            0 => 0x7fc0_0000,
            1 => 0xff80_0001,
            2 => 0x7f80_0000,
            3 => 0xff80_0000,
            _ => 1f32.to_bits(),
        })
        .collect();
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        assert!(trial::run(&gpu, &monoid, &input[..192], &Cancel::default()).await.is_ok());
        let algorithm = Algorithm::find("reduce-then-scan").expect("a known algorithm");
        let case = Case::new(algorithm, monoid, Mode::Exclusive, 2000, "random");
        let (_, output) = case.run(&gpu, &input, &[]).await.expect("a scan");
        for (index, &found) in output.iter().enumerate().filter(|(index, _)| index % 5 == 0) {
            assert_eq!(f32::from_bits(found), (index / 5) as f32, "{index}");
        }
    });
}
