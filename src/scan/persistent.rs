//! Workgroups that take several tiles, `scan/look-ahead.wgsl`: their number, and the cost of their waits.
//!
//! A tile combines the aggregates of the tiles before it in its window of W tiles with the sum of all earlier windows. A workgroup carries
//! that sum from tile to tile, and adds the windows that have ended since its last tile.

use super::WORKGROUP_SIZE;
use super::register_tile::RegisterTile;
use crate::plan::{Job, PassCost, log2_ceil};

/// The maximum number of tiles of a workgroup: on GPUs, and on software adapters, where a wait takes the most spins. If tiles have their
/// maximum length, 512 workgroups of 64 tiles have 2²⁸ words.
const MAX_TILES: [u32; 2] = [64, 4];

/// The maximum number of spins of an invocation over all its waits. This number leaves more of the iterations that
/// lavapipe allows than [`crate::plan::SPIN_BUDGET`], because the loops over tiles, rows and windows take some thousands.
pub(super) const SPIN_BUDGET: u32 = 50_000;

/// Tiles that are summed at a time.
const WINDOW: u64 = WORKGROUP_SIZE as u64;

/// The workgroups of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Workgroups {
    /// Tiles of the input.
    tiles: u32,
    /// The number of workgroups.
    pub count: u32,
    /// The maximum number of tiles of each workgroup.
    pub most_tiles: u32,
}

impl Workgroups {
    /// The given number of workgroups: fewer if there are fewer tiles, more if a workgroup would have too many tiles.
    pub fn of(job: &Job, tiles: u32, given: u32) -> Self {
        if tiles <= given {
            return Workgroups { tiles, count: tiles, most_tiles: 1 };
        }
        let most_tiles = MAX_TILES[usize::from(job.limits.software)];
        Workgroups { tiles, count: given.max(tiles.div_ceil(most_tiles)), most_tiles }
    }

    /// Whether the cost depends on timing: the tiles that a workgroup takes determine its numbers of tickets and of
    /// windows.
    pub fn depends_on_timing(&self) -> bool {
        self.most_tiles > 1 && self.tiles >= self.most_tiles
    }

    /// The longest chain of applications outside the scan of a tile: all windows, the sum of one window, and the
    /// combinations between them.
    pub fn operator_depth(&self) -> u32 {
        self.tiles / WORKGROUP_SIZE + 2 * log2_ceil(WORKGROUP_SIZE) + 16 + 2
    }

    /// The elements that one invocation handles: its elements of the workgroup's tiles, and one aggregate per window that
    /// the workgroup sums.
    pub fn serial_elements(&self, tile: &RegisterTile) -> u32 {
        let tiles = self.tiles.div_ceil(self.count.max(1));
        let windows = if self.tiles > 1 { self.tiles / WORKGROUP_SIZE + tiles } else { 0 };
        tile.items() * tiles + windows
    }

    /// Tickets that are drawn one by one. A workgroup that finds no further tile has drawn one more ticket than it has tiles.
    pub fn tickets(&self, dispatched: u64) -> u64 {
        u64::from(self.tiles) + dispatched - u64::from(self.tiles / self.most_tiles)
    }

    /// A lower bound of the whole windows that workgroups add up. The workgroup with the last tile adds up all whole
    /// windows before it. If it has the latest tiles, as many as it may take, the last tile of another workgroup is as
    /// early as possible, and so on.
    fn whole_windows(&self) -> u64 {
        (0..self.tiles).rev().step_by(self.most_tiles as usize).map(|last| u64::from(last) / WINDOW).sum()
    }

    /// Applications and barriers of the windows of all tiles. Every tile except the first of a window sums a part of
    /// the window. Every invocation combines a sum with that of the earlier windows.
    pub fn cost(&self, tile: &RegisterTile) -> PassCost {
        let tiles = u64::from(self.tiles);
        let windows = self.whole_windows() + tiles - tiles.div_ceil(WINDOW);
        PassCost {
            applications: windows * (tile.workgroup_sum_applications() + WINDOW),
            barriers: windows * (tile.workgroup_sum_barriers() + 1),
            ..PassCost::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monoid::Monoid;
    use crate::plan::{Form, Limits, Mode};

    fn workgroups(tiles: u32, given: u32, software: bool) -> Workgroups {
        let limits = Limits { software, ..Limits::CORE };
        Workgroups::of(&Job::new(1, Form::new(Monoid::counts(), Mode::Inclusive), limits), tiles, given)
    }

    #[test]
    fn workgroups_can_take_all_tiles() {
        for tiles in [1, 2, 63, 64, 65, 512, 513, 1 << 15, (1 << 15) + 1, 1 << 21] {
            for (given, software) in [(1, false), (1, true), (512, false), (512, true)] {
                let Workgroups { count, most_tiles, .. } = workgroups(tiles, given, software);
                assert!(count <= tiles && count.saturating_mul(most_tiles) >= tiles, "{count} for {tiles}");
            }
        }
        assert_eq!(workgroups(1 << 15, 512, false).count, 512);
    }

    #[test]
    fn few_tiles_have_a_workgroup_each_and_an_exact_cost() {
        let few = workgroups(512, 512, false);
        assert_eq!((few.count, few.most_tiles, few.depends_on_timing()), (512, 1, false));
        // The tiles of the second window add up the first window.
        assert_eq!((few.tickets(512), few.whole_windows()), (512, 256));
        assert!(!workgroups(63, 5, false).depends_on_timing() && workgroups(64, 5, false).depends_on_timing());
        assert_eq!(workgroups(63, 5, false).tickets(5), 63 + 5);
    }

    #[test]
    fn tiles_are_in_as_few_workgroups_as_can_be() {
        // Workgroups of tiles 0 to 44, 45 to 108, and so on to 300: only the last workgroup has a whole window before its last tile.
        assert_eq!(workgroups(301, 5, false).whole_windows(), 1);
        assert_eq!(workgroups(257 + 64, 6, false).whole_windows(), 2);
    }
}
