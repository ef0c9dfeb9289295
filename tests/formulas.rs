//! Costs of plans against the formulas of their sources; without a device.
#![cfg(not(target_arch = "wasm32"))]

use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Constant, Cost, Form, Job, Limits, Mode, Plan};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_lab::analysis::formulas::{Formula, formulas};
use scanlab_lab::request::Request;

/// The plan of a sum of u32 on a device with WebGPU's guaranteed limits.
fn plan(id: &str, mode: Mode, elements: u32, tuning: &[(&str, u32)]) -> Plan {
    let algorithm = Algorithm::find(id).expect("a known algorithm");
    let given = tuning.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let tuning = algorithm.resolve_tuning(&given).expect("tuning within its range");
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    algorithm.plan(&Job { elements, form: Form::new(monoid, mode), tuning, limits: Limits::CORE })
}

fn cost(id: &str, elements: u32, tuning: &[(&str, u32)]) -> Cost {
    plan(id, Mode::Inclusive, elements, tuning).cost()
}

/// A formula of an algorithm's source, with the value of the plan of a sum in words.
fn formula(id: &str, mode: Mode, elements: u64, tuning: &[(&str, u32)], text: &str) -> Formula {
    let json = format!(r#"{{"algorithm":"{id}","operator":"add","type":"u32","n":{elements}}}"#);
    let tuning = tuning.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let request = Request { mode, tuning, ..Request::parse(&json).expect("a request") };
    let rows = formulas(&request, Limits::CORE).expect("a plan");
    rows.into_iter().find(|row| row.formula == text).unwrap_or_else(|| panic!("no formula {text} of {id}"))
}

/// Compares plans of an inclusive sum with the formulas of its source.
fn assert_holds(id: &str, elements: u64, tuning: &[(&str, u32)], texts: &[&str]) {
    for text in texts {
        let Formula { value, planned, .. } = formula(id, Mode::Inclusive, elements, tuning, text);
        assert_eq!(value, planned, "{id} n={elements} {tuning:?}: {text}");
    }
}

/// Powers of two with their logarithms.
fn powers() -> impl Iterator<Item = (u64, u64)> {
    (1..=24).map(|levels| (levels, 1 << levels))
}

#[test]
fn no_elements_cost_nothing() {
    for algorithm in ALGORITHMS {
        assert_eq!(cost(algorithm.id, 0, &[]), Cost::default(), "{}", algorithm.id);
    }
}

/// Horn: the sum of n − 2ⁱ over the steps, which is n log₂ n − (n − 1), in log₂ n passes between two buffers.
#[test]
fn horn_applies_the_operator_n_log_n_times() {
    for (levels, n) in powers() {
        let cost = cost("hillis-steele", n as u32, &[]);
        assert_eq!(cost.applications, (0..levels).map(|step| n - (1 << step)).sum::<u64>());
        assert_holds("hillis-steele", n, &[], &["n log₂ n − (n − 1)", "log₂ n", "n − 2ⁱ⁻¹ in step i"]);
        assert_eq!(u64::from(cost.depth), levels);
        assert_eq!((cost.reads, cost.writes), (2 * n * levels - (n - 1), n * levels));
        assert_eq!((cost.barriers, cost.scratch_bytes), (0, if levels == 1 { 0 } else { 4 * n }));
    }
}

/// Sengupta, Lefohn & Owens: with copies, a tree takes 2n(1 − 2^(−log n)), and Horn's scan n log n. Without the copies
/// of both, the tree saves (n + 1) log₂ n − 3(n − 1) applications.
#[test]
fn a_tree_saves_the_corrected_difference_to_horns_scan() {
    let mut saved_before = 0;
    for (levels, n) in powers() {
        let (horn, tree) = (cost("hillis-steele", n as u32, &[]), cost("reduce-downsweep", n as u32, &[]));
        assert_eq!(tree.applications, 2 * (n - 1) - levels);
        assert_holds("reduce-downsweep", n, &[], &["2 log₂ n", "(n + 1) log₂ n − 3(n − 1), without copies"]);
        let saved = horn.applications - tree.applications;
        // The paper's conclusion: the difference increases with n.
        assert!(saved > saved_before || n == 2, "{saved} at {n}");
        saved_before = saved;
        let Formula { value, .. } = formula("reduce-downsweep", Mode::Inclusive, n, &[], "n log₂ n − 2n(1 − 1/n)");
        assert_eq!((saved + (n - 1) - levels) as f64, value);
    }
}

/// A reduction takes n − 1 applications for any n; the traffic is that of five and three arrays for a power of two.
#[test]
fn a_tree_reduces_with_one_application_less_than_elements() {
    for n in [2, 3, 5, 1000, 4097, 1 << 20] {
        let plan = plan("reduce-downsweep", Mode::Inclusive, n, &[]);
        let up = plan.passes[..plan.passes.len() / 2].iter().map(|pass| pass.cost.applications);
        assert_eq!(up.sum::<u64>(), u64::from(n) - 1, "n={n}");
    }
    let cost = cost("reduce-downsweep", 1 << 20, &[]);
    let arrays = |accesses: u64| accesses as f64 / f64::from(1 << 20);
    assert!((arrays(cost.reads) - 5.0).abs() < 1e-4 && (arrays(cost.writes) - 3.0).abs() < 1e-4, "{cost:?}");
}

/// Sengupta's hybrid: 2n(1 − 2⁻ʳ) for the tree and m log₂ m for Horn's scan, less the copies in either.
#[test]
fn a_hybrid_costs_the_sum_of_its_parts() {
    let (levels, n) = (18, 1u64 << 18);
    for steps in 0..=levels {
        let (rest, rest_levels) = (n >> steps, levels - steps);
        let tuning = [("reduce_steps", steps as u32)];
        let applications = "2n(1 − 2⁻ʳ) + m log₂ m, m = n/2ʳ";
        let Formula { value, planned, .. } = formula("hybrid", Mode::Inclusive, n, &tuning, applications);
        assert_eq!(planned, value - (steps + rest - 1) as f64);
        assert_holds("hybrid", n, &tuning, &["2r + log₂ m"]);
        assert_eq!(u64::from(cost("hybrid", n as u32, &tuning).depth), 2 * steps + rest_levels);
    }
}

/// Harris: 2(n − 1) applications for a tile of n elements.
#[test]
fn blelloch_applies_the_operator_twice_an_element_of_a_tile() {
    let plan = plan("blelloch", Mode::Exclusive, 512, &[]);
    let cost = plan.cost();
    let value = |text| formula("blelloch", Mode::Exclusive, 512, &[], text).value;
    assert_eq!(cost.applications as f64, value("2(N − 1)"));
    // The frame of all tile scans (`src/scan/tiles.rs`) adds one barrier.
    assert_eq!(cost.barriers as f64, value("2 log₂ N + 1") + 1.0);
    assert_eq!((cost.dispatches, cost.barriers, cost.reads), (1, 2 * 9 + 2, 512));
}

/// Merry: about log_M N kernels, just over 2N reads and N writes. Each level takes two kernels, and the last level one.
#[test]
fn reduce_then_scan_reads_twice_and_writes_once() {
    for (items, block) in [(9, 2304u32), (15, 3840)] {
        for n in [block, 1 << 20, 1 << 24] {
            let cost = cost("reduce-then-scan", n, &[("items", items)]);
            let levels = f64::from(n).log(f64::from(block)).ceil() as u64;
            assert_eq!(cost.dispatches, 2 * levels - 1, "n={n} block={block}");
            let slightly = f64::from(4 * (n / block));
            let value = |text| formula("reduce-then-scan", Mode::Inclusive, n.into(), &[("items", items)], text).value;
            let reads = if levels == 1 { f64::from(n) } else { value("2N") };
            assert!((reads..=reads + slightly).contains(&(cost.reads as f64)), "{cost:?}");
            assert!((value("N")..=value("N") + slightly).contains(&(cost.writes as f64)), "{cost:?}");
        }
    }
}

/// Merry: three kernels, and memory only for the sums of blocks, for any n; (n / 2G) (3 log₂ G + 4) barriers, without
/// those of the sums, for sub-blocks of 2G elements.
#[test]
fn two_levels_are_three_kernels() {
    let (invocations, blocks, levels) = (256, 256, 8);
    let sums_barriers = 2 * levels + 2;
    for n in [1 << 20, 1 << 24] {
        let cost = cost("two-level", n, &[("blocks", blocks as u32)]);
        let n = u64::from(n);
        assert_holds("two-level", n, &[("blocks", blocks as u32)], &["3", "C elements"]);
        // The plan reads all elements twice, the sums once, and the block's prefix once per invocation.
        assert_eq!((cost.reads, cost.writes), (2 * n + blocks + invocations * blocks, n + 2 * blocks));
        assert_eq!(cost.barriers, n / (2 * invocations) * (3 * levels + 4) + sums_barriers);
        let about = (7 + levels) * n / 2;
        assert!(cost.applications.abs_diff(about) < about / 1000, "{cost:?}");
    }
}

/// Nakano: the sums of 2ᵗ − 1 intervals for every level t below log₂ n, the same number of sums of sums, and one more
/// for the input.
#[test]
fn nakano_applies_the_operator_twice_an_element() {
    for (levels, n) in powers() {
        let cost = cost("nakano", n as u32, &[]);
        let intervals: u64 = (1..levels).map(|level| (1 << level) - 1).sum();
        let sums = 1 + (1..levels).map(|level| (1 << level) - 1).sum::<u64>();
        assert_eq!(cost.applications, intervals + sums);
        assert_holds("nakano", n, &[], &["2n − 2m − 1"]);
        assert_eq!((cost.reads, cost.writes), (4 * n - 4 * levels - 2, 3 * n - 3 * levels - 1));
        assert_eq!(cost.barriers, 0);
    }
}

/// StreamScan, Merrill & Garland, Smith, Levien & Owens: n reads and n writes, in packs of four, in one dispatch. The
/// cost of a look-back is a lower bound. A single tile has no look-back.
#[test]
fn single_passes_read_and_write_once() {
    const ALWAYS: u32 = u32::MAX;
    // The longest scan whose cost is exact, and 512 tiles in 512 workgroups.
    let scans = [
        ("chained", ALWAYS),
        ("look-back", 4096),
        ("look-back-deterministic", ALWAYS),
        ("look-back-fallback", 4096),
        ("look-ahead", 512 << 13),
    ];
    for (id, most_exact) in scans {
        for n in [1, 2304, 4096, 4097, 1 << 24] {
            let (cost, moved) = (cost(id, n, &[]), u64::from(n).next_multiple_of(4));
            assert_eq!((cost.dispatches, cost.reads, cost.writes), (1, moved, moved), "{id}");
            assert_eq!(cost.is_lower_bound, n > most_exact, "{id}");
        }
    }
}

/// Rows of subgroups of 32: 32 log₂ 32 − 31 applications each; smaller sizes cost less.
#[test]
fn the_cost_depends_on_the_subgroup_size() {
    let algorithm = Algorithm::find("subgroup").expect("a known algorithm");
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    let cost = |subgroups| {
        let limits = Limits { subgroups, ..Limits::CORE };
        let (form, tuning) = (Form::new(monoid.clone(), Mode::Inclusive), algorithm.resolve_tuning(&[].into()));
        let tuning = tuning.expect("tuning within its range");
        algorithm.plan(&Job { elements: 2048, form, tuning, limits }).cost()
    };
    let known = cost(Some((32, 32)));
    // Three rows per subgroup, for 8 subgroups: two rows of packs of four, and one row of the subgroups' totals.
    let rows = 3 * 8 * (32 * 5 - 31);
    // Within packs; the second row after the first; totals, subgroups and the tile; a pack's prefixes in the row, then in the tile.
    let others = 512 * 3 + 256 * 2 + 256 * 3 + 512 * (4 + 4);
    assert_eq!((known.applications, known.is_lower_bound), (rows + others, false));
    for open in [None, Some((4, 128)), Some((8, 32))] {
        let open = cost(open);
        assert!(open.is_lower_bound && open.applications < known.applications, "{open:?}");
    }
}

#[test]
fn auto_costs_as_much_as_the_chosen_algorithm() {
    for n in [1, 2304, 2305, 1 << 20] {
        let automatic = cost("auto", n, &[]);
        let others = ALGORITHMS.iter().filter(|algorithm| algorithm.id != "auto");
        assert!(others.into_iter().any(|algorithm| cost(algorithm.id, n, &[]) == automatic), "n={n}: {automatic:?}");
    }
}

/// Applications in one tile of n elements, and barriers including that of the frame (`src/scan/tiles.rs`).
#[test]
fn tiles_cost_the_formulas_of_their_sources() {
    // Harris for the naive scan, and Merry for Kogge and Stone's scan: n log₂ n − (n − 1) applications, or n log₂ n if
    // identities precede the tile; 2 log₂ n barriers with one buffer. Sklansky: half of all elements, in every step.
    // Merry for Brent and Kung's scan: about 2n applications, which are n − 2 in each direction and one for the total;
    // 2 log₂ n barriers.
    type Said = fn(u64, u64) -> u64;
    type Tile = (&'static str, &'static [(&'static str, u32)], Result<&'static str, Said>, (&'static str, f64));
    let brent_kung: Result<&str, Said> = Err(|n, _| 2 * (n - 2) + 1);
    let ladner_fischer = Ok("2 (1 + 2⁻ᵏ) N − F(5 + log₂ N − k) + 1 − k");
    let knowles = Ok("(N/2) log₂ f + N log₂ (N/f) − (N − f)");
    let tiles: [Tile; 15] = [
        ("naive-tiles", &[], Ok("N log₂ N − (N − 1)"), ("log₂ N", 1.0)),
        ("kogge-stone", &[("padding", 0)], Ok("N log₂ N − (N − 1)"), ("2 log₂ N", 1.0)),
        ("kogge-stone", &[("padding", 1)], Err(|n, levels| n * levels), ("2 log₂ N", 1.0)),
        ("sklansky", &[], Ok("(N/2) log₂ N"), ("log₂ N", 1.0)),
        ("brent-kung", &[], brent_kung, ("2 log₂ N", 0.0)),
        ("brent-kung-in-place", &[("padding", 0)], brent_kung, ("2 log₂ N", 0.0)),
        ("brent-kung-in-place", &[("padding", 1)], brent_kung, ("2 log₂ N", 0.0)),
        ("han-carlson", &[], Ok("(N/2) log₂ N"), ("2 log₂ N", 1.0)),
        ("ladner-fischer", &[("extra_steps", 0)], ladner_fischer, ("log₂ N + k, the depth", 1.0)),
        ("ladner-fischer", &[("extra_steps", 1)], ladner_fischer, ("log₂ N + k, the depth", 1.0)),
        ("ladner-fischer", &[("extra_steps", 4)], ladner_fischer, ("log₂ N + k, the depth", 1.0)),
        ("ladner-fischer", &[("extra_steps", 7)], ladner_fischer, ("log₂ N + k, the depth", 1.0)),
        ("knowles", &[("fan_out", 1)], knowles, ("2 log₂ N − log₂ f", 1.0)),
        ("knowles", &[("fan_out", 8)], knowles, ("2 log₂ N − log₂ f", 1.0)),
        ("knowles", &[("fan_out", 128)], knowles, ("2 log₂ N − log₂ f", 1.0)),
    ];
    for (id, tuning, applications, (barriers, frame)) in tiles {
        let tile = plan(id, Mode::Exclusive, 1, tuning).tile_elements;
        let cost = plan(id, Mode::Exclusive, tile, tuning).cost();
        let value = |text| formula(id, Mode::Exclusive, tile.into(), tuning, text).value;
        let applications = match applications {
            Ok(text) => value(text),
            Err(count) => count(tile.into(), tile.ilog2().into()) as f64,
        };
        let found = [cost.applications as f64, cost.barriers as f64];
        assert_eq!(found, [applications, value(barriers) + frame], "{id} {tuning:?}");
    }
}

/// Merry: one invocation per pair of elements in Brent and Kung's tree, one per element in Kogge and Stone's scan.
#[test]
fn tiles_have_the_invocations_of_their_sources() {
    for (id, elements) in [("naive-tiles", 1), ("kogge-stone", 1), ("sklansky", 2), ("blelloch", 2), ("brent-kung", 2)]
    {
        let plan = plan(id, Mode::Exclusive, 1, &[]);
        let workgroup = ("WORKGROUP_SIZE", Constant::U32(plan.tile_elements / elements));
        assert!(plan.passes[0].kernel.constants.contains(&workgroup), "{id}");
    }
    assert_holds("brent-kung", 1 << 10, &[], &["N/2"]);
}
