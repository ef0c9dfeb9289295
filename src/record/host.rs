//! Scans and operations on slices in host memory.

use std::sync::{Arc, Mutex, PoisonError};

use futures_channel::oneshot::{self, Receiver};

use super::io::superfluous;
use super::{Capabilities, Io, Kernels, STORAGE, ScanDescriptor, scopes};
use crate::error::Error;
use crate::monoid::{ElementType, Monoid};
use crate::operation::{
    Count, Operation, OperationJob, Options, arg_extreme, compact, lower_bound, merge, reduce, segmented_reduce,
    segmented_sort, sort, top_k, unique,
};
use crate::plan::{Abort, Mask, Mode, Plannable, Port, Resource, Segments};
use crate::scan::ScanJob;
use crate::words::{check_flags, check_offsets, check_sorted, zeroed};

/// A type of elements: u32, i32 or f32.
///
/// ```
/// use scanlab::monoid::{ElementType, Monoid};
/// use scanlab::record::{Element, ScanDescriptor};
///
/// fn maxima<T: Element>(input: &[T]) -> Result<ScanDescriptor, scanlab::error::Error> {
///     Ok(ScanDescriptor::new(Monoid::find("max", T::TYPE)?, input.len() as u32))
/// }
///
/// assert_eq!(maxima(&[0.5f32, -1.0])?.monoid.element_type, ElementType::F32);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
pub trait Element: bytemuck::Pod + sealed::Sealed {
    /// The WGSL type.
    const TYPE: ElementType;
}

/// A type of keys that [`sort()`], [`sort_pairs`] and [`argsort`] sort: a type of elements, u64, i64 or f64.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::operation::{OperationJob, Options};
/// use scanlab::plan::Limits;
/// use scanlab::record::Key;
///
/// fn sort_of<K: Key>(keys: &[K]) -> Result<OperationJob, scanlab::error::Error> {
///     let job = OperationJob::new("sort", keys.len() as u32, Monoid::find("add", K::TYPE)?, Limits::CORE)?;
///     Ok(OperationJob { options: Options { key_words: K::WORDS, ..Options::default() }, ..job })
/// }
///
/// assert_eq!(sort_of(&[0.5f64, -1.0, 2.0])?.outputs().words, 6);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
pub trait Key: bytemuck::Pod + sealed::Sealed {
    /// The type of keys of one word with the same arithmetic.
    const TYPE: ElementType;
    /// The number of 32-bit words of a key.
    const WORDS: u32;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for i32 {}
    impl Sealed for f32 {}
    impl Sealed for u64 {}
    impl Sealed for i64 {}
    impl Sealed for f64 {}
}

impl Element for u32 {
    const TYPE: ElementType = ElementType::U32;
}

impl Element for i32 {
    const TYPE: ElementType = ElementType::I32;
}

impl Element for f32 {
    const TYPE: ElementType = ElementType::F32;
}

impl<T: Element> Key for T {
    const TYPE: ElementType = <T as Element>::TYPE;
    const WORDS: u32 = 1;
}

impl Key for u64 {
    const TYPE: ElementType = ElementType::U32;
    const WORDS: u32 = 2;
}

impl Key for i64 {
    const TYPE: ElementType = ElementType::I32;
    const WORDS: u32 = 2;
}

impl Key for f64 {
    const TYPE: ElementType = ElementType::F32;
    const WORDS: u32 = 2;
}

/// Inclusive sums: element i of the output is the sum of elements 0 … i. Integers wrap around.
///
/// This function, like the others on slices, compiles its kernels, creates buffers, uploads, runs and reads back. To
/// scan more than once, keep [`Kernels`]. For data on the device, bind your own buffers.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::scan(&device, &queue, &[3u32, 1, 7, 0]).await?, [3, 4, 11, 11]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// [`Error::TooLarge`] for more elements than the device can bind, [`Error::DeviceOutOfMemory`], [`Error::Aborted`],
/// [`Error::Unsupported`] if the device refuses a shader or a command, [`Error::DeviceLost`].
pub async fn scan<T: Element>(device: &wgpu::Device, queue: &wgpu::Queue, input: &[T]) -> Result<Vec<T>, Error> {
    scan_in_mode(device, queue, input, Mode::Inclusive).await
}

/// Exclusive sums: element i of the output is the sum of elements 0 … i − 1, and element 0 is 0.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::exclusive_scan(&device, &queue, &[3u32, 1, 7, 0]).await?, [0, 3, 4, 11]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`scan()`].
pub async fn exclusive_scan<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    input: &[T],
) -> Result<Vec<T>, Error> {
    scan_in_mode(device, queue, input, Mode::Exclusive).await
}

async fn scan_in_mode<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    input: &[T],
    mode: Mode,
) -> Result<Vec<T>, Error> {
    let capabilities = Capabilities::of(device);
    let descriptor = ScanDescriptor { mode, ..ScanDescriptor::new(Monoid::sum(T::TYPE), length(input)?) };
    Kernels::scan(device, queue, &capabilities, &descriptor).await?.run(input).await
}

/// The sum of all elements; 0 for an empty slice.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::reduce(&device, &queue, &[0.5f32, 1.0, 2.0]).await?, 3.5);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`scan()`].
pub async fn reduce<T: Element>(device: &wgpu::Device, queue: &wgpu::Queue, input: &[T]) -> Result<T, Error> {
    let kernels = operation((device, queue), T::TYPE, &reduce::OPERATION, length(input)?, Options::default()).await?;
    let outputs = kernels.run(&[(Resource::Input, bytemuck::cast_slice(input))]).await?;
    Ok(outputs.first().and_then(|(_, words)| words.first()).map_or_else(T::zeroed, |&word| bytemuck::cast(word)))
}

/// The sum of each segment. Segment i has the elements `offsets[i]` … `offsets[i + 1]` − 1. The sum of an empty segment
/// is 0.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::segmented_reduce(&device, &queue, &[3u32, 1, 7, 5], &[0, 2, 2, 4]).await?, [4, 0, 12]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// [`Error::BadArgument`] if there are fewer than two offsets, or if they descend or exceed the number of elements; as
/// [`scan()`] otherwise.
pub async fn segmented_reduce<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    input: &[T],
    offsets: &[u32],
) -> Result<Vec<T>, Error> {
    of_segments((device, queue), &segmented_reduce::OPERATION, input, offsets).await
}

/// The output of an operation with an input and the offsets of its segments.
async fn of_segments<T: Element>(
    on: (&wgpu::Device, &wgpu::Queue),
    of: &'static Operation,
    input: &[T],
    offsets: &[u32],
) -> Result<Vec<T>, Error> {
    let options = Options { segments: length(offsets)?.saturating_sub(1), ..Options::default() };
    let kernels = operation(on, T::TYPE, of, length(input)?, options).await?;
    let inputs = [(Resource::Input, bytemuck::cast_slice(input)), (Resource::Offsets, offsets)];
    let mut outputs = kernels.run(&inputs).await?;
    Ok(bytemuck::cast_vec(taken(&mut outputs, Resource::Output)))
}

/// The keys in ascending order. For floats, −0 comes before 0, and all NaNs come last, in the order of the input.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::sort(&device, &queue, &[3i32, -1, 7, 0]).await?, [-1, 0, 3, 7]);
/// assert!(scanlab::sort(&device, &queue, &[-f32::NAN, 1.0]).await?[1].is_nan());
/// assert_eq!(scanlab::sort(&device, &queue, &[1e300, f64::INFINITY, -0.5]).await?, [-0.5, 1e300, f64::INFINITY]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`scan()`].
pub async fn sort<K: Key>(device: &wgpu::Device, queue: &wgpu::Queue, keys: &[K]) -> Result<Vec<K>, Error> {
    let mut outputs = sorted((device, queue), keys, None, Options::default()).await?;
    keys_of(taken(&mut outputs, Resource::Output))
}

/// The outputs of a sort of keys, with the words of values if there are any.
async fn sorted<K: Key>(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    keys: &[K],
    values: Option<&[u32]>,
    options: Options,
) -> Result<Vec<(Resource, Vec<u32>)>, Error> {
    let options = Options { key_words: K::WORDS, values: values.is_some(), ..options };
    let kernels = operation((device, queue), K::TYPE, &sort::OPERATION, length(keys)?, options).await?;
    let keys = [(Resource::Input, bytemuck::cast_slice(keys))];
    let values = values.map(|values| (Resource::Values, values));
    kernels.run(&keys.into_iter().chain(values).collect::<Vec<_>>()).await
}

/// Words as keys. The words of keys of two words are copied, since these keys have another alignment.
fn keys_of<K: Key>(words: Vec<u32>) -> Result<Vec<K>, Error> {
    bytemuck::try_cast_vec(words).or_else(|(_, words)| {
        let length = words.len() / K::WORDS as usize;
        let mut keys = Vec::new();
        let no_memory = |_| Error::HostOutOfMemory { required_bytes: 4 * words.len() as u64 };
        keys.try_reserve_exact(length).map_err(no_memory)?;
        keys.resize(length, K::zeroed());
        bytemuck::cast_slice_mut(&mut keys).copy_from_slice(&words);
        Ok(keys)
    })
}

/// Keys in ascending order, with their values. Equal keys keep their order.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// let (keys, values) = scanlab::sort_pairs(&device, &queue, &[3u32, 1, 3], &[0.5f32, 1.5, 2.5]).await?;
/// assert_eq!((&keys[..], &values[..]), (&[1, 3, 3][..], &[1.5, 0.5, 2.5][..]));
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// [`Error::BadArgument`] if the numbers of values and keys differ; as [`scan()`] otherwise.
pub async fn sort_pairs<K: Key, V: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    keys: &[K],
    values: &[V],
) -> Result<(Vec<K>, Vec<V>), Error> {
    let mut outputs = sorted((device, queue), keys, Some(bytemuck::cast_slice(values)), Options::default()).await?;
    let (keys, values) = (taken(&mut outputs, Resource::Output), taken(&mut outputs, Resource::SecondOutput));
    Ok((keys_of(keys)?, bytemuck::cast_vec(values)))
}

/// The indices of the keys in ascending order. Equal keys keep their order.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::argsort(&device, &queue, &[0.5f32, -1.0, 0.5]).await?, [1, 0, 2]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`scan()`].
pub async fn argsort<K: Key>(device: &wgpu::Device, queue: &wgpu::Queue, keys: &[K]) -> Result<Vec<u32>, Error> {
    let options = Options { indices: true, ..Options::default() };
    let mut outputs = sorted((device, queue), keys, None, options).await?;
    Ok(taken(&mut outputs, Resource::SecondOutput))
}

/// The keys of each segment in the order of [`sort()`]. Segment i has the keys `offsets[i]` … `offsets[i + 1]` − 1. Keys
/// outside of all segments keep their indices.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::segmented_sort(&device, &queue, &[3u32, 1, 7, 5, 2], &[0, 2, 2, 4]).await?, [1, 3, 5, 7, 2]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`segmented_reduce`].
pub async fn segmented_sort<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    keys: &[T],
    offsets: &[u32],
) -> Result<Vec<T>, Error> {
    of_segments((device, queue), &segmented_sort::OPERATION, keys, offsets).await
}

/// The elements that satisfy a condition, in their order. The condition is an expression in WGSL of the element `x` and
/// its index `i: u32`.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::compact(&device, &queue, &[3u32, 1, 7, 0], "x > 1u").await?, [3, 7]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// [`Error::Code`] for a condition that does not compile; as [`scan()`] otherwise.
pub async fn compact<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    input: &[T],
    condition: &str,
) -> Result<Vec<T>, Error> {
    let options = Options { mask: Mask::condition(condition, T::TYPE)?, ..Options::default() };
    let kernels = operation((device, queue), T::TYPE, &compact::OPERATION, length(input)?, options).await?;
    let mut outputs = kernels.run(&[(Resource::Input, bytemuck::cast_slice(input))]).await?;
    Ok(bytemuck::cast_vec(taken(&mut outputs, Resource::Output)))
}

/// The k largest keys and their indices, in the order of the input. Among equal keys, the first are kept. Keys have the
/// order of [`sort()`], so NaN is the largest.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::top_k(&device, &queue, &[3u32, 1, 9, 3, 3], 3).await?, (vec![3, 9, 3], vec![0, 2, 3]));
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// [`Error::BadArgument`] if `k` is 0; as [`scan()`] otherwise.
pub async fn top_k<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    keys: &[T],
    k: u32,
) -> Result<(Vec<T>, Vec<u32>), Error> {
    let options = Options { k, ..Options::default() };
    let kernels = operation((device, queue), T::TYPE, &top_k::OPERATION, length(keys)?, options).await?;
    let mut outputs = kernels.run(&[(Resource::Input, bytemuck::cast_slice(keys))]).await?;
    let (keys, indices) = (taken(&mut outputs, Resource::Output), taken(&mut outputs, Resource::SecondOutput));
    Ok((bytemuck::cast_vec(keys), indices))
}

/// The first of the smallest keys, and its index; `None` for an empty slice. −0 is smaller than 0. A NaN counts as the
/// smallest key, since the minimum of keys with a NaN is NaN.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::arg_min(&device, &queue, &[3i32, -1, 7, -1]).await?, Some((-1, 1)));
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`scan()`].
pub async fn arg_min<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    keys: &[T],
) -> Result<Option<(T, u32)>, Error> {
    arg_extreme((device, queue), &arg_extreme::MIN, keys).await
}

/// The first of the largest keys, and its index; `None` for an empty slice. −0 is smaller than 0. A NaN counts as the
/// largest key, since the maximum of keys with a NaN is NaN.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::arg_max(&device, &queue, &[0.5f32, 1.5, 1.0]).await?, Some((1.5, 1)));
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`scan()`].
pub async fn arg_max<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    keys: &[T],
) -> Result<Option<(T, u32)>, Error> {
    arg_extreme((device, queue), &arg_extreme::MAX, keys).await
}

async fn arg_extreme<T: Element>(
    on: (&wgpu::Device, &wgpu::Queue),
    extreme: &'static Operation,
    keys: &[T],
) -> Result<Option<(T, u32)>, Error> {
    let kernels = operation(on, T::TYPE, extreme, length(keys)?, Options::default()).await?;
    let mut outputs = kernels.run(&[(Resource::Input, bytemuck::cast_slice(keys))]).await?;
    let [key, index] = [Resource::Output, Resource::SecondOutput].map(|output| taken(&mut outputs, output));
    Ok(key.first().zip(index.first()).map(|(&key, &index)| (bytemuck::cast(key), index)))
}

/// For each needle, the index of the first sorted key that is not less than the needle; the number of keys if all are
/// less. Keys have the order of [`sort()`].
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::lower_bound(&device, &queue, &[5u32, 0, 9], &[1, 5, 5, 8]).await?, [1, 0, 4]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// [`Error::BadArgument`] if the keys are not sorted; as [`scan()`] otherwise.
pub async fn lower_bound<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    needles: &[T],
    sorted: &[T],
) -> Result<Vec<u32>, Error> {
    bounds((device, queue), needles, sorted, false).await
}

/// For each needle, the index of the first sorted key that is greater than the needle; the number of keys if no key is
/// greater. Keys have the order of [`sort()`].
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::upper_bound(&device, &queue, &[5u32, 0, 9], &[1, 5, 5, 8]).await?, [3, 0, 4]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`lower_bound`].
pub async fn upper_bound<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    needles: &[T],
    sorted: &[T],
) -> Result<Vec<u32>, Error> {
    bounds((device, queue), needles, sorted, true).await
}

async fn bounds<T: Element>(
    on: (&wgpu::Device, &wgpu::Queue),
    needles: &[T],
    sorted: &[T],
    upper: bool,
) -> Result<Vec<u32>, Error> {
    let options = Options { sorted_length: length(sorted)?, upper, ..Options::default() };
    let kernels = operation(on, T::TYPE, &lower_bound::OPERATION, length(needles)?, options).await?;
    let inputs = [
        (Resource::Input, bytemuck::cast_slice::<T, u32>(needles)),
        (Resource::Sorted, bytemuck::cast_slice::<T, u32>(sorted)),
    ];
    Ok(taken(&mut kernels.run(&inputs).await?, Resource::Output))
}

/// Merges two sorted arrays, stably: among equal keys, those of the first array come first. Keys have the order of
/// [`sort()`].
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::merge(&device, &queue, &[1u32, 5, 8], &[0, 5]).await?, [0, 1, 5, 5, 8]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// [`Error::BadArgument`] if the keys of an array are not sorted; as [`scan()`] otherwise.
pub async fn merge<T: Element>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    first: &[T],
    second: &[T],
) -> Result<Vec<T>, Error> {
    let options = Options { sorted_length: length(second)?, ..Options::default() };
    let kernels = operation((device, queue), T::TYPE, &merge::OPERATION, length(first)?, options).await?;
    let inputs = [
        (Resource::Input, bytemuck::cast_slice::<T, u32>(first)),
        (Resource::Sorted, bytemuck::cast_slice::<T, u32>(second)),
    ];
    Ok(bytemuck::cast_vec(taken(&mut kernels.run(&inputs).await?, Resource::Output)))
}

/// The first element of each run of equal neighbours, in order. Elements are compared bit by bit.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// assert_eq!(scanlab::unique(&device, &queue, &[3u32, 3, 1, 1, 3]).await?, [3, 1, 3]);
/// # Ok(()) }) }
/// ```
///
/// # Errors
/// As [`scan()`].
pub async fn unique<T: Element>(device: &wgpu::Device, queue: &wgpu::Queue, input: &[T]) -> Result<Vec<T>, Error> {
    let kernels = operation((device, queue), T::TYPE, &unique::OPERATION, length(input)?, Options::default()).await?;
    let mut outputs = kernels.run(&[(Resource::Input, bytemuck::cast_slice(input))]).await?;
    Ok(bytemuck::cast_vec(taken(&mut outputs, Resource::Output)))
}

async fn operation(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    element_type: ElementType,
    operation: &'static Operation,
    elements: u32,
    options: Options,
) -> Result<Kernels<OperationJob>, Error> {
    let job = OperationJob::of(operation, elements, Monoid::sum(element_type), Capabilities::of(device).limits());
    Kernels::operation(device, queue, OperationJob { options, ..job }).await
}

fn length<T>(input: &[T]) -> Result<u32, Error> {
    u32::try_from(input.len()).map_err(|_| Error::TooLarge {
        what: "the input".into(),
        required: format!("{} elements", input.len()),
        limit: format!("{} elements", u32::MAX),
    })
}

/// Takes the words of an output; empty if the output does not exist.
fn taken(outputs: &mut [(Resource, Vec<u32>)], wanted: Resource) -> Vec<u32> {
    let found = outputs.iter_mut().find(|(resource, _)| *resource == wanted);
    found.map(|(_, words)| std::mem::take(words)).unwrap_or_default()
}

impl Kernels<ScanJob> {
    /// Scans elements in host memory. The number of elements must be the one that the kernels are compiled for.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for another number or type of elements, or for a scan with head flags; as [`scan()`]
    /// otherwise.
    pub async fn run<T: Element>(&self, input: &[T]) -> Result<Vec<T>, Error> {
        self.run_flagged(input, &[]).await
    }

    /// Scans the segments of elements. A segment starts at each element whose flag is 1. With [`Segments::HeadBits`],
    /// the flags are bits.
    ///
    /// # Errors
    /// As [`Kernels::run`]; [`Error::BadArgument`] for another number of flags.
    ///
    /// [`Segments::HeadBits`]: crate::plan::Segments::HeadBits
    pub async fn run_flagged<T: Element>(&self, input: &[T], flags: &[u32]) -> Result<Vec<T>, Error> {
        self.run_from(&[], input, flags).await
    }

    /// Scans elements from an initial value, which has the words of one element. Without head flags, `flags` is empty.
    ///
    /// ```
    /// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
    /// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
    /// use scanlab::monoid::Monoid;
    /// use scanlab::plan::Mode;
    /// use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
    ///
    /// let sums = ScanDescriptor { initial: true, ..ScanDescriptor::new(Monoid::counts(), 4) };
    /// let before = ScanDescriptor { mode: Mode::Exclusive, ..sums };
    /// let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &before).await?;
    /// assert_eq!(scan.run_from(&[100u32], &[3, 1, 7, 0], &[]).await?, [100, 103, 104, 111]);
    /// # Ok(()) }) }
    /// ```
    ///
    /// # Errors
    /// As [`Kernels::run_flagged`]; [`Error::BadArgument`] for another number of words of the initial value.
    pub async fn run_from<T: Element>(&self, initial: &[T], input: &[T], flags: &[u32]) -> Result<Vec<T>, Error> {
        let form = self.planned.job().form();
        let required = form.monoid.element_type;
        if T::TYPE != required {
            let required = format!("of {}", required.name());
            return Err(Error::bad_argument("the input", required, T::TYPE.name()));
        }
        let source = if form.in_place { Resource::Output } else { Resource::Input };
        let optional = [(Resource::Flags, flags), (Resource::Initial, bytemuck::cast_slice(initial))];
        let optional = optional.into_iter().filter(|(_, words)| !words.is_empty());
        let inputs: Vec<_> = std::iter::once((source, bytemuck::cast_slice(input))).chain(optional).collect();
        let (mut outputs, _) = self.run_words(&inputs).await?;
        Ok(bytemuck::cast_vec(taken(&mut outputs, Resource::Output)))
    }
}

impl Kernels<OperationJob> {
    /// Runs an operation on words in host memory. Each input has the resource of its [port](Kernels::ports). Returns the
    /// outputs. If the device counts the elements of an output, the output has that length.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for an input whose length is not that of its port, and for keys that are not sorted where they
    /// must be; as [`scan()`] otherwise.
    pub async fn run(&self, inputs: &[(Resource, &[u32])]) -> Result<Vec<(Resource, Vec<u32>)>, Error> {
        let job = self.planned.job();
        // Only a merge has arrays in descending order.
        let (of, descending) = (job.monoid.element_type, job.operation.merges && job.options.descending);
        for (resource, words) in inputs {
            let is_sorted = *resource == Resource::Sorted || (job.operation.merges && *resource == Resource::Input);
            if is_sorted {
                check_sorted(resource.port_name(), words, of, descending)?;
            }
        }
        let (mut outputs, count) = self.run_words(inputs).await?;
        let meaning = job.outputs().count;
        if self.plan().passes.is_empty() {
            let none = job.output_of_none();
            let first = outputs.iter_mut().filter(|(resource, _)| *resource == Resource::Output);
            first.for_each(|(_, words)| words.clone_from(&none));
        }
        for (resource, words) in &mut outputs {
            if let Some(element_words) = job.counted_words(*resource) {
                words.truncate(count.saturating_mul(element_words) as usize);
            }
        }
        match meaning {
            Count::None => {}
            Count::Length | Count::Split => outputs.push((Resource::Count, vec![count])),
        }
        Ok(outputs)
    }
}

impl<J: Plannable> Kernels<J> {
    /// Runs the kernels. Returns the outputs at their full lengths, and the count. A run whose workgroups start out of
    /// order is repeated once.
    async fn run_words(&self, inputs: &[(Resource, &[u32])]) -> Result<(Vec<(Resource, Vec<u32>)>, u32), Error> {
        check_inputs(&self.ports(), inputs)?;
        if self.planned.job().form().segments != Segments::HeadBits {
            let flags = inputs.iter().find(|(resource, _)| *resource == Resource::Flags);
            flags.map_or(Ok(()), |(_, flags)| check_flags("flags", 0, flags))?;
        }
        let offsets = inputs.iter().find(|(resource, _)| *resource == Resource::Offsets);
        offsets.map_or(Ok(()), |(_, offsets)| check_offsets(offsets, self.planned.job().elements()))?;
        match self.run_once(inputs).await {
            Err(Error::Aborted(Abort::OutOfOrder)) => self.in_any_order().await?.run_once(inputs).await,
            done => done,
        }
    }

    pub(super) async fn run_once(
        &self,
        inputs: &[(Resource, &[u32])],
    ) -> Result<(Vec<(Resource, Vec<u32>)>, u32), Error> {
        let ports = self.ports();
        if self.plan().passes.is_empty() {
            let outputs = sized(&ports).map(|port| (port.resource, vec![0; port.words as usize])).collect();
            return Ok((outputs, 0));
        }
        let bytes = ports.iter().map(|port| port.bytes).sum();
        let (buffers, errors) = scopes::within(&self.device, || self.uploaded(&ports, inputs));
        scopes::check("buffers", bytes, errors).await?;
        let of =
            |wanted: Resource| buffers.iter().find_map(|(known, buffer)| (*known == wanted).then(|| buffer.slice(..)));
        let io = Io::of(of);
        let bound = self.bind(&io).await?;
        let outputs: Vec<_> = ports.iter().filter(|port| port.is_output()).collect();
        // Each output has its own staging buffer, since all outputs together may exceed the size limit of a buffer.
        let status = 4 * u64::from(bound.status_words());
        let sizes: Vec<u64> = outputs.iter().map(|port| port.bytes).chain([status]).collect();
        let mut words = run_and_read((&self.device, &self.queue), &sizes, |encoder, staging| {
            bound.record(encoder);
            for (port, staging) in outputs.iter().zip(staging) {
                if let Some(slice) = io.slice(port.resource) {
                    encoder.copy_buffer_to_buffer(slice.buffer(), 0, staging, 0, port.bytes);
                }
            }
            bound.record_status(encoder, &staging[outputs.len()], 0);
        })
        .await?;
        let status = words.pop().unwrap_or_default();
        bound.check(&status[..bound.status_words() as usize])?;
        let mut read = Vec::new();
        let mut count = 0;
        for (port, mut words) in outputs.into_iter().zip(words) {
            words.truncate(port.words as usize);
            match port.resource {
                Resource::Count => count = words[0],
                resource => read.push((resource, words)),
            }
        }
        Ok((read, count))
    }

    /// Creates the buffers of ports, and writes the words of inputs. Call this function within error scopes.
    fn uploaded(&self, ports: &[Port], inputs: &[(Resource, &[u32])]) -> Vec<(Resource, wgpu::Buffer)> {
        let create = |port: &Port| {
            let (label, usage) = (Some(port.name()), STORAGE);
            let descriptor = wgpu::BufferDescriptor { label, size: port.bytes, usage, mapped_at_creation: false };
            let buffer = self.device.create_buffer(&descriptor);
            if let Some((_, words)) = inputs.iter().find(|(resource, _)| *resource == port.resource) {
                self.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
            }
            (port.resource, buffer)
        };
        ports.iter().map(create).collect()
    }
}

/// The outputs except the count.
fn sized(ports: &[Port]) -> impl Iterator<Item = &Port> {
    ports.iter().filter(|port| port.is_output() && port.resource != Resource::Count)
}

fn check_inputs(ports: &[Port], inputs: &[(Resource, &[u32])]) -> Result<(), Error> {
    for port in ports.iter().filter(|port| port.is_input()) {
        let found = inputs.iter().find(|(resource, _)| *resource == port.resource).map_or(0, |(_, words)| words.len());
        if found != port.words as usize {
            let (what, required) = (
                format!("the {}", port.name()),
                format!("of {} {}", port.words, if port.words == 1 { "word" } else { "words" }),
            );
            return Err(Error::bad_argument(what, required, found.to_string()));
        }
    }
    let is_twice = |index: usize| inputs[..index].iter().any(|(resource, _)| *resource == inputs[index].0);
    if let Some(index) = (0..inputs.len()).find(|&index| is_twice(index)) {
        let what = format!("the {}", inputs[index].0.port_name());
        return Err(Error::bad_argument(what, "given once", "twice"));
    }
    let is_input = |resource: Resource| ports.iter().any(|port| port.is_input() && port.resource == resource);
    match inputs.iter().find(|(resource, _)| !is_input(*resource)) {
        None => Ok(()),
        Some((resource, words)) => {
            let found = format!("{} words", words.len());
            Err(superfluous(*resource, &found))
        }
    }
}

/// Submits the commands that `record` records, which copy to staging buffers of the given sizes in bytes. Returns the
/// words of the staging buffers.
///
/// # Errors
/// [`Error::DeviceOutOfMemory`], [`Error::HostOutOfMemory`], [`Error::Unsupported`] if the device refuses a command,
/// [`Error::DeviceLost`].
pub(super) async fn run_and_read(
    (device, queue): (&wgpu::Device, &wgpu::Queue),
    sizes: &[u64],
    record: impl FnOnce(&mut wgpu::CommandEncoder, &[wgpu::Buffer]),
) -> Result<Vec<Vec<u32>>, Error> {
    let run = || {
        let create = |&bytes: &u64| {
            let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
            // A range of length zero cannot be mapped.
            let (label, size) = (Some("readback"), bytes.max(4));
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false })
        };
        let staging: Vec<_> = sizes.iter().map(create).collect();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        record(&mut encoder, &staging);
        let submission = queue.submit([encoder.finish()]);
        let mapped: Vec<_> = staging.iter().map(map).collect();
        (staging, submission, mapped)
    };
    let ((staging, submission, mapped), errors) = scopes::within(device, run);
    scopes::check("a run", sizes.iter().sum(), errors).await?;
    poll(device, submission, mapped.iter().map(|(_, done)| done.clone()).collect());
    let mut read = Vec::with_capacity(staging.len());
    for (staging, (mapped, _)) in staging.iter().zip(mapped) {
        mapped.await.map_err(|_| Error::DeviceLost("a wait for the device was dropped".into()))?;
        let view = staging.get_mapped_range(..).map_err(|error| Error::DeviceLost(error.to_string()))?;
        let mut words = zeroed(view.len() / 4)?;
        words.copy_from_slice(bytemuck::cast_slice(&view));
        read.push(words);
    }
    Ok(read)
}

/// The sender that ends a wait. A poll that ends without the callback drops the sender.
type Done = Arc<Mutex<Option<oneshot::Sender<()>>>>;

/// Maps a buffer for reading. Returns the completion, and the holder of its sender.
fn map(buffer: &wgpu::Buffer) -> (Receiver<()>, Done) {
    let (sender, mapped) = oneshot::channel();
    let done = Done::new(Mutex::new(Some(sender)));
    let kept = done.clone();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        let sender = kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        // If mapping fails, the sender is dropped, which ends the wait for it.
        if let (Ok(()), Some(sender)) = (result, sender) {
            let _ = sender.send(());
        }
    });
    (mapped, done)
}

/// In a browser, callbacks run without a poll.
#[cfg(target_arch = "wasm32")]
fn poll(_: &wgpu::Device, _: wgpu::SubmissionIndex, _: Vec<Done>) {}

/// Natively, callbacks run during a poll, which blocks. Therefore a separate thread polls. If the poll ends without a
/// callback, for example on a lost device, the wait for the callback ends too. In this case wgpu panics. The panic must
/// not leave the wait pending.
#[cfg(not(target_arch = "wasm32"))]
fn poll(device: &wgpu::Device, submission: wgpu::SubmissionIndex, pending: Vec<Done>) {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let (device, kept) = (device.clone(), pending.clone());
    let end = |waits: Vec<Done>| {
        for done in waits {
            done.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    };
    let poll = move || {
        let until = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        let _ = catch_unwind(AssertUnwindSafe(|| device.poll(until)));
        end(pending);
    };
    if std::thread::Builder::new().name("scanlab poll".into()).spawn(poll).is_err() {
        end(kept);
    }
}
