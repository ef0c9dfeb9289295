//! Compares tree scans of one tile by depth, work, barriers, fan-out and bank conflicts, in the table of the experiment `trees`.
//! `UPDATE_README=1 cargo test --test tree_scans` updates it.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use emulate::{Case, add, find};
use scanlab::plan::Mode;
use scanlab_emulator::trace::Trace;
use scanlab_emulator::{EventKind, MemoryMachine, Options, Programs};

const TABLE: &str = "www/experiments/tree-counts.json";

/// The length of every tile: the greatest length that is possible for all of these scans.
const TILE: u32 = 256;

const SCANS: [(&str, Option<(&str, u32)>); 15] = [
    ("kogge-stone", Some(("padding", 0))),
    ("knowles", Some(("fan_out", 2))),
    ("knowles", Some(("fan_out", 16))),
    ("knowles", Some(("fan_out", 128))),
    ("sklansky", None),
    ("ladner-fischer", Some(("extra_steps", 0))),
    ("ladner-fischer", Some(("extra_steps", 1))),
    ("ladner-fischer", Some(("extra_steps", 6))),
    ("han-carlson", None),
    ("brent-kung", None),
    ("brent-kung-in-place", Some(("padding", 0))),
    ("brent-kung-in-place", Some(("padding", 1))),
    ("brent-kung-radix", Some(("radix", 4))),
    ("blelloch", Some(("padding", 0))),
    ("blelloch", Some(("padding", 1))),
];

/// The counts of a scan of one tile.
#[derive(Debug, PartialEq, Eq)]
struct Counts {
    depth: u32,
    applications: u64,
    barriers: u64,
    fan_out: usize,
    conflicts: u32,
}

/// An exclusive scan of one tile, on a memory machine of width 32.
fn counted(id: &str, tuned: Option<(&str, u32)>) -> Counts {
    let mut case = Case::new(find(id), add(Mode::Exclusive), TILE);
    if let Some((name, value)) = tuned {
        case = case.tuned(name, value);
    }
    // Less workgroup memory gives shorter tiles.
    while find(id).plan(&case.job(32)).tile_elements > TILE {
        case.workgroup_bytes = case.workgroup_bytes * 7 / 8;
    }
    let plan = find(id).plan(&case.job(32));
    assert_eq!((plan.tile_elements, plan.passes.len()), (TILE, 1), "{id}");
    let memory_machine = MemoryMachine { width: 32, latency: 1, broadcast: true };
    let options = Options { memory_machine, subgroup_size: 32, trace: true, ..Options::default() };
    let report = case.examine(&options, &mut Programs::default()).report;
    let lines = report.passes[0].costs.lines.iter().filter(|line| line.is_workgroup_memory);
    Counts {
        // For every mode, the plan's depth also contains two applications outside the scan of the tile: one adds the tile's exclusive prefix,
        // and one adds the element itself, which only an inclusive scan needs.
        depth: plan.operator_depth - 2,
        applications: plan.passes[0].cost.applications,
        barriers: plan.passes[0].cost.barriers,
        fan_out: fan_out(&report.trace.expect("a trace")),
        conflicts: lines.map(|line| line.most_units).max().unwrap_or(0),
    }
}

/// The maximum number of invocations that read one word of workgroup memory between two barriers.
fn fan_out(trace: &Trace) -> usize {
    let mut most = 0;
    let mut readers: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for event in &trace.events {
        match event.kind {
            EventKind::Read if event.space == 0 => {
                readers.entry(event.address).or_default().insert(event.invocation);
            }
            EventKind::Barrier => {
                most = most.max(readers.values().map(BTreeSet::len).max().unwrap_or(0));
                readers.clear();
            }
            _ => {}
        }
    }
    most
}

fn row(&(id, tuned): &(&str, Option<(&str, u32)>)) -> String {
    let tuning = tuned.map(|(name, value)| format!(", \"tuning\": {{ \"{name}\": {value} }}")).unwrap_or_default();
    let Counts { depth, applications, barriers, fan_out, conflicts } = counted(id, tuned);
    format!(
        "  {{ \"scan\": {{ \"id\": \"{id}\"{tuning} }}, \"depth\": {depth}, \"applications\": {applications}, \
         \"barriers\": {barriers}, \"fan_out\": {fan_out}, \"conflicts\": {conflicts} }}"
    )
}

#[test]
fn the_table_of_tree_scans_is_counted_from_plans_and_kernels() {
    let rows: Vec<_> = SCANS.iter().map(row).collect();
    let counted = format!("[\n{}\n]\n", rows.join(",\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(&path, &counted).expect("a writable file");
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, counted, "{TABLE} differs; update it: UPDATE_README=1 cargo test --test tree_scans");
}

/// Sklansky's scan has the least depth. Ladner and Fischer's scan has fewer applications at the same depth, and each
/// extra step halves its fan-out.
#[test]
fn ladner_and_fischer_trade_depth_for_work_and_fan_out() {
    let sklansky = counted("sklansky", None);
    let circuit = |extra| counted("ladner-fischer", Some(("extra_steps", extra)));
    let circuits: Vec<_> = (0..=6).map(circuit).collect();
    assert_eq!((sklansky.depth, circuits[0].depth), (8, 8));
    assert!(circuits[0].applications < sklansky.applications);
    for pair in circuits.windows(2) {
        assert_eq!(pair[1].depth, pair[0].depth + 1);
        assert!(pair[1].applications <= pair[0].applications);
    }
    assert_eq!(circuits.iter().map(|counts| counts.fan_out).collect::<Vec<_>>(), [128, 64, 32, 16, 8, 4, 2]);
    assert!(circuits.iter().all(|counts| counts.conflicts == 1), "{circuits:?}");
}

/// With one step more than the least depth, Han and Carlson's scan has Sklansky's work and a fan-out of 1. Neighbouring
/// invocations access every second word, so conflicts are two-way.
#[test]
fn han_and_carlson_have_the_work_of_sklansky_and_a_small_fan_out() {
    let [han_carlson, sklansky] = ["han-carlson", "sklansky"].map(|id| counted(id, None));
    assert_eq!((han_carlson.depth, han_carlson.applications), (sklansky.depth + 1, sklansky.applications));
    assert_eq!((han_carlson.fan_out, han_carlson.conflicts), (1, 2));
}

/// The parameter of Knowles' scan is its fan-out; the number of steps does not change.
#[test]
fn the_fan_out_of_knowles_is_its_parameter() {
    for f in [2, 4, 8, 16, 32, 64, 128] {
        let counts = counted("knowles", Some(("fan_out", f)));
        assert_eq!((counts.depth, counts.fan_out, counts.conflicts), (8, f as usize, 1));
    }
    let kogge_stone = counted("kogge-stone", Some(("padding", 0)));
    assert_eq!(counted("knowles", Some(("fan_out", 1))), kogge_stone);
    // In the first step, the invocation itself also reads its element.
    assert_eq!(kogge_stone.fan_out, 2);
    let [knowles, sklansky] = [counted("knowles", Some(("fan_out", 128))), counted("sklansky", None)];
    assert_eq!(knowles.applications, sklansky.applications);
}
