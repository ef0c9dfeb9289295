//! Particles of eight words each. A compaction keeps those that are still alive, each as a whole, in their order.

use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OperationJob, Options};
use scanlab::plan::{Mask, Resource};
use scanlab::record::{Capabilities, Kernels};
use scanlab::wgpu;

const PARTICLES: u32 = 20_000;

/// In WGSL `struct Particle { position: vec3f, mass: f32, velocity: vec3f, age: f32 }`, which has the same layout.
type Particle = [f32; 8];

fn particle(index: u32) -> Particle {
    let x = index as f32;
    [x, 2.0 * x, 0.5, 1.0 + x, 0.0, -1.0, 0.25, (index % 9) as f32]
}

pub(crate) fn main() {
    pollster::block_on(run()).expect("a compaction");
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await?;
    let (device, queue) = adapter.request_device(&Default::default()).await?;
    let capabilities = Capabilities::of(&device).probe(&device, &queue).await?;

    let record_words = size_of::<Particle>() as u32 / 4;
    // Younger than five seconds, and heavy enough: x is the particle, an array of eight f32.
    let mask = Mask::condition_on_record("x[7] < 5.0 && x[3] >= 100.0", ElementType::F32, record_words)?;
    let options = Options { mask, record_words, ..Options::default() };
    let floats = Monoid::find("add", ElementType::F32)?;
    let compact = OperationJob::new("compact", PARTICLES, floats, capabilities.limits())?;
    let kernels = Kernels::operation(&device, &queue, OperationJob { options, ..compact }).await?;

    let particles: Vec<Particle> = (0..PARTICLES).map(particle).collect();
    let words: Vec<u32> = particles.as_flattened().iter().map(|number| number.to_bits()).collect();
    let outputs = kernels.run(&[(Resource::Input, &words)]).await?;
    let (_, kept) = outputs.into_iter().find(|(resource, _)| *resource == Resource::Output).ok_or("no output")?;

    let expect: Vec<Particle> = particles.into_iter().filter(|x| x[7] < 5.0 && x[3] >= 100.0).collect();
    println!("{} of {PARTICLES} particles", kept.len() / record_words as usize);
    assert!(kept.into_iter().map(f32::from_bits).eq(expect.as_flattened().iter().copied()));
    Ok(())
}
