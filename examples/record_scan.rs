//! A scan between passes of your own: compiled once, bound to your buffers, recorded into your encoder.

use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::Mode;
use scanlab::record::{Capabilities, Io, Kernels, ScanDescriptor};
use scanlab::wgpu;

const ELEMENTS: u32 = 100_000;

pub(crate) fn main() {
    pollster::block_on(run()).expect("a scan");
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await?;
    // Subgroup operations make scans faster. They require the feature.
    let required_features = adapter.features() & wgpu::Features::SUBGROUP;
    let descriptor = wgpu::DeviceDescriptor { required_features, ..Default::default() };
    let (device, queue) = adapter.request_device(&descriptor).await?;

    // Once per adapter.
    let capabilities = Capabilities::of(&device).probe(&device, &queue).await?;
    // Once per scan.
    let sum = Monoid::find("add", ElementType::U32)?;
    let descriptor = ScanDescriptor { mode: Mode::Exclusive, ..ScanDescriptor::new(sum, ELEMENTS) };
    let scan = Kernels::scan(&device, &queue, &capabilities, &descriptor).await?;

    // Once per set of buffers.
    let buffer = |usage| {
        let size = scan.ports()[0].bytes;
        device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    };
    let input = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST);
    let output = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
    let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
    let bound = scan.bind(&io).await?;

    // Once per frame.
    queue.write_buffer(&input, 0, &[2u32; ELEMENTS as usize].map(u32::to_le_bytes).concat());
    let mut encoder = device.create_command_encoder(&Default::default());
    bound.record(&mut encoder);
    // The rest reads the result back. A program whose next pass is on the device does not need the readback.
    let readback = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    encoder.copy_buffer_to_buffer(&output, 0, &readback, 0, output.size());
    queue.submit([encoder.finish()]);
    readback.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("a mapping"));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let bytes = readback.get_mapped_range(..)?;
    let prefixes: Vec<u32> =
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes"))).collect();
    println!("{:?} …", &prefixes[..4]);
    assert!(prefixes.iter().zip(0..ELEMENTS).all(|(&prefix, index)| prefix == 2 * index));
    Ok(())
}
