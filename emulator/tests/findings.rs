//! Each kind of finding, in a small broken kernel. The mended kernel has no finding.

mod support;

use scanlab_emulator::{FindingKind, Options, Outcome, Progress, Report, Schedule, Stall};
use support::{kinds, options, run_with};

/// The report of a kernel in each schedule, with two buffers of 256 zeros.
fn reports(source: &str, workgroups: u32) -> Vec<(Schedule, Report)> {
    let report = |schedule| (schedule, run_with(options(schedule, 8), source, workgroups, &[&[0; 256], &[0; 256]]).1);
    Schedule::ALL.into_iter().map(report).collect()
}

/// Fails unless, in every schedule, the kernel has findings of this kind only, each at one of these pairs of lines.
/// With `mend` in place of `fault`, it must have no finding.
fn assert_found(source: &str, (fault, mend): (&str, &str), kind: FindingKind, lines: &[&[u32]]) {
    assert!(source.contains(fault));
    for (schedule, report) in reports(source, 2) {
        let found = kinds(&report.findings);
        assert!(!found.is_empty(), "{schedule:?}: nothing found");
        for (found_kind, found_lines) in found {
            assert_eq!(found_kind, kind, "{schedule:?} {:?}", report.findings);
            assert!(lines.contains(&&*found_lines), "{schedule:?} {found_lines:?}");
        }
    }
    for (schedule, report) in reports(&source.replace(fault, mend), 2) {
        assert_eq!(report.findings, [], "{schedule:?}");
        assert!(report.is_complete());
    }
}

#[test]
fn a_missing_workgroup_barrier_is_a_race() {
    let source = "
        var<workgroup> values: array<u32, 32>;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(32)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            values[local_index] = local_index;
            /* barrier */
            out[id.x * 32u + local_index] = values[31u - local_index];
        }";
    assert_found(source, ("/* barrier */", "workgroupBarrier();"), FindingKind::DataRace, &[&[6, 8], &[8, 6]]);
}

#[test]
fn places_have_the_columns_of_their_accesses() {
    let source = "var<workgroup> values: array<u32, 32>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {
    let own = i; values[i] = own; out[i] = 1u + values[31u - i];
}";
    for (schedule, report) in reports(source, 1) {
        let race = report.findings.iter().find(|finding| finding.kind == FindingKind::DataRace).expect("a race");
        let mut places: Vec<_> = race.places.iter().map(|place| (place.action, place.line, place.column)).collect();
        places.sort_unstable();
        assert_eq!(places, [("read", 4, 49), ("write", 4, 18)], "{schedule:?}");
    }
}

#[test]
fn a_missing_second_barrier_in_a_loop_is_a_race() {
    let source = "
        var<workgroup> values: array<u32, 32>;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(32)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            var sum = local_index;
            values[local_index] = sum;
            workgroupBarrier();
            for (var distance = 1u; distance < 32u; distance *= 2u) {
                if (local_index >= distance) { sum += values[local_index - distance]; }
                /* barrier */
                values[local_index] = sum;
                workgroupBarrier();
            }
            out[id.x * 32u + local_index] = sum;
        }";
    assert_found(source, ("/* barrier */", "workgroupBarrier();"), FindingKind::DataRace, &[&[10, 12], &[12, 10]]);
}

#[test]
fn a_workgroup_barrier_does_not_order_storage() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(32)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            let base = id.x * 64u;
            out[base + local_index] = local_index;
            workgroupBarrier();
            out[base + 32u + local_index] = out[base + 31u - local_index];
        }";
    assert_found(source, ("workgroupBarrier", "storageBarrier"), FindingKind::DataRace, &[&[6, 8]]);
}

#[test]
fn workgroups_that_write_one_word_race() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) id: vec3<u32>) {
            out[id.x * 0u] = 1u;
        }";
    assert_found(source, ("id.x * 0u", "id.x"), FindingKind::DataRace, &[&[5, 5]]);
}

#[test]
fn atomics_do_not_race_and_order_nothing() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>, 1>;
        @group(0) @binding(1) var<storage, read_write> payload: array<u32>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) id: vec3<u32>) {
            if (id.x == 0u) {
                payload[0] = 7u;
                atomicStore(&flag[0], 1u);
            } else {
                while (atomicLoad(&flag[0]) == 0u) {}
                payload[1] = payload[0];
            }
        }";
    for (schedule, report) in reports(source, 2) {
        assert_eq!(kinds(&report.findings), [(FindingKind::PayloadBehindFlag, vec![7, 11])], "{schedule:?}");
    }
    let mended = source.replace("payload[1] = payload[0];", "payload[1] = atomicLoad(&flag[0]);");
    for (_, report) in reports(&mended, 2) {
        assert_eq!(report.findings, []);
    }
}

#[test]
fn a_barrier_that_some_invocations_miss_is_found() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(32)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            if (local_index < 16u + id.x) {
                workgroupBarrier();
            }
            out[id.x * 32u + local_index] = local_index;
        }";
    assert_found(source, ("local_index < 16u + id.x", "id.x < 16u"), FindingKind::NonUniformBarrier, &[&[6, 8]]);
    let ends = source.replace("workgroupBarrier();", "return;").replace("out[id", "workgroupBarrier(); out[id");
    for (schedule, report) in reports(&ends, 1) {
        assert_eq!(kinds(&report.findings), [(FindingKind::NonUniformBarrier, vec![8, 6])], "{schedule:?}");
        assert_eq!(report.findings[0].places[1].action, "end");
    }
}

#[test]
fn two_barriers_at_once_are_found() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(32)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            if (local_index < 16u + id.x) {
                workgroupBarrier();
            } else {
                workgroupBarrier();
            }
        }
        fn unused() { out[0] = 0u; }";
    assert_found(
        source,
        ("local_index < 16u + id.x", "id.x < 16u"),
        FindingKind::NonUniformBarrier,
        &[&[6, 8], &[8, 6]],
    );
}

#[test]
fn a_subgroup_operation_that_some_invocations_miss_is_found() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(8)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            var sum = 0u;
            if (local_index < 4u * (id.x + 1u) - 4u * id.x) {
                sum = subgroupAdd(local_index);
            }
            out[id.x * 8u + local_index] = sum;
        }";
    let fix = ("local_index < 4u * (id.x + 1u) - 4u * id.x", "id.x < 9u");
    assert_found(source, fix, FindingKind::NonUniformCollective, &[&[7, 9]]);
}

#[test]
fn iterations_of_one_operation_are_different_instances() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(8)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            var sum = 0u;
            for (var i = 0u; i < 3u; i++) {
                if (i == 0u && local_index == 3u) { continue; }
                sum += subgroupAdd(1u);
            }
            out[id.x * 8u + local_index] = sum;
        }";
    assert_found(source, ("i == 0u && local_index == 3u", "i == 0u"), FindingKind::NonUniformCollective, &[&[8, 8]]);
}

#[test]
fn calls_of_one_function_from_two_places_are_different_instances() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        fn total(value: u32) -> u32 {
            return subgroupAdd(value);
        }
        @compute @workgroup_size(8)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            var sum: u32;
            if (local_index % 2u == 0u) { sum = total(1u); } else { sum = total(2u); }
            out[id.x * 8u + local_index] = sum;
        }";
    assert_found(
        source,
        ("local_index % 2u == 0u", "id.x == 0u"),
        FindingKind::NonUniformCollective,
        &[&[4, 4], &[4, 10]],
    );
}

#[test]
fn an_index_out_of_bounds_is_found_and_stays_in_bounds() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> values: array<u32, 4>;
        @compute @workgroup_size(4)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            values[local_index] = local_index;
            workgroupBarrier();
            out[id.x * 4u + local_index] = values[local_index + 1u];
        }";
    assert_found(source, ("local_index + 1u", "local_index / 1u"), FindingKind::OutOfBounds, &[&[8]]);
}

#[test]
fn an_index_past_a_runtime_sized_array_is_found() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec2<u32>>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) id: vec3<u32>) {
            out[1000u * id.x].x = 1u;
        }";
    assert_found(source, ("1000u * id.x", "id.x"), FindingKind::OutOfBounds, &[&[5]]);
}

#[test]
fn a_uniform_load_of_different_addresses_is_found() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> values: array<u32, 8>;
        @compute @workgroup_size(8)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            values[local_index] = local_index;
            out[id.x * 8u + local_index] = workgroupUniformLoad(&values[local_index]);
        }";
    assert_found(source, ("values[local_index])", "values[3])"), FindingKind::NonUniformPointer, &[&[7, 7]]);
}

#[test]
fn a_wait_for_a_workgroup_that_does_not_start_never_ends() {
    // Each workgroup waits for the next one. With one workgroup in flight, the second starts only when the first has
    // ended.
    let source = "
        @group(0) @binding(0) var<storage, read_write> flags: array<atomic<u32>, 4>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) all: vec3<u32>) {
            atomicStore(&flags[id.x], 1u);
            if (id.x + 1u < all.x) {
                while (atomicLoad(&flags[id.x + 1u]) == 0u) {}
            }
        }";
    let run = |progress, workgroups_in_flight, schedule| {
        let options = Options { progress, workgroups_in_flight, schedule, idle_limit: 10_000, ..Options::default() };
        run_with(options, source, 4, &[&[0; 4]]).1
    };
    for schedule in Schedule::ALL {
        let report = run(Progress::OccupancyBound, 1, schedule);
        assert_eq!(kinds(&report.findings), [(FindingKind::EndlessWait, vec![7])]);
        assert_eq!(report.findings[0].variable, "flags");
        assert_eq!((report.passes[0].outcome, &report.passes[0].unfinished[..]), (Outcome::Endless, &[0, 1, 2, 3][..]));
        assert!(run(Progress::Fair, 1, schedule).is_complete());
        assert!(run(Progress::OccupancyBound, 4, schedule).is_complete());
    }
}

#[test]
fn the_order_of_starts_matters_where_nothing_else_is_guaranteed() {
    // Each workgroup waits for the previous one. This is safe if workgroups start in order.
    let source = "
        @group(0) @binding(0) var<storage, read_write> flags: array<atomic<u32>, 8>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) id: vec3<u32>) {
            if (id.x > 0u) { while (atomicLoad(&flags[id.x - 1u]) == 0u) {} }
            atomicStore(&flags[id.x], 1u);
        }";
    let run = |progress, start_order| {
        let options =
            Options { progress, start_order, workgroups_in_flight: 2, idle_limit: 10_000, ..Options::default() };
        run_with(options, source, 8, &[&[0; 8]]).1.is_complete()
    };
    use scanlab_emulator::StartOrder::{Ascending, Descending};
    assert!(run(Progress::OccupancyBound, Ascending));
    assert!(!run(Progress::OccupancyBound, Descending));
    assert!(run(Progress::LinearOccupancyBound, Descending));
    assert!(run(Progress::Fair, Descending));
}

#[test]
fn stalled_workgroups_are_never_resumed() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>, 8>;
        @compute @workgroup_size(1)
        fn main(@builtin(workgroup_id) id: vec3<u32>) {
            atomicAdd(&out[id.x], 1u);
            atomicAdd(&out[id.x], 1u);
        }";
    let stall = Stall { percent: 100, after_accesses: 1 };
    let options = Options { progress: Progress::None, stall, ..Options::default() };
    let (buffers, report) = run_with(options, source, 8, &[&[0; 8]]);
    assert_eq!(buffers[0], [1; 8]);
    assert_eq!((report.passes[0].outcome, report.passes[0].unfinished.len()), (Outcome::Stalled, 8));
    let guaranteed = Options { stall, ..Options::default() };
    assert!(guaranteed.check().is_err());
}

#[test]
fn a_loop_without_accesses_ends_at_the_limit_of_steps() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1)
        fn main() { var i = 0u; while (true) { i += 1u; if (i == 0u) { out[0] = 1u; } } }";
    let program = scanlab_emulator::Program::new(source, "main", &Default::default()).unwrap();
    let mut machine = scanlab_emulator::Machine::new(Options { step_limit: 100_000, ..Options::default() }).unwrap();
    let out = machine.buffer(vec![0]);
    let error = machine.dispatch(&program, [1, 1, 1], &[(0, 0, out)]).unwrap_err();
    assert_eq!(error, scanlab_emulator::Error::Steps { limit: 100_000 });
}
