//! The modules of a shader: its root and, transitively, their imports.

use crate::plan::{Form, Kernel};
use crate::wgsl;
use crate::wgsl::{Import, Module, Slot};

/// The modules of a kernel's shader, each once, before its importers; the root comes last.
///
/// A slot without a module is skipped; the shader compiler then names the missing items.
pub(super) fn modules_of(kernel: &Kernel, form: Form) -> Vec<&'static Module> {
    let mut modules = Modules { kernel, form, seen: Vec::new(), in_order: Vec::new() };
    modules.add(kernel.root);
    modules.in_order
}

struct Modules<'a> {
    kernel: &'a Kernel,
    form: Form,
    /// Visited modules.
    seen: Vec<&'static Module>,
    in_order: Vec<&'static Module>,
}

impl Modules<'_> {
    fn add(&mut self, module: &'static Module) {
        if self.seen.contains(&module) {
            return;
        }
        self.seen.push(module);
        for &import in module.imports {
            let imported = match import {
                Import::Module(module) => Some(module),
                Import::Slot(slot) => self.kernel.variant(slot).or_else(|| variant_of_form(slot, self.form)),
            };
            if let Some(imported) = imported {
                self.add(imported);
            }
        }
        self.in_order.push(module);
    }
}

/// The words of a value, the memory layout of packs of such values, and that of their head flags.
const PACKS_BY_WORDS: &[(u32, &Module, &Module)] = &[
    (1, wgsl!("pack/words_1.wgsl"), wgsl!("heads/words_4.wgsl")),
    (2, wgsl!("pack/words_2.wgsl"), wgsl!("heads/words_2.wgsl")),
    (4, wgsl!("pack/words_4.wgsl"), wgsl!("heads/words_1.wgsl")),
];

/// The module of a slot by the form of the scan.
fn variant_of_form(slot: Slot, form: Form) -> Option<&'static Module> {
    let operator = &form.monoid.operator.modules;
    let segmented = |plain, segmented| if form.segments.are_flagged() { segmented } else { plain };
    let packs = PACKS_BY_WORDS.iter().find(|(words, ..)| *words == form.monoid.words());
    let in_place = |separate, in_place| if form.in_place { in_place } else { separate };
    match slot {
        Slot::Element => Some(segmented(wgsl!("lib/plain.wgsl"), wgsl!("lib/segmented.wgsl"))),
        Slot::ElementShuffle => Some(segmented(wgsl!("shuffle/plain.wgsl"), wgsl!("shuffle/segmented.wgsl"))),
        Slot::Heads => packs.and_then(|&(_, _, flags)| form.segments.module(flags)),
        Slot::Key => operator.key,
        Slot::Monoid => Some(operator.combine),
        Slot::Pack => Some(segmented(wgsl!("pack/plain.wgsl"), wgsl!("pack/segmented.wgsl"))),
        Slot::PackMemory => packs.map(|&(_, layout, _)| layout),
        Slot::PackSource => Some(in_place(wgsl!("pack/source.wgsl"), wgsl!("pack/source_in_place.wgsl"))),
        Slot::PackTarget if form.stores_segment_sums => Some(wgsl!("operation/segment_sums.wgsl")),
        Slot::PackTarget => Some(wgsl!("pack/target.wgsl")),
        Slot::Scalar => Some(form.monoid.element_type.module()),
        Slot::Source => Some(in_place(wgsl!("lib/source.wgsl"), wgsl!("lib/source_in_place.wgsl"))),
        Slot::Target => Some(wgsl!("lib/target.wgsl")),
        Slot::SubgroupSum => Some(form.native_subgroup_sum().unwrap_or(wgsl!("shuffle/sum.wgsl"))),
        Slot::TileStarts => Some(wgsl!("lib/no_tile_starts.wgsl")),
        Slot::Value => Some(segmented(operator.value, operator.value_beside_flag)),
        Slot::ValueShuffle => Some(operator.shuffle),
        Slot::Algorithm | Slot::LookBack | Slot::Tile => None,
        Slot::Indices | Slot::Predicate | Slot::SelectedBits | Slot::Selection => {
            form.selection.and_then(|selection| selection.module(slot))
        }
    }
}
