//! Plans as plain data, for runners other than this library.

use super::bind::{STRIDE_WORDS, TAKES_LENGTH_WORD, length_pass};
use super::bind::{parameter_words, runs_between_recorded_clears};
use super::kernels::check_size;
use crate::error::Error;
use crate::plan::{Plan, Plannable, Planned, Resource, fold_workgroups};
use crate::shader::{Shader, compose};
use crate::wgsl::binding;

/// A plan as [`Kernels`](super::Kernels) and [`Bound`](super::Bound) run it, without a device. Programs are for runners
/// outside Rust, such as one that records into the encoders of a page.
///
/// The ports are those of the job. Scratch memory, the table and the abort flags are those of the plan.
///
/// ```
/// use scanlab::monoid::{ElementType, Monoid};
/// use scanlab::plan::{Job, Form, Limits, Mode, Tuning};
/// use scanlab::record::low_level::Program;
/// use scanlab::scan::Algorithm;
///
/// let form = Form::new(Monoid::find("add", ElementType::U32)?, Mode::Inclusive);
/// let job = Job { elements: 1 << 20, form, tuning: Tuning::new(), limits: Limits::CORE };
/// let program = Program::of(&Algorithm::find("reduce-then-scan")?.planned(job)?)?;
/// // The passes, and the dispatch that sets a length.
/// assert_eq!(program.parameters.len(), 64 * (program.passes.len() + 1));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// The distinct shaders, in the order of their first dispatches.
    pub shaders: Vec<Shader>,
    /// The dispatches, in order.
    pub passes: Vec<ProgramPass>,
    /// The words of the uniform buffer that passes bind at 0. Each pass has its own part of
    /// [`PARAMETERS_STRIDE`](super::low_level::PARAMETERS_STRIDE) bytes. If there is a dispatch that sets a length, its
    /// part is the last.
    pub parameters: Vec<u32>,
    /// The number of recorded runs after which scratch memory must be cleared; it must also be zeros before the first
    /// run. `None` if its contents do not matter.
    pub runs_between_clears: Option<u32>,
    /// The dispatch that sets a length; `None` if the plan does not [take a length](Plan::takes_length).
    pub length: Option<ProgramLength>,
}

/// A dispatch before the passes that sets their number of elements to a number that the device has computed. The
/// dispatch writes the parameters of the passes.
///
/// ```
/// use scanlab::operation::OperationJob;
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::Limits;
/// use scanlab::record::low_level::{Program, ProgramBuffer};
///
/// let limits = Limits { forward_progress: true, ..Limits::CORE };
/// let sort = OperationJob::new("sort", 1 << 20, Monoid::counts(), limits)?.planned()?;
/// let length = Program::of(&sort)?.length.expect("a sort by four digits takes a length");
/// let bound: Vec<_> = length.bindings.iter().map(|&(_, buffer)| buffer).collect();
/// assert_eq!(bound, [ProgramBuffer::Length, ProgramBuffer::Parameters]);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramLength {
    /// The index of its shader.
    pub shader: usize,
    /// The entry point.
    pub entry_point: &'static str,
    /// Storage buffers by binding number.
    pub bindings: Vec<(u32, ProgramBuffer)>,
}

/// A buffer that the dispatch that sets a length binds.
///
/// ```
/// use scanlab::operation::OperationJob;
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::Limits;
/// use scanlab::record::low_level::{Program, ProgramBuffer};
///
/// // An operation that counts its outputs stores a count of zero if there are no elements.
/// let runs = OperationJob::new("run-lengths", 1 << 20, Monoid::counts(), Limits::CORE)?.planned()?;
/// let bound = Program::of(&runs)?.length.map(|length| length.bindings);
/// assert!(bound.is_none_or(|bindings| bindings.iter().any(|&(_, buffer)| buffer == ProgramBuffer::Count)));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramBuffer {
    /// The length. A binding begins at a multiple of 256 bytes, but a length may be at any word. The index of its word in
    /// the binding is the number of workgroups of the dispatch minus 1.
    Length,
    /// The parameters of all passes.
    Parameters,
    /// The count that the passes write.
    Count,
}

/// A dispatch of a [`Program`].
///
/// ```
/// use scanlab::operation::OperationJob;
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::Limits;
/// use scanlab::record::low_level::Program;
///
/// let sort = OperationJob::new("sort", 1 << 20, Monoid::counts(), Limits::CORE)?.planned()?;
/// let program = Program::of(&sort)?;
/// assert!(program.passes.iter().all(|pass| pass.shader < program.shaders.len()));
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPass {
    /// The index of its shader.
    pub shader: usize,
    /// The entry point.
    pub entry_point: &'static str,
    /// Workgroups in dimensions x and y.
    pub workgroups: [u32; 2],
    /// Storage buffers by binding number.
    pub bindings: Vec<(u32, Resource)>,
}

impl Program {
    /// The program of a job, for the device of its plan.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more elements than the device can bind.
    pub fn of<J: Plannable>(planned: &Planned<J>) -> Result<Self, Error> {
        let (job, plan) = (planned.job(), planned.plan());
        let (limits, ports) = (job.limits(), job.ports());
        check_size(&ports, plan, &limits)?;
        let mut program = Program::new(plan, job.form().segments.columns(), limits.workgroups_per_dimension);
        if plan.takes_length {
            program.take_length(plan, job.elements(), ports.iter().any(|port| port.resource == Resource::Count));
        }
        Ok(program)
    }

    /// Adds the dispatch that sets a length of at most `capacity` elements.
    fn take_length(&mut self, plan: &Plan, capacity: u32, has_count: bool) {
        for (pass, words) in plan.passes.iter().zip(self.parameters.chunks_exact_mut(STRIDE_WORDS)) {
            words[TAKES_LENGTH_WORD as usize] = pass.takes_length.into();
        }
        let pass = length_pass(capacity, plan.passes.len() as u32, has_count);
        self.parameters.extend(parameter_words(&pass, 0, false));
        let count = has_count.then_some((binding::COUNTED, ProgramBuffer::Count));
        let always =
            [(binding::DEVICE_LENGTH, ProgramBuffer::Length), (binding::PASS_PARAMETERS, ProgramBuffer::Parameters)];
        self.length = Some(ProgramLength {
            shader: self.shaders.len(),
            entry_point: pass.kernel.entry_point,
            bindings: always.into_iter().chain(count).collect(),
        });
        self.shaders.push(compose(&pass.kernel));
    }

    /// The program of a plan, for a device with this limit of workgroups in a dimension. `columns` is the number of
    /// elements per row, or 0 without rows.
    pub fn new(plan: &Plan, columns: u32, workgroups_per_dimension: u32) -> Self {
        let mut shaders: Vec<Shader> = Vec::new();
        let mut passes: Vec<ProgramPass> = Vec::with_capacity(plan.passes.len());
        for (index, pass) in plan.passes.iter().enumerate() {
            let shader = match plan.pass_of_same_kernel(index) {
                Some(known) => passes[known].shader,
                None => {
                    let shader = compose(&pass.kernel);
                    shaders.iter().position(|known| *known == shader).unwrap_or_else(|| {
                        shaders.push(shader);
                        shaders.len() - 1
                    })
                }
            };
            passes.push(ProgramPass {
                shader,
                entry_point: pass.kernel.entry_point,
                workgroups: fold_workgroups(pass.workgroups, workgroups_per_dimension),
                bindings: pass.bindings.clone(),
            });
        }
        let parameters = plan.passes.iter().flat_map(|pass| parameter_words(pass, columns, false)).collect();
        let runs_between_clears = runs_between_recorded_clears(plan);
        Program { shaders, passes, parameters, runs_between_clears, length: None }
    }
}
