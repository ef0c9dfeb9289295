//! Settings of measurements.

use super::interval::MIN_SAMPLES;
use crate::gpu::Gpu;

/// Settings of measurements.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of samples from which on a narrow interval ends a series.
    pub min_samples: usize,
    /// The number of samples from which on the time limit ends a series: the number that a verdict requires.
    pub min_samples_on_timeout: usize,
    /// The maximum number of samples.
    pub max_samples: usize,
    /// The target width of a median's interval, relative to the median.
    pub width: f64,
    /// The time that the samples of one candidate may take, in nanoseconds.
    pub budget_ns: f64,
    /// The target span of a sample, in nanoseconds.
    pub sample_ns: f64,
    /// The longest span of a sample, in nanoseconds, well below the time limits of systems' GPU watchdogs.
    pub max_sample_ns: f64,
    /// The span that a sample should have, in multiples of the timer resolution.
    pub target_resolutions: f64,
    /// The minimum span of a sample that gives a valid time, in multiples of the timer resolution.
    pub min_resolutions: f64,
    /// The maximum number of dispatches in a sample.
    pub max_dispatches: u32,
    /// The time limit of one run, in nanoseconds. Slower scans are not measured.
    pub run_limit_ns: f64,
    /// How long the device is kept busy before a block, in nanoseconds, since an idle device lowers its clock.
    pub load_ns: f64,
    /// How long the device is kept busy after each round, in nanoseconds, while samples are read back.
    pub filler_ns: f64,
    /// The relative change of the copy kernel's time above which a block is measured again.
    pub drift: f64,
    /// The maximum number of attempts at a block.
    pub attempts: u32,
    /// The maximum scratch memory of the candidates of a group, in bytes.
    pub scratch_bytes: u64,
}

/// The minimum length of a sample, in timer resolutions.
pub const MIN_RESOLUTIONS: f64 = 50.0;

/// The maximum number of dispatches in a sample.
pub const MAX_DISPATCHES: u32 = 4096;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            min_samples: 12,
            min_samples_on_timeout: MIN_SAMPLES,
            max_samples: 60,
            width: 0.01,
            budget_ns: 1e9,
            sample_ns: 2e6,
            max_sample_ns: 6e7,
            target_resolutions: 200.0,
            min_resolutions: MIN_RESOLUTIONS,
            max_dispatches: MAX_DISPATCHES,
            run_limit_ns: 2e9,
            load_ns: 3e8,
            filler_ns: 3e6,
            drift: 0.1,
            attempts: 2,
            scratch_bytes: 1 << 30,
        }
    }
}

impl Settings {
    /// The settings for a device.
    pub fn of(gpu: &Gpu) -> Self {
        Settings::for_adapter(gpu.is_software())
    }

    /// The settings for a software adapter, or else for a GPU. A software adapter does not lower its clock while it is idle, and is too
    /// slow for many samples. Its drift comes from other programs, so that another attempt would not help.
    pub fn for_adapter(software: bool) -> Self {
        let settings = Settings::default();
        if !software {
            return settings;
        }
        Settings { max_samples: 12, budget_ns: 3e8, load_ns: 0.0, filler_ns: 0.0, attempts: 1, ..settings }
    }

    /// Settings for calibration within a fraction of a second: the fewest and shortest samples that allow a comparison,
    /// and no long scans.
    pub fn quick(self) -> Self {
        Settings {
            min_samples: self.min_samples_on_timeout,
            max_samples: self.min_samples_on_timeout,
            sample_ns: 5e5,
            target_resolutions: 1.5 * self.min_resolutions,
            run_limit_ns: 2e8,
            load_ns: self.load_ns / 6.0,
            attempts: 1,
            ..self
        }
    }
}
