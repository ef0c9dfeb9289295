use super::*;

fn assert_near(found: f64, expected: f64, share: f64) {
    assert!((found / expected - 1.0).abs() < share, "expected {expected}, found {found}");
}

/// Copies of u32 on a device with a launch of 3 µs and 500 GB/s.
const LAUNCH_NS: f64 = 3000.0;
const BYTES_PER_NS: f64 = 500.0;
const EXPONENTS: [u32; 9] = [10, 12, 14, 16, 18, 20, 22, 24, 26];

fn noisy(exponents: &[u32], noise: impl Fn(usize) -> f64) -> Vec<Copy> {
    let copy = |(i, exponent): (usize, &u32)| {
        let n = 1u64 << exponent;
        let bytes = 8.0 * n as f64;
        Copy { n, bytes, ns: (LAUNCH_NS + bytes / BYTES_PER_NS) * noise(i) }
    };
    exponents.iter().enumerate().map(copy).collect()
}

fn copies(exponents: &[u32]) -> Vec<Copy> {
    noisy(exponents, |_| 1.0)
}

#[test]
fn the_constants_of_a_device_are_found_with_an_empty_dispatch_and_without() {
    for (overhead, from) in [(Some(LAUNCH_NS), LaunchFrom::Empty), (None, LaunchFrom::Copy)] {
        let model = Model::fit(overhead, &copies(&EXPONENTS)).unwrap();
        assert_near(model.launch_ns, LAUNCH_NS, 1e-6);
        assert_near(model.bytes_per_ns, BYTES_PER_NS, 1e-6);
        assert_eq!((model.launch_from, model.largest), (from, 1 << 26));
    }
}

#[test]
fn noise_of_a_few_percent_moves_them_by_a_few_percent() {
    let noise = |i: usize| [1.03, 0.97, 1.0, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97][i];
    for overhead in [Some(LAUNCH_NS), None] {
        let model = Model::fit(overhead, &noisy(&EXPONENTS, noise)).unwrap();
        assert_near(model.launch_ns, LAUNCH_NS, 0.05);
        assert_near(model.bytes_per_ns, BYTES_PER_NS, 0.05);
    }
}

#[test]
fn a_cache_does_not_change_the_bandwidth_of_the_largest_sizes() {
    let cached = |i: usize| if EXPONENTS[i] <= 22 { 0.6 } else { 1.0 };
    let model = Model::fit(Some(LAUNCH_NS), &noisy(&EXPONENTS, cached)).unwrap();
    assert_near(model.bytes_per_ns, BYTES_PER_NS, 0.01);
}

#[test]
fn a_launch_costs_no_more_than_a_copy_even_after_an_idle_time() {
    let model = Model::fit(Some(9.0 * LAUNCH_NS), &copies(&EXPONENTS)).unwrap();
    assert_near(model.launch_ns, LAUNCH_NS, 0.01);
}

#[test]
fn a_model_that_cannot_be_fitted_has_its_problem() {
    assert_eq!(Model::fit(Some(LAUNCH_NS), &[]), Err(Problem::NoCopies));
    assert_eq!(Model::fit(None, &copies(&[20])), Err(Problem::NearSizes { required: 4 }));
    let Err(Problem::ShortCopies { required, found }) = Model::fit(Some(LAUNCH_NS), &copies(&[10, 12])) else {
        panic!("copies of one launch tell no bandwidth");
    };
    assert_eq!(required, 2.0);
    assert_near(found, 1.0, 0.05);
}

#[test]
fn a_prediction_is_launches_and_traffic_added_up() {
    let model = Model::fit(Some(LAUNCH_NS), &copies(&EXPONENTS)).unwrap();
    let found = model.predict(12, 1e6);
    assert_near(found.launches_ns, 36_000.0, 1e-6);
    assert_near(found.traffic_ns, 2000.0, 1e-6);
    assert_near(found.ns, 38_000.0, 1e-6);
}

fn time(launches_ns: f64, traffic_ns: f64, ratio: f64) -> (Prediction, f64) {
    (Prediction { launches_ns, traffic_ns, ns: launches_ns + traffic_ns }, ratio)
}

fn judge(times: &[(Prediction, f64)]) -> Judgement {
    Judgement::of(times).unwrap()
}

#[test]
fn judgements_have_the_dominant_cost_and_the_greatest_difference() {
    let found = judge(&[
        time(10.0, 1.0, 1.0),
        time(10.0, 5.0, 1.0),
        time(10.0, 10.0, 1.9),
        time(10.0, 20.0, 0.9),
        time(10.0, 40.0, 1.3),
    ]);
    assert_eq!((found.launches_up_to, found.traffic_from, found.worst), (Some(1), Some(3), 2));
    assert_eq!(found.off, [2, 4]);
}

#[test]
fn one_cost_may_dominate_at_all_sizes_or_none() {
    let launches = judge(&[time(10.0, 1.0, 1.0), time(10.0, 2.0, 1.0)]);
    assert_eq!((launches.launches_up_to, launches.traffic_from), (Some(1), None));
    let traffic = judge(&[time(1.0, 10.0, 1.0), time(1.0, 20.0, 1.0)]);
    assert_eq!((traffic.launches_up_to, traffic.traffic_from), (None, Some(0)));
    let neither = judge(&[time(10.0, 9.0, 1.0)]);
    assert_eq!((neither.launches_up_to, neither.traffic_from, neither.off), (None, None, vec![]));
    assert_eq!(Judgement::of(&[]), None);
}

#[test]
fn less_than_predicted_counts_as_much_as_more() {
    assert_eq!(judge(&[time(10.0, 1.0, 1.5), time(10.0, 1.0, 0.4)]).worst, 1);
}
