//! What is known of the adapter beside its limits.

use super::Gpu;
use crate::plan::{Calibration, Limits};

impl Gpu {
    /// The driver, as far as the system tells it: the API that it is reached by, its name and its version.
    pub fn driver(&self) -> String {
        let info = self.device.adapter_info();
        format!("{} {} {}", info.backend, info.driver, info.driver_info).trim_end().to_owned()
    }

    /// Takes note of what was measured on this device, for `auto` to go by.
    pub fn set_calibration(&self, calibration: Calibration) {
        self.limits.set(Limits { calibration, ..self.limits.get() });
        // They would be found again by their plans alone, and those of `auto` may have changed.
        self.kept.clear();
    }
}
