//! WGSL modules: the files under `shaders/` with what they import, embedded at compile time.

use std::fmt;

/// One WGSL file. Modules are joined in any order: WGSL's module scope does not mind.
#[derive(Clone, Copy, Eq)]
pub struct Module {
    /// Path below `shaders/`, as compiler messages name it.
    pub path: &'static str,
    /// The text of the file, its import statements as empty lines.
    pub source: &'static str,
    /// What it imports from, in the order of its import statements.
    pub imports: &'static [Import],
}

/// What a module imports from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Import {
    /// A file.
    Module(&'static Module),
    /// A slot.
    Slot(Slot),
}

/// What a module can import from that is no file of its own: for every shader, a file is chosen that defines what is imported, or
/// imports it. A kernel's [`variants`](crate::plan::Kernel::variants) choose first, then the form of the scan
/// ([`crate::shader`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The file that the shader starts from: what a frame leaves to its algorithm.
    Algorithm,
    /// What is scanned: `T`, `T_WORDS`, `to_words`, `from_words`, `identity`, `combine`.
    Element,
    /// Elements of other invocations of the subgroup: `element_shuffle`, `element_shuffle_up`.
    ElementShuffle,
    /// Where keys of floats begin: `KEY_FIRST`.
    Key,
    /// Who looks back: `look_back`.
    LookBack,
    /// The operator: `Value`, `VALUE_WORDS`, `value_to_words`, `value_from_words`, `value_identity`, `value_combine`.
    Monoid,
    /// How a pack lies in memory: `Memory`, `pack_from_memory`, `pack_to_memory`.
    PackMemory,
    /// Where packs of the input lie: `source_memory`.
    PackSource,
    /// Numbers: `Scalar`, `scalar_lowest`, `scalar_highest`, `scalar_min`, `scalar_max`.
    Scalar,
    /// Where elements of the input lie: `source_element`.
    Source,
    /// The sum over a subgroup: `element_sum`.
    SubgroupSum,
    /// A tile in registers, by who scans it and in which arrangement: `lib/tile.wgsl` says what of.
    Tile,
    /// What the operator's values are: `Value`, `VALUE_WORDS`, `value_to_words`, `value_from_words`; of matrices their entries.
    Value,
    /// Values of other invocations of the subgroup: `value_shuffle`, `value_shuffle_up`.
    ValueShuffle,
}

// The table of all files, in the order of their paths.
include!(concat!(env!("OUT_DIR"), "/modules.rs"));

/// A path names one file: its text need not be compared, which would take longer than a short scan.
impl PartialEq for Module {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// The path says it all.
impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path)
    }
}

impl Module {
    /// The module of a file.
    ///
    /// # Panics
    /// Where there is no such file; [`wgsl!`](crate::wgsl!) finds that when it is compiled.
    pub const fn named(path: &str) -> &'static Module {
        let mut index = 0;
        while index < MODULES.len() {
            if is_same(MODULES[index].path, path) {
                return &MODULES[index];
            }
            index += 1;
        }
        panic!("there is no such file below shaders/")
    }
}

/// `==` cannot be called where constants are made.
const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut same = left.len() == right.len();
    let mut index = 0;
    while same && index < left.len() {
        same = left[index] == right[index];
        index += 1;
    }
    same
}

/// The [`Module`] of a file below `shaders/`.
#[macro_export]
macro_rules! wgsl {
    ($path:literal) => {
        const { $crate::wgsl::Module::named($path) }
    };
}
