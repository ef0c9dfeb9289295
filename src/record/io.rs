//! The caller's buffers.

use super::STORAGE;
use crate::error::Error;
use crate::plan::{Port, Resource};

/// The buffers of a run. There must be exactly one input or output for each [port](super::Kernels::ports) of the kernels.
///
/// A slice begins at a multiple of the device's `min_storage_buffer_offset_alignment`, 256 bytes by default. It is at
/// least as long as its port: kernels access packs of 16 bytes, so 1,001 elements of one word take 4,016 bytes. Its
/// buffer has the usage `STORAGE`. An output must not be in the buffer of an input, since WebGPU does not allow a
/// dispatch to read and write one buffer. After a run, the contents of an output after its last element are undefined.
///
/// ```
/// # fn main() -> Result<(), scanlab::error::Error> { pollster::block_on(async {
/// # let Some((device, queue)) = scanlab::record::example_device().await else { return Ok(()) };
/// use scanlab::record::{Capabilities, Io, Kernels, ScanDescriptor};
/// use scanlab::wgpu::{BufferDescriptor, BufferUsages};
///
/// let sums = ScanDescriptor::new(scanlab::monoid::Monoid::counts(), 1024);
/// let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &sums).await?;
/// let (label, size, usage) = (None, 4096, BufferUsages::STORAGE);
/// let [input, output] = [(); 2]
///     .map(|()| device.create_buffer(&BufferDescriptor { label, size, usage, mapped_at_creation: false }));
/// let io = Io { input: Some(input.slice(..)), ..Io::default() };
/// let missing = scan.bind(&io).await.err().map(|error| error.to_string());
/// assert_eq!(missing.as_deref(), Some("the output must be a slice of 4096 bytes or more; found none"));
/// assert!(scan.bind(&Io { output: Some(output.slice(..)), ..io }).await.is_ok());
/// # Ok(()) }) }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Io<'a> {
    /// The input; `None` for a scan in place.
    pub input: Option<wgpu::BufferSlice<'a>>,
    /// The head flags of a segmented scan, or the flags of a selection: one word per element, 0 or 1. Other values
    /// count as 1. For [`Segments::HeadBits`](crate::plan::Segments::HeadBits), one bit per element.
    pub flags: Option<wgpu::BufferSlice<'a>>,
    /// The values of a reduction by key, or those that a sort moves.
    pub values: Option<wgpu::BufferSlice<'a>>,
    /// The offsets of the segments of a segmented reduction or sort.
    pub offsets: Option<wgpu::BufferSlice<'a>>,
    /// The sorted keys that a lower bound searches, or the second input of a merge. Without keys, it still has 16 bytes.
    pub sorted: Option<wgpu::BufferSlice<'a>>,
    /// The initial value of a scan, one element.
    pub initial: Option<wgpu::BufferSlice<'a>>,
    /// The output. For a scan in place, it is also the input.
    pub output: Option<wgpu::BufferSlice<'a>>,
    /// The second output: indices, moved values, or the lengths or sums of runs.
    pub second_output: Option<wgpu::BufferSlice<'a>>,
    /// The number of elements of the outputs, or the index at which a partition splits: one u32.
    pub count: Option<wgpu::BufferSlice<'a>>,
    /// A number of elements that the device has computed: one u32. It replaces the number of elements of the kernels,
    /// and is clamped to that number. Only for kernels that [take a length](super::Kernels::takes_length).
    pub length: Option<wgpu::BufferSlice<'a>>,
    /// Scratch memory, with the sizes of [`Kernels::scratch_bytes`](super::Kernels::scratch_bytes). Each slice is in
    /// a separate buffer with the usages `STORAGE`, `COPY_DST` and `COPY_SRC`, which nothing else writes between runs.
    /// If there are no slices, the binding allocates its own scratch memory.
    pub scratch: &'a [wgpu::BufferSlice<'a>],
}

impl<'a> Io<'a> {
    const RESOURCES: [Resource; 9] = [
        Resource::Input,
        Resource::Flags,
        Resource::Values,
        Resource::Offsets,
        Resource::Sorted,
        Resource::Initial,
        Resource::Output,
        Resource::SecondOutput,
        Resource::Count,
    ];

    /// The slices that `slice` returns for the resources of ports.
    pub(super) fn of(slice: impl Fn(Resource) -> Option<wgpu::BufferSlice<'a>>) -> Self {
        Io {
            input: slice(Resource::Input),
            flags: slice(Resource::Flags),
            values: slice(Resource::Values),
            offsets: slice(Resource::Offsets),
            sorted: slice(Resource::Sorted),
            initial: slice(Resource::Initial),
            output: slice(Resource::Output),
            second_output: slice(Resource::SecondOutput),
            count: slice(Resource::Count),
            length: None,
            scratch: &[],
        }
    }

    pub(super) fn slice(&self, resource: Resource) -> Option<wgpu::BufferSlice<'a>> {
        match resource {
            Resource::Input => self.input,
            Resource::Flags => self.flags,
            Resource::Values => self.values,
            Resource::Offsets => self.offsets,
            Resource::Sorted => self.sorted,
            Resource::Initial => self.initial,
            Resource::Output => self.output,
            Resource::SecondOutput => self.second_output,
            Resource::Count => self.count,
            Resource::Carry | Resource::Table | Resource::Scratch(_) => None,
        }
    }

    /// Fails unless the slices are those of ports and of scratch memory, and the device can bind them.
    ///
    /// # Errors
    /// [`Error::BadArgument`] with what is required and found.
    pub(super) fn check(&self, ports: &[Port], scratch_bytes: &[u64], device: &wgpu::Device) -> Result<(), Error> {
        let alignment = device.limits().min_storage_buffer_offset_alignment.into();
        for resource in Io::RESOURCES {
            let port = ports.iter().find(|port| port.resource == resource);
            match (port, self.slice(resource)) {
                (None, None) => {}
                (None, Some(_)) => {
                    return Err(superfluous(resource, "a buffer"));
                }
                (Some(port), slice) => {
                    let usage = wgpu::BufferUsages::STORAGE;
                    check_slice(&format!("the {}", port.name()), slice, (port.bytes, alignment), usage)?;
                }
            }
        }
        if let Some(length) = self.length {
            check_slice("the length", Some(length), (4, alignment), wgpu::BufferUsages::STORAGE)?;
        }
        if !self.scratch.is_empty() && self.scratch.len() != scratch_bytes.len() {
            let required = format!("of {} slices", scratch_bytes.len());
            return Err(Error::bad_argument("scratch memory", required, self.scratch.len().to_string()));
        }
        for (index, (&slice, &bytes)) in self.scratch.iter().zip(scratch_bytes).enumerate() {
            check_slice(&format!("scratch slice {index}"), Some(slice), (bytes, alignment), STORAGE)?;
        }
        self.check_buffers(ports)
    }

    /// Fails if a written slice shares its buffer with another slice.
    fn check_buffers(&self, ports: &[Port]) -> Result<(), Error> {
        let of_ports = ports.iter().map(|port| (port.name().to_owned(), port.is_output(), self.slice(port.resource)));
        let length = ("length".to_owned(), false, self.length);
        let scratch = self.scratch.iter().enumerate();
        let scratch = scratch.map(|(index, &slice)| (format!("scratch slice {index}"), true, Some(slice)));
        let slices: Vec<_> = of_ports.chain([length]).chain(scratch).collect();
        for (index, (name, is_written, slice)) in slices.iter().enumerate() {
            for (other, other_is_written, of_other) in &slices[..index] {
                let is_shared = slice.zip(*of_other).is_some_and(|(one, other)| one.buffer() == other.buffer());
                if is_shared && (*is_written || *other_is_written) {
                    let required = format!("of another buffer than the {other}");
                    return Err(Error::bad_argument(format!("the {name}"), required, "the same"));
                }
            }
        }
        Ok(())
    }
}

/// The error of a buffer or words for a port that the kernels do not have.
pub(super) fn superfluous(resource: Resource, found: &str) -> Error {
    Error::bad_argument(format!("the {}", resource.port_name()), "left out: these kernels do not have it", found)
}

fn check_slice(
    what: &str,
    slice: Option<wgpu::BufferSlice<'_>>,
    (bytes, alignment): (u64, u64),
    usage: wgpu::BufferUsages,
) -> Result<(), Error> {
    let required = format!("a slice of {bytes} bytes or more");
    let Some(slice) = slice else { return Err(Error::bad_argument(what, required, "none")) };
    if slice.size() < bytes {
        return Err(Error::bad_argument(what, required, format!("{} bytes", slice.size())));
    }
    if !slice.offset().is_multiple_of(alignment) {
        let required = format!("a slice whose offset is a multiple of {alignment} bytes");
        return Err(Error::bad_argument(what, required, slice.offset().to_string()));
    }
    let found = slice.buffer().usage();
    match found.contains(usage) {
        true => Ok(()),
        false => Err(Error::bad_argument(what, format!("of a buffer with the usage {usage:?}"), format!("{found:?}"))),
    }
}
