//! ScanLab's laboratory: measures, checks and compares the scans of the library [`scanlab`].
//!
//! The page runs it as WebAssembly; `cargo xtask bench` and the tests run it natively.
//!
//! | module | what it holds | uses |
//! |---|---|---|
//! | [`pattern`], [`mod@reference`] | test inputs; the oracle of the tests | |
//! | [`request`] | scans and operations by name, resolved into jobs; settings as text; recordings for the emulator | pattern |
//! | [`gpu`] | the laboratory's device: buffers, caches, transfers, execution, timer | |
//! | [`probe`], [`trial`] | the probes of that device, step by step; the trial of custom operators | gpu |
//! | [`chunked`] | scans longer than a binding, in chunks | gpu, request |
//! | [`mod@bench`] | measuring: blocks of scans in turns, clocks, statistics | gpu, request |
//! | [`results`] | the shape of measured points, result files, CSV | bench, request |
//! | [`analysis`] | what follows from measured points and from plans, without a device | request |
//! | [`data`] | what crosses to the page and is no other module's | all but gpu |
//! | `web` | the only user of wasm-bindgen: what the page calls | all |

pub mod analysis;
pub mod bench;
pub mod chunked;
pub mod data;
pub mod gpu;
mod json;
pub mod pattern;
pub mod probe;
mod random;
pub mod reference;
pub mod request;
pub mod results;
mod stats;
pub mod trial;
#[cfg(target_arch = "wasm32")]
mod web;
