//! The table, as plain text.

use std::io::{self, Write};

use scanlab_lab::calibration::CalibrationRow;

use crate::measure::{Outcome, Point};
use crate::recorded::Recorded;
use crate::report::Header;

const HEAD: [&str; 5] = ["n", "scan", "Gelem/s", "of copy", "95 % interval"];

/// Prints the table of `auto`.
pub fn print_calibration(rows: &[CalibrationRow]) {
    println!("auto, as calibrated on this device:");
    for CalibrationRow { up_to_elements, id } in rows {
        println!("  up to {up_to_elements} elements  {id}");
    }
    println!();
}

/// Prints the device and the table's head.
pub fn print_header(header: &Header, of_operations: bool, sizes_by_adapter: bool) {
    let what = if of_operations { "operations on random u32" } else { "inclusive u32 sums" };
    println!("Throughput of {what} beside the copy kernel, in 10^9 elements per second; every output is verified");
    println!("adapter  {}", header.adapter.name);
    println!("driver   {}", header.adapter.driver);
    println!("date     {}", header.date);
    println!("ScanLab  {}", header.version);
    if header.adapter.software {
        println!("This is a software adapter: these times say nothing about a GPU.");
        if sizes_by_adapter {
            println!("The sizes are small, since larger ones would take minutes; --sizes sets others.");
        }
    }
    println!("\n{}", line(HEAD));
}

/// Prints the rows of one size.
///
/// # Errors
/// The failure of writing to standard output.
pub fn print_size(n: u32, points: &[Point]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let shown = shown_size(n);
    if let Some(row) = copy_row(&shown, n, points) {
        writeln!(out, "{row}")?;
    }
    for point in points {
        writeln!(out, "{}", row(&shown, point))?;
    }
    out.flush()
}

/// Prints the wall-clock times of scans that are recorded.
///
/// # Errors
/// The failure of writing to standard output.
pub fn print_recorded(recorded: &[Recorded]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for Recorded { algorithm, n, record_ns, run_ns, shared_ns, .. } in recorded {
        let name = format!("{algorithm}, recorded");
        let row = line([&shown_size(*n), &name, &rate(*n, *run_ns), "", ""]);
        let [run, shared, record] = [run_ns, shared_ns, record_ns].map(|ns| ns / 1e3);
        writeln!(
            out,
            "{row}  {run:.1} µs by the wall clock, {shared:.1} µs in shared passes, recorded in {record:.1} µs"
        )?;
    }
    out.flush()
}

/// The row of the copy kernel, which is the same for all scans of a size.
fn copy_row(shown: &str, n: u32, points: &[Point]) -> Option<String> {
    let median_ns = points.iter().find_map(|point| match &point.outcome {
        Outcome::Right(samples) => samples.copy.as_ref()?.median_ns,
        _ => None,
    })?;
    Some(line([shown, "copy kernel", &rate(n, median_ns), &percent(1.0), ""]))
}

fn row(shown: &str, Point { algorithm, n, outcome }: &Point) -> String {
    let samples = match outcome {
        Outcome::Right(samples) => samples,
        Outcome::Wrong { index } => {
            return format!("{}  first wrong element at index {index}", line([shown, algorithm, "FAIL", "void", ""]));
        }
        Outcome::Skipped(reason) => {
            return format!("{}  {reason}", line([shown, algorithm, "skipped", "", ""]));
        }
    };
    let Some(median_ns) = samples.summary.median_ns else {
        return format!("{}  the timer is too coarse", line([shown, algorithm, "-", "-", ""]));
    };
    let (share, interval) = samples.copy_ratio.map_or_else(Default::default, |ratio| {
        let [low, high] = ratio.interval;
        (percent(1.0 / ratio.value), format!("{} - {}", percent(1.0 / high), percent(1.0 / low)))
    });
    let drifted = if samples.copy_drifted { "  the copy kernel's own time drifted" } else { "" };
    format!("{}{drifted}", line([shown, algorithm, &rate(*n, median_ns), &share, &interval]))
}

fn line([n, scan, rate, share, interval]: [&str; 5]) -> String {
    format!("{n:<10}  {scan:<20}  {rate:>9}  {share:>8}  {interval:>19}").trim_end().to_owned()
}

/// 10⁹ elements per second.
fn rate(n: u32, ns: f64) -> String {
    let rate = f64::from(n) / ns;
    // Three significant digits.
    let digits = (2.0 - rate.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{rate:.digits$}")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A size, such as 2^20 for a power of two.
fn shown_size(n: u32) -> String {
    if n.is_power_of_two() { format!("2^{}", n.trailing_zeros()) } else { n.to_string() }
}
