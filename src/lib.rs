//! GPU prefix sums (scans), and operations made of them, on your own `wgpu` device.
//!
//! [`scan()`], [`exclusive_scan`], [`reduce`], [`segmented_reduce`], [`segmented_sort`], [`sort`], [`sort_pairs`],
//! [`argsort`], [`compact`], [`unique`], [`top_k`], [`arg_min`], [`arg_max`], [`lower_bound`], [`upper_bound`] and [`merge`] take
//! slices.
//! [`record`] compiles any scan or operation once, binds it to your buffers, and records it into your encoder. The
//! feature `serde` adds serialization of the data types.
//!
//! # The map
//!
//! A module uses only the modules in the last column of its row, those that they use, `error` and `shared`.
//!
//! | module | what it holds | uses |
//! |---|---|---|
//! | [`monoid`] | operators, each with a WGSL module and a CPU implementation | wgsl |
//! | [`plan`] | what a scan does, as plain data: scratch buffers and passes | monoid |
//! | [`flow`] | the data flow of an algorithm, for drawings | |
//! | [`mod@scan`] | the registry of scans; one file per algorithm: documentation, cost, plan | plan |
//! | [`operation`] | the registry of operations that are made of scans; one file per operation | scan |
//! | [`mod@wgsl`], [`shader`] | the WGSL modules; shaders joined from them and from generated constants | plan |
//! | [`record`] | compiling, binding and recording on your device; the probes | all |
//! | [`shared`] | references to values that are compiled in or made at run time | |
//! | [`error`] | the error type | |
//!
//! ScanLab's laboratory (`lab/`) measures and checks the scans with this library, for the page and for the benchmark.
//!
//! # Plans
//!
//! An algorithm is a function from a [`plan::Job`] (length, operator, mode, tuning, limits) to a [`plan::Plan`].
//! [`record`] runs the plan. The laboratory times it and shows it in tables and charts. Planning needs no GPU, so unit
//! tests cover its edge cases.
//!
//! # Adding a scan
//!
//! 1. `shaders/scan/<id>.wgsl`: the entry points. The file imports `T`, `identity()` and `combine(left, right)` from the slot
//!    `element`, other functions from the files of `shaders/lib/`, and the constants of its plan.
//! 2. `src/scan/<id>.rs`: documentation with the paper, a [`scan::Algorithm`] and its plan. Each pass states its exact cost. The tests
//!    count the cost in the kernels.
//! 3. One line in [`scan::ALGORITHMS`], beside the `mod` line.
//! 4. A lesson in `www/learn/lessons/`, which explains the scan on the page. A test requires it.
//!
//! The tests, the page, the benchmarks and the tables of the documents follow from the registry. CONTRIBUTING.md lists
//! every file.
//!
//! # Words
//!
//! - *Element*: one value of the operator's set, one or several 32-bit *words*.
//! - *Invocation*, *subgroup*, *workgroup*, *local invocation index*: as in WGSL.
//! - *Lane*: an invocation's index in its subgroup.
//! - *Tile*: the elements that one workgroup handles.
//! - *Inclusive*: the prefix at i ends with element i. *Exclusive*: it ends before element i.

pub mod error;
pub mod flow;
pub mod monoid;
pub mod operation;
pub mod plan;
mod quote;
pub mod record;
pub mod scan;
pub mod shader;
pub mod shared;
pub mod wgsl;
mod words;

pub use record::{
    Element, Key, arg_max, arg_min, argsort, compact, exclusive_scan, lower_bound, merge, reduce, scan,
    segmented_reduce, segmented_sort, sort, sort_pairs, top_k, unique, upper_bound,
};
pub use wgpu;
