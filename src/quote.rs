//! Quotes a value in an error message.

/// A text for a message. A long text is cut off.
pub fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A found name in quotation marks, for a message.
pub fn quoted(name: &str) -> String {
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
