//! What plans say they cost, held against the formulas of their sources; no device is needed.
#![cfg(not(target_arch = "wasm32"))]

use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Cost, Form, Job, Limits, Mode, Plan};
use scanlab::scan::Algorithm;

/// The plan of a sum in words; nothing where the registry has no such algorithm.
fn plan(id: &str, mode: Mode, elements: u32, tuning: &[(&str, u32)]) -> Option<Plan> {
    let algorithm = Algorithm::find(id).ok()?;
    let given = tuning.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    let tuning = algorithm.resolve_tuning(&given).expect("tuning within its range");
    let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
    Some(algorithm.plan(&Job {
        elements,
        form: Form::new(monoid, mode),
        withheld_percent: 0,
        tuning,
        limits: Limits::CORE,
    }))
}

fn cost(id: &str, elements: u32, tuning: &[(&str, u32)]) -> Cost {
    plan(id, Mode::Inclusive, elements, tuning).expect("a known algorithm").cost()
}

/// Powers of two with their logarithms.
fn powers() -> impl Iterator<Item = (u64, u64)> {
    (1..=24).map(|levels| (levels, 1 << levels))
}

#[test]
fn no_elements_cost_nothing() {
    for algorithm in scanlab::scan::ALGORITHMS {
        assert_eq!(cost(algorithm.id, 0, &[]), Cost::default(), "{}", algorithm.id);
    }
}

/// Horn: the sum of n − 2ⁱ over the steps, which is n log₂ n − (n − 1), in log₂ n passes between two buffers.
#[test]
fn horn_applies_the_operator_n_log_n_times() {
    for (levels, n) in powers() {
        let cost = cost("hillis-steele", n as u32, &[]);
        assert_eq!(cost.applications, (0..levels).map(|step| n - (1 << step)).sum::<u64>());
        assert_eq!(cost.applications, n * levels - (n - 1));
        assert_eq!((cost.dispatches, u64::from(cost.depth)), (levels, levels));
        assert_eq!((cost.reads, cost.writes), (2 * n * levels - (n - 1), n * levels));
        assert_eq!((cost.barriers, cost.scratch_bytes), (0, if levels == 1 { 0 } else { 4 * n }));
    }
}

/// Sengupta, Lefohn & Owens: Horn's n log n, copies counted, less 2n(1 − 2^(−log n)); in applications alone, less copies on
/// both sides, (n + 1) log₂ n − 3(n − 1).
#[test]
fn a_tree_saves_what_sengupta_means() {
    let mut saved_before = 0;
    for (levels, n) in powers() {
        let (horn, tree) = (cost("hillis-steele", n as u32, &[]), cost("reduce-downsweep", n as u32, &[]));
        assert_eq!(tree.applications, 2 * (n - 1) - levels);
        assert_eq!(tree.dispatches, 2 * levels);
        let saved = horn.applications - tree.applications;
        assert_eq!(saved, (n + 1) * levels - 3 * (n - 1));
        // What the paper concludes: the difference increases with n.
        assert!(saved > saved_before || n == 2, "{saved} at {n}");
        saved_before = saved;
        let said = n * levels - 2 * (n - 1);
        assert_eq!(saved + (n - 1) - levels, said);
    }
}

/// Reducing joins two sums at a time, whatever n; the traffic is that of five and three arrays for a power of two.
#[test]
fn a_tree_reduces_with_one_application_less_than_elements() {
    for n in [2, 3, 5, 1000, 4097, 1 << 20] {
        let plan = plan("reduce-downsweep", Mode::Inclusive, n, &[]).expect("a known algorithm");
        let up = plan.passes[..plan.passes.len() / 2].iter().map(|pass| pass.cost.applications);
        assert_eq!(up.sum::<u64>(), u64::from(n) - 1, "n={n}");
    }
    let cost = cost("reduce-downsweep", 1 << 20, &[]);
    let arrays = |accesses: u64| accesses as f64 / f64::from(1 << 20);
    assert!((arrays(cost.reads) - 5.0).abs() < 1e-4 && (arrays(cost.writes) - 3.0).abs() < 1e-4, "{cost:?}");
}

/// Sengupta's hybrid: 2n(1 − 2⁻ʳ) for the tree and m log₂ m for Horn, less what needs no application in either.
#[test]
fn a_hybrid_costs_its_two_parts() {
    let (levels, n) = (18, 1u64 << 18);
    for steps in 0..=levels {
        let (rest, rest_levels) = (n >> steps, levels - steps);
        let cost = cost("hybrid", n as u32, &[("reduce_steps", steps as u32)]);
        assert_eq!(cost.applications, 2 * (n - rest) + rest * rest_levels - steps - (rest - 1));
        assert_eq!(u64::from(cost.depth), 2 * steps + rest_levels);
        assert_eq!(cost.dispatches, 2 * steps + rest_levels);
    }
}

/// Harris: 2(n − 1) applications for a tile of n elements.
#[test]
fn blelloch_scans_a_tile_with_twice_its_elements() {
    let plan = plan("blelloch", Mode::Exclusive, 512, &[]).expect("a known algorithm");
    let cost = plan.cost();
    assert_eq!(cost.applications, 2 * (512 - 1));
    assert_eq!((cost.dispatches, cost.barriers, cost.reads), (1, 2 * 9 + 2, 512));
}

/// Merry: about log_M N kernels, just over 2N reads and N writes. A level is two kernels, and the last one.
#[test]
fn reduce_then_scan_reads_twice_and_writes_once() {
    for (items, block) in [(9, 2304u32), (15, 3840)] {
        for n in [block, 1 << 20, 1 << 24] {
            let cost = cost("reduce-then-scan", n, &[("items", items)]);
            let levels = f64::from(n).log(f64::from(block)).ceil() as u64;
            assert_eq!(cost.dispatches, 2 * levels - 1, "n={n} block={block}");
            let (n, slightly) = (u64::from(n), 4 * u64::from(n) / u64::from(block));
            let reads = if levels == 1 { n } else { 2 * n };
            assert!((reads..=reads + slightly).contains(&cost.reads), "{cost:?}");
            assert!((n..=n + slightly).contains(&cost.writes), "{cost:?}");
        }
    }
}

/// Merry: three kernels and memory for the blocks' sums alone, whatever n.
#[test]
fn two_levels_are_three_kernels() {
    let at = |n| plan("two-level", Mode::Inclusive, n, &[]).map(|plan| (plan.cost(), plan.tuning["blocks"]));
    let (Some((small, blocks)), Some((large, _))) = (at(1 << 20), at(1 << 24)) else { return };
    assert_eq!((small.dispatches, large.dispatches), (3, 3));
    assert_eq!(small.scratch_bytes, large.scratch_bytes);
    assert!(small.scratch_bytes <= 16 * u64::from(blocks), "{small:?}");
}

/// Applications in one tile of E elements, and barriers beside the frame's own. One application more may make the total.
#[test]
fn tiles_apply_the_operator_as_often_as_their_sources_say() {
    // Harris for the naive scan, Merry for Kogge and Stone: n log₂ n − (n − 1). Sklansky: half of all, in every step.
    let tiles = [
        ("naive-tiles", (|n, levels| n * levels - (n - 1)) as fn(u64, u64) -> u64, None),
        ("kogge-stone", |n, levels| n * levels - (n - 1), Some(2)),
        ("sklansky", |n, levels| n / 2 * levels, None),
        ("brent-kung", |n, levels| 2 * (n - 1) - levels, Some(2)),
    ];
    for (id, applications, barriers) in tiles {
        // Padding with the identity applies the operator where an `if` would not.
        let has_padding = Algorithm::find(id).is_ok_and(|algorithm| !algorithm.tuning.is_empty());
        let tuning: &[(&str, u32)] = if has_padding { &[("padding", 0)] } else { &[] };
        let Some(one) = plan(id, Mode::Exclusive, 1, tuning) else { continue };
        let n = u64::from(one.tile_elements);
        let levels = u64::from(n.ilog2());
        let cost = plan(id, Mode::Exclusive, n as u32, tuning).expect("a known algorithm").cost();
        let said = applications(n, levels);
        assert!((said..=said + 1 + levels).contains(&cost.applications), "{id}: {said} {cost:?}");
        if let Some(a_level) = barriers {
            assert!(cost.barriers.abs_diff(a_level * levels) <= 3, "{id}: {cost:?}");
        }
    }
}
