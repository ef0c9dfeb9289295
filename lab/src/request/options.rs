//! The options of operations, and their checks.

use serde::{Deserialize, Serialize};

use scanlab::error::Error;
use scanlab::monoid::ElementType;
use scanlab::operation::Options;
use scanlab::plan::Mask;

/// The maximum average length of runs in test inputs. A search for the first element of a run steps back element by
/// element, so long runs are slow.
pub(crate) const MAX_RUN: u32 = 1 << 20;

/// The options of operations. Each operation takes some of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OperationOptions {
    /// The condition of a selection: an expression in WGSL of the element `x` and its index `i`.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Whether flags select the elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<bool>,
    /// The fraction of selected elements in test inputs, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// Whether a compaction or `unique` also returns the indices of the kept elements, or a sort or a merge the indices of its
    /// keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indices: Option<bool>,
    /// Whether a partition stores the elements that are not selected in reverse order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversed: Option<bool>,
    /// The number of bins of a histogram.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bins: Option<u32>,
    /// The lower end of a histogram's first bin.
    #[serde(skip_serializing_if = "Option::is_none", with = "ends")]
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    pub from: Option<f64>,
    /// The exclusive upper end of a histogram's last bin. Infinity is a text, since JSON has no number for it.
    #[serde(skip_serializing_if = "Option::is_none", with = "ends")]
    #[cfg_attr(test, ts(optional, type = "number | 'Infinity'"))]
    pub to: Option<f64>,
    /// Whether a sort carries values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<bool>,
    /// Whether a sort or a merge is descending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descending: Option<bool>,
    /// The first bit that a sort compares, and the bit after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<[u32; 2]>,
    /// The number of keys that a top-k keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
    /// Whether a top-k keeps the largest keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<bool>,
    /// The number of segments of a segmented reduction or sort.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments: Option<u32>,
    /// The number of sorted keys that a lower bound searches, or that a merge takes as its second input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sorted_length: Option<u32>,
    /// Whether a lower bound is an upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<bool>,
    /// The average length of segments, or of runs of equal elements or keys, in test inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u32>,
    /// Words of each element that a compaction, a partition or `unique` moves, and of each value of a sort.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<u32>,
}

impl OperationOptions {
    /// The names of the given options.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let OperationOptions {
            condition,
            flags,
            density,
            indices,
            reversed,
            bins,
            from,
            to,
            values,
            descending,
            bits,
            k,
            largest,
            segments,
            sorted_length,
            upper,
            runs,
            words,
        } = self;
        let given = [
            ("where", condition.is_some()),
            ("flags", flags.is_some()),
            ("density", density.is_some()),
            ("indices", indices.is_some()),
            ("reversed", reversed.is_some()),
            ("bins", bins.is_some()),
            ("from", from.is_some()),
            ("to", to.is_some()),
            ("values", values.is_some()),
            ("descending", descending.is_some()),
            ("bits", bits.is_some()),
            ("k", k.is_some()),
            ("largest", largest.is_some()),
            ("segments", segments.is_some()),
            ("sortedLength", sorted_length.is_some()),
            ("upper", upper.is_some()),
            ("runs", runs.is_some()),
            ("words", words.is_some()),
        ];
        given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name))
    }

    /// Words of each element, which is moved as a whole.
    pub(super) fn record_words(&self) -> u32 {
        self.words.unwrap_or(Options::default().record_words)
    }

    /// The elements that a selection keeps. The input is the part of an array from the index `first` on.
    pub(super) fn mask(&self, element_type: ElementType, first: u32) -> Result<Mask, Error> {
        match (&self.condition, self.flags.unwrap_or_default()) {
            (Some(code), false) => Mask::condition_from(code, element_type, self.record_words(), first),
            (None, true) => Ok(Mask::Flags),
            (found, _) => {
                let found = if found.is_some() { "both" } else { "neither" };
                Err(Error::bad_argument("a selection", "by where or by flags", found))
            }
        }
    }

    /// Fails if a property of the test input is out of range.
    pub(super) fn check_inputs(&self) -> Result<(), Error> {
        if let Some(density) = self.density.filter(|density| !(0.0..=1.0).contains(density)) {
            return Err(Error::bad_argument("density", "from 0 to 1", density.to_string()));
        }
        match self.runs.filter(|runs| !(1..=MAX_RUN).contains(runs)) {
            Some(runs) => Err(Error::bad_argument("runs", format!("from 1 to {MAX_RUN}"), runs.to_string())),
            None => Ok(()),
        }
    }
}

/// The ends of a histogram in JSON. Rust parses the digits of the numbers, since the JSON reader may err in the last
/// digit. Infinity is a text, since JSON has no number for it.
mod ends {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::value::RawValue;

    use scanlab::record::low_level::shortened;

    const INFINITY: &str = "Infinity";

    pub(super) fn serialize<S: Serializer>(end: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        if *end == Some(f64::INFINITY) { INFINITY.serialize(serializer) } else { end.serialize(serializer) }
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        let Some(written) = Option::<Box<RawValue>>::deserialize(deserializer)? else { return Ok(None) };
        let number = match written.get().trim_matches('"') {
            INFINITY => Some(f64::INFINITY),
            _ => written.get().parse().ok().filter(|number: &f64| number.is_finite()),
        };
        let wrong =
            || D::Error::custom(format!("expected a number or \"Infinity\", found {}", shortened(written.get())));
        number.map(Some).ok_or_else(wrong)
    }
}
