//! Tiles held in registers, by packs: what they are made of and what they cost.
//!
//! `lib/tile.wgsl`: a workgroup of W invocations holds R rows, each a pack of P elements an invocation. A tile is read and written
//! once, a vector of four words at a time. With subgroups of S, rows are scanned by shuffles and only the subgroups' sums meet in
//! workgroup memory; without, the packs' sums go there.
//!
//! Rows of short packs are accessed by neighbours; long packs are scanned within an invocation, so that shuffles and applications of
//! their sums are shared by more elements. Which is worth more depends on the words of an element: [`PACK_UNITS`].

use super::{GRID, Parameter, WORKGROUP_SCAN, WORKGROUP_SIZE, subgroup_scan, workgroup};
use crate::plan::{Constant, Job, Mode, Plan, log2_ceil};
use crate::shader::{PACK, ROWS, VECTORS};
use crate::wgsl;
use crate::wgsl::Module;

const TILE: Module = wgsl!("lib/tile.wgsl");
const PACKS: Module = wgsl!("lib/packs.wgsl");

/// The modules of tiles whose rows are scanned by subgroups, and by the workgroup.
pub(super) const SUBGROUP: [Module; 5] =
    [TILE, wgsl!("lib/tile_subgroup.wgsl"), wgsl!("lib/subgroup_scan.wgsl"), PACKS, GRID];
pub(super) const WORKGROUP: [Module; 5] = [TILE, wgsl!("lib/tile_workgroup.wgsl"), WORKGROUP_SCAN, PACKS, GRID];

/// The tuning parameter of algorithms on such tiles.
pub(super) const ITEMS: Parameter =
    Parameter { name: "items", title: "Elements an invocation (0: by length)", min: 0, max: 32, default: 0 };

/// Words of a vector: the widest access that devices have.
const VECTOR_WORDS: u32 = 4;

/// As many vectors an invocation as registers hold without spilling.
const MAX_VECTORS: u32 = 8;

/// How long packs may be, by the words of an element, from 1 on: in units of as few vectors as are whole elements.
const PACK_UNITS: [u32; 5] = [1, 2, 1, MAX_VECTORS, 1];

/// Vectors an invocation that were fastest for scans of up to so many words: a single tile first, as long as it is the faster; then
/// small tiles, which fill a device sooner, and large ones, which have fewer states. NVIDIA H200, Chromium 156, November 2026.
const VECTORS_BY_LENGTH: &[(u32, u32)] =
    &[(1 << 10, 1), (1 << 11, 2), (1 << 12, 4), (1 << 14, 1), (1 << 17, 2), (1 << 19, 4), (u32::MAX, MAX_VECTORS)];

/// Vectors that are loaded at a time to sum a tile beside the one that is held.
const MAX_VECTORS_SUMMED: u32 = 4;

/// Rows whose offsets a tile keeps in registers while it waits for what lies before it, so that every element takes one application
/// and not two.
const MAX_ROWS_KEPT: u32 = 2;

const INVOCATIONS: u64 = WORKGROUP_SIZE as u64;

/// Workgroup memory that other modules use beside a tile's.
const OTHER_WORKGROUP_BYTES: u32 = 1 << 10;

/// Rows whose sums fit workgroup memory, beside a value an invocation.
fn rows_that_fit(job: &Job) -> u32 {
    let row_bytes = 4 * WORKGROUP_SIZE * job.form.words();
    (job.limits.workgroup_bytes.saturating_sub(OTHER_WORKGROUP_BYTES) / row_bytes).saturating_sub(1)
}

/// A tile of an algorithm's job.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegisterTile {
    /// Packs an invocation.
    rows: u32,
    /// Elements of a pack.
    pack: u32,
    /// Vectors of a pack.
    vectors: u32,
    /// Words of an element.
    words: u32,
    /// Whether operands may be swapped.
    commutes: bool,
    /// The sizes that subgroups may have; none where they are not used.
    pub sizes: &'static [u64],
    exclusive: bool,
}

impl RegisterTile {
    /// The tile of a job: its `items`, or what suits its length; by subgroups where the device has them.
    pub fn of(job: &Job) -> Self {
        RegisterTile::new(job, job.limits.subgroups.map_or(&[], subgroup_scan::sizes))
    }

    /// The tile of an algorithm that is not without subgroups, whatever the device.
    pub fn by_subgroups(job: &Job) -> Self {
        RegisterTile::new(job, subgroup_scan::sizes(job.limits.subgroups.unwrap_or_default()))
    }

    fn new(job: &Job, sizes: &'static [u64]) -> Self {
        let words = job.form.words();
        let total = job.elements.saturating_mul(words);
        let wanted = match job.tuned(ITEMS.name) {
            0 => VECTORS_BY_LENGTH.iter().find(|(up_to, _)| total <= *up_to).map_or(1, |&(_, vectors)| vectors),
            items => (items * words).div_ceil(VECTOR_WORDS).min(MAX_VECTORS),
        };
        let unit = words >> words.trailing_zeros().min(VECTOR_WORDS.ilog2());
        let units = PACK_UNITS.get(words as usize - 1).map_or(1, |&most| (wanted / unit).clamp(1, most));
        let vectors = unit * units;
        let fit = if sizes.is_empty() { rows_that_fit(job) } else { u32::MAX };
        let most = (MAX_VECTORS / vectors).min(fit).max(1);
        let rows = wanted.div_ceil(vectors).clamp(1, most);
        let pack = vectors * VECTOR_WORDS / words;
        let commutes = job.form.monoid.operator.commutative && !job.form.segmented;
        RegisterTile { rows, pack, vectors, words, commutes, sizes, exclusive: job.form.mode == Mode::Exclusive }
    }

    /// Elements of the tile.
    pub fn elements(&self) -> u32 {
        WORKGROUP_SIZE * self.items()
    }

    /// Elements an invocation.
    pub fn items(&self) -> u32 {
        self.pack * self.rows
    }

    /// Whether rows are scanned by subgroups.
    pub fn subgroups(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// An empty plan, with the tuning as it takes effect.
    pub fn plan(&self, job: &Job) -> Plan {
        let mut plan = Plan::new(job, self.elements(), self.pack);
        plan.tuning.insert(ITEMS.name.into(), self.items());
        plan.cost_is_least = self.sizes.len() > 1;
        plan
    }

    /// The constants that the modules expect.
    pub fn constants(&self) -> Vec<(&'static str, Constant)> {
        vec![
            ("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)),
            (PACK, Constant::U32(self.pack)),
            (VECTORS, Constant::U32(self.vectors)),
            (ROWS, Constant::U32(self.rows)),
            ("SUM_ROWS", Constant::U32(self.rows_summed())),
            ("COMMUTES", Constant::Bool(self.commutes)),
        ]
    }

    /// The longest chain of applications within the tile: a pack, the rows' steps, the rows, the subgroups' sums (at most 16 rounds
    /// of them) and the joints between.
    pub fn operator_depth(&self) -> u32 {
        self.pack + self.rows + 2 * log2_ceil(WORKGROUP_SIZE) + 16 + 4
    }

    /// Elements that are moved for an input of `elements`: whole vectors.
    pub fn moved(&self, elements: u32) -> u64 {
        let words = u64::from(elements) * u64::from(self.words);
        words.next_multiple_of(VECTOR_WORDS.into()).div_ceil(self.words.into())
    }

    /// Whether a tile makes its prefixes before it waits for what lies before it, and then joins the two.
    pub fn prefixes_before_wait(&self) -> bool {
        self.rows > MAX_ROWS_KEPT
    }

    /// Rows that `tile_sum` takes at a time: as many as divide all of them.
    fn rows_summed(&self) -> u32 {
        let most = (MAX_VECTORS_SUMMED / self.vectors).max(1);
        (1..=most).rev().find(|&rows| self.rows.is_multiple_of(rows)).unwrap_or(1)
    }

    fn packs(&self) -> u64 {
        INVOCATIONS * u64::from(self.rows)
    }

    /// Applications of `tile_load` and `tile_offsets`.
    pub fn sum_applications(&self) -> u64 {
        let rows = match self.subgroups() {
            true => subgroup_scan::least(self.sizes, |size| {
                u64::from(self.rows) * subgroup_scan::row_applications(size)
                    + 2 * (self.packs() - INVOCATIONS)
                    + subgroup_scan::sums_applications(size)
            }),
            false => self.packs() - INVOCATIONS + workgroup::SCAN_APPLICATIONS + self.packs(),
        };
        self.packs() * u64::from(self.pack - 1) + rows
    }

    fn prefix_applications(&self) -> u64 {
        u64::from(if self.exclusive { self.pack - 1 } else { self.pack })
    }

    /// Applications of a tile with nothing before it: `tile_load`, `tile_offsets`, `rows_after` and `tile_prefixes`.
    pub fn only_tile_applications(&self) -> u64 {
        self.sum_applications() + self.packs() * (1 + self.prefix_applications())
    }

    /// The same and one an invocation, to put what lies before the tile before what lies before the invocation.
    pub fn applications(&self) -> u64 {
        self.only_tile_applications() + INVOCATIONS
    }

    /// The same of a tile that waits for what lies before it: perhaps with `tile_after` instead of `rows_after`.
    pub fn waiting_applications(&self) -> u64 {
        let more = if self.prefixes_before_wait() { self.pack - 1 } else { 0 };
        self.applications() + self.packs() * u64::from(more)
    }

    /// Barriers of `tile_offsets`.
    pub fn barriers(&self) -> u64 {
        if self.subgroups() { 1 } else { workgroup::SCAN_BARRIERS + 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::{ElementType, Monoid};
    use crate::plan::{Form, Limits, Tuning};

    fn tile(operator: &str, segmented: bool, elements: u32, items: u32) -> RegisterTile {
        let monoid = Monoid::find(operator, ElementType::U32).unwrap();
        let form = Form { segmented, ..Form::new(monoid, Mode::Inclusive) };
        let limits = Limits { subgroups: Some((32, 32)), ..Limits::CORE };
        let tuning = Tuning::from([(ITEMS.name.to_owned(), items)]);
        RegisterTile::of(&Job { elements, form, withheld_percent: 0, tuning, limits })
    }

    #[test]
    fn packs_are_whole_elements_and_whole_vectors_whatever_is_asked_for() {
        for operator in ["add", "bicyclic", "mat2"] {
            for segmented in [false, true] {
                for (elements, items) in [(1, 0), (2000, 0), (1 << 24, 0), (1000, 1), (1000, 3), (1000, 32)] {
                    let tile = tile(operator, segmented, elements, items);
                    assert_eq!(tile.pack * tile.words, VECTOR_WORDS * tile.vectors, "{operator} {items}: {tile:?}");
                    assert!((1..=MAX_VECTORS).contains(&(tile.rows * tile.vectors)), "{operator} {items}: {tile:?}");
                    assert_eq!(tile.rows % tile.rows_summed(), 0, "{operator} {items}: {tile:?}");
                }
            }
        }
    }

    #[test]
    fn long_scans_hold_as_much_as_registers_do() {
        let shape = |operator, segmented| {
            let RegisterTile { pack, rows, .. } = tile(operator, segmented, 1 << 26, 0);
            (pack, rows)
        };
        assert_eq!([shape("add", false), shape("bicyclic", false), shape("mat2", false)], [(4, 8), (4, 4), (8, 1)]);
        assert_eq!([shape("add", true), shape("bicyclic", true), shape("mat2", true)], [(4, 4), (4, 2), (4, 1)]);
    }

    #[test]
    fn whole_vectors_are_moved() {
        let moved = |operator, elements| tile(operator, false, 1 << 26, 0).moved(elements);
        assert_eq!([moved("add", 1), moved("add", 4), moved("add", 5)], [4, 4, 8]);
        assert_eq!([moved("bicyclic", 1), moved("bicyclic", 3), moved("mat2", 3)], [2, 4, 3]);
    }
}
