//! Selections: which elements an operation moves.

use super::{Constant, Io, Resource, Slots};
use crate::error::Error;
use crate::monoid::ElementType;
use crate::wgsl;
use crate::wgsl::{CodeWarning, Module, ModuleRef, Slot, binding, user_code};

/// The selection of a compaction or a partition. Its scan counts the selected elements, and its store moves them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    /// The condition of the selection.
    pub mask: Mask,
    /// The buffer of the indices of the selected elements; `None` if they are not stored.
    pub indices: Option<Resource>,
    /// The elements that are not selected.
    pub others: Others,
    /// Two buffers; `None` if they are not stored. The first has one bit per element: bit i % 32 of word ⌊i / 32⌋ is
    /// set if element i is selected. The second has the number of selected elements before each word. Only for
    /// [`Mask::Heads`], without `indices`, if the other elements are dropped.
    pub bits: Option<[Resource; 2]>,
    /// The pivot up to which elements are selected; `None` if the condition selects them.
    pub pivot: Option<Pivot>,
    /// Words of an element. An element of several words is a record. A record stays in memory until it is moved.
    pub record_words: u32,
}

/// The treatment of the elements that are not selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// They are not stored.
    Dropped,
    /// They follow the selected elements in their order.
    InOrder,
    /// They follow the selected elements in reverse order.
    Reversed,
}

/// The last element that is selected, in the order of keys, then of indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pivot {
    /// The buffer of the pivot.
    pub buffer: Resource,
    /// The constants of the order of keys.
    pub order: [(&'static str, Constant); 2],
    /// The number of elements to select; if the input has fewer elements, all are selected.
    pub most: u32,
}

/// The maximum number of words of a record.
pub(crate) const MAX_RECORD_WORDS: u32 = 16;

/// Checks the words of a record.
///
/// # Errors
/// [`Error::BadArgument`] with what is required and found.
pub(crate) fn check_record_words(words: u32) -> Result<(), Error> {
    match (1..=MAX_RECORD_WORDS).contains(&words) {
        true => Ok(()),
        false => {
            let required = format!("an integer from 1 to {MAX_RECORD_WORDS}");
            Err(Error::bad_argument("words of a record", required, words.to_string()))
        }
    }
}

/// The condition of a selection.
///
/// ```
/// use scanlab::monoid::ElementType;
/// use scanlab::plan::Mask;
///
/// // Particles of 8 words: position, mass, velocity and age.
/// let near = Mask::condition_on_record("x[0] * x[0] + x[1] * x[1] < 4.0 && x[7] < 1.0", ElementType::F32, 8)?;
/// assert!(matches!(near, Mask::Where { record_words: 8, .. }));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mask {
    /// Selects elements with a flag other than 0.
    Flags,
    /// Selects the first element of each run of equal elements.
    Heads,
    /// Selects elements that satisfy the predicate of a module.
    Where {
        /// The module with the predicate.
        predicate: ModuleRef,
        /// The required element type.
        element_type: ElementType,
        /// The required number of words of an element.
        record_words: u32,
    },
}

impl Mask {
    /// Selects elements that satisfy a condition: an expression in WGSL of the element `x` and its index `i: u32`.
    /// Operations on elements of another type refuse it.
    ///
    /// # Errors
    /// [`Error::Code`] or [`Error::BadArgument`] for an invalid text.
    pub fn condition(code: &str, element_type: ElementType) -> Result<Self, Error> {
        Mask::condition_on_record(code, element_type, 1)
    }

    /// Selects records of this number of words that satisfy a condition: an expression in WGSL of the record `x` and
    /// its index `i: u32`. All words of a record have the element type: `x[0]` is the first word, `bitcast<f32>(x[3])`
    /// is the fourth word as f32. With one word, `x` itself is the element, as in [`Mask::condition`].
    ///
    /// # Errors
    /// As [`Mask::condition`]; [`Error::BadArgument`] for 0 words, or more words than a record may have.
    pub fn condition_on_record(code: &str, element_type: ElementType, words: u32) -> Result<Self, Error> {
        Mask::condition_from(code, element_type, words, 0)
    }

    /// As [`Mask::condition_on_record`], for a part of an array. `i` is the index in the whole array; the first element
    /// of the part has the index `first`.
    ///
    /// # Errors
    /// As [`Mask::condition_on_record`].
    pub fn condition_from(code: &str, element_type: ElementType, words: u32, first: u32) -> Result<Self, Error> {
        check_record_words(words)?;
        let code = user_code::check(code, &user_code::WHERE)?;
        let ty = element_type.name();
        let (parameter, value) = match words {
            1 => ("word: u32".to_owned(), format!("bitcast<{ty}>(word)")),
            _ => {
                let word = |part| format!("bitcast<{ty}>(words[{part}])");
                let all: Vec<_> = (0..words).map(word).collect();
                (format!("words: array<u32, {words}>"), format!("array<{ty}, {words}>({})", all.join(", ")))
            }
        };
        // User code may use `i`, but not `index`.
        let (index, i) = match first {
            0 => ("i", String::new()),
            _ => ("index", format!(" let i = index + {first}u;")),
        };
        let before = format!("fn is_selected({parameter}, {index}: u32) -> bool {{\nlet x = {value};{i}\nreturn\n");
        let what = user_code::WHERE.what;
        let predicate = Module::around("custom/where", [&before, ";\n}\n"], (what, &code), &[user_code::FUNCTIONS]);
        Ok(Mask::Where { predicate, element_type, record_words: words })
    }

    /// Warnings for a condition that compilers may interpret in several ways. `of_floats` tells whether elements are
    /// f32.
    ///
    /// # Errors
    /// As [`Mask::condition`], for the code.
    pub fn warnings(code: &str, of_floats: bool) -> Result<Vec<CodeWarning>, Error> {
        user_code::warnings(code, &user_code::WHERE, of_floats)
    }
}

impl Selection {
    /// Whether elements are records of several words.
    pub fn has_records(&self) -> bool {
        self.record_words > 1
    }

    /// Reads to select elements: one flag per element; one neighbour per element except the first; or the words of
    /// records that are compared or that a predicate reads. Elements of one word do not count, since they are read in
    /// any case.
    pub(crate) fn reads(&self, elements: u64) -> u64 {
        let record_words = u64::from(self.record_words);
        match self.mask {
            // The pivot is in the cache.
            _ if self.pivot.is_some() => 0,
            Mask::Flags => elements,
            Mask::Heads if self.has_records() => 2 * record_words * elements,
            Mask::Heads => elements.saturating_sub(1),
            Mask::Where { .. } if self.has_records() => record_words * elements,
            Mask::Where { .. } => 0,
        }
    }

    /// Whether the selection reads records.
    pub fn reads_records(&self) -> bool {
        !matches!(self.mask, Mask::Flags)
    }

    /// The maximum number of selected elements in an input of `elements`: all, or the number up to a pivot.
    pub fn most_selected(&self, elements: u32) -> u32 {
        self.pivot.as_ref().map_or(elements, |pivot| elements.min(pivot.most))
    }

    /// Whether the scatter index of an element that is not selected depends on the number of all selected elements.
    pub fn needs_split(&self) -> bool {
        self.others == Others::InOrder
    }

    /// The constants of the modules that store elements. If a pivot selects elements, they include the order of keys.
    pub fn constants(&self) -> Vec<(&'static str, Constant)> {
        let others = [
            ("PARTITION", Constant::Bool(self.others != Others::Dropped)),
            ("REVERSED", Constant::Bool(self.others == Others::Reversed)),
        ];
        [&others[..], self.pivot.as_ref().map_or(&[], |pivot| &pivot.order)].concat()
    }

    pub(super) fn fill(&self, slots: &mut Slots) {
        slots.fill(
            Slot::Selection,
            match self.mask {
                _ if self.pivot.is_some() => wgsl!("operation/select_pivot.wgsl"),
                Mask::Flags => wgsl!("operation/select_flags.wgsl"),
                Mask::Heads if self.has_records() => wgsl!("operation/record_heads.wgsl"),
                Mask::Heads => wgsl!("operation/select_heads_workgroup.wgsl"),
                Mask::Where { .. } if self.has_records() => wgsl!("operation/record_where.wgsl"),
                Mask::Where { .. } => wgsl!("operation/select_where.wgsl"),
            },
        );
        if let Mask::Where { predicate, .. } = &self.mask {
            slots.fill(Slot::Predicate, predicate.clone());
        }
        let indices = match self.indices {
            Some(_) => wgsl!("operation/indices.wgsl"),
            None => wgsl!("operation/no_indices.wgsl"),
        };
        let bits = match self.bits {
            Some(_) => wgsl!("operation/selected_bits.wgsl"),
            None => wgsl!("operation/no_selected_bits.wgsl"),
        };
        slots.fill(Slot::Indices, indices);
        slots.fill(Slot::SelectedBits, bits);
    }

    /// The binding of a pass that reads elements.
    pub(crate) fn source(&self, io: &Io<'_>) -> (u32, Resource) {
        (if self.has_records() { binding::RECORDS } else { binding::SOURCE }, io.input)
    }

    /// The bindings of a pass that reads the data of the selection. Records that are selected by flags are not bound.
    pub(crate) fn load(&self, io: &Io<'_>) -> Vec<(u32, Resource)> {
        let source = (!self.has_records() || self.reads_records()).then_some(self.source(io));
        source.into_iter().chain(self.flags(io)).collect()
    }

    /// The bindings of a pass that also moves elements.
    pub(crate) fn load_and_store(&self, io: &Io<'_>) -> Vec<(u32, Resource)> {
        [self.source(io)].into_iter().chain(self.flags(io)).chain(self.store(io)).collect()
    }

    /// The bindings of a pass that stores elements.
    pub(crate) fn store(&self, io: &Io<'_>) -> impl Iterator<Item = (u32, Resource)> + use<> {
        let moved = if self.has_records() { binding::MOVED_RECORDS } else { binding::SELECTED };
        let indices = self.indices.map(|indices| (binding::SELECTED_INDICES, indices));
        let bits = self.bits.map(|[bits, before]| [(binding::SELECTED_BITS, bits), (binding::SELECTED_BEFORE, before)]);
        let others = indices.into_iter().chain(bits.into_iter().flatten());
        [(moved, io.output), (binding::COUNT, Resource::Count)].into_iter().chain(others)
    }

    /// The binding of the pivot, the flags or the neighbours, if the selection uses one of these.
    fn flags(&self, io: &Io<'_>) -> Option<(u32, Resource)> {
        if let Some(pivot) = &self.pivot {
            return Some((binding::PIVOT, pivot.buffer));
        }
        match self.mask {
            Mask::Flags => Some((binding::FLAGS, io.flags)),
            Mask::Heads if !self.has_records() => Some((binding::NEIGHBOURS, io.input)),
            Mask::Heads | Mask::Where { .. } => None,
        }
    }
}
