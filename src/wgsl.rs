//! WGSL modules: the files under `shaders/`, by path, embedded at compile time.

/// One WGSL file. Modules are joined in any order: WGSL's module scope does not mind.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Module {
    /// Path below `shaders/`, as compiler messages name it.
    pub path: &'static str,
    /// The text of the file.
    pub source: &'static str,
}

/// A path names one file: its text need not be compared, which would take longer than a short scan.
impl PartialEq for Module {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// The [`Module`] of a file below `shaders/`.
#[macro_export]
macro_rules! wgsl {
    ($path:literal) => {
        $crate::wgsl::Module { path: $path, source: include_str!(concat!(env!("OUT_DIR"), "/shaders/", $path)) }
    };
}
