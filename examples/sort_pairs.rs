//! Keys with values, sorted on your own device.

use scanlab::wgpu;

pub(crate) fn main() {
    pollster::block_on(run()).expect("a sort");
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await?;
    let (device, queue) = adapter.request_device(&Default::default()).await?;
    let distances = [2.5f32, -1.0, 0.5, 2.5];
    let ids = [10u32, 11, 12, 13];
    let (distances, ids) = scanlab::sort_pairs(&device, &queue, &distances, &ids).await?;
    println!("{distances:?} {ids:?}");
    // Equal keys keep their order.
    assert_eq!((&distances[..], &ids[..]), (&[-1.0, 0.5, 2.5, 2.5][..], &[11, 12, 10, 13][..]));
    Ok(())
}
