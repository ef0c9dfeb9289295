//! Modules whose text is made at run time, around a user's code.
//!
//! Each [`ModuleRef`] shares ownership of its module. A module's path follows from its folder and its text, so equal
//! texts in one folder are equal modules.

use std::borrow::Cow;

use super::{Import, Module, ModuleRef};

/// The lines of a user's code in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeLines {
    /// The name of the argument with the code, for messages.
    pub what: &'static str,
    /// Its first line in the module, from 1.
    pub first: usize,
    /// Its number of lines.
    pub count: usize,
}

impl CodeLines {
    /// Converts a line number of the module to a line number of the code, both from 1. A line outside the code becomes
    /// the nearest line of the code.
    pub fn line(&self, line: usize) -> usize {
        (line + 1).saturating_sub(self.first).clamp(1, self.count.max(1))
    }
}

impl Module {
    /// A module that contains a user's code on separate lines, between two texts. Its path is in `folder`, which does
    /// not exist in `shaders/`, so the path differs from that of every file. All modules in this folder have the same `imports`.
    pub(crate) fn around(
        folder: &str,
        [before, after]: [&str; 2],
        (what, code): (&'static str, &str),
        imports: &'static [Import],
    ) -> ModuleRef {
        let lines = CodeLines { what, first: before.lines().count() + 1, count: code.lines().count() };
        let source = format!("{}\n{}\n{after}", before.trim_end_matches('\n'), code.trim_end_matches('\n'));
        let path = format!("{folder}/{:016x}.wgsl", content_hash(&source));
        Module { path: Cow::Owned(path), source: Cow::Owned(source), imports, code: Some(lines) }.into()
    }
}

/// The hash FNV-1a of a text. It is the same on every platform and in every version, so a custom operator,
/// whose id contains the hash of its definition, has the same id in all results.
pub(crate) fn content_hash(text: &str) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    text.bytes().fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(folder: &str, code: &str) -> ModuleRef {
        Module::around(folder, ["// Made.\nfn f() {\n", "}\n"], ("code", code), &[])
    }

    #[test]
    fn equal_texts_are_equal_modules() {
        let first = of("custom/test", "first");
        assert_eq!(first, of("custom/test", "first"));
        assert_ne!(first, of("custom/test", "second"));
        assert_ne!(first, of("custom/other", "first"));
        assert!(first.path.starts_with("custom/test/") && first.path.ends_with(".wgsl"), "{first:?}");
        // Two texts of the same hash are two modules.
        let collides = Module { source: "second".into(), ..Module::clone(&first) };
        assert_ne!(*first, collides);
    }

    #[test]
    fn hashes_are_those_of_fnv_1a() {
        assert_eq!(content_hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(content_hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn lines_of_code_are_found_in_their_module() {
        let module = of("custom/test", "one\ntwo");
        assert_eq!(module.source, "// Made.\nfn f() {\none\ntwo\n}\n");
        let lines = module.code.unwrap();
        assert_eq!([1, 2, 3, 4, 5, 9].map(|line| lines.line(line)), [1, 1, 1, 2, 2, 2]);
    }
}
