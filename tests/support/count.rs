//! Counts the operations of kernels on the device: naga parses a shader, an atomic addition is inserted at each counted operation, and the
//! module is written as WGSL again.
//!
//! Each addition is in the block of its operation, so guards, loops and short circuits are counted as executed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::num::NonZeroU32;

use naga::valid::{Capabilities, FunctionInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, ArraySize, AtomicFunction, Block, Expression, Function, GlobalVariable, Handle, Literal, Module,
    Range, ResourceBinding, Scalar, Span, Statement, StorageAccess, Type, TypeInner,
};
use scanlab::gpu::{BoundPass, Cancel, Gpu, GpuBuffer, ScanData};
use scanlab::operation::OperationJob;
use scanlab::plan::{Form, Job, PassCost, Plan, Resource};
use scanlab::shader::{Shader, compose};

/// A binding number that no kernel uses.
const BINDING: u32 = 15;

/// Counters, by their rank in the buffer.
const READS: u32 = 0;
const WRITES: u32 = 1;
const APPLICATIONS: u32 = 2;
const BARRIERS: u32 = 3;
const LOCAL_READS: u32 = 4;
const LOCAL_WRITES: u32 = 5;
const COUNTERS: u32 = 6;

/// The counted operations of one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The counts that plans state.
    pub cost: PassCost,
    /// Elements read from and written to workgroup memory.
    pub local_reads: u64,
    pub local_writes: u64,
}

/// A cache of instrumented shaders, with the invocations of a workgroup.
#[derive(Default)]
pub struct Instruments(RefCell<HashMap<Key, (Shader, u64)>>);

type Key = (String, &'static str);

/// Attempts at a run, since on a busy software adapter a tile may exceed its spins, which aborts the run.
const ATTEMPTS: u32 = 20;

/// Runs a plan on an input of zeros with counters in its kernels; returns the counts of each pass.
#[allow(dead_code, reason = "not every test program has scans")]
pub async fn count(gpu: &Gpu, instruments: &Instruments, job: &Job, plan: &Plan) -> Vec<Counts> {
    if plan.passes.is_empty() {
        return Vec::new();
    }
    for _ in 0..ATTEMPTS {
        let data = gpu.scan_data(job).await.expect("memory for a small scan");
        if let Some(counts) = run(gpu, instruments, (job.form, &data), plan).await {
            return counts;
        }
    }
    panic!("all of {ATTEMPTS} runs of {} elements were aborted: {:?}", job.elements, job.tuning);
}

/// The same for an operation on at least one element, with counts of each pass.
#[allow(dead_code, reason = "not every test program has operations")]
pub async fn count_operation(gpu: &Gpu, instruments: &Instruments, job: &OperationJob, plan: &Plan) -> Vec<Counts> {
    for _ in 0..ATTEMPTS {
        let data = gpu.operation_data(job).await.expect("memory for a small operation");
        if let Some(counts) = run(gpu, instruments, (job.form(), &data), plan).await {
            return counts;
        }
    }
    panic!("all of {ATTEMPTS} runs of {} on {} elements were aborted", job.operation.id, job.elements);
}

/// One run; none where it was aborted.
async fn run(
    gpu: &Gpu,
    instruments: &Instruments,
    (form, data): (Form, &ScanData),
    plan: &Plan,
) -> Option<Vec<Counts>> {
    let mut scratch = Vec::new();
    for &bytes in &plan.scratch_bytes {
        scratch.push(buffer(gpu, bytes).await);
    }
    let resource = |resource| match resource {
        Resource::Scratch(rank) => &scratch[rank],
        other => data.buffer(other).unwrap_or_else(|| panic!("{other} of a plan that binds it")),
    };
    let mut counters = Vec::new();
    for _ in &plan.passes {
        counters.push(buffer(gpu, 4 * u64::from(COUNTERS)).await);
    }
    let (mut bound, mut invocations) = (Vec::new(), Vec::new());
    for (pass, counters) in plan.passes.iter().zip(&counters) {
        let (shader, workgroup) = instruments.take(&compose(&pass.kernel, form), pass.kernel.entry_point);
        let planned = pass.bindings.iter().map(|&(binding, bound)| (binding, resource(bound)));
        let buffers = planned.chain([(BINDING, counters)]).collect();
        bound.push(BoundPass { pass, shader, columns: form.segments.columns(), buffers });
        invocations.push(workgroup);
    }
    for prepared in gpu.prepare_each(&bound).await.expect("valid shaders") {
        gpu.run(&prepared, 1).await.expect("a dispatch");
    }
    if let Some(abort_flag) = plan.abort_flag {
        let mut aborted = 0;
        let take = |_, words: &[u32]| aborted = words[0];
        gpu.download(resource(abort_flag), 1, 1, &Cancel::default(), take).await.expect("a readback");
        if aborted != 0 {
            return None;
        }
    }
    let mut counts = Vec::new();
    for (counters, invocations) in counters.iter().zip(invocations) {
        counts.push(read(gpu, counters, invocations).await);
    }
    Some(counts)
}

async fn buffer(gpu: &Gpu, bytes: u64) -> GpuBuffer {
    let [buffer] = gpu.storage(["scratch"], bytes).await.expect("memory for a small scan");
    buffer
}

/// Reads counters back; barriers were counted by every invocation of a workgroup.
async fn read(gpu: &Gpu, counters: &GpuBuffer, invocations: u64) -> Counts {
    let mut counts = [0; COUNTERS as usize];
    let take = |_, chunk: &[u32]| counts.copy_from_slice(chunk);
    gpu.download(counters, 0, COUNTERS, &Cancel::default(), take).await.expect("a readback");
    let count = |counter: u32| u64::from(counts[counter as usize]);
    assert_eq!(count(BARRIERS) % invocations, 0, "some invocations of a workgroup missed a barrier");
    Counts {
        cost: PassCost {
            reads: count(READS),
            writes: count(WRITES),
            applications: count(APPLICATIONS),
            barriers: count(BARRIERS) / invocations,
        },
        local_reads: count(LOCAL_READS),
        local_writes: count(LOCAL_WRITES),
    }
}

impl Instruments {
    fn take(&self, shader: &Shader, entry_point: &'static str) -> (Shader, u64) {
        let mut known = self.0.borrow_mut();
        let key = (shader.source.clone(), entry_point);
        known.entry(key).or_insert_with(|| instrumented(shader, entry_point)).clone()
    }
}

/// The shader with counters, and the invocations of a workgroup of its entry point.
fn instrumented(shader: &Shader, entry_point: &str) -> (Shader, u64) {
    let mut module = naga::front::wgsl::parse_str(&shader.source).expect("WGSL");
    let info = validate(&module);
    let before = module.clone();
    let counters = add_counters(&mut module);
    let named = |name: &str| before.functions.iter().find(|(_, function)| function.name.as_deref() == Some(name));
    // Kernels of operations that combine nothing move words.
    let combine = named("combine");
    let element = combine.map(|(_, function)| function.result.as_ref().expect("combine gives an element").ty);
    let combine = combine.map(|(combine, _)| combine);
    // An element of a segmented scan is a value and a flag.
    let value = element.map(|element| match &before.types[element] {
        Type { name: Some(name), inner: TypeInner::Struct { members, .. } } if name == "Flagged" => members[0].ty,
        _ => element,
    });
    let value_bytes = value.map_or(4, |value| before.types[value].inner.size(before.to_ctx()));
    let counting = |function: &mut Function, info: &FunctionInfo| {
        let body = std::mem::take(&mut function.body);
        let counting = Counting { module: &before, info, counters, combine, element, value_bytes };
        function.body = counting.block(function, body);
    };
    for (handle, _) in before.functions.iter() {
        counting(&mut module.functions[handle], &info[handle]);
    }
    for (rank, entry) in module.entry_points.iter_mut().enumerate() {
        counting(&mut entry.function, info.get_entry_point(rank));
    }
    let info = validate(&module);
    let source = naga::back::wgsl::write_string(&module, &info, naga::back::wgsl::WriterFlags::empty()).expect("WGSL");
    let entry = module.entry_points.iter().find(|entry| entry.name == entry_point).expect("the entry point");
    let invocations = entry.workgroup_size.iter().copied().map(u64::from).product();
    (Shader::from_text(source), invocations)
}

fn validate(module: &Module) -> naga::valid::ModuleInfo {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.validate(module).unwrap_or_else(|error| panic!("{error:?}"))
}

/// Adds the buffer of the counters.
fn add_counters(module: &mut Module) -> Handle<GlobalVariable> {
    let unnamed = |inner| Type { name: None, inner };
    let counter = module.types.insert(unnamed(TypeInner::Atomic(Scalar::U32)), Span::UNDEFINED);
    let size = ArraySize::Constant(NonZeroU32::new(COUNTERS).expect("some counters"));
    let array = TypeInner::Array { base: counter, size, stride: 4 };
    let ty = module.types.insert(unnamed(array), Span::UNDEFINED);
    let variable = GlobalVariable {
        name: Some("counters_of_the_test".into()),
        space: AddressSpace::Storage { access: StorageAccess::LOAD | StorageAccess::STORE },
        binding: Some(ResourceBinding { group: 0, binding: BINDING }),
        ty,
        init: None,
        memory_decorations: Default::default(),
    };
    module.global_variables.append(variable, Span::UNDEFINED)
}

/// The context for instrumenting one function.
struct Counting<'a> {
    /// The module without counters.
    module: &'a Module,
    info: &'a FunctionInfo,
    counters: Handle<GlobalVariable>,
    combine: Option<Handle<Function>>,
    element: Option<Handle<Type>>,
    value_bytes: u32,
}

impl Counting<'_> {
    /// The block with an addition before every counted statement.
    fn block(&self, function: &mut Function, block: Block) -> Block {
        let mut counted = Block::new();
        for (mut statement, span) in block.span_into_iter() {
            for (counter, amount) in self.costs(function, &statement) {
                self.add(function, &mut counted, counter, amount);
            }
            for inner in inner_blocks(&mut statement) {
                *inner = self.block(function, std::mem::take(inner));
            }
            counted.push(statement, span);
        }
        counted
    }

    /// Counters and amounts of a statement, without the blocks within it.
    fn costs(&self, function: &Function, statement: &Statement) -> Vec<(u32, u32)> {
        match statement {
            Statement::Emit(range) => range.clone().filter_map(|expression| self.load(function, expression)).collect(),
            Statement::Store { pointer, value } => {
                let counter =
                    self.space(function, *pointer).map(|is_local| if is_local { LOCAL_WRITES } else { WRITES });
                // A count is no element.
                let counter = counter.filter(|_| self.global(function, *pointer).as_deref() != Some("count"));
                counter.map(|counter| (counter, self.elements(function, *pointer, *value))).into_iter().collect()
            }
            Statement::Call { function, .. } if Some(*function) == self.combine => vec![(APPLICATIONS, 1)],
            Statement::ControlBarrier(_) => vec![(BARRIERS, 1)],
            // A barrier before the load and one after it.
            Statement::WorkGroupUniformLoad { .. } => vec![(BARRIERS, 2)],
            _ => Vec::new(),
        }
    }

    fn load(&self, function: &Function, expression: Handle<Expression>) -> Option<(u32, u32)> {
        let Expression::Load { pointer } = function.expressions[expression] else { return None };
        let is_local = self.space(function, pointer)?;
        Some((if is_local { LOCAL_READS } else { READS }, self.elements(function, pointer, expression)))
    }

    /// Whether a pointer points into workgroup memory, else a storage buffer; none for other memory, and for atomics, which hold no
    /// elements.
    fn space(&self, function: &Function, pointer: Handle<Expression>) -> Option<bool> {
        let target = self.info[pointer].ty.inner_with(&self.module.types).pointer_base_type()?;
        if matches!(target.inner_with(&self.module.types), TypeInner::Atomic(_)) {
            return None;
        }
        match function.expressions[pointer] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.space(function, base),
            Expression::GlobalVariable(global) => match self.module.global_variables[global].space {
                AddressSpace::WorkGroup => Some(true),
                AddressSpace::Storage { .. } => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Elements of a value: several for a vector of values, one for a part of an element; words of head flags.
    fn elements(&self, function: &Function, pointer: Handle<Expression>, value: Handle<Expression>) -> u32 {
        let ty = &self.info[value].ty;
        if self.element.is_some() && ty.handle() == self.element {
            return 1;
        }
        let bytes = ty.inner_with(&self.module.types).size(self.module.to_ctx());
        if self.global(function, pointer).as_deref() == Some("heads") {
            bytes / 4
        } else {
            (bytes / self.value_bytes).max(1)
        }
    }

    /// The name of the variable that a pointer points into.
    fn global(&self, function: &Function, pointer: Handle<Expression>) -> Option<String> {
        match function.expressions[pointer] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.global(function, base),
            Expression::GlobalVariable(global) => self.module.global_variables[global].name.clone(),
            _ => None,
        }
    }

    /// Appends `counters[counter] += amount`.
    fn add(&self, function: &mut Function, block: &mut Block, counter: u32, amount: u32) {
        let mut append = |expression| function.expressions.append(expression, Span::UNDEFINED);
        let base = append(Expression::GlobalVariable(self.counters));
        let value = append(Expression::Literal(Literal::U32(amount)));
        let pointer = append(Expression::AccessIndex { base, index: counter });
        block.push(Statement::Emit(Range::new_from_bounds(pointer, pointer)), Span::UNDEFINED);
        let add = Statement::Atomic { pointer, fun: AtomicFunction::Add, value, result: None };
        block.push(add, Span::UNDEFINED);
    }
}

fn inner_blocks(statement: &mut Statement) -> Vec<&mut Block> {
    match statement {
        Statement::Block(block) => vec![block],
        Statement::If { accept, reject, .. } => vec![accept, reject],
        Statement::Switch { cases, .. } => cases.iter_mut().map(|case| &mut case.body).collect(),
        Statement::Loop { body, continuing, .. } => vec![body, continuing],
        _ => Vec::new(),
    }
}
