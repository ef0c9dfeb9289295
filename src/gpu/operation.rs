//! A complete operation: upload, run, read back as many elements as the count on the device says.

use super::memory::STORAGE;
use super::{Cancel, Gpu, GpuBuffer, ReadbackSlice, ScanData, UploadSlice};
use crate::error::Error;
use crate::operation::{Count, OperationJob};
use crate::plan::{Plan, Resource};

/// The inputs of operations, in the order of their uploads.
const INPUTS: [Resource; 3] = [Resource::Source, Resource::Heads, Resource::Values];

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
    /// [`Error::NoMemory`].
    fn begin(&mut self, output: Resource, words: u32) -> Result<(), Error>;

    /// Reads an output's words from `start` on.
    fn take(&mut self, output: Resource, start: u32, slice: &ReadbackSlice);
}

/// The inputs of an operation, as words.
#[derive(Clone, Copy, Debug, Default)]
pub struct OperationInput<'a> {
    /// The first.
    pub source: &'a [u32],
    /// The flags of a selection.
    pub flags: &'a [u32],
    /// The second.
    pub values: &'a [u32],
}

/// The outputs of an operation, as words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationOutput {
    /// The first.
    pub words: Vec<u32>,
    /// The second.
    pub second: Vec<u32>,
    /// The count, as [`Count`] describes it; none of operations without one.
    pub count: Option<u32>,
}

/// An [`OperationExchange`] of words in memory.
struct InMemory<'a> {
    input: OperationInput<'a>,
    output: OperationOutput,
}

impl OperationExchange for InMemory<'_> {
    fn fill(&mut self, input: Resource, start: u32, slice: &mut UploadSlice) -> Result<(), Error> {
        let words = match input {
            Resource::Heads => self.input.flags,
            Resource::Values => self.input.values,
            _ => self.input.source,
        };
        slice.write(&mut |part| part.copy_from_slice(&words[start as usize..][..part.len()]))
    }

    fn begin(&mut self, output: Resource, words: u32) -> Result<(), Error> {
        *self.words_of(output) = crate::words::zeroed(words as usize)?;
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
    /// Buffers for an operation on at least one element.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn operation_data(&self, job: &OperationJob) -> Result<ScanData, Error> {
        let resources = [
            (Resource::Prefixes, "output"),
            (Resource::Source, "source"),
            (Resource::Heads, "flags"),
            (Resource::Values, "values"),
            (Resource::SecondOutput, "second output"),
            (Resource::Count, "count"),
        ];
        let wanted = resources.map(|(resource, label)| job.buffer_bytes(resource).map(|bytes| (label, bytes)));
        let made = self.allocate(&wanted.into_iter().flatten().collect::<Vec<_>>(), STORAGE).await?;
        let mut made = made.into_iter();
        let mut slots = wanted.map(|wanted| wanted.and_then(|_| made.next())).into_iter();
        let mut next = || slots.next().flatten();
        let Some(prefixes) = next() else {
            return Err(Error::bad_argument("an operation", "one with an output", job.operation.id));
        };
        let (source, heads, values, second_output, count) = (next(), next(), next(), next(), next());
        Ok(ScanData { heads, values, second_output, count, ..ScanData::new(source, prefixes) })
    }

    /// [`Gpu::operate_with`] on words in memory.
    ///
    /// # Errors
    /// As [`Gpu::operate_with`].
    pub async fn operate(
        &self,
        job: &OperationJob,
        plan: &Plan,
        cancel: &Cancel,
        input: OperationInput<'_>,
    ) -> Result<OperationOutput, Error> {
        let mut exchange = InMemory { input, output: OperationOutput::default() };
        let count = self.operate_with(job, plan, cancel, &mut exchange).await?;
        Ok(OperationOutput { count, ..exchange.output })
    }

    /// Runs an operation on at least one element, whose inputs and outputs go through `exchange`; returns the count that the device has
    /// computed.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Unsupported`], [`Error::Cancelled`], [`Error::DeviceLost`], and those of the exchange.
    pub async fn operate_with(
        &self,
        job: &OperationJob,
        plan: &Plan,
        cancel: &Cancel,
        exchange: &mut dyn OperationExchange,
    ) -> Result<Option<u32>, Error> {
        let data = self.operation_data(job).await?;
        for input in INPUTS {
            let Some((buffer, words)) = data.buffer(input).zip(job.buffer_words(input)) else { continue };
            let mut staging = self.upload_staging(words).await?;
            let fill = &mut |start, slice: &mut UploadSlice| exchange.fill(input, start, slice);
            self.upload_staged(&mut staging, (buffer, words), cancel, fill).await?;
        }
        let prepared = self.prepare(plan, job.form(), &data).await?;
        self.run_while(&prepared, &|| cancel.check()).await?;
        self.check_abort_flag(&prepared).await?;
        let count = match &data.count {
            Some(count) => Some(self.first_word(count, cancel).await?),
            None => None,
        };
        let outputs = job.outputs();
        let elements = count.filter(|_| outputs.count == Count::Length);
        let first = elements.map_or(outputs.words, |elements| elements.min(outputs.words));
        self.read_output(Resource::Prefixes, &data.prefixes, first, cancel, exchange).await?;
        if let Some(second) = &data.second_output {
            let most = outputs.second_words.unwrap_or_default();
            let counted = elements.map(|elements| elements.saturating_mul(outputs.second_element_words));
            let words = counted.map_or(most, |words| words.min(most));
            self.read_output(Resource::SecondOutput, second, words, cancel, exchange).await?;
        }
        Ok(count)
    }

    async fn first_word(&self, buffer: &GpuBuffer, cancel: &Cancel) -> Result<u32, Error> {
        let mut word = 0;
        self.download(buffer, 0, 1, cancel, |_, words| word = words[0]).await?;
        Ok(word)
    }

    async fn read_output(
        &self,
        output: Resource,
        buffer: &GpuBuffer,
        words: u32,
        cancel: &Cancel,
        exchange: &mut dyn OperationExchange,
    ) -> Result<(), Error> {
        exchange.begin(output, words)?;
        if words == 0 {
            return Ok(());
        }
        self.download_slices(buffer, 0..words, cancel, &mut |start, slice| exchange.take(output, start, slice)).await
    }
}
