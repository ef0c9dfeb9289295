//! The host side of a scan: the source of its input and the destination of its output.

use scanlab::error::Error;
use scanlab::plan::Segments;
use scanlab::record::low_level::check_flags;
use scanlab::record::low_level::zeroed;

/// The source of a scan's input and the destination of its output, slice by slice in ascending order.
pub trait Exchange {
    /// Writes the input's words from `start` on.
    ///
    /// # Errors
    /// [`Error::HostOutOfMemory`].
    fn fill(&mut self, start: u32, slice: &mut UploadSlice) -> Result<(), Error>;

    /// Writes the head flags from `start` on; called for segmented scans only.
    fn fill_heads(&mut self, start: u32, heads: &mut [u32]);

    /// Writes the words of the initial value; called only for scans that begin with one.
    ///
    /// # Errors
    /// [`Error::BadArgument`] without an initial value.
    fn fill_initial(&mut self, _: &mut [u32]) -> Result<(), Error> {
        Err(Error::bad_argument("the initial value", "an element", "none"))
    }

    /// Whether the head flags are known to be 0 or 1.
    fn has_checked_heads(&self) -> bool {
        false
    }

    /// Called when the whole input is uploaded. Fails unless the input was written completely.
    ///
    /// # Errors
    /// The reason why the input could not be written.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Reads the output's words from `start` on.
    fn take(&mut self, start: u32, slice: &ReadbackSlice);
}

/// Writes the words of head flags from `start` into a slice of an upload, and passes them to `seen`.
///
/// # Errors
/// [`Error::BadArgument`] for a flag of one word that is neither 0 nor 1, [`Error::HostOutOfMemory`].
pub(crate) fn fill_heads(
    exchange: &mut dyn Exchange,
    segments: Segments,
    start: u32,
    slice: &mut UploadSlice,
    mut seen: impl FnMut(&[u32]),
) -> Result<(), Error> {
    let mut checked = Ok(());
    slice.write(&mut |heads| {
        exchange.fill_heads(start, heads);
        if segments == Segments::Heads && !exchange.has_checked_heads() {
            checked = check_flags("heads", start, heads);
        }
        seen(heads);
    })?;
    checked
}

/// An [`Exchange`] that calls closures on words.
pub struct ByWords<F, H, T> {
    /// Writes the input from a word on.
    pub fill: F,
    /// Writes the head flags from an element on.
    pub fill_heads: H,
    /// Reads the output from a word on.
    pub take: T,
}

impl<F, H, T> Exchange for ByWords<F, H, T>
where
    F: FnMut(u32, &mut [u32]),
    H: FnMut(u32, &mut [u32]),
    T: FnMut(u32, &[u32]),
{
    fn fill(&mut self, start: u32, slice: &mut UploadSlice) -> Result<(), Error> {
        slice.write(&mut |words| (self.fill)(start, words))
    }

    fn fill_heads(&mut self, start: u32, heads: &mut [u32]) {
        (self.fill_heads)(start, heads);
    }

    fn take(&mut self, start: u32, slice: &ReadbackSlice) {
        (self.take)(start, slice.words());
    }
}

/// Mapped memory in a browser: an array outside the WASM memory. The page's arrays are copied directly to and from it.
#[cfg(target_arch = "wasm32")]
pub type View = wgpu::BufferView;

/// Mapped memory for writing. In a browser, wgpu's own type would write through a copy.
#[cfg(target_arch = "wasm32")]
type UploadView = View;
#[cfg(not(target_arch = "wasm32"))]
type UploadView = wgpu::BufferViewMut;

/// Memory for words that are uploaded.
pub enum UploadSlice {
    /// Memory of this program.
    Own(Vec<u32>),
    /// A mapped staging buffer, and its length in words.
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

    /// The length in words.
    pub fn length(&self) -> u32 {
        match self {
            UploadSlice::Own(words) => words.len() as u32,
            UploadSlice::Mapped(_, words) => *words,
        }
    }

    /// Writes the whole slice through this program's memory.
    ///
    /// # Errors
    /// [`Error::HostOutOfMemory`].
    pub fn write(&mut self, fill: &mut dyn FnMut(&mut [u32])) -> Result<(), Error> {
        match self {
            UploadSlice::Own(words) => fill(words),
            UploadSlice::Mapped(view, words) => {
                let mut words = zeroed(*words as usize)?;
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

/// Words of a mapped staging buffer.
pub struct ReadbackSlice(pub(super) wgpu::BufferView);

impl ReadbackSlice {
    /// The words, in a browser through this program's memory.
    pub fn words(&self) -> &[u32] {
        bytemuck::cast_slice(&self.0)
    }

    /// The mapped memory.
    #[cfg(target_arch = "wasm32")]
    pub fn view(&self) -> &View {
        &self.0
    }
}
