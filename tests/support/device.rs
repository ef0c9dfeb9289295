//! The device to test on.

use scanlab_lab::gpu::{Gpu, OpenOptions};
use scanlab_lab::probe;

/// Opens a device. Without an adapter, a test fails in browsers and with `SCANLAB_REQUIRE_GPU`; elsewhere it prints
/// that it was skipped. A browser may have an adapter only some time after its start.
pub async fn open(options: OpenOptions) -> Option<Gpu> {
    let mut opened = Gpu::open(options).await;
    for _ in 0..8 {
        if opened.is_err() && cfg!(target_arch = "wasm32") {
            opened = Gpu::open(options).await;
        }
    }
    match opened {
        Ok(gpu) => {
            probe::subgroups(&gpu).await.expect("a result of the probe");
            // Tests run all scans without a probe of progress; they handle aborted runs.
            gpu.set_forward_progress(true);
            Some(gpu)
        }
        Err(error) if cfg!(target_arch = "wasm32") || std::env::var_os("SCANLAB_REQUIRE_GPU").is_some() => {
            panic!("no device to test on: {error}")
        }
        Err(error) => {
            println!("skipped: no device to test on: {error}");
            None
        }
    }
}
