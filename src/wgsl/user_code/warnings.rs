//! Warnings for code that compilers may interpret differently from its author.

use super::tokens::{Kind, Token, tokens};
use super::{Rules, check};
use crate::error::Error;

/// A warning about a place in user code.
///
/// ```
/// use scanlab::plan::Mask;
///
/// // Whether NaN is unequal to 0 is left to the compiler.
/// let warnings = Mask::warnings("x != 0.0", true)?;
/// assert_eq!((warnings[0].what, warnings[0].line, warnings[0].column), ("where", 1, 3));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CodeWarning {
    /// The argument's name.
    pub what: &'static str,
    /// The line of the code, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The ambiguity, and what to write instead.
    pub message: &'static str,
}

const UNEQUAL: &str = "WGSL leaves it to the compiler whether != holds for NaN, and compilers say that it does not: write \
     is_nan(a) || a != b to include NaN, is_nan(a) to test for it";

/// Symbols that end an operand of a comparison.
const ENDS: &[&str] = &["&&", "||", "&", "|", "^", "!", "==", "!=", "<=", ">=", "<", ">", ",", ";", "=", "{", "}"];
/// Operators with bool results, and types and functions whose results are integers or bools.
const NO_FLOATS: &[&str] =
    &["&&", "||", "!", "==", "!=", "<=", ">=", "<", ">", "u32", "i32", "bool", "all", "any", "is_nan", "is_finite"];

/// The places where `!=` compares floats. `of_floats` tells whether elements are f32.
///
/// # Errors
/// As [`check`].
pub(crate) fn warnings(code: &str, rules: &Rules, of_floats: bool) -> Result<Vec<CodeWarning>, Error> {
    let clean = check(code, rules)?;
    // Checked code has tokens.
    let tokens = tokens(&clean).unwrap_or_default();
    // The index of a condition is an integer whatever the elements are.
    let elements = rules.parameters.iter().filter(|&&name| of_floats && name != "i");
    let mut floats: Vec<&str> = elements.copied().collect();
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.text == "=" {
            floats.extend(declared_float(&tokens, at, &floats));
        }
        if token.text == "!=" && (is_float_before(&tokens, at, &floats) || is_float_after(&tokens, at, &floats)) {
            let place = token.place;
            found.push(CodeWarning { what: rules.what, line: place.line, column: place.column, message: UNEQUAL });
        }
    }
    Ok(found)
}

/// The name of the float that is declared with this `=`; `None` if the `=` is not part of a float's declaration.
fn declared_float<'a>(tokens: &[Token<'a>], at: usize, floats: &[&str]) -> Option<&'a str> {
    let is_end = |token: &Token<'_>| matches!(token.text, ";" | "{" | "}");
    let start = tokens[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    let [keyword, rest @ ..] = &tokens[start..at] else { return None };
    let is_declaration = matches!(keyword.text, "let" | "var" | "const");
    let name = rest.iter().find(|token| token.kind == Kind::Word && token.text != "function")?;
    let is_float = rest.iter().any(|token| token.text == "f32") || is_float_after(tokens, at, floats);
    (is_declaration && is_float).then_some(name.text)
}

/// Whether the operand after a symbol is a float, as far as its words tell.
fn is_float_after(tokens: &[Token<'_>], at: usize, floats: &[&str]) -> bool {
    let rest = &tokens[at + 1..];
    is_float(&rest[..length(rest.iter(), "([", ")]")], floats)
}

/// Whether the operand before a symbol is a float, as far as its words tell.
fn is_float_before(tokens: &[Token<'_>], at: usize, floats: &[&str]) -> bool {
    let start = at - length(tokens[..at].iter().rev(), ")]", "([");
    match (tokens[start].text, &tokens[..start]) {
        // The type argument of a function such as bitcast.
        ("(", [.., ty, end]) if end.text == ">" => ty.text == "f32",
        _ => is_float(&tokens[start..at], floats),
    }
}

/// The number of tokens up to the end of an operand.
fn length<'t, 'a: 't>(tokens: impl Iterator<Item = &'t Token<'a>>, opening: &str, closing: &str) -> usize {
    let mut depth = 0_usize;
    let is_part = |token: &&Token<'_>| {
        if closing.contains(token.text) && depth == 0 {
            return false;
        }
        depth += usize::from(opening.contains(token.text));
        depth -= usize::from(closing.contains(token.text));
        depth > 0 || !ENDS.contains(&token.text) && token.text != "return"
    };
    tokens.take_while(is_part).count()
}

fn is_float(operand: &[Token<'_>], floats: &[&str]) -> bool {
    let is_selection = operand.iter().any(|token| token.text == "select");
    if !is_selection && operand.iter().any(|token| NO_FLOATS.contains(&token.text)) {
        return false;
    }
    operand.iter().enumerate().any(|(at, token)| match token.kind {
        Kind::Word => token.text == "f32" || floats.contains(&token.text) && (at == 0 || operand[at - 1].text != "."),
        Kind::Number => is_float_literal(token.text),
        Kind::Symbol => false,
    })
}

/// Whether a literal is a float: whether it has a point, an exponent or a float suffix.
fn is_float_literal(text: &str) -> bool {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let marks: &[char] = if is_hexadecimal { &['.', 'p', 'P'] } else { &['.', 'e', 'E', 'f', 'h'] };
    text.contains(marks)
}
