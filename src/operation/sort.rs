//! `sort`: a stable radix sort of u32, i32 and f32, from the lowest digit, with 8 bits per digit. `sort/wide.rs` sorts u64, i64
//! and f64 by two of these sorts.
//!
//! If started workgroups make forward progress, the method is that of Adinets & Merrill, "Onesweep: A Faster Least
//! Significant Digit Radix Sort for GPUs", 2022. One pass counts all digits. Then one pass per digit ranks the keys of
//! each tile, gets the scatter indices of its digits by look-back with one invocation per digit value, and moves the
//! keys through workgroup memory. This takes n + d n reads and d n writes for d digits. If all keys share a digit after
//! the first, its pass copies the keys instead. Otherwise, or if a scan is chosen, a sort takes three or more passes
//! per digit. They count every tile's digits, scan the counts by any scan of the registry, and move the keys in the
//! same way. This takes 2 d n reads and d n writes, besides 256 counts per tile (Merrill & Grimshaw, "High Performance
//! and Scalable Radix Sorting", 2011).
//!
//! Keys of one tile take one dispatch: a workgroup sorts them by all digits, and keeps them in workgroup memory between
//! the digits. This takes n reads and n writes.
//!
//! Changes from the paper: the first tile scans the counts of the whole input, which saves a pass. The flags of states
//! alternate from pass to pass, so that nothing is cleared between them. The states of several tiles are read at once.
//! The first pass does not keep the order of equal digits if keys without values are compared by all bits, since keys with
//! equal digits in all passes are then equal.
//! Keys are stored unchanged; digits are taken from an unsigned integer of the same order. Floats are in IEEE order, −0
//! before +0. All NaNs are equal and follow infinity. In descending order, the integers are complemented, so that equal
//! keys keep their order and NaNs come first.

pub(super) mod tile;
mod wide;

use super::{Count, Operation, OperationJob, Options, Outputs, counts_form, of_counts};
use crate::error::Error;
use crate::monoid::ElementType;
use crate::plan::{Constant, Io, Kernel, Pass, PassCost, Plan, Resource, SPIN_BUDGET, fold_workgroups};
use crate::scan::WORKGROUP_SIZE;
use crate::shader::REQUIRES_SUBGROUP_SIZE;
use crate::wgsl;
use crate::wgsl::binding;
use tile::{Tile, by_length};

pub(crate) static OPERATION: Operation = Operation {
    id: "sort",
    title: "Sort",
    summary: "Sorts keys, stably, and moves values, or the indices of the keys, with them.",
    paper: "Adinets & Merrill 2022; Merrill & Grimshaw 2011",
    traffic: "5n reads, 4n writes",
    own_options: &["indices", "descending", "bits"],
    own_tuning: &[tile::ITEMS],
    scan_forms: Some(of_counts),
    carries_values: true,
    moves_records: true,
    sorts_wide_keys: true,
    check_options: Some(check_options),
    ..Operation::plain(outputs, plan)
};

pub(super) fn check_options(options: &Options, _: ElementType) -> Result<(), Error> {
    match options.values && options.indices {
        true => Err(Error::bad_argument("indices of a sort", "left out beside values", "true")),
        false => Ok(()),
    }
}

pub(super) fn outputs(job: &OperationJob) -> Outputs {
    let record_words = job.options.record_words;
    let second_words = moves_seconds(job).then_some(job.elements.saturating_mul(record_words));
    Outputs { words: job.key_words(), second_words, second_element_words: record_words, count: Count::None }
}

/// Whether a word is moved with each key: a value, the index of a record, or the index of the key.
pub(super) fn moves_seconds(job: &OperationJob) -> bool {
    job.options.values || job.options.indices
}

/// Whether values are records.
pub(super) fn has_records(job: &OperationJob) -> bool {
    job.options.values && job.options.record_words > 1
}

/// Whether indices of keys are sorted with the keys. The indices of records are sorted in their place, so that each
/// record is moved once.
pub(super) fn begins_with_indices(job: &OperationJob) -> bool {
    job.options.indices || has_records(job)
}

/// Bits of a digit.
pub(super) const DIGIT_BITS: u32 = 8;

/// Number of values of a digit. One invocation handles each value.
pub(super) const RADIX: u32 = 1 << DIGIT_BITS;

/// The number of tiles whose states a look-back reads at once, by the number of tiles. If all tiles run at the same
/// time, few tiles have an inclusive prefix yet, and look-backs are long. In long inputs, more reads cost more than they
/// save.
const LOOK_BACK_TILES: [(u32, u32); 2] = [(1024, 8), (u32::MAX, 4)];

/// The number of keys that an invocation of the histogram reads at once, on GPUs and on software adapters.
const HISTOGRAM_ITEMS: (u32, u32) = (8, 2);

/// The maximum number of workgroups of the histogram. Each adds its counts to those in global memory.
const HISTOGRAM_WORKGROUPS: u32 = 2048;

/// Copies of the counters of the histogram, and the bytes of workgroup memory that they require.
const HISTOGRAM_PARTS: (u32, u32) = (2, 32 << 10);

/// The maximum number of elements that a look-back can count beside two flag bits.
const MAX_LOOK_BACK_ELEMENTS: u32 = (1 << 30) - 1;

/// The digits of a sort: first bit and number of bits of each.
fn digits(options: &Options) -> Vec<(u32, u32)> {
    let [from, to] = options.compared_bits();
    let rest = (from + DIGIT_BITS..to).step_by(DIGIT_BITS as usize);
    // If no bits are compared, keys are copied, as by a digit of no bits.
    std::iter::once(from).chain(rest).map(|first| (first.min(31), (to - first).min(DIGIT_BITS))).collect()
}

/// The buffers that a sort reads and writes. They are the ports of a job, or scratch buffers of the plan that contains
/// the sort.
pub(super) struct Buffers<'a> {
    /// The keys and the values.
    pub inputs: [Resource; 2],
    /// The sorted keys, and the values or indices that are moved with them.
    pub outputs: [Resource; 2],
    /// The keys and values between two passes, besides the outputs. If they are `None`, the sort has its own.
    pub between: Option<[Resource; 2]>,
    /// Sizes of the scratch buffers of the plan that contains the sort. The sort's own buffers follow them.
    pub scratch: &'a [u64],
}

impl Buffers<'_> {
    const PORTS: Self = Buffers {
        inputs: [Resource::Input, Resource::Values],
        outputs: [Resource::Output, Resource::SecondOutput],
        between: None,
        scratch: &[],
    };
}

impl<'a> Buffers<'a> {
    /// The buffers of a sort whose inputs are memory between its passes too, with two other buffers. The first pass does
    /// not write the buffers that it reads. With an odd number of passes, the outputs are the other buffers, else the
    /// inputs.
    pub fn reusing(job: &OperationJob, inputs: [Resource; 2], free: [Resource; 2], scratch: &'a [u64]) -> Self {
        let (outputs, between) = if passes(job) % 2 == 1 { (free, inputs) } else { (inputs, free) };
        Buffers { inputs, outputs, between: Some(between), scratch }
    }
}

fn plan(job: &OperationJob) -> Plan {
    if job.options.key_words == 1 { plan_on(job, &Buffers::PORTS) } else { wide::plan(job) }
}

/// The plan of a sort of keys of one word on given buffers.
pub(super) fn plan_on(job: &OperationJob, buffers: &Buffers<'_>) -> Plan {
    let tile = Tile::of(job);
    let form = counts_form();
    let io = Io { scratch: buffers.scratch, ..Io::ports(&form) };
    let mut plan = Plan::new(&job.scan_job(form.clone(), job.elements), &io, tile.elements(), 1);
    plan.tuning = [("items".to_owned(), 2 * tile.pairs)].into();
    plan.is_lower_bound = tile.sizes.len() > 1;
    let mut sort = Sort { job, buffers, tile, sorted_indices: None, digits: digits(&job.options), plan };
    let looks_back = job.limits.forward_progress && job.scan.is_auto() && job.elements <= MAX_LOOK_BACK_ELEMENTS;
    if is_one_tile(job, &sort.tile) {
        sort.plan_only_tile()
    } else if looks_back {
        sort.plan_look_back()
    } else {
        sort.plan_scans()
    }
    sort.plan.passes.extend(sort.sorted_indices.map(|indices| gather_records(job, indices)));
    sort.plan
}

/// Whether one workgroup sorts the keys by all digits.
fn is_one_tile(job: &OperationJob, tile: &Tile) -> bool {
    job.scan.is_auto() && job.elements <= tile.elements()
}

/// The number of passes that move keys.
pub(super) fn passes(job: &OperationJob) -> usize {
    if is_one_tile(job, &Tile::of(job)) { 1 } else { digits(&job.options).len() }
}

/// The buffer that a pass reads, if it reads one, and the buffer that it writes.
type Moved = (Option<Resource>, Resource);

/// A sort that is being planned.
struct Sort<'a> {
    job: &'a OperationJob,
    buffers: &'a Buffers<'a>,
    tile: Tile,
    /// The buffer of the sorted indices of records, after the passes that sort them are planned.
    sorted_indices: Option<Resource>,
    digits: Vec<(u32, u32)>,
    plan: Plan,
}

impl Sort<'_> {
    fn tiles(&self) -> u32 {
        self.job.elements.div_ceil(self.tile.elements())
    }

    /// The inputs and outputs of `count` passes that move keys. The last pass writes the outputs of the sort. The earlier
    /// passes alternate between outputs and other memory. Indices are not an input.
    fn moves(&mut self, count: usize) -> Vec<[Option<Moved>; 2]> {
        let bytes = 4 * u64::from(self.job.elements);
        if has_records(self.job) {
            self.sorted_indices = Some(self.plan.scratch_of_bytes(bytes));
        }
        let Buffers { inputs: [keys, values], outputs: [sorted_keys, sorted_values], between, .. } = *self.buffers;
        let sorted_values = moves_seconds(self.job).then_some(sorted_values);
        let outputs = [Some(sorted_keys), self.sorted_indices.or(sorted_values)];
        let inputs = [Some(keys), Some(values).filter(|_| !begins_with_indices(self.job))];
        let moves = [0, 1].map(|which| {
            let output = outputs[which]?;
            let between = match between {
                _ if count == 1 => output,
                Some(given) => given[which],
                None => self.plan.scratch_of_bytes(bytes),
            };
            let target = |pass: usize| if (count - 1 - pass).is_multiple_of(2) { output } else { between };
            let origin = |pass: usize| if pass == 0 { inputs[which] } else { Some(target(pass - 1)) };
            Some((0..count).map(|pass| (origin(pass), target(pass))).collect::<Vec<_>>())
        });
        (0..count).map(|pass| [0, 1].map(|which| moves[which].as_ref().map(|moves: &Vec<_>| moves[pass]))).collect()
    }

    /// The plan with one workgroup, which sorts its tile by all digits.
    fn plan_only_tile(&mut self) {
        self.plan.takes_length = true;
        let moved = self.moves(1)[0];
        let digits = self.digits.len() as u64;
        // Two barriers around the reset of the counters, in addition to those of a pass.
        let cost = PassCost {
            applications: self.tile.scan_applications() * digits,
            barriers: (self.barriers(self.tile.required_size) + 2) * digits,
            ..self.moved_cost(0)
        };
        let pass = self.pass("sort_only_tile", self.tile.required_size, 0, moved_bindings(moved).collect(), cost);
        self.plan.passes.push(Pass { argument: self.all_bits(), ..pass });
    }

    /// The argument of a kernel that takes all digits: the first bit, and from bit 8 the number of bits.
    fn all_bits(&self) -> u32 {
        let [from, to] = self.job.options.compared_bits();
        self.digits[0].0 | (to - from) << 8
    }

    /// The plan with one pass that counts, and one pass per digit.
    fn plan_look_back(&mut self) {
        let tiles = self.tiles();
        let counts = self.plan.scratch_of_bytes(4 * u64::from(RADIX) * self.digits.len() as u64);
        let states = self.plan.scratch_of_bytes(4 * u64::from(RADIX) * u64::from(tiles));
        let control = self.plan.scratch_of_bytes(16);
        let [columns, rows] = fold_workgroups(tiles, self.job.limits.workgroups_per_dimension);
        let tickets = u64::from(columns) * u64::from(rows) * self.digits.len() as u64;
        self.plan.abort_flags.push(control);
        // The flags of states alternate from digit to digit. If the number of digits is odd, consecutive runs begin
        // with different flags. A run would then count states that a shorter run has not overwritten.
        self.plan.takes_length = self.digits.len().is_multiple_of(2);
        self.plan.runs_between_clears = Some((u64::from(u32::MAX) / tickets).max(1) as u32);
        let pass = self.histogram_pass(counts);
        self.plan.passes.push(pass);
        // A run is aborted if the device has another subgroup size than it reports.
        let row = self.tile.row_subgroup_size();
        for (index, moved) in self.moves(self.digits.len()).into_iter().enumerate() {
            let bindings = moved_bindings(moved)
                .chain([(binding::DIGIT_COUNTS, counts), (binding::STATES, states), (binding::CONTROL, control)])
                .collect();
            // Surplus workgroups also draw a ticket. The first tile scans the counts of the input.
            let cost = PassCost {
                applications: self.tile.scan_applications() * (u64::from(tiles) + 1),
                barriers: 2 * u64::from(columns) * u64::from(rows) + self.barriers(row) + self.tile.scan_barriers() + 1,
                ..self.moved_cost(index)
            };
            let pass = self.pass("sort_tiles", row, index, bindings, cost);
            self.plan.passes.push(pass);
        }
    }

    /// The count of all digits of the input.
    fn histogram_pass(&self, counts: Resource) -> Pass {
        let n = self.job.elements;
        let items = self.histogram_items();
        let round = items * WORKGROUP_SIZE;
        let workgroups = n.div_ceil(2 * round).clamp(1, HISTOGRAM_WORKGROUPS);
        let parts = if self.job.limits.workgroup_bytes >= HISTOGRAM_PARTS.1 { HISTOGRAM_PARTS.0 } else { 1 };
        Pass {
            kernel: self.histogram("count_digits", self.digits.len() as u32, parts),
            workgroups,
            elements: n,
            takes_length: true,
            argument: self.all_bits(),
            bindings: vec![(binding::KEYS, self.buffers.inputs[0]), (binding::DIGIT_COUNTS, counts)],
            serial_elements: n.div_ceil(workgroups * round) * items,
            cost: PassCost { reads: n.into(), barriers: workgroups.into(), ..PassCost::default() },
        }
    }

    fn histogram_items(&self) -> u32 {
        if self.job.limits.software { HISTOGRAM_ITEMS.1 } else { HISTOGRAM_ITEMS.0 }
    }

    /// For every digit: a count of every tile's digits, their scan, and the move. The scans share their buffers. They
    /// cover the counts of all tiles even if the device has computed a shorter length, since no prefix depends on a
    /// later count.
    fn plan_scans(&mut self) {
        self.plan.takes_length = true;
        let (tiles, n) = (self.tiles(), self.job.elements);
        let scan_job = self.job.scan_job(counts_form(), RADIX * tiles);
        let [counts, prefixes] = [(); 2].map(|()| self.plan.scratch_of_bytes(scan_job.buffer_bytes()));
        let scan = self.job.scan.plan_on(&scan_job, &Io::within(&self.plan, counts, prefixes));
        self.plan.chosen = scan.chosen.or(Some(self.job.scan.id));
        self.plan.append(scan.of_sums());
        let scan_passes = std::mem::take(&mut self.plan.passes);
        let digits = self.digits.len() as u32;
        self.plan.runs_between_clears = self.plan.runs_between_clears.map(|runs| (runs / digits).max(1));
        for (index, moved) in self.moves(self.digits.len()).into_iter().enumerate() {
            let counted = PassCost {
                reads: n.into(),
                writes: u64::from(RADIX) * u64::from(tiles),
                barriers: tiles.into(),
                ..PassCost::default()
            };
            let source = moved[0].and_then(|(source, _)| source).unwrap_or(self.buffers.inputs[0]);
            let pass = Pass {
                kernel: self.histogram("count_tile_digits", 1, 1),
                ..self.pass("", None, index, vec![(binding::KEYS, source), (binding::TILE_COUNTS, counts)], counted)
            };
            self.plan.passes.push(pass);
            self.plan.passes.extend(scan_passes.iter().cloned());
            let bindings = moved_bindings(moved).chain([(binding::DIGIT_PREFIXES, prefixes)]).collect();
            let cost = self.moved_cost(index);
            let cost = PassCost {
                reads: cost.reads + u64::from(RADIX) * u64::from(tiles),
                applications: self.tile.scan_applications() * u64::from(tiles),
                barriers: self.barriers(self.tile.required_size),
                ..cost
            };
            let pass = self.pass("scatter_tiles", self.tile.required_size, index, bindings, cost);
            self.plan.passes.push(pass);
        }
    }

    /// Keys and values are read and written once. The first pass does not read indices.
    fn moved_cost(&self, index: usize) -> PassCost {
        let n = u64::from(self.job.elements);
        PassCost {
            reads: n * u64::from(1 + self.loaded_values(index)),
            writes: n * u64::from(1 + u32::from(moves_seconds(self.job))),
            ..PassCost::default()
        }
    }

    /// Values that the pass of a digit loads per element, by the index of the digit.
    fn loaded_values(&self, index: usize) -> u32 {
        (moves_seconds(self.job) && !(begins_with_indices(self.job) && index == 0)).into()
    }

    /// Barriers of all tiles of a pass: two around the scan of digits, two around the exchange of keys, and two around
    /// the exchange of values.
    fn barriers(&self, row: Option<u32>) -> u64 {
        let values = if moves_seconds(self.job) { 2 } else { 0 };
        let rank = if row.is_some() { 0 } else { self.tile.rank_barriers() };
        u64::from(self.tiles()) * (rank + self.tile.scan_barriers() + 4 + values)
    }

    /// A pass over all tiles by a digit, given by its index. `row` is the subgroup size that the pass assumes.
    fn pass(
        &self,
        entry_point: &'static str,
        row: Option<u32>,
        index: usize,
        bindings: Vec<(u32, Resource)>,
        cost: PassCost,
    ) -> Pass {
        let (first, bits) = self.digits[index];
        let root = match self.tile.has_subgroups() {
            true => wgsl!("operation/sort_ballots.wgsl"),
            false => wgsl!("operation/sort_masks.wgsl"),
        };
        let (values, loaded) = (moves_seconds(self.job).into(), self.loaded_values(index));
        let constants = [
            ("PAIRS", Constant::U32(self.tile.pairs)),
            ("ROWS", Constant::U32(self.tile.rows)),
            ("DIGITS", Constant::U32(self.digits.len() as u32)),
            ("LOOK_BACK_TILES", Constant::U32(by_length(&LOOK_BACK_TILES, self.tiles()))),
            ("SPIN_BUDGET", Constant::U32(SPIN_BUDGET)),
            ("SUBGROUP_SIZE", Constant::U32(row.unwrap_or(0))),
            ("MASKS", Constant::Bool(row.is_some() && self.tile.fits_masks())),
            ("UNORDERED_FIRST_DIGIT", Constant::Bool(row.is_some() && self.can_swap_equal_digits())),
            ("VALUES", Constant::U32(values)),
            ("LOADED_VALUES", Constant::U32(loaded)),
            ("INDEX_VALUES", Constant::U32(values - loaded)),
        ];
        let required = self.tile.required_size.map(|_| REQUIRES_SUBGROUP_SIZE);
        let constants = [self.constants(), constants.to_vec(), Vec::from_iter(required)].concat();
        let kernel = Kernel::of_form(&counts_form(), root, entry_point, &constants);
        Pass {
            kernel: Kernel { subgroups: self.tile.has_subgroups(), ..kernel },
            workgroups: self.tiles(),
            elements: self.job.elements,
            takes_length: true,
            argument: first | bits << 8 | (index as u32) << 16,
            bindings,
            serial_elements: 2 * self.tile.pairs,
            cost,
        }
    }

    /// Whether keys are equal bit by bit, and have no values, if all their digits are equal. NaNs of any bits are equal.
    fn can_swap_equal_digits(&self) -> bool {
        let job = self.job;
        !moves_seconds(job)
            && job.monoid.element_type != ElementType::F32
            && job.options.compared_bits() == [0, u32::BITS]
    }

    /// A kernel that counts digits.
    fn histogram(&self, entry_point: &'static str, digits: u32, parts: u32) -> Kernel {
        let constants = [
            ("DIGITS", Constant::U32(digits)),
            ("HISTOGRAM_ITEMS", Constant::U32(self.histogram_items())),
            ("HISTOGRAM_PARTS", Constant::U32(parts)),
        ];
        let constants = [self.constants(), constants.to_vec()].concat();
        let root = wgsl!("operation/sort_histogram.wgsl");
        Kernel::new(root, entry_point, constants)
    }

    fn constants(&self) -> Vec<(&'static str, Constant)> {
        let constants =
            [("WORKGROUP_SIZE", Constant::U32(WORKGROUP_SIZE)), ("TILE_ELEMENTS", Constant::U32(self.tile.elements()))];
        [constants, order_constants(self.job.monoid.element_type, self.job.options.descending)].concat()
    }
}

pub(super) fn order_constants(element_type: ElementType, descending: bool) -> [(&'static str, Constant); 2] {
    let kind = match element_type {
        ElementType::U32 => 0,
        ElementType::I32 => 1,
        ElementType::F32 => 2,
    };
    [("KEY_KIND", Constant::U32(kind)), ("DESCENDING", Constant::Bool(descending))]
}

/// The pass that moves the values of a sort by their sorted indices.
pub(super) fn gather_records(job: &OperationJob, indices: Resource) -> Pass {
    gather(job, job.options.record_words, [Resource::Values, indices, Resource::SecondOutput])
}

/// The pass that moves records by their sorted indices.
fn gather(job: &OperationJob, record_words: u32, [records, indices, moved]: [Resource; 3]) -> Pass {
    let words = job.elements.saturating_mul(record_words);
    let constants = [("WORKGROUP_SIZE", WORKGROUP_SIZE), ("RECORD_WORDS", record_words)];
    let constants = constants.map(|(name, value)| (name, Constant::U32(value))).to_vec();
    Pass {
        kernel: Kernel::new(wgsl!("operation/record_gather.wgsl"), "gather_words", constants),
        workgroups: words.div_ceil(WORKGROUP_SIZE),
        elements: job.elements,
        takes_length: true,
        argument: 0,
        bindings: vec![
            (binding::RECORDS, records),
            (binding::SORTED_INDICES, indices),
            (binding::MOVED_RECORDS, moved),
        ],
        serial_elements: 1,
        // The index of the record is read with each word.
        cost: PassCost { reads: 2 * u64::from(words), writes: words.into(), ..PassCost::default() },
    }
}

/// The bindings of a pass's keys and values.
fn moved_bindings(moved: [Option<Moved>; 2]) -> impl Iterator<Item = (u32, Resource)> {
    let numbers = [(binding::KEYS, binding::SORTED_KEYS), (binding::VALUES, binding::SORTED_VALUES)];
    let bind = |((from, to), moved): ((u32, u32), Option<Moved>)| {
        moved.map(|(source, target)| source.map(|source| (from, source)).into_iter().chain([(to, target)]))
    };
    numbers.into_iter().zip(moved).filter_map(bind).flatten()
}
