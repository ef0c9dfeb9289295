//! The way of data back, through staging buffers that take turns: one is read while the next are copied into.

use std::ops::Range;

use futures_channel::oneshot::{self, Receiver};

use super::execute::run_aborted;
use super::memory::{MAX_SLOTS, PIECE_WORDS};
use super::watch::{Found, OF_COMMANDS};
use super::{Cancel, Gpu, GpuBuffer, ReadbackSlice};
use crate::error::Error;

/// What a buffer that is read on this side is for.
const READBACK: wgpu::BufferUsages = wgpu::BufferUsages::MAP_READ.union(wgpu::BufferUsages::COPY_DST);

/// Staging buffers, as many as can be of use to a readback of so many words.
pub struct Staging(Vec<GpuBuffer>);

impl Staging {
    /// What the staging buffers take.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|slot| slot.0.size()).sum()
    }
}

/// What is read back.
#[derive(Clone, Copy)]
pub(super) struct Outcome<'a> {
    pub buffer: &'a GpuBuffer,
    /// The first word that is read.
    pub start: u32,
    pub words: u32,
    /// A buffer whose second word says whether the run that wrote this was aborted.
    pub abort_flag: Option<&'a GpuBuffer>,
}

/// A readback whose first pieces are on their way.
pub(crate) struct Reading<'a> {
    outcome: Outcome<'a>,
    /// The next one first.
    arrivals: Vec<Arrival<'a>>,
    /// Words that are here or on their way.
    sent: u32,
}

/// A piece on its way into a staging buffer.
struct Arrival<'a> {
    slot: &'a GpuBuffer,
    /// The first word, counted from the outcome's start.
    offset: u32,
    words: u32,
    /// Whether the abort flag follows the words.
    abort_flag: bool,
    mapping: Receiver<()>,
    found: Found,
}

impl Gpu {
    /// Staging buffers for readbacks of up to `words` words.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn staging(&self, words: u32) -> Result<Staging, Error> {
        let slots = words.div_ceil(PIECE_WORDS).clamp(1, MAX_SLOTS) as usize;
        // The abort flag comes with the first piece.
        let bytes = behind(words.min(PIECE_WORDS)) + 4;
        Ok(Staging(self.allocate(&[("readback", bytes); MAX_SLOTS as usize][..slots], READBACK).await?))
    }

    /// Reads `words` words of a buffer from `start` on, piece by piece; `take` gets each piece's first word's index, counted
    /// from `start`, and its words.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn download(
        &self,
        buffer: &GpuBuffer,
        start: u32,
        words: u32,
        cancel: &Cancel,
        mut take: impl FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        self.download_pieces(buffer, start..start + words, cancel, &mut |start, piece| take(start, piece.words())).await
    }

    /// [`Gpu::download`] of a range of words, whose pieces stay where they are mapped.
    ///
    /// # Errors
    /// As [`Gpu::download`].
    pub async fn download_pieces(
        &self,
        buffer: &GpuBuffer,
        words: Range<u32>,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &ReadbackSlice),
    ) -> Result<(), Error> {
        cancel.check()?;
        let (start, words) = (words.start, words.end - words.start);
        let staging = self.staging(words).await?;
        let outcome = Outcome { buffer, start, words, abort_flag: None };
        let reading = self.begin_reading(&staging, outcome, self.encoder());
        self.finish_reading(reading, cancel, take).await
    }

    /// Submits what `before` has encoded, and has as much of what it leaves copied as there are staging buffers for.
    pub(super) fn begin_reading<'a>(
        &self,
        Staging(slots): &'a Staging,
        outcome: Outcome<'a>,
        before: wgpu::CommandEncoder,
    ) -> Reading<'a> {
        let mut before = Some(before);
        let mut reading = Reading { outcome, arrivals: Vec::new(), sent: 0 };
        for slot in slots {
            if reading.sent < outcome.words {
                self.send_back(&mut reading, slot, before.take().unwrap_or_else(|| self.encoder()));
            }
        }
        reading
    }

    /// Hands the pieces to `take` as they arrive, each staging buffer going for another then; nothing is taken of a run that was
    /// aborted.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the run was aborted or the device refuses a command, [`Error::Cancelled`],
    /// [`Error::DeviceLost`].
    pub(crate) async fn finish_reading(
        &self,
        mut reading: Reading<'_>,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &ReadbackSlice),
    ) -> Result<(), Error> {
        while !reading.arrivals.is_empty() {
            let arrival = reading.arrivals.remove(0);
            let slot = arrival.slot;
            self.receive(arrival, take).await?;
            if reading.sent < reading.outcome.words {
                cancel.check()?;
                self.send_back(&mut reading, slot, self.encoder());
            }
        }
        Ok(())
    }

    /// Has the next piece copied into a staging buffer, after what is encoded already, and asks to read it.
    fn send_back<'a>(&self, reading: &mut Reading<'a>, slot: &'a GpuBuffer, mut encoder: wgpu::CommandEncoder) {
        let Outcome { buffer, start, words, abort_flag } = reading.outcome;
        let offset = reading.sent;
        let words = (words - offset).min(PIECE_WORDS);
        let abort_flag = abort_flag.filter(|_| offset == 0);
        let ((), found) = self.watched(OF_COMMANDS, || {
            encoder.copy_buffer_to_buffer(&buffer.0, 4 * u64::from(start + offset), &slot.0, 0, 4 * u64::from(words));
            if let Some(abort_flag) = abort_flag {
                encoder.copy_buffer_to_buffer(&abort_flag.0, 4, &slot.0, behind(words), 4);
            }
            self.queue.submit([encoder.finish()]);
        });
        let abort_flag = abort_flag.is_some();
        let bytes = if abort_flag { behind(words) + 4 } else { 4 * u64::from(words) };
        let mapping = map(slot, wgpu::MapMode::Read, bytes);
        reading.arrivals.push(Arrival { slot, offset, words, abort_flag, mapping, found });
        reading.sent += words;
    }

    async fn receive(&self, arrival: Arrival<'_>, take: &mut dyn FnMut(u32, &ReadbackSlice)) -> Result<(), Error> {
        let Arrival { slot, offset, words, abort_flag, mut mapping, found } = arrival;
        self.judge("a dispatch", 0, found).await?;
        self.wait(&mut mapping).await?;
        let aborted = abort_flag && view(slot, behind(words), 1)?.words()[0] != 0;
        if !aborted {
            take(offset, &view(slot, 0, words)?);
        }
        slot.0.unmap();
        if aborted { Err(run_aborted()) } else { Ok(()) }
    }

    /// A buffer of `words` words that is read on this side.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn readback(&self, words: u32) -> Result<GpuBuffer, Error> {
        let [buffer] = self.buffers(["readback"], 4 * u64::from(words), READBACK).await?;
        Ok(buffer)
    }

    /// The first words of such a buffer, once all that was submitted to it is done.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub async fn read(&self, buffer: &GpuBuffer, words: u32) -> Result<Vec<u32>, Error> {
        self.wait(&mut map(buffer, wgpu::MapMode::Read, 4 * u64::from(words))).await?;
        let read = view(buffer, 0, words)?.words().to_vec();
        buffer.0.unmap();
        Ok(read)
    }
}

/// The first byte behind so many words where a view may begin.
fn behind(words: u32) -> u64 {
    (4 * u64::from(words)).next_multiple_of(wgpu::MAP_ALIGNMENT)
}

/// Words of a buffer that is mapped.
fn view(buffer: &GpuBuffer, byte: u64, words: u32) -> Result<ReadbackSlice, Error> {
    let view = buffer.0.get_mapped_range(byte..byte + 4 * u64::from(words));
    view.map(ReadbackSlice).map_err(|error| Error::DeviceLost(error.to_string()))
}

/// Asks for the first bytes of a buffer when the device has done all that was submitted.
pub(super) fn map(buffer: &GpuBuffer, mode: wgpu::MapMode, bytes: u64) -> Receiver<()> {
    let (done, mapping) = oneshot::channel();
    // Where it fails, `done` is dropped, which ends the wait for it.
    buffer.0.map_async(mode, 0..bytes, move |result| {
        let _ = result.map(|()| done.send(()));
    });
    mapping
}
