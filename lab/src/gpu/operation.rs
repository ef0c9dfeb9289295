//! A complete operation: upload, run, and readback of the number of elements that the device has counted.

use super::batch::Before;
use super::cache::{CachedRun, RunSizes, Shape};
use super::memory::Part;
use super::parts::staged_words;
use super::readback::ReadbackSource;
use super::{Cancel, Gpu, IoBuffers, PendingErrors, ReadbackSlice, UploadSlice};
use scanlab::error::Error;
use scanlab::operation::{OperationJob, Outputs, PlannedOperation};
use scanlab::plan::{Plannable, Port, Resource};
use scanlab::record::low_level::check_flags;

/// The maximum number of words, 1 MiB, of outputs that are read back whole together with the count. A second wait would
/// take longer than the readback of the unused words.
const SINGLE_READBACK_WORDS: u64 = 1 << 18;

/// The source of an operation's inputs and the destination of its outputs, slice by slice in ascending order.
pub trait OperationExchange {
    /// Writes an input's words from `start` on.
    ///
    /// # Errors
    /// Those of the source.
    fn fill(&mut self, input: Resource, start: u32, slice: &mut UploadSlice) -> Result<(), Error>;

    /// States the length of an output in words, before its first slice.
    ///
    /// # Errors
    /// [`Error::HostOutOfMemory`].
    fn begin(&mut self, output: Resource, words: u32) -> Result<(), Error>;

    /// Reads an output's words from `start` on.
    fn take(&mut self, output: Resource, start: u32, slice: &ReadbackSlice);
}

/// The inputs of an operation, as words. An input that the operation does not take is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct OperationInput<'a> {
    /// The first input.
    pub source: &'a [u32],
    /// The flags of a selection, each 0 or 1.
    pub flags: &'a [u32],
    /// The values or the sorted keys.
    pub values: &'a [u32],
    /// The offsets of segments.
    pub offsets: &'a [u32],
}

impl OperationInput<'_> {
    /// Fails unless the inputs have the operation's lengths, and flags are 0 or 1.
    fn check(&self, job: &OperationJob) -> Result<(), Error> {
        let second = job.operation.second_input();
        let inputs = [
            ("source", Resource::Input, self.source),
            ("flags", Resource::Flags, self.flags),
            (&*second.to_string(), second, self.values),
            ("offsets", Resource::Offsets, self.offsets),
        ];
        for (name, resource, words) in inputs {
            let required = job.words_of(resource).unwrap_or_default();
            if words.len() != required as usize {
                let what = format!("{name} of {}", job.operation.id);
                return Err(Error::bad_argument(what, format!("of {required} words"), words.len().to_string()));
            }
        }
        check_flags("flags", 0, self.flags)
    }
}

/// The outputs of an operation, as words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationOutput {
    /// The first output.
    pub words: Vec<u32>,
    /// The second output.
    pub second: Vec<u32>,
    /// The count, as [`Count`](scanlab::operation::Count) describes it; `None` if the operation has no count.
    pub count: Option<u32>,
}

struct InMemory<'a> {
    input: OperationInput<'a>,
    output: OperationOutput,
}

impl OperationExchange for InMemory<'_> {
    fn fill(&mut self, input: Resource, start: u32, slice: &mut UploadSlice) -> Result<(), Error> {
        let words = match input {
            Resource::Flags => self.input.flags,
            Resource::Input => self.input.source,
            Resource::Offsets => self.input.offsets,
            _ => self.input.values,
        };
        slice.write(&mut |part| part.copy_from_slice(&words[start as usize..][..part.len()]))
    }

    fn begin(&mut self, output: Resource, words: u32) -> Result<(), Error> {
        *self.words_of(output) = scanlab::record::low_level::zeroed(words as usize)?;
        Ok(())
    }

    fn take(&mut self, output: Resource, start: u32, slice: &ReadbackSlice) {
        let words = slice.words();
        self.words_of(output)[start as usize..][..words.len()].copy_from_slice(words);
    }
}

impl InMemory<'_> {
    fn words_of(&mut self, output: Resource) -> &mut Vec<u32> {
        if output == Resource::SecondOutput { &mut self.output.second } else { &mut self.output.words }
    }
}

impl Gpu {
    /// [`Gpu::operate_with`] on words in memory.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for inputs of another length than the operation's, and for flags other than 0 and 1; and
    /// as [`Gpu::operate_with`].
    pub async fn operate(
        &self,
        operation: &PlannedOperation,
        cancel: &Cancel,
        input: OperationInput<'_>,
    ) -> Result<OperationOutput, Error> {
        input.check(operation.job())?;
        let mut exchange = InMemory { input, output: OperationOutput::default() };
        let count = self.operate_with(operation, cancel, &mut exchange).await?;
        Ok(OperationOutput { count, ..exchange.output })
    }

    /// Runs an operation on at least one element. The inputs and outputs go through `exchange`. Returns the count that the
    /// device has computed. A run that was aborted because workgroups started out of order is repeated, including the upload.
    ///
    /// # Errors
    /// [`Error::DeviceOutOfMemory`], [`Error::Aborted`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`], and those of the
    /// exchange.
    pub async fn operate_with(
        &self,
        operation: &PlannedOperation,
        cancel: &Cancel,
        exchange: &mut dyn OperationExchange,
    ) -> Result<Option<u32>, Error> {
        self.repeated(operation, true, async |operation| self.operate_once(operation, cancel, exchange).await).await
    }

    async fn operate_once(
        &self,
        operation: &PlannedOperation,
        cancel: &Cancel,
        exchange: &mut dyn OperationExchange,
    ) -> Result<Option<u32>, Error> {
        let (job, plan) = (operation.job(), operation.plan());
        let operation = Some(job.operation.id);
        let form = &job.form();
        let shape = Shape { elements: job.elements, form, operation, plan };
        let mut run = self.cached_run(shape, sizes_of(job, plan.abort_flags.len()), cancel).await?;
        let mut uploads = PendingErrors::new();
        for Port { resource, words, .. } in job.ports().into_iter().filter(Port::is_input) {
            let CachedRun { data, upload_staging, .. } = &mut run;
            let Some(buffer) = data.buffer(resource) else { continue };
            let fill = &mut |start, slice: &mut UploadSlice| exchange.fill(resource, start, slice);
            uploads.extend(self.upload_staged(upload_staging, (buffer, words), cancel, fill).await?);
        }
        let count = self.run_and_read_outputs(job, (&run, uploads), cancel, exchange).await?;
        self.cache.put(run, false);
        Ok(count)
    }

    /// Runs an operation and reads its outputs. Short outputs are read in a single wait, together with the count that
    /// gives their length.
    async fn run_and_read_outputs(
        &self,
        job: &OperationJob,
        (run, uploads): (&CachedRun, PendingErrors),
        cancel: &Cancel,
        exchange: &mut dyn OperationExchange,
    ) -> Result<Option<u32>, Error> {
        self.run_until_last_submission(&run.prepared, cancel).await?;
        let mut last = Some(Before::LastSubmission(&run.prepared));
        let outputs = outputs_of(job, &run.data);
        let abort_codes: Vec<_> = run.prepared.abort_flags().map(Part::abort_code).collect();
        let short = if is_short(job, abort_codes.len()) { &outputs[..] } else { &[] };
        let count = run.data.buffer(Resource::Count).map(|buffer| Part { buffer, first: 0, words: 1 });
        let whole = short.iter().map(|&(_, part)| part);
        let parts: Vec<_> = whole.chain(abort_codes.iter().copied()).chain(count).collect();
        let pending = last.take_if(|_| !parts.is_empty());
        let pending = pending.map(|last| self.request_parts(run.readback_staging.first(), &parts, last));
        self.check_upload(uploads).await?;
        let mapped = match pending {
            Some(pending) => Some(self.receive_parts(pending).await?),
            None => None,
        };
        for index in short.len()..short.len() + abort_codes.len() {
            let code = mapped.as_ref().map_or(Ok(0), |mapped| mapped.first_of(index))?;
            if code != 0 {
                return Err(self.run_aborted(code));
            }
        }
        let count = mapped.as_ref().zip(count).map(|(mapped, _)| mapped.first_of(parts.len() - 1)).transpose()?;
        // Slices of long outputs use the same staging buffer, so its mapping ends here.
        let mapped = mapped.filter(|_| !short.is_empty());
        for (index, &(output, part)) in outputs.iter().enumerate() {
            let words = counted_words(job, output, count).min(part.words);
            exchange.begin(output, words)?;
            match &mapped {
                _ if words == 0 => {}
                Some(mapped) => exchange.take(output, 0, &mapped.words_of(index, words)?),
                None => self.read_long(run, (output, Part { words, ..part }), last.take(), cancel, exchange).await?,
            }
        }
        Ok(count)
    }

    /// Reads an output slice by slice, after the commands of `before`.
    async fn read_long(
        &self,
        run: &CachedRun,
        (output, part): (Resource, Part<'_>),
        before: Option<Before<'_>>,
        cancel: &Cancel,
        exchange: &mut dyn OperationExchange,
    ) -> Result<(), Error> {
        cancel.check()?;
        let Part { buffer, first: start, words } = part;
        let source = ReadbackSource { buffer, start, words, abort_flag: None };
        let readback = self.begin_readback(&run.readback_staging, source, before.unwrap_or(Before::Nothing));
        self.finish_readback(readback, cancel, &mut |start, slice| exchange.take(output, start, slice)).await
    }
}

/// The outputs of an operation except its count.
fn sized_outputs(job: &OperationJob) -> impl Iterator<Item = Port> {
    job.ports().into_iter().filter(|port| port.is_output() && port.resource != Resource::Count)
}

/// The outputs of an operation except its count, as parts of their buffers.
fn outputs_of<'a>(job: &OperationJob, data: &'a IoBuffers) -> Vec<(Resource, Part<'a>)> {
    let part =
        |port: Port| Some((port.resource, Part { buffer: data.buffer(port.resource)?, first: 0, words: port.words }));
    sized_outputs(job).filter_map(part).collect()
}

/// The words of an output, given the count; `u32::MAX` if the count does not bound them.
fn counted_words(job: &OperationJob, output: Resource, count: Option<u32>) -> u32 {
    let counted = count.zip(job.counted_words(output));
    counted.map_or(u32::MAX, |(elements, words)| elements.saturating_mul(words))
}

/// Words of the staging buffer that holds whole outputs, the abort codes and the count.
fn whole_words(job: &OperationJob, abort_codes: usize) -> u64 {
    let Outputs { words, second_words, .. } = job.outputs();
    let outputs = [words, second_words.unwrap_or_default()];
    staged_words(outputs.into_iter().chain(std::iter::repeat_n(1, abort_codes + 1)))
}

/// Whether the outputs of a job are read back whole.
fn is_short(job: &OperationJob, abort_codes: usize) -> bool {
    whole_words(job, abort_codes) <= SINGLE_READBACK_WORDS
}

fn sizes_of(job: &OperationJob, abort_codes: usize) -> RunSizes {
    let Outputs { words, second_words, .. } = job.outputs();
    let ports = job.ports();
    let inputs = ports.iter().filter(|port| port.is_input()).map(|port| port.words);
    let longest = words.max(second_words.unwrap_or_default());
    let is_short = is_short(job, abort_codes);
    RunSizes {
        upload_words: inputs.max().unwrap_or_default(),
        ports,
        readback_words: if is_short { whole_words(job, abort_codes) as u32 } else { longest },
    }
}
