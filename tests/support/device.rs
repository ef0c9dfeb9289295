//! The device to test on. With `SCANLAB_LIMITS=guaranteed`, every test has a device without features and raised limits.

use std::env;

use scanlab_lab::gpu::{Gpu, OpenOptions};
use scanlab_lab::probe;

/// Opens a device. Without an adapter, a test fails in browsers and with `SCANLAB_REQUIRE_GPU`; elsewhere it prints
/// that it was skipped. A browser may have an adapter only some time after its start.
pub async fn open(options: OpenOptions) -> Option<Gpu> {
    let gpu = open_any(if are_guaranteed() { OpenOptions::GUARANTEED } else { options }).await?;
    probe::subgroups(&gpu).await.expect("a result of the probe");
    // Tests run all scans without a probe of forward progress. They handle aborted runs.
    gpu.set_forward_progress(true);
    Some(gpu)
}

/// Whether every test has a device with the limits that WebGPU guarantees.
fn are_guaranteed() -> bool {
    env::var_os("SCANLAB_LIMITS").is_some_and(|limits| limits == "guaranteed")
}

async fn open_any(options: OpenOptions) -> Option<Gpu> {
    let mut opened = Gpu::open(options).await;
    for _ in 0..8 {
        if opened.is_err() && cfg!(target_arch = "wasm32") {
            opened = Gpu::open(options).await;
        }
    }
    match opened {
        Ok(gpu) => Some(gpu),
        Err(error) if cfg!(target_arch = "wasm32") || env::var_os("SCANLAB_REQUIRE_GPU").is_some() => {
            panic!("no device to test on: {error}")
        }
        Err(error) => {
            println!("skipped: no device to test on: {error}");
            None
        }
    }
}
