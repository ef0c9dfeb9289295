//! The sweep of a forecast.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::request::Request;
use scanlab::monoid::ElementType;
use scanlab::plan::{Mode, Tuning};

/// The sweep to forecast.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreSweep"))]
pub struct Sweep {
    /// Ids of the algorithms.
    pub algorithms: Vec<String>,
    /// Numbers of elements.
    pub sizes: Vec<u64>,
    /// Whether uploads and readbacks are measured too.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub transfers: bool,
    /// The common properties of the sweep's scans.
    pub kind: Kind,
}

/// The common properties of a sweep's scans.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreSweepKind"))]
pub struct Kind {
    /// Operator's public name.
    pub operator: String,
    /// Element type.
    #[serde(rename = "type")]
    pub element_type: ElementType,
    /// Inclusive or exclusive.
    pub mode: Mode,
    /// Tuning parameters by algorithm.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<BTreeMap<String, Tuning>>", optional))]
    pub tuning: BTreeMap<String, Tuning>,
}

impl Kind {
    /// The request of one point of the sweep.
    pub(super) fn request(&self, algorithm: &str, n: u64) -> Request {
        Request {
            algorithm: algorithm.to_owned(),
            operator: self.operator.clone(),
            element_type: self.element_type,
            mode: self.mode,
            direction: Default::default(),
            segmented: false,
            heads_as_bits: false,
            columns: 0,
            axis: 1,
            in_place: false,
            // An initial value adds at most one pass, which is within the error of a forecast.
            initial: false,
            n,
            tuning: self.tuning.get(algorithm).cloned().unwrap_or_default(),
            pattern: String::new(),
            seed: 0,
            segment_length: None,
        }
    }
}
