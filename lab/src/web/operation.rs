//! Operations on arrays.

use std::rc::Rc;

use js_sys::{Array, Function, Object, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;

use super::arrays::words_of;
use super::data::{self, read, write};
use super::recent::Recent;
use super::{Block, CancelToken, Core, Thrown, measure, no_candidate};
use crate::bench::Subject;
use crate::description::JoinedShader;
use crate::gpu::{Cancel, Gpu, OperationExchange, ReadbackSlice, UploadSlice};
use crate::request::{OperationRequest, ResolvedOperation};
use scanlab::error::Error;
use scanlab::plan::Resource;

#[wasm_bindgen]
impl Core {
    /// The reason why the device does not support an operation; undefined if the device supports it.
    #[wasm_bindgen(js_name = supportsOperation)]
    pub fn supports_operation(&self, request: &data::OperationRequest) -> Option<String> {
        let limits = self.gpu.limits();
        let request = read("request", request);
        request.and_then(|request| request.check_support(&limits)).err().map(|error| error.to_string())
    }

    /// The plan of an operation.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = operationPlan)]
    pub fn operation_plan(&self, request: &data::OperationRequest) -> Result<data::PlanDescription, Thrown> {
        Ok(write(&read("request", request)?.resolve(self.gpu.limits())?.describe()))
    }

    /// The distinct shaders of an operation's plan, file by file.
    ///
    /// # Errors
    /// `bad-argument`, `too-large`, `unsupported`.
    #[wasm_bindgen(js_name = operationShaders)]
    pub fn operation_shaders(&self, request: &data::OperationRequest) -> Result<data::Shaders, Thrown> {
        let resolved = read("request", request)?.resolve(self.gpu.limits())?;
        Ok(write(&JoinedShader::all(&resolved.shaders())))
    }

    /// Runs an operation on `source`, an array of words. `flags` holds the flags of a selection, `values` values or sorted
    /// keys, `offsets` those of segments. Returns the outputs with their exact lengths.
    ///
    /// # Errors
    /// Every code except those of opening a device.
    #[wasm_bindgen(unchecked_return_type = "{ output: Uint32Array; second?: Uint32Array; count?: number }")]
    pub async fn operate(
        &self,
        request: data::OperationRequest,
        source: Uint32Array,
        flags: Option<Uint32Array>,
        values: Option<Uint32Array>,
        offsets: Option<Uint32Array>,
        cancel: &CancelToken,
    ) -> Result<Object, Thrown> {
        let (gpu, operations, cancel) = (self.gpu.clone(), self.operations.clone(), cancel.0.clone());
        let mut arrays = OperationArrays { source, flags, values, offsets, ..OperationArrays::default() };
        let count = operate(&gpu, &operations, read("request", &request)?, &mut arrays, &cancel).await?;
        let fields = [("output", arrays.output.into()), ("second", arrays.second.into()), ("count", count.into())];
        let entries: Array = fields.into_iter().map(|(name, value)| Array::of2(&name.into(), &value)).collect();
        Ok(Object::from_entries(&entries).expect("pairs are entries"))
    }

    /// [`Core::measure`] for operations.
    ///
    /// # Errors
    /// As [`Core::measure`].
    #[wasm_bindgen(js_name = measureOperations)]
    pub async fn measure_operations(
        &self,
        requests: data::OperationRequests,
        cancel: &CancelToken,
        #[wasm_bindgen(unchecked_param_type = "OnStage")] on_stage: Function,
    ) -> Result<Block, Thrown> {
        let (gpu, timing, cancel) = (self.gpu.clone(), self.timing.clone(), cancel.0.clone());
        let of_operations = || {
            let requests = read("requests", &requests)?;
            let inputs = requests.first().ok_or_else(no_candidate)?.inputs()?;
            Ok((requests.iter().map(|request| request.resolve(gpu.limits()).map(Subject::from)).collect(), inputs))
        };
        Ok(measure(&gpu, &timing, of_operations, false, &cancel, &on_stage).await?)
    }
}

#[wasm_bindgen]
impl Block {
    /// Reads words `start …` of the operation's first output, or of its second output if `second`, into `words`.
    ///
    /// # Errors
    /// `out-of-memory`, `device-lost`.
    #[wasm_bindgen(js_name = readWords)]
    pub async fn read_words(&self, second: bool, start: u32, words: Uint32Array) -> Result<(), Thrown> {
        self.read(if second { Resource::SecondOutput } else { Resource::Output }, start, words).await
    }

    /// The count that the operation computes; undefined if it computes no count.
    ///
    /// # Errors
    /// `out-of-memory`, `device-lost`.
    #[wasm_bindgen(js_name = readCount)]
    pub async fn read_count(&self) -> Result<Option<u32>, Thrown> {
        if self.measured.buffer(Resource::Count).is_none() {
            return Ok(None);
        }
        let count = Uint32Array::new_with_length(1);
        self.read(Resource::Count, 0, count.clone()).await?;
        Ok(Some(count.get_index(0)))
    }
}

/// A request of an operation, and its plan.
pub(super) struct PlannedOperation {
    request: OperationRequest,
    pub resolved: ResolvedOperation,
}

/// The plan of a request, from `operations` if it is there.
pub(super) fn resolved_of(
    operations: &Recent<PlannedOperation>,
    gpu: &Gpu,
    request: OperationRequest,
) -> Result<Rc<PlannedOperation>, Error> {
    // The limits contain the calibration, which changes the plans of `auto`.
    let is_wanted =
        |known: &PlannedOperation| known.resolved.planned.job().limits == gpu.limits() && known.request == request;
    operations.find_or(is_wanted, || {
        Ok(PlannedOperation { resolved: request.resolve(gpu.limits())?, request: request.clone() })
    })
}

async fn operate(
    gpu: &Gpu,
    operations: &Recent<PlannedOperation>,
    request: OperationRequest,
    arrays: &mut OperationArrays,
    cancel: &Cancel,
) -> Result<Option<u32>, Error> {
    let planned = resolved_of(operations, gpu, request)?;
    let PlannedOperation { resolved, .. } = &*planned;
    let job = resolved.planned.job();
    arrays.check_lengths(resolved)?;
    if resolved.planned.plan().passes.is_empty() {
        let words = job.output_of_none();
        arrays.begin(Resource::Output, words.len() as u32)?;
        if let Some(output) = &arrays.output {
            output.copy_from(&words);
        }
        if job.outputs().second_words.is_some() {
            arrays.begin(Resource::SecondOutput, 0)?;
        }
        return Ok(Some(0));
    }
    let count = gpu.operate_with(&resolved.planned, cancel, arrays).await?;
    arrays.check_attached()?;
    Ok(count)
}

/// The inputs and outputs of an operation, as arrays of the page. The outputs are new arrays, into which mapped memory is
/// copied directly.
#[derive(Default)]
struct OperationArrays {
    source: Uint32Array,
    flags: Option<Uint32Array>,
    values: Option<Uint32Array>,
    offsets: Option<Uint32Array>,
    output: Option<Uint32Array>,
    second: Option<Uint32Array>,
    /// Whether the caller has detached an array during the operation.
    detached: bool,
}

impl OperationArrays {
    /// Fails unless the inputs have the lengths that the operation requires.
    fn check_lengths(&self, resolved: &ResolvedOperation) -> Result<(), Error> {
        let job = resolved.planned.job();
        let inputs = [Resource::Input, Resource::Flags, job.operation.second_input(), Resource::Offsets];
        let required = inputs.map(|input| job.words_of(input).unwrap_or_default());
        let length = |array: &Option<Uint32Array>| array.as_ref().map_or(0, Uint32Array::length);
        let found = [self.source.length(), length(&self.flags), length(&self.values), length(&self.offsets)];
        if found == required {
            return Ok(());
        }
        let words = |[source, flags, values, offsets]: [u32; 4]| {
            format!("{source} words, {flags} flags, {values} values, {offsets} offsets")
        };
        Err(Error::bad_argument(job.operation.id, format!("of {}", words(required)), words(found)))
    }

    fn check_attached(&self) -> Result<(), Error> {
        if !self.detached {
            return Ok(());
        }
        Err(Error::bad_argument("an array", "attached until its operation has ended", "its buffer detached"))
    }
}

impl OperationExchange for OperationArrays {
    fn fill(&mut self, input: Resource, start: u32, slice: &mut UploadSlice) -> Result<(), Error> {
        let array = match input {
            Resource::Flags => self.flags.as_ref(),
            Resource::Input => Some(&self.source),
            Resource::Offsets => self.offsets.as_ref(),
            _ => self.values.as_ref(),
        };
        let Some(array) = array else { return Ok(()) };
        let words = slice.length();
        if array.length() < start + words {
            self.detached = true;
            return self.check_attached();
        }
        let part = array.subarray(start, start + words);
        match slice {
            UploadSlice::Mapped(view, _) => words_of(view).set(&part, 0),
            UploadSlice::Own(words) => part.copy_to(words),
        }
        Ok(())
    }

    fn begin(&mut self, output: Resource, words: u32) -> Result<(), Error> {
        let made = Some(new_array(words)?);
        if output == Resource::SecondOutput {
            self.second = made;
        } else {
            self.output = made;
        }
        Ok(())
    }

    fn take(&mut self, output: Resource, start: u32, slice: &ReadbackSlice) {
        let array = if output == Resource::SecondOutput { &self.second } else { &self.output };
        if let Some(array) = array {
            array.set(&words_of(slice.view()), start);
        }
    }
}

/// An array of zeros. If memory is short, the constructor throws, which `Reflect` turns into an error.
fn new_array(words: u32) -> Result<Uint32Array, Error> {
    let no_memory = |_| Error::HostOutOfMemory { required_bytes: 4 * u64::from(words) };
    let constructor = Reflect::get(&js_sys::global(), &"Uint32Array".into()).map_err(no_memory)?;
    let made = Reflect::construct(constructor.unchecked_ref::<Function>(), &Array::of1(&words.into()));
    made.map(JsCast::unchecked_into).map_err(no_memory)
}
