//! The tiles of a sort: their size, the ranking of their keys, and its cost.

use super::RADIX;
use crate::operation::OperationJob;
use crate::scan::{Parameter, WORKGROUP_SIZE, subgroup_scan, workgroup};

/// The maximum number of pairs of keys per invocation, by the length of the input. Keys are in pairs, since two ranks
/// are packed into a word. The shortest inputs are one tile, which takes one dispatch. In longer inputs, many tiles keep
/// a device busy, and long tiles make long runs of equal digits. With the longest tiles, two workgroups share the 48 KiB
/// of workgroup memory that NVIDIA's Vulkan driver gives to all workgroups of a multiprocessor. With 24 keys per
/// invocation, only one workgroup would run at a time.
const PAIRS_BY_LENGTH: [(u32, u32); 6] =
    [(4 * PAIR_KEYS, 4), (8 * PAIR_KEYS, 8), (11 * PAIR_KEYS, 11), (1 << 18, 4), (1 << 21, 8), (u32::MAX, 11)];

/// Keys of a tile if each invocation has one pair.
const PAIR_KEYS: u32 = 2 * WORKGROUP_SIZE;

/// The maximum number of pairs per invocation on software adapters, whose compilers are slow.
const SOFTWARE_PAIRS: u32 = 4;

const MAX_PAIRS: u32 = 32;

/// Keys of an invocation.
pub(in crate::operation) const ITEMS: Parameter =
    Parameter { name: "items", title: "Keys per invocation", min: 1, max: 2 * MAX_PAIRS, default: None };

/// The value of the first row of a table whose length is at least `length`.
pub(super) fn by_length(rows: &[(u32, u32)], length: u32) -> u32 {
    rows.iter().find(|(up_to, _)| length <= *up_to).map_or(1, |&(_, value)| value)
}

/// The tile of a workgroup, and the method that ranks keys.
pub(super) struct Tile {
    /// Half of an invocation's keys.
    pub pairs: u32,
    /// Rows of counters in workgroup memory.
    pub rows: u32,
    /// The possible subgroup sizes of the kernels; empty without subgroup operations.
    pub sizes: &'static [u64],
    /// The subgroup size that the kernels require.
    pub required_size: Option<u32>,
}

impl Tile {
    /// The tile of a job, within the device's workgroup memory.
    pub fn of(job: &OperationJob) -> Self {
        let bytes = job.limits.workgroup_bytes;
        let required_size = job.limits.subgroups.and(job.limits.required_subgroup_size);
        let reported = required_size.map(|size| (size, size)).or(job.limits.subgroups);
        let sizes = reported.map(subgroup_scan::sizes).unwrap_or_default();
        // One row for each of the smallest subgroups, in up to half of the workgroup memory.
        let rows = sizes.first().map_or(1, |&smallest| {
            let most = 1 << (bytes / 2 / (4 * RADIX)).max(1).ilog2();
            (WORKGROUP_SIZE / smallest as u32).clamp(8, most.max(8))
        });
        // Scatter indices of digits, and the scan of their counts; masks without subgroups; 64 bytes for tickets.
        let other = if sizes.is_empty() { RADIX + WORKGROUP_SIZE + RADIX * WORKGROUP_SIZE / 32 } else { RADIX + 64 };
        // The keys reuse the memory of the counters.
        let words = (bytes.saturating_sub(64) / 4).saturating_sub(other);
        let by_length = by_length(&PAIRS_BY_LENGTH, job.elements);
        let wanted = if job.limits.software { SOFTWARE_PAIRS } else { by_length };
        // With a chosen scan, the tuning is that of the scan.
        let items = job.tuning.get(ITEMS.name).filter(|_| job.scan.is_auto());
        let wanted = items.map_or(wanted, |items| items.div_ceil(2));
        Tile { pairs: wanted.min(words / PAIR_KEYS).clamp(1, MAX_PAIRS), rows, sizes, required_size }
    }

    /// Keys of a tile.
    pub fn elements(&self) -> u32 {
        self.pairs * PAIR_KEYS
    }

    /// Whether keys are ranked by ballots.
    pub fn has_subgroups(&self) -> bool {
        !self.sizes.is_empty()
    }

    /// The subgroup size, if the device has a single size of at most 32. Every row is then one subgroup.
    pub fn row_subgroup_size(&self) -> Option<u32> {
        let &[size] = self.sizes else { return None };
        (size <= 32 && size * u64::from(self.rows) >= u64::from(WORKGROUP_SIZE)).then_some(size as u32)
    }

    /// Whether masks in workgroup memory find the lanes of a digit. They take as much memory as the counters, and the keys
    /// reuse both.
    pub fn fits_masks(&self) -> bool {
        2 * self.rows * RADIX <= self.elements()
    }

    pub fn scan_applications(&self) -> u64 {
        match self.has_subgroups() {
            true => subgroup_scan::min_over_sizes(self.sizes, &subgroup_scan::workgroup_scan_applications),
            false => workgroup::SCAN_APPLICATIONS,
        }
    }

    pub fn scan_barriers(&self) -> u64 {
        if self.has_subgroups() { 1 } else { workgroup::SCAN_BARRIERS }
    }

    /// Barriers of `row_ranks`. With subgroups: a uniform load, and one barrier per turn, except in rows of one
    /// subgroup of up to 32. Without subgroups: three barriers per key.
    pub fn rank_barriers(&self) -> u64 {
        let smallest = u64::from(WORKGROUP_SIZE / self.rows);
        let turns = |size: u64| if (smallest..=32).contains(&size) { 0 } else { smallest.max(size) / size };
        match self.has_subgroups() {
            true => 2 + subgroup_scan::min_over_sizes(self.sizes, &turns),
            false => 3 * u64::from(2 * self.pairs),
        }
    }
}
