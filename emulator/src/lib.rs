//! Runs WGSL compute kernels invocation by invocation, without a GPU.

mod error;
pub mod trace;

pub use error::Error;
pub use trace::{Event, EventKind, Player, Trace};
