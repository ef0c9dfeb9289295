use super::*;

/// A size's verdict: a ratio of times, or unsure.
#[derive(Clone, Copy)]
enum Says {
    Ratio(f64),
    Unsure(Option<f64>),
}

use Says::{Ratio, Unsure as NotSure};

fn verdict(says: Says) -> Verdict {
    match says {
        Ratio(ratio) => {
            let faster = Some(usize::from(ratio < 1.0));
            Verdict { faster, ratio: Some(ratio), reason: "-".to_owned(), again: false }
        }
        NotSure(ratio) => Verdict { faster: None, ratio, reason: "unsure".to_owned(), again: ratio.is_some() },
    }
}

/// Searches. `says` gives the verdict for a size and the number of its earlier measurements. Returns also the sizes.
fn searched(range: [u64; 2], steps: &[u64], says: impl Fn(u64, usize) -> Says) -> (Vec<u64>, Found) {
    let steps = steps.iter().map(|&n| Step { n, rise: 0.2 }).collect();
    let (mut search, mut sizes) = (Search::new(range[0], range[1], steps), Vec::new());
    while let Some(n) = search.next_size() {
        let before = sizes.iter().filter(|&&size| size == n).count();
        sizes.push(n);
        search.record(n, verdict(says(n, before)));
    }
    (sizes, search.conclude())
}

const RANGE: [u64; 2] = [1000, 2000];

#[test]
fn verdicts_that_contradict_each_other_widen_the_interval() {
    // At 1414, the first size in the middle, the first verdict is wrong.
    let says = |n, before| Ratio(if (n == 1414 && before == 0) || n < 1400 { 1.5 } else { 0.7 });
    let (_, Found { crossings, .. }) = searched(RANGE, &[], says);
    let [only] = &crossings[..] else { panic!("{crossings:?}") };
    assert!(only.low < 1414 && only.high > 1414, "{only:?}");
}

#[test]
fn a_size_whose_verdict_was_disturbed_is_measured_again_one_with_equal_times_is_not() {
    let at = |n, before, middle| match n {
        1414 if before == 0 => NotSure(Some(middle)),
        1414 => Ratio(0.7),
        _ => Ratio(if n < 1414 { 1.5 } else { 0.7 }),
    };
    let (_, disturbed) = searched(RANGE, &[], |n, before| at(n, before, 0.8));
    assert_eq!(disturbed.crossings[0].high, 1414);
    let (sizes, equal) = searched(RANGE, &[], |n, before| at(n, before, 1.001));
    assert_eq!(sizes.iter().filter(|&&n| n == 1414).count(), 1);
    assert!(equal.crossings[0].high > 1414);
}

#[test]
fn a_verdict_within_the_margin_does_not_count() {
    let (_, Found { crossings, ends, .. }) = searched(RANGE, &[], |n, _| Ratio(if n == 1000 { 1.005 } else { 0.5 }));
    let reason = ends[0].reason.as_deref();
    assert_eq!((crossings.len(), ends[0].faster), (0, None));
    assert_eq!(reason, Some("Their times differ by no more than two measurements of them do."));
}

#[test]
fn steps_are_measured_on_both_sides_unless_they_are_too_small_to_matter() {
    let steps = [1100, 1500];
    let (mut sizes, _) = searched(RANGE, &steps, |_, _| Ratio(1.1));
    sizes.sort_unstable();
    assert_eq!(sizes, [1000, 1100, 1101, 1500, 1501, 2000]);
    assert_eq!(searched(RANGE, &steps, |_, _| Ratio(3.0)).0, [1000, 2000]);
}

#[test]
fn a_search_ends_with_any_verdicts_and_reports_what_it_left_out() {
    let steps: Vec<u64> = (0..60).map(|i| 1010 + 10 * i).collect();
    let (sizes, Found { unsure, stretches, .. }) = searched(RANGE, &steps, |_, _| Ratio(1.05));
    assert_eq!(sizes.len(), MAX_MEASUREMENTS);
    let told = "40 measurements left out sizes at which a plan changes";
    assert!(!unsure.is_empty() && unsure.iter().all(|span| span.reason.contains(told)));
    // Sizes that are left out belong to no stretch.
    let apart = |stretch: &Stretch<usize>, span: &Unsure| span.high < stretch.low || span.low > stretch.high;
    assert!(stretches.iter().all(|stretch| unsure.iter().all(|span| apart(stretch, span))));
    for seed in 1..=30 {
        let at = |n: u64, before: usize| {
            let says = [Ratio(1.2), Ratio(0.8), NotSure(Some(1.1))];
            says[(n as usize * 7 + before * 13 + seed) % 3]
        };
        assert!(searched(RANGE, &steps, at).0.len() <= MAX_MEASUREMENTS);
    }
}

#[test]
fn stretches_and_unsure_spans_share_no_size() {
    for seed in 1..=30 {
        let at = |n: u64, _| {
            let says = [Ratio(1.2), Ratio(0.8), NotSure(None), Ratio(1.3), Ratio(1.4)];
            says[((n as u32 + seed).wrapping_mul(2_654_435_761) >> 20) as usize % 5]
        };
        let (_, Found { stretches, unsure, crossings, .. }) = searched([16, 40], &[16, 20, 24, 28, 32, 36], at);
        let mut taken: Vec<_> = stretches.iter().map(|span| [span.low, span.high]).collect();
        taken.extend(unsure.iter().map(|span| [span.low, span.high]));
        taken.sort_unstable();
        assert!(taken.iter().all(|[low, high]| low <= high), "{taken:?}");
        assert!(taken.windows(2).all(|pair| pair[0][1] < pair[1][0]), "{taken:?}");
        for Crossing { low, high, faster, .. } in crossings {
            assert!(stretches.iter().any(|stretch| stretch.high == low && stretch.faster != faster));
            assert!(stretches.iter().any(|stretch| stretch.low == high && stretch.faster == faster));
        }
    }
}
