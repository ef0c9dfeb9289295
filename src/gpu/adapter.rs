//! What is known of the adapter beside its limits.

use super::Gpu;

impl Gpu {
    /// The driver, as far as the system tells it: the API that it is reached by, its name and its version.
    pub fn driver(&self) -> String {
        let info = self.device.adapter_info();
        format!("{} {} {}", info.backend, info.driver, info.driver_info).trim_end().to_owned()
    }
}
