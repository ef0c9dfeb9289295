//! Unit tests of sizes as text.

use super::sizes::*;

fn parse(token: &str) -> Result<u64, String> {
    parse_size(token, &SizeRules::default())
}

fn parse_below(token: &str, limit: u64) -> Result<u64, String> {
    parse_size(token, &SizeRules::new(Some(limit as f64), &crate::number::grouped))
}

fn range(from: &str, to: &str, steps: &str, spacing: Spacing) -> SizeRange {
    SizeRange { from: from.into(), to: to.into(), steps: steps.into(), spacing }
}

fn sizes(from: &str, to: &str, steps: &str, spacing: Spacing) -> Vec<u64> {
    let found = range(from, to, steps, spacing).sizes(&SizeRules::default());
    assert_eq!(found.problems, RangeProblems::default(), "{from}..{to}");
    found.sizes
}

#[test]
fn a_size_is_an_integer_a_power_or_a_power_with_an_offset() {
    let values = [
        ("0", 0),
        ("-0", 0),
        ("1000", 1000),
        ("+1000", 1000),
        ("1_000", 1000),
        ("0_0", 0),
        ("2^20", 1 << 20),
        ("2**10", 1024),
        ("2^+10", 1024),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("1.5e3", 1500),
        ("1.e3", 1000),
        (".5e1", 5),
        ("1__", 1),
        ("0.5^-3", 8),
        ("-2^2", 4),
        ("2^20+3", (1 << 20) + 3),
        ("2^8-1", 255),
        ("8+1", 9),
        ("1e+3", 1000),
        ("1e3-1", 999),
        ("9007199254740991", (1 << 53) - 1),
    ];
    for (token, value) in values {
        assert_eq!(parse(token), Ok(value), "{token}");
    }
}

#[test]
fn the_problem_of_an_invalid_size_states_what_is_required_and_what_was_found() {
    let problems = [
        ("abc", "“abc” is not a number"),
        ("-5", "“-5” is negative"),
        ("2^-1", "not a whole number"),
        ("1.5", "“1.5” is not a whole number"),
        ("1.5^2", "“1.5^2” is not a whole number"),
        ("007", "starts with 0"),
        ("000", "starts with 0"),
        ("-01", "starts with 0"),
    ];
    for (token, part) in problems {
        let problem = parse(token).unwrap_err();
        assert!(problem.contains(part), "{token}: {problem}");
    }
    let texts = [
        "", "2^", "2**", "0x10", "NaN", "Infinity", ".", "_1", "1._5", "e5", "1e", "1e5.5", "1+", "2^3^4", "2^1_0",
        "1 0", " 1", "1+2+3", "٣", "2^²", "1+1e3", "\u{fffd}", "–5",
    ];
    for token in texts {
        let problem = parse(token).unwrap_err();
        assert!(problem.starts_with(&format!("“{token}” is not a number; write sizes like")), "{token}: {problem}");
    }
    let huge = "9".repeat(400);
    assert!(parse(&format!("1^{huge}")).unwrap_err().contains("not a whole number"));
    assert!(parse(&format!("2^{huge}-{huge}")).unwrap_err().contains("not a whole number"));
    assert_eq!(parse(&format!("2^-{huge}")), Ok(0));
}

#[test]
fn a_size_past_the_limit_names_the_limit_and_what_was_meant() {
    let problem = parse_below("2^40", 1 << 28).unwrap_err();
    assert_eq!(problem, "“2^40” is 1,099,511,627,776 elements, but at most 268,435,456 elements fit on this adapter");
    assert_eq!(parse_below("1001", 1000).unwrap_err(), "1,001, but at most 1,000 elements fit on this adapter");
    assert!(parse_below("1000.5", 1000).unwrap_err().starts_with("1,000.5, but at most 1,000"));
    assert!(parse("1e999").unwrap_err().starts_with("“1e999” is ∞ elements, but at most 9,007,199,254,740,991"));
    assert!(parse("1e+21").unwrap_err().starts_with("1,000,000,000,000,000,000,000, but at most"));
    assert_eq!(parse_below("1000", 1000), Ok(1000));
    let rules = SizeRules::new(Some(1000.0), &|n| format!("<{n}>"));
    assert_eq!(parse_size("1001", &rules).unwrap_err(), "<1001>, but at most <1000> elements fit on this adapter");
    assert!(parse_below("1", 0).is_err());
    // The fields of the page's memory machine, whose test in JavaScript relies on these values.
    for (text, value) in [("2^6", 64), ("2", 2), ("4", 4), ("8", 8), ("1e3", 1000), ("0", 0)] {
        assert_eq!(parse_below(text, 1 << 32), Ok(value));
    }
    for text in ["", "-1", "2.5", "many", "2^33"] {
        assert!(parse_below(text, 1 << 32).is_err(), "{text}");
    }
}

#[test]
fn a_list_may_be_separated_by_anything_usual_and_comes_back_ascending_and_without_repetitions() {
    let list = parse_size_list("1000, 4096;2^20\n1e6\u{a0} 1000", &SizeRules::default());
    assert_eq!(list, SizeList { sizes: vec![1000, 4096, 1_000_000, 1 << 20], problems: Vec::new() });
}

#[test]
fn a_comma_that_may_separate_thousands_is_refused_with_both_readings() {
    let read = |text: &str| parse_size_list(text, &SizeRules::default());
    for (text, sizes, found) in [
        (
            "1,024",
            vec![],
            vec![
                "“1,024” can be read as 1024 or as 1 and 024: write “1024”, or “1, 024” with a space after each comma",
            ],
        ),
        (
            "8 65,536, 1,048,576",
            vec![8],
            vec!["“65,536” can be read as 65536", "“1,048,576” can be read as 1048576 or as 1, 048 and 576"],
        ),
        ("128,256", vec![], vec!["“128,256” can be read as 128256 or as 128 and 256"]),
    ] {
        let SizeList { sizes: read, problems } = read(text);
        assert_eq!((read, problems.len()), (sizes, found.len()), "{text}: {problems:?}");
        assert!(problems.iter().zip(found).all(|(problem, found)| problem.starts_with(found)), "{problems:?}");
    }
    // If one comma cannot separate thousands, all commas of the text separate sizes. A comma before a space cannot.
    for text in ["8,64,128,256", "64,4096 128,256", "2^3,128,256", "8, 64, 128, 256, 4096", "1,2,3,4,5,6"] {
        assert_eq!(read(text).problems, Vec::<String>::new(), "{text}");
    }
    assert_eq!(read("64,4096 128,256").sizes, [64, 128, 256, 4096]);
}

#[test]
fn one_bad_token_leaves_the_others() {
    let SizeList { sizes, problems } = parse_size_list("8, x, 16, -1", &SizeRules::default());
    assert_eq!((sizes, problems.len()), (vec![8, 16], 2));
}

#[test]
fn an_empty_list_and_one_too_long_are_problems() {
    let problems = |text: &str| parse_size_list(text, &SizeRules::default()).problems;
    assert_eq!(problems(" , "), ["no size is given; write at least one, like 2^16"]);
    let many: Vec<_> = (0..=MAX_SIZES).map(|n| n.to_string()).collect();
    assert_eq!(problems(&many.join(" ")), ["201 sizes are given; a sweep takes at most 200"]);
    let long = "x,".repeat(1_000_000);
    assert_eq!(problems(&long), ["at most 100000 characters are read; there are 2000000"]);
}

#[test]
fn a_range_of_powers_of_two() {
    let powers = |steps| sizes("2^10", "2^20", steps, Spacing::Powers);
    assert_eq!(powers("11"), (10..=20).map(|exponent| 1 << exponent).collect::<Vec<u64>>());
    assert_eq!(powers(" 0xb "), powers("11"));
    assert_eq!(powers("3"), [1 << 10, 1 << 15, 1 << 20]);
    assert_eq!(powers("50").len(), 11);
    assert_eq!(sizes("1000", "5000", "9", Spacing::Powers), [1024, 2048, 4096]);
    assert_eq!(powers("1"), [1 << 20]);
    assert_eq!(sizes("1", "9007199254740991", "200", Spacing::Powers).len(), 53);
}

#[test]
fn a_range_that_is_even_on_a_log_scale() {
    assert_eq!(sizes("1", "1000", "4", Spacing::Log), [1, 10, 100, 1000]);
    assert_eq!(sizes("1", "4", "100", Spacing::Log), [1, 2, 3, 4]);
    // Sizes that rounding makes equal are shifted, so that the requested number of sizes results.
    for (from, to) in [(1, 100), (1, 30), (3, 31), (7, 7), (1 << 20, 1 << 30)] {
        for steps in [1, 2, 10, 29, 100] {
            let sizes = sizes(&from.to_string(), &to.to_string(), &steps.to_string(), Spacing::Log);
            assert_eq!(sizes.len() as u64, (to - from + 1).min(steps), "{from}..{to} in {steps}");
            assert!(sizes.iter().all(|n| (from..=to).contains(n)) && sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
            assert_eq!(sizes.last(), Some(&to));
        }
    }
}

#[test]
fn problems_of_a_range_come_back_by_field() {
    let problems = |from: &str, to: &str, steps: &str| {
        let limited = SizeRules::new(Some(1e6), &crate::number::grouped);
        let found = range(from, to, steps, Spacing::Powers).sizes(&limited);
        assert!(found.sizes.is_empty());
        found.problems
    };
    let only_to = |found: RangeProblems| {
        assert!(found.from.is_none() && found.steps.is_none());
        found.to.unwrap()
    };
    assert!(problems("x", "2^10", "11").from.unwrap().contains("“x” is not a number"));
    assert_eq!(problems("0", "2^10", "11").from.unwrap(), "a range starts at 1 element or more; put 0 into a list");
    assert_eq!(only_to(problems("2^10", "512", "11")), "512 is less than the start, 1,024");
    assert!(only_to(problems("2^10", "1e9", "11")).contains("at most 1,000,000"));
    assert_eq!(only_to(problems("1000", "1010", "11")), "there is no power of two from 1,000 to 1,010");
    for steps in ["", "0", "1.5", "201", "x", "-1", "1e999", "NaN"] {
        let found = problems("2^10", "2^12", steps);
        assert_eq!(found.steps.unwrap(), format!("“{steps}” is not a whole number from 1 to 200"));
        assert!(found.from.is_none() && found.to.is_none());
    }
    let all = problems("x", "y", "z");
    assert!(all.from.is_some() && all.to.is_some() && all.steps.is_some());
}
