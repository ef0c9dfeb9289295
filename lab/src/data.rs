//! Data that cross between the crate and the page and belong to no other module, as JSON by serde's derive.
//!
//! `crossings` lists all data that cross, of all modules. `www/generated.d.ts` declares them for TypeScript: a test writes it from the list.

mod catalogue;
#[cfg(any(test, target_arch = "wasm32"))]
pub(crate) mod crossings;
#[cfg(test)]
mod typescript;

use serde::{Deserialize, Serialize};

pub use catalogue::Catalogue;

use crate::pattern::{Input, Pattern, check_segment_length};
use crate::request::find_monoid;
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::ElementType;
use scanlab::shader::{Part, Shader};
use scanlab::wgsl::CodeWarning;

/// Options of opening a device.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceOptions {
    /// The adapter to use if there are several.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<PowerPreference>", optional))]
    pub power_preference: PowerPreference,
    /// Whether to use timestamp queries if the adapter has them.
    pub timestamps: bool,
}

/// The adapter to use if there are several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PowerPreference {
    /// The fastest.
    #[default]
    HighPerformance,
    /// The one that uses less energy.
    LowPower,
}

/// Properties of the open device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceFacts<'a> {
    /// The adapter's name, as wgpu reports it.
    pub name: &'a str,
    /// Whether wgpu reports a software adapter.
    pub is_fallback: bool,
    /// Whether timestamp queries are used.
    pub timestamps: bool,
    /// Array entries that one binding holds.
    pub max_elements: u64,
}

/// The findings of the probes on the open device.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProbeFacts {
    /// Whether workgroups that have started go on while others wait for them.
    pub forward_progress: bool,
    /// Whether there are subgroup operations, and each subgroup consists of neighbouring invocations.
    pub subgroups_adjoin: bool,
}

/// A test input by name. Requests of scans have more fields, which are ignored here.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreInput"))]
pub struct InputRequest {
    /// Operator's public name.
    pub operator: String,
    /// Element type.
    #[serde(rename = "type")]
    pub element_type: ElementType,
    /// Test input's public name.
    pub pattern: String,
    /// Test input's seed.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u32>", optional))]
    pub seed: u32,
    /// The average length of segments, for head flags.
    #[serde(default, rename = "segmentLength")]
    #[cfg_attr(test, ts(optional))]
    pub segment_length: Option<u32>,
}

impl InputRequest {
    /// The input of these names.
    ///
    /// # Errors
    /// [`Error::BadArgument`], [`Error::Unsupported`] for unknown names and for segments of another length than are drawn.
    pub fn find(&self) -> Result<Input, Error> {
        check_segment_length(self.segment_length)?;
        let monoid = find_monoid(&self.operator, self.element_type)?;
        Ok(Input { pattern: Pattern::find(&self.pattern)?, monoid, seed: self.seed })
    }
}

/// The source of one shader module, with its entry points that run.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JoinedShader<'a> {
    /// In the order of their first dispatches.
    pub entry_points: &'a [&'static str],
    /// Its files, in order.
    pub parts: Vec<Part<'a>>,
}

impl<'a> JoinedShader<'a> {
    /// The shaders of [`crate::request::Resolved::shaders`], file by file.
    pub fn all(shaders: &'a [(Shader, Vec<&'static str>)]) -> Vec<Self> {
        let joined =
            |(shader, entry_points): &'a (Shader, Vec<_>)| JoinedShader { entry_points, parts: shader.parts() };
        shaders.iter().map(joined).collect()
    }
}

/// An error as the page gets it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreError"))]
#[serde(rename_all = "camelCase")]
pub struct ErrorReport {
    /// The kind of the error, for programs.
    pub code: ErrorCode,
    /// What was required and what was found, for people.
    pub message: String,
    /// If a run exceeded its time limit: larger sizes would exceed it as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub time_limit: Option<TimeLimit>,
    /// Of an error in a user's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub place: Option<CodePlace>,
}

/// A place in a user's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CodePlace {
    /// The argument that holds the code, such as `operator.combine`.
    pub what: &'static str,
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
}

/// A run that exceeded its time limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimeLimit {
    /// The longest time of one run that is measured, in milliseconds.
    pub limit_ms: f64,
    /// The time after which it was stopped, in milliseconds.
    pub elapsed_ms: f64,
}

/// A custom operator that is not compiled yet.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RegisteredOperator {
    /// The name by which requests refer to it.
    pub id: String,
    /// The places that compilers may read otherwise than its author does.
    pub warnings: Vec<CodeWarning>,
}

impl From<&Error> for ErrorReport {
    fn from(error: &Error) -> Self {
        let time_limit = match *error {
            Error::TimeLimit { limit_ms, elapsed_ms, .. } => Some(TimeLimit { limit_ms, elapsed_ms }),
            _ => None,
        };
        let place = match *error {
            Error::Code { what, line, column, .. } => Some(CodePlace { what, line, column }),
            _ => None,
        };
        ErrorReport { code: error.code(), message: error.to_string(), time_limit, place }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_code_have_their_places() {
        let error = Error::Code { what: "where", line: 2, column: 7, problem: "wrong".into() };
        let report = serde_json::to_value(ErrorReport::from(&error)).unwrap();
        let place = serde_json::json!({ "what": "where", "line": 2, "column": 7 });
        let message = "where, line 2, column 7: wrong";
        assert_eq!(report, serde_json::json!({ "code": "bad-argument", "message": message, "place": place }));
    }

    #[test]
    fn errors_have_codes_and_time_limits_their_times() {
        let error = Error::TimeLimit { algorithm: "sequential".into(), limit_ms: 2000.0, elapsed_ms: 2130.7 };
        let report = serde_json::to_value(ErrorReport::from(&error)).unwrap();
        let message = "one run of sequential would take longer than 2 s here; it was stopped after 2.13 s";
        let limit = serde_json::json!({ "limit_ms": 2000.0, "elapsed_ms": 2130.7 });
        assert_eq!(report, serde_json::json!({ "code": "unsupported", "message": message, "timeLimit": limit }));
        let report = serde_json::to_value(ErrorReport::from(&Error::Cancelled)).unwrap();
        assert_eq!(report, serde_json::json!({ "code": "cancelled", "message": "cancelled" }));
    }
}
