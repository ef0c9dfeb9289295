//! Scans in chunks, as the page drives them.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::{CancelToken, Core, thrown};
use crate::chunked::ChunkedScan;
use crate::error::Error;
use crate::gpu::{Cancel, Gpu};
use crate::request::Request;

/// A scan that takes its input chunk by chunk, in the order of the scan.
#[wasm_bindgen]
pub struct StreamScan {
    gpu: Rc<Gpu>,
    /// None while a chunk is under way, and once one has failed.
    scan: RefCell<Option<ChunkedScan>>,
    words: u32,
    segmented: bool,
}

#[wasm_bindgen]
impl Core {
    /// Begins a scan in chunks of at most `chunk_elements` elements.
    ///
    /// # Errors
    /// Every code but those of opening.
    pub async fn stream(&self, request: String, chunk_elements: u32) -> Result<StreamScan, JsValue> {
        let gpu = self.0.clone();
        open(gpu, &request, chunk_elements).await.map_err(|error| thrown(&error))
    }
}

async fn open(gpu: Rc<Gpu>, request: &str, chunk_elements: u32) -> Result<StreamScan, Error> {
    let mut request = Request::parse(request)?;
    request.n = u64::from(chunk_elements);
    let resolved = request.resolve(gpu.limits())?;
    let (words, segmented) = (resolved.job.form.monoid.words(), resolved.job.form.segmented);
    let scan = RefCell::new(Some(ChunkedScan::new(&gpu, resolved).await?));
    Ok(StreamScan { gpu, scan, words, segmented })
}

#[wasm_bindgen]
impl StreamScan {
    /// Scans the next chunk of `input` into `output`, both words; `heads`, one flag an element, where the scan has segments.
    /// After an error the scan has ended.
    ///
    /// # Errors
    /// Every code but those of opening.
    pub async fn push(
        &self,
        input: Uint32Array,
        output: Uint32Array,
        heads: Option<Uint32Array>,
        cancel: &CancelToken,
    ) -> Result<(), JsValue> {
        let cancel = cancel.0.clone();
        self.push_chunk(&input, &output, heads.as_ref(), &cancel).await.map_err(|error| thrown(&error))
    }
}

impl StreamScan {
    async fn push_chunk(
        &self,
        input: &Uint32Array,
        output: &Uint32Array,
        heads: Option<&Uint32Array>,
        cancel: &Cancel,
    ) -> Result<(), Error> {
        let elements = input.length() / self.words;
        let flags = if self.segmented { elements } else { 0 };
        let found = [input.length(), output.length(), heads.map_or(0, Uint32Array::length)];
        if found != [elements * self.words, input.length(), flags] {
            let required = format!("whole elements of {} words, as many results, {flags} heads", self.words);
            return Err(Error::bad_argument("a chunk", required, format!("{found:?}")));
        }
        let scan = self.scan.borrow_mut().take();
        let ended = || Error::bad_argument("a stream's scan", "idle and without an error", "busy, or ended");
        let mut scan = scan.ok_or_else(ended)?;
        let fill = |start: u32, words: &mut [u32]| input.subarray(start, start + words.len() as u32).copy_to(words);
        let fill_heads = |start: u32, words: &mut [u32]| {
            if let Some(heads) = heads {
                heads.subarray(start, start + words.len() as u32).copy_to(words);
            }
        };
        let take = |start: u32, words: &[u32]| output.subarray(start, start + words.len() as u32).copy_from(words);
        scan.push(&self.gpu, elements, cancel, fill, fill_heads, take).await?;
        *self.scan.borrow_mut() = Some(scan);
        Ok(())
    }
}
