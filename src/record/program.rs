//! Plans as plain data for other runners.

use super::bind::{parameter_words, runs_between_recorded_clears};
use super::kernels::check_size;
use crate::error::Error;
use crate::plan::{Plan, Plannable, Planned, Resource, fold_workgroups};
use crate::shader::{Shader, compose};

/// What [`Kernels`](super::Kernels) and [`Bound`](super::Bound) make of a plan, without a device: for runners that are not in Rust, such as one
/// that records into the encoders of a page.
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
/// assert_eq!(program.parameters.len(), 64 * program.passes.len());
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// The distinct shaders, in the order in which they run first.
    pub shaders: Vec<Shader>,
    /// The dispatches, in order.
    pub passes: Vec<ProgramPass>,
    /// The words of the uniform buffer that passes bind at 0, each its own part of [`PARAMETERS_STRIDE`](super::low_level::PARAMETERS_STRIDE)
    /// bytes.
    pub parameters: Vec<u32>,
    /// Scratch memory must be zeros before the first run, and again after this many that are recorded; none where it need not be.
    pub runs_between_clears: Option<u32>,
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
    /// The program of a job, for the device that it is planned for.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more elements than the device can bind.
    pub fn of<J: Plannable>(planned: &Planned<J>) -> Result<Self, Error> {
        let (job, plan) = (planned.job(), planned.plan());
        let limits = job.limits();
        check_size(&job.ports(), plan, &limits)?;
        Ok(Program::new(plan, job.form().segments.columns(), limits.workgroups_per_dimension))
    }

    /// The program of a plan with rows of so many columns, for a device with this limit of a dispatch.
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
        Program { shaders, passes, parameters, runs_between_clears: runs_between_recorded_clears(plan) }
    }
}
