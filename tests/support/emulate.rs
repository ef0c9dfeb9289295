//! Runs plans on the emulator and compares their output with the oracle.
#![allow(dead_code, reason = "every test program uses its own part")]

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Fault, Form, Job, Limits, Mode, Plan, Tuning};
use scanlab::scan::Algorithm;
use scanlab_emulator::{Finding, FindingKind, Options, Played, Programs};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::recording::Recording;
use scanlab_lab::reference;

/// A scan to emulate.
#[derive(Clone)]
pub struct Case {
    pub algorithm: &'static Algorithm,
    pub form: Form,
    pub elements: u32,
    pub tuning: Tuning,
    pub withheld_percent: u32,
    pub pattern: &'static str,
    /// Whether workgroups start in order.
    pub starts_in_order: bool,
    /// Whether the input is zeros without heads.
    pub zeros: bool,
    /// The device's workgroup memory.
    pub workgroup_bytes: u32,
    /// The device's limit of workgroups in a dimension of a dispatch.
    pub workgroups_per_dimension: u32,
}

/// The sum of u32, the default operator of the tests.
pub fn add(mode: Mode) -> Form {
    Form::new(Monoid::find("add", ElementType::U32).expect("add on u32"), mode)
}

pub fn find(id: &str) -> &'static Algorithm {
    Algorithm::find(id).expect("a known algorithm")
}

/// Calls `test` for all items, on all cores.
pub fn in_parallel<T: Sync>(items: &[T], test: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            test(item);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        // The first failure, with its message.
        workers.into_iter().for_each(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
    });
}

impl Case {
    pub fn new(algorithm: &'static Algorithm, form: Form, elements: u32) -> Self {
        Case {
            algorithm,
            form,
            elements,
            tuning: Tuning::new(),
            withheld_percent: 0,
            pattern: "random",
            starts_in_order: false,
            zeros: false,
            workgroup_bytes: Limits::CORE.workgroup_bytes,
            workgroups_per_dimension: Limits::CORE.workgroups_per_dimension,
        }
    }

    pub fn tuned(mut self, name: &str, value: u32) -> Self {
        self.tuning.insert(name.into(), value);
        self
    }

    pub fn name(&self) -> String {
        let Form { monoid, mode, direction, segments, in_place, initial } = &self.form;
        format!(
            "{} {} {} {mode:?} {direction:?} {segments:?} in_place={in_place} initial={initial} {:?} n={}",
            self.algorithm.id,
            monoid.operator.id,
            monoid.element_type.name(),
            self.tuning,
            self.elements
        )
    }

    /// The job on a device with subgroups of this size. No device has subgroup operations of fewer than 4 invocations.
    pub fn job(&self, subgroup_size: u32) -> Job {
        let limits = Limits {
            subgroups: (subgroup_size >= 4).then_some((subgroup_size, subgroup_size)),
            forward_progress: true,
            starts_in_order: self.starts_in_order,
            // A small value, so that short inputs have reduce steps.
            parallelism: 8,
            workgroup_bytes: self.workgroup_bytes,
            workgroups_per_dimension: self.workgroups_per_dimension,
            fault: Fault { withheld_percent: self.withheld_percent, ..Fault::NONE },
            ..Limits::CORE
        };
        let tuning = self.algorithm.resolve_tuning(&self.tuning).expect("tuning within its range");
        Job { elements: self.elements, form: self.form.clone(), tuning, limits }
    }

    fn source(&self) -> Input {
        let pattern = Pattern::find(self.pattern).expect("a known pattern");
        Input { pattern, monoid: self.form.monoid.clone(), seed: self.elements ^ 0x5eed }
    }

    /// The input and its head flags.
    pub fn input(&self) -> (Vec<u32>, Vec<u32>) {
        let input = self.source();
        let mut words = vec![0; (self.elements * self.form.monoid.words()) as usize];
        let mut heads = vec![0; self.form.segments.head_words(self.elements) as usize];
        if !self.zeros {
            input.fill(0, &mut words);
            input.fill_head_words(self.form.segments, 0, &mut heads);
        }
        (words, heads)
    }

    /// The initial value, if there is one.
    pub fn initial(&self) -> Vec<u32> {
        let mut words = vec![0; if self.form.initial { self.form.monoid.words() as usize } else { 0 }];
        if !self.zeros {
            self.source().initial().fill(0, &mut words);
        }
        words
    }

    /// Plans and runs the case.
    pub fn play(&self, options: &Options, programs: &mut Programs) -> (Plan, Recording, Played) {
        let job = self.job(options.subgroup_size);
        let plan = self.algorithm.plan(&job);
        let (words, heads) = self.input();
        let recording = Recording::from_initial(&job, &plan, &self.initial(), &words, &heads);
        let played = emulated(&recording).play(options, programs);
        let played = played.unwrap_or_else(|error| panic!("{} {options:?}: {error}", self.name()));
        (plan, recording, played)
    }

    /// Whether a race is the known one of tiles in blocked arrangement in place. A load past the end is clamped to the
    /// last pack, which its invocation stores meanwhile. The loaded value is not used (`lib/tile_blocked.wgsl`).
    fn is_unused_load(&self, recording: &Recording, finding: &Finding) -> bool {
        let last_pack = self.form.monoid.words() * (self.elements - 1) / 4 * 4;
        let first = if self.form.direction == Direction::Backward { 0 } else { last_pack };
        let is = |action: &str, function: &str| {
            finding.places.iter().any(|place| place.action == action && place.function.contains(function))
        };
        let source = &recording.shaders[recording.passes[finding.pass as usize].shader];
        self.form.in_place
            && finding.kind == FindingKind::DataRace
            && is("read", "source_memory")
            && is("write", "store")
            && (first..first + 4).contains(&finding.address)
            && source.contains("fn transposed_memory")
    }

    /// Runs the case, and compares every element with the oracle. The run must have no finding.
    pub fn examine(&self, options: &Options, programs: &mut Programs) -> Played {
        let (plan, recording, played) = self.play(options, programs);
        let name = || format!("{} subgroups of {}, {:?}", self.name(), options.subgroup_size, options.schedule);
        let finding = played.report.findings.iter().find(|finding| !self.is_unused_load(&recording, finding));
        if let Some(finding) = finding {
            panic!("{}: {finding}\n{}", name(), excerpt(&recording, finding));
        }
        assert!(played.report.is_complete(), "{}", name());
        let aborted = recording.abort_flag.map(|rank| played.buffers[rank][1]);
        assert!(aborted.is_none_or(|flag| flag == 0), "{}: aborted", name());
        let (words, heads) = self.input();
        let output = &played.buffers[recording.output][..words.len()];
        let inputs = (&self.initial()[..], &words[..], &heads[..]);
        let mismatch = reference::compare_from(&self.form, plan.operator_depth, inputs, output);
        assert_eq!(mismatch, None, "{}", name());
        played
    }
}

/// The lines of a finding.
pub fn excerpt(recording: &Recording, finding: &scanlab_emulator::Finding) -> String {
    let source = &recording.shaders[recording.passes[finding.pass as usize].shader];
    let line = |place: &scanlab_emulator::Place| source.lines().nth(place.line.saturating_sub(1) as usize);
    finding.places.iter().filter_map(line).collect::<Vec<_>>().join("\n")
}

/// The recording in the emulator's types.
pub fn emulated(recording: &Recording) -> scanlab_emulator::Recording {
    let buffer = |buffer: &scanlab_lab::recording::RecordedBuffer| scanlab_emulator::RecordedBuffer {
        name: buffer.name.clone(),
        words: buffer.words.clone(),
    };
    let pass = |pass: &scanlab_lab::recording::RecordedPass| scanlab_emulator::RecordedPass {
        shader: pass.shader,
        entry_point: pass.entry_point.to_owned(),
        workgroups: pass.workgroups,
        bindings: pass.bindings.clone(),
    };
    scanlab_emulator::Recording {
        shaders: recording.shaders.clone(),
        buffers: recording.buffers.iter().map(buffer).collect(),
        passes: recording.passes.iter().map(pass).collect(),
    }
}
