//! What measurements of two scans at one size tell together.

use serde::Deserialize;

/// Scans whose times differ by less than this share take the same time; as much may lie between two measurements of one size.
const MARGIN: f64 = 0.01;
/// How many times the spread between measurements of one size the times must differ to be told.
const SPREADS: f64 = 2.0;
/// A ratio further from 1 that is unsure was disturbed: it is measured again.
const DISTURBED: f64 = 0.03;
/// How often a size is measured whose verdict is unsure, and how many unsure verdicts outweigh one that was not confirmed.
const MOST_ATTEMPTS: usize = 3;

/// What one measurement of both scans tells.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "CoreVerdict"))]
pub struct Verdict {
    /// The rank of the faster one; none where that cannot be told.
    pub faster: Option<usize>,
    /// The ratio of their times.
    #[cfg_attr(test, ts(optional))]
    pub ratio: Option<f64>,
    /// Why it cannot be told.
    pub reason: String,
    /// Whether another measurement may tell more.
    pub again: bool,
}

impl Verdict {
    /// How far the times lie apart, as a logarithm.
    fn distance(&self) -> Option<f64> {
        self.ratio.map(|ratio| ratio.ln().abs())
    }

    /// The faster one, if the times differ by more than measurements do.
    fn sure(&self) -> Option<usize> {
        self.faster.filter(|_| self.distance().is_none_or(|distance| distance >= MARGIN))
    }

    fn is_disturbed(&self) -> bool {
        self.distance().is_some_and(|distance| distance > DISTURBED)
    }
}

/// A size that was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Elements.
    pub n: u64,
    /// One a measurement.
    pub verdicts: Vec<Verdict>,
}

impl Measured {
    /// The faster scan, as one verdict says and no other contradicts, and further from 1 than measurements lie apart.
    pub fn faster(&self, spread: f64) -> Option<usize> {
        let sure = self.sure();
        let unsure = self.verdicts.len() - sure.len();
        let holds = sure.len() > 1 || (sure.len() == 1 && unsure < MOST_ATTEMPTS);
        if !holds || self.contradicts() {
            return None;
        }
        let logs = self.logs();
        let far = logs.is_empty() || mean(&logs).abs() >= SPREADS * spread / (logs.len() as f64).sqrt();
        far.then(|| sure[0])
    }

    /// The verdicts that tell one.
    pub fn sure(&self) -> Vec<usize> {
        self.verdicts.iter().filter_map(Verdict::sure).collect()
    }

    /// Logarithms of the ratios that were not disturbed.
    fn logs(&self) -> Vec<f64> {
        let told = self.verdicts.iter().filter(|verdict| {
            verdict.faster.is_some() || verdict.distance().is_some_and(|distance| distance < DISTURBED)
        });
        told.filter_map(|verdict| Some(verdict.ratio?.ln())).collect()
    }

    fn contradicts(&self) -> bool {
        let sure = self.sure();
        sure.contains(&0) && sure.contains(&1)
    }

    /// Whether measuring it again may tell more.
    pub fn may_tell_more(&self) -> bool {
        self.verdicts.len() < MOST_ATTEMPTS
            && !self.contradicts()
            && self.verdicts.iter().all(|verdict| verdict.faster.is_some() || verdict.again)
    }

    /// Whether its scans seem to differ, but samples spread too far.
    pub fn is_disturbed(&self) -> bool {
        self.verdicts.iter().all(Verdict::is_disturbed)
    }

    /// Why it cannot be told which is faster.
    pub fn reason(&self) -> String {
        if self.contradicts() {
            return "Two measurements contradict each other.".to_owned();
        }
        let untold = self.verdicts.iter().find(|verdict| verdict.faster.is_none());
        let equal = || "Their times differ by no more than two measurements of them do.".to_owned();
        untold.map_or_else(equal, |verdict| verdict.reason.clone())
    }

    /// How far the times lie apart at least, as a logarithm; 0 where that is not known.
    pub fn distance(&self) -> f64 {
        let distances = self.verdicts.iter().map(|verdict| verdict.distance().unwrap_or(0.0));
        distances.fold(f64::INFINITY, f64::min)
    }
}

/// The standard deviation of a ratio's logarithm between measurements of one size: rounds of one measurement agree better than those
/// of two. What is expected counts as one that was found.
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
