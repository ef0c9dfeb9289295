//! Look-back in a fixed association, `lib/look_back_deterministic.wgsl`: its states, its cost, and the modules of its kernel.
//!
//! A tile combines two windows of 32 states. One window has the aggregates of the earlier tiles in its group of 32. The
//! other has an anchor, which is an inclusive prefix, and the aggregates of the groups after it. The chain of anchors
//! has one link per 1,024 tiles.

use super::WORKGROUP_SIZE;
use super::register_tile::RegisterTile;
use super::subgroup_scan;
use crate::plan::{Job, Kernel, PassCost};
use crate::wgsl;
use crate::wgsl::Slot;

/// Tiles of a group, and states of a window.
pub(super) const GROUP_TILES: u32 = 32;

/// The index of the state of the first group. It is a multiple of the window length, so the windows of group states are
/// aligned.
pub(super) fn first_group_state(tiles: u32) -> u32 {
    tiles.next_multiple_of(GROUP_TILES)
}

/// States of tiles and groups.
pub(super) fn states(tiles: u32) -> u32 {
    first_group_state(tiles) + tiles.div_ceil(GROUP_TILES) + 1
}

/// The longest chain of applications outside the scan of a tile: both windows, all anchors, and the combinations
/// between them.
pub(super) fn operator_depth(tiles: u32) -> u32 {
    2 * (GROUP_TILES + 2) + tiles / (GROUP_TILES * GROUP_TILES) + 2
}

/// A kernel with the modules of the look-back. The built-in sum over a subgroup may associate differently from device to device.
pub(super) fn with_modules(kernel: Kernel, job: &Job, tile: &RegisterTile) -> Kernel {
    let look_back = match tile.subgroups() {
        true => wgsl!("lib/look_back_deterministic_subgroup.wgsl"),
        false => wgsl!("lib/look_back_deterministic_workgroup.wgsl"),
    };
    let kernel = kernel.with(Slot::LookBack, look_back);
    if job.form.monoid.rounds() { kernel.with(Slot::SubgroupSum, wgsl!("shuffle/sum.wgsl")) } else { kernel }
}

/// Applications and barriers of the look-backs of all tiles.
pub(super) fn cost(job: &Job, tile: &RegisterTile, tiles: u64) -> PassCost {
    let groups = tiles / u64::from(GROUP_TILES);
    let anchors = groups / u64::from(GROUP_TILES);
    // Every invocation combines the sums of the windows. The last tile of a group takes one more application, or two if
    // it publishes an anchor.
    let combined = tiles * u64::from(WORKGROUP_SIZE) + groups + anchors;
    let (windows, barriers) = match tile.subgroups() {
        true => (tiles * subgroup_scan::min_over_sizes(tile.sizes, &|size| windows_of_subgroups(job, size)), 1),
        false => (states_read(tiles), 3),
    };
    PassCost { applications: windows + combined, barriers: tiles * barriers, ..PassCost::default() }
}

/// Applications of two subgroups of `size` in a tile. Each sums a window, part by part.
fn windows_of_subgroups(job: &Job, size: u64) -> u64 {
    let sum = match job.form.monoid.rounds() {
        true => subgroup_scan::ordered_sum_applications(size),
        false => subgroup_scan::sum_applications(&job.form, size),
    };
    2 * u64::from(GROUP_TILES).div_ceil(size) * (sum + size)
}

/// The number of states that all tiles read: those of earlier tiles in the group, of the last anchor, and of the groups
/// between the anchor and the group.
fn states_read(tiles: u64) -> u64 {
    let window = u64::from(GROUP_TILES);
    let of_group = |group: u64| {
        let members = window.min(tiles - group * window);
        let of_groups = group % window + u64::from(group >= window);
        members * (members - 1) / 2 + members * of_groups
    };
    (0..tiles.div_ceil(window)).map(of_group).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_states_of_a_window_are_those_before_a_tile() {
        // The second tile reads the first tile's state. The first tile of the second group reads the first group's aggregate.
        assert_eq!([1, 2, 3, 32, 33, 34].map(states_read), [0, 1, 3, 496, 497, 499]);
        // The tile after the first anchor reads only the anchor.
        assert_eq!(states_read(1025) - states_read(1024), 1);
        assert_eq!(states_read(1024 + 33) - states_read(1024 + 32), 2);
    }

    #[test]
    fn every_group_has_a_state() {
        assert_eq!([1, 32, 33, 1024].map(states), [32 + 2, 32 + 2, 64 + 3, 1024 + 33]);
    }
}
