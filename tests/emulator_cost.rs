//! What plans say they cost, against the counters of the emulator, and the memory machines' view of the kernels.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;

use emulate::{Case, add, find, in_parallel};
use scanlab::plan::{Form, Mode, PassCost, Segments};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_emulator::{Counted, Counter, LineCost, MemoryMachine, Options, PassReport, Programs, conflict_degree};

/// Elements of one access: one, or several of a vector of values; words of head flags.
fn elements(form: Form, counter: &Counter) -> u64 {
    let value = form.monoid.words();
    let is_flagged = form.segments.are_flagged() && counter.words == value + 1;
    match counter.name.as_str() {
        "heads" => counter.words.into(),
        _ if is_flagged => 1,
        _ => (counter.words / value).max(1).into(),
    }
}

/// The counted cost of a pass.
fn counted(form: Form, pass: &PassReport) -> PassCost {
    let sum = |counted| {
        let counters = pass.counters.iter().filter(|counter| counter.counted == counted && counter.name != "count");
        counters.map(|counter| counter.count * elements(form, counter)).sum()
    };
    PassCost {
        reads: sum(Counted::StorageRead),
        writes: sum(Counted::StorageWrite),
        applications: pass.calls("combine"),
        barriers: pass.barriers(),
    }
}

fn examine(algorithm: &'static Algorithm, form: Form, elements: u32, subgroup_size: u32, programs: &mut Programs) {
    // Costs that depend on the segments are those without any.
    let case = Case { zeros: true, ..Case::new(algorithm, form, elements) };
    let options = Options { subgroup_size, ..Options::default() };
    let (plan, _, played) = case.play(&options, programs);
    for (pass, report) in plan.passes.iter().zip(&played.report.passes) {
        let (planned, counted) = (pass.cost, counted(form, report));
        let agrees = if plan.cost_is_lower_bound {
            planned.writes == counted.writes
                && planned.reads <= counted.reads
                && planned.applications <= counted.applications
                && planned.barriers <= counted.barriers
        } else {
            planned == counted
        };
        let name = case.name();
        assert!(agrees, "{planned:?} planned, {counted:?} counted: {} of {name}", report.entry_point);
    }
}

#[test]
fn every_pass_costs_what_its_kernel_counts() {
    in_parallel(ALGORITHMS, |&algorithm| {
        for mode in [Mode::Inclusive, Mode::Exclusive] {
            for segments in [Segments::Whole, Segments::Heads] {
                let form = Form { segments, ..add(mode) };
                let mut programs = Programs::default();
                for subgroup_size in [4, 16, 32, 128] {
                    for size in [1, 2, 257, 513, 2_305, 5_000] {
                        if algorithm.check_form(form).is_ok() {
                            examine(algorithm, form, size, subgroup_size, &mut programs);
                        }
                    }
                }
            }
        }
    });
}

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

/// The most conflicts of an access to workgroup memory.
fn degree(lines: &[Vec<LineCost>]) -> u32 {
    lines.iter().flatten().filter(|line| line.is_workgroup_memory).map(|line| line.most_units).max().unwrap_or(0)
}

/// Merry: bad bank conflicts in place. Of a tile of 512, 16 lanes of a warp meet in a bank, and with padding none.
#[test]
fn padding_removes_the_conflicts_of_a_tile() {
    for id in ["brent-kung-in-place", "blelloch"] {
        assert_eq!(degree(&lines(id, Some(("padding", 0)), 512)), 16, "{id}");
        assert_eq!(degree(&lines(id, Some(("padding", 1)), 512)), 1, "{id}");
    }
}

/// Merry's "only 2-way" after padding is the conflict of tiles of 2,048, as of 1,024 invocations; those of longer tiles are worse, since
/// from a stride of 32 × 32 on padding shifts by whole rows of banks.
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

/// Nakano's "essentially contiguous access": every second element, so two address groups for each warp, and three where its first element
/// is not the first of a group.
#[test]
fn nakano_accesses_two_or_three_address_groups() {
    let lines = lines("nakano", None, 1 << 12);
    let strided: Vec<_> = lines.iter().flatten().filter(|line| line.units > line.accesses).collect();
    assert!(strided.iter().all(|line| line.most_units <= 3), "{strided:?}");
    let aligned: Vec<_> = strided.iter().filter(|line| line.variable == "below" && line.accesses >= 32).collect();
    assert!(!aligned.is_empty() && aligned.iter().all(|line| line.units == 2 * line.accesses), "{aligned:?}");
}
