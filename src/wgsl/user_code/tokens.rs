//! Tokens of a user's code.

use super::Place;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword or a name.
    Word,
    /// A literal of a number.
    Number,
    /// An operator, a bracket or another mark.
    Symbol,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub place: Place,
}

/// Symbols of several characters, longest first. `>>` may also close two templates, but no check depends on the
/// difference.
const LONG_SYMBOLS: [&str; 21] = [
    "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=", "->",
];
const SYMBOLS: &str = "()[]{};,.:<>=+-*/%&|^!~";
/// Letters of literals: hexadecimal digits, prefix, exponents and suffixes.
const NUMBER_LETTERS: &str = "abcdefABCDEFxXpPuih";

/// The text without comments, with LF as the only line break. Lines and columns are those of the user's text.
///
/// WGSL has seven line breaks, each of which ends a comment, and nested block comments. This function refuses block
/// comments and all line breaks except CR and LF, so that compilers read the resulting text in the same way.
pub(super) fn without_comments(text: &str) -> Result<String, (Place, String)> {
    let mut clean = String::with_capacity(text.len());
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (index, line) in text.split('\n').enumerate() {
        let at = |byte: usize| Place { line: index + 1, column: line[..byte].chars().count() + 1 };
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        if let Some(byte) = code.find("/*") {
            return Err((at(byte), "comments of one line (//) are required; found /*".into()));
        }
        let is_code = |c: char| c == ' ' || c == '\t' || c.is_ascii_graphic();
        // Invisible characters can make a comment look like code, and code like a comment.
        let is_comment = |c: char| is_code(c) || !c.is_ascii() && !c.is_control() && !is_invisible(c);
        let bad = code.char_indices().find(|&(_, c)| !is_code(c));
        let bad_comment = comment.char_indices().find(|&(_, c)| !is_comment(c));
        if let Some((byte, c)) = bad.or(bad_comment.map(|(byte, c)| (code.len() + byte, c))) {
            return Err((at(byte), format!("visible ASCII characters are required; found U+{:04X}", u32::from(c))));
        }
        if index > 0 {
            clean.push('\n');
        }
        clean += code.trim_end();
    }
    Ok(clean)
}

/// Line separators, joiners and direction marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, (Place, String)> {
    let mut tokens = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        let mut column = 0;
        while column < line.len() {
            let rest = &line[column..];
            let place = Place { line: index + 1, column: column + 1 };
            if rest.starts_with([' ', '\t']) {
                column += 1;
                continue;
            }
            let (kind, length) = token(rest).map_err(|problem| (place, problem))?;
            tokens.push(Token { kind, text: &rest[..length], place });
            column += length;
        }
    }
    Ok(tokens)
}

/// Kind and length of the first token of a text of ASCII characters.
fn token(rest: &str) -> Result<(Kind, usize), String> {
    let bytes = rest.as_bytes();
    let second_is_digit = bytes.get(1).is_some_and(u8::is_ascii_digit);
    if bytes[0].is_ascii_digit() || bytes[0] == b'.' && second_is_digit {
        let length = number_length(bytes);
        let number = &rest[..length];
        let is_part = |c: char| c.is_ascii_digit() || "+-.".contains(c) || NUMBER_LETTERS.contains(c);
        return match number.chars().all(is_part) {
            true => Ok((Kind::Number, length)),
            false => Err(format!("a number is required; found `{number}`")),
        };
    }
    let is_word = |c: &u8| c.is_ascii_alphanumeric() || *c == b'_';
    let length = bytes.iter().take_while(|c| is_word(c)).count();
    if length > 0 {
        return Ok((Kind::Word, length));
    }
    if let Some(symbol) = LONG_SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        return Ok((Kind::Symbol, symbol.len()));
    }
    match char::from(bytes[0]) {
        c if SYMBOLS.contains(c) => Ok((Kind::Symbol, 1)),
        '@' => Err("code without attributes is required; found `@`".into()),
        c => Err(format!("WGSL is required; it has no `{c}`")),
    }
}

/// The length of a number with all letters and digits that follow it directly.
fn number_length(bytes: &[u8]) -> usize {
    let is_hexadecimal = bytes.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
    let is_exponent = |c: u8| matches!(c, b'p' | b'P') || !is_hexadecimal && matches!(c, b'e' | b'E');
    let mut length = 1;
    while let Some(&c) = bytes.get(length) {
        let is_sign = matches!(c, b'+' | b'-') && is_exponent(bytes[length - 1]);
        if !(is_sign || c.is_ascii_alphanumeric() || c == b'.' || c == b'_') {
            break;
        }
        length += 1;
    }
    length
}
