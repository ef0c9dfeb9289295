//! Scans and operations whose inputs and outputs are buffers of the device: they are copied on the device, and only counts and abort codes
//! are read back.

use std::iter::repeat_n;

use super::batch::Before;
use super::cache::{CachedRun, RunSizes, Shape};
use super::memory::Part;
use super::operation::{counted_words, outputs_of, sized_outputs};
use super::parts::staged_words;
use super::{Cancel, Gpu, GpuBuffer};
use scanlab::error::Error;
use scanlab::operation::{Count, PlannedOperation};
use scanlab::plan::{Port, Resource};
use scanlab::scan::PlannedScan;

/// The source of inputs and the destination of outputs on the device. What it submits is ordered with the run's own submissions.
pub trait DeviceExchange {
    /// Submits a copy of an input into a buffer of the run; once more where the run is repeated.
    fn copy_in(&mut self, input: Resource, buffer: &GpuBuffer);

    /// Submits a copy of an output's first words out of a buffer of the run, which the next run may overwrite. Outputs whose lengths are
    /// known are copied before the run is waited for, so that both are waited for at once: of a run that fails they are void, and a
    /// repeated one copies them once more.
    fn copy_out(&mut self, output: Resource, buffer: &GpuBuffer, words: u32);

    /// Called once all outputs are copied of a run that is not waited for yet: commands that are submitted from now on see them.
    fn submitted(&mut self);

    /// Whether `submitted` passes the outputs on. What has seen the outputs of a run that was aborted would be wrong after a repetition, and
    /// the inputs may have been written again: such a run is not repeated.
    fn passes_on(&self) -> bool;
}

impl Gpu {
    /// The browser's device.
    #[cfg(target_arch = "wasm32")]
    pub fn handle(&self) -> Option<&wgpu::webgpu::GpuDevice> {
        self.device.as_webgpu()
    }

    /// Scans at least one element; waits until the device has finished.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::Aborted`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn scan_on_device(
        &self,
        scan: &PlannedScan,
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<(), Error> {
        let is_repeatable = !exchange.passes_on();
        self.repeated(scan, is_repeatable, async |scan| self.scan_on_device_once(scan, cancel, exchange).await).await
    }

    async fn scan_on_device_once(
        &self,
        scan: &PlannedScan,
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<(), Error> {
        let (job, plan) = (&scan.job().job, scan.plan());
        let shape = Shape { elements: job.elements, form: &job.form, operation: None, plan, on_device: true };
        let known = [(Resource::Output, job.elements * job.form.monoid.words())];
        let (run, _) = self.run_on_device((shape, job.ports()), &known, cancel, exchange).await?;
        self.cache.put(run, false);
        Ok(())
    }

    /// Runs an operation on at least one element; returns the count that the device has computed.
    ///
    /// # Errors
    /// As [`Gpu::scan_on_device`].
    pub async fn operate_on_device(
        &self,
        operation: &PlannedOperation,
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<Option<u32>, Error> {
        // Outputs of a length that the device computes are passed on once the run is known to be right.
        let is_counted = operation.job().outputs().count != Count::None;
        let is_repeatable = is_counted || !exchange.passes_on();
        let attempt = async |operation: &_| self.operate_on_device_once(operation, cancel, exchange).await;
        self.repeated(operation, is_repeatable, attempt).await
    }

    async fn operate_on_device_once(
        &self,
        operation: &PlannedOperation,
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<Option<u32>, Error> {
        let (job, plan) = (operation.job(), operation.plan());
        let operation = Some(job.operation.id);
        let form = &job.form();
        let shape = Shape { elements: job.elements, form, operation, plan, on_device: true };
        let is_counted = job.outputs().count != Count::None;
        let sized = sized_outputs(job).filter(|_| !is_counted);
        let known: Vec<_> = sized.map(|port| (port.resource, port.words)).collect();
        let (run, count) = self.run_on_device((shape, job.ports()), &known, cancel, exchange).await?;
        for (output, part) in outputs_of(job, &run.data).into_iter().filter(|_| is_counted) {
            exchange.copy_out(output, part.buffer, counted_words(job, output, count).min(part.words));
        }
        self.cache.put(run, false);
        Ok(count)
    }

    /// Runs on copies of the inputs, copies the outputs whose words are known, and reads the abort codes and the count.
    async fn run_on_device(
        &self,
        (shape, ports): (Shape<'_>, Vec<Port>),
        known: &[(Resource, u32)],
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<(CachedRun, Option<u32>), Error> {
        let read_back = staged_words(repeat_n(1, shape.plan.abort_flags.len() + 1)) as u32;
        let inputs: Vec<_> = ports.iter().filter(|port| port.is_input()).map(|port| port.resource).collect();
        let sizes = RunSizes { ports, upload_words: 0, readback_words: read_back };
        let run = self.cached_run(shape, sizes, cancel).await?;
        for input in inputs {
            if let Some(buffer) = run.data.buffer(input) {
                exchange.copy_in(input, buffer);
            }
        }
        self.run_until_last_submission(&run.prepared, cancel).await?;
        let last = Before::LastSubmission(&run.prepared);
        let codes = run.prepared.abort_flags().map(Part::abort_code);
        let count = run.data.buffer(Resource::Count).map(|buffer| Part { buffer, first: 0, words: 1 });
        let parts: Vec<_> = codes.chain(count).collect();
        if parts.is_empty() {
            let (mut done, errors) = self.submit_watched(last);
            copy_out_known(&run, known, exchange);
            self.check_scopes("a dispatch", 0, errors).await?;
            self.wait(&mut done).await?;
            return Ok((run, None));
        }
        let pending = self.request_parts(run.readback_staging.first(), &parts, last);
        copy_out_known(&run, known, exchange);
        let mapped = self.receive_parts(pending).await?;
        for index in 0..parts.len() - usize::from(count.is_some()) {
            match mapped.first_of(index)? {
                0 => {}
                code => return Err(self.run_aborted(code)),
            }
        }
        let count = count.map(|_| mapped.first_of(parts.len() - 1)).transpose()?;
        drop(mapped);
        Ok((run, count))
    }
}

/// Copies outputs whose words are known before the run is done, all or none of them.
fn copy_out_known(run: &CachedRun, known: &[(Resource, u32)], exchange: &mut dyn DeviceExchange) {
    if known.is_empty() {
        return;
    }
    for &(output, words) in known {
        if let Some(buffer) = run.data.buffer(output) {
            exchange.copy_out(output, buffer, words);
        }
    }
    exchange.submitted();
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::gpu::OpenOptions;
    use scanlab::monoid::{ElementType, Monoid};
    use scanlab::plan::{Abort, Fault, Form, Job, Limits, Mode, Tuning};
    use scanlab::scan::Algorithm;

    /// A caller's buffers. What it submits it copies from and to them.
    struct Buffers<'a> {
        gpu: &'a Gpu,
        input: GpuBuffer,
        output: GpuBuffer,
        passes_on: bool,
        copies: [u32; 2],
    }

    impl Buffers<'_> {
        fn copy(&self, from: &GpuBuffer, to: &GpuBuffer, bytes: u64) {
            let mut encoder = self.gpu.encoder();
            encoder.copy_buffer_to_buffer(&from.0, 0, &to.0, 0, bytes);
            self.gpu.queue.submit([encoder.finish()]);
        }
    }

    impl DeviceExchange for Buffers<'_> {
        fn copy_in(&mut self, _: Resource, buffer: &GpuBuffer) {
            self.copies[0] += 1;
            self.copy(&self.input, buffer, self.input.0.size());
        }

        fn copy_out(&mut self, _: Resource, buffer: &GpuBuffer, words: u32) {
            self.copies[1] += 1;
            self.copy(buffer, &self.output, 4 * u64::from(words));
        }

        fn submitted(&mut self) {}

        fn passes_on(&self) -> bool {
            self.passes_on
        }
    }

    /// Scans ones on a device that breaks the order of starts; also in place, where the first run has overwritten its copy of the input.
    async fn scan(in_place: bool, passes_on: bool) -> Option<Result<[u32; 2], Error>> {
        const ELEMENTS: u32 = 3_000;
        let gpu = match Gpu::open(OpenOptions::default()).await {
            Ok(gpu) => gpu,
            Err(error) if std::env::var_os("SCANLAB_REQUIRE_GPU").is_some() => panic!("no device: {error}"),
            Err(_) => return None,
        };
        let fault = Fault { breaks_order: true, ..Fault::NONE };
        let limits = Limits { starts_in_order: true, forward_progress: true, fault, ..gpu.limits() };
        limits.subgroups?;
        let form = Form { in_place, ..Form::new(Monoid::find("add", ElementType::U32).unwrap(), Mode::Inclusive) };
        let algorithm = Algorithm::find("look-back").unwrap();
        let tuning = algorithm.resolve_tuning(&Tuning::from([("items".into(), 1)])).unwrap();
        let planned = algorithm.planned(Job { elements: ELEMENTS, form, tuning, limits }).expect("a plan");
        let [input, output] = gpu.storage(["input", "output"], 4 * u64::from(ELEMENTS)).await.unwrap();
        let none = Cancel::default();
        gpu.upload(&input, ELEMENTS, &none, |_, words| words.fill(1)).await.unwrap();
        let mut buffers = Buffers { gpu: &gpu, input, output, passes_on, copies: [0; 2] };
        // On a busy software adapter a tile with a ticket may exceed its spins.
        for _ in 0..20 {
            buffers.copies = [0; 2];
            match gpu.scan_on_device(&planned, &none, &mut buffers).await {
                Err(Error::Aborted(Abort::NoProgress)) => {}
                Err(error) => return Some(Err(error)),
                Ok(()) => break,
            }
        }
        let right = |start: u32, words: &[u32]| assert!((start + 1..).zip(words).all(|(sum, &word)| sum == word));
        gpu.download(&buffers.output, 0, ELEMENTS, &none, right).await.unwrap();
        Some(Ok(buffers.copies))
    }

    #[test]
    fn a_run_whose_outputs_are_not_passed_on_is_repeated() {
        for in_place in [false, true] {
            let Some(copies) = block_on(scan(in_place, false)) else { return };
            assert_eq!(copies, Ok([2, 2]));
        }
    }

    #[test]
    fn a_run_whose_outputs_are_passed_on_is_not_repeated() {
        let Some(copies) = block_on(scan(false, true)) else { return };
        assert_eq!(copies, Err(Error::Aborted(Abort::OutOfOrder)));
    }
}
