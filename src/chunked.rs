//! Scans of any length, chunk by chunk: what a device can bind bounds a chunk and not the whole, and the carry from chunk to
//! chunk never leaves the device.
//!
//! While one chunk is scanned and read back, the next is uploaded: there are buffers for two chunks, which take turns. Beside them
//! and the algorithm's scratch memory there are staging buffers, of at most 16 MiB for uploads and 16 MiB a chunk for readbacks.

use std::cell::{Cell, RefCell};
use std::mem::replace;
use std::rc::Rc;

use futures_channel::oneshot::{self, Receiver};

use crate::error::Error;
use crate::gpu::{Cancel, Exchange, Gpu, GpuBuffer, Prepared, ScanData, Staging, Uplink, UploadSlice};
use crate::plan::{Direction, Job};
use crate::request::Resolved;

/// A long scan under way. Chunks come in the order of the scan: of a backward one, the last first. After an error it
/// cannot go on.
pub struct ChunkedScan {
    /// The job of the longest chunk, for which there are buffers.
    chunk: Resolved,
    /// The sum of the chunks before; the device runs them in their order.
    carry: Rc<GpuBuffer>,
    /// Whether the next chunk goes on where the last one ended; segments may end with a chunk.
    joined: Cell<bool>,
    /// Staging buffers, for the chunk whose turn it is.
    uplink: RefCell<Uplink>,
    /// Tells the next chunk that it is its turn to be uploaded and begun.
    turn: RefCell<Receiver<()>>,
    /// Each tells a chunk that there are buffers for it: the next chunk, and the one behind it.
    places: RefCell<[Receiver<()>; 2]>,
    /// What chunks have left behind.
    free: RefCell<Vec<ChunkBuffers>>,
    /// The first error, which has ended the scan.
    failure: RefCell<Option<Error>>,
}

/// What a chunk has to itself from its upload to the end of its readback.
struct ChunkBuffers {
    data: ScanData,
    staging: Staging,
    /// What runs; most chunks are of one length.
    ready: Option<Ready>,
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

/// What need not be waited for.
fn now() -> Receiver<()> {
    let (sender, receiver) = oneshot::channel();
    let _ = sender.send(());
    receiver
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
        let [carry] = gpu.storage(["carry"], form.monoid.bytes()).await?;
        let uplink = gpu.uplink(elements * form.monoid.words()).await?;
        Ok(ChunkedScan {
            chunk,
            carry: Rc::new(carry),
            joined: Cell::default(),
            uplink: RefCell::new(uplink),
            turn: RefCell::new(now()),
            places: RefCell::new([now(), now()]),
            free: RefCell::default(),
            failure: RefCell::default(),
        })
    }

    /// Scans the next `elements` elements. It need not have ended before the next is pushed, which is uploaded meanwhile, and
    /// waits where there are as many chunks on the device as may be.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for a chunk that is too long, and all that [`Gpu::scan_with`] may say; after that, every chunk gets
    /// the error of the first that failed.
    pub async fn push(
        &self,
        gpu: &Gpu,
        elements: u32,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
    ) -> Result<(), Error> {
        let most = self.chunk.job.elements;
        if elements > most {
            return Err(Error::bad_argument("a chunk", format!("of {most} elements or fewer"), elements.to_string()));
        }
        if elements == 0 {
            return Ok(());
        }
        let scanned = self.scan(gpu, elements, cancel, exchange).await.err();
        let mut failure = self.failure.borrow_mut();
        *failure = failure.take().or(scanned);
        failure.clone().map_or(Ok(()), Err)
    }

    /// Where it fails because an earlier chunk has, it does not matter what it says.
    async fn scan(&self, gpu: &Gpu, elements: u32, cancel: &Cancel, exchange: &mut dyn Exchange) -> Result<(), Error> {
        // Where this chunk fails, these are dropped, which ends the waits of other chunks.
        let (end_turn, next_turn) = oneshot::channel();
        let (leave, next_place) = oneshot::channel();
        let turn = self.turn.replace(next_turn);
        let place = self.queue(next_place);
        turn.await.map_err(|_| Error::Cancelled)?;
        place.await.map_err(|_| Error::Cancelled)?;
        let free = self.free.borrow_mut().pop();
        let mut buffers = match free {
            Some(buffers) => buffers,
            None => self.make_buffers(gpu).await?,
        };
        let ready = match buffers.ready.take().filter(|ready| ready.elements == elements) {
            Some(ready) => ready,
            None => self.prepare(gpu, elements, &buffers.data).await?,
        };
        self.upload(gpu, &buffers.data, &ready, cancel, exchange).await?;
        let words = elements * self.chunk.job.form.monoid.words();
        let reading =
            gpu.run_to_reading(&ready.prepared, &buffers.data.prefixes, words, &buffers.staging, cancel).await?;
        let _ = end_turn.send(());
        gpu.finish_reading(reading, cancel, &mut |start, piece| exchange.take(start, piece)).await?;
        buffers.ready = Some(ready);
        self.free.borrow_mut().push(buffers);
        let _ = leave.send(());
        Ok(())
    }

    /// What the next chunk waits for; `next` is for the second one behind it.
    fn queue(&self, next: Receiver<()>) -> Receiver<()> {
        let mut places = self.places.borrow_mut();
        let [first, second] = &mut *places;
        replace(first, replace(second, next))
    }

    async fn make_buffers(&self, gpu: &Gpu) -> Result<ChunkBuffers, Error> {
        let job = &self.chunk.job;
        let data = gpu.scan_data(job).await?;
        let data = ScanData { carry: Some(self.carry.clone()), ..data };
        let staging = gpu.staging(job.elements * job.form.monoid.words()).await?;
        Ok(ChunkBuffers { data, staging, ready: None })
    }

    async fn prepare(&self, gpu: &Gpu, elements: u32, data: &ScanData) -> Result<Ready, Error> {
        let job = Job { elements, ..self.chunk.job.clone() };
        let (plan, carry_pass) = self.chunk.algorithm.plan_chunk(&job);
        let prepared = gpu.prepare(&plan, job.form, data).await?;
        Ok(Ready { elements, prepared, carry_pass })
    }

    /// Uploads a chunk, and tells its plan how far the carry reaches.
    async fn upload(
        &self,
        gpu: &Gpu,
        data: &ScanData,
        ready: &Ready,
        cancel: &Cancel,
        exchange: &mut dyn Exchange,
    ) -> Result<(), Error> {
        let (elements, form) = (ready.elements, self.chunk.job.form);
        let words = elements * form.monoid.words();
        let mut uplink = self.uplink.take();
        let fill = &mut |start, room: &mut UploadSlice| exchange.fill(start, room);
        gpu.send(&mut uplink, (data.source(), words), cancel, fill).await?;
        let mut found = HeadsFound::default();
        if let Some(heads) = &data.heads {
            let fill = &mut |start, room: &mut UploadSlice| {
                room.write(&mut |flags| {
                    exchange.fill_heads(start, flags);
                    found.look(start, flags);
                })
            };
            gpu.send(&mut uplink, (heads, elements), cancel, fill).await?;
        }
        self.uplink.replace(uplink);
        exchange.check()?;
        let reach = if self.joined.get() { self.reach(elements, found) } else { 0 };
        gpu.set_argument(&ready.prepared, ready.carry_pass, reach);
        // Backward, a head at the chunk's first element ends its segment there.
        self.joined.set(form.direction == Direction::Forward || found.first != Some(0));
        Ok(())
    }

    /// How many elements of a chunk, in the order of the scan, go on with what the chunks before have left.
    fn reach(&self, elements: u32, heads: HeadsFound) -> u32 {
        match self.chunk.job.form.direction {
            Direction::Forward => heads.first.unwrap_or(elements),
            Direction::Backward => elements - heads.last.unwrap_or(0),
        }
    }
}
