//! How measurements are taken.

use crate::gpu::Gpu;

/// How measurements are taken.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Samples before a narrow interval may end a series.
    pub min_samples: usize,
    /// Samples before the end of its time may end a series.
    pub min_samples_on_timeout: usize,
    /// Samples at most.
    pub max_samples: usize,
    /// How narrow the interval of a median should be, as a share of it; also the difference below which candidates are the same.
    pub width: f64,
    /// The time that the samples of one candidate may take, in nanoseconds.
    pub budget_ns: f64,
    /// What a sample should span, in nanoseconds.
    pub sample_ns: f64,
    /// What a sample may span: a submission has to end long before a system's watchdog would end it.
    pub max_sample_ns: f64,
    /// Steps of the clock that a sample should span.
    pub target_ticks: f64,
    /// Steps of the clock below which a sample's time means nothing.
    pub min_ticks: f64,
    /// Dispatches in a sample at most.
    pub max_dispatches: u32,
    /// The longest time of one run that is measured at all, in nanoseconds.
    pub run_limit_ns: f64,
    /// How long a device is kept busy before a block, in nanoseconds: one that waits lowers its clock.
    pub load_ns: f64,
    /// How long it is kept busy after each round, while samples are read back.
    pub filler_ns: f64,
    /// The change of the reference's time, as a share, that makes a block doubtful.
    pub drift: f64,
    /// How often a doubtful block is measured at most.
    pub attempts: u32,
    /// Scratch memory that the candidates of a block may have at a time, in bytes.
    pub scratch_bytes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            min_samples: 12,
            min_samples_on_timeout: 6,
            max_samples: 60,
            width: 0.01,
            budget_ns: 1e9,
            sample_ns: 2e6,
            max_sample_ns: 6e7,
            target_ticks: 200.0,
            min_ticks: 50.0,
            max_dispatches: 4096,
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
    /// Settings that suit a device.
    pub fn of(gpu: &Gpu) -> Self {
        Settings::suiting(gpu.is_software())
    }

    /// Settings that suit a software adapter or another one. A software adapter has no clock that falls while it waits, is too slow for
    /// many samples, and shares its time with others whatever one does.
    pub fn suiting(software: bool) -> Self {
        let settings = Settings::default();
        if !software {
            return settings;
        }
        Settings { max_samples: 12, budget_ns: 3e8, load_ns: 0.0, filler_ns: 0.0, attempts: 1, ..settings }
    }

    /// The same for a choice that has to be made in a fraction of a second, not for figures: as few and as short samples as tell
    /// anything, and no scan that takes long.
    pub fn quick(self) -> Self {
        Settings {
            min_samples: self.min_samples_on_timeout,
            max_samples: self.min_samples_on_timeout,
            sample_ns: 5e5,
            target_ticks: 1.5 * self.min_ticks,
            run_limit_ns: 2e8,
            load_ns: self.load_ns / 6.0,
            attempts: 1,
            ..self
        }
    }
}
