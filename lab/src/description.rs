//! Plans in words, for people and charts.

use serde::Serialize;

use scanlab::plan::{Cost, Pass, PassCost, Plan, Tuning};
use scanlab::shader::{Part, Shader, compose};

/// The description of a plan.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanDescription {
    /// The algorithm's public name.
    algorithm: &'static str,
    /// The algorithm that runs: the requested algorithm, the choice of `auto`, or `columns`.
    ran: &'static str,
    /// Effective tuning parameters.
    tuning: Tuning,
    /// The number of passes.
    dispatches: usize,
    /// Memory in addition to input and output, in bytes.
    scratch_bytes: u64,
    /// Elements that one workgroup handles.
    tile_elements: u32,
    /// Elements that one invocation handles.
    elements_per_invocation: u32,
    /// The longest chain of operator applications that leads to one output element.
    operator_depth: u32,
    /// The maximum number of elements in one binding. If the algorithm stores flags beside the elements, the flags take
    /// space too. 0 for operations.
    most_elements: u32,
    /// The cost of the whole plan.
    cost: Cost,
    /// The dispatches of the plan, in order.
    passes: Vec<PassDescription>,
}

impl PlanDescription {
    /// The description of a plan, given the public names of the request and of the algorithm that runs.
    pub(super) fn new(algorithm: &'static str, ran: &'static str, plan: Plan) -> Self {
        PlanDescription {
            algorithm,
            ran,
            dispatches: plan.passes.len(),
            scratch_bytes: plan.total_scratch_bytes(),
            tile_elements: plan.tile_elements,
            elements_per_invocation: plan.elements_per_invocation,
            operator_depth: plan.operator_depth,
            most_elements: 0,
            cost: plan.cost(),
            passes: plan.passes.iter().map(PassDescription::new).collect(),
            tuning: plan.tuning,
        }
    }

    /// Sets the maximum number of elements that one binding of the device holds.
    pub(super) fn with_limit(self, most_elements: u32) -> Self {
        PlanDescription { most_elements, ..self }
    }
}

/// One dispatch of a plan.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PassDescription {
    /// Path of the shader's file below `shaders/`.
    shader: &'static str,
    /// The function that runs.
    entry_point: &'static str,
    /// The number of workgroups.
    workgroups: u32,
    /// Invocations of a workgroup.
    workgroup_size: u32,
    /// Elements of the array that the pass works on.
    elements: u32,
    /// A number whose meaning depends on the kernel.
    argument: u32,
    /// Binding number and buffer, like `1 source` or `3 scratch 0`.
    bindings: Vec<String>,
    /// The cost.
    cost: PassCost,
}

impl PassDescription {
    fn new(pass: &Pass) -> Self {
        PassDescription {
            shader: &pass.kernel.root.path,
            entry_point: pass.kernel.entry_point,
            workgroups: pass.workgroups,
            workgroup_size: pass.kernel.constant("WORKGROUP_SIZE").unwrap_or_default(),
            elements: pass.elements,
            argument: pass.argument,
            bindings: pass.bindings.iter().map(|(binding, resource)| format!("{binding} {resource}")).collect(),
            cost: pass.cost,
        }
    }
}

/// The distinct shaders of a plan, in the order of their first dispatches, each with its executed entry points.
pub(crate) fn shaders(plan: &Plan) -> Vec<(Shader, Vec<&'static str>)> {
    let mut shaders: Vec<(Shader, Vec<&'static str>)> = Vec::new();
    for pass in &plan.passes {
        let shader = compose(&pass.kernel);
        let entry_point = pass.kernel.entry_point;
        match shaders.iter_mut().find(|(known, _)| *known == shader) {
            Some((_, entry_points)) if entry_points.contains(&entry_point) => {}
            Some((_, entry_points)) => entry_points.push(entry_point),
            None => shaders.push((shader, vec![entry_point])),
        }
    }
    shaders
}

/// The source of one shader module, with its executed entry points.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JoinedShader<'a> {
    /// The entry points, in the order of their first dispatches.
    pub entry_points: &'a [&'static str],
    /// The files of the module, in order.
    pub parts: Vec<Part<'a>>,
}

impl<'a> JoinedShader<'a> {
    /// The shaders of [`crate::request::Resolved::shaders`], file by file.
    pub fn all(shaders: &'a [(Shader, Vec<&'static str>)]) -> Vec<Self> {
        let joined =
            |(shader, entry_points): &'a (Shader, Vec<_>)| JoinedShader { entry_points, parts: shader.parts() };
        shaders.iter().map(joined).collect()
    }
}
