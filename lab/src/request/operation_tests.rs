//! Tests of requests of operations: valid options, and the errors of invalid options.

use super::*;
use crate::settings::parse_operation;
use scanlab::error::ErrorCode;
use scanlab::operation::{MEASURED, OPERATIONS};
use scanlab::plan::{Mask, Resource};
use scanlab::scan::ALGORITHMS;

fn request(fields: &str) -> Result<ResolvedOperation, Error> {
    OperationRequest::parse(&format!("{{\"type\":\"u32\",{fields}}}"))?.resolve(Limits::CORE)
}

fn refused(fields: &str) -> (ErrorCode, String) {
    let error = request(fields).unwrap_err();
    (error.code(), error.to_string())
}

const COMPACT: &str = r#""operation":"compact","options":{"where":"x > 3u","indices":true}"#;

#[test]
fn conditions_flags_and_scans_are_resolved() {
    let resolved = request(&format!(r#"{COMPACT},"n":5000,"scan":"hybrid","tuning":{{"reduce_steps":2}}"#)).unwrap();
    let options = &resolved.planned.job().options;
    assert!(options.indices && matches!(options.mask, Mask::Where { .. }));
    assert_eq!((resolved.algorithm(), resolved.ran()), ("hybrid", "hybrid"));
    let described = serde_json::to_value(resolved.describe()).unwrap();
    assert_eq!(described["tuning"]["reduce_steps"], 2);
    let flags = request(r#""operation":"partition","n":9,"options":{"flags":true}"#).unwrap();
    assert_eq!(flags.planned.job().options.mask, Mask::Flags);
    assert_eq!(flags.ran(), flags.planned.plan().chosen.unwrap());
}

#[test]
fn records_are_moved_and_their_conditions_see_all_words_but_they_are_no_test_inputs() {
    let fields = r#""operation":"compact","options":{"where":"x[7] > 3u && x[0] != 1u","words":8},"n":5000"#;
    let job = request(fields).unwrap().planned;
    assert_eq!(job.job().words_of(Resource::Input), Some(40_000));
    let parsed = OperationRequest::parse(&format!("{{\"type\":\"u32\",{fields}}}")).unwrap();
    let error = parsed.inputs().unwrap_err().to_string();
    assert!(error.contains("must be 1") && error.contains('8'), "{error}");
}

#[test]
fn options_that_an_operation_does_not_take_are_refused() {
    for (fields, required, found) in [
        (r#""operation":"partition","options":{"flags":true,"indices":true}"#, "where, flags", "\"indices\""),
        (r#""operation":"reduce","options":{"bins":3}"#, "operator", "\"bins\""),
        (r#""operation":"reduce","scan":"hybrid""#, "operator", "\"scan\""),
        (r#""operation":"histogram","operator":"max""#, "bins, from, to", "\"operator\""),
        (r#""operation":"compact""#, "where or by flags", "neither"),
        (r#""operation":"compact","options":{"flags":true,"where":"x > 1u"}"#, "where or by flags", "both"),
        (r#""operation":"histogram","options":{"bins":0}"#, "from 1 to 1048576", "0"),
        (r#""operation":"histogram","options":{"from":3,"to":3}"#, "greater than from, 3", "3"),
        (r#""operation":"histogram","options":{"from":-1}"#, "a value of u32", "-1"),
        (r#""operation":"histogram","options":{"to":2.5}"#, "a value of u32, or 4294967296", "2.5"),
        (r#""operation":"histogram","options":{"from":4294967296,"to":4294967297}"#, "a value of u32", "4294967296"),
        (r#""operation":"histogram","options":{"to":4294967297}"#, "or 4294967296", "4294967297"),
        (r#""operation":"histogram","options":{"bins":1,"to":"Infinity"}"#, "or 4294967296", "Infinity"),
        (
            r#""operation":"histogram","options":{"to":"256"}"#,
            "options: expected a number or \"Infinity\"",
            "found \"256\"",
        ),
        (r#""operation":"compact","options":{"flags":true},"tuning":{"steps":3}"#, "tuning of auto", "\"steps\""),
        (r#""operation":"shuffle""#, "one of reduce, compact", "\"shuffle\""),
        (r#""operation":"reduce","options":{"words":2}"#, "operator", "\"words\""),
        (r#""operation":"compact","options":{"flags":true,"words":17}"#, "from 1 to 16", "17"),
        (r#""operation":"sort","options":{"words":2}"#, "1 without values", "2"),
        (r#""operation":"top-k","options":{"k":0}"#, "an integer from 1 to 4294967295", "0"),
        (r#""operation":"lower-bound","options":{"runs":2}"#, "upper", "\"runs\""),
        (r#""operation":"merge","options":{"values":true}"#, "sortedLength, indices, descending", "\"values\""),
        (r#""operation":"segmented-reduce","options":{"segments":0}"#, "an integer from 1 to 4294967295", "0"),
        (r#""operation":"segmented-sort","options":{"segments":0}"#, "an integer from 1 to 4294967295", "0"),
        (r#""operation":"segmented-sort","options":{"words":2}"#, "1 without values", "2"),
        (r#""operation":"segmented-sort","options":{"values":true,"indices":true}"#, "left out beside values", "true"),
        (r#""operation":"unique","options":{"flags":true}"#, "runs, words, indices, scan, tuning", "\"flags\""),
        (r#""operation":"sort","options":{"words":2,"indices":true}"#, "1 without values", "2"),
        (
            r#""operation":"sort","options":{"values":true,"indices":true}"#,
            "indices of a sort",
            "left out beside values",
        ),
    ] {
        let (code, text) = refused(fields);
        assert_eq!(code, ErrorCode::BadArgument, "{fields}");
        assert!(text.contains(required) && text.contains(found), "{fields}: {text}");
    }
    let (_, text) = refused(r#""operation":"compact","options":{"where":"x; loop {}"}"#);
    assert!(text.starts_with("where"), "{text}");
}

#[test]
fn requests_are_checked_without_a_device() {
    let checked = |fields: &str, measured| {
        let of_words = if fields.contains("\"type\"") { "" } else { "\"type\":\"u32\"," };
        OperationRequest::parse(&format!("{{{of_words}{fields}}}"))?.check(measured)
    };
    for fields in [
        r#""operation":"reduce","operator":"bicyclic","n":4294967295"#,
        r#""operation":"compact","options":{"where":"x > 1u"},"scan":"subgroup""#,
        r#""operation":"sort","options":{"bits":[8,8],"descending":true}"#,
        r#""operation":"sort","type":"u64","options":{"bits":[8,64],"values":true,"words":3}"#,
        r#""operation":"histogram","options":{"bins":1048576}"#,
        r#""operation":"unique","options":{"words":3,"indices":true},"scan":"hybrid""#,
    ] {
        assert_eq!(checked(fields, false), Ok(()), "{fields}");
    }
    let variant = r#""operation":"compact","options":{"flags":true},"scan":"atomic-elements""#;
    assert_eq!(checked(variant, true), Ok(()));
    let mut wrong = Vec::new();
    for (fields, said) in [
        (variant, "algorithm must be one of sequential, "),
        (r#""operation":"shuffle""#, "operation must be one of reduce, compact"),
        (r#""operation":"reduce","operator":"most""#, "operator must be one of add, "),
        (r#""operation":"reduce","n":4294967296"#, "n must be an integer from 0 to 4294967295; found 4294967296"),
        (r#""operation":"reduce","pattern":"x""#, "pattern must be one of random"),
        (
            r#""operation":"compact","options":{"where":5}"#,
            "request.options.where: invalid type: integer `5`, expected a string",
        ),
        (r#""operation":"compact""#, "a selection must be by where or by flags; found neither"),
        (r#""operation":"compact","options":{"where":"x > 1u","flags":true}"#, "by where or by flags; found both"),
        (r#""operation":"compact","options":{"flags":true},"scan":"quick""#, "algorithm must be one of sequential, "),
        (
            r#""operation":"compact","options":{"flags":true},"scan":"hybrid","tuning":{"steps":1}"#,
            "tuning of hybrid must be",
        ),
        (r#""operation":"sort","options":{"bits":[8,4]}"#, "bits must be"),
        (r#""operation":"sort","options":{"bits":[0,33]}"#, "bits must be"),
        (r#""operation":"sort","type":"i64","options":{"bits":[0,65]}"#, "0 ≤ from ≤ to ≤ 64; found [0, 65]"),
        (r#""operation":"top-k","type":"f64""#, "bits of the type must be 32 for \"top-k\"; found 64"),
        (r#""operation":"sort","type":"u16""#, "unknown variant `u16`, expected one of `u32`, `i32`, `f32`, `u64`"),
        (r#""operation":"sort","options":{"bits":[0]}"#, "request.options.bits: invalid length 1"),
        (
            r#""operation":"sort","options":{"values":[1]}"#,
            "request.options.values: invalid type: sequence, expected a boolean",
        ),
        (r#""operation":"histogram","options":{"from":"0"}"#, "expected a number or \"Infinity\", found \"0\""),
        (r#""operation":"histogram","options":{"from":"Infinity"}"#, "from must be a value of u32; found"),
        (r#""operation":"histogram","options":{"odd":1}"#, "request.options.odd: unknown field `odd`"),
    ] {
        let error = checked(fields, false).expect_err(fields);
        if error.code() != ErrorCode::BadArgument || !error.to_string().contains(said) {
            wrong.push(format!("{fields}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let variant = r#""operation":"compact","options":{"flags":true},"scan":"atomic-elements","tuning":{"items":3}"#;
    assert!(checked(variant, true).unwrap_err().to_string().contains("found \"items\""));
    let code = checked(r#""operation":"compact","options":{"where":"x; loop {}"}"#, false).unwrap_err().to_string();
    assert!(code.starts_with("where, line 1"), "{code}");
}

/// Visits every operation that contains a scan, with every scan and every operator on every type.
fn with_scans(visit: impl Fn(&'static Operation, &'static Algorithm, Monoid)) {
    for operation in OPERATIONS.iter().chain(MEASURED).filter(|operation| operation.takes_scan()) {
        for scan in ALGORITHMS {
            Monoid::all().for_each(|monoid| visit(operation, scan, monoid));
        }
    }
}

#[test]
fn an_operation_refuses_what_its_scan_refuses() {
    with_scans(|operation, scan, monoid| {
        let takes_operator = operation.sums;
        if !takes_operator && monoid.operator.id != "add" {
            return;
        }
        let operator = if takes_operator { format!(r#","operator":"{}""#, monoid.operator.id) } else { String::new() };
        let flags = if operation.selects { r#","options":{"flags":true}"# } else { "" };
        let fields = format!(
            r#"{{"operation":"{}","scan":"{}","type":"{}"{operator}{flags}}}"#,
            operation.id,
            scan.id,
            monoid.element_type.name()
        );
        let limits = Limits { forward_progress: true, subgroups: Some((32, 32)), ..Limits::CORE };
        let support = OperationRequest::parse(&fields).unwrap().check_support(&limits);
        let reason = match (operation.id, scan.id) {
            ("reduce-by-key" | "segmented-reduce", "matrix") if monoid.operator.id == "add" => {
                Some("pairs of flag and value form no ring")
            }
            ("reduce-by-key" | "segmented-reduce", "matrix") => Some("computes sums (\"add\")"),
            ("reduce-by-key" | "segmented-reduce", "segmented-difference") => {
                match (&*monoid.operator.id, monoid.element_type == ElementType::F32) {
                    ("add" | "xor", false) => None,
                    ("add", true) => Some("subtracts prefixes, which for f32 cancels"),
                    ("mul", _) => Some("divides prefixes by an inverse"),
                    _ => Some("needs an operator with an inverse"),
                }
            }
            _ => None,
        };
        match (reason, support) {
            (None, support) => assert!(support.is_ok(), "{fields}: {support:?}"),
            (Some(reason), Ok(_)) => panic!("{fields}: taken, though \"{}\" {reason}", scan.id),
            (Some(reason), Err(error)) => {
                assert_eq!(error.code(), ErrorCode::Unsupported, "{fields}");
                let text = error.to_string();
                assert!(text.starts_with(&format!("\"{}\" ", scan.id)) && text.contains(reason), "{fields}: {text}");
            }
        }
    });
}

#[test]
fn the_tuning_of_a_scan_inside_is_kept_beside_a_name_that_it_has_not() {
    let given = Tuning::from([("reduce_steps".to_owned(), 2), ("unknown".to_owned(), 9)]);
    let job = OperationJob::new("reduce-by-key", 5000, Monoid::counts(), Limits::CORE).unwrap();
    let plan = OperationJob { scan: Algorithm::find("hybrid").unwrap(), tuning: given, ..job }.plan();
    assert_eq!(plan.tuning, Tuning::from([("reduce_steps".to_owned(), 2)]));
}

#[test]
fn every_buffer_must_fit_into_a_binding() {
    let most = Limits::CORE.binding_bytes / 4;
    assert!(request(&format!(r#"{COMPACT},"n":{most}"#)).is_ok());
    let (code, text) = refused(&format!(r#"{COMPACT},"n":{}"#, most + 1));
    assert_eq!(code, ErrorCode::TooLarge);
    assert!(text.contains("134,217,744 bytes for its input") && text.contains("134,217,728 bytes"), "{text}");
    assert_eq!(refused(&format!(r#"{COMPACT},"n":{}"#, u64::MAX)).0, ErrorCode::TooLarge);
}

#[test]
fn operations_on_nothing_have_outputs() {
    let reduced = request(r#""operation":"reduce","operator":"min""#).unwrap();
    assert_eq!(reduced.planned.job().output_of_none(), [u32::MAX]);
    let counted = request(r#""operation":"histogram","options":{"bins":3}"#).unwrap();
    assert_eq!(counted.planned.job().output_of_none(), [0; 3]);
    assert!(request(COMPACT).unwrap().planned.job().output_of_none().is_empty());
}

#[test]
fn every_operation_is_described() {
    for operation in OPERATIONS {
        let options = if operation.selects { r#","options":{"flags":true}"# } else { "" };
        let resolved = request(&format!(r#""operation":"{}","n":5000{options}"#, operation.id)).unwrap();
        let description = serde_json::to_value(resolved.describe()).unwrap();
        for pass in description["passes"].as_array().unwrap() {
            assert!(pass["workgroup_size"].as_u64().is_some_and(|size| size > 0), "{pass} of {}", operation.id);
        }
        assert!(!resolved.shaders().is_empty(), "{}", operation.id);
    }
}

/// Doubles of every magnitude, from pseudorandom bits.
fn doubles() -> impl Iterator<Item = f64> {
    let bits = (1..5000u64).map(|i| f64::from_bits(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    bits.filter(|number| number.is_finite())
}

#[test]
fn ends_of_histograms_are_the_doubles_that_were_written() {
    for number in doubles() {
        for text in [format!("{number:?}"), format!("{number:.17e}")] {
            let json = format!(r#"{{"operation":"histogram","type":"f32","options":{{"from":{text}}}}}"#);
            let from = OperationRequest::parse(&json).unwrap().options.from;
            assert_eq!(from.map(f64::to_bits), Some(number.to_bits()), "{text}");
            let named = parse_operation(&format!("histogram:from={text}"));
            assert_eq!(named.options.from.map(f64::to_bits), Some(number.to_bits()), "{text}");
        }
    }
}

#[test]
fn histograms_reach_the_number_past_the_largest_of_a_type() {
    let range = |element_type: &str, options: &str| {
        let json = format!(r#"{{"operation":"histogram","type":"{element_type}","options":{{{options}}}}}"#);
        let resolved = OperationRequest::parse(&json).and_then(|request| request.resolve(Limits::CORE));
        resolved.map(|resolved| resolved.planned.job().options.range).map_err(|error| error.to_string())
    };
    let past = 2f64.powi(128);
    assert_eq!(range("u32", r#""to":4294967296"#), Ok([0.0, 2f64.powi(32)]));
    assert_eq!(range("i32", r#""from":-2147483648,"to":2147483648"#), Ok([-2f64.powi(31), 2f64.powi(31)]));
    assert_eq!(range("f32", &format!(r#""to":{past:?}"#)), Ok([0.0, past]));
    assert_eq!(range("f32", r#""bins":1,"to":"Infinity""#), Ok([0.0, f64::INFINITY]));
    assert_eq!(range("f32", r#""from":0.7,"to":1"#), Ok([0.7, 1.0]));
    for (element_type, options, said) in [
        (
            "f32",
            r#""bins":2,"to":"Infinity""#,
            "to must be a value of f32, or 2 ** 128, or with one bin Infinity; found Infinity",
        ),
        ("f32", r#""to":3.4028236692093854e38"#, "or 2 ** 128, or with one bin Infinity; found 3.4028236692093854e38"),
        ("f32", r#""from":-3.4028236692093854e38"#, "from must be a value of f32; found -3.4028236692093854e38"),
        (
            "f32",
            r#""from":0.7,"to":0.70000000001"#,
            "to must be greater than from, 0.7, after both are rounded to f32; found 0.70000000001",
        ),
        ("i32", r#""to":2147483649"#, "to must be a value of i32, or 2147483648; found 2147483649"),
        ("i32", r#""from":-2147483649"#, "from must be a value of i32; found -2147483649"),
    ] {
        let error = range(element_type, options).unwrap_err();
        assert!(error.contains(said), "{options}: {error}");
    }
}

#[test]
fn a_part_of_a_longer_input_has_a_condition_of_its_own() {
    let shaders = |first: &str| {
        let fields = format!(r#""operation":"compact","options":{{"where":"i > 5u"}},"n":9{first}"#);
        let json = format!(r#"{{"type":"u32",{fields}}}"#);
        let resolved = OperationRequest::parse(&json).unwrap().resolve(Limits::CORE).unwrap();
        format!("{:?}", crate::description::JoinedShader::all(&resolved.shaders()))
    };
    assert!(shaders(r#","first":16"#).contains("let i = index + 16u;"));
    assert_eq!(shaders(r#","first":0"#), shaders(""));
    assert!(OperationRequest::parse(r#"{"operation":"compact","type":"u32","first":4294967296}"#).is_err());
}

#[test]
fn plans_to_be_recorded_have_the_numbers_of_segments_and_of_sorted_keys() {
    let required = |fields: &str| {
        let json = format!(r#"{{"type":"u32","n":1000,{fields}}}"#);
        OperationRequest::parse(&json).unwrap().require_lengths().map_err(|error| error.to_string())
    };
    assert_eq!(required(r#""operation":"segmented-reduce","options":{"segments":10}"#), Ok(()));
    assert_eq!(required(r#""operation":"reduce""#), Ok(()));
    let error = "segments must be an integer from 1 to 4294967295; found undefined".to_string();
    assert_eq!(required(r#""operation":"segmented-reduce""#), Err(error));
    assert_eq!(required(r#""operation":"lower-bound","options":{"sortedLength":0}"#), Ok(()));
    let error = "sortedLength must be an integer from 0 to 4294967295; found undefined".to_string();
    assert_eq!(required(r#""operation":"lower-bound""#), Err(error.clone()));
    assert_eq!(required(r#""operation":"merge""#), Err(error));
}
