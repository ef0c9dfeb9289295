//! ScanLab runs, checks and compares GPU prefix sums: every scan algorithm as WebGPU compute shaders.
//!
//! # On your own device
//!
//! [`scan()`], [`sort`], [`sort_pairs`], [`compact`] and [`reduce`] take slices, on your `wgpu::Device`. [`record`] compiles any scan or operation
//! once, binds it to your buffers, and records it into your encoder.
//!
//! # The map
//!
//! This page is the map of the crate. Arrows point one way; no layer reaches around another.
//!
//! | module | what it holds | knows |
//! |---|---|---|
//! | [`monoid`] | operators: a WGSL module and a CPU implementation each | |
//! | [`plan`] | what a scan does, as plain data: scratch buffers and passes | monoid |
//! | [`flow`] | what an algorithm combines with what, to be drawn | |
//! | [`shader`] | follows the imports of WGSL modules and joins them with generated constants | plan |
//! | [`mod@scan`] | the registry; one file an algorithm: documentation, cost, plan | plan |
//! | [`operation`] | the registry of operations that are made of scans; one file an operation | scan |
//! | [`request`] | scans by name, resolved into jobs | scan, pattern |
//! | [`analysis`] | what follows from measured points and from plans, without a device | request |
//! | [`pattern`], [`mod@reference`] | test inputs; the oracle of the tests | monoid |
//! | [`record`] | scans and operations on a device of the caller's: compiled, bound, recorded; the probes | plan, shader, scan, operation |
//! | [`gpu`] | the laboratory's device: buffers, caches, transfers, execution, timer | record |
//! | [`chunked`] | scans longer than a device can bind, chunk by chunk | gpu, request |
//! | [`mod@bench`] | measuring: blocks of scans in turns, clocks, statistics | gpu, request |
//! | [`results`] | the shape of measured points, result files, CSV | bench, request |
//! | [`data`] | what crosses to the page and is no other module's | all but gpu |
//! | [`probe`] | the probes of a device of [`gpu`], step by step | gpu, record |
//! | [`trial`] | whether custom operators are associative | gpu, shader |
//! | `web` | the only user of wasm-bindgen: what the page calls | all |
//!
//! # A plan is the one artifact
//!
//! An algorithm is a function from a [`plan::Job`] (length, operator, mode, tuning, limits) to a [`plan::Plan`]. The executor
//! runs the plan, the timer times it, tables and charts read it. Planning needs no GPU, so its edges are unit tests.
//!
//! # Adding a scan
//!
//! 1. `shaders/scan/<id>.wgsl`: the entry points. It imports what it uses: `T`, `identity()` and `combine(left, right)` from the slot
//!    `element`, the rest from the files of `shaders/lib/`, and the constants of its plan.
//! 2. `src/scan/<id>.rs`: documentation with its source, an [`scan::Algorithm`] and its plan, whose passes say exactly what they
//!    cost: the tests count it in the kernels.
//! 3. One line in [`scan::ALGORITHMS`], beside the `mod` line.
//! 4. A lesson in `www/learn/lessons/`: what it is about, in words for the page. A test asks for it.
//!
//! Tests, page, benchmarks and the documents' tables follow from the registry; CONTRIBUTING.md lists every file.
//!
//! # Words
//!
//! *Element*: one value of the operator's set, one or several 32-bit *words*. *Invocation*, *subgroup*, *workgroup*: as in
//! WebGPU. *Lane*: an invocation's index in its workgroup. *Tile*: the elements that one workgroup handles. *Inclusive*: the
//! prefix at i ends with element i; *exclusive*: it ends before.

pub mod analysis;
pub mod bench;
pub mod chunked;
pub mod data;
pub mod error;
pub mod flow;
pub mod gpu;
mod json;
pub mod monoid;
pub mod operation;
pub mod pattern;
pub mod plan;
pub mod probe;
mod random;
pub mod record;
pub mod reference;
pub mod request;
pub mod results;
pub mod scan;
pub mod shader;
pub mod shared;
mod stats;
pub mod trial;
#[cfg(target_arch = "wasm32")]
mod web;
pub mod wgsl;
mod words;

pub use record::{Element, compact, exclusive_scan, reduce, scan, sort, sort_pairs};
pub use wgpu;
