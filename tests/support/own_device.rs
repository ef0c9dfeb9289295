//! A wgpu device that is not the laboratory's.
#![allow(dead_code, reason = "every test program uses its own part")]

use scanlab::wgpu;

/// A device with subgroup operations if the adapter has them. Without an adapter, a test fails with
/// `SCANLAB_REQUIRE_GPU`.
pub async fn own_device(required_limits: wgpu::Limits) -> Option<(wgpu::Device, wgpu::Queue)> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = match instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await {
        Ok(adapter) => adapter,
        Err(error) if std::env::var_os("SCANLAB_REQUIRE_GPU").is_some() => panic!("no adapter: {error}"),
        Err(_) => return None,
    };
    let required_features = adapter.features() & wgpu::Features::SUBGROUP;
    let descriptor = wgpu::DeviceDescriptor { required_features, required_limits, ..Default::default() };
    Some(adapter.request_device(&descriptor).await.expect("a device"))
}

/// Random words, which depend on the seed.
pub fn random(words: u32, seed: u32) -> Vec<u32> {
    let step = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some(*state ^ (*state >> 16))
    };
    (0..words).scan(seed.wrapping_mul(2_654_435_761), |state, _| step(state)).collect()
}
