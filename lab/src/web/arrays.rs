//! The page's arrays as input and output of scans. Words are copied directly between the arrays and mapped memory,
//! without a copy in the core's memory.

use js_sys::{Function, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::gpu::{Exchange, ReadbackSlice, UploadSlice, View};
use scanlab::error::Error;

/// Mapped memory as words.
pub(super) fn words_of(view: &View) -> Uint32Array {
    let bytes = view.as_uint8array();
    Uint32Array::new_with_byte_offset_and_length(&bytes.buffer(), bytes.byte_offset(), bytes.length() / 4)
}

/// The source or the destination of words.
pub(super) enum Words<'a> {
    /// An array.
    Array(&'a Uint32Array),
    /// A function that copies the next bytes to or from the memory that it receives. A destination is first called once
    /// without arguments, when the whole input is uploaded. The function itself reports its failures to the page.
    Copied(&'a Function),
}

/// The input, the output and the head flags of a scan.
pub(super) struct Arrays<'a> {
    input: Words<'a>,
    output: Words<'a>,
    heads: Option<&'a Uint32Array>,
    /// The words of the initial value.
    pub initial: Option<&'a Uint32Array>,
    /// Whether the caller has detached an array during the scan.
    detached: bool,
}

impl<'a> Arrays<'a> {
    pub fn new(input: Words<'a>, output: Words<'a>, heads: Option<&'a Uint32Array>) -> Self {
        Arrays { input, output, heads, initial: None, detached: false }
    }

    /// Words `start … end` of one of the caller's arrays; `None` if it is detached.
    fn part(&mut self, array: &Uint32Array, start: u32, end: u32) -> Option<Uint32Array> {
        self.detached |= array.length() < end;
        (!self.detached).then(|| array.subarray(start, end))
    }

    fn copy(&mut self, array: &Uint32Array, start: u32, words: &mut [u32]) {
        if let Some(part) = self.part(array, start, start + words.len() as u32) {
            part.copy_to(words);
        }
    }

    fn fill_from(&mut self, array: &Uint32Array, start: u32, slice: &mut UploadSlice) -> Result<(), Error> {
        let UploadSlice::Mapped(view, words) = slice else {
            return slice.write(&mut |words| self.copy(array, start, words));
        };
        let end = start + *words;
        if let Some(part) = self.part(array, start, end) {
            words_of(view).set(&part, 0);
        }
        if let Words::Array(output) = self.output {
            // The first write to the memory of a new array causes page faults. This write moves them to the time when
            // the device is busy with the input.
            output.fill(0, start, end);
        }
        Ok(())
    }
}

/// Calls a function that copies bytes to or from this memory.
fn call(copy: &Function, bytes: &Uint8Array) {
    let _ = copy.call1(&JsValue::NULL, bytes);
}

fn fill_by(copy_next: &Function, slice: &mut UploadSlice) {
    match slice {
        UploadSlice::Mapped(view, _) => call(copy_next, view.as_uint8array()),
        UploadSlice::Own(words) => {
            let bytes = Uint8Array::new_with_length(4 * words.len() as u32);
            call(copy_next, &bytes);
            bytes.copy_to(bytemuck::cast_slice_mut(words));
        }
    }
}

impl Exchange for Arrays<'_> {
    fn fill(&mut self, start: u32, slice: &mut UploadSlice) -> Result<(), Error> {
        match self.input {
            Words::Array(array) => self.fill_from(array, start, slice)?,
            Words::Copied(copy_next) => fill_by(copy_next, slice),
        }
        Ok(())
    }

    fn fill_heads(&mut self, start: u32, heads: &mut [u32]) {
        if let Some(array) = self.heads {
            self.copy(array, start, heads);
        }
    }

    fn fill_initial(&mut self, words: &mut [u32]) -> Result<(), Error> {
        if let Some(array) = self.initial {
            self.copy(array, 0, words);
        }
        Ok(())
    }

    fn has_checked_heads(&self) -> bool {
        true
    }

    fn check(&self) -> Result<(), Error> {
        if let Words::Copied(copy_next) = self.output {
            let _ = copy_next.call0(&JsValue::NULL);
        }
        if self.detached {
            return Err(Error::bad_argument("an array", "attached until its scan has ended", "its buffer detached"));
        }
        Ok(())
    }

    fn take(&mut self, start: u32, slice: &ReadbackSlice) {
        match self.output {
            Words::Array(output) => output.set(&words_of(slice.view()), start),
            Words::Copied(copy_next) => call(copy_next, slice.view().as_uint8array()),
        }
    }
}
