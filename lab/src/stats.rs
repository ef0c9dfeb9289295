//! Statistics of samples.

/// The samples in ascending order.
pub fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted
}

/// The median; `None` without samples.
pub fn median(samples: &[f64]) -> Option<f64> {
    let sorted = sorted(samples);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// Indices of the samples outside Tukey's inner fences, one and a half interquartile ranges beyond the quartiles.
pub fn outliers(samples: &[f64]) -> Vec<usize> {
    let sorted = sorted(samples);
    let [Some(first), Some(third)] = [1, 3].map(|quarter| sorted.get(quarter * sorted.len() / 4)) else {
        return Vec::new();
    };
    let reach = 1.5 * (third - first);
    let outside = |&(_, sample): &(usize, &f64)| *sample < first - reach || *sample > third + reach;
    samples.iter().enumerate().filter(outside).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_sample_or_the_mean_of_two() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0, 5.0]), Some(5.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 100.0]), Some(3.0));
    }

    #[test]
    fn outliers_are_outside_the_fences() {
        assert!(outliers(&[]).is_empty());
        assert!(outliers(&[5.0, 5.0, 5.0]).is_empty());
        assert_eq!(outliers(&[10.0, 12.0, 40.0, 11.0, 9.0, 10.0, 11.0, 1.0]), [2, 7]);
    }
}
