//! Tiles in registers, in packs of 16 bytes: their shape and cost.
//!
//! In `lib/tile.wgsl`, each of a workgroup's W invocations holds R packs of P elements. A tile is read and written once, with coalesced
//! accesses of one pack each. In striped arrangement, the packs form R rows. With subgroups, shuffles scan the rows, and only the sums of
//! subgroups go through workgroup memory. Without subgroups, the sums of packs do. In blocked arrangement, an invocation holds neighbouring
//! packs and scans them serially, and subgroups scan one sum per invocation.

mod cost;

use super::{Parameter, WORKGROUP_SIZE, subgroup_scan};
use crate::monoid::ElementType;
use crate::plan::{Constant, Fusion, Io, Job, Kernel, Mask, Mode, Plan, Resource, Selection, log2_ceil};
use crate::wgsl;
use crate::wgsl::{Module, Slot, binding};

/// The tuning parameter of algorithms on tiles in registers.
pub(crate) const ITEMS: Parameter = Parameter {
    name: "items",
    title: "Elements per invocation (0: chosen by length)",
    min: 0,
    max: 32,
    default: Some(0),
};

/// Words of a pack: the widest access of devices.
const PACK_WORDS: u32 = 4;

/// The maximum number of rows that registers hold without spilling.
const MAX_ROWS: u32 = 8;

/// Pairs of words and rows: the maximum number of rows of a segmented scan of up to that number of words, unless `items`
/// requests more. Registers also hold the bits of the packs' heads, and sums have a flag. NVIDIA H200, Chromium 156,
/// November 2026.
const MAX_SEGMENTED_ROWS: &[(u32, u32)] = &[(1 << 22, 4), (u32::MAX, 6)];

/// Pairs of words and rows: the maximum number of rows of a selection of records of up to that number of words, unless
/// `items` requests more. A tile then has about as many words as the longest tile of one-word elements. Not measured.
const MAX_RECORD_ROWS: &[(u32, u32)] = &[(2, 4), (4, 2), (u32::MAX, 1)];

/// Pairs of words and rows: the fastest number of rows for scans of up to that number of words. The shortest scans have a
/// single tile. Longer scans have up to 64 small tiles, which occupy more of the device. The longest scans have large
/// tiles, and so fewer tile states. NVIDIA H200, Chromium 156, November 2026.
const ROWS_BY_LENGTH: &[(u32, u32)] =
    &[(1 << 10, 1), (1 << 11, 2), (1 << 12, 4), (1 << 13, 1), (1 << 16, 2), (1 << 18, 4), (u32::MAX, MAX_ROWS)];

/// The rows of a table's first entry whose number of words is large enough.
fn rows_by_length(table: &[(u32, u32)], words: u32) -> u32 {
    table.iter().find(|(up_to, _)| words <= *up_to).map_or(1, |&(_, rows)| rows)
}

/// In blocked arrangement, the number of packs that an invocation loads at a time, and the number of invocations that
/// then exchange them.
const QUAD: u32 = 4;

/// Words of the elements whose tiles are in blocked arrangement, if there are subgroups and at least a quad of rows. The packs of these
/// elements are vectors, as the exchange (a transpose) requires. Shuffles of these elements cost more than two transposes. Measured without
/// segments. NVIDIA H200, Chromium 156, November 2026.
const BLOCKED_WORDS: &[u32] = &[2, 4];

const INVOCATIONS: u64 = WORKGROUP_SIZE as u64;

/// Workgroup memory that other modules use.
const OTHER_WORKGROUP_BYTES: u32 = 2 << 10;

/// The maximum number of rows that fit workgroup memory. Without subgroups, this memory holds the sums of packs, one
/// value per invocation, and the elements of a selection. For a selection of records, it holds their indices even with
/// subgroups. A selection by bits has only a few words per invocation.
fn rows_that_fit(job: &Job, selection: Option<&Selection>, subgroups: bool) -> u32 {
    let has_records = selection.is_some_and(Selection::has_records);
    if (subgroups && !has_records) || selection.is_some_and(|selection| selection.bits.is_some()) {
        return u32::MAX;
    }
    let sums = if subgroups { 0 } else { job.form.words() };
    let elements = if selection.is_some() { PACK_WORDS } else { 0 };
    let row_bytes = 4 * WORKGROUP_SIZE * (sums + elements);
    let bytes = job.limits.workgroup_bytes.saturating_sub(OTHER_WORKGROUP_BYTES + 4 * WORKGROUP_SIZE * sums);
    bytes / row_bytes
}

#[derive(Clone, Debug)]
pub(crate) struct RegisterTile {
    /// Packs per invocation.
    rows: u32,
    /// Elements of a pack.
    pack: u32,
    /// Whether the operator commutes.
    commutes: bool,
    /// The possible subgroup sizes; empty where subgroups are not used.
    pub sizes: &'static [u64],
    /// Whether the tile is in blocked arrangement.
    blocked: bool,
    /// Whether packs hold keys of the elements.
    keys: bool,
    /// Words of head flags that are read to load a pack.
    head_reads: u64,
    /// Words of head flags, or initial values, that are read to store a pack.
    store_reads: u64,
    /// Whether an initial value is combined with every prefix.
    initial: bool,
    exclusive: bool,
    /// The selection, if the scan counts selected elements.
    selection: Option<Selection>,
}

impl RegisterTile {
    /// The tile of a job. Its rows follow from the job's `items`, or, if that is 0, from the job's length. Subgroups scan the tile if the
    /// device has them.
    pub fn of(job: &Job, io: &Io<'_>) -> Self {
        RegisterTile::new(job, io, job.limits.subgroups.map_or(&[], subgroup_scan::sizes))
    }

    /// The tile of a job in striped arrangement. Elements past the end of the input are identities, also in the sum of
    /// the last tile.
    pub fn striped(job: &Job, io: &Io<'_>) -> Self {
        RegisterTile { blocked: false, ..RegisterTile::of(job, io) }
    }

    /// The tile of an algorithm that requires subgroups.
    pub fn by_subgroups(job: &Job, io: &Io<'_>) -> Self {
        RegisterTile::new(job, io, subgroup_scan::sizes(job.limits.subgroups.unwrap_or_default()))
    }

    fn new(job: &Job, io: &Io<'_>, sizes: &'static [u64]) -> Self {
        let selection = io.selection();
        let words = job.form.monoid.words();
        let pack = if PACK_WORDS.is_multiple_of(words) { PACK_WORDS / words } else { 1 };
        let total = job.elements.saturating_mul(words);
        let flagged = job.form.segments.are_flagged();
        let default_most = match selection {
            Some(selection) if selection.has_records() => rows_by_length(MAX_RECORD_ROWS, selection.record_words),
            _ if flagged => rows_by_length(MAX_SEGMENTED_ROWS, total),
            _ => MAX_ROWS,
        };
        let rows = match job.tuned(ITEMS.name) {
            0 => rows_by_length(ROWS_BY_LENGTH, total).min(default_most),
            items => items.div_ceil(pack),
        };
        let fit = rows_that_fit(job, selection, !sizes.is_empty());
        let most = (MAX_ROWS * PACK_WORDS / (pack * words)).min(fit).max(1);
        let commutes = job.form.monoid.operator.commutative && !flagged;
        let rows = rows.clamp(1, most);
        let blocked = !sizes.is_empty() && BLOCKED_WORDS.contains(&words) && rows >= QUAD;
        let rows = if blocked { rows / QUAD * QUAD } else { rows };
        let keys = job.form.monoid.has_keys();
        let head_reads = job.form.segments.head_reads(pack, job.form.direction).into();
        // For ends of segments, the flags of the pack, unless it is one element, and of the element after it.
        let store_reads = match io.fusion {
            Some(Fusion::SegmentEnds) => 1 + u64::from(pack > 1),
            Some(Fusion::Initial) => 1,
            _ => 0,
        };
        let exclusive = job.form.mode == Mode::Exclusive;
        RegisterTile {
            rows,
            pack,
            commutes,
            sizes,
            blocked,
            keys,
            head_reads,
            store_reads,
            initial: io.fusion == Some(Fusion::Initial),
            exclusive,
            selection: selection.cloned(),
        }
    }

    /// Elements of the tile.
    pub fn elements(&self) -> u32 {
        WORKGROUP_SIZE * self.items()
    }

    /// Elements per invocation.
    pub fn items(&self) -> u32 {
        self.pack * self.rows
    }

    /// Whether subgroups scan the tile.
    pub fn subgroups(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// A plan without passes, with the effective tuning.
    pub fn plan(&self, job: &Job, io: &Io<'_>) -> Plan {
        let mut plan = Plan::new(job, io, self.elements(), self.pack);
        plan.tuning.insert(ITEMS.name.into(), self.items());
        plan.is_lower_bound = self.sizes.len() > 1;
        plan
    }

    /// The bindings of a pass that sums tiles: their elements and, if there are any, their flags.
    pub fn load(&self, job: &Job, io: &Io<'_>) -> Vec<(u32, Resource)> {
        match &self.selection {
            Some(selection) => selection.load(io),
            None => [io.load()].into_iter().chain(io.heads(job.form.segments)).collect(),
        }
    }

    /// The bindings of a pass that also stores the prefixes.
    pub fn load_and_store(&self, job: &Job, io: &Io<'_>) -> Vec<(u32, Resource)> {
        let ends = match &io.fusion {
            Some(Fusion::Selection(selection)) => return selection.load_and_store(io),
            Some(Fusion::SegmentSums { places }) => {
                vec![io.load(), (binding::SEGMENT_SUMS, io.output), (binding::SEGMENT_PLACES, *places)]
            }
            Some(Fusion::Initial) => [io.load_and_store(), vec![(binding::INITIAL, Resource::Initial)]].concat(),
            Some(Fusion::SegmentEnds) | None => io.load_and_store(),
        };
        ends.into_iter().chain(io.heads(job.form.segments)).collect()
    }

    /// A kernel on these tiles, with further constants. The planner names its entry point.
    pub fn kernel(
        &self,
        job: &Job,
        io: &Io<'_>,
        root: &'static Module,
        constants: &[(&'static str, Constant)],
    ) -> Kernel {
        let constants = [&self.constants(), constants].concat();
        let kernel = Kernel::of_form(&job.form, root, "", &constants).on(io).with(Slot::Tile, self.module());
        let kernel = match (self.keys, &self.selection) {
            (true, _) => kernel.with(Slot::Value, wgsl!("key/f32.wgsl")).with(Slot::Scalar, ElementType::U32.module()),
            (_, Some(Selection { mask: Mask::Heads, bits: None, record_words: 1, .. })) if self.subgroups() => {
                kernel.with(Slot::Selection, wgsl!("operation/select_heads_subgroup.wgsl"))
            }
            _ => kernel,
        };
        Kernel { subgroups: self.subgroups(), ..kernel }
    }

    fn module(&self) -> &'static Module {
        let Some(selection) = &self.selection else {
            return match (self.blocked, self.subgroups()) {
                (true, _) => wgsl!("lib/tile_blocked.wgsl"),
                (false, true) => wgsl!("lib/tile_striped_subgroup.wgsl"),
                (false, false) => wgsl!("lib/tile_workgroup.wgsl"),
            };
        };
        match (selection.bits.is_some(), selection.has_records(), self.subgroups()) {
            (true, _, true) => wgsl!("operation/head_tile_subgroup.wgsl"),
            (true, _, false) => wgsl!("operation/head_tile_workgroup.wgsl"),
            (false, true, true) => wgsl!("operation/record_tile_subgroup.wgsl"),
            (false, true, false) => wgsl!("operation/record_tile_workgroup.wgsl"),
            (false, false, true) => wgsl!("operation/select_tile_subgroup.wgsl"),
            (false, false, false) => wgsl!("operation/select_tile_workgroup.wgsl"),
        }
    }

    fn constants(&self) -> Vec<(&'static str, Constant)> {
        let mut constants = vec![
            ("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)),
            ("PACK", Constant::U32(self.pack)),
            ("ROWS", Constant::U32(self.rows)),
            ("COMMUTES", Constant::Bool(self.commutes)),
        ];
        if self.blocked {
            constants.push(("QUADS", Constant::U32(self.rows / QUAD)));
        }
        if let Some(selection) = &self.selection {
            match selection.has_records() {
                true => constants.push(("RECORD_WORDS", Constant::U32(selection.record_words))),
                false => constants.push(("TILE_ITEMS", Constant::U32(self.items()))),
            }
            constants.extend(selection.constants());
        }
        constants
    }

    /// An upper bound of the longest chain of applications within the tile. The chain passes through a pack and the rows, or, in blocked
    /// arrangement, through all packs of an invocation. It also has the steps of a scan of rows or sums, at most 16 rounds over the sums of
    /// subgroups, and the combinations between these.
    pub fn operator_depth(&self) -> u32 {
        let serial = if self.blocked { self.items() } else { self.pack + self.rows };
        serial + 2 * log2_ceil(WORKGROUP_SIZE) + 16 + 4
    }
}
