//! The error type.

use crate::plan::Abort;

/// The kind of an error, for programs.
///
/// ```
/// use scanlab::error::ErrorCode;
/// use scanlab::scan::Algorithm;
///
/// assert_eq!(Algorithm::find("quick").unwrap_err().code(), ErrorCode::BadArgument);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "CoreErrorCode"))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ErrorCode {
    /// The system offers no GPU adapter.
    NoAdapter,
    /// The device was lost during use.
    DeviceLost,
    /// The GPU or the process ran out of memory.
    OutOfMemory,
    /// The input is larger than the device can bind.
    TooLarge,
    /// The requested combination does not exist, or this device does not support it. Also for a run that was aborted or
    /// takes too long.
    Unsupported,
    /// An argument is invalid.
    BadArgument,
    /// The caller cancelled the operation.
    Cancelled,
}

/// An error. Every message states what was required and what was found.
///
/// ```
/// use scanlab::error::Error;
/// use scanlab::operation::{Operation, Options};
///
/// let (histogram, options) = (Operation::find("histogram")?, Options { bins: 0, ..Options::default() });
/// let error = options.check(histogram, scanlab::monoid::ElementType::F32).unwrap_err();
/// assert_eq!(error.to_string(), "bins must be an integer from 1 to 1048576; found 0");
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system offers no GPU adapter.
    #[error("no GPU adapter was found: {0}")]
    NoAdapter(String),
    /// The device was lost during use.
    #[error("the GPU device was lost: {0}")]
    DeviceLost(String),
    /// A buffer could not be allocated.
    #[error("the GPU cannot allocate another {required_bytes} bytes: {detail}")]
    DeviceOutOfMemory {
        /// The requested bytes.
        required_bytes: u64,
        /// The message of the implementation.
        detail: String,
    },
    /// The process ran out of memory.
    #[error("{required_bytes} contiguous bytes of memory are required; they cannot be allocated")]
    HostOutOfMemory {
        /// The requested bytes.
        required_bytes: u64,
    },
    /// The input is larger than the device can bind.
    #[error("{what} needs {required}; the limit is {limit}")]
    TooLarge {
        /// The object that was too large.
        what: String,
        /// The requested size, with its unit.
        required: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// The requested combination does not exist, or this device does not support it.
    #[error("{0}")]
    Unsupported(String),
    /// The device aborted a run. If a repetition can help, the run was repeated and aborted again. The output is undefined.
    #[error("the run was aborted: {0}")]
    Aborted(Abort),
    /// One run of a scan takes longer than the limit of measurements. More elements would take longer still.
    #[error(
        "one run of {algorithm} would take longer than {} here; it was stopped after {}",
        shown(*.limit_ms), shown(*.elapsed_ms)
    )]
    TimeLimit {
        /// The algorithm's public name.
        algorithm: String,
        /// The limit of one run, in milliseconds.
        limit_ms: f64,
        /// The elapsed time when the run was stopped, in milliseconds.
        elapsed_ms: f64,
    },
    /// An argument is invalid.
    #[error("{what} must be {required}; found {actual}")]
    BadArgument {
        /// The argument's name.
        what: String,
        /// The requirement.
        required: String,
        /// The found value.
        actual: String,
    },
    /// The user's code is invalid.
    #[error("{what}, line {line}, column {column}: {problem}")]
    Code {
        /// The argument's name.
        what: &'static str,
        /// The line of the code, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The required and the found code, or the compiler's message.
        problem: String,
    },
    /// A text is not valid JSON of the required data. `detail` states what was expected and found.
    #[error("{what}: {detail}")]
    Malformed {
        /// The name of the data, and the path to the invalid part.
        what: String,
        /// The message of serde.
        detail: String,
    },
    /// A text is not a valid result file. The message states what was required and what was found.
    #[error("{0}")]
    ResultFile(String),
    /// The caller cancelled the operation.
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    /// The code of this error in the JavaScript API.
    pub fn code(&self) -> ErrorCode {
        match self {
            Error::NoAdapter(_) => ErrorCode::NoAdapter,
            Error::DeviceLost(_) => ErrorCode::DeviceLost,
            Error::DeviceOutOfMemory { .. } | Error::HostOutOfMemory { .. } => ErrorCode::OutOfMemory,
            Error::TooLarge { .. } => ErrorCode::TooLarge,
            Error::Unsupported(_) | Error::Aborted(_) | Error::TimeLimit { .. } => ErrorCode::Unsupported,
            Error::BadArgument { .. } | Error::Code { .. } | Error::Malformed { .. } | Error::ResultFile(_) => {
                ErrorCode::BadArgument
            }
            Error::Cancelled => ErrorCode::Cancelled,
        }
    }

    /// A [`Error::BadArgument`].
    pub fn bad_argument(what: impl Into<String>, required: impl Into<String>, actual: impl Into<String>) -> Self {
        Error::BadArgument { what: what.into(), required: required.into(), actual: actual.into() }
    }
}

/// A time in milliseconds, for a message. From 1000 ms on, the message gives seconds.
fn shown(ms: f64) -> String {
    if ms < 1000.0 {
        format!("{} ms", (ms * 10.0).round() / 10.0)
    } else {
        format!("{} s", (ms / 10.0).round() / 100.0)
    }
}
