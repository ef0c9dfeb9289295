//! The buffers that a scan reads and writes.

use super::{Form, Plan, Resource, Segments, Selection};
use crate::wgsl::binding;

/// The buffers of a scan besides its own scratch memory. The scan's caller allocates them. They are the ports of a job,
/// or scratch buffers of the plan that contains the scan.
#[derive(Clone, Debug)]
pub(crate) struct Io<'a> {
    /// The elements.
    pub input: Resource,
    /// The prefixes, or the data that the scan stores instead; for a scan in place, the input.
    pub output: Resource,
    /// The head flags, or the flags of a selection.
    pub flags: Resource,
    /// The additional work of the scan's passes. Only scans on tiles in registers support additional work.
    pub fusion: Option<Fusion>,
    /// Sizes of the scratch buffers of the plan that contains the scan. The scan's own buffers follow them.
    pub scratch: &'a [u64],
}

/// Additional work of a scan within its own passes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fusion {
    /// The scan counts the selected elements, and its store moves them.
    Selection(Selection),
    /// Only the last prefix of each segment is stored: the segment's sum. The sums are stored without gaps.
    SegmentSums {
        /// The buffer with the number of heads before each word of head bits.
        places: Resource,
    },
    /// Only the packs of prefixes in which a segment ends are stored.
    SegmentEnds,
    /// The initial value is combined with every prefix that is stored.
    Initial,
}

impl<'a> Io<'a> {
    /// The ports of a scan of a form.
    pub fn ports(form: &Form) -> Self {
        let input = if form.in_place { Resource::Output } else { Resource::Input };
        Io { input, output: Resource::Output, flags: Resource::Flags, fusion: None, scratch: &[] }
    }

    /// A scan within a plan, from one buffer to another.
    pub fn within(plan: &'a Plan, input: Resource, output: Resource) -> Self {
        Io { input, output, flags: Resource::Flags, fusion: None, scratch: &plan.scratch_bytes }
    }

    /// Whether the output overwrites the input.
    pub fn is_in_place(&self) -> bool {
        self.input == self.output
    }

    /// The binding of a pass that reads elements. In place, it is the binding of a pass that stores prefixes.
    pub fn load(&self) -> (u32, Resource) {
        if self.is_in_place() { self.store() } else { (binding::SOURCE, self.input) }
    }

    /// The binding of a pass that stores prefixes.
    pub fn store(&self) -> (u32, Resource) {
        (binding::PREFIXES, self.output)
    }

    /// The bindings of a pass that reads elements and stores prefixes. If a dispatch writes a buffer, it may bind that
    /// buffer only once.
    pub fn load_and_store(&self) -> Vec<(u32, Resource)> {
        if self.is_in_place() { vec![self.store()] } else { vec![self.load(), self.store()] }
    }

    /// The binding of the head flags, if there are any.
    pub fn heads(&self, segments: Segments) -> Option<(u32, Resource)> {
        (segments.head_words(1) > 0).then_some((binding::HEADS, self.flags))
    }

    /// The selection that is additional work of the scan.
    pub fn selection(&self) -> Option<&Selection> {
        match &self.fusion {
            Some(Fusion::Selection(selection)) => Some(selection),
            _ => None,
        }
    }
}
