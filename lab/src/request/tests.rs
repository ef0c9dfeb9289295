//! Requests by name: their resolution, and the descriptions of their plans.

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
    // Of the parallelism of a workgroup.
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
    // A segmented scan has a head flag per element.
    assert_eq!(code_and_text(r#""n":16777217,"segmented":true"#).0, ErrorCode::TooLarge);
}

#[test]
fn the_average_length_of_segments_has_a_range() {
    let input = |length: &str| {
        let fields = format!(r#""operator":"add","type":"u32","pattern":"random","segmentLength":{length}"#);
        let of_scan = Request::parse(&format!(r#"{{"algorithm":"hybrid","segmented":true,{fields}}}"#)).unwrap();
        let alone: crate::request::InputRequest = json::parse("test input", &format!("{{{fields}}}")).unwrap();
        [of_scan.inputs().map(|_| ()), alone.find().map(|_| ())]
    };
    assert_eq!([input("1"), input("1048576"), input("null")].concat(), vec![Ok(()); 6]);
    for length in ["0", "1048577", "2097152"] {
        for found in input(length) {
            let error = found.expect_err(length);
            assert_eq!(error.code(), ErrorCode::BadArgument);
            let text = error.to_string();
            assert!(text.contains("segmentLength") && text.contains("1 to 1048576") && text.contains(length), "{text}");
        }
    }
}
