//! The driver and the calibration of an adapter.

use super::Gpu;
use scanlab::plan::Calibration;

impl Gpu {
    /// The API, the driver's name and its version, as far as the system reports them.
    pub fn driver(&self) -> String {
        let info = self.device.adapter_info();
        format!("{} {} {}", info.backend, info.driver, info.driver_info).trim_end().to_owned()
    }

    /// Sets the calibration for `auto`.
    pub fn set_calibration(&self, calibration: Calibration) {
        self.change(|capabilities| capabilities.limits_mut().calibration = calibration);
        // The plans of `auto` may have changed.
        self.cache.clear();
    }
}
