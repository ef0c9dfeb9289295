//! Scans in chunks.

use std::rc::Rc;

use js_sys::{Function, Uint32Array};
use wasm_bindgen::prelude::*;

use super::arrays::{Arrays, Words};
use super::data::{self, read};
use super::{CancelToken, Core, Thrown};
use crate::chunked::ChunkedScan;
use crate::gpu::{Cancel, Gpu};
use crate::request::Request;
use scanlab::error::Error;
use scanlab::plan::Segments;

/// A scan whose input is pushed chunk by chunk, in scan order.
#[wasm_bindgen]
pub struct StreamScan {
    gpu: Rc<Gpu>,
    scan: ChunkedScan,
    words: u32,
    segments: Segments,
}

#[wasm_bindgen]
impl Core {
    /// Starts a scan in chunks of at most `chunk_elements` elements. The request's `n` is ignored.
    ///
    /// # Errors
    /// Every code except those of opening a device.
    pub async fn stream(&self, request: data::Request, chunk_elements: u32) -> Result<StreamScan, Thrown> {
        let gpu = self.gpu.clone();
        let request = Request { n: u64::from(chunk_elements), ..read("request", &request)? };
        let resolved = request.resolve(gpu.limits())?;
        let (words, segments) = (resolved.job.form.monoid.words(), resolved.job.form.segments);
        let scan = ChunkedScan::new(&gpu, resolved).await?;
        Ok(StreamScan { gpu, scan, words, segments })
    }
}

#[wasm_bindgen]
impl StreamScan {
    /// Scans the next chunk, of `words` words. A segmented scan requires `heads`: one word or one bit per element.
    /// `fill_next` copies the next bytes of the input to the memory that it receives. When the input of the chunk is
    /// uploaded, `take_next` is called once without arguments. Each later call passes memory, from which `take_next`
    /// copies the next bytes of the output. The next chunk may be pushed before this chunk has finished. An error
    /// ends the scan.
    ///
    /// # Errors
    /// Every code except those of opening a device.
    pub async fn push(
        &self,
        words: u32,
        #[wasm_bindgen(unchecked_param_type = "(target: Uint8Array) => void")] fill_next: Function,
        #[wasm_bindgen(unchecked_param_type = "Taker")] take_next: Function,
        heads: Option<Uint32Array>,
        cancel: &CancelToken,
    ) -> Result<(), Thrown> {
        let (cancel, heads) = (cancel.0.clone(), heads.as_ref());
        let arrays = Arrays::new(Words::Copied(&fill_next), Words::Copied(&take_next), heads);
        Ok(self.push_chunk(words, arrays, heads, &cancel).await?)
    }
}

impl StreamScan {
    async fn push_chunk(
        &self,
        words: u32,
        mut arrays: Arrays<'_>,
        heads: Option<&Uint32Array>,
        cancel: &Cancel,
    ) -> Result<(), Error> {
        let elements = words / self.words;
        let flags = self.segments.head_words(elements);
        let found = [words, heads.map_or(0, Uint32Array::length)];
        if found != [elements * self.words, flags] {
            let required = format!("whole elements of {} words, {flags} heads", self.words);
            return Err(Error::bad_argument("a chunk", required, format!("{found:?}")));
        }
        self.scan.push(&self.gpu, elements, cancel, &mut arrays).await
    }
}
