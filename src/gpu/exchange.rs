//! Where a scan's words come from and go to.

use crate::error::Error;
use crate::words;

/// Gives a scan its input and takes its result, piece by piece in rising order.
pub trait Exchange {
    /// Writes the input's words from `start` on.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    fn fill(&mut self, start: u32, room: &mut UploadSlice) -> Result<(), Error>;

    /// Writes the head flags from `start` on; called for segmented scans alone.
    fn fill_heads(&mut self, start: u32, heads: &mut [u32]);

    /// Asked once the device has all of the input: whether that was what the caller wants scanned.
    ///
    /// # Errors
    /// What has kept the input from being written.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Takes the result's words from `start` on.
    fn take(&mut self, start: u32, piece: &ReadbackSlice);
}

/// An [`Exchange`] by closures: the input's words, the head flags, the result's words.
pub struct ByWords<F, H, T>(pub F, pub H, pub T);

impl<F, H, T> Exchange for ByWords<F, H, T>
where
    F: FnMut(u32, &mut [u32]),
    H: FnMut(u32, &mut [u32]),
    T: FnMut(u32, &[u32]),
{
    fn fill(&mut self, start: u32, room: &mut UploadSlice) -> Result<(), Error> {
        room.write(&mut |words| self.0(start, words))
    }

    fn fill_heads(&mut self, start: u32, heads: &mut [u32]) {
        self.1(start, heads);
    }

    fn take(&mut self, start: u32, piece: &ReadbackSlice) {
        self.2(start, piece.words());
    }
}

/// Mapped memory of a browser's, an array outside this program: who has the words outside as well copies them straight there.
#[cfg(target_arch = "wasm32")]
pub type View = wgpu::BufferView;

/// What is written. In a browser wgpu's views for writing would be a detour by way of a copy.
#[cfg(target_arch = "wasm32")]
type UploadView = View;
#[cfg(not(target_arch = "wasm32"))]
type UploadView = wgpu::BufferViewMut;

/// Memory for words on their way to the device.
pub enum UploadSlice {
    /// Memory of this program's.
    Own(Vec<u32>),
    /// So many words of a staging buffer.
    Mapped(UploadView, u32),
}

impl UploadSlice {
    #[cfg(target_arch = "wasm32")]
    pub(super) fn of(buffer: &wgpu::Buffer, words: u32) -> Result<Self, wgpu::MapRangeError> {
        buffer.get_mapped_range(..4 * u64::from(words)).map(|view| UploadSlice::Mapped(view, words))
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn of(buffer: &wgpu::Buffer, words: u32) -> Result<Self, wgpu::MapRangeError> {
        buffer.get_mapped_range_mut(..4 * u64::from(words)).map(|view| UploadSlice::Mapped(view, words))
    }

    /// Writes all of it by way of this program's memory.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn write(&mut self, fill: &mut dyn FnMut(&mut [u32])) -> Result<(), Error> {
        match self {
            UploadSlice::Own(words) => fill(words),
            UploadSlice::Mapped(view, words) => {
                let mut words = words::zeroed(*words as usize)?;
                fill(&mut words);
                let bytes = bytemuck::cast_slice(&words);
                #[cfg(target_arch = "wasm32")]
                view.as_uint8array().copy_from(bytes);
                #[cfg(not(target_arch = "wasm32"))]
                view.copy_from_slice(bytes);
            }
        }
        Ok(())
    }
}

/// Words of a staging buffer that the device has filled.
pub struct ReadbackSlice(pub(super) wgpu::BufferView);

impl ReadbackSlice {
    /// The words, in a browser by way of this program's memory.
    pub fn words(&self) -> &[u32] {
        bytemuck::cast_slice(&self.0)
    }

    /// The memory itself.
    #[cfg(target_arch = "wasm32")]
    pub fn view(&self) -> &View {
        &self.0
    }
}
