use super::*;
use crate::bench::compare::{self, Ratio};

const RANGE: [u64; 2] = [1 << 10, 1 << 24];

/// Finds crossovers of `a` and `b`. The time of b is `ratio(n)` times that of a; within 1 % there is no verdict. Returns also the sizes.
fn found(range: [u64; 2], steps: &[u64], ratio: impl Fn(f64) -> f64) -> (Vec<u64>, Conclusion) {
    let steps = steps.iter().map(|&n| Step { n, rise: 0.5 }).collect();
    let algorithms = ["a", "b"].map(str::to_owned);
    let mut finder = Finder { algorithms, search: Search::new(range[0], range[1], steps) };
    let mut sizes = Vec::new();
    while let Some(n) = finder.next_size() {
        sizes.push(n);
        let ratio = ratio(n as f64);
        let is_close = (ratio - 1.0).abs() < 0.01;
        let faster = (!is_close).then_some(usize::from(ratio < 1.0));
        let ratio = (!is_close).then_some(ratio);
        finder.search.record(n, Verdict { faster, ratio, reason: "too close.".to_owned(), again: false });
    }
    (sizes, finder.conclude())
}

fn crossing(n: u64, low: u64, high: u64, faster: &str) -> Crossing<String> {
    Crossing { n, low, high, faster: faster.to_owned() }
}

#[test]
fn a_crossover_is_found_by_bisection_and_both_of_its_sizes_are_measured_twice() {
    let (sizes, answer) = found(RANGE, &[], |n| if n < 100_000.0 { 1.5 } else { 0.5 });
    let Some(Crossing { n, low, high, .. }) = answer.last else { panic!("{answer:?}") };
    assert!(low < 100_000 && high >= 100_000 && high * 100 < low * 103, "{low} {high}");
    assert!(low < n && n < high);
    assert_eq!((answer.crossings, answer.reason), (vec![crossing(n, low, high, "b")], None));
    let stretch = |low, high, faster: &str| Stretch { low, high, faster: faster.to_owned() };
    assert_eq!(answer.stretches, [stretch(RANGE[0], low, "a"), stretch(high, RANGE[1], "b")]);
    let end = |n, faster: &str| End { n, faster: Some(faster.to_owned()), reason: None };
    assert_eq!((answer.unsure, answer.ends), (vec![], vec![end(RANGE[0], "a"), end(RANGE[1], "b")]));
    let times = |size| sizes.iter().filter(|&&one| one == size).count();
    assert_eq!([times(low), times(high)], [2, 2]);
    assert!(sizes.len() <= 14, "{}", sizes.len());
}

#[test]
fn of_several_crossings_at_steps_of_the_plans_all_are_found_to_one_element() {
    // b is faster from 3000 to 4096, and from 100,000 on.
    let ratio = |n| if n < 3000.0 || (n > 4096.0 && n <= 100_000.0) { 1.2 } else { 0.8 };
    let (_, answer) = found(RANGE, &[2999, 4096, 100_000], ratio);
    let last = crossing(100_001, 100_000, 100_001, "b");
    let expected = vec![crossing(3000, 2999, 3000, "b"), crossing(4097, 4096, 4097, "a"), last.clone()];
    assert_eq!((answer.crossings, answer.last), (expected, Some(last)));
}

#[test]
fn a_second_scan_that_is_faster_only_in_between_has_crossings_but_no_last_one() {
    let ratio = |n| if n > 4096.0 && n <= 8192.0 { 0.9 } else { 1.1 };
    let (_, answer) = found(RANGE, &[4096, 8192], ratio);
    let reason =
        "a is faster at both ends, 1024 and 16777216 elements; between them, b is faster from 4097 elements on.";
    assert_eq!((answer.last, answer.reason.as_deref()), (None, Some(reason)));
    assert_eq!(answer.crossings, [crossing(4097, 4096, 4097, "b"), crossing(8193, 8192, 8193, "a")]);
}

#[test]
fn the_range_in_which_the_faster_scan_is_unknown_is_found() {
    // The times differ by less than 1 % from 2^16 / 1.1 to 2^16 · 1.1.
    let ratio = |n: f64| 1.0 - (n / 65536.0).ln() / 10.0;
    let (_, answer) = found(RANGE, &[], ratio);
    let Crossing { n, low, high, .. } = answer.last.unwrap();
    let (n, low, high) = (n as f64, low as f64, high as f64);
    assert!(ratio(low) >= 1.01 && ratio(high) <= 0.99, "{low} {high}");
    assert!(low > 65536.0 / 1.5 && high < 65536.0 * 1.5, "{low} {high}");
    assert!((n / 65536.0 - 1.0).abs() < 0.2, "{n}");
}

#[test]
fn sizes_next_to_each_other_end_the_search() {
    let (_, answer) = found([1, 16], &[], |n| if n < 7.0 { 2.0 } else { 0.5 });
    assert_eq!(answer.last, Some(crossing(7, 6, 7, "b")));
}

#[test]
fn ends_that_enclose_no_crossover_have_their_reason() {
    for (ratio, faster) in [(2.0, "a"), (0.5, "b")] {
        let (sizes, answer) = found(RANGE, &[], |_| ratio);
        assert_eq!((sizes, answer.last), (RANGE.to_vec(), None));
        let reason = format!("{faster} is faster at both ends, 1024 and 16777216 elements.");
        assert_eq!(answer.reason, Some(reason));
        assert_eq!(answer.ends.iter().map(|end| end.n).collect::<Vec<_>>(), RANGE);
        assert!(answer.ends.iter().all(|end| end.faster.as_deref() == Some(faster)));
    }
}

#[test]
fn exchanged_scans_and_an_unclear_end_have_a_reason_beside_the_results() {
    let (_, exchanged) = found(RANGE, &[], |n| if n > 2000.0 { 2.0 } else { 0.5 });
    let reason = "b is faster at 1024 elements and a at 16777216: exchange the two scans to find the crossover.";
    assert_eq!((exchanged.last, exchanged.reason.as_deref()), (None, Some(reason)));
    assert_eq!((exchanged.crossings.len(), exchanged.crossings[0].faster.as_str()), (1, "a"));
    let (_, open) = found(RANGE, &[], |n| if n > 2000.0 { 1.001 } else { 2.0 });
    let reason = "The comparison is inconclusive at 16777216 elements: too close.";
    assert_eq!((open.last, open.reason.as_deref()), (None, Some(reason)));
    assert_eq!((open.ends[0].faster.as_deref(), open.ends[1].faster.as_deref()), (Some("a"), None));
    let high = open.stretches[0].high;
    assert!(high > 1500 && high <= 2000, "{high}");
    let unsure = Unsure { low: high + 1, high: RANGE[1], reason: "too close.".to_owned() };
    assert_eq!((open.crossings, open.unsure), (vec![], vec![unsure]));
}

#[test]
fn points_of_both_scans_lead_to_a_verdict() {
    let verdict = |value: f64, verdict, ratio: bool, reason: Option<&str>| {
        Verdict::new(Comparison {
            verdict,
            ratio: ratio.then_some(Ratio { value, interval: [value; 2] }),
            paired: true,
            cause: None,
            reason: reason.map(str::to_owned),
            median_ratio: None,
        })
    };
    let expected = |faster, ratio, reason: &str, again| Verdict { faster, ratio, reason: reason.to_owned(), again };
    let same = "They take the same time.";
    assert_eq!(verdict(2.0, compare::Verdict::Slower, true, None), expected(Some(0), Some(2.0), same, false));
    assert_eq!(verdict(0.5, compare::Verdict::Faster, true, None), expected(Some(1), Some(0.5), same, false));
    assert_eq!(verdict(1.0, compare::Verdict::Same, true, None), expected(None, Some(1.0), same, false));
    let inconclusive = |ratio, reason| verdict(1.001, compare::Verdict::Inconclusive, ratio, Some(reason));
    assert_eq!(inconclusive(true, "too close."), expected(None, Some(1.001), "too close.", true));
    assert_eq!(inconclusive(false, "wrong."), expected(None, None, "wrong.", false));
}

#[test]
fn a_finder_compares_the_points_that_it_is_given() {
    let point = |algorithm: &str, n: u64, time: f64| -> ComparedPoint {
        let point = serde_json::json!({
            "algorithm": algorithm, "operator": "add", "type": "u32", "n": n, "verified": true, "resolved": true,
            "skipped": null, "samples_ns": vec![time; 6], "rounds": [0, 1, 2, 3, 4, 5], "block": "b", "repeats": 1000, "timer_resolution_ns": 1,
            "median_ns": time, "copy_drifted": false,
        });
        ComparedPoint::parse("point", &point.to_string()).unwrap()
    };
    let request = SearchRequest { algorithms: ["a", "b"].map(str::to_owned), from: 1, to: 16, planned: Vec::new() };
    let mut finder = Finder::new(request, Limits::CORE).unwrap();
    let mut sizes = Vec::new();
    while let Some(n) = finder.next_size() {
        sizes.push(n);
        let time = if n < 7 { 200.0 } else { 50.0 };
        finder.record(&point("a", n, 100.0), &point("b", n, time)).unwrap();
    }
    assert_eq!(finder.conclude().last, Some(crossing(7, 6, 7, "b")), "{sizes:?}");
}

#[test]
fn a_search_is_for_two_scans_and_a_range() {
    let refused = |algorithms: [&str; 2], from, to, message: &str| {
        let request = SearchRequest { algorithms: algorithms.map(str::to_owned), from, to, planned: Vec::new() };
        assert_eq!(Finder::new(request, Limits::CORE).unwrap_err().to_string(), message);
    };
    refused(["a", "a"], 1, 2, "algorithms must be two different ids; found \"a\" twice");
    refused(["a", "b"], 0, 2, "from must be an integer from 1 to 4294967294; found 0");
    refused(["a", "b"], 8, 8, "to must be an integer from 9 to 4294967295; found 8");
    refused(["a", "b"], 8, 1 << 32, "to must be an integer from 9 to 4294967295; found 4294967296");
    refused(["a", "b"], u64::MAX, 2, "from must be an integer from 1 to 4294967294; found 18446744073709551615");
    let parsed = |json: &str| crate::json::parse::<SearchRequest>("request", json).unwrap_err().to_string();
    let text = parsed(r#"{"algorithms":["a","b"],"from":1.5,"to":8,"planned":[]}"#);
    assert!(text.starts_with("request.from: invalid type"), "{text}");
}

#[test]
fn a_finder_takes_the_steps_of_its_plans_and_refuses_what_has_none() {
    let request = |tuning: &str| -> SearchRequest {
        let request = format!(r#"{{"algorithm":"hybrid","operator":"add","type":"u32","tuning":{tuning}}}"#);
        let planned = format!(r#"{{"algorithms":["hybrid","javascript"],"from":1,"to":4096,"planned":[{request}]}}"#);
        crate::json::parse("search", &planned).unwrap()
    };
    let mut finder = Finder::new(request("{}"), Limits::CORE).unwrap();
    let mut sizes = Vec::new();
    while let Some(n) = finder.next_size() {
        sizes.push(n);
        finder.search.record(n, Verdict { faster: Some(0), ratio: Some(1.05), reason: String::new(), again: false });
    }
    // Each power of two is followed by one more dispatch, so the search measures both sides of it.
    assert!(sizes.contains(&1024) && sizes.contains(&1025), "{sizes:?}");
    let error = Finder::new(request(r#"{"odd":1}"#), Limits::CORE).unwrap_err();
    assert_eq!(error.code(), scanlab::error::ErrorCode::BadArgument);
}
