//! Examines WGSL that a user has typed before it becomes part of a shader.
//!
//! The code is the body of a function or an expression. It may use its parameters, its own variables and WGSL's
//! functions of numbers. It must not loop, end the function around it, declare anything at module scope, or name
//! anything else of the shader. So it can neither access memory nor wait, and it has the same meaning in every kernel.
//! The compiler checks the rest, above all the types.

mod names;
mod tokens;
mod warnings;

use crate::error::Error;
use crate::quote::quoted;
use crate::wgsl;
use crate::wgsl::Import;
use names::{REFUSED, STATEMENTS, VALUES};
use tokens::{Kind, Token, tokens, without_comments};

pub use warnings::CodeWarning;
pub(crate) use warnings::warnings;

const MAX_CHARACTERS: usize = 4_000;
/// The maximum number of nested brackets, and of consecutive operators. Compilers are recursive, so more could exhaust a
/// compiler's stack.
const MAX_DEPTH: usize = 32;

/// The functions that user code may call besides WGSL's own; the module that holds the code imports them.
pub(crate) const FUNCTIONS: Import = Import::Module(wgsl!("lib/float_class.wgsl"));

/// The form of user code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The body of a function.
    Body,
    /// An expression.
    Expression,
}

/// The requirements for user code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The argument's name.
    pub what: &'static str,
    /// Its form.
    pub form: Form,
    /// The names of the values that the code is given.
    pub parameters: &'static [&'static str],
}

/// The body of `fn combine(left: T, right: T) -> T`.
pub(crate) const COMBINE: Rules = Rules { what: "operator.combine", form: Form::Body, parameters: &["left", "right"] };

/// A bool expression of the element `x: T` and its index `i: u32`.
pub(crate) const WHERE: Rules = Rules { what: "where", form: Form::Expression, parameters: &["x", "i"] };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
}

/// Checks code and returns it without its comments. Lines and columns stay the same. A shader must hold the code on
/// separate lines.
///
/// # Errors
/// [`Error::Code`] with the place of the first fault; [`Error::BadArgument`] if the code is empty or too long.
pub(crate) fn check(code: &str, rules: &Rules) -> Result<String, Error> {
    let located = |(place, problem): (Place, String)| Error::Code {
        what: rules.what,
        line: place.line,
        column: place.column,
        problem,
    };
    let length = code.chars().count();
    if length > MAX_CHARACTERS {
        let required = format!("WGSL of at most {MAX_CHARACTERS} characters");
        return Err(Error::bad_argument(rules.what, required, format!("{length} characters")));
    }
    let clean = without_comments(code).map_err(located)?;
    let tokens = tokens(&clean).map_err(located)?;
    if tokens.is_empty() {
        let required =
            if rules.form == Form::Body { "the body of a function in WGSL" } else { "an expression in WGSL" };
        return Err(Error::bad_argument(rules.what, required, quoted(code)));
    }
    let mut checker = Checker::new(rules);
    tokens.iter().try_for_each(|token| checker.take(token)).and_then(|()| checker.finish()).map_err(located)?;
    Ok(clean)
}

/// A name that a statement declares, usable after the statement's end.
struct Declared<'a> {
    name: &'a str,
    /// Number of open brackets around its declaration.
    depth: usize,
    is_usable: bool,
}

struct Checker<'a> {
    rules: &'a Rules,
    /// Open brackets.
    open: Vec<Token<'a>>,
    declared: Vec<Declared<'a>>,
    /// Whether a statement declares the next name, apart from names in the brackets of `var<function>`.
    declares: bool,
    in_template: bool,
    previous: Option<Token<'a>>,
    /// Number of consecutive operators.
    operators: usize,
}

impl<'a> Checker<'a> {
    fn new(rules: &'a Rules) -> Self {
        Checker {
            rules,
            open: Vec::new(),
            declared: Vec::new(),
            declares: false,
            in_template: false,
            previous: None,
            operators: 0,
        }
    }

    fn take(&mut self, token: &Token<'a>) -> Result<(), (Place, String)> {
        let checked = match token.kind {
            Kind::Word => self.word(token.text),
            Kind::Number => Ok(()),
            Kind::Symbol => self.symbol(token),
        };
        self.operators =
            if token.kind == Kind::Symbol && !"()[]{};,".contains(token.text) { self.operators + 1 } else { 0 };
        self.previous = Some(*token);
        if self.open.len().max(self.operators) > MAX_DEPTH {
            return Err((
                token.place,
                format!("at most {MAX_DEPTH} nested brackets and consecutive operators are required"),
            ));
        }
        checked.map_err(|problem| (token.place, problem))
    }

    fn word(&mut self, word: &'a str) -> Result<(), String> {
        if self.previous.is_some_and(|previous| previous.text == ".") {
            return Ok(());
        }
        if let Some((_, required)) = REFUSED.iter().find(|(words, _)| words.contains(&word)) {
            return Err(format!("{required}; found `{word}`"));
        }
        if self.declares && !self.in_template {
            self.declares = false;
            self.declared.push(Declared { name: word, depth: self.open.len(), is_usable: false });
            return Ok(());
        }
        if self.rules.form == Form::Body && STATEMENTS.contains(&word) {
            self.declares |= ["let", "var", "const"].contains(&word);
            return Ok(());
        }
        let is_declared = || self.declared.iter().any(|declared| declared.is_usable && declared.name == word);
        if VALUES.contains(&word) || self.rules.parameters.contains(&word) || is_declared() {
            return Ok(());
        }
        let parameters = self.rules.parameters.join(", ");
        Err(format!("known names are {parameters}, the code's declarations and functions of numbers; found `{word}`"))
    }

    fn symbol(&mut self, token: &Token<'a>) -> Result<(), String> {
        let is_statement = matches!(token.text, ";" | "{" | "}" | "++" | "--" | "=")
            || token.text.len() > 1 && token.text.ends_with('=') && !["==", "!=", "<=", ">="].contains(&token.text);
        if self.rules.form == Form::Expression && is_statement {
            return Err(format!("a single expression is required; found `{}`", token.text));
        }
        match token.text {
            "<" if self.declares => self.in_template = true,
            ">" if self.declares => self.in_template = false,
            "(" | "[" | "{" => self.open.push(*token),
            ")" | "]" | "}" => return self.close(token.text),
            ";" => {
                let depth = self.open.len();
                self.declared
                    .iter_mut()
                    .filter(|declared| declared.depth == depth)
                    .for_each(|declared| declared.is_usable = true);
            }
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, bracket: &str) -> Result<(), String> {
        let depth = self.open.len();
        let expected = self.open.pop().map(|open| closing(open.text));
        if expected != Some(bracket) {
            return Err(match expected {
                Some(expected) => format!("`{expected}` is required to close the last bracket; found `{bracket}`"),
                None => format!("an opening bracket is required before this `{bracket}`; found none"),
            });
        }
        self.declared.retain(|declared| declared.depth < depth);
        Ok(())
    }

    fn finish(&self) -> Result<(), (Place, String)> {
        match self.open.last() {
            Some(open) => Err((
                open.place,
                format!("a `{}` is required to close this `{}`; found none", closing(open.text), open.text),
            )),
            None => Ok(()),
        }
    }
}

fn closing(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

#[cfg(test)]
mod tests;
