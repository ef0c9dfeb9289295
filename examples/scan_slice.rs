//! Inclusive sums of a slice, on your own device.

use scanlab::wgpu;

pub(crate) fn main() {
    pollster::block_on(run()).expect("a scan");
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await?;
    let (device, queue) = adapter.request_device(&Default::default()).await?;
    let sums = scanlab::scan(&device, &queue, &[3u32, 1, 7, 0, 4]).await?;
    println!("{sums:?}");
    assert_eq!(sums, [3, 4, 11, 11, 15]);
    Ok(())
}
