//! Costs of plans against the emulator's counters of their kernels.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/count.rs"]
mod count;
#[path = "support/emulate.rs"]
mod emulate;
#[path = "support/refused.rs"]
mod refused;

use count::{Counts, count};
use emulate::{Case, find, in_parallel};
use refused::takes;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Mode, PassCost, Plan, Segments, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_emulator::Programs;

const MODES: [Mode; 2] = [Mode::Inclusive, Mode::Exclusive];

/// Numbers of elements: none, a few, and around a workgroup, a tile and several tiles.
const SIZES: [u32; 14] = [0, 1, 2, 3, 4, 255, 256, 257, 512, 513, 2304, 2305, 3841, 5000];

/// Invocations of a subgroup. With a size of 1 there are no subgroup operations.
const SUBGROUPS: [u32; 6] = [1, 4, 8, 16, 32, 128];

fn add() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("add on u32")
}

/// A scan of zeros without heads.
fn case(algorithm: &'static Algorithm, form: Form, elements: u32, tuning: &Tuning) -> Case {
    Case { zeros: true, tuning: tuning.clone(), ..Case::new(algorithm, form, elements) }
}

/// The default tuning, and every parameter at both ends of its range.
fn tunings(algorithm: &Algorithm) -> Vec<Tuning> {
    let ends = algorithm.tuning.iter().flat_map(|parameter| {
        [parameter.min, parameter.max].map(|value| Tuning::from([(parameter.name.to_owned(), value)]))
    });
    std::iter::once(Tuning::new()).chain(ends).collect()
}

/// The sizes of subgroups that an algorithm runs with.
fn subgroup_sizes(algorithm: &'static Algorithm) -> Vec<u32> {
    let runs = |size: &u32| {
        let limits = Case::new(algorithm, Form::new(add(), Mode::Inclusive), 1).job(*size).limits;
        algorithm.check_needs(&limits).is_ok()
    };
    SUBGROUPS.into_iter().filter(runs).collect()
}

/// One of these sizes, in turn.
fn subgroup_size(algorithm: &'static Algorithm, turn: usize) -> u32 {
    let sizes = subgroup_sizes(algorithm);
    sizes[turn % sizes.len()]
}

/// Counts the operations of a case's kernels, and compares every pass with its cost.
fn examine(case: &Case, subgroup_size: u32, programs: &mut Programs) -> (Plan, Vec<Counts>) {
    let (plan, counts) = count(case, subgroup_size, programs);
    for (rank, (pass, counted)) in plan.passes.iter().zip(&counts).enumerate() {
        let (planned, counted) = (pass.cost, counted.cost);
        // Only a fallback reads elements again.
        let reads_again = plan.tuning.contains_key("max_spins") && counted.reads > planned.reads;
        // Stated costs are those of a single segment. At the start of another segment, a step over a subgroup combines
        // nothing.
        let is_in_rows = matches!(case.form.segments, Segments::Rows(columns) if columns < case.elements);
        // After the first segment start of its tile (in rows, after the first element), a prefix is neither loaded nor
        // stored again.
        let ends_at_starts = pass.kernel.entry_point == "add_to_prefixes";
        let agrees = if ends_at_starts && matches!(case.form.segments, Segments::Rows(_)) {
            planned.reads >= counted.reads
                && planned.writes >= counted.writes
                && planned.applications >= counted.applications
                && planned.barriers == counted.barriers
        } else if plan.is_lower_bound {
            planned.writes == counted.writes
                && (planned.reads == counted.reads || reads_again)
                && (planned.applications <= counted.applications || is_in_rows)
                && planned.barriers <= counted.barriers
        } else if is_in_rows {
            planned.applications >= counted.applications
                && planned == (PassCost { applications: planned.applications, ..counted })
        } else {
            planned == counted
        };
        assert!(
            agrees,
            "{planned:?} planned, {counted:?} counted: pass {rank} {} of {} in subgroups of {subgroup_size}",
            pass.kernel.entry_point,
            case.name()
        );
    }
    (plan, counts)
}

#[test]
fn every_pass_costs_what_its_kernel_counts() {
    in_parallel(ALGORITHMS, |&algorithm| {
        let mut turn = 0;
        for tuning in tunings(algorithm) {
            for mode in MODES {
                let mut programs = Programs::default();
                for size in SIZES {
                    let form = Form::new(add(), mode);
                    if takes(algorithm, &form) {
                        examine(&case(algorithm, form, size, &tuning), subgroup_size(algorithm, turn), &mut programs);
                    }
                    turn += 1;
                }
            }
        }
    });
}

/// With subgroups of every size, which change the costs of plans and their lower bounds.
#[test]
fn every_subgroup_size_costs_what_its_kernels_count() {
    in_parallel(ALGORITHMS, |&algorithm| {
        for segments in [Segments::Whole, Segments::Heads] {
            for mode in MODES {
                let form = Form { segments, ..Form::new(add(), mode) };
                let mut programs = Programs::default();
                for subgroup_size in subgroup_sizes(algorithm) {
                    for size in [1, 2, 257, 513, 2_305, 5_000] {
                        if takes(algorithm, &form) {
                            examine(&case(algorithm, form.clone(), size, &Tuning::new()), subgroup_size, &mut programs);
                        }
                    }
                }
            }
        }
    });
}

/// Scans without tickets: with few tiles, whose aggregates are read one or two per invocation, and with more tiles.
#[test]
fn scans_without_tickets_cost_what_their_kernels_count() {
    let tuning = Tuning::from([("items".to_owned(), 4)]);
    let segments = [Segments::Whole, Segments::Heads];
    let forms = segments.map(|segments| MODES.map(|mode| Form { segments, ..Form::new(add(), mode) })).concat();
    in_parallel(&forms, |form| {
        let mut programs = Programs::default();
        for subgroup_size in SUBGROUPS {
            for size in [1_025, 5_000, 7_300, 9_000, 40_000] {
                let case = Case { starts_in_order: true, ..case(find("look-back"), form.clone(), size, &tuning) };
                let (plan, _) = examine(&case, subgroup_size, &mut programs);
                // A look-back ends at the start of a segment. A look-back by workgroup memory does not support this
                // end.
                let is_few = size.div_ceil(1_024) <= 2 * subgroup_size;
                let draws_tickets = subgroup_size < 4 || form.segments == Segments::Heads && !is_few;
                let entry_point = if draws_tickets { "scan_tiles" } else { "scan_tiles_in_order" };
                assert_eq!(plan.passes[0].kernel.entry_point, entry_point);
            }
        }
    });
}

#[test]
fn segments_and_directions_cost_what_their_kernels_count() {
    in_parallel(ALGORITHMS, |&algorithm| {
        for (turn, (direction, segments)) in [
            (Direction::Backward, Segments::Whole),
            (Direction::Forward, Segments::Heads),
            (Direction::Backward, Segments::Heads),
            (Direction::Forward, Segments::HeadBits),
            (Direction::Backward, Segments::HeadBits),
            (Direction::Forward, Segments::Rows(4096)),
            (Direction::Forward, Segments::Rows(37)),
            (Direction::Backward, Segments::Columns(7)),
        ]
        .into_iter()
        .enumerate()
        {
            for (rank, mode) in MODES.into_iter().enumerate() {
                let form = Form { direction, segments, ..Form::new(add(), mode) };
                if !takes(algorithm, &form) {
                    continue;
                }
                let mut programs = Programs::default();
                for size in [1, 2, 2305] {
                    let case = case(algorithm, form.clone(), size, &Tuning::new());
                    examine(&case, subgroup_size(algorithm, turn + rank), &mut programs);
                }
            }
        }
    });
}

/// Enough tiles that their totals are scanned in blocks.
#[test]
fn blocks_of_totals_cost_what_their_kernels_count() {
    let cases = [("add", 1024), ("mul", 1025), ("add", 2051), ("mul", 1024), ("add", 1025), ("mul", 2051)];
    in_parallel(&cases, |&(operator, tiles)| {
        let tuning = Tuning::from([("items".to_owned(), 1)]);
        let form = Form::new(Monoid::find(operator, ElementType::U32).expect("on u32"), Mode::Inclusive);
        let case = |elements| case(find("subgroup"), form.clone(), elements, &tuning);
        let tile = find("subgroup").plan(&case(5).job(8)).tile_elements;
        examine(&case(tiles * tile - 3), 8, &mut Programs::default());
    });
}

/// Tiles of many rows in blocked arrangement, which subgroups scan.
#[test]
fn wide_elements_cost_what_their_kernels_count() {
    let holds_tiles = |algorithm: &Algorithm| {
        algorithm.tuning.iter().any(|parameter| parameter.name == "items" && parameter.max == 32)
    };
    in_parallel(ALGORITHMS, |&algorithm| {
        if !holds_tiles(algorithm) {
            return;
        }
        for (turn, operator) in ["bicyclic", "mat2"].into_iter().enumerate() {
            let monoid = Monoid::find(operator, ElementType::U32).expect("an operator on u32");
            for mode in MODES {
                for items in [1, 32] {
                    let tuning = Tuning::from([("items".to_owned(), items)]);
                    let mut programs = Programs::default();
                    for size in [1, 2047, 2048, 6149] {
                        let case = case(algorithm, Form::new(monoid.clone(), mode), size, &tuning);
                        for rank in [turn, turn + 2] {
                            examine(&case, subgroup_size(algorithm, rank), &mut programs);
                        }
                    }
                }
            }
        }
    });
}

/// More than two levels of tiles, on a device with WebGPU's guaranteed limits.
#[test]
fn several_levels_cost_what_their_kernels_count() {
    in_parallel(ALGORITHMS, |&algorithm| {
        for (turn, tuning) in tunings(algorithm).into_iter().enumerate() {
            let form = Form::new(add(), Mode::Inclusive);
            if takes(algorithm, &form) {
                let case = case(algorithm, form, 70_001, &tuning);
                examine(&case, subgroup_size(algorithm, turn + 2), &mut Programs::default());
            }
        }
    });
    let form = Form::new(add(), Mode::Exclusive);
    examine(&case(find("blelloch"), form, 512 * 512 + 1, &Tuning::new()), 32, &mut Programs::default());
}

/// The second tile finds the first one's inclusive prefix whatever the timing, so the lower bound is exact.
#[test]
fn a_look_back_over_one_tile_costs_the_lower_bound() {
    let algorithm = find("look-back");
    for mode in MODES {
        for subgroup_size in SUBGROUPS {
            let case = |elements| case(algorithm, Form::new(add(), mode), elements, &Tuning::new());
            let tile = algorithm.plan(&case(1).job(subgroup_size)).tile_elements;
            for elements in [1, tile, tile + 1, 2 * tile] {
                let (plan, counts) = examine(&case(elements), subgroup_size, &mut Programs::default());
                assert_eq!(plan.passes[0].cost, counts[0].cost, "n={elements}");
            }
        }
    }
}

/// The association of a deterministic look-back is fixed, so its cost is exact if the subgroup size is known: within a
/// group of tiles and past one, for operators that sum by a built-in operation or by shuffles, and for one that rounds.
#[test]
fn a_deterministic_look_back_costs_exactly_the_same_in_every_run() {
    let algorithm = find("look-back-deterministic");
    in_parallel(&SUBGROUPS, |&subgroup_size| {
        let tuning = Tuning::from([("items".to_owned(), 1)]);
        let types = [("add", ElementType::U32), ("mul", ElementType::I32), ("add", ElementType::F32)];
        for (operator, element_type) in types {
            let monoid = Monoid::find(operator, element_type).expect("a known operator");
            let case = |elements| case(algorithm, Form::new(monoid.clone(), Mode::Inclusive), elements, &tuning);
            let tile = algorithm.plan(&case(1).job(subgroup_size)).tile_elements;
            for tiles in [1, 2, 32, 33, 40] {
                let (plan, _) = examine(&case(tiles * tile), subgroup_size, &mut Programs::default());
                assert!(!plan.is_lower_bound);
            }
        }
    });
    let mut job = case(algorithm, Form::new(add(), Mode::Inclusive), 5 << 10, &Tuning::new()).job(8);
    job.limits.subgroups = Some((8, 32));
    assert!(algorithm.plan(&job).is_lower_bound);
}

/// A workgroup with one tile, or with fewer tiles than it may take, adds up a fixed number of windows. With more tiles,
/// the cost is a lower bound.
#[test]
fn a_look_ahead_costs_exactly_the_same_unless_timing_gives_out_many_tiles() {
    let algorithm = find("look-ahead");
    in_parallel(&SUBGROUPS, |&subgroup_size| {
        let mut programs = Programs::default();
        for (tiles, workgroups, is_exact) in [
            (1, 1, true),
            (2, 1, true),
            (40, 3, true),
            (63, 5, true),
            (64, 5, false),
            (257, 257, true),
            (257, 4, false),
        ] {
            let tuning = [("items", 1), ("workgroups", workgroups)].map(|(name, value)| (name.to_owned(), value));
            let form = Form::new(Monoid::find("mul", ElementType::I32).expect("on i32"), Mode::Exclusive);
            let case = case(algorithm, form, tiles * 1_024 - 3, &tuning.into());
            let (plan, counts) = examine(&case, subgroup_size, &mut programs);
            assert_eq!(plan.tile_elements, 1_024);
            assert!(plan.is_lower_bound != is_exact, "{tiles} tiles, {workgroups} workgroups");
            assert!(!is_exact || plan.passes[0].cost == counts[0].cost);
        }
    });
}

/// If all tiles withhold their states, every tile but the last is read again at least once.
#[test]
fn a_fallback_reads_withheld_tiles_again() {
    let tuning = Tuning::from([("items".to_owned(), 1)]);
    let case = case(find("look-back-fallback"), Form::new(add(), Mode::Inclusive), 5000, &tuning);
    for subgroup_size in SUBGROUPS {
        let case = Case { withheld_percent: 100, ..case.clone() };
        let (plan, counts) = examine(&case, subgroup_size, &mut Programs::default());
        let tile = u64::from(plan.tile_elements);
        assert!(counts[0].cost.reads >= 5000 + 5000 / tile * tile, "{counts:?}");
    }
}

/// The tree of one tile: 2 reads and 1 write per sum, 3 reads and 2 writes per prefix, 1 each to load and store an
/// element, and two more for the root and its sum.
#[test]
fn workgroup_memory_is_counted() {
    let case = case(find("blelloch"), Form::new(add(), Mode::Exclusive), 512, &Tuning::new());
    let (_, counts) = examine(&case, 32, &mut Programs::default());
    assert_eq!(counts[0].local_reads, 512 + 2 * 511 + 3 * 511 + 2);
    assert_eq!(counts[0].local_writes, 512 + 511 + 2 * 511 + 2);
}

/// Reads and writes of workgroup memory to scan a tile of E elements, as in the algorithms' documentation. Merry: about E log₂ E of each for
/// Kogge and Stone's scan, about 4E reads and 3E writes for Brent and Kung's.
#[test]
fn tiles_use_workgroup_memory_as_their_sources_state() {
    let scans = [
        ("naive-tiles", None),
        ("kogge-stone", Some(("padding", 0))),
        ("kogge-stone", Some(("padding", 1))),
        ("sklansky", None),
        ("brent-kung", None),
        ("brent-kung-in-place", Some(("padding", 0))),
        ("brent-kung-in-place", Some(("padding", 1))),
        ("han-carlson", None),
        ("ladner-fischer", Some(("extra_steps", 0))),
        ("ladner-fischer", Some(("extra_steps", 1))),
        ("ladner-fischer", Some(("extra_steps", 7))),
        ("knowles", Some(("fan_out", 1))),
        ("knowles", Some(("fan_out", 2))),
        ("knowles", Some(("fan_out", 128))),
    ];
    for (id, tuned) in scans {
        let tuning = tuned.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
        let case = |elements| case(find(id), Form::new(add(), Mode::Exclusive), elements, &tuning);
        let tile = find(id).plan(&case(1).job(32)).tile_elements;
        let (_, counts) = examine(&case(tile), 32, &mut Programs::default());
        let e = u64::from(tile);
        let [reads, writes] = find(id).tile_accesses(&tuning, e).expect("counted");
        // In addition, every element is written before the scan, and every prefix except the identity is read after it,
        // with the total.
        let read_after = if id.starts_with("brent-kung") { e + 1 } else { e };
        let local = [counts[0].local_reads, counts[0].local_writes];
        assert_eq!(local, [reads + read_after, writes + e], "{id} {tuned:?}");
    }
}
