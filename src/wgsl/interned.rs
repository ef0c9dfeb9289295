//! Modules whose text is made at run time.
//!
//! A [`Module`] is `'static` and compared by its path, so each text has a path of its own and stays for the life of the process. Their
//! number and length are limited, since a page may make up ever new ones.

use std::sync::{Mutex, PoisonError};

use super::{Import, Module};
use crate::error::Error;

/// Bytes of all texts.
const MOST_BYTES: usize = 16 << 20;
/// Number of modules.
const MOST_MODULES: usize = 10_000;

/// The lines of a user's code in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeLines {
    /// What the code is, for messages.
    pub what: &'static str,
    /// Its first line in the module, from 1.
    pub first: usize,
    /// Its number of lines.
    pub count: usize,
}

impl CodeLines {
    /// The line of the code, from 1, for a line of the module; for one outside the code the nearest line of it.
    pub fn line(&self, line: usize) -> usize {
        (line + 1).saturating_sub(self.first).clamp(1, self.count.max(1))
    }
}

/// The text of a module that holds a user's code on lines of its own.
pub fn around(before: &str, code: &str, after: &str, what: &'static str) -> (String, CodeLines) {
    let lines = CodeLines { what, first: before.lines().count() + 1, count: code.lines().count() };
    (format!("{}\n{}\n{after}", before.trim_end_matches('\n'), code.trim_end_matches('\n')), lines)
}

/// A module with its folder, and where in it a user's code is.
struct Interned {
    folder: &'static str,
    module: &'static Module,
    code: Option<CodeLines>,
}

/// All of them. Lists are searched as fast as shaders are composed, and are smaller than maps.
static INTERNED: Mutex<Vec<Interned>> = Mutex::new(Vec::new());

/// The module of a text, below a folder of `shaders/` that has no files; the same for the same text. `imports` must be those that a text
/// in this folder always has, and `code` where in it a user's code is, if it holds one.
///
/// # Errors
/// [`Error::TooLarge`] past the limits.
pub fn interned(
    folder: &'static str,
    source: String,
    imports: &'static [Import],
    code: Option<CodeLines>,
) -> Result<&'static Module, Error> {
    let mut all = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| known.folder == folder && known.module.source == source) {
        return Ok(known.module);
    }
    let bytes = source.len() + all.iter().map(|known| known.module.source.len()).sum::<usize>();
    let rank = all.len() + 1;
    if bytes > MOST_BYTES || rank > MOST_MODULES {
        return Err(Error::TooLarge {
            what: "the code of the operators and conditions since the start".into(),
            required: format!("{bytes} bytes in {rank} modules"),
            limit: format!("{MOST_BYTES} bytes in {MOST_MODULES} modules"),
        });
    }
    let path: &'static str = Box::leak(format!("{folder}/{rank}.wgsl").into_boxed_str());
    let source: &'static str = Box::leak(source.into_boxed_str());
    let module: &'static Module = Box::leak(Box::new(Module { path, source, imports }));
    all.push(Interned { folder, module, code });
    Ok(module)
}

/// The lines of a user's code in a module, by its path.
pub fn code_lines(path: &str) -> Option<CodeLines> {
    let all = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter().find(|known| known.module.path == path)?.code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    fn of(text: &str) -> &'static Module {
        interned("own/test", text.to_owned(), &[], None).unwrap()
    }

    #[test]
    fn a_text_has_one_module_and_a_path_of_its_own() {
        let first = of("fn first() {}\n");
        assert!(std::ptr::eq(first, of("fn first() {}\n")));
        let second = of("fn second() {}\n");
        assert_ne!(first, second);
        assert!(second.path.starts_with("own/test/") && second.path.ends_with(".wgsl"), "{second:?}");
        assert_ne!(first, interned("own/other", "fn first() {}\n".into(), &[], None).unwrap());
    }

    #[test]
    fn lines_of_code_are_found_in_their_module() {
        let (text, lines) = around("// Own.\nfn f() {\n", "one\ntwo", "}\n", "code");
        assert_eq!(text, "// Own.\nfn f() {\none\ntwo\n}\n");
        let module = interned("own/test", text, &[], Some(lines)).unwrap();
        let lines = code_lines(module.path).unwrap();
        assert_eq!([1, 2, 3, 4, 5, 9].map(|line| lines.line(line)), [1, 1, 1, 2, 2, 2]);
        assert_eq!(code_lines("own/test/none.wgsl"), None);
    }

    #[test]
    fn a_text_past_the_limit_is_refused() {
        let error = interned("own/test", " ".repeat(MOST_BYTES + 1), &[], None).unwrap_err();
        assert_eq!(error.code(), ErrorCode::TooLarge);
        assert!(error.to_string().contains("the limit"), "{error}");
    }
}
