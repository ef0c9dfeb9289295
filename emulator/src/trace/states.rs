//! The states of tiles that a single-pass scan publishes, read from the buffer that its kernels call `states`.
//!
//! A state holds a value in halves of words, each beside the number of the run and a flag, which is 1 for an aggregate and 2 for a prefix:
//! `run << 18 | flag << 16 | half`. It is published once all its halves are of one flag. The states of `interleaved` tiles lie half by half
//! beside each other. A recording is the first run, whose number is 0.

use serde::{Deserialize, Serialize};

/// The variable of the kernels.
pub(super) const VARIABLE: &str = "states";

/// The form of states in their buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StateForm {
    /// Words of a value.
    pub value_words: u32,
    /// Tiles whose states are interleaved.
    pub interleaved: u32,
}

/// What the state of a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Published {
    /// Nothing, or only some of its words.
    Empty,
    /// The sum of its elements.
    Aggregate,
    /// The sum of all elements up to its last.
    Prefix,
}

/// The state of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TileState {
    /// The rank of the tile.
    pub tile: u32,
    /// What it is.
    pub published: Published,
    /// The words of its value; none where it is empty.
    pub words: Vec<u32>,
}

impl StateForm {
    /// The tile of a word of the buffer.
    pub fn tile_of(self, address: u32) -> u32 {
        let block = 2 * self.value_words * self.interleaved;
        address / block * self.interleaved + address % self.interleaved
    }

    /// The state of a tile in the words of the buffer.
    ///
    /// ```
    /// use scanlab_emulator::trace::{Published, StateForm, TileState};
    ///
    /// let form = StateForm { value_words: 1, interleaved: 1 };
    /// let buffer = [2 << 16 | 5, 2 << 16, 1 << 16 | 9, 0];
    /// let prefix = TileState { tile: 0, published: Published::Prefix, words: vec![5] };
    /// let torn = TileState { tile: 1, published: Published::Empty, words: vec![] };
    /// assert_eq!([0, 1].map(|tile| form.state(&buffer, tile)), [prefix, torn]);
    /// ```
    pub fn state(self, buffer: &[u32], tile: u32) -> TileState {
        let first = tile / self.interleaved * 2 * self.value_words * self.interleaved + tile % self.interleaved;
        let word = |half: u32| buffer.get((first + half * self.interleaved) as usize).copied().unwrap_or(0);
        let flag = word(0) >> 16;
        let is_whole = (0..2 * self.value_words).all(|half| word(half) >> 16 == flag);
        let published = match flag {
            1 if is_whole => Published::Aggregate,
            2 if is_whole => Published::Prefix,
            _ => Published::Empty,
        };
        let value = |rank: u32| word(2 * rank + 1) << 16 | (word(2 * rank) & 0xffff);
        let words = match published {
            Published::Empty => Vec::new(),
            _ => (0..self.value_words).map(value).collect(),
        };
        TileState { tile, published, words }
    }
}
