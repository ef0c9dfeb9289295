//! Validation of every shader of every plan by naga, and comparison with the plan; without a device.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/refused.rs"]
mod refused;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use naga::valid::{Capabilities, ValidationFlags, Validator};
use refused::{assert_refusal, takes};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OPERATIONS, OperationJob, Options};
use scanlab::plan::{Direction, Form, Job, Limits, Mask, Mode, Pass, Resource, Segments, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab::shader::{Shader, compose};

/// WebGPU's guaranteed number of storage buffers of a pass.
const STORAGE_BUFFERS: usize = 8;

/// Direction, segments, in place, initial value: the parts of a form that change the shaders and their bindings.
const FORMS: [(Direction, Segments, bool, bool); 9] = [
    (Direction::Forward, Segments::Whole, false, false),
    (Direction::Forward, Segments::Whole, true, false),
    (Direction::Forward, Segments::Whole, false, true),
    (Direction::Backward, Segments::Heads, false, false),
    (Direction::Backward, Segments::Heads, true, true),
    (Direction::Forward, Segments::HeadBits, false, false),
    (Direction::Backward, Segments::HeadBits, false, true),
    (Direction::Backward, Segments::Rows(1_000), false, false),
    (Direction::Backward, Segments::Columns(1_000), true, true),
];

fn jobs(algorithm: &'static Algorithm, monoid: Monoid) -> Vec<Job> {
    let mut tunings = vec![Tuning::new()];
    for parameter in algorithm.tuning {
        tunings.extend([parameter.min, parameter.max].map(|value| Tuning::from([(parameter.name.to_owned(), value)])));
    }
    let mut jobs = Vec::new();
    for tuning in tunings {
        let tuning = algorithm.resolve_tuning(&tuning).expect("tuning within its range");
        // One tile, several tiles, and several levels of tiles.
        for elements in [1, 5_000, 20_000_000] {
            for mode in [Mode::Inclusive, Mode::Exclusive] {
                for (direction, segments, in_place, initial) in FORMS {
                    let form = Form { direction, segments, in_place, initial, ..Form::new(monoid.clone(), mode) };
                    if !takes(algorithm, &form) {
                        continue;
                    }
                    jobs.push(Job { elements, form, tuning: tuning.clone(), limits: Limits::CORE });
                }
            }
        }
    }
    jobs
}

fn parse(shader: &Shader, capabilities: Capabilities) -> (naga::Module, naga::valid::ModuleInfo) {
    let module = naga::front::wgsl::parse_str(&shader.source).unwrap_or_else(|error| {
        let line = error.location(&shader.source).map_or(1, |location| location.line_number as usize);
        panic!("{}", shader.locate(line, error.message()))
    });
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    let info = validator.validate(&module).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&shader.source)));
    (module, info)
}

fn check(pass: &Pass, shader: &Shader, limits: Limits) {
    // No optional features except those that the kernel declares.
    let capabilities = if pass.kernel.subgroups { Capabilities::SUBGROUP } else { Capabilities::empty() };
    let (module, info) = parse(shader, capabilities);
    let name = pass.kernel.entry_point;
    let index = module.entry_points.iter().position(|entry| entry.name == name);
    let index = index.unwrap_or_else(|| panic!("no entry point {name}"));
    let entry = info.get_entry_point(index);
    let mut bound = BTreeSet::new();
    let mut workgroup_bytes = 0;
    for (handle, global) in module.global_variables.iter() {
        if entry[handle].is_empty() {
            continue;
        }
        if let Some(binding) = &global.binding {
            bound.insert(binding.binding);
        }
        if global.space == naga::AddressSpace::WorkGroup {
            workgroup_bytes += module.types[global.ty].inner.size(module.to_ctx());
        }
    }
    bound.remove(&0);
    let planned: BTreeSet<u32> = pass.bindings.iter().map(|&(binding, _)| binding).collect();
    assert_eq!(bound, planned, "bindings of {name} in {}", pass.kernel.root.path);
    assert!(bound.len() <= STORAGE_BUFFERS, "{name} binds {} buffers", bound.len());
    assert!(workgroup_bytes <= limits.workgroup_bytes, "{name} takes {workgroup_bytes} bytes of workgroup memory");
    let invocations: u32 = module.entry_points[index].workgroup_size.iter().product();
    assert!(invocations <= 256, "{name} has {invocations} invocations a workgroup");
}

fn bindings(pass: &Pass) -> Vec<u32> {
    pass.bindings.iter().map(|&(binding, _)| binding).collect()
}

/// One pass for each kernel and set of bindings, since a plan may have thousands of passes with few kernels.
fn distinct(passes: Vec<Pass>) -> Vec<Pass> {
    let mut distinct: Vec<Pass> = Vec::new();
    for pass in passes {
        let same = |other: &Pass| other.kernel == pass.kernel && bindings(other) == bindings(&pass);
        if !distinct.iter().any(same) {
            distinct.push(pass);
        }
    }
    distinct
}

/// Checked shaders: source, entry point and bindings.
type Seen = Mutex<BTreeSet<(String, &'static str, Vec<u32>)>>;

fn check_all(algorithm: &'static Algorithm, monoid: Monoid, seen: &Seen) {
    for job in jobs(algorithm, monoid) {
        // A chunk has no initial value.
        let plan = if job.form.initial { algorithm.plan(&job) } else { algorithm.plan_chunk(&job).0 };
        for pass in distinct(plan.passes) {
            let shader = compose(&pass.kernel);
            let key = (shader.source.clone(), pass.kernel.entry_point, bindings(&pass));
            if seen.lock().expect("no failed check").insert(key) {
                check(&pass, &shader, job.limits);
            }
        }
    }
}

#[test]
fn every_shader_is_valid_and_has_the_bindings_of_its_plan() {
    let pairs = |&algorithm: &&'static Algorithm| Monoid::all().map(move |monoid| (algorithm, monoid));
    let pairs: Vec<_> = ALGORITHMS.iter().flat_map(pairs).collect();
    let (next, seen) = (AtomicUsize::new(0), Seen::default());
    let check_some = || {
        while let Some((algorithm, monoid)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            check_all(algorithm, monoid.clone(), &seen);
        }
    };
    // In parallel, since naga takes about a minute in all.
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(check_some))));
    let seen = seen.into_inner().expect("no failed check").len();
    assert!(seen > 100, "only {seen} shaders");
}

/// An operation on records of several lengths, by flags and by a condition, and with every further output. Empty for an
/// operation that moves no records.
fn records(job: &OperationJob) -> Vec<OperationJob> {
    if !["compact", "partition", "unique", "sort", "segmented-sort"].contains(&job.operation.id) {
        return Vec::new();
    }
    let of = |record_words: u32| {
        let code = format!("x[0] < i && x[{}] > 3u", record_words - 1);
        let condition = Mask::condition_on_record(&code, ElementType::U32, record_words).expect("a condition");
        [(Mask::Flags, false), (condition, ["compact", "unique"].contains(&job.operation.id))].map(|(mask, indices)| {
            let options = Options { mask, indices, values: true, record_words, ..Options::default() };
            OperationJob { options, ..job.clone() }
        })
    };
    let jobs: Vec<_> = [2, 3, 16].into_iter().flat_map(of).collect();
    let reversed = |job: &OperationJob| {
        let options = Options { reversed: true, ..job.options.clone() };
        (job.operation.id == "partition").then(|| OperationJob { options, ..job.clone() })
    };
    let reversed: Vec<_> = jobs.iter().filter_map(reversed).collect();
    [jobs, reversed].concat()
}

/// The kernels also keep to the limit of workgroup memory, which wide elements test. An operation has no kernel beyond
/// it.
#[test]
fn every_shader_of_an_operation_is_valid_and_has_the_bindings_of_its_plan() {
    let devices = [None, Some((32, 32))];
    let devices = devices.map(|subgroups| Limits { forward_progress: true, subgroups, ..Limits::CORE });
    let monoids: Vec<_> =
        Monoid::all().filter(|monoid| ["add", "max", "bicyclic", "mat2"].contains(&&*monoid.operator.id)).collect();
    let mut seen = BTreeSet::new();
    for (operation, &scan) in
        OPERATIONS.iter().flat_map(|&operation| ALGORITHMS.iter().map(move |scan| (operation, scan)))
    {
        let takes_operator = operation.sums;
        for monoid in monoids.iter().filter(|monoid| takes_operator || monoid.operator.id == "add") {
            for limits in devices {
                let job = OperationJob::new(operation.id, 70_001, monoid.clone(), limits).expect("an operation");
                let job = OperationJob { scan, ..job };
                if let Err(error) = job.check_scan() {
                    assert_refusal(&error, scan);
                    continue;
                }
                let reversed = Options { reversed: true, ..Options::default() };
                let reversed = (operation.id == "partition").then_some(reversed);
                let wide = Options { key_words: 2, descending: true, ..Options::default() };
                let wide = operation.sorts_wide_keys.then_some(wide);
                let others = [reversed, wide].into_iter().flatten();
                let others = others.map(|options| OperationJob { options, ..job.clone() }).collect::<Vec<_>>();
                for pass in [job].into_iter().chain(others).flat_map(|job| distinct(job.plan().passes)) {
                    let shader = compose(&pass.kernel);
                    if seen.insert((shader.source.clone(), pass.kernel.entry_point, bindings(&pass))) {
                        check(&pass, &shader, limits);
                    }
                }
            }
        }
    }
    assert!(seen.len() > 100, "only {} shaders", seen.len());
}

#[test]
fn every_shader_that_moves_records_is_valid_and_has_the_bindings_of_its_plan() {
    let mut seen = BTreeSet::new();
    for subgroups in [None, Some((32, 32)), Some((4, 128))] {
        let limits = Limits { forward_progress: true, starts_in_order: true, subgroups, ..Limits::CORE };
        for (operation, &scan) in
            OPERATIONS.iter().flat_map(|&operation| ALGORITHMS.iter().map(move |scan| (operation, scan)))
        {
            let job = OperationJob::new(operation.id, 70_001, Monoid::counts(), limits).expect("an operation");
            let job = OperationJob { scan, ..job };
            let is_offered = job.check_scan().is_ok();
            for job in records(&job).into_iter().filter(|_| is_offered) {
                for pass in distinct(job.plan().passes) {
                    let shader = compose(&pass.kernel);
                    if seen.insert((shader.source.clone(), pass.kernel.entry_point, bindings(&pass))) {
                        check(&pass, &shader, limits);
                    }
                }
            }
        }
    }
    assert!(seen.len() > 100, "only {} shaders", seen.len());
}

#[test]
fn no_pass_binds_a_buffer_twice_and_every_plan_writes_the_output() {
    for &algorithm in ALGORITHMS {
        for job in jobs(algorithm, Monoid::all().next().expect("an operator")) {
            let plan = algorithm.plan(&job);
            for pass in &plan.passes {
                let resources: BTreeSet<_> =
                    pass.bindings.iter().map(|(_, resource)| format!("{resource:?}")).collect();
                assert_eq!(resources.len(), pass.bindings.len(), "{}: {:?}", algorithm.id, pass.bindings);
            }
            let writes_output = |pass: &&Pass| pass.bindings.iter().any(|&(_, resource)| resource == Resource::Output);
            assert!(plan.passes.iter().any(|pass| writes_output(&pass)), "{} has no output", algorithm.id);
        }
    }
}

#[test]
fn plans_have_the_passes_and_memory_of_their_sources() {
    let monoid = Monoid::all().next().expect("an operator");
    let plan = |id: &str, elements: u32, tuning: &[(&str, u32)]| {
        let algorithm = Algorithm::find(id).expect("a known algorithm");
        let given = tuning.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        let tuning = algorithm.resolve_tuning(&given).expect("tuning within its range");
        algorithm.plan(&Job {
            elements,
            form: Form::new(monoid.clone(), Mode::Inclusive),
            tuning,
            limits: Limits::CORE,
        })
    };
    // Horn: log2 n dispatches and one buffer beside the output.
    assert_eq!(plan("hillis-steele", 1 << 20, &[]).passes.len(), 20);
    assert_eq!(plan("hillis-steele", (1 << 20) + 1, &[]).passes.len(), 21);
    assert_eq!(plan("hillis-steele", 1 << 20, &[]).total_scratch_bytes(), 4 << 20);
    // One dispatch per level, up and down. All levels together hold less than the input.
    assert_eq!(plan("reduce-downsweep", 1 << 20, &[]).passes.len(), 40);
    assert!(plan("reduce-downsweep", 1 << 20, &[]).total_scratch_bytes() < 4 << 20);
    // The hybrid at both ends of its tuning is the two algorithms that it combines.
    assert_eq!(plan("hybrid", 1 << 18, &[("reduce_steps", 9)]).passes.len(), 9 + 9 + 9);
    assert_eq!(plan("hybrid", 1 << 18, &[("reduce_steps", 0)]).passes.len(), 18);
    assert_eq!(plan("hybrid", 1 << 18, &[("reduce_steps", 32)]).passes.len(), 36);
    // Merry: one level for every factor of the block size, and scratch memory for the sums.
    let reduce_then_scan = plan("reduce-then-scan", 1 << 24, &[("items", 8)]);
    assert_eq!(reduce_then_scan.passes.len(), 2 + 1 + 2);
    assert_eq!(reduce_then_scan.total_scratch_bytes(), 4 * ((1 << 13) + 4));
    // Three kernels and one sum per block, for any length.
    for elements in [1, 5_000, 20_000_000] {
        assert_eq!(plan("two-level", elements, &[]).passes.len(), 3);
        assert!(plan("two-level", elements, &[]).total_scratch_bytes() <= 4 * 1024);
        assert_eq!(plan("two-level", elements, &[("blocks", 1)]).passes.len(), 3);
    }
    // Nakano: scratch memory of size n, and of size k for groups.
    assert!(plan("nakano", 1 << 20, &[]).total_scratch_bytes() < 4 << 20);
    let groups = plan("nakano-sequential", 1 << 20, &[("k", 1 << 14)]);
    assert!(groups.total_scratch_bytes() < 4 << 14);
    assert_eq!(groups.passes.len(), 64 * 2 * 13);
    // Without elements, a plan has no passes.
    for &algorithm in ALGORITHMS {
        assert!(plan(algorithm.id, 0, &[]).passes.is_empty(), "{}", algorithm.id);
    }
}
