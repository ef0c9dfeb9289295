//! The device to test on. With `SCANLAB_LIMITS=guaranteed`, every test has the device of [`open_small`], but with forward progress.

use std::env;

use scanlab_lab::gpu::{Gpu, OpenOptions};
use scanlab_lab::probe;

/// Opens a device with what WebGPU guarantees of every device: no features, no forward progress, and plans as for a GPU.
/// Otherwise as [`open`].
pub async fn open_small() -> Option<Gpu> {
    let gpu = open_any(OpenOptions::GUARANTEED).await?;
    gpu.plan_as_small_gpu();
    Some(gpu)
}

/// Opens a device. Without an adapter, a test fails in browsers and with `SCANLAB_REQUIRE_GPU`; elsewhere it prints
/// that it was skipped. A browser may have an adapter only some time after its start.
pub async fn open(options: OpenOptions) -> Option<Gpu> {
    let gpu = if are_all_small() { open_small().await? } else { open_any(options).await? };
    probe::subgroups(&gpu).await.expect("a result of the probe");
    // Tests run all scans without a probe of progress; they handle aborted runs.
    gpu.set_forward_progress(true);
    Some(gpu)
}

/// Whether every test has a device with what WebGPU guarantees.
fn are_all_small() -> bool {
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
