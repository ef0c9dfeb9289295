//! Short ways to run a kernel.
#![allow(dead_code, reason = "not every test program uses all of it")]

use scanlab_emulator::{Finding, FindingKind, Machine, Options, Program, ProgramOptions, Report, Schedule};

/// Options with a schedule and a subgroup size.
pub fn options(schedule: Schedule, subgroup_size: u32) -> Options {
    Options { schedule, subgroup_size, ..Options::default() }
}

/// Runs the entry point `main` with buffers at the bindings 0, 1 … of group 0. Returns the buffers and the report.
pub fn run_with(options: Options, source: &str, workgroups: u32, buffers: &[&[u32]]) -> (Vec<Vec<u32>>, Report) {
    let program = Program::new(source, "main", &ProgramOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let mut machine = Machine::new(options).expect("options");
    let ids: Vec<_> = buffers.iter().map(|words| machine.buffer(words.to_vec())).collect();
    let bindings: Vec<_> = (0..).zip(&ids).map(|(binding, &id)| (0, binding, id)).collect();
    machine.dispatch(&program, [workgroups, 1, 1], &bindings).unwrap_or_else(|error| panic!("{error}"));
    (ids.iter().map(|&id| machine.words(id).to_vec()).collect(), machine.into_report())
}

/// The same with the default options.
pub fn run(source: &str, workgroups: u32, buffers: &[&[u32]]) -> (Vec<Vec<u32>>, Report) {
    run_with(Options::default(), source, workgroups, buffers)
}

/// The first buffer after a kernel whose body is `body`, with one invocation, `out: array<u32>` of 16 words and `data: array<u32>`.
pub fn evaluate(declarations: &str, body: &str, data: &[u32]) -> Vec<u32> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
         @group(0) @binding(1) var<storage> data: array<u32>;
         {declarations}
         @compute @workgroup_size(1) fn main() {{ let first = data[0]; {body} }}"
    );
    let data = if data.is_empty() { &[0] } else { data };
    let (buffers, report) = run(&source, 1, &[&[0; 16], data]);
    assert_eq!(report.findings, []);
    buffers[0].clone()
}

pub fn kinds(findings: &[Finding]) -> Vec<(FindingKind, Vec<u32>)> {
    findings.iter().map(|finding| (finding.kind, finding.places.iter().map(|place| place.line).collect())).collect()
}

pub fn bits<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(f32::to_bits)
}
