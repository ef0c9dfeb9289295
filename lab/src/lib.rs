//! ScanLab's laboratory: measures, checks and compares the scans of the library [`scanlab`].
//!
//! The page runs it as WebAssembly; `cargo xtask bench` and the tests run it natively.
//!
//! | module | contents | uses |
//! |---|---|---|
//! | [`pattern`], [`mod@reference`] | test inputs; the oracle of the tests | |
//! | [`request`] | scans and operations by name, resolved into jobs | number, pattern |
//! | [`number`] | numbers as texts | |
//! | [`settings`] | settings as people type them and addresses hold them | number, request |
//! | [`description`], [`recording`], [`prepared`], [`export`] | plans in words, as data for the emulator, as data for the page's runner, as data for exported modules | request |
//! | [`catalogue`], [`calibration`] | the algorithms, operators and test inputs of requests; the calibration of `auto` | pattern, request |
//! | [`gpu`] | the laboratory's device: buffers, caches, transfers, execution, timer | |
//! | [`probe`], [`trial`] | the probes of that device, step by step; the trial of custom operators | gpu |
//! | [`chunked`] | scans longer than a binding, in chunks | gpu, request |
//! | [`mod@bench`] | measuring: blocks of interleaved scans, clocks, statistics | gpu, request |
//! | [`results`] | measured points, comparisons of two points, result files, CSV | bench, request |
//! | [`analysis`] | predictions, crossovers, forecasts and formulas, without a device | request, results |
//! | `web` | the only user of wasm-bindgen: the interface to the page; `crossings` lists the data that cross, [`error_report`] has errors | all |

pub mod analysis;
pub mod bench;
pub mod calibration;
pub mod catalogue;
pub mod chunked;
#[cfg(any(test, target_arch = "wasm32"))]
mod crossings;
pub mod description;
pub mod error_report;
pub mod export;
pub mod gpu;
mod json;
pub mod number;
pub mod pattern;
pub mod prepared;
pub mod probe;
mod random;
pub mod recording;
pub mod reference;
pub mod request;
pub mod results;
pub mod settings;
mod stats;
pub mod trial;
#[cfg(test)]
mod typescript;
#[cfg(target_arch = "wasm32")]
mod web;
