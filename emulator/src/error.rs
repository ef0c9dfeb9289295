//! Errors before and during a run.

use serde::Serialize;

use crate::source::SourcePosition;

/// An error in a program, its bindings or its options. A fault of a kernel is a [`Finding`](crate::Finding) instead.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Error {
    /// The text is not valid WGSL.
    #[error("{}{message}", at(*line, *column))]
    Wgsl {
        /// Line, from 1; 0 where it is unknown.
        line: u32,
        /// Column, from 1, in UTF-16 code units; 0 where it is unknown.
        column: u32,
        /// The compiler's message.
        message: String,
    },
    /// A part of WGSL that the emulator does not support.
    #[error("{}{what} is not supported", at(*line, *column))]
    Unsupported {
        /// Line, from 1; 0 where it is unknown.
        line: u32,
        /// Column, from 1, in UTF-16 code units; 0 where it is unknown.
        column: u32,
        /// The part.
        what: String,
    },
    /// The module has no compute entry point with this name.
    #[error("the module has no compute entry point {name}")]
    EntryPoint {
        /// Its name.
        name: String,
    },
    /// The value of an `override` is missing or unknown.
    #[error("override: {message}")]
    Override {
        /// naga's message.
        message: String,
    },
    /// A binding of a dispatch is missing, or its buffer is too small.
    #[error("@group({group}) @binding({binding}): {message}")]
    Binding {
        /// Its group.
        group: u32,
        /// Its number.
        binding: u32,
        /// The required and the found size.
        message: String,
    },
    /// An option is out of its range.
    #[error("{name}: required {required}, found {found}")]
    Options {
        /// The name of the option.
        name: &'static str,
        /// The requirement.
        required: String,
        /// The value that was found.
        found: String,
    },
    /// A workgroup is larger than any device allows, or a dispatch larger than WebGPU allows.
    #[error("{name}: required {required}, found {found}")]
    Size {
        /// The name of the size.
        name: &'static str,
        /// The requirement.
        required: String,
        /// The value that was found.
        found: String,
    },
    /// The run takes more steps than its limit.
    #[error("steps: required at most {limit}, found more; the option step_limit (stepLimit in JSON) raises the limit")]
    Steps {
        /// The limit.
        limit: u64,
    },
    /// The run needs more memory than is available.
    #[error("memory: required {bytes} bytes more, found fewer")]
    Memory {
        /// Bytes of the allocation that failed.
        bytes: u64,
    },
    /// The trace is longer than its limit.
    #[error("the trace has more than {limit} events; fewer elements or a higher limit make it fit")]
    TraceFull {
        /// The limit.
        limit: usize,
    },
}

/// A position before a message; empty for an unknown one.
fn at(line: u32, column: u32) -> String {
    if line == 0 { String::new() } else { format!("line {line}, column {column}: ") }
}

impl Error {
    pub(crate) fn wgsl(at: SourcePosition, message: impl Into<String>) -> Self {
        Error::Wgsl { line: at.line, column: at.column, message: message.into() }
    }

    pub(crate) fn unsupported(at: SourcePosition, what: impl Into<String>) -> Self {
        Error::Unsupported { line: at.line, column: at.column, what: what.into() }
    }

    pub(crate) fn size(name: &'static str, required: impl Into<String>, found: impl ToString) -> Self {
        Error::Size { name, required: required.into(), found: found.to_string() }
    }

    pub(crate) fn options(name: &'static str, required: impl Into<String>, found: impl ToString) -> Self {
        Error::Options { name, required: required.into(), found: found.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_position_is_left_out() {
        let at = SourcePosition { line: 2, column: 9 };
        assert_eq!(Error::unsupported(at, "a texture").to_string(), "line 2, column 9: a texture is not supported");
        assert_eq!(Error::wgsl(SourcePosition::default(), "too deep").to_string(), "too deep");
    }
}
