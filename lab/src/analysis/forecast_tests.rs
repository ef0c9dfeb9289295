use super::*;
use scanlab::monoid::ElementType;
use scanlab::plan::{Mode, Tuning};

fn names(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|&id| id.to_owned()).collect()
}

fn kind() -> Kind {
    Kind { operator: "add".to_owned(), element_type: ElementType::U32, mode: Mode::Inclusive, tuning: BTreeMap::new() }
}

fn wanted(algorithms: &[&str], sizes: &[u64]) -> Sweep {
    Sweep { algorithms: names(algorithms), sizes: sizes.to_vec(), transfers: false, kind: kind() }
}

/// The device is kept busy for one second before a block. A point of `slow` takes four seconds, any other point two.
fn forecaster() -> Forecaster {
    let guess = |_: &Kind, id: &str, _| Estimate { expected_s: if id == "slow" { 4.0 } else { 2.0 }, most_s: 10.0 };
    Forecaster::with_estimator(Pace::of(false).loading_s(1.0), Box::new(guess))
}

#[test]
fn a_sweep_is_estimated_from_its_points_and_blocks_until_it_is_measured() {
    let mut forecaster = forecaster();
    let guess = forecaster.sweep(&wanted(&["quick", "slow"], &[1, 2]));
    assert_eq!(guess, Estimate { expected_s: 14.0, most_s: 44.0 });
    assert!(!forecaster.is_measured());
}

#[test]
fn measured_points_correct_the_estimates_and_replace_their_own() {
    let mut forecaster = forecaster();
    forecaster.begin(&wanted(&["quick", "slow"], &[1, 2]), &[], 0.0);
    forecaster.point("quick", 1, false, 3400.0);
    assert!(!forecaster.is_measured(), "a block is measured as a whole");
    forecaster.point("slow", 1, false, 3500.0);
    assert!(forecaster.is_measured());
    // The estimate was 7 s; the size took 3.5 s.
    let expected = [3500.0, 4500.0, 60_000.0].map(|now_ms| forecaster.left(now_ms).expected_s);
    assert_eq!(expected, [3.5, 2.5, 0.0]);
    forecaster.point("quick", 2, false, 7000.0);
    forecaster.point("slow", 2, false, 7000.0);
    assert_eq!(forecaster.left(7000.0).expected_s, 0.0);
    assert_eq!(forecaster.sweep(&wanted(&["quick"], &[1])).expected_s, 0.5 + 1.75);
    assert_eq!(forecaster.sweep(&wanted(&["other"], &[9])).expected_s, 1.5);
}

#[test]
fn known_points_and_skipped_points_take_no_time() {
    let mut forecaster = forecaster();
    let known = [KnownPoint { algorithm: "slow".to_owned(), n: 1 }];
    forecaster.begin(&wanted(&["quick", "slow"], &[1, 2]), &known, 0.0);
    assert_eq!(forecaster.left(0.0).expected_s, 1.0 + 2.0 + 1.0 + 6.0);
    forecaster.point("quick", 1, true, 10.0);
    assert!(!forecaster.is_measured());
    assert_eq!(forecaster.left(10.0).expected_s, 7.0);
}

#[test]
fn a_size_that_takes_longer_than_estimated_keeps_its_points() {
    let mut forecaster = forecaster();
    let left = |forecaster: &mut Forecaster, now_ms| {
        let Left { most_s, points, .. } = forecaster.left(now_ms);
        (most_s, points)
    };
    let wanted = wanted(&["quick", "slow"], &[1]);
    forecaster.begin(&wanted, &[], 0.0);
    assert_eq!(left(&mut forecaster, 0.0), (22.0, 2));
    // The size has taken longer than expected and less than the longest time, and no point is measured yet.
    assert_eq!(left(&mut forecaster, 10_000.0), (12.0, 2));
    assert_eq!(left(&mut forecaster, 60_000.0), (0.0, 2));
    forecaster.point("quick", 1, false, 60_000.0);
    assert_eq!(left(&mut forecaster, 60_000.0), (0.0, 1));
    forecaster.point("slow", 1, false, 60_000.0);
    assert_eq!(left(&mut forecaster, 60_000.0).1, 0);
    forecaster.begin(&wanted, &[], 0.0);
    assert!((forecaster.left(0.0).expected_s - 60.0).abs() < 10.0);
    assert_eq!(forecaster.left(90_000.0).expected_s, 0.0);
}

#[test]
fn uploads_and_readbacks_add_the_same_time_per_size_for_all_scans() {
    let mut forecaster = forecaster();
    let scans = wanted(&["quick", "slow"], &[1, 2]);
    let moving = Sweep { transfers: true, ..scans.clone() };
    let (without, moved) = (forecaster.sweep(&scans), forecaster.sweep(&moving));
    let (more_s, most_s) = ((moved.expected_s - without.expected_s) / 2.0, (moved.most_s - without.most_s) / 2.0);
    assert!(more_s > 0.0 && most_s > more_s);
    forecaster.begin(&moving, &[], 0.0);
    assert_eq!(forecaster.left(0.0).expected_s, moved.expected_s);
    let end_ms = 7000.0 + 1000.0 * more_s;
    for id in ["quick", "slow"] {
        forecaster.point(id, 1, false, end_ms);
    }
    // The time of transfers does not count as time of the scans.
    assert!((forecaster.left(end_ms).expected_s - (7.0 + more_s)).abs() < 0.01);
}

#[test]
fn a_pause_is_excluded() {
    let mut forecaster = forecaster();
    forecaster.begin(&wanted(&["quick"], &[1, 2]), &[], 0.0);
    forecaster.point("quick", 1, false, 3000.0);
    forecaster.resume(603_000.0);
    assert_eq!(forecaster.left(604_000.0).expected_s, 2.0);
    forecaster.point("quick", 2, false, 606_000.0);
    assert_eq!(forecaster.sweep(&wanted(&["quick"], &[2])).expected_s, 1.0 + 3.0);
}

#[test]
fn estimates_follow_from_plans_and_the_pace_of_the_device() {
    let of = |limits, wanted: &Sweep| Forecaster::new(limits).sweep(wanted);
    let software = Limits { software: true, ..Limits::CORE };
    let sequential = wanted(&["sequential"], &[1 << 20]);
    assert!(of(software, &sequential) != of(Limits::CORE, &sequential));
    let sum = |kind| of(Limits::CORE, &Sweep { kind, ..sequential.clone() });
    let wide = Kind { operator: "mat2".to_owned(), ..kind() };
    assert_eq!(sum(wide).expected_s, sum(kind()).expected_s);
    // A scan that cannot run is skipped; the scan on the CPU has its own time.
    let [refused, cpu, none] = [&["subgroup"][..], &["javascript"], &[]]
        .map(|ids| of(Limits::CORE, &Sweep { algorithms: names(ids), ..sequential.clone() }));
    assert!(refused == none && cpu.expected_s > none.expected_s);
}

#[test]
fn estimates_depend_on_the_tuning() {
    let mut forecaster = Forecaster::new(Limits::CORE);
    let tuned = |steps| {
        let tuning = BTreeMap::from([("hybrid".to_owned(), Tuning::from([("reduce_steps".to_owned(), steps)]))]);
        Sweep { kind: Kind { tuning, ..kind() }, ..wanted(&["hybrid"], &[1 << 24]) }
    };
    let [few, many] = [0, 12].map(|steps| forecaster.sweep(&tuned(steps)));
    assert!(few.expected_s != many.expected_s);
}
