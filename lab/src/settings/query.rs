//! The query of an address, which stores a sweep's settings.

use serde::{Serialize, Serializer};

use super::sizes::SizeRange;
use super::sweep::{SweepSettings, format_range, format_sizes};
use crate::number::{shortened, utf16_length};
use scanlab::operation::Operation;

/// The version of settings, raised when a setting changes its meaning. An older page then reports the version instead of
/// measuring something else.
const VERSION: &str = "1";
/// The parts of a query besides the settings: the version, and whether the page may start the sweep without a click.
const CONTROLS: [&str; 2] = ["v", "run"];
/// The value of `operator` in an address that defines a custom operator.
const CUSTOM: &str = "custom";
const MAX_CHARACTERS: usize = 16_000;

/// The settings of a sweep, in the order of their texts in an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Setting {
    /// The operation that is measured, with its options; without one, a scan.
    Operation,
    /// Scans with their tuning.
    Algorithms,
    /// Numbers of elements.
    Sizes,
    /// Operator's public name.
    Operator,
    /// Element type.
    Type,
    /// Words of one element, for a custom operator.
    Words,
    /// The identity of a custom operator.
    Identity,
    /// The code of a custom operator.
    Combine,
    /// Inclusive or exclusive.
    Mode,
    /// Whether scans begin with an initial value.
    Initial,
    /// Test input's public name.
    Pattern,
    /// Test input's seed.
    Seed,
    /// Whether uploads and readbacks are measured too.
    Transfers,
    /// The metric of the chart.
    Metric,
}

const SETTINGS: [(&str, Setting); 14] = [
    ("operation", Setting::Operation),
    ("algorithms", Setting::Algorithms),
    ("sizes", Setting::Sizes),
    ("operator", Setting::Operator),
    ("type", Setting::Type),
    ("words", Setting::Words),
    ("identity", Setting::Identity),
    ("combine", Setting::Combine),
    ("mode", Setting::Mode),
    ("initial", Setting::Initial),
    ("pattern", Setting::Pattern),
    ("seed", Setting::Seed),
    ("transfers", Setting::Transfers),
    ("metric", Setting::Metric),
];

/// The contents of a query.
#[derive(Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParsedQuery {
    /// Texts of the settings.
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<Setting, String>"))]
    pub values: SettingTexts,
    /// Whether the page may start the sweep without a click.
    pub run: bool,
    /// The errors of ignored parts: the required and the found text.
    pub problems: Vec<String>,
    /// The other parts of the query, unchanged.
    pub others: Vec<String>,
}

/// The texts of settings. On the page, they are an object whose keys are the settings' names.
#[derive(Debug, Default, PartialEq)]
pub struct SettingTexts(Vec<(Setting, String)>);

impl SettingTexts {
    /// The text of a setting, if it is given.
    pub fn get(&self, setting: Setting) -> Option<&str> {
        self.0.iter().find(|(given, _)| *given == setting).map(|(_, text)| text.as_str())
    }
}

impl Serialize for SettingTexts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(setting, text)| (setting, text)))
    }
}

fn setting(name: &str) -> Option<Setting> {
    SETTINGS.iter().find(|(known, _)| *known == name).map(|(_, setting)| *setting)
}

/// The known parts of a query.
#[derive(Default)]
struct Found {
    values: SettingTexts,
    controls: [Option<String>; 2],
    problems: Vec<String>,
}

impl Found {
    fn take(&mut self, name: &str, value: &str) {
        // A plus stays a plus, as in 2^20+3. It does not encode a space, since commas separate lists.
        let Some(decoded) = decode(value) else {
            let shown = shortened(value);
            let problem = format!("{name}: “{shown}” has a % that is not followed by the two digits of a character.");
            return self.problems.push(problem);
        };
        let control = CONTROLS.iter().position(|control| *control == name);
        let is_given = match (control, setting(name)) {
            (Some(i), _) => self.controls[i].is_some(),
            (_, Some(setting)) => self.values.get(setting).is_some(),
            _ => return,
        };
        if is_given {
            self.problems.push(format!("{name}: it is given more than once; the first value is used."));
        } else if let Some(i) = control {
            self.controls[i] = Some(decoded);
        } else if let Some(setting) = setting(name) {
            self.values.0.push((setting, decoded));
        }
    }
}

/// The contents of a query. A query that is too long, or of another version, has no settings.
pub fn parse_query(search: &str) -> ParsedQuery {
    let length = utf16_length(search);
    let (mut found, mut others) = (Found::default(), Vec::new());
    for part in search.strip_prefix('?').unwrap_or(search).split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        if !CONTROLS.contains(&name) && setting(name).is_none() {
            others.push(part.to_owned());
        } else if length <= MAX_CHARACTERS {
            found.take(name, value);
        }
    }
    let nothing = |others, problem| ParsedQuery { problems: vec![problem], others, ..ParsedQuery::default() };
    if length > MAX_CHARACTERS {
        let required = format!("The address: at most {MAX_CHARACTERS} characters of settings are read");
        return nothing(others, format!("{required}; there are {length}."));
    }
    let Found { values, controls: [version, run], mut problems } = found;
    if let Some(other) = version.as_deref().filter(|version| *version != VERSION) {
        let required = format!("v: this page reads version {VERSION} of an address’s settings");
        let actual = format!("this one is version “{}”", shortened(other));
        return nothing(others, format!("{required}; {actual}. All of them were left out."));
    }
    if let Some(run) = run.as_deref().filter(|run| !["0", "1"].contains(run)) {
        problems.push(format!("run: “{}” is not one of 0, 1.", shortened(run)));
    }
    for part in &others {
        if let Some(problem) = misspelt(part).filter(|_| version.is_some()) {
            problems.push(problem);
        }
    }
    ParsedQuery { values, run: run.as_deref() == Some("1"), problems, others }
}

/// The message for a name that is probably a misspelt setting. Other names may belong to the embedding page.
fn misspelt(part: &str) -> Option<String> {
    let name = part.split('=').next()?;
    let (meant, _) = SETTINGS.iter().find(|(meant, _)| is_near(&name.to_ascii_lowercase(), meant))?;
    Some(format!("{}: this is not a setting; “{meant}” is one.", shortened(name)))
}

/// Whether the names differ in at most one letter, which is added, missing or replaced.
fn is_near(left: &str, right: &str) -> bool {
    let (left, right): (Vec<_>, Vec<_>) = (left.encode_utf16().collect(), right.encode_utf16().collect());
    let start = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    match (&left[start..], &right[start..]) {
        ([], []) => true,
        ([_, left @ ..], [_, right @ ..]) if left == right => true,
        ([_, left @ ..], right) if left == right => true,
        (left, [_, right @ ..]) => left == right,
        _ => false,
    }
}

/// A text with its percent escapes decoded; `None` if they are invalid.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(if *first != b'%' {
            *first
        } else if let [high, low, after @ ..] = after {
            rest = after;
            (digit(*high)? << 4) | digit(*low)?
        } else {
            return None;
        });
    }
    String::from_utf8(bytes).ok()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Appends a text to a query. Characters that need no escape stay readable.
fn encode(text: &str, query: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'(),:=^".contains(&byte) {
            query.push(char::from(byte));
        } else {
            *query += &format!("%{byte:02X}");
        }
    }
}

impl SweepSettings {
    /// The query of an address, without its question mark. Sizes that were given as a range stay a range.
    pub fn query(&self, range: Option<&SizeRange>) -> String {
        let mut query = format!("v={VERSION}");
        for (name, setting) in SETTINGS {
            if let Some(text) = self.text(setting, range) {
                query += &format!("&{name}=");
                encode(&text, &mut query);
            }
        }
        query
    }

    /// A setting as text; `None` if an address leaves it out.
    fn text(&self, setting: Setting, range: Option<&SizeRange>) -> Option<String> {
        let operation = self.operation.as_deref().and_then(|id| Operation::find(id).ok());
        match setting {
            Setting::Operation => operation.map(|operation| format!("{}{}", operation.id, self.options.text())),
            Setting::Algorithms => operation.is_none_or(Operation::takes_scan).then(|| self.algorithms_text()),
            Setting::Sizes => Some(range.map_or_else(|| format_sizes(&self.sizes), format_range)),
            Setting::Operator if operation.is_some_and(|operation| !operation.sums) => None,
            Setting::Operator => Some(if self.custom.is_some() { CUSTOM.into() } else { self.operator.clone() }),
            Setting::Type => Some(self.element_type.clone()),
            Setting::Words => self.custom.as_ref().map(|custom| custom.words.to_string()),
            Setting::Identity => self.custom.as_ref().map(|custom| custom.identity.clone()),
            Setting::Combine => self.custom.as_ref().map(|custom| custom.combine.clone()),
            Setting::Mode => operation.is_none().then(|| self.mode.clone()),
            Setting::Initial => (self.initial && operation.is_none()).then(|| "1".into()),
            Setting::Pattern => Some(self.pattern.clone()),
            Setting::Seed => self.seed.map(|seed| seed.to_string()),
            Setting::Transfers => self.transfers.then(|| "1".into()),
            Setting::Metric => self.metric.clone().filter(|metric| !metric.is_empty()),
        }
    }
}
