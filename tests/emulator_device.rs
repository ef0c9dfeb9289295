//! Compares the bits of the emulator with those of a device natively, where naga compiles the kernels. `tests/web.rs`
//! does so in a browser.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/emulate.rs"]
mod emulate;
#[path = "support/emulated_bits.rs"]
mod emulated_bits;
mod support;

use pollster::block_on;
use scanlab_lab::gpu::OpenOptions;
use support::open;

#[test]
fn the_emulator_gives_the_bits_of_a_device() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        emulated_bits::examine(&gpu).await;
    });
}
