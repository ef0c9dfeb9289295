//! The way of much data to the device: staging buffers that take turns, one filled while the others are copied from.

use futures_channel::oneshot::Receiver;

use super::memory::{MAX_SLOTS, PIECE_WORDS};
use super::readback::map;
use super::{Cancel, Gpu, GpuBuffer, UploadSlice};
use crate::error::Error;
use crate::words;

/// What a buffer that is written on this side is for.
const STAGING: wgpu::BufferUsages = wgpu::BufferUsages::MAP_WRITE.union(wgpu::BufferUsages::COPY_SRC);

/// Up to so many words, 1 MiB, go with one write of the queue's, which waits for nothing.
const SINGLE_WRITE_WORDS: u32 = 1 << 18;

/// Writes what is uploaded from a word on.
pub(crate) type Fill<'a> = &'a mut dyn FnMut(u32, &mut UploadSlice) -> Result<(), Error>;

/// Staging buffers, as many as can be of use to an upload of so many words: none to a short one.
#[derive(Default)]
pub struct Uplink(Vec<Slot>);

/// A staging buffer, and its being mapped again once what it holds has been copied.
struct Slot {
    buffer: GpuBuffer,
    mapping: Receiver<()>,
}

impl Uplink {
    /// What the staging buffers take.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|slot| slot.buffer.0.size()).sum()
    }
}

impl Gpu {
    /// Staging buffers for uploads of up to `words` words.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn uplink(&self, words: u32) -> Result<Uplink, Error> {
        if words <= SINGLE_WRITE_WORDS {
            return Ok(Uplink(Vec::new()));
        }
        let slots = words.div_ceil(PIECE_WORDS).min(MAX_SLOTS) as usize;
        let bytes = 4 * u64::from(words.min(PIECE_WORDS));
        let buffers = self.allocate(&[("upload", bytes); MAX_SLOTS as usize][..slots], STAGING).await?;
        let slot = |buffer: GpuBuffer| Slot { mapping: map(&buffer, wgpu::MapMode::Write, bytes), buffer };
        Ok(Uplink(buffers.into_iter().map(slot).collect()))
    }

    /// Fills the first `words` words of a buffer, piece by piece; `fill` gets the first word's index and the piece.
    ///
    /// # Errors
    /// [`Error::Cancelled`], [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub async fn upload(
        &self,
        buffer: &GpuBuffer,
        words: u32,
        cancel: &Cancel,
        mut fill: impl FnMut(u32, &mut [u32]),
    ) -> Result<(), Error> {
        let fill = &mut |start, room: &mut UploadSlice| room.write(&mut |words| fill(start, words));
        self.upload_any(buffer, words, cancel, fill).await
    }

    /// [`Gpu::upload`], compiled once whatever the caller's closure.
    async fn upload_any(&self, buffer: &GpuBuffer, words: u32, cancel: &Cancel, fill: Fill<'_>) -> Result<(), Error> {
        let mut uplink = self.uplink(words).await?;
        self.send(&mut uplink, (buffer, words), cancel, fill).await
    }

    /// [`Gpu::upload`] by way of staging buffers that are there. A piece waits until its buffer's last one is on its way, which
    /// bounds what waits for the device.
    pub(crate) async fn send(
        &self,
        Uplink(slots): &mut Uplink,
        (buffer, words): (&GpuBuffer, u32),
        cancel: &Cancel,
        fill: Fill<'_>,
    ) -> Result<(), Error> {
        if slots.is_empty() {
            cancel.check()?;
            return self.write(buffer, words, fill);
        }
        let turns = slots.len();
        for (rank, start) in (0..words).step_by(PIECE_WORDS as usize).enumerate() {
            cancel.check()?;
            let Slot { buffer: staging, mapping } = &mut slots[rank % turns];
            self.wait(mapping).await?;
            let piece = (words - start).min(PIECE_WORDS);
            let room = UploadSlice::of(&staging.0, piece).map_err(|error| Error::DeviceLost(error.to_string()));
            fill(start, &mut room?)?;
            staging.0.unmap();
            let mut encoder = self.encoder();
            let [place, bytes] = [start, piece].map(|words| 4 * u64::from(words));
            encoder.copy_buffer_to_buffer(&staging.0, 0, &buffer.0, place, bytes);
            self.queue.submit([encoder.finish()]);
            *mapping = map(staging, wgpu::MapMode::Write, staging.0.size());
        }
        Ok(())
    }

    /// Writes all words at once, which the implementation copies.
    fn write(&self, buffer: &GpuBuffer, words: u32, fill: Fill<'_>) -> Result<(), Error> {
        let mut room = UploadSlice::Own(words::zeroed(words as usize)?);
        fill(0, &mut room)?;
        if let UploadSlice::Own(words) = room {
            self.queue.write_buffer(&buffer.0, 0, bytemuck::cast_slice(&words));
        }
        Ok(())
    }
}
