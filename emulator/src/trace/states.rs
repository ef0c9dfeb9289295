//! The states of tiles that a single-pass scan publishes, read from the buffer that its kernels call `states`.
//!
//! A state stores each word of its value as two words, `run << 18 | flag << 16 | half`: the number of the run, a flag,
//! and one half of the word. The flag is 1 for an aggregate and 2 for an inclusive prefix. A state is published when
//! all its halves have the same flag. The halves of the states of `interleaved` tiles alternate. A recording is the
//! first run, with number 0.

use serde::{Deserialize, Serialize};

/// The name of the kernels' variable.
pub(super) const VARIABLE: &str = "states";

/// The layout of states in their buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StateForm {
    /// Words of a value.
    pub value_words: u32,
    /// Number of neighbouring tiles whose states are interleaved; 1 if states are not interleaved.
    pub interleaved: u32,
}

/// The status of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Published {
    /// Nothing is published, or only some words.
    Empty,
    /// The combination of its elements.
    Aggregate,
    /// The combination of all elements up to its last.
    Prefix,
}

/// The state of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TileState {
    /// The index of the tile.
    pub tile: u32,
    /// Its status.
    pub published: Published,
    /// The words of its value; empty if nothing is published.
    pub words: Vec<u32>,
}

impl StateForm {
    /// The index of the tile that a word of the buffer belongs to.
    pub fn tile_of(self, address: u32) -> u32 {
        let block = 2 * self.value_words * self.interleaved;
        address / block * self.interleaved + address % self.interleaved
    }

    /// The state of a tile, read from the words of the buffer.
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
