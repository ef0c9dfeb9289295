//! Measures and verifies the algorithms at one size.

use std::time::Instant;

use scanlab::error::Error;
use scanlab::plan::{Form, Mode, Resource};
use scanlab::scan::Algorithm;
use scanlab_lab::bench::{Bench, Measured, Samples, Settings, Timing};
use scanlab_lab::calibration::CalibrationRow;
use scanlab_lab::gpu::{Cancel, Gpu, GpuBuffer};
use scanlab_lab::pattern::Input;
use scanlab_lab::reference;
use scanlab_lab::request::{Request, Resolved};

use crate::operations::{self, Expected};

const PATTERN: &str = "random";
const SEED: u32 = 1;

/// One algorithm or operation at one size.
pub struct Point {
    /// The public name of the algorithm, or the name of the operation in tables.
    pub algorithm: String,
    /// Number of elements.
    pub n: u32,
    /// The outcome of its measurement.
    pub outcome: Outcome,
}

/// The outcome of a measurement.
pub enum Outcome {
    /// All outputs were right.
    Right(Box<Samples>),
    /// An output was wrong, first at the element with this index.
    Wrong { index: u32 },
    /// The reason why the algorithm or the operation could not be measured.
    Skipped(String),
}

/// Measures inclusive sums of random u32 on a device.
pub struct Measurer<'a> {
    gpu: &'a Gpu,
    start: Instant,
    cancel: Cancel,
    /// Timer source, resolution and dispatch overhead of the device.
    pub timing: Timing,
}

impl<'a> Measurer<'a> {
    /// # Errors
    /// As [`Timing::find`].
    pub async fn new(gpu: &'a Gpu) -> Result<Self, Error> {
        let (start, cancel) = (Instant::now(), Cancel::default());
        let timing = Timing::find(gpu, &|| elapsed_ns(start), &cancel).await?;
        Ok(Measurer { gpu, start, cancel, timing })
    }

    fn bench<'b>(&'b self, clock: &'b dyn Fn() -> f64) -> Bench<'b> {
        let settings = Settings::of(self.gpu);
        Bench { gpu: self.gpu, clock, cancel: &self.cancel, settings, timing: self.timing }
    }

    /// The table of the fastest scans on the device.
    ///
    /// # Errors
    /// As [`Bench::calibrate`].
    pub async fn calibrate(&self) -> Result<Vec<CalibrationRow>, Error> {
        self.bench(&|| elapsed_ns(self.start)).calibrate().await
    }

    /// Measures algorithms at one size. A failure becomes the outcome of the algorithms that it affects.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn measure(&self, algorithms: &[String], n: u32) -> Result<Vec<Point>, Error> {
        let scans: Vec<_> = algorithms.iter().map(|id| self.resolve(id, n)).collect();
        let input = Request::sum(Algorithm::AUTO.id, n).input()?;
        let form = Form::new(input.monoid.clone(), Mode::Inclusive);
        let expected = if scans.iter().any(Result::is_ok) { expected(form, input.clone(), n) } else { Vec::new() };
        let clock = || elapsed_ns(self.start);
        let bench = self.bench(&clock);
        let point = |id: &String, outcome| Point { algorithm: id.clone(), n, outcome };
        let measured = match bench.measure(scans, input, &|_, _| ()).await {
            Ok(measured) => measured,
            Err(error) => {
                let reason = point_failure(error)?;
                return Ok(algorithms.iter().map(|id| point(id, Outcome::Skipped(reason.clone()))).collect());
            }
        };
        let mut points = Vec::new();
        for (rank, id) in algorithms.iter().enumerate() {
            points.push(point(id, self.finish(&bench, &measured, rank, &expected).await?));
        }
        Ok(points)
    }

    /// Measures an operation at one size, and compares all its outputs with those of plain loops. A failure becomes the
    /// outcome.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn measure_operation(&self, operation: &operations::Measured, n: u32) -> Result<Point, Error> {
        let point = |outcome| Point { algorithm: operation.name.to_owned(), n, outcome };
        let request = operation.request(n, PATTERN, SEED)?;
        let inputs = request.inputs()?;
        let clock = || elapsed_ns(self.start);
        let bench = self.bench(&clock);
        let work = vec![request.resolve(self.gpu.limits())];
        let outcome = async {
            let measured = bench.measure(work, inputs.clone(), &|_, _| ()).await?;
            let samples = bench.finish(&measured, 0).await?;
            let wrong = self.first_wrong_of(&measured, &operation.expected(&inputs, n)).await?;
            Ok(wrong.map_or(Outcome::Right(Box::new(samples)), |index| Outcome::Wrong { index }))
        };
        match outcome.await {
            Ok(outcome) => Ok(point(outcome)),
            Err(error) => Ok(point(Outcome::Skipped(point_failure(error)?))),
        }
    }

    /// The index of the first wrong element of an operation's outputs. For a wrong count, the index is 0.
    async fn first_wrong_of(&self, measured: &Measured, expected: &Expected) -> Result<Option<u32>, Error> {
        if let (Some(buffer), Some(count)) = (measured.buffer(Resource::Count), expected.count)
            && let Some(index) = self.first_wrong(buffer, &[count]).await?
        {
            return Ok(Some(index));
        }
        for (output, words) in [Resource::Output, Resource::SecondOutput].into_iter().zip(&expected.outputs) {
            let Some(buffer) = measured.buffer(output).filter(|_| !words.is_empty()) else { continue };
            if let Some(index) = self.first_wrong(buffer, words).await? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn resolve(&self, algorithm: &str, n: u32) -> Result<Resolved, Error> {
        Request::sum(algorithm, n).resolve(self.gpu.limits())
    }

    async fn finish(
        &self,
        bench: &Bench<'_>,
        measured: &Measured,
        rank: usize,
        expected: &[u32],
    ) -> Result<Outcome, Error> {
        let samples = match bench.finish(measured, rank).await {
            Ok(samples) => samples,
            Err(error) => return Ok(Outcome::Skipped(point_failure(error)?)),
        };
        let wrong = match measured.output() {
            Some(output) => self.first_wrong(output, expected).await?,
            None => None,
        };
        Ok(wrong.map_or(Outcome::Right(Box::new(samples)), |index| Outcome::Wrong { index }))
    }

    async fn first_wrong(&self, output: &GpuBuffer, expected: &[u32]) -> Result<Option<u32>, Error> {
        let mut wrong = None;
        let take = |start: u32, chunk: &[u32]| {
            let pairs = (start..).zip(expected[start as usize..].iter().zip(chunk));
            wrong = wrong.or(pairs.filter(|(_, (expected, found))| expected != found).map(|(index, _)| index).next());
        };
        self.gpu.download(output, 0, expected.len() as u32, &self.cancel, take).await?;
        Ok(wrong)
    }
}

fn elapsed_ns(start: Instant) -> f64 {
    start.elapsed().as_nanos() as f64
}

/// The oracle's scan of a test input.
fn expected(form: Form, input: Input, n: u32) -> Vec<u32> {
    let mut words = vec![0; n as usize];
    input.fill(0, &mut words);
    reference::scan(&form, &words, &[])
}

/// The reason of a failure that affects only one point.
///
/// # Errors
/// A failure that ends the benchmark.
fn point_failure(error: Error) -> Result<String, Error> {
    match error {
        Error::DeviceLost(_) => Err(error),
        _ => Ok(error.to_string()),
    }
}
