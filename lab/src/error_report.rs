//! Errors in the form that the page receives.

use scanlab::error::{Error, ErrorCode};
use serde::Serialize;

/// An error in the form that the page receives.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CoreError"))]
#[serde(rename_all = "camelCase")]
pub struct ErrorReport {
    /// The kind of the error, for programs.
    pub code: ErrorCode,
    /// The requirement and the found value, for people.
    pub message: String,
    /// Present if a run exceeded its time limit. Larger sizes would exceed the limit as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub time_limit: Option<TimeLimit>,
    /// The location of an error in a user's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub place: Option<CodePlace>,
}

/// A location in a user's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CodePlace {
    /// The argument that holds the code, such as `operator.combine`.
    pub what: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

/// A run that exceeded the time limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimeLimit {
    /// The limit of one run, in milliseconds.
    pub limit_ms: f64,
    /// The time after which the run was stopped, in milliseconds.
    pub elapsed_ms: f64,
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
