//! Settings as typed by people and as stored in addresses: numbers, sizes, scans with their tuning, operations. An
//! error in a text is reported, and the rest of the text still applies.

mod algorithms;
mod operation;
mod query;
mod sizes;
mod sweep;

pub use algorithms::{AlgorithmEntry, ParsedAlgorithms, parse_algorithms};
pub use operation::{ParsedOperation, parse_operation};
pub use query::{ParsedQuery, Setting, SettingTexts, parse_query};
pub use sizes::{
    MAX_SIZES, ParsedSize, RangeProblems, RangeSizes, SizeList, SizeRange, SizeRules, Spacing, parse_size,
    parse_size_list,
};
pub use sweep::{CustomOperatorSettings, ParsedSizes, SizesChoice, SweepSettings, parse_sizes};

#[cfg(test)]
mod query_tests;

#[cfg(test)]
mod random_tests;

#[cfg(test)]
mod sizes_tests;

#[cfg(test)]
mod sweep_tests;
