//! Counts the operations of kernels on the emulator, as plans state them.

use scanlab::operation::OperationJob;
use scanlab::plan::{Pass, PassCost, Plan, Resource, fold_workgroups};
use scanlab::shader::compose;
use scanlab::wgsl::binding;
use scanlab_emulator::{
    Counted, Counter, MemoryMachine, Options, PassReport, Programs, RecordedBuffer, RecordedPass, Recording, Report,
};

use crate::emulate::Case;

/// The counted operations of one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The counts that plans state.
    pub cost: PassCost,
    /// Elements read from and written to workgroup memory.
    pub local_reads: u64,
    pub local_writes: u64,
}

/// The emulator's options for subgroups of a size. A warp of the memory machine has at least 32 threads.
fn options(subgroup_size: u32) -> Options {
    let memory_machine = MemoryMachine { width: subgroup_size.max(32), ..MemoryMachine::default() };
    // Long inputs take more steps than the page allows.
    Options { subgroup_size, memory_machine, races: false, step_limit: 1 << 34, ..Options::default() }
}

/// Runs a scan of zeros without heads. Returns its plan and the counts of each pass.
#[allow(dead_code, reason = "not every test program has scans")]
pub fn count(case: &Case, subgroup_size: u32, programs: &mut Programs) -> (Plan, Vec<Counts>) {
    let (plan, _, played) = case.play(&options(subgroup_size), programs);
    assert!(case.zeros, "costs that depend on the segments are those without any");
    let counts = counts(&plan, &played.report);
    (plan, counts)
}

/// Runs an operation on at least one element. Returns the counts of each pass. Missing inputs are zeros.
#[allow(dead_code, reason = "not every test program has operations")]
pub fn count_operation(job: &OperationJob, plan: &Plan, inputs: &Inputs, programs: &mut Programs) -> Vec<Counts> {
    let sizes = job.limits.subgroups.map(|(smallest, _)| smallest);
    let subgroup_size = job.limits.required_subgroup_size.or(sizes).unwrap_or(1);
    let played = recording(job, plan, inputs).play(&options(subgroup_size), programs).expect("a run");
    counts(plan, &played.report)
}

/// The abort flag after an operation on zeros with subgroups of a size, whatever size the plan assumes.
#[allow(dead_code, reason = "not every test program has operations")]
pub fn abort_flag(job: &OperationJob, subgroup_size: u32) -> u32 {
    let plan = job.plan();
    let recording = recording(job, &plan, &[]);
    let flag = plan.abort_flags.first().expect("a plan that can be aborted").to_string();
    let buffer = recording.buffers.iter().position(|buffer| buffer.name == flag).expect("the buffer of the flag");
    recording.play(&options(subgroup_size), &mut Programs::default()).expect("a run").buffers[buffer][1]
}

fn counts(plan: &Plan, report: &Report) -> Vec<Counts> {
    assert_eq!(report.findings, []);
    assert!(report.is_complete());
    plan.passes.iter().zip(&report.passes).map(|(pass, report)| counts_of_pass(pass, report)).collect()
}

fn counts_of_pass(pass: &Pass, report: &PassReport) -> Counts {
    let shader = compose(&pass.kernel);
    let value = value_words(&shader.source);
    let is_flagged = shader.source.contains("struct Flagged");
    let elements = |counter: &Counter| match counter.name.as_str() {
        "heads" => counter.words.into(),
        // An element of a segmented scan is a value and a flag.
        _ if is_flagged && counter.words == value + 1 => 1,
        // A part of an element counts as one element, and a vector of values as several elements.
        _ => u64::from(counter.words / value).max(1),
    };
    let sum = |counted| {
        let counters = report.counters.iter().filter(|counter| counter.counted == counted);
        // Neither a count nor a pivot is an element.
        let counters = counters.filter(|counter| counted != Counted::StorageWrite || counter.name != "count");
        let counters = counters.filter(|counter| counter.name != "pivot");
        counters.map(|counter| counter.count * elements(counter)).sum()
    };
    Counts {
        cost: PassCost {
            reads: sum(Counted::StorageRead),
            writes: sum(Counted::StorageWrite),
            // A prefix is combined with an initial value by values, without flags.
            applications: report.calls("combine") + report.calls("combine_in_index_order"),
            barriers: report.barriers(),
        },
        local_reads: sum(Counted::WorkgroupRead),
        local_writes: sum(Counted::WorkgroupWrite),
    }
}

/// Words of an element, as a kernel counts elements. In kernels that combine nothing, an element is a word.
fn value_words(source: &str) -> u32 {
    let declared = source.split_once("const VALUE_WORDS: u32 = ").filter(|_| source.contains("fn combine("));
    declared.map_or(1, |(_, rest)| rest.split('u').next().and_then(|words| words.parse().ok()).expect("a number"))
}

/// Inputs of an operation, by their buffers.
pub type Inputs<'a> = [(Resource, &'a [u32])];

/// An operation on inputs, with all bindings of its plan. Missing inputs are zeros.
pub fn recording(job: &OperationJob, plan: &Plan, inputs: &Inputs) -> Recording {
    let mut resources = Vec::new();
    let mut recording = Recording { shaders: Vec::new(), buffers: Vec::new(), passes: Vec::new() };
    for pass in &plan.passes {
        let parameters = vec![pass.elements, pass.argument, job.form().segments.columns(), 0];
        let mut bindings = vec![(binding::PARAMETERS, add_buffer(&mut recording, "parameters".into(), parameters))];
        for &(binding, resource) in &pass.bindings {
            let known = resources.iter().find(|(other, _)| *other == resource).map(|&(_, buffer)| buffer);
            let buffer = known.unwrap_or_else(|| {
                let mut words = words_of(job, plan, resource);
                if let Some((_, given)) = inputs.iter().find(|(other, _)| *other == resource) {
                    words[..given.len()].copy_from_slice(given);
                }
                let buffer = add_buffer(&mut recording, resource.to_string(), words);
                resources.push((resource, buffer));
                buffer
            });
            bindings.push((binding, buffer));
        }
        let source = compose(&pass.kernel).source;
        let shader = recording.shaders.iter().position(|other| *other == source).unwrap_or(recording.shaders.len());
        if shader == recording.shaders.len() {
            recording.shaders.push(source);
        }
        let [x, y] = fold_workgroups(pass.workgroups, job.limits.workgroups_per_dimension);
        let entry_point = pass.kernel.entry_point.to_owned();
        recording.passes.push(RecordedPass { shader, entry_point, workgroups: [x, y, 1], bindings });
    }
    recording
}

fn add_buffer(recording: &mut Recording, name: String, words: Vec<u32>) -> usize {
    recording.buffers.push(RecordedBuffer { name, words });
    recording.buffers.len() - 1
}

fn words_of(job: &OperationJob, plan: &Plan, resource: Resource) -> Vec<u32> {
    let bytes = match resource {
        Resource::Table => return plan.table.clone(),
        Resource::Scratch(rank) => plan.scratch_bytes[rank],
        other => {
            let port = job.ports().into_iter().find(|port| port.resource == other);
            port.unwrap_or_else(|| panic!("{other} of a plan that binds it")).bytes
        }
    };
    vec![0; (bytes / 4).max(1) as usize]
}
