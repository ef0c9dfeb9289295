//! The modules of a kernel's slots.

use super::{Form, Fusion, Io};
use crate::wgsl;
use crate::wgsl::{Module, ModuleRef, Slot};

/// The modules that the files of a shader import through slots. A slot may be empty if no file of the kernel imports
/// from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Slots([Option<ModuleRef>; Slot::COUNT]);

/// The number of words of a value, the memory layout of packs of such values, and the layout of the packs' head flags.
const PACKS_BY_WORDS: &[(u32, &Module, &Module)] = &[
    (1, wgsl!("pack/words_1.wgsl"), wgsl!("heads/words_4.wgsl")),
    (2, wgsl!("pack/words_2.wgsl"), wgsl!("heads/words_2.wgsl")),
    (4, wgsl!("pack/words_4.wgsl"), wgsl!("heads/words_1.wgsl")),
];

impl Slots {
    /// The module of a slot.
    pub fn module(&self, slot: Slot) -> Option<&ModuleRef> {
        self.0[slot as usize].as_ref()
    }

    pub(crate) fn fill(&mut self, slot: Slot, module: impl Into<ModuleRef>) {
        self.0[slot as usize] = Some(module.into());
    }

    /// The slots that follow from the form of a scan that is neither in place nor fused.
    pub(crate) fn of_form(form: &Form) -> Self {
        let operator = &form.monoid.operator.modules;
        let segmented = |plain, segmented| if form.segments.are_flagged() { segmented } else { plain };
        let packs = PACKS_BY_WORDS.iter().find(|(words, ..)| *words == form.monoid.words());
        let all = [
            (Slot::Element, segmented(wgsl!("lib/plain.wgsl"), wgsl!("lib/segmented.wgsl"))),
            (Slot::ElementShuffle, segmented(wgsl!("shuffle/plain.wgsl"), wgsl!("shuffle/segmented.wgsl"))),
            (Slot::Pack, segmented(wgsl!("pack/plain.wgsl"), wgsl!("pack/segmented.wgsl"))),
            (Slot::PackSource, wgsl!("pack/source.wgsl")),
            (Slot::PackTarget, wgsl!("pack/target.wgsl")),
            (Slot::Scalar, form.monoid.element_type.module()),
            (Slot::Source, wgsl!("lib/source.wgsl")),
            (Slot::SubgroupSum, form.native_subgroup_sum().unwrap_or(wgsl!("shuffle/sum.wgsl"))),
            (Slot::Target, wgsl!("lib/target.wgsl")),
            (Slot::TileStarts, wgsl!("lib/no_tile_starts.wgsl")),
            (Slot::Value, segmented(operator.value, operator.value_beside_flag)),
            (Slot::ValueShuffle, operator.shuffle),
        ];
        let heads = packs.and_then(|&(_, _, flags)| form.segments.module(flags));
        let layout = packs.map(|&(_, layout, _)| layout);
        let some = [(Slot::Heads, heads), (Slot::Key, operator.key), (Slot::PackMemory, layout)];
        let mut slots = Slots::default();
        slots.fill(Slot::Monoid, operator.combine.clone());
        all.into_iter().for_each(|(slot, module)| slots.fill(slot, module));
        some.into_iter().for_each(|(slot, module)| slots.0[slot as usize] = module.map(Into::into));
        slots
    }

    /// Fills the slots that follow from the buffers of a scan.
    pub(super) fn fill_for(&mut self, io: &Io<'_>) {
        if io.is_in_place() {
            self.fill(Slot::PackSource, wgsl!("pack/source_in_place.wgsl"));
            self.fill(Slot::Source, wgsl!("lib/source_in_place.wgsl"));
        }
        match &io.fusion {
            Some(Fusion::Selection(selection)) => selection.fill(self),
            Some(Fusion::SegmentSums { .. }) => self.fill(Slot::PackTarget, wgsl!("operation/segment_sums.wgsl")),
            Some(Fusion::SegmentEnds) => self.fill(Slot::PackTarget, wgsl!("operation/segment_ends.wgsl")),
            Some(Fusion::Initial) => self.fill(Slot::PackTarget, wgsl!("pack/target_from_initial.wgsl")),
            None => {}
        }
    }
}
