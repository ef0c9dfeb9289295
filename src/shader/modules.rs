//! The modules of a shader: its root and, transitively, their imports.

use crate::plan::{Form, Kernel};
use crate::wgsl;
use crate::wgsl::{Import, Module, ModuleRef, Slot};

/// The modules of a kernel's shader, each once, before its importers; the root comes last.
///
/// A slot without a module is skipped; the shader compiler then names the missing items.
pub(super) fn modules_of(kernel: &Kernel, form: &Form) -> Vec<ModuleRef> {
    let mut modules = Modules { kernel, form, seen: Vec::new(), in_order: Vec::new() };
    modules.add(kernel.root.into());
    modules.in_order
}

struct Modules<'a> {
    kernel: &'a Kernel,
    form: &'a Form,
    /// Visited modules.
    seen: Vec<ModuleRef>,
    in_order: Vec<ModuleRef>,
}

impl Modules<'_> {
    fn add(&mut self, module: ModuleRef) {
        if self.seen.contains(&module) {
            return;
        }
        self.seen.push(module.clone());
        for &import in module.imports {
            let imported = match import {
                Import::Module(module) => Some(module.into()),
                Import::Slot(slot) => {
                    self.kernel.variant(slot).map(Into::into).or_else(|| variant_of_form(slot, self.form))
                }
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
fn variant_of_form(slot: Slot, form: &Form) -> Option<ModuleRef> {
    let operator = &form.monoid.operator.modules;
    let segmented = |plain, segmented| if form.segments.are_flagged() { segmented } else { plain };
    let packs = PACKS_BY_WORDS.iter().find(|(words, ..)| *words == form.monoid.words());
    let in_place = |separate, in_place| if form.in_place { in_place } else { separate };
    let module = match slot {
        Slot::Element => segmented(wgsl!("lib/plain.wgsl"), wgsl!("lib/segmented.wgsl")),
        Slot::ElementShuffle => segmented(wgsl!("shuffle/plain.wgsl"), wgsl!("shuffle/segmented.wgsl")),
        Slot::Heads => packs.and_then(|&(_, _, flags)| form.segments.module(flags))?,
        Slot::Key => operator.key?,
        Slot::Monoid => return Some(operator.combine.clone()),
        Slot::Pack => segmented(wgsl!("pack/plain.wgsl"), wgsl!("pack/segmented.wgsl")),
        Slot::PackMemory => packs.map(|&(_, layout, _)| layout)?,
        Slot::PackSource => in_place(wgsl!("pack/source.wgsl"), wgsl!("pack/source_in_place.wgsl")),
        Slot::PackTarget if form.stores_segment_sums => wgsl!("operation/segment_sums.wgsl"),
        Slot::PackTarget => wgsl!("pack/target.wgsl"),
        Slot::Scalar => form.monoid.element_type.module(),
        Slot::Source => in_place(wgsl!("lib/source.wgsl"), wgsl!("lib/source_in_place.wgsl")),
        Slot::Target => wgsl!("lib/target.wgsl"),
        Slot::SubgroupSum => form.native_subgroup_sum().unwrap_or(wgsl!("shuffle/sum.wgsl")),
        Slot::TileStarts => wgsl!("lib/no_tile_starts.wgsl"),
        Slot::Value => segmented(operator.value, operator.value_beside_flag),
        Slot::ValueShuffle => operator.shuffle,
        Slot::Algorithm | Slot::LookBack | Slot::Tile => return None,
        Slot::Indices | Slot::Predicate | Slot::SelectedBits | Slot::Selection => {
            return form.selection.as_ref()?.module(slot);
        }
    };
    Some(module.into())
}
