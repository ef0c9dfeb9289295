//! The calibration of `auto` on a device: measures the scans that a [`Calibrator`] chooses, and compares every output
//! with the oracle's output.

use super::Bench;
use super::measure::{Measured, candidate_error};
use crate::calibration::{CalibrationRow, Calibrator};
use crate::reference;
use crate::request::Request;
use scanlab::error::Error;

impl Bench<'_> {
    /// The table of the fastest scans on this device, for [`crate::calibration::calibration`]. The measurements take
    /// about a second on a GPU.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if no scan has a time and a right output, [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn calibrate(&self) -> Result<Vec<CalibrationRow>, Error> {
        let bench = Bench { settings: self.settings.quick(), ..*self };
        let mut calibrator = Calibrator::new(self.gpu.limits());
        let start_ns = (self.clock)();
        while let Some(block) = calibrator.next_block(((self.clock)() - start_ns) / 1e6) {
            for (id, median_ns) in bench.times(&block.algorithms, block.n).await? {
                calibrator.record(id, block.n, median_ns);
            }
        }
        calibrator.rows()
    }

    /// The ids and median times, in nanoseconds, of the scans whose output is right and whose time can be measured.
    async fn times(&self, ids: &[&'static str], n: u32) -> Result<Vec<(&'static str, f64)>, Error> {
        let request = |id: &&str| Request::sum(id, n).resolve(self.gpu.limits());
        let scans: Vec<_> = ids.iter().map(request).collect();
        let Some(form) = scans.iter().flatten().map(|scan| scan.job.form.clone()).next() else { return Ok(Vec::new()) };
        let input = Request::sum("auto", n).input()?;
        let mut words = vec![0; n as usize];
        input.fill(0, &mut words);
        let expected = reference::scan(&form, &words, &[]);
        let measured = self.measure(scans, input, &|_, _| ()).await?;
        let mut times = Vec::new();
        for (index, &id) in ids.iter().enumerate() {
            match self.time(&measured, index, &expected).await {
                Ok(time) => times.extend(time.map(|ns| (id, ns))),
                Err(error) => drop(candidate_error(error)?),
            }
        }
        Ok(times)
    }

    /// The time of a scan; `None` if its output is wrong.
    async fn time(&self, measured: &Measured, index: usize, expected: &[u32]) -> Result<Option<f64>, Error> {
        let samples = self.finish(measured, index).await?;
        let mut is_right = true;
        if let Some(output) = measured.output() {
            let take = |start: u32, chunk: &[u32]| is_right &= expected[start as usize..][..chunk.len()] == *chunk;
            self.gpu.download(output, 0, expected.len() as u32, self.cancel, take).await?;
        }
        Ok(samples.summary.median_ns.filter(|_| is_right))
    }
}
