//! The bootstrap's 95 % interval of a median, computed exactly instead of by resampling.
//!
//! The median of a resample of n samples is one of the samples. This median is one of the k lowest samples if at least
//! half of the n draws are among these k, each draw with probability k/n: a binomial distribution. The percentile
//! bootstrap of the median (Efron 1979; Maritz & Jarrett 1978 give its distribution) therefore takes some hundred
//! multiplications. With few samples, the bootstrap's coverage is below 95 %, for instance 87 % with 7 samples. In this
//! case, the interval for samples of any distribution (Thompson 1936) is used, which is one sample wider at either end.

use crate::stats::sorted;

/// The probability outside an interval, on either side.
pub const TAIL: f64 = 0.025;

/// With fewer samples, no two samples enclose the median with a probability of 95 %.
pub const MIN_SAMPLES: usize = 6;

/// The interval of the median, in the samples' unit; `None` with too few samples.
pub fn interval(samples: &[f64]) -> Option<[f64; 2]> {
    let count = samples.len();
    if count < MIN_SAMPLES {
        return None;
    }
    let sorted = sorted(samples);
    let low = bootstrap_rank(count).min(order_rank(count));
    Some([sorted[low - 1], sorted[count - low]])
}

/// The rank, from 1, of the sample where the bootstrap's distribution of the median passes its lower tail. With an even
/// number of samples, it is the distribution of the lower median.
fn bootstrap_rank(count: usize) -> usize {
    resampled_median(count).iter().position(|&share| share > TAIL).unwrap_or(1)
}

/// The highest rank, from 1, whose sample lies above the true median with at most the tail's probability.
fn order_rank(count: usize) -> usize {
    let safe = |&rank: &usize| at_least(count + 1 - rank, count, 0.5) <= TAIL;
    (1..count).take_while(safe).last().unwrap_or(1)
}

/// The bootstrap's distribution of a median: at rank k, from 0, the probability that a resample's median is one of the
/// k lowest samples. With an even number of samples, it is the distribution of the lower median.
pub fn resampled_median(count: usize) -> Vec<f64> {
    let mut shares = Vec::new();
    for rank in 0..count {
        shares.push(at_least(count.div_ceil(2), count, rank as f64 / count as f64));
    }
    shares.push(1.0);
    shares
}

/// The probability that `least` or more of `count` draws succeed, each with probability `p` below 1.
fn at_least(least: usize, count: usize, p: f64) -> f64 {
    let mut exactly = (0..count).fold(1.0, |product, _| product * (1.0 - p));
    let mut fewer = 0.0;
    for successes in 0..least {
        fewer += exactly;
        exactly *= (count - successes) as f64 / (successes + 1) as f64 * p / (1.0 - p);
    }
    1.0 - fewer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The rank, from 1, that resampling finds for the lower end.
    fn resampled_rank(count: usize, random: &mut Random) -> usize {
        const RESAMPLES: usize = 4000;
        let mut medians: Vec<u32> = (0..RESAMPLES)
            .map(|_| {
                let mut draws: Vec<u32> = (0..count).map(|_| random.below(count as u32)).collect();
                draws.sort_unstable();
                draws[(count - 1) / 2]
            })
            .collect();
        medians.sort_unstable();
        medians[(TAIL * RESAMPLES as f64) as usize] as usize + 1
    }

    #[test]
    fn resampling_finds_the_same_ranks() {
        let mut random = Random::new(2);
        for count in (6..=60).step_by(3) {
            // If the distribution is close to the tail's probability at a rank, resampling may find this rank or its
            // neighbour.
            let rank = bootstrap_rank(count);
            let tail = |rank: usize| at_least(count.div_ceil(2), count, rank as f64 / count as f64);
            let close = [rank - 1, rank].iter().any(|&rank| (tail(rank) - TAIL).abs() < 0.006);
            if !close {
                assert_eq!(resampled_rank(count, &mut random), rank, "{count} samples");
            }
        }
    }

    #[test]
    fn the_interval_is_the_bootstraps_or_a_rank_wider_and_holds_for_any_distribution() {
        for count in MIN_SAMPLES..=201 {
            let [bootstrap, order] = [bootstrap_rank(count), order_rank(count)];
            assert!(order <= bootstrap + 1 && bootstrap <= order + 1, "{count}: {bootstrap}, {order}");
            let outside = 2.0 * at_least(count + 1 - order, count, 0.5);
            assert!(outside <= 0.05, "{count}: {outside}");
        }
    }

    #[test]
    fn the_distribution_of_a_median_begins_at_none_and_ends_at_all() {
        for count in MIN_SAMPLES..=60 {
            let below = resampled_median(count);
            assert_eq!((below[0], below[count], below.len()), (0.0, 1.0, count + 1));
            assert!(below.windows(2).all(|pair| pair[0] < pair[1] + 1e-12), "{count}: {below:?}");
            // An odd number of samples has one median.
            for rank in (0..=count).filter(|_| !count.is_multiple_of(2)) {
                assert!((below[rank] + below[count - rank] - 1.0).abs() < 1e-12, "{count}, {rank}");
            }
        }
    }

    #[test]
    fn ends_are_samples() {
        assert_eq!(interval(&[1.0, 2.0, 3.0, 4.0, 5.0]), None);
        assert_eq!(interval(&[6.0, 2.0, 3.0, 4.0, 5.0, 1.0]), Some([1.0, 6.0]));
        let twelve: Vec<_> = (1..=12).map(f64::from).collect();
        assert_eq!(interval(&twelve), Some([3.0, 10.0]));
    }
}
