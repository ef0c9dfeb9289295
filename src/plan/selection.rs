//! Selections: which elements an operation moves.

use crate::error::Error;
use crate::monoid::ElementType;
use crate::wgsl;
use crate::wgsl::interned::{around, interned};
use crate::wgsl::{Module, Slot, user_code};

/// What a scan counts and its store moves, where it is the scan of a compaction or a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Which elements are selected.
    pub mask: Mask,
    /// Whether their indices are stored beside them.
    pub indices: bool,
    /// Whether the other elements follow them in the output.
    pub partition: bool,
    /// Whether words of their bits are stored too: bit i % 32 of word ⌊i / 32⌋ is set where element i is selected; and for each word the
    /// number of selected elements before it. Of heads only, without the two above.
    pub bits: bool,
}

/// Which elements are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// Those whose flag is not 0.
    Flags,
    /// The first of each run of equal elements.
    Heads,
    /// Those for which the predicate of a module holds.
    Where(&'static Module),
}

impl Mask {
    /// The elements for which a condition holds, an expression in WGSL of the element `x` and its index `i: u32`.
    ///
    /// # Errors
    /// [`Error::Code`], [`Error::BadArgument`] for what is no such expression, [`Error::TooLarge`] past the limits of such code.
    pub fn condition(code: &str, element_type: ElementType) -> Result<Self, Error> {
        let code = user_code::check(code, &user_code::WHERE)?;
        let ty = element_type.name();
        let before = format!("fn is_selected(word: u32, i: u32) -> bool {{\nlet x = bitcast<{ty}>(word);\nreturn\n");
        let (text, lines) = around(&before, &code, ";\n}\n", user_code::WHERE.what);
        interned("own/where", text, &[user_code::FUNCTIONS], Some(lines)).map(Mask::Where)
    }

    /// Flags or neighbours read for so many elements, one an element; the first has no neighbour before it.
    pub fn reads(self, elements: u32) -> u64 {
        match self {
            Mask::Flags => elements.into(),
            Mask::Heads => u64::from(elements.saturating_sub(1)),
            Mask::Where(_) => 0,
        }
    }
}

impl Selection {
    /// The module of a slot.
    pub fn module(self, slot: Slot) -> Option<&'static Module> {
        match (slot, self.mask) {
            (Slot::Selection, Mask::Flags) => Some(wgsl!("operation/select_flags.wgsl")),
            (Slot::Selection, Mask::Heads) => Some(wgsl!("operation/select_heads_workgroup.wgsl")),
            (Slot::Selection, Mask::Where(_)) => Some(wgsl!("operation/select_where.wgsl")),
            (Slot::Predicate, Mask::Where(module)) => Some(module),
            (Slot::Indices, _) if self.indices => Some(wgsl!("operation/indices.wgsl")),
            (Slot::Indices, _) => Some(wgsl!("operation/no_indices.wgsl")),
            (Slot::SelectedBits, _) if self.bits => Some(wgsl!("operation/selected_bits.wgsl")),
            (Slot::SelectedBits, _) => Some(wgsl!("operation/no_selected_bits.wgsl")),
            _ => None,
        }
    }
}
