//! Lowers WGSL to instructions.
//!
//! naga parses and validates a module and resolves its `override`s. Each function that the entry point reaches is
//! lowered to instructions on virtual registers (`function.rs`, `statement.rs`, `expression.rs`, `math.rs`). Needless
//! copies are left out (`copies.rs`). Each virtual register gets a place in the function's frame (`allocate.rs`).
//! Finally the functions are linked, callees before callers, and each function gets a frame behind those of its callers
//! (`link.rs`).

mod allocate;
mod builtins;
mod constants;
mod copies;
mod expression;
mod function;
mod link;
mod math;
mod matrix;
mod place;
mod shared;
mod statement;
mod subgroup;

use std::collections::BTreeMap;

use naga::back::pipeline_constants::{PipelineConstantError, process_overrides};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{AddressSpace, ArraySize, Module, ShaderStage, StorageAccess, TypeInner};

use crate::error::Error;
use crate::layout::{self, add_words};
use crate::program::{BufferBinding, Program, ProgramOptions};
use crate::source::{Source, SourcePosition};
use constants::Constants;
use function::Lowered;
use shared::{Global, Shared};

/// The maximum numbers of invocations per workgroup that WebGPU devices offer, in each dimension and in total. WebGPU's
/// defaults are 256 × 256 × 64 and 256.
const MAX_INVOCATIONS: [u32; 3] = [1024, 1024, 64];
const MAX_INVOCATIONS_IN_ALL: u32 = 1024;

const ENABLE_SUBGROUPS: &str = "enable subgroups;";

impl Program {
    /// Parses and validates a module, and lowers one of its compute entry points.
    ///
    /// # Errors
    /// [`Error::Wgsl`] for an invalid module, [`Error::EntryPoint`], [`Error::Override`], and [`Error::Unsupported`]
    /// for parts that the emulator does not support.
    pub fn new(source: &str, entry_point: &str, options: &ProgramOptions) -> Result<Self, Error> {
        let source = Source::new(without_enable(source));
        let module = parse(&source)?;
        let info = validate(&module, &source)?;
        let entry = (ShaderStage::Compute, entry_point);
        if !module.entry_points.iter().any(|known| (known.stage, known.name.as_str()) == entry) {
            return Err(Error::EntryPoint { name: entry_point.to_owned() });
        }
        let overrides = options.overrides.iter().map(|(name, value)| (name.clone(), *value)).collect();
        let resolved = process_overrides(&module, &info, Some(entry), &overrides);
        let (module, info) =
            resolved.map_err(|error: PipelineConstantError| Error::Override { message: error.to_string() })?;
        let index = module.entry_points.iter().position(|known| (known.stage, known.name.as_str()) == entry);
        let index = index.ok_or_else(|| Error::EntryPoint { name: entry_point.to_owned() })?;
        lower(&module, &info, index, &source, options)
    }
}

/// The compute entry points of a module, in the order of the text.
///
/// # Errors
/// [`Error::Wgsl`] for a module that cannot be parsed.
pub fn entry_points(source: &str) -> Result<Vec<String>, Error> {
    // The parser puts declarations behind those that they use. Nothing uses an entry point, so entry points keep their order.
    let entries = parse(&Source::new(without_enable(source)))?.entry_points;
    Ok(entries.into_iter().filter(|entry| entry.stage == ShaderStage::Compute).map(|entry| entry.name).collect())
}

/// naga supports subgroup operations without the `enable` directive, and refuses the directive.
fn without_enable(source: &str) -> String {
    source.replacen(ENABLE_SUBGROUPS, &" ".repeat(ENABLE_SUBGROUPS.len()), 1)
}

fn parse(source: &Source) -> Result<Module, Error> {
    naga::front::wgsl::parse_str(source.text()).map_err(|error| {
        let span = error.labels().next().map(|(span, _)| span).unwrap_or_default();
        Error::wgsl(source.position(span), error.message())
    })
}

fn validate(module: &Module, source: &Source) -> Result<ModuleInfo, Error> {
    let capabilities =
        Capabilities::SUBGROUP | Capabilities::SUBGROUP_BARRIER | Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    // The emulator finds non-uniform control flow during execution.
    let flags = ValidationFlags::all() - ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    let mut validator = Validator::new(flags, capabilities);
    validator.subgroup_stages(ShaderStages::COMPUTE).subgroup_operations(SubgroupOperationSet::all());
    validator.validate(module).map_err(|error| {
        let span = error.spans().next().map(|(span, _)| *span).unwrap_or_default();
        let mut message = error.as_inner().to_string();
        let mut cause = std::error::Error::source(error.as_inner());
        while let Some(inner) = cause {
            message.push_str(": ");
            message.push_str(&inner.to_string());
            cause = inner.source();
        }
        Error::wgsl(source.position(span), message)
    })
}

fn lower(
    module: &Module,
    info: &ModuleInfo,
    index: usize,
    source: &Source,
    options: &ProgramOptions,
) -> Result<Program, Error> {
    let entry = &module.entry_points[index];
    check_workgroup_size(entry.workgroup_size)?;
    let mut program =
        Program { entry_point: entry.name.clone(), workgroup_size: entry.workgroup_size, ..Program::default() };
    let mut shared = Shared {
        module,
        source,
        globals: BTreeMap::new(),
        constants: Constants::default(),
        variables: Vec::new(),
        traces_variables: options.variables,
    };
    let private = place_globals(&mut shared, info, index, &mut program)?;
    let lowered = function::lower(&mut shared, info.get_entry_point(index), &entry.function, Some(&entry.name))?;
    let mut is_reached = vec![false; module.functions.len()];
    lowered.calls.iter().for_each(|&callee| is_reached[callee] = true);
    let mut functions = vec![lowered];
    // The module lists functions after their callees. The reverse order visits all callers of a function before it.
    for (handle, function) in module.functions.iter().collect::<Vec<_>>().into_iter().rev() {
        let mut lowered = Lowered::default();
        if is_reached[handle.index()] {
            lowered = function::lower(&mut shared, &info[handle], function, None)?;
            lowered.calls.iter().for_each(|&callee| is_reached[callee] = true);
        }
        functions.push(lowered);
    }
    functions.reverse();
    link::link(functions, private, &mut program)?;
    program.constants = shared.constants.words;
    program.variables = shared.variables;
    program.levels = link::levels(&mut program);
    Ok(program)
}

fn check_workgroup_size(size: [u32; 3]) -> Result<(), Error> {
    let fits = size.iter().zip(MAX_INVOCATIONS).all(|(&found, most)| found <= most);
    let invocations: u64 = size.iter().map(|&dimension| u64::from(dimension)).product();
    if fits && invocations <= MAX_INVOCATIONS_IN_ALL.into() {
        return Ok(());
    }
    let text = |[x, y, z]: [u32; 3]| format!("{x} × {y} × {z}");
    let required =
        format!("at most {} invocations, and at most {MAX_INVOCATIONS_IN_ALL} in total", text(MAX_INVOCATIONS));
    Err(Error::size("workgroup size", required, text(size)))
}

/// Places the global variables of the entry point. Returns the number of words of the private variables.
fn place_globals(
    shared: &mut Shared<'_>,
    info: &ModuleInfo,
    index: usize,
    program: &mut Program,
) -> Result<u32, Error> {
    let module = shared.module;
    let mut private = 0;
    for (handle, global) in module.global_variables.iter() {
        if info.get_entry_point(index)[handle].is_empty() {
            continue;
        }
        let at = shared.source.position(module.global_variables.get_span(handle));
        let inner = &module.types[global.ty].inner;
        let words = layout::words(module, inner, at)?;
        let name = global.name.clone().unwrap_or_default();
        let place = match global.space {
            AddressSpace::Private => {
                private = add_words(private, words, at, "private memory")?;
                Global::Private(private - words)
            }
            AddressSpace::WorkGroup => {
                let first = program.workgroup_words.next_multiple_of(4);
                program.workgroup_words = add_words(first, words, at, "workgroup memory")?;
                program.workgroup_variables.push((name, first, words));
                Global::Workgroup(first)
            }
            AddressSpace::Uniform | AddressSpace::Storage { .. } => {
                let binding = global.binding.unwrap_or(naga::ResourceBinding { group: 0, binding: 0 });
                let writable =
                    matches!(global.space, AddressSpace::Storage { access } if access.contains(StorageAccess::STORE));
                let words = words.max(least_words(module, inner, at)?);
                let index = u8::try_from(program.bindings.len());
                let index = index.map_err(|_| Error::unsupported(at, "more than 256 bindings"))?;
                let (group, binding) = (binding.group, binding.binding);
                program.bindings.push(BufferBinding { group, binding, name, writable, words });
                if global.space == AddressSpace::Uniform { Global::Uniform(index) } else { Global::Buffer(index) }
            }
            _ => return Err(Error::unsupported(at, "a texture, a sampler or a variable of this address space")),
        };
        shared.globals.insert(handle, place);
    }
    Ok(private)
}

/// The minimum number of words of a buffer. A runtime-sized array has at least one element.
fn least_words(module: &Module, inner: &TypeInner, at: SourcePosition) -> Result<u32, Error> {
    match inner {
        TypeInner::Array { size: ArraySize::Dynamic, .. } => layout::stride(module, inner, at),
        TypeInner::Struct { members, .. } => {
            let Some(last) = members.last() else { return Ok(0) };
            Ok(last.offset / 4 + least_words(module, &module.types[last.ty].inner, at)?)
        }
        _ => layout::words(module, inner, at),
    }
}
