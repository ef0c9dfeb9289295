//! The verdict on two scans at one size from several measurements.

use crate::bench::compare;
use crate::results::Comparison;

/// Scans whose times differ by less than this fraction count as equally fast. Two measurements of one size may differ by
/// this fraction.
const MARGIN: f64 = 0.01;
/// For a verdict, the times must differ by this multiple of the spread between measurements of one size.
const SPREADS: f64 = 2.0;
/// An uncertain ratio that differs from 1 by more than this fraction was disturbed, and is measured again.
const DISTURBED: f64 = 0.03;
/// The number of measurements of an unclear size, and the number of uncertain verdicts that outweigh one unconfirmed
/// verdict.
const MAX_ATTEMPTS: usize = 3;

/// The verdict of one measurement of both scans.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The index of the faster scan; `None` if it is unknown.
    pub faster: Option<usize>,
    /// The time of the second scan divided by the time of the first.
    pub ratio: Option<f64>,
    /// The reason if the faster scan is unknown.
    pub reason: String,
    /// Whether another measurement may find the faster scan.
    pub again: bool,
}

impl Verdict {
    /// The verdict of a comparison of the second scan with the first.
    pub fn new(Comparison { verdict, ratio, reason, .. }: Comparison) -> Self {
        let faster = match verdict {
            compare::Verdict::Faster => Some(1),
            compare::Verdict::Slower => Some(0),
            compare::Verdict::Same | compare::Verdict::Inconclusive => None,
        };
        Verdict {
            faster,
            ratio: ratio.map(|ratio| ratio.value),
            reason: reason.unwrap_or_else(|| "They take the same time.".to_owned()),
            again: verdict == compare::Verdict::Inconclusive && ratio.is_some(),
        }
    }

    /// The distance of the times: the absolute logarithm of their ratio.
    fn distance(&self) -> Option<f64> {
        self.ratio.map(|ratio| ratio.ln().abs())
    }

    /// The faster scan, if the times differ by more than the margin.
    fn sure(&self) -> Option<usize> {
        self.faster.filter(|_| self.distance().is_none_or(|distance| distance >= MARGIN))
    }

    fn is_disturbed(&self) -> bool {
        self.distance().is_some_and(|distance| distance > DISTURBED)
    }
}

/// A measured size.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Elements.
    pub n: u64,
    /// One verdict per measurement.
    pub verdicts: Vec<Verdict>,
}

impl Measured {
    /// The faster scan, if no verdicts contradict each other and the ratio differs from 1 by more than the spread
    /// allows.
    pub fn faster(&self, spread: f64) -> Option<usize> {
        let sure = self.sure();
        let unsure = self.verdicts.len() - sure.len();
        let holds = sure.len() > 1 || (sure.len() == 1 && unsure < MAX_ATTEMPTS);
        if !holds || self.contradicts() {
            return None;
        }
        let logs = self.logs();
        let far = logs.is_empty() || mean(&logs).abs() >= SPREADS * spread / (logs.len() as f64).sqrt();
        far.then(|| sure[0])
    }

    /// The faster scans that verdicts name.
    pub fn sure(&self) -> Vec<usize> {
        self.verdicts.iter().filter_map(Verdict::sure).collect()
    }

    /// Logarithms of the ratios that were not disturbed.
    fn logs(&self) -> Vec<f64> {
        let undisturbed = self.verdicts.iter().filter(|verdict| {
            verdict.faster.is_some() || verdict.distance().is_some_and(|distance| distance < DISTURBED)
        });
        undisturbed.filter_map(|verdict| Some(verdict.ratio?.ln())).collect()
    }

    fn contradicts(&self) -> bool {
        let sure = self.sure();
        sure.contains(&0) && sure.contains(&1)
    }

    /// Whether another measurement may find the faster scan.
    pub fn is_retryable(&self) -> bool {
        self.verdicts.len() < MAX_ATTEMPTS
            && !self.contradicts()
            && self.verdicts.iter().all(|verdict| verdict.faster.is_some() || verdict.again)
    }

    /// Whether the scans seem to differ, but the samples spread too widely.
    pub fn is_disturbed(&self) -> bool {
        self.verdicts.iter().all(Verdict::is_disturbed)
    }

    /// The reason why the faster scan is unknown.
    pub fn reason(&self) -> String {
        if self.contradicts() {
            return "Two measurements contradict each other.".to_owned();
        }
        let unsure = self.verdicts.iter().find(|verdict| verdict.faster.is_none());
        let equal = || "Their times differ by no more than two measurements of them do.".to_owned();
        unsure.map_or_else(equal, |verdict| verdict.reason.clone())
    }

    /// The least distance of the times among the measurements, as a logarithm; 0 if a distance is unknown.
    pub fn distance(&self) -> f64 {
        let distances = self.verdicts.iter().map(|verdict| verdict.distance().unwrap_or(0.0));
        distances.fold(f64::INFINITY, f64::min)
    }
}

/// The standard deviation of a ratio's logarithm between measurements of one size. It is needed since rounds within a
/// measurement agree better than two measurements do. The expected deviation, `MARGIN`, counts as one observation.
pub fn spread<'a>(all: impl Iterator<Item = &'a Measured>) -> f64 {
    let (mut squares, mut freedom) = (MARGIN * MARGIN, 1);
    for logs in all.map(Measured::logs).filter(|logs| logs.len() > 1) {
        let mean = mean(&logs);
        squares += logs.iter().map(|log| (log - mean) * (log - mean)).sum::<f64>();
        freedom += logs.len() - 1;
    }
    (squares / freedom as f64).sqrt()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
