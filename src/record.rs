//! Scans and operations on the caller's device. They are compiled once, bound to the caller's buffers, and recorded
//! into the caller's encoder.
//!
//! [`Capabilities`] describe a device. [`Kernels`] hold the pipelines of a scan or an operation, and no buffers.
//! [`Kernels::bind`] binds buffers to the pipelines and returns a [`Bound`]. [`Bound::record`] records the dispatches; it
//! does not allocate, submit or wait.
//!
//! ```
//! # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
//! use scanlab::monoid::{ElementType, Monoid};
//! use scanlab::record::{Capabilities, Io, Kernels, ScanDescriptor};
//! use scanlab::wgpu;
//!
//! # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
//! let capabilities = Capabilities::of(&device).probe(&device, &queue).await?;
//! let sum = Monoid::find("add", ElementType::U32)?;
//! let scan = Kernels::scan(&device, &queue, &capabilities, &ScanDescriptor::new(sum, 1 << 20)).await?;
//!
//! let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
//! let buffer = || device.create_buffer(&wgpu::BufferDescriptor { label: None, size: 4 << 20, usage, mapped_at_creation: false });
//! let (input, output) = (buffer(), buffer());
//! let bound = scan.bind(&Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() }).await?;
//!
//! let mut encoder = device.create_command_encoder(&Default::default());
//! bound.record(&mut encoder);
//! queue.submit([encoder.finish()]);
//! # Ok(()) }) }
//! ```
//!
//! Values of these types share no state. The library replaces no callback of the device, and destroys only resources
//! that it has created.

mod bind;
mod capabilities;
mod compile;
mod host;
mod io;
mod kernels;
mod probe;
mod program;
mod scopes;

pub use bind::Bound;
pub(crate) use bind::STORAGE;
pub use capabilities::Capabilities;
pub use host::{
    Element, Key, arg_max, arg_min, argsort, compact, exclusive_scan, lower_bound, merge, reduce, scan,
    segmented_reduce, segmented_sort, sort, sort_pairs, top_k, unique, upper_bound,
};
pub use io::Io;
pub use kernels::{Kernels, ScanDescriptor};

/// The parts of [`Kernels`] and [`Bound`], for programs that keep pipelines, bindings and scratch memory themselves,
/// such as a program that times each pass.
pub mod low_level {
    pub use super::bind::{
        ABORT_FLAG_BYTE, BoundDispatch, Clears, PARAMETERS_BYTES, PARAMETERS_STRIDE, PassBindings, STORAGE, bind_passes,
    };
    pub use super::compile::{code_error, compile};
    pub use super::program::{Program, ProgramBuffer, ProgramLength, ProgramPass};
    pub use super::scopes::{PendingErrors, check, within};
    pub use crate::quote::{quoted, shortened};
    pub use crate::words::{check_flags, zeroed};
}

/// A device for the examples of this documentation; `None` on a system without an adapter.
#[doc(hidden)]
pub async fn example_device() -> Option<(wgpu::Device, wgpu::Queue)> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await.ok()?;
    adapter.request_device(&Default::default()).await.ok()
}
