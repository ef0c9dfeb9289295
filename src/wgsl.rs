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

/// A module that is selected for each shader, by a kernel's [`variants`](crate::plan::Kernel::variants) or else by the form of the scan
/// ([`crate::shader`]). Its file declares or imports the items that are imported from the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The root of the shader, with the functions that a frame calls.
    Algorithm,
    /// The element type: `T`, `element_of`, `element_value`, `element_starts`, `identity`, `combine`.
    Element,
    /// Shuffles of elements and the steps of their scan over a subgroup: `element_shuffle`, `element_shuffle_up`, `Reach`, `element_reach`,
    /// `element_scan_step`, `element_scanned`.
    ElementShuffle,
    /// Where segments start in memory: `head_bits`, `head_bits_after`.
    Heads,
    /// Whether the indices of selected elements are stored: `INDICES`, `index_store`.
    Indices,
    /// The origin of keys of floats: `KEY_FIRST`.
    Key,
    /// The look-back, by a subgroup or a workgroup: `look_back`.
    LookBack,
    /// The operator: `Value`, `VALUE_WORDS`, `value_to_words`, `value_from_words`, `value_identity`, `value_combine`.
    Monoid,
    /// What an invocation holds of a pack, and its scan: `lib/packs.wgsl` lists the items.
    Pack,
    /// The memory layout of a pack: `Memory`, `values_from_memory`, `values_to_memory`.
    PackMemory,
    /// The buffer of the input, by packs: `source_memory`.
    PackSource,
    /// The output, by packs: `target_store`.
    PackTarget,
    /// The predicate of a selection: `is_selected`.
    Predicate,
    /// The scalar type: `Scalar`, `scalar_lowest`, `scalar_highest`, `scalar_min`, `scalar_max`.
    Scalar,
    /// Whether words of bits of the selected elements are stored: `SELECTED_BITS`, `selected_bits_store`.
    SelectedBits,
    /// Which elements are selected: `is_selected_at`.
    Selection,
    /// The buffer of the input, by elements: `source_element`.
    Source,
    /// The sum over a subgroup: `element_sum`.
    SubgroupSum,
    /// The output, by elements: `prefixes`, `target_store`, `target_load`.
    Target,
    /// A tile in registers, by its arrangement and by its scan through subgroups or workgroup memory: `lib/tile.wgsl` lists the items.
    Tile,
    /// Where the first segment of each tile starts: `first_start`, `first_start_store`.
    TileStarts,
    /// The type of the operator's values: `Value`, `VALUE_WORDS`, `value_to_words`, `value_from_words`; for matrices `value_entries`,
    /// `value_of_entries`.
    Value,
    /// Shuffles of values: `value_shuffle`, `value_shuffle_up`.
    ValueShuffle,
}

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
