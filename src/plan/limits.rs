//! Limits of devices.

use super::Calibration;

/// The maximum number of words of a scan, twice that of the largest current buffers. Plans and kernels count words in 32
/// bits, and some of their numbers are slightly larger.
pub const MAX_WORDS: u64 = 1 << 31;

/// The limits and capabilities of a device that plans depend on.
///
/// ```
/// use scanlab::plan::Limits;
///
/// // A binding of 128 MiB.
/// assert_eq!([1, 2, 4].map(|words| Limits::CORE.most_elements(words)), [1 << 25, 1 << 24, 1 << 23]);
/// let larger = Limits { binding_bytes: 1 << 30, ..Limits::CORE };
/// assert_eq!(larger.most_elements(1), 1 << 28);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of bytes of a storage binding and of a buffer.
    pub binding_bytes: u64,
    /// The maximum number of bytes of workgroup memory.
    pub workgroup_bytes: u32,
    /// The maximum number of workgroups in one dimension of a dispatch.
    pub workgroups_per_dimension: u32,
    /// Whether a probe has shown forward progress of started workgroups.
    pub forward_progress: bool,
    /// Whether a probe has shown that workgroups start in the order of their indices, or together.
    pub starts_in_order: bool,
    /// An estimate of the number of concurrent invocations, which WebGPU does not report. Up to this number of elements,
    /// a step over all elements takes as long as a step over one.
    pub parallelism: u32,
    /// Whether the device is a software adapter.
    pub software: bool,
    /// The smallest and the largest subgroup size that the adapter reports. `None` without subgroup operations, or if
    /// no probe has shown that subgroups consist of neighbouring invocations.
    pub subgroups: Option<(u32, u32)>,
    /// A subgroup size that kernels can require on a device with several sizes; `None` if no probe has shown it.
    pub required_subgroup_size: Option<u32>,
    /// Whether the device has subgroup operations, but no probe has shown subgroups of neighbouring invocations.
    pub subgroups_not_shown: bool,
    /// The fastest algorithms by length, for `auto`; [`Calibration::NONE`] before a calibration.
    pub calibration: Calibration,
    /// A fault that tests put into kernels; otherwise [`Fault::NONE`].
    pub fault: Fault,
}

/// A simulated fault of the device, which tests put into kernels whose tiles wait for each other. The tests show how runs
/// end on a device with this fault.
///
/// ```
/// use scanlab::monoid::Monoid;
/// use scanlab::plan::{Fault, Form, Job, Limits, Mode};
/// use scanlab::scan::Algorithm;
///
/// // No tile publishes its state, so every run ends with `Abort::NoProgress`.
/// let fault = Fault { withheld_percent: 100, ..Fault::NONE };
/// let limits = Limits { forward_progress: true, fault, ..Limits::CORE };
/// let job = Job::new(1 << 20, Form::new(Monoid::counts(), Mode::Exclusive), limits);
/// assert!(Algorithm::find("chained")?.planned(job)?.plan().is_lower_bound);
/// # Ok::<(), scanlab::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The percentage of tiles that withhold their states, as if their workgroups were never scheduled.
    pub withheld_percent: u32,
    /// Whether tiles without tickets withhold their states, as if workgroups started in another order than the probe
    /// has shown.
    pub breaks_order: bool,
}

/// The smallest and the largest subgroup size that WGSL allows.
pub const SUBGROUP_SIZES: (u32, u32) = (4, 128);

impl Fault {
    /// No fault.
    pub const NONE: Fault = Fault { withheld_percent: 0, breaks_order: false };
}

impl Limits {
    /// The assumed parallelism of a GPU. An H200 holds 2¹⁸ invocations, a small GPU 2¹⁴.
    pub const GPU_PARALLELISM: u32 = 1 << 16;

    /// WebGPU's guaranteed limits.
    pub const CORE: Limits = Limits {
        binding_bytes: 128 << 20,
        workgroup_bytes: 16 << 10,
        workgroups_per_dimension: 65_535,
        forward_progress: false,
        starts_in_order: false,
        // The guaranteed size of a workgroup.
        parallelism: 256,
        software: false,
        subgroups: None,
        required_subgroup_size: None,
        subgroups_not_shown: false,
        calibration: Calibration::NONE,
        fault: Fault::NONE,
    };

    /// The maximum number of elements that one binding holds, for elements of this number of words.
    pub fn most_elements(&self, words: u32) -> u32 {
        // Buffers consist of packs of four elements.
        let bound = self.binding_bytes / (4 * u64::from(words)) / 4 * 4;
        bound.min(MAX_WORDS / u64::from(words)).try_into().unwrap_or(u32::MAX)
    }
}
