//! The command line.

use std::error::Error;
use std::path::PathBuf;

use scanlab::operation::Operation;
use scanlab::scan::Algorithm;

/// The default algorithms.
const ALGORITHMS: &str = "auto,look-back,look-back-fallback,cache-blocked,subgroup,reduce-then-scan";
/// Stands for all operations in the option `--operations`.
const ALL: &str = "all";
/// Sizes for a GPU: those of the table in docs/performance.md.
const SIZES: [u32; 5] = [1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28];
/// Sizes for a software adapter, which takes seconds for longer inputs.
const SOFTWARE_SIZES: [u32; 3] = [1 << 10, 1 << 13, 1 << 16];

/// The options.
pub struct Options {
    /// Numbers of elements. Without them, the sizes depend on the adapter.
    pub sizes: Option<Vec<u32>>,
    /// Algorithms by their public names.
    pub algorithms: Vec<String>,
    /// Operations by their public names. An empty list stands for all operations; without a list, none is measured.
    pub operations: Option<Vec<String>>,
    /// Whether `auto` is calibrated first.
    pub calibrate: bool,
    /// Whether scans are also recorded into command buffers and timed on a separate device.
    pub recorded: bool,
    /// The file of the report.
    pub json: Option<PathBuf>,
}

impl Options {
    /// Reads the command line; an unknown option ends the program.
    ///
    /// # Errors
    /// For an invalid size or an unknown algorithm.
    pub fn from_env() -> Result<Self, Box<dyn Error>> {
        let flags = xflags::parse_or_exit! {
            /// Numbers of elements, such as 2^20,2^24 or 1000000.
            optional --sizes sizes: String
            /// Public names of algorithms, such as look-back,subgroup.
            optional --algorithms algorithms: String
            /// Measure operations instead of scans: public names such as compact,sort, or all.
            optional --operations operations: String
            /// First find the fastest scans of this device, from which auto then chooses.
            optional --calibrate
            /// Also time the scans by the wall clock, recorded into command buffers on a separate device.
            optional --recorded
            /// Write the report to this file, as JSON.
            optional --json json: PathBuf
            /// Passed by Cargo to every benchmark.
            optional --bench
        };
        let sizes = flags.sizes.map(|list| parts(&list).map(parse_size).collect::<Result<_, _>>()).transpose()?;
        let algorithms: Vec<_> = parts(flags.algorithms.as_deref().unwrap_or(ALGORITHMS)).map(str::to_owned).collect();
        algorithms.iter().try_for_each(|id| Algorithm::find(id).map(|_| ()))?;
        let operations = flags.operations.map(|list| parts(&list).map(str::to_owned).collect::<Vec<_>>());
        let named = operations.iter().flatten().filter(|id| *id != ALL);
        named.clone().try_for_each(|id| Operation::find(id).map(|_| ()))?;
        let operations = operations.as_ref().map(|_| named.cloned().collect());
        let (calibrate, recorded) = (flags.calibrate, flags.recorded);
        Ok(Options { sizes, algorithms, operations, calibrate, recorded, json: flags.json })
    }

    /// The numbers of elements that are measured. Without the option, they depend on whether the adapter is software.
    pub fn sizes(&self, software: bool) -> Vec<u32> {
        let fitting = if software { SOFTWARE_SIZES.to_vec() } else { SIZES.to_vec() };
        self.sizes.clone().unwrap_or(fitting)
    }
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ' ']).filter(|part| !part.is_empty())
}

/// A number of elements: a power of two such as `2^20`, or a decimal number.
fn parse_size(text: &str) -> Result<u32, String> {
    let size = match text.strip_prefix("2^") {
        Some(exponent) => exponent.parse().ok().and_then(|exponent| 1u32.checked_shl(exponent)),
        None => text.parse().ok(),
    };
    let required = "a size must be a number of elements from 1 to 4294967295, such as 2^20";
    size.filter(|&size| size > 0).ok_or_else(|| format!("{required}; found \"{text}\""))
}
