//! A compaction whose count stays on the GPU. The compaction writes the count to the workgroup count of your own
//! indirect dispatch.

use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OperationJob, Options};
use scanlab::plan::Mask;
use scanlab::record::{Capabilities, Io, Kernels};
use scanlab::wgpu;

const ELEMENTS: u32 = 50_000;

/// Doubles the kept elements, with one workgroup per element.
const DOUBLE: &str = "
@group(0) @binding(0) var<storage, read_write> kept: array<u32>;
@compute @workgroup_size(1) fn double_element(@builtin(workgroup_id) workgroup: vec3u) { kept[workgroup.x] *= 2u; }
";

pub(crate) fn main() {
    pollster::block_on(run()).expect("a compaction");
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await?;
    let (device, queue) = adapter.request_device(&Default::default()).await?;
    let capabilities = Capabilities::of(&device).probe(&device, &queue).await?;

    let compact =
        OperationJob::new("compact", ELEMENTS, Monoid::find("add", ElementType::U32)?, capabilities.limits())?;
    let options = Options { mask: Mask::condition("x % 5u == 0u", ElementType::U32)?, ..Options::default() };
    let kernels = Kernels::operation(&device, &queue, OperationJob { options, ..compact }).await?;

    let storage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
    let buffer = |size, usage| {
        device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    };
    let size = 4 * u64::from(ELEMENTS);
    let (input, kept) = (buffer(size, storage), buffer(size, storage));
    // The numbers of workgroups in x, y and z. The compaction writes the first one.
    let arguments = buffer(12, storage | wgpu::BufferUsages::INDIRECT);
    queue.write_buffer(&arguments, 0, &[0u32, 1, 1].map(u32::to_le_bytes).concat());
    let elements: Vec<u8> = (0..ELEMENTS).flat_map(u32::to_le_bytes).collect();
    queue.write_buffer(&input, 0, &elements);
    let io = Io {
        input: Some(input.slice(..)),
        output: Some(kept.slice(..)),
        count: Some(arguments.slice(..)),
        ..Io::default()
    };
    let bound = kernels.bind(&io).await?;

    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(DOUBLE.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: kept.as_entire_binding() }],
    });

    let mut encoder = device.create_command_encoder(&Default::default());
    bound.record(&mut encoder);
    {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups_indirect(&arguments, 0);
    }
    let readback = buffer(size, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    encoder.copy_buffer_to_buffer(&kept, 0, &readback, 0, size);
    queue.submit([encoder.finish()]);
    readback.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("a mapping"));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let bytes = readback.get_mapped_range(..)?;
    let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("4 bytes")));
    let found: Vec<u32> = words.take(ELEMENTS as usize / 5).collect();
    println!("{:?} …", &found[..4]);
    assert!(found.iter().zip(0..).all(|(&element, index)| element == 10 * index));
    Ok(())
}
