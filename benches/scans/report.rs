//! The report, as JSON.

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use scanlab_lab::bench::{Samples, Timing};
use scanlab_lab::gpu::Gpu;
use serde::Serialize;

use crate::measure::{Outcome, Point};
use crate::recorded::Recorded;

/// The device and the date.
#[derive(Serialize)]
pub struct Header {
    app: &'static str,
    /// The crate's version.
    pub version: &'static str,
    report: &'static str,
    /// The date in UTC.
    pub date: String,
    /// The device.
    pub adapter: Adapter,
    timing: Timing,
}

/// The device.
#[derive(Serialize)]
pub struct Adapter {
    /// Its name.
    pub name: String,
    /// API, name and version.
    pub driver: String,
    /// Whether it is a software adapter.
    pub software: bool,
    subgroups: Option<(u32, u32)>,
    forward_progress: bool,
}

impl Header {
    /// The device and the date of a measurement.
    pub fn new(gpu: &Gpu, timing: Timing) -> Self {
        let limits = gpu.limits();
        Header {
            app: "ScanLab",
            version: env!("CARGO_PKG_VERSION"),
            report: "bench",
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            adapter: Adapter {
                name: gpu.name().to_owned(),
                driver: gpu.driver(),
                software: limits.software,
                subgroups: limits.subgroups,
                forward_progress: limits.forward_progress,
            },
            timing,
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    header: &'a Header,
    points: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    recorded: &'a [Recorded],
}

#[derive(Serialize)]
struct Row<'a> {
    algorithm: &'a str,
    n: u32,
    verified: bool,
    mismatch_index: Option<u32>,
    skipped: Option<&'a str>,
    elements_per_s: Option<f64>,
    measured: Option<&'a Samples>,
}

impl<'a> Row<'a> {
    fn new(Point { algorithm, n, outcome }: &'a Point) -> Self {
        let none = Row {
            algorithm,
            n: *n,
            verified: false,
            mismatch_index: None,
            skipped: None,
            elements_per_s: None,
            measured: None,
        };
        match outcome {
            Outcome::Skipped(reason) => Row { skipped: Some(reason), ..none },
            Outcome::Wrong { index } => Row { mismatch_index: Some(*index), ..none },
            Outcome::Right(samples) => {
                let elements_per_s = samples.summary.median_ns.map(|ns| f64::from(*n) / ns * 1e9);
                Row { verified: true, elements_per_s, measured: Some(samples), ..none }
            }
        }
    }
}

/// Checks that the file of the report can be written, before minutes of measuring. Its content stays.
///
/// # Errors
/// The failure of writing the file, with its name.
pub fn check(file: &Path) -> Result<(), Box<dyn Error>> {
    let opened = fs::OpenOptions::new().create(true).append(true).open(file);
    opened.map(drop).map_err(|error| unwritable(file, &error))
}

/// Writes the report to a file.
///
/// # Errors
/// The failure of writing the file, with its name.
pub fn write(file: &Path, header: &Header, points: &[Point], recorded: &[Recorded]) -> Result<(), Box<dyn Error>> {
    let report = Report { header, points: points.iter().map(Row::new).collect(), recorded };
    let text = serde_json::to_string_pretty(&report)?;
    fs::write(file, text + "\n").map_err(|error| unwritable(file, &error))
}

fn unwritable(file: &Path, error: &io::Error) -> Box<dyn Error> {
    format!("{} must be writable: {error}", file.display()).into()
}
