//! What the tests on a device share: the device, jobs, and the examination of one scan.

mod device;

use scanlab::error::Error;
use scanlab::gpu::{Cancel, Gpu};
use scanlab::monoid::Monoid;
use scanlab::pattern::{Input, Pattern};
use scanlab::plan::{Direction, Form, Job, Mode, Tuning};
use scanlab::reference;
use scanlab::scan::Algorithm;

pub use device::open;

/// One scan of the test grid.
pub struct Case {
    pub algorithm: &'static Algorithm,
    pub form: Form,
    pub elements: u32,
    pub pattern: &'static Pattern,
    pub tuning: Tuning,
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
        Case { algorithm, form: Form::new(monoid, mode), elements, pattern, tuning: Tuning::new() }
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
        self.form.segmented = true;
        self
    }

    fn name(&self) -> String {
        let Form { monoid, mode, direction, segmented } = self.form;
        format!(
            "{} {} {} {mode:?} {direction:?} segmented={segmented} n={} {} {:?}",
            self.algorithm.id,
            monoid.operator.id,
            monoid.element_type.name(),
            self.elements,
            self.pattern.id,
            self.tuning
        )
    }

    /// Runs the scan and compares every element with the oracle's.
    pub async fn examine(&self, gpu: &Gpu) {
        let input = Input { pattern: self.pattern, monoid: self.form.monoid, seed: self.elements ^ 0x5eed };
        let mut words = vec![0; (self.elements * self.form.monoid.words()) as usize];
        input.fill(0, &mut words);
        let mut heads = vec![0; if self.form.segmented { self.elements as usize } else { 0 }];
        input.fill_heads(0, &mut heads);
        let ran = self.run(gpu, &words, &heads).await;
        let (depth, output) = ran.unwrap_or_else(|error| panic!("{}: {error}", self.name()));
        if let Some(mismatch) = reference::compare(self.form, depth, &words, &heads, &output) {
            panic!("{}: {mismatch:?}", self.name());
        }
    }

    /// The scan of given words, and the depth of its plan.
    pub async fn run(&self, gpu: &Gpu, words: &[u32], heads: &[u32]) -> Result<(u32, Vec<u32>), Error> {
        let job = Job {
            elements: self.elements,
            form: self.form,
            tuning: self.algorithm.resolve_tuning(&self.tuning)?,
            limits: gpu.limits(),
        };
        let plan = self.algorithm.plan(&job);
        let mut output = vec![0xdead_beef; words.len()];
        let fill = |start: u32, chunk: &mut [u32]| chunk.copy_from_slice(&words[start as usize..][..chunk.len()]);
        let fill_heads = |start: u32, chunk: &mut [u32]| chunk.copy_from_slice(&heads[start as usize..][..chunk.len()]);
        let take = |start: u32, chunk: &[u32]| output[start as usize..][..chunk.len()].copy_from_slice(chunk);
        gpu.scan(&job, &plan, &Cancel::default(), fill, fill_heads, take).await?;
        Ok((plan.operator_depth, output))
    }
}
