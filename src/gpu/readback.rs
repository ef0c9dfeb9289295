//! The way of data back, through staging buffers that take turns: one is read while the next are copied into.

use futures_channel::oneshot;

use super::execute::given_up;
use super::memory::CHUNK_WORDS;
use super::{Cancel, Found, Gpu, GpuBuffer};
use crate::error::Error;

/// Staging buffers of a long readback: one that is read, one that waits for it, one that is copied into.
const MAX_SLOTS: u32 = 3;

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
pub(super) struct Outcome<'a> {
    pub buffer: &'a GpuBuffer,
    /// The first word that is read.
    pub start: u32,
    pub words: u32,
    /// A buffer whose second word tells whether the run that wrote this gave up.
    pub verdict: Option<&'a GpuBuffer>,
}

/// A chunk on its way into a staging buffer.
struct Arrival<'a> {
    slot: &'a GpuBuffer,
    /// The first word, counted from the outcome's start.
    offset: u32,
    words: u32,
    /// Words that are mapped: these, and the verdict behind the first chunk.
    mapped_words: u32,
    mapping: Mapping,
    found: Found,
}

type Mapping = oneshot::Receiver<Result<(), wgpu::BufferAsyncError>>;

impl Gpu {
    /// Staging buffers for readbacks of up to `words` words.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn staging(&self, words: u32) -> Result<Staging, Error> {
        let slots = words.div_ceil(CHUNK_WORDS).clamp(1, MAX_SLOTS) as usize;
        // A verdict comes with the first chunk.
        let bytes = 4 * (u64::from(words.min(CHUNK_WORDS)) + 1);
        Ok(Staging(self.allocate(&[("readback", bytes); MAX_SLOTS as usize][..slots], READBACK).await?))
    }

    /// Reads `words` words of a buffer from `start` on, chunk by chunk; `take` gets each chunk's first word's index, counted
    /// from `start`, and the chunk.
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
        let staging = self.staging(words).await?;
        let outcome = Outcome { buffer, start, words, verdict: None };
        let before = self.encoder();
        self.read_back(&staging, outcome, before, cancel, &mut take).await
    }

    /// Submits what `before` has encoded and reads back what it leaves; nothing is taken of a run that gave up. It is compiled
    /// once whatever the caller's closure.
    pub(super) async fn read_back(
        &self,
        Staging(slots): &Staging,
        outcome: Outcome<'_>,
        before: wgpu::CommandEncoder,
        cancel: &Cancel,
        take: &mut dyn FnMut(u32, &[u32]),
    ) -> Result<(), Error> {
        let mut before = Some(before);
        // One a slot; the rounds after the last chunk take what is still on its way.
        let mut arrivals: Vec<Option<Arrival<'_>>> = slots.iter().map(|_| None).collect();
        let chunks = outcome.words.div_ceil(CHUNK_WORDS) as usize;
        for round in 0..chunks + slots.len() {
            let turn = round % slots.len();
            if let Some(arrival) = arrivals[turn].take() {
                self.receive(arrival, take).await?;
            }
            if round < chunks {
                cancel.check()?;
                let encoder = before.take().unwrap_or_else(|| self.encoder());
                let offset = round as u32 * CHUNK_WORDS;
                arrivals[turn] = Some(self.send(encoder, &outcome, offset, &slots[turn]));
            }
        }
        Ok(())
    }

    /// Has a chunk copied into a staging buffer, after what is encoded already, and asks to read it.
    fn send<'a>(
        &self,
        mut encoder: wgpu::CommandEncoder,
        outcome: &Outcome<'_>,
        offset: u32,
        slot: &'a GpuBuffer,
    ) -> Arrival<'a> {
        let words = (outcome.words - offset).min(CHUNK_WORDS);
        let verdict = outcome.verdict.filter(|_| offset == 0);
        let ((), found) = self.watched(|| {
            let bytes = 4 * u64::from(words);
            let first = 4 * u64::from(outcome.start + offset);
            encoder.copy_buffer_to_buffer(&outcome.buffer.0, first, &slot.0, 0, bytes);
            if let Some(verdict) = verdict {
                encoder.copy_buffer_to_buffer(&verdict.0, 4, &slot.0, bytes, 4);
            }
            self.queue.submit([encoder.finish()]);
        });
        let mapped_words = words + u32::from(verdict.is_some());
        let mapping = map(slot, 4 * u64::from(mapped_words));
        Arrival { slot, offset, words, mapped_words, mapping, found }
    }

    async fn receive(&self, arrival: Arrival<'_>, take: &mut dyn FnMut(u32, &[u32])) -> Result<(), Error> {
        let Arrival { slot, offset, words, mapped_words, mapping, found } = arrival;
        self.judge("a dispatch", 0, found).await?;
        let mut gave_up = false;
        let mut look = |bytes: &[u8]| {
            let (chunk, verdict) = bytemuck::cast_slice(bytes).split_at(words as usize);
            gave_up = verdict.iter().any(|&word: &u32| word != 0);
            if !gave_up {
                take(offset, chunk);
            }
        };
        self.read_mapped(slot, 4 * u64::from(mapped_words), mapping, &mut look).await?;
        if gave_up { Err(given_up()) } else { Ok(()) }
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
        let mut read = vec![0; words as usize];
        let bytes = 4 * u64::from(words);
        let take = &mut |bytes: &[u8]| bytemuck::cast_slice_mut(&mut read).copy_from_slice(bytes);
        self.read_mapped(buffer, bytes, map(buffer, bytes), take).await?;
        Ok(read)
    }

    /// Hands the first bytes of a readback buffer to `take` once they are mapped.
    async fn read_mapped(
        &self,
        buffer: &GpuBuffer,
        bytes: u64,
        mapping: Mapping,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        self.poll()?;
        let mapped = mapping.await.map_err(|_| Error::DeviceLost("a readback was given up".into()))?;
        self.note_step();
        self.check_lost()?;
        mapped.map_err(|error| Error::DeviceLost(format!("a readback failed: {error}")))?;
        let view = buffer.0.get_mapped_range(0..bytes).map_err(|error| Error::DeviceLost(error.to_string()))?;
        take(&view);
        drop(view);
        buffer.0.unmap();
        Ok(())
    }
}

/// Asks to read the first bytes of a buffer when the device has done all that was submitted.
fn map(buffer: &GpuBuffer, bytes: u64) -> Mapping {
    let (done, mapping) = oneshot::channel();
    buffer.0.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
        let _ = done.send(result);
    });
    mapping
}
