//! Unit tests of queries and of the setting `algorithms`.

use super::*;
use scanlab::scan::ALGORITHMS;

#[test]
fn an_address_of_another_kind_or_version_is_named() {
    assert_eq!(parse_query(""), ParsedQuery::default());
    let foreign = parse_query("?page_id=12&&utm_source=x");
    assert_eq!(foreign.others, ["page_id=12", "utm_source=x"]);
    assert_eq!(ParsedQuery { others: Vec::new(), ..foreign }, ParsedQuery::default());
    assert_eq!(parse_query("?sizes=2^20+3").values.get(Setting::Sizes).unwrap(), "2^20+3");
    assert_eq!(parse_query("?mode").values.get(Setting::Mode).unwrap(), "");
    assert!(parse_query("?run=1").run && !parse_query("run=0").run);
    let other = parse_query("?v=2&sizes=10&run=1&page=3");
    let problem =
        "v: this page reads version 1 of an address’s settings; this one is version “2”. All of them were left out.";
    assert_eq!(other.problems, [problem]);
    assert_eq!((other.values, other.run, other.others), (SettingTexts::default(), false, vec!["page=3".into()]));
    let problems = |search: &str| parse_query(search).problems.join(" ");
    assert!(problems("?v=&sizes=10").contains("version “”"));
    assert_eq!(problems("?run=yes"), "run: “yes” is not one of 0, 1.");
    assert_eq!(problems("?mode=a&mode=b"), "mode: it is given more than once; the first value is used.");
    assert_eq!(problems("?v=1&v=1"), "v: it is given more than once; the first value is used.");
    for value in ["%zz", "%4", "%", "%ff", "%ed%a0%80", "a%c3"] {
        let problem = format!("seed: “{value}” has a % that is not followed by the two digits of a character.");
        assert_eq!(problems(&format!("?seed={value}")), problem);
    }
    assert_eq!(problems("?v=1&algoritms=a&page=3"), "algoritms: this is not a setting; “algorithms” is one.");
    for (name, meant) in
        [("Sizes", "sizes"), ("size", "sizes"), ("ssizes", "sizes"), ("sires", "sizes"), ("typ", "type")]
    {
        assert!(problems(&format!("?v=1&{name}=3")).contains(&format!("“{meant}” is one")), "{name}");
    }
    for name in ["siz", "sizess1", "s", "\u{fffd}", ""] {
        assert_eq!(problems(&format!("?v=1&{name}=3")), "", "{name}");
    }
    assert_eq!(problems("?Sizes=3"), "");
    let long = format!("?sizes={}&a=b", "1,".repeat(10_000));
    let parsed = parse_query(&long);
    let problem = "The address: at most 16000 characters of settings are read; there are 20011.";
    assert_eq!((parsed.values, parsed.problems), (SettingTexts::default(), vec![problem.into()]));
    assert_eq!(parsed.others, ["a=b"]);
    let problem = "at most 4000 characters are read; there are 4001";
    assert_eq!(parse_sizes(&"1".repeat(4001)).problems, [problem]);
    assert_eq!(parse_algorithms(&"1".repeat(4001)).problems, [problem]);
}

#[test]
fn what_is_wrong_with_scans_is_named_and_the_rest_holds() {
    let text = "hybrid:reduce_steps=99:x=1, bogo:y=2;sklansky:z=1 look-back-fallback:items=:max_spins=3+javascript";
    let ParsedAlgorithms { entries, problems } = parse_algorithms(text);
    let entry = |id, tuning: &[(&str, u32)]| AlgorithmEntry {
        id,
        tuning: tuning.iter().map(|(name, value)| ((*name).into(), *value)).collect(),
    };
    let expected = [
        entry("hybrid", &[]),
        entry("sklansky", &[]),
        entry("look-back-fallback", &[("max_spins", 3)]),
        entry("javascript", &[]),
    ];
    assert_eq!(entries, expected);
    assert_eq!(problems.len(), 5);
    assert_eq!(problems[0], "reduce_steps of hybrid must be a whole number from 0 to 32; it is “99”");
    assert_eq!(problems[1], "“x” is not a parameter of hybrid, which has reduce_steps");
    assert!(problems[2].starts_with("“bogo” is not one of sequential, hillis-steele, "), "{}", problems[2]);
    assert!(problems[2].ends_with(", look-ahead, auto, javascript"), "{}", problems[2]);
    assert!(ALGORITHMS.iter().all(|algorithm| problems[2].contains(algorithm.id)));
    assert_eq!(problems[3], "“z” is not a parameter of sklansky, which has no parameters");
    assert_eq!(problems[4], "items of look-back-fallback must be a whole number from 0 to 32; it is “”");
    assert_eq!(parse_algorithms(" , ").problems, ["no algorithm is named"]);
    for id in ["toString", "__proto__", "constructor", "Hybrid", "\u{fffd}"] {
        assert!(parse_algorithms(id).entries.is_empty());
    }
    for value in ["00000000000000009", "0x9", "9.0", "+9", "-1", "٩", "9 ", "99999999999999999999"] {
        assert_eq!(
            parse_algorithms(&format!("hybrid:reduce_steps={value}")).problems.is_empty(),
            value == "9 ",
            "{value}"
        );
    }
    assert_eq!(parse_algorithms("hybrid:reduce_steps=1:reduce_steps=0009").entries[0].tuning["reduce_steps"], 9);
    let long = parse_algorithms(&"😀".repeat(30)).problems.remove(0);
    assert!(long.starts_with(&format!("“{}…” is not one of", "😀".repeat(20))), "{long}");
}
