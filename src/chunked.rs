//! Scans of any length, chunk by chunk: what a device can bind bounds a chunk and not the whole, and the carry from chunk to
//! chunk never leaves the device.

use crate::error::Error;
use crate::gpu::{Cancel, Gpu, Prepared, ScanData, Staging};
use crate::plan::{Direction, Job};
use crate::request::Resolved;

/// A long scan under way. Chunks come in the order of the scan: of a backward one, the last first. After an error it
/// cannot go on.
pub struct ChunkedScan {
    /// The job of the longest chunk, for which there are buffers.
    chunk: Resolved,
    data: ScanData,
    staging: Staging,
    /// What runs; most chunks are of one length.
    ready: Option<Ready>,
    /// Whether the next chunk goes on where the last one ended; segments may end with a chunk.
    joined: bool,
}

/// A plan for chunks of one length.
struct Ready {
    elements: u32,
    prepared: Prepared,
    /// Rank of the pass that applies the carry.
    carry_pass: usize,
}

/// The first and the last head of a chunk.
#[derive(Clone, Copy, Default)]
struct HeadsFound {
    first: Option<u32>,
    last: Option<u32>,
}

impl HeadsFound {
    fn look(&mut self, start: u32, heads: &[u32]) {
        let index = |position: usize| start + position as u32;
        let first = heads.iter().position(|&head| head != 0).map(index);
        self.first = self.first.or(first);
        self.last = heads.iter().rposition(|&head| head != 0).map(index).or(self.last);
    }
}

impl ChunkedScan {
    /// A scan in chunks of no more elements than the job has, whose buffers serve all of them.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for chunks of no elements, [`Error::Unsupported`] for a scan in place, [`Error::OutOfMemory`],
    /// [`Error::DeviceLost`].
    pub async fn new(gpu: &Gpu, chunk: Resolved) -> Result<Self, Error> {
        let Job { elements, form, .. } = chunk.job;
        if elements == 0 {
            return Err(Error::bad_argument("chunks", "of one element or more", "0"));
        }
        if form.in_place {
            let reason =
                "a scan in place requires all of its input on the device; one in chunks asks for a chunk's end again";
            return Err(Error::Unsupported(reason.into()));
        }
        let mut data = gpu.scan_data(&chunk.job).await?;
        data.carry = gpu.storage(["carry"], form.monoid.bytes()).await?.into_iter().next();
        let staging = gpu.staging(elements * form.monoid.words()).await?;
        Ok(ChunkedScan { chunk, data, staging, ready: None, joined: false })
    }

    /// Scans the next `elements` elements: `fill`, `fill_heads` and `take` as in [`Gpu::scan`].
    ///
    /// # Errors
    /// [`Error::BadArgument`] for a chunk that is too long, and all that [`Gpu::scan`] may say.
    pub async fn push(
        &mut self,
        gpu: &Gpu,
        elements: u32,
        cancel: &Cancel,
        fill: impl FnMut(u32, &mut [u32]),
        mut fill_heads: impl FnMut(u32, &mut [u32]),
        mut take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        let Job { elements: most, form, .. } = self.chunk.job;
        if elements > most {
            return Err(Error::bad_argument("a chunk", format!("of {most} elements or fewer"), elements.to_string()));
        }
        if elements == 0 {
            return Ok(());
        }
        let words = elements * form.monoid.words();
        let ready = match self.ready.take().filter(|ready| ready.elements == elements) {
            Some(ready) => ready,
            None => self.prepare(gpu, elements).await?,
        };
        gpu.upload(self.data.source(), words, cancel, fill).await?;
        let mut found = HeadsFound::default();
        if let Some(heads) = &self.data.heads {
            let fill_and_look = |start: u32, flags: &mut [u32]| {
                fill_heads(start, flags);
                found.look(start, flags);
            };
            gpu.upload(heads, elements, cancel, fill_and_look).await?;
        }
        gpu.set_argument(&ready.prepared, ready.carry_pass, self.reach(elements, found));
        gpu.run_and_read(&ready.prepared, &self.data.prefixes, words, &self.staging, cancel, &mut take).await?;
        // Backward, a head at the chunk's first element ends its segment there.
        self.joined = form.direction == Direction::Forward || found.first != Some(0);
        self.ready = Some(ready);
        Ok(())
    }

    async fn prepare(&self, gpu: &Gpu, elements: u32) -> Result<Ready, Error> {
        let job = Job { elements, ..self.chunk.job.clone() };
        let (plan, carry_pass) = self.chunk.algorithm.plan_chunk(&job);
        let prepared = gpu.prepare(&plan, job.form, &self.data).await?;
        Ok(Ready { elements, prepared, carry_pass })
    }

    /// How many elements of a chunk, in the order of the scan, go on with what the chunks before have left.
    fn reach(&self, elements: u32, heads: HeadsFound) -> u32 {
        match self.chunk.job.form.direction {
            _ if !self.joined => 0,
            Direction::Forward => heads.first.unwrap_or(elements),
            Direction::Backward => elements - heads.last.unwrap_or(0),
        }
    }
}
