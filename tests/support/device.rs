//! The device to test on.

use scanlab::gpu::{Gpu, OpenOptions};

/// Opens a device. Without an adapter a test has nothing to run on: it fails where `SCANLAB_REQUIRE_GPU` is set, and says
/// that it was left out elsewhere. A browser is always required to have one, which it may offer a moment after its start.
pub async fn open(options: OpenOptions) -> Option<Gpu> {
    let mut opened = Gpu::open(options).await;
    for _ in 0..8 {
        if opened.is_err() && cfg!(target_arch = "wasm32") {
            opened = Gpu::open(options).await;
        }
    }
    match opened {
        Ok(gpu) => {
            // Tests try out what a probe would have to allow; a run that waited in vain says so.
            gpu.set_forward_progress(true);
            Some(gpu)
        }
        Err(error) if cfg!(target_arch = "wasm32") || std::env::var_os("SCANLAB_REQUIRE_GPU").is_some() => {
            panic!("no device to test on: {error}")
        }
        Err(error) => {
            println!("left out, for there is no device to test on: {error}");
            None
        }
    }
}
