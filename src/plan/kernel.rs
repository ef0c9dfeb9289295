//! Kernels: the shaders of passes, as the modules that they are composed of.

use super::{Direction, Form, Io, Mode, Slots};
use crate::wgsl::{Module, ModuleRef, Slot};

/// A value of a constant in a shader's prelude.
///
/// ```
/// use scanlab::plan::{Constant, Kernel};
/// use scanlab::{shader, wgsl};
///
/// let constants = vec![("ROWS", Constant::U32(4)), ("EXCLUSIVE", Constant::Bool(true))];
/// let shader = shader::compose(&Kernel::new(wgsl!("lib/grid.wgsl"), "", constants));
/// assert!(shader.source.starts_with("const ROWS: u32 = 4u;\nconst EXCLUSIVE: bool = true;\n"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// `const NAME: u32`
    U32(u32),
    /// `const NAME: bool`
    Bool(bool),
}

/// One entry point of a shader that is composed from modules.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::OperationJob;
/// use scanlab::plan::Limits;
///
/// let sort = OperationJob::new("sort", 1 << 20, Monoid::counts(), Limits::CORE)?.plan();
/// let kernel = &sort.passes[0].kernel;
/// assert_eq!((&*kernel.root.path, kernel.entry_point), ("operation/sort_histogram.wgsl", "count_tile_digits"));
/// assert_eq!(kernel.constant("WORKGROUP_SIZE"), Some(256));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// Name of the entry point.
    pub entry_point: &'static str,
    /// The root file of the shader. Its imports lead to all other files.
    pub root: &'static Module,
    /// The modules that files import through slots.
    pub(crate) slots: Slots,
    /// Constants of the modules.
    pub constants: Vec<(&'static str, Constant)>,
    /// Whether it uses subgroup operations.
    pub subgroups: bool,
}

impl Kernel {
    /// A kernel without slots and subgroup operations.
    pub fn new(root: &'static Module, entry_point: &'static str, constants: Vec<(&'static str, Constant)>) -> Self {
        Kernel { entry_point, root, slots: Slots::default(), constants, subgroups: false }
    }

    /// A kernel on elements of a form, with the modules and constants that follow from it.
    pub fn of_form(
        form: &Form,
        root: &'static Module,
        entry_point: &'static str,
        constants: &[(&'static str, Constant)],
    ) -> Self {
        let of_form = [
            ("EXCLUSIVE", Constant::Bool(form.mode == Mode::Exclusive)),
            ("BACKWARD", Constant::Bool(form.direction == Direction::Backward)),
        ];
        Kernel { slots: Slots::of_form(form), ..Kernel::new(root, entry_point, [&of_form, constants].concat()) }
    }

    /// Adds the modules that follow from the buffers of a scan.
    pub(crate) fn on(mut self, io: &Io<'_>) -> Self {
        self.slots.fill_for(io);
        self
    }

    /// Puts a module into a slot.
    pub(crate) fn with(mut self, slot: Slot, module: impl Into<ModuleRef>) -> Self {
        self.slots.fill(slot, module);
        self
    }

    /// Selects another entry point of the same shader.
    pub(crate) fn at(&self, entry_point: &'static str) -> Self {
        Kernel { entry_point, ..self.clone() }
    }

    /// The value of a numeric constant.
    pub fn constant(&self, name: &str) -> Option<u32> {
        self.constants.iter().find_map(|&(known, value)| match value {
            Constant::U32(value) if known == name => Some(value),
            _ => None,
        })
    }
}
