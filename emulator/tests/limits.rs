//! Dispatches that a machine refuses, as WebGPU does, and the ends of runs.

mod support;

use scanlab_emulator::{
    BufferId, Error, Machine, Options, Outcome, Program, ProgramOptions, Progress, Report, Schedule, StartOrder,
};
use support::{kinds, run_with};

/// Adds 1 to a word of each workgroup.
const COUNT: &str = "
    @group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>>;
    @compute @workgroup_size(1)
    fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) all: vec3<u32>) {
        atomicAdd(&out[id.x + all.x * (id.y + all.y * id.z)], 1u);
    }";

fn program(source: &str) -> Program {
    Program::new(source, "main", &ProgramOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Dispatches a program with one buffer at each binding. Returns the buffers and the report.
fn dispatch(
    options: Options,
    program: &Program,
    workgroups: [u32; 3],
    buffers: &[&[u32]],
) -> Result<(Vec<Vec<u32>>, Report), Error> {
    let mut machine = Machine::new(options)?;
    let ids: Vec<BufferId> = buffers.iter().map(|words| machine.buffer(words.to_vec())).collect();
    let bindings: Vec<_> = (0..).zip(&ids).map(|(binding, &id)| (0, binding, id)).collect();
    machine.dispatch(program, workgroups, &bindings)?;
    Ok((ids.iter().map(|&id| machine.words(id).to_vec()).collect(), machine.into_report()))
}

#[test]
fn a_dimension_of_more_than_65_535_workgroups_is_refused() {
    let program = program(COUNT);
    for grid in [[65_536, 65_536, 1], [65_536, 1, 1], [1, 65_536, 1], [1, 1, 65_536], [u32::MAX; 3]] {
        let message = dispatch(Options::default(), &program, grid, &[&[0]]).expect_err("a grid too large").to_string();
        let [x, y, z] = grid;
        let expected = format!("workgroups: required at most 65535 in each dimension, found {x} × {y} × {z}");
        assert_eq!(message, expected);
    }
    // The maximum of one dimension.
    let (buffers, report) = dispatch(Options::default(), &program, [1, 65_535, 1], &[&[0; 65_535]]).expect("a run");
    assert!(report.is_complete());
    assert_eq!(buffers[0], [1; 65_535]);
}

#[test]
fn a_grid_that_no_run_within_the_limit_of_steps_ends_is_refused_at_once() {
    let program = program(COUNT);
    let options = Options { step_limit: 1 << 30, ..Options::default() };
    // 65,535² workgroups of one invocation each. Every invocation takes at least one step.
    let error = dispatch(options, &program, [65_535, 65_535, 1], &[&[0]]).expect_err("a grid too large");
    assert_eq!(error, Error::Steps { limit: 1 << 30 });
    let options = Options { step_limit: u64::MAX, ..Options::default() };
    let error = dispatch(options, &program, [65_535, 65_535, 2], &[&[0]]).expect_err("a grid too large").to_string();
    assert_eq!(error, "invocations: required at most 4294967295 in a dispatch, found 8589672450");
}

#[test]
fn a_grid_without_workgroups_does_nothing() {
    let program = program(COUNT);
    for grid in [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0; 3], [0, 65_535, 65_535]] {
        for start_order in [StartOrder::Ascending, StartOrder::Descending, StartOrder::Random] {
            let options = Options { start_order, trace: true, ..Options::default() };
            let (buffers, report) = dispatch(options, &program, grid, &[&[7]]).expect("a run");
            assert_eq!(buffers[0], [7]);
            assert_eq!(report.passes[0].outcome, Outcome::Completed);
            assert_eq!((report.passes[0].instructions, report.findings.len()), (0, 0));
            assert_eq!(report.trace.expect("a trace").events.len(), 1);
        }
    }
    // The machine also checks the bindings of an empty grid.
    assert!(matches!(dispatch(Options::default(), &program, [0; 3], &[]), Err(Error::Binding { .. })));
}

#[test]
fn every_order_of_starts_starts_each_workgroup_once() {
    let program = program(COUNT);
    for start_order in [StartOrder::Ascending, StartOrder::Descending, StartOrder::Random] {
        for progress in [Progress::OccupancyBound, Progress::LinearOccupancyBound, Progress::Fair] {
            let options = Options { start_order, progress, workgroups_in_flight: 3, ..Options::default() };
            let (buffers, report) = dispatch(options, &program, [5, 7, 3], &[&[0; 105]]).expect("a run");
            assert_eq!(buffers[0], [1; 105], "{start_order:?} {progress:?}");
            assert!(report.is_complete());
        }
    }
}

#[test]
fn a_workgroup_of_more_invocations_than_devices_offer_is_refused() {
    for (size, required) in [
        ("2048", "at most 1024 × 1024 × 64 invocations, and at most 1024 in total"),
        ("1, 1, 65", "at most 1024 × 1024 × 64 invocations, and at most 1024 in total"),
        ("32, 33", "at most 1024 × 1024 × 64 invocations, and at most 1024 in total"),
        // The product is 0 in 32 bits.
        ("16384, 16384, 16384", "at most 1024 × 1024 × 64 invocations, and at most 1024 in total"),
    ] {
        let source = format!("@compute @workgroup_size({size}) fn main() {{}}");
        let error = Program::new(&source, "main", &ProgramOptions::default()).expect_err("a workgroup too large");
        let dimensions: Vec<&str> = size.split(", ").chain(["1", "1"]).take(3).collect();
        let found = dimensions.join(" × ");
        assert_eq!(error.to_string(), format!("workgroup size: required {required}, found {found}"));
    }
    assert_eq!(program("@compute @workgroup_size(32, 8, 4) fn main() {}").invocations(), 1024);
}

#[test]
fn variables_that_no_invocation_can_hold_are_refused() {
    let main = "@compute @workgroup_size(256) fn main()";
    for source in [
        format!("var<private> a: array<u32, 200000>; {main} {{ a[0] = 1u; }}"),
        format!("var<private> a: array<u32, 70000>; var<private> b: array<u32, 70000>; {main} {{ a[0] = b[0]; }}"),
        format!("{main} {{ var a: array<u32, 1000000000>; a[0] = 1u; }}"),
        format!("{main} {{ var a: array<array<u32, 60000>, 60000>; a[0][0] = 1u; }}"),
        format!("{main} {{ var i = 5u; let a = array<u32, 500000000>(); if (a[i] > 0u) {{ i = 1u; }} }}"),
        format!(
            "var<workgroup> a: array<u32, 1073741824>; var<workgroup> b: array<u32, 1073741824>;
             var<workgroup> c: array<u32, 1073741824>; var<workgroup> d: array<u32, 1073741824>;
             {main} {{ a[0] = 1u; b[0] = 1u; c[0] = 1u; d[0] = 1u; }}"
        ),
    ] {
        let error = Program::new(&source, "main", &ProgramOptions::default()).expect_err("variables too large");
        assert!(matches!(error, Error::Unsupported { .. } | Error::Wgsl { .. }), "{error}");
    }
}

#[test]
fn workgroup_memory_that_no_device_has_is_refused() {
    let source = "
        var<workgroup> a: array<u32, 200000>;
        @compute @workgroup_size(1) fn main() { a[0] = 1u; }";
    let error = Program::new(source, "main", &ProgramOptions::default()).expect_err("too much workgroup memory");
    assert_eq!(error.to_string(), "line 2, column 9: workgroup memory of more than 131072 words is not supported");
}

#[test]
fn a_buffer_that_is_written_has_no_second_binding() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @group(0) @binding(1) var<storage, read> b: array<u32>;
        @group(0) @binding(2) var<storage, read_write> c: array<u32>;
        @group(0) @binding(3) var<uniform> d: vec4<u32>;
        @group(0) @binding(4) var<storage, read> e: array<u32>;
        @compute @workgroup_size(4)
        fn main(@builtin(local_invocation_index) local_index: u32) {
            a[local_index] = b[local_index + 1u] + d.x + e[local_index];
            c[local_index] = 1u;
        }";
    let program = program(source);
    let run = |ranks: [usize; 5]| {
        let mut machine = Machine::new(Options::default()).expect("options");
        let ids: Vec<BufferId> = (0..5).map(|_| machine.buffer(vec![0; 8])).collect();
        let bindings: Vec<_> = (0..).zip(ranks).map(|(binding, rank)| (0, binding, ids[rank])).collect();
        machine.dispatch(&program, [1, 1, 1], &bindings)
    };
    assert_eq!(run([0, 1, 2, 3, 4]), Ok(()));
    // A buffer that is only read may have several bindings.
    assert_eq!(run([0, 1, 2, 1, 1]), Ok(()));
    for (ranks, binding, other) in [
        ([0, 0, 2, 3, 4], 1, "a, at @group(0) @binding(0)"),
        ([0, 1, 0, 3, 4], 2, "a, at @group(0) @binding(0)"),
        ([0, 1, 2, 0, 4], 3, "a, at @group(0) @binding(0)"),
        ([0, 1, 2, 3, 2], 4, "c, at @group(0) @binding(2)"),
        ([0, 1, 1, 3, 4], 2, "b, at @group(0) @binding(1)"),
    ] {
        let message = run(ranks).expect_err("a buffer bound twice").to_string();
        let name = ["a", "b", "c", "d", "e"][binding];
        let expected = format!(
            "@group(0) @binding({binding}): {name}: required a buffer of its own, since a dispatch that writes a buffer has no other \
             binding of it; found the buffer of {other}"
        );
        assert_eq!(message, expected);
    }
}

#[test]
fn a_constant_index_past_a_runtime_sized_array_is_found() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec2<u32>>;
        @compute @workgroup_size(1)
        fn main() { out[INDEX].x = 1u; }";
    for index in ["8u", "1000u", "3000000000u"] {
        let (buffers, report) = run_with(Options::default(), &source.replace("INDEX", index), 1, &[&[0; 16]]);
        assert_eq!(kinds(&report.findings), [(scanlab_emulator::FindingKind::OutOfBounds, vec![4])], "{index}");
        assert_eq!(buffers[0].iter().sum::<u32>(), 1);
    }
    let (_, report) = run_with(Options::default(), &source.replace("INDEX", "7u"), 1, &[&[0; 16]]);
    assert_eq!(report.findings, []);
}

#[test]
fn the_default_limit_of_steps_ends_a_loop_and_says_how_to_raise_it() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1)
        fn main() { var i = 0u; loop { i += 2u; if (i == 1u) { break; } } out[0] = i; }";
    assert_eq!(Options::default().step_limit, 1 << 28);
    let options = Options { step_limit: 1 << 20, ..Options::default() };
    let error = dispatch(options, &program(source), [1, 1, 1], &[&[0]]).expect_err("an endless loop");
    let expected =
        "steps: required at most 1048576, found more; the option step_limit (stepLimit in JSON) raises the limit";
    assert_eq!(error.to_string(), expected);
}

/// An instruction that moves many words counts as several steps, so that the limit bounds the time.
#[test]
fn words_that_are_moved_are_steps() {
    let source = |words| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> out: array<u32>;
             @compute @workgroup_size(1)
             fn main() {{
                var a: array<u32, {words}>;
                var b: array<u32, {words}>;
                for (var i = 0u; i < 100u; i++) {{ a[i % 4u] = i; b = a; a[0] = b[i % 4u]; }}
                out[0] = b[1];
             }}"
        )
    };
    let steps = |words| {
        let (_, report) = dispatch(Options::default(), &program(&source(words)), [1, 1, 1], &[&[0]]).expect("a run");
        report.passes[0].instructions
    };
    let (few, many) = (steps(4), steps(16_384));
    assert!(many > few + 100 * 16_384 / 16, "{few} {many}");
}

/// Reads of new addresses are progress, however many they are.
#[test]
fn a_long_sum_is_no_endless_wait() {
    let sum = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var<storage, read> data: array<u32>;
        @group(0) @binding(2) var<storage, read> count: array<u32>;
        @compute @workgroup_size(1)
        fn main() {
            var sum = 0u;
            for (var i = 0u; i < count[0]; i++) { sum += data[i]; }
            out[0] = sum;
        }";
    for schedule in Schedule::ALL {
        let n = 5_000;
        let options = Options { schedule, idle_limit: 1_000, ..Options::default() };
        let data = vec![1; n];
        let (buffers, report) = run_with(options, sum, 1, &[&[0], &data, &[n as u32]]);
        assert_eq!(report.findings, [], "{schedule:?}");
        assert_eq!((buffers[0][0], report.is_complete()), (n as u32, true));
    }
    let n = (1 << 22) + 1;
    let (buffers, report) = run_with(Options::default(), sum, 1, &[&[0], &vec![1; n], &[n as u32]]);
    assert_eq!(report.findings, []);
    assert_eq!(buffers[0][0], n as u32);
}

/// A wait does not count as endless while another invocation works. It counts as endless when no invocation works.
#[test]
fn a_wait_for_one_that_works_ends() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> flags: array<atomic<u32>>;
        @group(0) @binding(1) var<storage, read> data: array<u32>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) id: vec3<u32>) {
            if (id.x == 0u) {
                var sum = 0u;
                for (var row = 0u; row < data[0] + 2u; row++) { for (var i = 0u; i < 10000u; i++) { sum += data[10000u * row + i]; } }
                atomicStore(&flags[0], FLAG);
            } else {
                var window = 0u;
                while (atomicLoad(&flags[window]) == 0u) { window = (window + id.x) % 3u; }
            }
        }";
    for schedule in Schedule::ALL {
        let options = || Options { schedule, idle_limit: 5_000, ..Options::default() };
        let run = |flag: &str| run_with(options(), &source.replace("FLAG", flag), 3, &[&[0; 3], &[1; 30_000]]).1;
        let report = run("sum");
        assert_eq!(report.findings, [], "{schedule:?}");
        assert!(report.is_complete());
        let report = run("sum - 30000u");
        assert_eq!(
            kinds(&report.findings),
            [(scanlab_emulator::FindingKind::EndlessWait, vec![12; 2])],
            "{schedule:?}"
        );
        assert_eq!((report.passes[0].outcome, &report.passes[0].unfinished[..]), (Outcome::Endless, &[1, 2][..]));
    }
}

/// One workgroup waits at barriers without end while another one works.
#[test]
fn a_wait_at_barriers_is_found_beside_one_that_works() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> flag: u32;
        @compute @workgroup_size(4)
        fn main(@builtin(workgroup_id) id: vec3<u32>) {
            if (id.x == 0u) {
                loop { if (workgroupUniformLoad(&flag) != 0u) { break; } }
            } else {
                for (var i = 0u; i < 3000u; i++) { out[id.x] += i; }
            }
        }";
    for schedule in Schedule::ALL {
        let options = Options { schedule, idle_limit: 5_000, races: false, ..Options::default() };
        let report = run_with(options, source, 2, &[&[0; 2]]).1;
        assert_eq!(kinds(&report.findings), [(scanlab_emulator::FindingKind::EndlessWait, vec![7; 4])], "{schedule:?}");
        assert_eq!(report.passes[0].unfinished, [0], "{schedule:?}");
    }
}
