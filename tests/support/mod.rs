//! Tools that the tests on a device share: the device, jobs, and the check of one scan.
#![allow(dead_code, reason = "every test program uses its own part")]

mod device;
pub mod refused;

use std::collections::BTreeSet;
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::thread::sleep;
use std::time::Duration;

use scanlab::error::Error;
use scanlab::monoid::Monoid;
use scanlab::plan::{Direction, Fault, Form, Job, Limits, Mode, Segments, Tuning};
use scanlab::scan::{ALGORITHMS, Algorithm};
use scanlab_lab::gpu::{Cancel, Exchange, Gpu, Phases, ReadbackSlice, UploadSlice};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::reference;

pub use device::open;
use refused::takes;

/// The algorithms whose requirements the device meets.
pub fn offered(gpu: &Gpu) -> impl Iterator<Item = &'static Algorithm> {
    offered_by(gpu.limits())
}

/// The algorithms whose requirements a device with these limits meets.
pub fn offered_by(limits: Limits) -> impl Iterator<Item = &'static Algorithm> {
    ALGORITHMS.iter().copied().filter(move |algorithm| algorithm.check_needs(&limits).is_ok())
}

/// One operator of each element type and number of words; the kernels of the others differ only in the operator. The
/// operators of a kind take turns.
pub fn one_of_each_kind(turn: usize) -> impl Iterator<Item = Monoid> {
    let kind = |monoid: &Monoid| (monoid.element_type.name(), monoid.words());
    let kinds: BTreeSet<_> = Monoid::all().map(|monoid| kind(&monoid)).collect();
    kinds.into_iter().filter_map(move |of| {
        let monoids: Vec<_> = Monoid::all().filter(|monoid| kind(monoid) == of).collect();
        monoids.get(turn % monoids.len()).cloned()
    })
}

/// A quick run (`cargo xtask test --quick`, which sets `SCANLAB_QUICK`) takes one of this many kinds of scans as its
/// sample.
const QUICK_INTERVAL: u64 = 4;

/// Whether a kind of scan is in the sample of this run. Only a quick run leaves out kinds.
pub fn is_sampled(kind: impl Hash) -> bool {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    env::var_os("SCANLAB_QUICK").is_none() || hasher.finish().is_multiple_of(QUICK_INTERVAL)
}

/// The attempts of a run that must end; their pauses last 18 seconds in total.
pub const PATIENT: u32 = 20;

/// The result of a run, which is repeated while a busy software adapter aborts it: a tile exceeds its spins while the processor is taken
/// from the tile that it waits for. The pause before each attempt is twice as long, up to 2 seconds, so that other work can end.
pub async fn unless_aborted<T>(
    gpu: &Gpu,
    attempts: u32,
    attempt: impl AsyncFn() -> Result<T, Error>,
) -> Result<T, Error> {
    for rank in 1..attempts {
        match attempt().await {
            // A thread of a browser cannot sleep.
            Err(Error::Aborted(_)) if gpu.is_software() && cfg!(target_arch = "wasm32") => {}
            Err(Error::Aborted(_)) if gpu.is_software() => sleep(Duration::from_millis(1 << rank.min(11))),
            done => return done,
        }
    }
    attempt().await
}

/// An input, and its output.
pub struct Data {
    pub words: Vec<u32>,
    pub heads: Vec<u32>,
    /// The verified output of an operator that does not round; `None` before the first verification.
    verified: Option<Vec<u32>>,
}

/// The inputs and the output of a run.
struct Arrays<'a> {
    words: &'a [u32],
    heads: &'a [u32],
    initial: &'a [u32],
    output: Vec<u32>,
}

impl Exchange for Arrays<'_> {
    fn fill(&mut self, start: u32, slice: &mut UploadSlice) -> Result<(), Error> {
        slice.write(&mut |words| words.copy_from_slice(&self.words[start as usize..][..words.len()]))
    }

    fn fill_heads(&mut self, start: u32, heads: &mut [u32]) {
        heads.copy_from_slice(&self.heads[start as usize..][..heads.len()]);
    }

    fn fill_initial(&mut self, words: &mut [u32]) -> Result<(), Error> {
        words.copy_from_slice(self.initial);
        Ok(())
    }

    fn take(&mut self, start: u32, slice: &ReadbackSlice) {
        let words = slice.words();
        self.output[start as usize..][..words.len()].copy_from_slice(words);
    }
}

/// One scan of the test grid.
pub struct Case {
    pub algorithm: &'static Algorithm,
    pub form: Form,
    pub elements: u32,
    pub pattern: &'static Pattern,
    pub tuning: Tuning,
    pub withheld_percent: u32,
    /// Whether to plan as for a GPU on a software adapter.
    pub planned_for_gpu: bool,
    /// Whether to plan as for a device that starts workgroups in any order.
    pub with_tickets: bool,
}

impl Case {
    pub fn new(
        algorithm: &'static Algorithm,
        monoid: Monoid,
        mode: Mode,
        elements: u32,
        pattern: &'static str,
    ) -> Self {
        let pattern = Pattern::find(pattern).expect("a known pattern");
        Case {
            algorithm,
            form: Form::new(monoid, mode),
            elements,
            pattern,
            tuning: Tuning::new(),
            withheld_percent: 0,
            planned_for_gpu: false,
            with_tickets: false,
        }
    }

    pub fn tuned(mut self, name: &str, value: u32) -> Self {
        self.tuning.insert(name.into(), value);
        self
    }

    pub fn backward(mut self) -> Self {
        self.form.direction = Direction::Backward;
        self
    }

    pub fn segmented(mut self) -> Self {
        self.form.segments = Segments::Heads;
        self
    }

    pub fn segments(mut self, segments: Segments) -> Self {
        self.form.segments = segments;
        self
    }

    pub fn in_place(mut self) -> Self {
        self.form.in_place = true;
        self
    }

    /// The scan in place, if the algorithm allows that.
    pub fn in_place_if_possible(mut self) -> Self {
        self.form.in_place = self.algorithm.in_place.allows(self.form.mode);
        self
    }

    pub fn withheld(mut self, percent: u32) -> Self {
        self.withheld_percent = percent;
        self
    }

    pub fn planned_for_gpu(mut self) -> Self {
        self.planned_for_gpu = true;
        self
    }

    /// Whether the scan is in the sample of this run. Its length does not matter, since scans of several lengths share
    /// shaders.
    pub fn is_sampled(&self) -> bool {
        is_sampled(self.kind())
    }

    fn kind(&self) -> String {
        let Form { monoid, mode, direction, segments, in_place, .. } = &self.form;
        format!(
            "{} {} {} {mode:?} {direction:?} {segments:?} in_place={in_place} {:?}",
            self.algorithm.id,
            monoid.operator.id,
            monoid.element_type.name(),
            self.tuning
        )
    }

    fn name(&self) -> String {
        let Case { elements, pattern, withheld_percent, form: Form { initial, .. }, .. } = self;
        format!("{} initial={initial} n={elements} {} withheld {withheld_percent} %", self.kind(), pattern.id)
    }

    /// Whether the algorithm supports the form. If not, it refuses the form with a reason; `tests/registry.rs` lists
    /// these forms.
    pub fn is_taken(&self) -> bool {
        takes(self.algorithm, &self.form)
    }

    /// Runs the scan and compares every element with the oracle. Does nothing if the algorithm does not support the
    /// form.
    pub async fn examine(&self, gpu: &Gpu) {
        if !self.is_taken() {
            return;
        }
        self.verify(gpu, &mut self.data()).await.unwrap_or_else(|failure| panic!("{failure}"));
    }

    fn source(&self) -> Input {
        Input { pattern: self.pattern, monoid: self.form.monoid.clone(), seed: self.elements ^ 0x5eed }
    }

    /// The initial value; empty without one.
    fn initial(&self) -> Vec<u32> {
        let mut words = vec![0; if self.form.initial { self.form.monoid.words() as usize } else { 0 }];
        self.source().initial().fill(0, &mut words);
        words
    }

    /// The input, which is the same for every algorithm.
    pub fn data(&self) -> Data {
        let input = self.source();
        let mut words = vec![0; (self.elements * self.form.monoid.words()) as usize];
        input.fill(0, &mut words);
        let mut heads = vec![0; self.form.segments.head_words(self.elements) as usize];
        input.fill_head_words(self.form.segments, 0, &mut heads);
        Data { words, heads, verified: None }
    }

    /// Runs the scan on data of this form, length and pattern, and compares its output with the oracle.
    pub async fn verify(&self, gpu: &Gpu, data: &mut Data) -> Result<(), String> {
        let Some(run) = self.run_unless_aborted(gpu, &data.words, &data.heads).await else { return Ok(()) };
        let (depth, output) = run.map_err(|error| format!("{}: {error}", self.name()))?;
        // Without rounding all algorithms have the same output.
        if data.verified.as_ref() == Some(&output) {
            return Ok(());
        }
        let inputs = (&self.initial()[..], &data.words[..], &data.heads[..]);
        if let Some(mismatch) = reference::compare_from(&self.form, depth, inputs, &output) {
            return Err(format!("{}: {mismatch:?}", self.name()));
        }
        if !self.form.monoid.rounds() {
            data.verified = Some(output);
        }
        Ok(())
    }

    /// Runs the scan on given words; returns the depth of its plan and the output.
    pub async fn run(&self, gpu: &Gpu, words: &[u32], heads: &[u32]) -> Result<(u32, Vec<u32>), Error> {
        let job = self.job(gpu)?;
        let scan = self.algorithm.planned(job).expect("a plan");
        let initial = self.initial();
        let mut arrays = Arrays { words, heads, initial: &initial, output: vec![0xdead_beef; words.len()] };
        gpu.scan_with(&scan, &Cancel::default(), &mut arrays, Phases::ALL).await?;
        Ok((scan.plan().operator_depth, arrays.output))
    }

    /// Runs the scan on given words, and repeats a run that the device aborts. `None` if it aborts four runs.
    pub async fn run_unless_aborted(
        &self,
        gpu: &Gpu,
        words: &[u32],
        heads: &[u32],
    ) -> Option<Result<(u32, Vec<u32>), Error>> {
        let attempts = if self.algorithm.needs_progress() { 4 } else { 1 };
        let run = unless_aborted(gpu, attempts, async || self.run(gpu, words, heads).await).await;
        if gpu.is_software() && self.algorithm.needs_progress() && matches!(run, Err(Error::Aborted(_))) {
            println!("aborted each time: {}", self.name());
            return None;
        }
        Some(run)
    }

    /// The job on a device.
    pub fn job(&self, gpu: &Gpu) -> Result<Job, Error> {
        let limits = gpu.limits();
        Ok(Job {
            elements: self.elements,
            form: self.form.clone(),
            tuning: self.algorithm.resolve_tuning(&self.tuning)?,
            limits: Limits {
                software: limits.software && !self.planned_for_gpu,
                starts_in_order: !self.with_tickets && (limits.starts_in_order || self.planned_for_gpu),
                fault: Fault { withheld_percent: self.withheld_percent, ..Fault::NONE },
                ..limits
            },
        })
    }
}
