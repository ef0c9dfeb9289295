//! The segments of a scan's input.

use super::Direction;
use crate::wgsl;
use crate::wgsl::Module;

/// The division of the input into segments, which are scanned independently.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::Segments;
/// use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
///
/// let in_rows = ScanDescriptor { segments: Segments::Rows(3), ..ScanDescriptor::new(Monoid::counts(), 6) };
/// let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &in_rows).await?;
/// assert_eq!(scan.run(&[3u32, 1, 7, 1, 1, 1]).await?, [3, 4, 11, 1, 2, 3]);
/// # Ok(()) }) }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Segments {
    /// The input is one segment.
    #[default]
    Whole,
    /// A segment starts at each element whose head flag is not 0, with one word per element.
    Heads,
    /// As `Heads`, with flags of one bit: bit i % 32 of word ⌊i / 32⌋ for element i.
    HeadBits,
    /// Rows of this number of neighbouring elements.
    Rows(u32),
    /// The columns of an array with rows of this number of elements. A column consists of the elements at one index of
    /// each row.
    Columns(u32),
}

/// Bits of a word of head flags.
const WORD_BITS: u32 = 32;

impl Segments {
    /// Segments by head flags of one word per element, or a single segment without head flags.
    pub fn by_heads(heads: bool) -> Self {
        if heads { Segments::Heads } else { Segments::Whole }
    }

    /// Whether consecutive elements of the scan may be in different segments, so that elements are combined with a
    /// flag.
    pub fn are_flagged(self) -> bool {
        matches!(self, Segments::Heads | Segments::HeadBits | Segments::Rows(_))
    }

    /// Elements of a row; 0 without rows.
    pub fn columns(self) -> u32 {
        match self {
            Segments::Rows(columns) | Segments::Columns(columns) => columns,
            Segments::Whole | Segments::Heads | Segments::HeadBits => 0,
        }
    }

    /// Words of the head flags of `elements` elements.
    pub fn head_words(self, elements: u32) -> u32 {
        match self {
            Segments::Heads => elements,
            Segments::HeadBits => elements.div_ceil(WORD_BITS),
            Segments::Whole | Segments::Rows(_) | Segments::Columns(_) => 0,
        }
    }

    /// Whether element `index` is a head: the first element of a segment in index order. Columns have no heads.
    pub fn is_head(self, heads: &[u32], index: u32) -> bool {
        match self {
            Segments::Heads => heads[index as usize] != 0,
            Segments::HeadBits => heads[(index / WORD_BITS) as usize] >> (index % WORD_BITS) & 1 != 0,
            Segments::Rows(columns) => index.is_multiple_of(columns),
            Segments::Whole | Segments::Columns(_) => false,
        }
    }

    /// The module that finds the starts of segments. `flags` is the module for flags of one word.
    pub(crate) fn module(self, flags: &'static Module) -> Option<&'static Module> {
        match self {
            Segments::Heads => Some(flags),
            Segments::HeadBits => Some(wgsl!("heads/bits.wgsl")),
            Segments::Rows(_) => Some(wgsl!("heads/rows.wgsl")),
            Segments::Whole | Segments::Columns(_) => None,
        }
    }

    /// Words of head flags that a kernel reads for a pack of `pack` elements. A backward scan also reads the flag of
    /// the element after the pack. For a pack of one element, a backward scan reads only that flag.
    pub(crate) fn head_reads(self, pack: u32, direction: Direction) -> u32 {
        let after = u32::from(direction == Direction::Backward && pack > 1);
        match self {
            Segments::Heads => pack + after,
            Segments::HeadBits => 1 + after,
            Segments::Whole | Segments::Rows(_) | Segments::Columns(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_those_of_flags_bits_or_rows() {
        let heads =
            |segments: Segments, flags: &[u32]| (0..40).filter(|&i| segments.is_head(flags, i)).collect::<Vec<_>>();
        let flags: Vec<u32> = (0..40).map(|i| u32::from(i % 13 == 0)).collect();
        assert_eq!(heads(Segments::Heads, &flags), [0, 13, 26, 39]);
        assert_eq!(heads(Segments::HeadBits, &[1 << 31 | 1, 1 << 7]), [0, 31, 39]);
        assert_eq!(heads(Segments::Rows(15), &[]), [0, 15, 30]);
        assert_eq!(heads(Segments::Whole, &[]), [0; 0]);
        assert_eq!([1, 32, 33].map(|n| Segments::HeadBits.head_words(n)), [1, 1, 2]);
    }
}
