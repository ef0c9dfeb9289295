//! WGSL modules: the files under `shaders/` with their imports, embedded at compile time, and those whose text is made at run time.

pub mod interned;
pub mod user_code;

use std::fmt;

/// One WGSL file.
#[derive(Clone, Copy, Eq)]
pub struct Module {
    /// Path below `shaders/`, as compiler messages name it.
    pub path: &'static str,
    /// The text of the file, its import statements as empty lines.
    pub source: &'static str,
    /// The origins of its imports, in the order of its import statements.
    pub imports: &'static [Import],
}

/// The origin of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Import {
    /// A file.
    Module(&'static Module),
    /// A slot.
    Slot(Slot),
}

// The slots, from `SLOTS` in `build/imports.rs`.
include!(concat!(env!("OUT_DIR"), "/slots.rs"));

/// The binding numbers of group 0, by the names of the variables that shaders declare.
pub mod binding {
    include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
}

// The table of all files, sorted by path.
include!(concat!(env!("OUT_DIR"), "/modules.rs"));

/// By path alone: comparing the texts would take longer than a short scan.
impl PartialEq for Module {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path)
    }
}

impl Module {
    /// The module of a file.
    ///
    /// # Panics
    /// Where there is no such file, with [`wgsl!`](crate::wgsl!) at compile time.
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

/// `==` of texts is not `const`.
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
