//! Scans whose words are the page's: they are copied between its arrays and mapped memory, not by way of the core's own.

use js_sys::{Function, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::error::Error;
use crate::gpu::{Exchange, ReadbackSlice, UploadSlice, View};

/// Mapped memory as words.
pub(super) fn words_of(view: &View) -> Uint32Array {
    let bytes = view.as_uint8array();
    Uint32Array::new_with_byte_offset_and_length(&bytes.buffer(), bytes.byte_offset(), bytes.length() / 4)
}

/// Where words come from or go to.
pub(super) enum Words<'a> {
    /// An array.
    Array(&'a Uint32Array),
    /// A function that is called with memory, which it copies the next bytes to or from; where it takes a result, once before that
    /// with nothing, when the device has all of the input. Where it fails, it tells the page itself.
    Copied(&'a Function),
}

/// A scan of the page's words.
pub(super) struct Arrays<'a> {
    input: Words<'a>,
    output: Words<'a>,
    heads: Option<&'a Uint32Array>,
    /// Whether the caller has given an array away in the course of the scan.
    gone: bool,
}

impl<'a> Arrays<'a> {
    pub fn new(input: Words<'a>, output: Words<'a>, heads: Option<&'a Uint32Array>) -> Self {
        Arrays { input, output, heads, gone: false }
    }

    /// Words `start … end` of an array of the caller's; one whose buffer is gone has none.
    fn part(&mut self, array: &Uint32Array, start: u32, end: u32) -> Option<Uint32Array> {
        self.gone |= array.length() < end;
        (!self.gone).then(|| array.subarray(start, end))
    }

    fn copy(&mut self, array: &Uint32Array, start: u32, words: &mut [u32]) {
        if let Some(part) = self.part(array, start, start + words.len() as u32) {
            part.copy_to(words);
        }
    }

    fn fill_from(&mut self, array: &Uint32Array, start: u32, room: &mut UploadSlice) -> Result<(), Error> {
        let UploadSlice::Mapped(view, words) = room else {
            return room.write(&mut |words| self.copy(array, start, words));
        };
        let end = start + *words;
        if let Some(part) = self.part(array, start, end) {
            words_of(view).set(&part, 0);
        }
        if let Words::Array(output) = self.output {
            // A new array has no memory before it is written. Now is the time: the device is busy with the input.
            output.fill(0, start, end);
        }
        Ok(())
    }
}

/// Has bytes copied to or from where they are.
fn call(copy: &Function, bytes: &Uint8Array) {
    let _ = copy.call1(&JsValue::NULL, bytes);
}

fn fill_by(copy_next: &Function, room: &mut UploadSlice) {
    match room {
        UploadSlice::Mapped(view, _) => call(copy_next, view.as_uint8array()),
        UploadSlice::Own(words) => {
            let bytes = Uint8Array::new_with_length(4 * words.len() as u32);
            call(copy_next, &bytes);
            bytes.copy_to(bytemuck::cast_slice_mut(words));
        }
    }
}

impl Exchange for Arrays<'_> {
    fn fill(&mut self, start: u32, room: &mut UploadSlice) -> Result<(), Error> {
        match self.input {
            Words::Array(array) => self.fill_from(array, start, room)?,
            Words::Copied(copy_next) => fill_by(copy_next, room),
        }
        Ok(())
    }

    fn fill_heads(&mut self, start: u32, heads: &mut [u32]) {
        if let Some(array) = self.heads {
            self.copy(array, start, heads);
        }
    }

    fn check(&self) -> Result<(), Error> {
        if let Words::Copied(copy_next) = self.output {
            let _ = copy_next.call0(&JsValue::NULL);
        }
        if self.gone {
            return Err(Error::bad_argument(
                "an array",
                "where it is until its scan has ended",
                "its buffer taken away",
            ));
        }
        Ok(())
    }

    fn take(&mut self, start: u32, piece: &ReadbackSlice) {
        match self.output {
            Words::Array(output) => output.set(&words_of(piece.view()), start),
            Words::Copied(copy_next) => call(copy_next, piece.view().as_uint8array()),
        }
    }
}
