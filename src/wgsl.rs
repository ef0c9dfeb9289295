//! WGSL modules: the files under `shaders/` with their imports, embedded at compile time, and modules whose text is
//! made at run time.

mod made;
pub(crate) mod user_code;

use std::borrow::Cow;
use std::fmt;

pub(crate) use made::{CodeLines, content_hash};
pub use user_code::CodeWarning;

use crate::shared::Shared;

/// A WGSL file, or a text that is made at run time.
///
/// ```
/// use scanlab::monoid::{ElementType, Monoid};
///
/// let sum = Monoid::find("add", ElementType::F32)?;
/// assert_eq!(sum.module().path, "monoid/add.wgsl");
/// assert!(sum.module().source.contains("fn value_combine(left: Value, right: Value)"));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Eq)]
#[non_exhaustive]
pub struct Module {
    /// Path below `shaders/`, as compiler messages name it. A text that is made at run time is named by its content.
    pub path: Cow<'static, str>,
    /// The text of the file, its import statements as empty lines.
    pub source: Cow<'static, str>,
    /// The origins of its imports, in the order of its import statements.
    pub(crate) imports: &'static [Import],
    /// The lines of a user's code; `None` without such code.
    pub(crate) code: Option<CodeLines>,
}

/// A module that a shader, an operator or a predicate refers to.
pub type ModuleRef = Shared<Module>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Import {
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

/// Compares files by path alone, since comparing their texts would take longer than a short scan. Modules that are made
/// at run time have hashes as paths, so their texts are compared too.
impl PartialEq for Module {
    fn eq(&self, other: &Self) -> bool {
        let are_files = matches!((&self.source, &other.source), (Cow::Borrowed(_), Cow::Borrowed(_)));
        self.path == other.path && (are_files || self.source == other.source)
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

impl Module {
    /// The module of a file.
    ///
    /// # Panics
    /// If the file does not exist; with [`wgsl!`](crate::wgsl!) at compile time.
    pub const fn named(path: &str) -> &'static Module {
        let mut index = 0;
        while index < MODULES.len() {
            match MODULES[index].path {
                Cow::Borrowed(known) if is_same(known, path) => return &MODULES[index],
                _ => {}
            }
            index += 1;
        }
        panic!("the file must exist below shaders/")
    }
}

/// Whether two texts are equal. The operator `==` of texts is not `const`.
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
///
/// ```
/// // A name that is no file below `shaders/` does not compile.
/// let root = scanlab::wgsl!("scan/sklansky.wgsl");
/// assert_eq!(root.path, "scan/sklansky.wgsl");
/// ```
#[macro_export]
macro_rules! wgsl {
    ($path:literal) => {
        const { $crate::wgsl::Module::named($path) }
    };
}
