//! The shared state of the functions of a program.

use std::collections::BTreeMap;

use naga::{Handle, Module};

use super::constants::Constants;
use crate::source::Source;
use crate::trace::TracedVariable;

/// The place of a global variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Global {
    /// First register.
    Private(u32),
    /// First word of workgroup memory.
    Workgroup(u32),
    /// Index of the binding.
    Buffer(u8),
    /// Index of the binding of a uniform buffer.
    Uniform(u8),
}

/// The shared state of the functions of a program.
pub(super) struct Shared<'a> {
    pub module: &'a Module,
    pub source: &'a Source,
    pub globals: BTreeMap<Handle<naga::GlobalVariable>, Global>,
    pub constants: Constants,
    pub variables: Vec<TracedVariable>,
    pub traces_variables: bool,
}
