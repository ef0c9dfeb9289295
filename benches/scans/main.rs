//! Measures the throughput of the fast scans, or of operations, beside the copy kernel, on the system's own GPU: `cargo xtask bench`.
//!
//! The scans of one size are measured interleaved with the copy kernel, as on the page ([`scanlab_lab::bench`]). Every
//! output is compared with that of the oracle, element by element. The exit status is 1 if an output was wrong.

mod measure;
mod operations;
mod options;
mod recorded;
mod report;
mod table;

use std::error::Error;
use std::process::ExitCode;

use pollster::block_on;
use scanlab_lab::calibration::calibration;
use scanlab_lab::gpu::{Gpu, OpenOptions};
use scanlab_lab::probe;

use crate::measure::{Measurer, Outcome, Point};
use crate::options::Options;
use crate::recorded::Recorder;

fn main() -> ExitCode {
    match Options::from_env().and_then(|options| block_on(run(&options))) {
        Ok(points) if points.iter().all(|point| !matches!(point.outcome, Outcome::Wrong { .. })) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> Result<Vec<Point>, Box<dyn Error>> {
    if let Some(file) = &options.json {
        report::check(file)?;
    }
    let gpu = Gpu::open(OpenOptions::default()).await?;
    probe::all(&gpu, true).await?;
    let measurer = Measurer::new(&gpu).await?;
    if options.calibrate {
        let rows = measurer.calibrate().await?;
        gpu.set_calibration(calibration(&rows)?);
        table::print_calibration(&rows);
    }
    let header = report::Header::new(&gpu, measurer.timing);
    table::print_header(&header, options.operations.is_some(), options.sizes.is_none());
    let recorder = if options.recorded { Some(Recorder::open().await?) } else { None };
    let (mut points, mut recorded) = (Vec::new(), Vec::new());
    for n in options.sizes(gpu.is_software()) {
        let of_size = match &options.operations {
            None => measurer.measure(&options.algorithms, n).await?,
            Some(names) => {
                let mut points = Vec::new();
                for operation in operations::chosen(names) {
                    points.push(measurer.measure_operation(&operation, n).await?);
                }
                points
            }
        };
        table::print_size(n, &of_size)?;
        if let Some(recorder) = &recorder {
            let of_size = recorder.measure(&options.algorithms, n).await?;
            table::print_recorded(&of_size)?;
            recorded.extend(of_size);
        }
        points.extend(of_size);
    }
    if let Some(file) = &options.json {
        report::write(file, &header, &points, &recorded)?;
    }
    match recorded.iter().find(|scan| scan.wrong.is_some()) {
        None => Ok(points),
        Some(wrong) => Err(format!("the recorded scan {} of {} elements is wrong", wrong.algorithm, wrong.n).into()),
    }
}
