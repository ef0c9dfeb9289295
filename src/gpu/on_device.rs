//! Scans and operations whose inputs and outputs are buffers of the device: they are copied on the device, and only counts and abort codes
//! are read back.

use std::iter::repeat_n;

use super::cache::{CachedRun, RunSizes, Shape};
use super::data::DataBytes;
use super::operation::{INPUTS, OUTPUTS, counted_words, outputs_of};
use super::parts::{Part, staged_words};
use super::watch::SUBMISSION_ERRORS;
use super::{Cancel, Gpu, GpuBuffer};
use crate::error::Error;
use crate::operation::{Count, OperationJob};
use crate::plan::{Job, Plan, Resource};

/// The source of inputs and the destination of outputs on the device. What it submits is ordered with the run's own submissions.
pub trait DeviceExchange {
    /// Submits a copy of an input into a buffer of the run.
    fn copy_in(&mut self, input: Resource, buffer: &GpuBuffer);

    /// Submits a copy of an output's first words out of a buffer of the run, which the next run may overwrite. Outputs whose lengths are
    /// known are copied before the run is waited for, so that both are waited for at once: of a run that fails they are void.
    fn copy_out(&mut self, output: Resource, buffer: &GpuBuffer, words: u32);

    /// Called once all outputs are copied of a run that is not waited for yet: commands that are submitted from now on see them.
    fn submitted(&mut self);
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
    /// [`Error::OutOfMemory`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`].
    pub async fn scan_on_device(
        &self,
        job: &Job,
        plan: &Plan,
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<(), Error> {
        let shape = Shape { elements: job.elements, form: job.form, operation: None, plan, on_device: true };
        let known = [(Resource::Prefixes, job.elements * job.form.monoid.words())];
        let (run, _) = self.run_on_device((shape, DataBytes::of_scan(job)), &known, cancel, exchange).await?;
        self.cache.put(run, false);
        Ok(())
    }

    /// Runs an operation on at least one element; returns the count that the device has computed.
    ///
    /// # Errors
    /// As [`Gpu::scan_on_device`].
    pub async fn operate_on_device(
        &self,
        job: &OperationJob,
        plan: &Plan,
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<Option<u32>, Error> {
        let operation = Some(job.operation.id);
        let shape = Shape { elements: job.elements, form: job.form(), operation, plan, on_device: true };
        let is_counted = job.outputs().count != Count::None;
        let sized = OUTPUTS.into_iter().filter_map(|output| Some((output, job.buffer_words(output)?)));
        let known: Vec<_> = sized.filter(|_| !is_counted).collect();
        let (run, count) = self.run_on_device((shape, DataBytes::of_operation(job)), &known, cancel, exchange).await?;
        for (output, part) in outputs_of(job, &run.data).into_iter().filter(|_| is_counted) {
            exchange.copy_out(output, part.buffer, counted_words(job, output, count).min(part.words));
        }
        self.cache.put(run, false);
        Ok(count)
    }

    /// Runs on copies of the inputs, copies the outputs whose words are known, and reads the abort codes and the count.
    async fn run_on_device(
        &self,
        (shape, data): (Shape<'_>, DataBytes),
        known: &[(Resource, u32)],
        cancel: &Cancel,
        exchange: &mut dyn DeviceExchange,
    ) -> Result<(CachedRun, Option<u32>), Error> {
        let read_back = staged_words(repeat_n(1, shape.plan.abort_flags.len() + 1)) as u32;
        let sizes = RunSizes { data, upload_words: 0, readback_words: read_back };
        let run = self.cached_run(shape, sizes, cancel).await?;
        for input in INPUTS {
            if let Some(buffer) = run.data.buffer(input) {
                exchange.copy_in(input, buffer);
            }
        }
        let last = self.run_until_last_submission(&run.prepared, cancel).await?;
        let codes = run.prepared.abort_flags().map(Part::abort_code);
        let count = run.data.count.as_ref().map(|buffer| Part { buffer, first: 0, words: 1 });
        let parts: Vec<_> = codes.chain(count).collect();
        if parts.is_empty() {
            let ((), errors) = self.with_error_scopes(SUBMISSION_ERRORS, || {
                self.queue.submit([last.finish()]);
            });
            copy_out_known(&run, known, exchange);
            // Asked for at once: each answer of a browser's device takes as long as a short scan.
            let mut done = self.submitted_work();
            self.check_scopes("a dispatch", 0, errors).await?;
            self.wait(&mut done).await?;
            return Ok((run, None));
        }
        let pending = self.request_parts(run.readback_staging.first(), &parts, last);
        copy_out_known(&run, known, exchange);
        let mapped = self.receive_parts(pending).await?;
        for rank in 0..parts.len() - usize::from(count.is_some()) {
            match mapped.first_of(rank)? {
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
