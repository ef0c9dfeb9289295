//! Scans of any length in chunks. The device's binding limit bounds a chunk, not the scan. The carry, the combination of
//! all earlier elements, stays on the device from chunk to chunk.
//!
//! The scan is double-buffered: a chunk is scanned and read back while the next chunk is uploaded. Besides the buffers and
//! scratch memory of the chunks, there are staging buffers of at most 16 MiB for uploads, and of at most 16 MiB per
//! chunk for readbacks.

use std::cell::{Cell, RefCell};
use std::mem::replace;
use std::rc::Rc;

use futures_channel::oneshot::{self, Receiver};

use crate::gpu::{
    Cancel, Exchange, Gpu, GpuBuffer, IoBuffers, PendingErrors, Prepared, ReadbackStaging, UploadSlice, UploadStaging,
    fill_heads,
};
use crate::request::Resolved;
use scanlab::error::Error;
use scanlab::plan::{Direction, Job, Resource, Segments};

/// A scan in chunks. The caller pushes the chunks in the order of the scan: for a backward scan, the last chunk first. An
/// error ends the scan.
pub struct ChunkedScan {
    /// The job of the longest chunk, for which the buffers are allocated.
    chunk: Resolved,
    /// The combination of the elements of the previous chunks. The device runs the chunks in order.
    carry: Rc<GpuBuffer>,
    /// Whether the next chunk continues the last segment of the previous chunk.
    continues: Cell<bool>,
    /// Only for scans of rows. Forward: the column of the next chunk's first element. Backward: the column after the next
    /// chunk's last element.
    column: Cell<u32>,
    /// The staging buffers of the chunk that is being uploaded.
    upload_staging: RefCell<UploadStaging>,
    /// Completes when the next chunk can be uploaded and run.
    upload_turn: RefCell<Receiver<()>>,
    /// Two waits. They complete when buffers are available for the next chunk, and for the chunk after it.
    buffers_free: RefCell<[Receiver<()>; 2]>,
    /// Buffers of finished chunks.
    unused: RefCell<Vec<ChunkBuffers>>,
    failure: RefCell<Option<Error>>,
}

/// The buffers of a chunk from its upload to the end of its readback.
struct ChunkBuffers {
    data: IoBuffers,
    readback_staging: ReadbackStaging,
    /// The last plan on these buffers, since most chunks have the same length.
    prepared: Option<PreparedChunk>,
}

struct PreparedChunk {
    elements: u32,
    prepared: Prepared,
    /// Index of the pass that applies the carry.
    carry_pass: usize,
}

/// The indices of the first and the last head of a chunk.
#[derive(Clone, Copy, Default)]
struct SegmentHeads {
    first: Option<u32>,
    last: Option<u32>,
}

impl SegmentHeads {
    /// Records a slice of the head flags of a chunk of `elements` elements. The slice begins at word `start`. Bits past
    /// the last element are not flags.
    fn extend(&mut self, segments: Segments, elements: u32, start: u32, heads: &[u32]) {
        let index = |position: usize, bit: u32| match segments {
            Segments::HeadBits => u32::BITS * (start + position as u32) + bit,
            _ => start + position as u32,
        };
        let word = |position: usize| match elements - index(position, 0) {
            bits @ ..u32::BITS if segments == Segments::HeadBits => heads[position] & ((1 << bits) - 1),
            _ => heads[position],
        };
        let first = (0..heads.len()).find(|&position| word(position) != 0);
        self.first = self.first.or(first.map(|position| index(position, word(position).trailing_zeros())));
        let last = (0..heads.len()).rfind(|&position| word(position) != 0);
        let last = last.map(|position| index(position, u32::BITS - 1 - word(position).leading_zeros()));
        self.last = last.or(self.last);
    }

    /// The first and the last head of the rows in a chunk. The chunk's first element is in the column `first_column`.
    fn of_rows(columns: u32, first_column: u32, elements: u32) -> Self {
        let first = (columns - first_column) % columns;
        if first >= elements {
            return SegmentHeads::default();
        }
        SegmentHeads { first: Some(first), last: Some(first + (elements - 1 - first) / columns * columns) }
    }
}

/// A wait that is over.
fn completed() -> Receiver<()> {
    let (sender, receiver) = oneshot::channel();
    let _ = sender.send(());
    receiver
}

impl ChunkedScan {
    /// A scan in chunks of at most the job's length. The buffers of chunks are made on first use.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for chunks of no elements, [`Error::Unsupported`] for a scan in place, from an initial value or of columns, [`Error::DeviceOutOfMemory`],
    /// [`Error::DeviceLost`].
    pub async fn new(gpu: &Gpu, mut chunk: Resolved) -> Result<Self, Error> {
        // Without tickets, a run in which workgroups start out of order fails and must be repeated. A chunk cannot be
        // repeated, because its carry may be in use already. So its tiles draw tickets.
        chunk.job.limits.starts_in_order = false;
        let Job { elements, ref form, .. } = chunk.job;
        if elements == 0 {
            return Err(Error::bad_argument("chunks", "of one element or more", "0"));
        }
        if form.in_place {
            let reason = "a scan in place has one buffer; a scan in chunks reads the end of a chunk after it has stored the output there, so it needs a second buffer";
            return Err(Error::Unsupported(reason.into()));
        }
        if form.initial {
            let reason = "a scan in chunks has no initial value: the sum of earlier chunks takes its place";
            return Err(Error::Unsupported(reason.into()));
        }
        if matches!(form.segments, Segments::Columns(_)) {
            let reason = "a scan along columns requires all of its input on the device; a chunk has one carry";
            return Err(Error::Unsupported(reason.into()));
        }
        let [carry] = gpu.storage(["carry"], form.monoid.bytes()).await?;
        let upload_staging = gpu.upload_staging(elements * form.monoid.words()).await?;
        Ok(ChunkedScan {
            chunk,
            carry: Rc::new(carry),
            continues: Cell::default(),
            column: Cell::default(),
            upload_staging: RefCell::new(upload_staging),
            upload_turn: RefCell::new(completed()),
            buffers_free: RefCell::new([completed(), completed()]),
            unused: RefCell::default(),
            failure: RefCell::default(),
        })
    }

    /// Scans a chunk of `elements` elements. The next chunk can be pushed before this chunk has completed. The upload of
    /// the next chunk then begins as soon as buffers are available.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for a chunk that is too long, and those of [`Gpu::scan_with`]; later chunks return the first error.
    pub async fn push(
        &self,
        gpu: &Gpu,
        elements: u32,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
    ) -> Result<(), Error> {
        let max = self.chunk.job.elements;
        if elements > max {
            return Err(Error::bad_argument("a chunk", format!("of {max} elements or fewer"), elements.to_string()));
        }
        if elements == 0 {
            return Ok(());
        }
        let scanned = self.scan(gpu, elements, cancel, exchange).await.err();
        let mut failure = self.failure.borrow_mut();
        *failure = failure.take().or(scanned);
        failure.clone().map_or(Ok(()), Err)
    }

    /// Scans a chunk. After an earlier chunk has failed, this scan fails with any error, since `push` returns the first
    /// error.
    async fn scan(&self, gpu: &Gpu, elements: u32, cancel: &Cancel, exchange: &mut dyn Exchange) -> Result<(), Error> {
        // A failure drops these senders, which ends the waits of later chunks.
        let (end_upload_turn, next_upload_turn) = oneshot::channel();
        let (release_buffers, next_buffers_free) = oneshot::channel();
        let upload_turn = self.upload_turn.replace(next_upload_turn);
        let buffers_free = self.queue(next_buffers_free);
        upload_turn.await.map_err(|_| Error::Cancelled)?;
        buffers_free.await.map_err(|_| Error::Cancelled)?;
        let unused = self.unused.borrow_mut().pop();
        let mut buffers = match unused {
            Some(buffers) => buffers,
            None => self.make_buffers(gpu).await?,
        };
        let chunk = match buffers.prepared.take().filter(|chunk| chunk.elements == elements) {
            Some(chunk) => chunk,
            None => self.prepare(gpu, elements, &buffers.data).await?,
        };
        let uploads = self.upload(gpu, &buffers.data, &chunk, cancel, exchange).await?;
        let words = elements * self.chunk.job.form.monoid.words();
        let readback = gpu
            .run_and_begin_readback(&chunk.prepared, buffers.data.output(), words, &buffers.readback_staging, cancel)
            .await?;
        let _ = end_upload_turn.send(());
        gpu.check_upload(uploads).await?;
        gpu.finish_readback(readback, cancel, &mut |start, slice| exchange.take(start, slice)).await?;
        buffers.prepared = Some(chunk);
        self.unused.borrow_mut().push(buffers);
        let _ = release_buffers.send(());
        Ok(())
    }

    /// Returns this chunk's wait for buffers. `next` is the wait of the second chunk after this chunk.
    fn queue(&self, next: Receiver<()>) -> Receiver<()> {
        let mut queue = self.buffers_free.borrow_mut();
        let [first, second] = &mut *queue;
        replace(first, replace(second, next))
    }

    async fn make_buffers(&self, gpu: &Gpu) -> Result<ChunkBuffers, Error> {
        let job = &self.chunk.job;
        let data = gpu.io_buffers(&job.ports()).await?.with_carry(self.carry.clone());
        let readback_staging = gpu.readback_staging(job.elements * job.form.monoid.words()).await?;
        Ok(ChunkBuffers { data, readback_staging, prepared: None })
    }

    async fn prepare(&self, gpu: &Gpu, elements: u32, data: &IoBuffers) -> Result<PreparedChunk, Error> {
        let job = Job { elements, ..self.chunk.job.clone() };
        let (plan, carry_pass) = self.chunk.algorithm.plan_chunk(&job);
        let prepared = gpu.prepare_plan(&plan, &job.form, data).await?;
        Ok(PreparedChunk { elements, prepared, carry_pass })
    }

    /// Uploads a chunk, and sets the number of elements that are combined with the carry.
    async fn upload(
        &self,
        gpu: &Gpu,
        data: &IoBuffers,
        chunk: &PreparedChunk,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
    ) -> Result<PendingErrors, Error> {
        let (elements, form) = (chunk.elements, &self.chunk.job.form);
        let words = elements * form.monoid.words();
        let mut upload_staging = self.upload_staging.take();
        let fill = &mut |start, slice: &mut UploadSlice| exchange.fill(start, slice);
        let mut errors = gpu.upload_staged(&mut upload_staging, (data.source(), words), cancel, fill).await?;
        let mut found = match form.segments {
            Segments::Rows(columns) => {
                let first_column = self.advance_column(elements, columns);
                errors.extend(gpu.set_first_column(&chunk.prepared, first_column));
                SegmentHeads::of_rows(columns, first_column, elements)
            }
            _ => SegmentHeads::default(),
        };
        if let Some(heads) = data.buffer(Resource::Flags) {
            let fill = &mut |start, slice: &mut UploadSlice| {
                fill_heads(exchange, form.segments, start, slice, |flags| {
                    found.extend(form.segments, elements, start, flags)
                })
            };
            let words = form.segments.head_words(elements);
            errors.extend(gpu.upload_staged(&mut upload_staging, (heads, words), cancel, fill).await?);
        }
        self.upload_staging.replace(upload_staging);
        exchange.check()?;
        let reach = if self.continues.get() { self.reach(elements, found) } else { 0 };
        errors.extend(gpu.set_argument(&chunk.prepared, chunk.carry_pass, reach));
        // In a backward scan, a head at the chunk's first element ends the segment.
        self.continues.set(form.direction == Direction::Forward || found.first != Some(0));
        Ok(errors)
    }

    /// Advances by a chunk of `elements` elements. Returns the column of the chunk's first element. A backward scan begins
    /// at the end of a row.
    fn advance_column(&self, elements: u32, columns: u32) -> u32 {
        let (column, step) = (self.column.get(), elements % columns);
        match self.chunk.job.form.direction {
            Direction::Forward => {
                self.column.set((column + step) % columns);
                column
            }
            Direction::Backward => {
                self.column.set((column + columns - step) % columns);
                self.column.get()
            }
        }
    }

    /// The number of elements of a chunk, in the order of the scan, that continue the segment of the previous chunk.
    fn reach(&self, elements: u32, heads: SegmentHeads) -> u32 {
        match self.chunk.job.form.direction {
            Direction::Forward => heads.first.unwrap_or(elements),
            Direction::Backward => elements - heads.last.unwrap_or(0),
        }
    }
}
