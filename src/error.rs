//! The one error type.

/// Why an operation could not be done. Every message states what was required and what was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The system offers no GPU adapter.
    #[error("no GPU adapter was found: {0}")]
    NoAdapter(String),
    /// The device went away while in use.
    #[error("the GPU device was lost: {0}")]
    DeviceLost(String),
    /// A buffer could not be had.
    #[error("the GPU has no room for {required_bytes} bytes more: {detail}")]
    OutOfMemory {
        /// Bytes asked for.
        required_bytes: u64,
        /// The implementation's own words.
        detail: String,
    },
    /// This program's own memory does not suffice.
    #[error("{required_bytes} bytes of memory are required in one piece; there is no room for them")]
    NoMemory {
        /// Bytes asked for.
        required_bytes: u64,
    },
    /// The input is larger than the device can bind.
    #[error("{what} needs {required}; the limit of this device is {limit}")]
    TooLarge {
        /// What was too large.
        what: String,
        /// The size asked for, with its unit.
        required: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// The combination asked for does not exist, or not on this device.
    #[error("{0}")]
    Unsupported(String),
    /// An argument is not what it must be.
    #[error("{what} must be {required}; found {actual}")]
    BadArgument {
        /// The argument's name.
        what: String,
        /// What it must be.
        required: String,
        /// What it was.
        actual: String,
    },
    /// A text is not the JSON of the data that it must be; `detail` states what was expected and found.
    #[error("{what}: {detail}")]
    Malformed {
        /// The data, and the path to the part that is wrong.
        what: String,
        /// What serde says of it.
        detail: String,
    },
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    /// The code by which the JavaScript API names this error.
    pub fn code(&self) -> &'static str {
        match self {
            Error::NoAdapter(_) => "no-adapter",
            Error::DeviceLost(_) => "device-lost",
            Error::OutOfMemory { .. } | Error::NoMemory { .. } => "out-of-memory",
            Error::TooLarge { .. } => "too-large",
            Error::Unsupported(_) => "unsupported",
            Error::BadArgument { .. } | Error::Malformed { .. } => "bad-argument",
            Error::Cancelled => "cancelled",
        }
    }

    /// A [`Error::BadArgument`].
    pub fn bad_argument(what: impl Into<String>, required: impl Into<String>, actual: impl Into<String>) -> Self {
        Error::BadArgument { what: what.into(), required: required.into(), actual: actual.into() }
    }

    /// An [`Error::Malformed`] in a part of `what`. Path and detail may quote what was given, however long: then the path is left out,
    /// and of the detail there is the beginning.
    pub(crate) fn malformed(what: &str, path: &str, detail: &str) -> Self {
        const MOST_BYTES: usize = 300;
        if path.len() + detail.len() <= MOST_BYTES {
            Error::Malformed { what: format!("{what}{path}"), detail: detail.into() }
        } else {
            Error::Malformed { what: what.into(), detail: shortened(detail) }
        }
    }
}

/// A text for a message: of a long one its beginning.
fn shortened(text: &str) -> String {
    const MOST_CHARS: usize = 60;
    match text.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A name that was found, for a message.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", shortened(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_quote_the_beginning_of_a_long_name() {
        assert_eq!(quoted("add"), "\"add\"");
        assert_eq!(quoted(&"é".repeat(1000)), format!("\"{}…\"", "é".repeat(60)));
    }
}
