//! Tests that write random settings, sizes and texts, and read them back.

use std::collections::BTreeMap;

use super::sweep_tests::{example, sizes_of, values_of};
use super::*;
use crate::random::Random;
use crate::request::OperationOptions;
use scanlab::scan::{ALGORITHMS, Parameter};

/// Draws random settings and numbers of 64 bits.
struct Draws(Random);

impl Draws {
    fn next(&mut self) -> u64 {
        u64::from(self.0.word()) << 32 | u64::from(self.0.word())
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize].clone()
    }

    fn sizes(&mut self) -> Vec<u64> {
        let first = self.below(20);
        let mut sizes: Vec<_> = if self.chance(30) {
            (0..1 + self.below(12)).map(|i| 1 << (first + i)).collect()
        } else {
            let size = |random: &mut Self| match random.below(3) {
                0 => random.below(1 << 33),
                1 => 1 << random.below(31),
                _ => random.below(10),
            };
            (0..1 + self.below(200)).map(|_| size(self)).collect()
        };
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    fn settings(&mut self) -> SweepSettings {
        let mut chosen: Vec<_> = ALGORITHMS.iter().filter(|_| self.chance(30)).collect();
        if chosen.is_empty() {
            chosen.push(&ALGORITHMS[3]);
        }
        let mut tuning = BTreeMap::new();
        for algorithm in &chosen {
            let given = algorithm.tuning.iter().filter(|_| self.chance(50)).collect::<Vec<_>>();
            let value =
                |one: &Parameter, random: &mut Self| one.min + random.below(u64::from(one.max - one.min) + 1) as u32;
            let values = given.into_iter().map(|one| (one.name.to_owned(), value(one, self))).collect();
            tuning.insert(algorithm.id.to_owned(), values);
        }
        let mut algorithms: Vec<_> = chosen.iter().map(|algorithm| algorithm.id.to_owned()).collect();
        if self.chance(50) {
            algorithms.push("javascript".into());
        }
        SweepSettings {
            algorithms,
            tuning,
            sizes: self.sizes(),
            operator: self.pick(&["add", "max", "affine"]).into(),
            element_type: self.pick(&["u32", "i32", "f32"]).into(),
            mode: self.pick(&["inclusive", "exclusive"]).into(),
            initial: self.chance(50),
            pattern: self.pick(&["random", "zeros", "a&b=c %é😀+"]).into(),
            seed: Some(self.next() as u32),
            transfers: self.chance(50),
            custom: None,
            metric: Some("share".into()),
            operation: None,
            options: OperationOptions::default(),
        }
    }
}

#[test]
fn a_thousand_random_settings_come_back_from_their_addresses_as_they_were() {
    let mut random = Draws(Random::new(1));
    for _ in 0..1000 {
        let settings = random.settings();
        let query = settings.query(None);
        assert!(query.bytes().all(|byte| byte.is_ascii_graphic() && !b"#\"<>".contains(&byte)), "{query}");
        let values = values_of(&format!("?{query}"));
        let ParsedAlgorithms { entries, problems } = parse_algorithms(values.get(Setting::Algorithms).unwrap());
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), settings.algorithms);
        for AlgorithmEntry { id, tuning } in entries {
            assert_eq!(tuning, settings.tuning.get(id).cloned().unwrap_or_default(), "{query}");
        }
        assert_eq!(sizes_of(values.get(Setting::Sizes).unwrap()), settings.sizes, "{query}");
        let texts = [Setting::Operator, Setting::Type, Setting::Mode, Setting::Pattern, Setting::Seed, Setting::Metric];
        let SweepSettings { operator, element_type, mode, pattern, seed, .. } = settings;
        let expected = [operator, element_type, mode, pattern, seed.unwrap().to_string(), "share".into()];
        assert_eq!(texts.map(|setting| values.get(setting).unwrap().to_owned()), expected);
        assert_eq!(values.get(Setting::Transfers), settings.transfers.then_some("1"));
        assert_eq!(values.get(Setting::Initial), settings.initial.then_some("1"));
        // An HTML form escapes these characters.
        let escaped = query.replace(',', "%2C").replace(':', "%3a").replace('^', "%5E");
        assert_eq!(values_of(&escaped), values);
    }
}

#[test]
fn ranges_keep_their_form() {
    let mut random = Draws(Random::new(2));
    let rules = SizeRules::default();
    for _ in 0..500 {
        let low = 1 + random.below(1 << 20);
        let to = if random.chance(50) { "2^24+7".into() } else { (low + random.below(1_000_000)).to_string() };
        let spacing = random.pick(&[Spacing::Log, Spacing::Powers]);
        let range = SizeRange { from: low.to_string(), to, steps: (1 + random.below(200)).to_string(), spacing };
        let sizes = range.sizes(&rules).sizes;
        if sizes.is_empty() {
            continue;
        }
        let values = values_of(&example().query(Some(&range)));
        assert_eq!(sizes_of(values.get(Setting::Sizes).unwrap()), sizes, "{values:?}");
    }
}

#[test]
fn no_text_makes_reading_panic() {
    let pieces = [
        "1",
        "0",
        "2^",
        "**",
        "..",
        ":",
        "=",
        "steps",
        "spacing=log",
        ",",
        " ",
        "+",
        "-",
        "e",
        ".",
        "_",
        "%",
        "%e9",
        "&",
        "?",
        "v=1",
        "sizes",
        "hybrid",
        "reduce_steps=",
        "9007199254740993",
        "1e400",
        "é",
        "😀",
        "\u{fffd}",
        "\u{feff}",
        "\0",
    ];
    let mut random = Draws(Random::new(3));
    for _ in 0..20_000 {
        let text: String = (0..random.below(12)).map(|_| random.pick(&pieces)).collect();
        let rules = SizeRules::new(Some(random.below(1 << 60) as f64), &crate::number::grouped);
        let _ =
            (parse_size(&text, &rules), parse_size_list(&text, &rules), parse_algorithms(&text), parse_query(&text));
        if let Some(SizesChoice::Range(range)) = parse_sizes(&text).choice {
            assert!(range.sizes(&SizeRules::default()).sizes.len() <= MAX_SIZES);
        }
        let part = |random: &mut Draws| (0..random.below(4)).map(|_| random.pick(&pieces)).collect();
        let range = SizeRange {
            from: part(&mut random),
            to: part(&mut random),
            steps: part(&mut random),
            spacing: random.pick(&[Spacing::Log, Spacing::Powers]),
        };
        let sizes = range.sizes(&rules).sizes;
        assert!(sizes.is_sorted_by(|a, b| a < b), "{range:?}");
        let settings = SweepSettings { pattern: text.clone(), ..example() };
        assert_eq!(values_of(&settings.query(Some(&range))).get(Setting::Pattern), Some(text.as_str()));
    }
}
