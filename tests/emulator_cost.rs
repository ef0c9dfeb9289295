//! Bank conflicts and address groups of the kernels, on the memory machines.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;

use emulate::{Case, add, find};
use scanlab::plan::Mode;
use scanlab_emulator::{LineCost, MemoryMachine, Options, Programs, conflict_degree};

/// The costs of a scan of one tile on machines of width 32.
fn lines(id: &str, tuning: Option<(&str, u32)>, elements: u32) -> Vec<Vec<LineCost>> {
    let mut case = Case::new(find(id), add(Mode::Exclusive), elements);
    if let Some((name, value)) = tuning {
        case = case.tuned(name, value);
    }
    let memory_machine = MemoryMachine { width: 32, latency: 1, broadcast: true };
    let options = Options { memory_machine, ..Options::default() };
    let played = case.examine(&options, &mut Programs::default());
    played.report.passes.into_iter().map(|pass| pass.costs.lines).collect()
}

/// The maximum degree of bank conflicts of an access to workgroup memory.
fn degree(lines: &[Vec<LineCost>]) -> u32 {
    lines.iter().flatten().filter(|line| line.is_workgroup_memory).map(|line| line.most_units).max().unwrap_or(0)
}

/// Merry: bad bank conflicts in place. In a tile of 512, 16 lanes of a warp access one bank; with padding, no two.
#[test]
fn padding_removes_the_conflicts_of_a_tile() {
    for id in ["brent-kung-in-place", "blelloch"] {
        assert_eq!(degree(&lines(id, Some(("padding", 0)), 512)), 16, "{id}");
        assert_eq!(degree(&lines(id, Some(("padding", 1)), 512)), 1, "{id}");
    }
}

/// Merry's "only 2-way" after padding holds for tiles of 2,048 elements, with 1,024 invocations. Longer tiles have more
/// conflicts, since from a stride of 32 × 32 on, padding shifts by whole rows of banks.
#[test]
fn padding_leaves_conflicts_of_two_in_tiles_of_2048() {
    let padded = |slot: u32| slot + slot / 32;
    let degree = |tile: u32| {
        let levels = (1..tile.ilog2()).map(|level| {
            let (stride, pairs) = (1 << level, tile >> level);
            let mut addresses: Vec<u32> = (1..=pairs.min(32)).map(|pair| padded(stride * pair - 1)).collect();
            conflict_degree(&mut addresses, 32, true)
        });
        levels.max().unwrap_or(0)
    };
    assert_eq!([512, 1024, 2048, 4096].map(degree), [1, 1, 2, 4]);
}

/// Nakano's "essentially contiguous access": every second element, so two address groups for each warp, and three if
/// its first element is not the first of a group.
#[test]
fn nakano_accesses_two_or_three_address_groups() {
    let lines = lines("nakano", None, 1 << 12);
    let strided: Vec<_> = lines.iter().flatten().filter(|line| line.units > line.accesses).collect();
    assert!(strided.iter().all(|line| line.most_units <= 3), "{strided:?}");
    let aligned: Vec<_> = strided.iter().filter(|line| line.variable == "below" && line.accesses >= 32).collect();
    assert!(!aligned.is_empty() && aligned.iter().all(|line| line.units == 2 * line.accesses), "{aligned:?}");
}
