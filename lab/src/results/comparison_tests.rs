//! Tests of comparable points, of the reasons why points are not comparable, and of the required shape of a point.

use serde_json::{Value, json};

use super::*;

const TIMES: [f64; 6] = [100.0, 101.0, 102.0, 103.0, 104.0, 105.0];

fn point(more: Value) -> Value {
    let mut point = json!({
        "algorithm": "hybrid", "operator": "add", "type": "u32", "n": 1000, "verified": true, "resolved": true,
        "skipped": null, "samples_ns": TIMES, "rounds": [0, 1, 2, 3, 4, 5], "block": "page-1-0", "repeats": 4,
        "timer_resolution_ns": 32, "median_ns": 102.5, "copy_drifted": false, "mode": "inclusive",
    });
    point.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    point
}

fn compared(left: Value, right: Value, margin: f64) -> Result<Comparison, Error> {
    let left = ComparedPoint::parse("left", &point(left).to_string())?;
    let right = ComparedPoint::parse("right", &point(right).to_string())?;
    Comparison::of(&left, &right, CompareOptions { margin })
}

fn comparison(left: Value, right: Value) -> Comparison {
    compared(left, right, 0.01).unwrap()
}

fn without_ratio(kind: Cause, reason: &str) -> Comparison {
    let (cause, reason) = (Some(kind), Some(reason.to_owned()));
    Comparison { verdict: Verdict::Inconclusive, ratio: None, paired: true, cause, reason, median_ratio: None }
}

#[test]
fn points_of_one_block_are_compared_by_round() {
    // In the rounds that both points have, the right time is twice the left time. The device's clock differs by round.
    let (times, slow) = ([100, 110, 150, 90, 100, 120, 130], [400, 200, 220, 300, 180, 200, 240, 260]);
    let left = json!({"samples_ns": times, "rounds": [1, 2, 3, 5, 6, 7, 8], "repeats": 1000});
    let mut right = json!({"samples_ns": slow, "rounds": [0, 1, 2, 3, 5, 6, 7, 8], "repeats": 1000});
    let found = comparison(left.clone(), right.clone());
    assert_eq!((found.verdict, found.paired, found.cause), (Verdict::Faster, true, None));
    let Ratio { value, interval } = found.ratio.unwrap();
    assert!((value - 0.5).abs() < 1e-9 && interval[1] - interval[0] < 1e-3, "{value} {interval:?}");
    for block in [json!("page-2-0"), Value::Null] {
        right["block"] = block;
        let found = comparison(left.clone(), right.clone());
        assert!(!found.paired && (found.ratio.unwrap().interval[1] - found.ratio.unwrap().interval[0]) > 0.05);
    }
}

#[test]
fn a_clock_whose_resolution_was_not_measured_counts_as_a_coarse_one() {
    let resolved = json!({"timer_resolution_ns": 1, "block": null});
    assert_eq!(compared(resolved.clone(), resolved.clone(), 0.2).unwrap().verdict, Verdict::Same);
    let coarse = json!({"timer_resolution_ns": null, "repeats": 10, "block": null});
    let found = compared(resolved, coarse, 0.2).unwrap();
    // Half of each resolution per scan, relative to the median: 1e6 / 10 / 2 of 102.5, and 1 / 4 / 2.
    let reason = found.reason.unwrap();
    assert!(reason.ends_with("margin of 20 %. The timers' resolution alone is 48781 %."), "{reason}");
}

#[test]
fn points_that_cannot_be_compared_have_their_reason() {
    let refused = |kind: Cause, left: Value, right: Value, reason: &str| {
        assert_eq!(comparison(left, right), without_ratio(kind, reason));
    };
    let none = json!({});
    refused(
        Cause::Skipped,
        none.clone(),
        json!({"skipped": "too large", "samples_ns": [], "rounds": [], "verified": false}),
        "hybrid was not measured: too large",
    );
    let wrong = json!({"verified": false, "samples_ns": [], "rounds": []});
    refused(Cause::WrongOutput, none.clone(), wrong, "The output of hybrid was wrong, so its time is void.");
    let hidden = "The page was hidden while hybrid was measured, so its time is void.";
    refused(Cause::Hidden, none.clone(), json!({"hidden": true}), hidden);
    refused(Cause::Hidden, json!({"hidden": true}), json!({"algorithm": "raking"}), hidden);
    let unresolved = "The samples of hybrid span too few steps of the timer.";
    refused(Cause::Unresolved, none.clone(), json!({"resolved": false, "median_ns": null}), unresolved);
    refused(Cause::Unresolved, none.clone(), json!({"samples_ns": [], "rounds": []}), unresolved);
    let empty = json!({"n": 0, "resolved": false, "samples_ns": [], "rounds": []});
    refused(Cause::NoElements, empty.clone(), empty, "A scan of no elements takes no time.");
    for (field, other, values) in [
        ("n", json!(2000), "1000 and 2000"),
        ("operator", json!("max"), "add and max"),
        ("type", json!("f32"), "u32 and f32"),
    ] {
        let reason = format!("Both points must have the same {field}; they have {values}.");
        refused(Cause::DifferentRequests, none.clone(), json!({field: other}), &reason);
    }
}

#[test]
fn a_sample_without_a_time_is_void() {
    let some = json!({"samples_ns": [0, 101, 102, 103, 104, 105]});
    let few = Cause::TooFewSamples(TooFewSamples { required: 6, found: [5, 5] });
    assert_eq!(comparison(some, json!({})).cause, Some(few));
}

#[test]
fn drift_matters_between_blocks_alone() {
    let drifted = json!({"copy_drifted": true});
    assert_eq!(comparison(drifted.clone(), drifted).cause, Some(Cause::Interval));
    let found = comparison(json!({}), json!({"copy_drifted": true, "block": "page-2-0", "median_ns": 51.25}));
    let reason = "The device's speed changed while hybrid was measured, so it can be compared only with points of its own block.";
    let expected = without_ratio(Cause::DeviceDrifted, reason);
    assert_eq!(found, Comparison { paired: false, median_ratio: Some(2.0), ..expected });
}

#[test]
fn an_inconclusive_comparison_has_a_reason() {
    let found = comparison(json!({}), json!({"algorithm": "raking"}));
    assert_eq!((found.verdict, found.cause), (Verdict::Inconclusive, Some(Cause::Interval)));
    let reason = "The ratio's 95 % interval, 0.922 to 1.078, includes 1 and exceeds the margin of 1 %. \
                  The timers' resolution alone is 7.805 %.";
    assert_eq!(found.reason.as_deref(), Some(reason));
    let fine = |times: [f64; 6]| json!({"repeats": 1000, "samples_ns": times});
    let found = comparison(fine(TIMES), fine([105.0, 100.0, 104.0, 101.0, 103.0, 102.0]));
    let reason = found.reason.unwrap();
    assert!(reason.starts_with("The ratio's") && reason.ends_with("margin of 1 %."), "{reason}");
}

#[test]
fn too_few_samples_have_what_is_required_and_found_and_the_ratio_of_the_medians() {
    let slow = json!({"block": null, "samples_ns": [1650, 1700, 1600], "rounds": [0, 1, 2], "median_ns": 1691.25});
    let few = |found| Cause::TooFewSamples(TooFewSamples { required: 6, found });
    let expected = without_ratio(few([3, 6]), "6 samples of each are required, found 3 and 6.");
    assert_eq!(comparison(slow, json!({})), Comparison { paired: false, median_ratio: Some(16.5), ..expected });
    let other = json!({"samples_ns": [1, 2], "rounds": [3, 4], "median_ns": null});
    let reason = "6 samples of each in the same rounds are required, found 2.";
    assert_eq!(comparison(json!({}), other), without_ratio(few([2, 2]), reason));
}

#[test]
fn what_is_no_point_is_refused_with_what_is_wrong() {
    let refused = |json: &str, part: &str| {
        let error = ComparedPoint::parse("left", json)
            .and_then(|left| Comparison::of(&left, &left, CompareOptions::default()))
            .unwrap_err();
        assert_eq!(error.code(), scanlab::error::ErrorCode::BadArgument);
        assert!(error.to_string().starts_with("left") && error.to_string().contains(part), "{json:.99}: {error}");
    };
    for (json, found) in
        [("null", "null"), ("5", "5"), ("\"x\"", "\"x\""), ("[]", "an array of length 0"), ("", "none")]
    {
        refused(json, &format!("left must be an object; it is {found}"));
    }
    refused("{}", "left.algorithm must be a text of at most 2000 characters; it is missing");
    let with = |more: Value| point(more).to_string();
    for odd in [json!("x"), json!({}), json!(true), json!([[1]])] {
        refused(&with(json!({"samples_ns": odd})), "left.samples_ns");
        refused(&with(json!({"samples_ns": [1, odd], "rounds": [0, 1]})), "left.samples_ns[1] must be a number");
        refused(&with(json!({"rounds": [0, 1, odd]})), "left.rounds[2]");
        refused(&with(json!({"median_ns": odd})), "left.median_ns");
        refused(&with(json!({"n": odd})), "left.n must be a whole number");
    }
    for odd in [json!(5), json!(null), json!([]), json!(true)] {
        refused(&with(json!({"algorithm": odd})), "left.algorithm");
        refused(&with(json!({"type": odd})), "left.type");
    }
    for missing in READ.iter().filter(|field| !["hidden", "rounds", "block"].contains(field)) {
        let mut point = point(json!({}));
        point.as_object_mut().unwrap().remove(*missing);
        refused(&point.to_string(), &format!("left.{missing} must be"));
    }
    refused(
        &with(json!({"samples_ns": [1, -1], "rounds": [0, 1]})),
        "left.samples_ns[1] must be a number of 0 or more",
    );
    // JavaScript writes NaN as null in JSON.
    refused(&with(json!({"samples_ns": [1, null], "rounds": [0, 1]})), "left.samples_ns[1]");
    let long = "left.samples_ns must be a list of 0 to 1000 entries; it is an array of length 1001";
    refused(&with(json!({"samples_ns": vec![5; 1001], "block": null})), long);
    for rounds in [json!([0, 1]), json!([0, 2, 1, 3, 4, 5]), json!([0, 1, 2, 3, 4, 10_000]), json!([0, 0, 1, 2, 3, 4])]
    {
        refused(
            &with(json!({"rounds": rounds})),
            "left.rounds must be 6 ascending numbers below 10000, one for each sample",
        );
    }
    refused(&with(json!({"rounds": [-1, 1, 2, 3, 4, 5]})), "left.rounds[0]");
}

#[test]
fn margins_are_shares() {
    for margin in [-0.1, 1.0, f64::NAN, f64::INFINITY] {
        let error = compared(json!({}), json!({}), margin).unwrap_err().to_string();
        assert!(
            error.starts_with("options.margin must be a number from 0 up to but not including 1; it is"),
            "{error}"
        );
    }
    let parsed = |json: &str| CompareOptions::parse(json).map(|options| options.margin);
    assert_eq!(parsed("{}"), Ok(0.01));
    assert_eq!(parsed(r#"{"margin":0}"#), Ok(0.0));
    for (json, part) in [
        (r#"{"margin":"0.1"}"#, "not including 1; it is \"0.1\""),
        (r#"{"margin":null}"#, "options.margin"),
        (r#"{"margins":0.1}"#, "options must be an object with no other key than margin; it is \"margins\""),
        ("null", "options must be an object; it is null"),
        ("[0.1]", "options must be an object; it is an array of length 1"),
    ] {
        let error = parsed(json).unwrap_err().to_string();
        assert!(error.contains(part), "{json}: {error}");
    }
}

#[test]
fn four_digits_are_shown() {
    for (value, shown) in
        [(1.0, "1"), (1.023456, "1.023"), (0.98, "0.98"), (7.80549, "7.805"), (48_780.1, "48780"), (0.0, "0")]
    {
        assert_eq!(short(value).to_string(), shown);
    }
    assert_eq!([short(0.000_123_456), short(f64::INFINITY)], [0.000_123_5, f64::INFINITY]);
}

#[test]
fn a_comparison_is_written_with_its_cause_and_without_what_it_lacks() {
    let found = serde_json::to_value(comparison(json!({}), json!({"block": null, "samples_ns": [7]}))).unwrap();
    let cause = json!({"kind": "too-few-samples", "required": 6, "found": [6, 1]});
    assert_eq!(found["cause"], cause);
    let decided =
        serde_json::to_value(comparison(json!({"repeats": 9000}), json!({"samples_ns": vec![10; 6], "repeats": 9000})))
            .unwrap();
    let keys: Vec<_> = decided.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!((keys, &decided["verdict"]), (vec!["paired", "ratio", "verdict"], &json!("slower")));
}

#[test]
fn a_point_is_compared_as_its_json_is() {
    let request = json!({
        "algorithm": "auto", "operator": "add", "type": "u32", "mode": "inclusive", "direction": "forward",
        "segmented": false, "inPlace": false, "n": 1000, "tuning": {}, "pattern": "ramp", "seed": 5,
    });
    let of = || super::super::Circumstances {
        request: serde_json::from_value(request.clone()).unwrap(),
        transfers: false,
        verified: true,
        hidden: false,
    };
    let points = [&TIMES[..], &[200.0, 201.0, 199.0, 200.0, 200.0, 202.0]]
        .map(|times| Point::sequential(of(), times, 1_000_000).unwrap());
    let [left, right] = points.each_ref().map(ComparedPoint::from);
    let [read_left, read_right] =
        points.each_ref().map(|point| ComparedPoint::parse("point", &serde_json::to_string(point).unwrap()).unwrap());
    let found = Comparison::of(&left, &right, CompareOptions::default()).unwrap();
    assert_eq!(found.verdict, Verdict::Faster);
    assert_eq!(Ok(found), Comparison::of(&read_left, &read_right, CompareOptions::default()));
}

#[test]
fn sentences_name_a_point_by_what_it_calls_its_scan() {
    let titled = json!({"algorithm": "Brent–Kung, in place", "verified": false});
    let why = compared(titled, json!({}), 0.0).unwrap();
    let text = serde_json::to_string(&why).unwrap();
    assert!(text.contains("The output of Brent–Kung, in place was wrong"), "{text}");
}
