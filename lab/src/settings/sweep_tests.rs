//! Unit tests of settings as text, and of the query of an address.

use std::collections::BTreeMap;

use super::sweep::{format_range, format_sizes};
use super::*;
use crate::json;
use crate::request::OperationOptions;
use scanlab::scan::ALGORITHMS;

pub(super) fn sizes_of(text: &str) -> Vec<u64> {
    let ParsedSizes { sizes, choice, problems } = parse_sizes(text);
    assert_eq!(problems, Vec::<String>::new(), "{text}");
    let rules = SizeRules::default();
    let chosen = match choice.unwrap() {
        SizesChoice::Range(range) => range.sizes(&rules).sizes,
        SizesChoice::List(list) => parse_size_list(&list, &rules).sizes,
    };
    assert_eq!(sizes, chosen, "{text}");
    sizes
}

pub(super) fn values_of(query: &str) -> SettingTexts {
    let ParsedQuery { values, run, problems, others } = parse_query(query);
    assert_eq!((run, problems.len(), others.len()), (false, 0, 0), "{query}");
    values
}

pub(super) fn example() -> SweepSettings {
    SweepSettings {
        algorithms: vec!["hybrid".into(), "sklansky".into()],
        tuning: BTreeMap::from([("hybrid".into(), BTreeMap::from([("reduce_steps".into(), 9)]))]),
        sizes: (10..25).map(|exponent| 1 << exponent).collect(),
        operator: "add".into(),
        element_type: "u32".into(),
        custom: None,
        mode: "exclusive".into(),
        initial: false,
        pattern: "random".into(),
        seed: Some(7),
        transfers: false,
        metric: Some("elements".into()),
        operation: None,
        options: OperationOptions::default(),
    }
}

#[test]
fn an_address_is_readable() {
    let query = "v=1&algorithms=hybrid:reduce_steps=9,sklansky&sizes=2^10..2^24&operator=add&type=u32&mode=exclusive\
        &pattern=random&seed=7&metric=elements";
    assert_eq!(example().query(None), query);
    let initial = SweepSettings { initial: true, ..example() };
    assert!(initial.query(None).contains("&mode=exclusive&initial=1&pattern="));
    let operation = SweepSettings { operation: Some("reduce".into()), ..initial };
    assert!(!operation.query(None).contains("initial"));
    let combine = "return vec2f(left.x * right.x, 0.0); // a & b\n";
    let custom = CustomOperatorSettings { words: 2, identity: "1, 0".into(), combine: combine.into() };
    let custom =
        SweepSettings { operator: "custom-0123".into(), element_type: "f32".into(), custom: Some(custom), ..example() };
    let query = custom.query(None);
    let code = "return%20vec2f(left.x%20*%20right.x,%200.0)%3B%20%2F%2F%20a%20%26%20b%0A";
    assert!(
        query.contains(&format!("&operator=custom&type=f32&words=2&identity=1,%200&combine={code}&mode=")),
        "{query}"
    );
    let parsed = parse_query(&query);
    assert_eq!(parsed.values.get(Setting::Combine), Some(combine));
    assert_eq!((parsed.values.get(Setting::Words), parsed.problems.len()), (Some("2"), 0));
    let transfers = SweepSettings { transfers: true, metric: None, ..example() };
    assert!(transfers.query(None).ends_with("&seed=7&transfers=1"));
    let json = r#"{"algorithms":["auto"],"sizes":[1,3],"operator":"add","type":"f32","mode":"inclusive","pattern":"a b",
        "seed":4294967295,"metric":"","more":true}"#;
    let settings: SweepSettings = json::parse("settings", json).unwrap();
    let range = SizeRange { from: " 1".into(), to: "3".into(), steps: "2".into(), spacing: Spacing::Log };
    assert_eq!(
        settings.query(Some(&range)),
        "v=1&algorithms=auto&sizes=1..3:steps=2:spacing=log&operator=add&type=f32&mode=inclusive&pattern=a%20b&seed=4294967295"
    );
    let json = r#"{"algorithms":["blelloch","javascript"],"sizes":[0,1024],"operator":"add","type":"u32",
        "mode":"inclusive","pattern":"random","seed":1,"tuning":{"blelloch":{"padding":1}}}"#;
    let settings: SweepSettings = json::parse("settings", json).unwrap();
    assert_eq!(
        settings.query(None),
        "v=1&algorithms=blelloch:padding=1,javascript&sizes=0,2^10&operator=add&type=u32&mode=inclusive&pattern=random&seed=1"
    );
    assert_eq!(parse_query("?transfers=1").values.get(Setting::Transfers).unwrap(), "1");
    assert_eq!(format_sizes(&[0, 1, 1000, 1024, 1025]), "0,1,1000,2^10,1025");
    assert_eq!(format_sizes(&[1, 2]), "1,2");
    assert_eq!(format_sizes(&[1, 2, 4]), "1..4");
    assert_eq!(format_sizes(&[0, 0, 0]), "0,0,0");
    assert_eq!(format_sizes(&[1, 2, 5]), "1,2,5");
    assert_eq!(format_sizes(&[]), "");
}

#[test]
fn parameters_stand_in_the_order_of_the_catalogue() {
    for algorithm in ALGORITHMS {
        assert!(algorithm.tuning.is_sorted_by(|a, b| a.name < b.name), "{}", algorithm.id);
    }
    let id = "look-back-fallback".to_owned();
    let values = BTreeMap::from([("max_spins".to_owned(), 2), ("items".to_owned(), 8)]);
    let settings = SweepSettings { algorithms: vec![id.clone()], tuning: BTreeMap::from([(id, values)]), ..example() };
    assert!(settings.query(None).starts_with("v=1&algorithms=look-back-fallback:items=8:max_spins=2&"));
}

#[test]
fn settings_have_their_names_in_data_as_in_addresses() {
    let query = example().query(None) + "&transfers=1";
    let values = &serde_json::to_value(parse_query(&query)).unwrap()["values"];
    let named: Vec<_> =
        query.split('&').filter_map(|part| part.split('=').next()).filter(|name| *name != "v").collect();
    assert_eq!(named.len(), 9);
    for name in named {
        assert!(values[name].is_string(), "{name}");
    }
}

#[test]
fn ranges_are_shown_in_their_form() {
    let shown = |from: &str, to: &str, steps: &str, spacing| {
        format_range(&SizeRange { from: from.into(), to: to.into(), steps: steps.into(), spacing })
    };
    assert_eq!(shown(" 2^10", "2^20 ", "11", Spacing::Powers), "2^10..2^20");
    assert_eq!(shown("2^10", "2^20", "5", Spacing::Powers), "2^10..2^20:steps=5");
    assert_eq!(shown("1000", "1e6", " 20", Spacing::Log), "1000..1e6:steps=20:spacing=log");
    assert_eq!(shown("x", "0", "", Spacing::Powers), "x..0:steps=");
    assert_eq!(sizes_of("1000..1e6:spacing=log").len(), 11);
    assert_eq!(sizes_of("2^10..2^20:steps=5").len(), 5);
}

#[test]
fn a_range_inside_a_list_is_written_out() {
    assert_eq!(sizes_of("100, 2^10..2^12, 7"), [7, 100, 1024, 2048, 4096]);
    assert_eq!(sizes_of("2^10..2^11 2^10..2^11"), [1024, 2048]);
}

#[test]
fn bad_sizes_are_named_and_the_others_hold() {
    let read = |text: &str| {
        let ParsedSizes { choice, problems, .. } = parse_sizes(text);
        let choice = choice.map(|choice| match choice {
            SizesChoice::List(list) => list,
            SizesChoice::Range(SizeRange { from, to, steps, spacing }) => format!("{from}..{to} {steps} {spacing:?}"),
        });
        (choice.unwrap_or_default(), problems.len())
    };
    let cases = [
        ("8, lots, 2^20", "8, 2^20", 1),
        ("2^10..2^8", "", 1),
        ("..", "", 2),
        ("1..2..3", "", 1),
        ("2^10..2^12:steps=0", "", 1),
        ("2^10..2^12:steps", "", 1),
        ("2^10..2^12:steps=1e9", "", 1),
        ("2^10..2^12:colour=red", "2^10..2^12 3 Powers", 1),
        ("2^10..2^12:spacing=sideways", "2^10..2^12 3 Powers", 1),
        ("2^10..2^12:spacing=log:steps=2=3", "2^10..2^12 2 Log", 0),
        ("2^10..2^12, 5..x", "2^10, 2^11, 2^12", 1),
        ("5..x, 5..y", "", 3),
        ("5:steps=5..7", "", 2),
        ("", "", 1),
    ];
    for (text, choice, problems) in cases {
        assert_eq!(read(text), (choice.into(), problems), "{text}");
    }
    let many: Vec<_> = (0..300).map(|n| n.to_string()).collect();
    let (list, problems) = read(&many.join(","));
    assert_eq!((list.split(", ").count(), problems), (200, 1));
}

#[test]
fn texts_made_to_be_slow_to_read_are_read_and_refused() {
    let texts = [
        "1".repeat(3999) + "x",
        "1_".repeat(1999) + "x",
        "..".repeat(1999),
        "2^10..2^20:,".repeat(330),
        ":".repeat(3999),
        "1..2:steps=2000,".repeat(240),
        "0".repeat(3999),
    ];
    for text in texts {
        assert!(!parse_sizes(&text).problems.is_empty(), "{text:.20}");
        assert!(!parse_algorithms(&text).problems.is_empty(), "{text:.20}");
    }
}

#[test]
fn an_operation_is_written_with_what_it_takes_and_read_back() {
    let options = OperationOptions { density: Some(0.25), ..OperationOptions::default() };
    let settings = |operation: &str, options: &OperationOptions| SweepSettings {
        operation: Some(operation.into()),
        options: options.clone(),
        seed: None,
        ..example()
    };
    let query = settings("compact", &options).query(None);
    let text = "v=1&operation=compact:density=0.25&algorithms=hybrid:reduce_steps=9,sklansky&sizes=2^10..2^24&type=u32";
    assert_eq!(query, format!("{text}&pattern=random&metric=elements"));
    let parsed = parse_operation(values_of(&query).get(Setting::Operation).unwrap());
    assert_eq!(parsed, ParsedOperation { operation: Some("compact"), options, problems: Vec::new() });
    let reduce = SweepSettings { seed: Some(3), ..settings("reduce", &OperationOptions::default()) };
    let text = "v=1&operation=reduce&sizes=2^10..2^24&operator=add&type=u32&pattern=random&seed=3&metric=elements";
    assert_eq!(reduce.query(None), text);
}
