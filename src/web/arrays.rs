//! Scans whose words are in arrays of the page's: they are copied between these and mapped memory, not by way of the core's own.

use js_sys::{Function, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::gpu::{Exchange, Piece, Room, View};

/// Mapped memory as words.
pub(super) fn words_of(view: &View) -> Uint32Array {
    let bytes = view.as_uint8array();
    Uint32Array::new_with_byte_offset_and_length(&bytes.buffer(), bytes.byte_offset(), bytes.length() / 4)
}

/// Copies words `start …` of an array.
fn copy(array: &Uint32Array, start: u32, words: &mut [u32]) {
    array.subarray(start, start + words.len() as u32).copy_to(words);
}

/// A scan of an array into another.
pub(super) struct Arrays<'a> {
    pub input: &'a Uint32Array,
    pub output: &'a Uint32Array,
    pub heads: Option<&'a Uint32Array>,
}

impl Exchange for Arrays<'_> {
    fn fill(&mut self, start: u32, room: &mut Room) {
        let Room::Mapped(view, words) = room else {
            return room.write(&mut |words| copy(self.input, start, words));
        };
        let end = start + *words;
        words_of(view).set(&self.input.subarray(start, end), 0);
        // A new array has no memory before it is written. Now is the time: the device is busy with the input.
        self.output.fill(0, start, end);
    }

    fn fill_heads(&mut self, start: u32, heads: &mut [u32]) {
        if let Some(array) = self.heads {
            copy(array, start, heads);
        }
    }

    fn take(&mut self, start: u32, piece: &Piece) {
        self.output.set(&words_of(piece.view()), start);
    }
}

/// A scan of bytes, which a function of the page's copies to where it is told, piece by piece, into an array.
pub(super) struct Copied<'a> {
    pub copy_next: &'a Function,
    pub output: &'a Uint32Array,
    pub heads: Option<&'a Uint32Array>,
}

impl Exchange for Copied<'_> {
    fn fill(&mut self, _start: u32, room: &mut Room) {
        // The function fails in no way that it does not tell the page itself.
        let copy_to = |bytes: &Uint8Array| drop(self.copy_next.call1(&JsValue::NULL, bytes));
        match room {
            Room::Mapped(view, _) => copy_to(view.as_uint8array()),
            Room::Own(words) => {
                let bytes = Uint8Array::new_with_length(4 * words.len() as u32);
                copy_to(&bytes);
                bytes.copy_to(bytemuck::cast_slice_mut(words));
            }
        }
    }

    fn fill_heads(&mut self, start: u32, heads: &mut [u32]) {
        if let Some(array) = self.heads {
            copy(array, start, heads);
        }
    }

    fn take(&mut self, start: u32, piece: &Piece) {
        self.output.set(&words_of(piece.view()), start);
    }
}
