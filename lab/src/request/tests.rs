//! Tests of requests of scans: their resolution, and the descriptions of their plans.

use super::*;
use scanlab::error::ErrorCode;

fn request(fields: &str) -> Result<Resolved, Error> {
    let json = format!(r#"{{"algorithm":"hybrid","operator":"add","type":"u32",{fields}}}"#);
    Request::parse(&json)?.resolve(Limits::CORE)
}

#[test]
fn defaults_are_filled_in() {
    let resolved = request(r#""n":5"#).unwrap();
    assert_eq!(resolved.job.form.mode, Mode::Inclusive);
    assert_eq!(resolved.plan().tuning["reduce_steps"], 0);
    // The assumed device runs 256 invocations at once.
    assert_eq!(request(r#""n":1048576"#).unwrap().plan().tuning["reduce_steps"], 12);
    let raking = Request::parse(r#"{"algorithm":"raking","operator":"add","type":"u32","n":5}"#).unwrap();
    assert_eq!(raking.resolve(Limits::CORE).unwrap().job.tuned("items"), 7);
}

#[test]
fn a_scan_with_subgroups_is_unsupported_on_a_device_without() {
    let request = Request::parse(r#"{"algorithm":"subgroup","operator":"add","type":"u32","n":9}"#).unwrap();
    let error = request.resolve(Limits::CORE).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Unsupported);
    assert!(error.to_string().contains("needs subgroup operations; this device was opened without them"), "{error}");
    assert!(request.resolve(Limits { subgroups: Some((4, 4)), ..Limits::CORE }).is_ok());
    let error = request.resolve(Limits { subgroups_not_shown: true, ..Limits::CORE }).unwrap_err().to_string();
    assert!(error.contains("needs subgroups of neighbouring invocations; no probe has shown them"), "{error}");
}

#[test]
fn passes_and_shaders_are_described() {
    let resolved = request(r#""n":5000,"tuning":{"reduce_steps":2}"#).unwrap();
    let description = serde_json::to_value(resolved.describe()).unwrap();
    let first = &description["passes"][0];
    assert_eq!(first["elements"].as_u64().map(|elements| elements > 0), Some(true), "{first}");
    assert!(first["bindings"].as_array().unwrap().contains(&"1 source".into()), "{first}");
    let shaders = resolved.shaders();
    let entry_points: usize = shaders.iter().map(|(_, entry_points)| entry_points.len()).sum();
    assert!(shaders.len() > 1 && entry_points > shaders.len(), "{entry_points} in {} shaders", shaders.len());
    for (shader, entry_points) in &shaders {
        assert!(entry_points.iter().all(|name| shader.source.contains(&format!("fn {name}("))));
    }
}

#[test]
fn a_plan_says_what_runs_and_every_pass_its_workgroup_size() {
    for algorithm in scanlab::scan::ALGORITHMS {
        let json = format!(r#"{{"algorithm":"{}","operator":"add","type":"u32","n":5000}}"#, algorithm.id);
        let limits = Limits { forward_progress: true, subgroups: Some((8, 8)), ..Limits::CORE };
        let resolved = Request::parse(&json).unwrap().resolve(limits).unwrap();
        let description = serde_json::to_value(resolved.describe()).unwrap();
        let ran = if algorithm.id == "auto" { "look-back" } else { algorithm.id };
        assert_eq!(description["ran"], ran);
        for pass in description["passes"].as_array().unwrap() {
            assert!(pass["workgroup_size"].as_u64().is_some_and(|size| size > 0), "{pass} of {}", algorithm.id);
        }
    }
}

#[test]
fn bad_requests_say_what_was_required_and_found() {
    let code_and_text = |fields| {
        let error = request(fields).unwrap_err();
        (error.code(), error.to_string())
    };
    let (code, text) = code_and_text(r#""n":33554433"#);
    assert_eq!(code, ErrorCode::TooLarge);
    assert!(text.contains("134217732 bytes") && text.contains("33554432 elements"), "{text}");
    assert_eq!(code_and_text(r#""n":18446744073709551615"#).0, ErrorCode::TooLarge);
    let (code, text) = code_and_text(r#""n":1,"tuning":{"reduce_steps":33}"#);
    assert_eq!(code, ErrorCode::BadArgument);
    assert!(text.contains("from 0 to 32") && text.contains("33"), "{text}");
    let (code, text) = code_and_text(r#""n":1,"tuning":{"steps":3}"#);
    assert_eq!(code, ErrorCode::BadArgument);
    assert!(text.contains("reduce_steps") && text.contains("\"steps\""), "{text}");
    assert_eq!(code_and_text(r#""n":-1"#).0, ErrorCode::BadArgument);
    assert_eq!(code_and_text(r#""n":1,"size":2"#).0, ErrorCode::BadArgument);
    assert_eq!(code_and_text(r#""n":1,"direction":"sideways""#).0, ErrorCode::BadArgument);
    // This segmented scan stores a flag beside each element, in the same binding.
    assert_eq!(code_and_text(r#""n":16777217,"segmented":true"#).0, ErrorCode::TooLarge);
}

#[test]
fn a_request_that_says_little_has_defaults() {
    let request = Request::parse(r#"{"type":"f32"}"#).unwrap();
    request.check(false).unwrap();
    let filled = serde_json::json!({
        "algorithm": "auto", "operator": "add", "type": "f32", "mode": "inclusive", "direction": "forward", "segmented": false,
        "headsAsBits": false, "columns": 0, "axis": 1, "inPlace": false, "initial": false, "n": 0, "tuning": {}, "pattern": "random", "seed": 1
    });
    assert_eq!(serde_json::to_value(&request).unwrap(), filled);
}

#[test]
fn requests_are_checked_without_a_device() {
    let checked = |fields: &str, measured| {
        let request =
            Request::parse(&format!("{{\"type\":\"u32\"{}{fields}}}", if fields.is_empty() { "" } else { "," }));
        request.and_then(|request| request.check(measured))
    };
    // A request that no device supports is still valid.
    for fields in [
        "",
        r#""algorithm":"subgroup""#,
        r#""operator":"min","algorithm":"matrix""#,
        r#""n":4294967295,"columns":2147483648,"axis":0"#,
        r#""segmented":true,"headsAsBits":true,"segmentLength":1048576"#,
        r#""algorithm":"hybrid","tuning":{"reduce_steps":32}"#,
    ] {
        assert_eq!(checked(fields, false), Ok(()), "{fields}");
    }
    assert_eq!(checked(r#""algorithm":"javascript""#, true), Ok(()));
    let mut wrong = Vec::new();
    for (fields, said) in [
        (r#""algorithm":"quick""#, "algorithm must be one of sequential, "),
        (r#""algorithm":"javascript""#, "algorithm must be one of sequential, "),
        (r#""algorithm":5"#, "request.algorithm: invalid type: integer `5`, expected a string"),
        (r#""operator":"sub""#, "operator must be one of add, "),
        (r#""mode":"Inclusive""#, "request.mode: unknown variant `Inclusive`, expected `inclusive` or `exclusive`"),
        (r#""direction":"up""#, "request.direction: unknown variant `up`, expected `forward` or `backward`"),
        (r#""inPlace":"yes""#, "request.inPlace: invalid type: string \"yes\", expected a boolean"),
        (r#""n":-1"#, "request.n: invalid value: integer `-1`, expected an integer of 0 or more"),
        (r#""n":2.5"#, "request.n: invalid type: floating point `2.5`, expected an integer of 0 or more"),
        (r#""n":"Infinity""#, "request.n: invalid type: string \"Infinity\", expected an integer of 0 or more"),
        (r#""n":4294967296"#, "n must be an integer from 0 to 4294967295; found 4294967296"),
        (r#""seed":-1"#, "request.seed: invalid value: integer `-1`, expected an integer from 0 to 4294967295"),
        (r#""pattern":"x""#, "pattern must be one of random, "),
        (r#""columns":0"#, "request: columns must be an integer from 1 to 2147483648; found 0"),
        (r#""columns":2147483649"#, "columns must be at most 2147483648; found 2147483649"),
        (r#""axis":2"#, "axis must be 0 or 1; found 2"),
        (r#""columns":5,"axis":2"#, "axis must be 0 or 1; found 2"),
        (r#""columns":5,"segmented":true"#, "segments must be either heads or rows; found both"),
        (r#""headsAsBits":true"#, "headsAsBits must be left out of a scan without heads; found true"),
        (r#""segmentLength":37"#, "segmentLength must be left out of a scan without heads; found 37"),
        (r#""segmented":true,"segmentLength":0"#, "segmentLength must be an integer from 1 to 1048576; found 0"),
        (
            r#""algorithm":"hybrid","tuning":{"reduce_steps":33}"#,
            "tuning.reduce_steps of hybrid must be from 0 to 32; found 33",
        ),
        (
            r#""algorithm":"hybrid","tuning":{"reduce_steps":1.5}"#,
            "request.tuning.reduce_steps: invalid type: floating point `1.5`",
        ),
        (r#""algorithm":"hybrid","tuning":{"steps":1}"#, "tuning of hybrid must be reduce_steps"),
        (r#""algorithm":"hybrid","tuning":[1]"#, "request.tuning: invalid type: sequence, expected a map"),
        (r#""algorithm":"blelloch","tuning":{"steps":1}"#, "found \"steps\""),
        (r#""odd":1"#, "request.odd: unknown field `odd`, expected one of `algorithm`, `operator`, `type`, "),
    ] {
        let error = checked(fields, false).expect_err(fields);
        if error.code() != ErrorCode::BadArgument || !error.to_string().contains(said) {
            wrong.push(format!("{fields}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let error = checked(r#""algorithm":"javascript","tuning":{"steps":1}"#, true).unwrap_err().to_string();
    assert_eq!(error, "tuning of javascript must be left out: it has no parameters; found \"steps\"");
}

#[test]
fn a_custom_operator_is_of_one_type_and_others_are_unsupported_on_some() {
    let definition = scanlab::monoid::CustomOperator {
        element_type: ElementType::I32,
        words: 1,
        identity: vec![0],
        combine: "return left + right + 0i;".into(),
    };
    let id = register_operator(definition).unwrap().operator.id.to_string();
    let checked = |operator: &str, element_type: &str| {
        let json = format!(r#"{{"operator":"{operator}","type":"{element_type}"}}"#);
        Request::parse(&json).unwrap().check(false).map_err(|error| (error.code(), error.to_string()))
    };
    assert_eq!(checked(&id, "i32"), Ok(()));
    assert_eq!(checked(&id, "u32"), Err((ErrorCode::BadArgument, "type must be i32; found u32".into())));
    assert_eq!(checked("bicyclic", "f32"), Ok(()));
}

#[test]
fn the_average_length_of_segments_has_a_range() {
    let inputs = |length: &str| {
        let fields = format!(r#""operator":"add","type":"u32","pattern":"random","segmentLength":{length}"#);
        Request::parse(&format!("{{{fields}}}")).unwrap().inputs().map(|_| ())
    };
    assert_eq!(["1", "1048576", "null"].map(inputs), [const { Ok(()) }; 3]);
    for length in ["0", "1048577", "2097152"] {
        let error = inputs(length).expect_err(length);
        assert_eq!(error.code(), ErrorCode::BadArgument);
        let text = error.to_string();
        assert!(text.contains("segmentLength") && text.contains("1 to 1048576") && text.contains(length), "{text}");
    }
}
