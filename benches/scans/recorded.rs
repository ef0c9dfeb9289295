//! The wall-clock time of scans that a program records into command buffers. In addition to the time of the kernels,
//! this time includes the submission and the wait for the result. The device is not that of the crate `scanlab-lab`.

use std::error::Error;
use std::time::{Duration, Instant};

use scanlab::monoid::{ElementType, Monoid};
use scanlab::record::{Bound, Capabilities, Io, Kernels, ScanDescriptor};
use scanlab::scan::Algorithm;
use scanlab::wgpu;
use serde::Serialize;

/// The target duration of a command buffer. It is long, so that the submission and the wait for it are a small part.
const BATCH: Duration = Duration::from_millis(100);
/// The maximum number of rounds per command buffer.
const MAX_RUNS: u32 = 1 << 10;
/// The number of command buffers that are timed per scan. The result is the median of their times.
const BATCHES: usize = 7;
/// Rounds that share a compute pass.
const ROUNDS_PER_PASS: u32 = 32;
/// Words per transfer.
const SLICE_WORDS: u32 = 1 << 22;

/// A scan that is recorded.
#[derive(Serialize)]
pub struct Recorded {
    /// The algorithm's public name, or `all N` for N algorithms that run one after another in each round.
    pub algorithm: String,
    /// Number of elements.
    pub n: u32,
    /// Time on the processor, in nanoseconds, to record one run, or one round of all scans.
    pub record_ns: f64,
    /// Wall-clock time per run, or per round, in nanoseconds, from the submission of a command buffer to its end. Each
    /// run has its own compute pass.
    pub run_ns: f64,
    /// As `run_ns`, but the runs share compute passes.
    pub shared_ns: f64,
    /// The index of the first wrong element.
    pub wrong: Option<u32>,
}

/// A device that this module opens itself, without the crate `scanlab-lab`.
pub struct Recorder {
    device: wgpu::Device,
    queue: wgpu::Queue,
    capabilities: Capabilities,
}

fn element(index: u32) -> u32 {
    index.wrapping_mul(2_654_435_761) >> 7
}

impl Recorder {
    /// Opens a device on the system's GPU.
    ///
    /// # Errors
    /// If the system offers no adapter, or the adapter no device.
    pub async fn open() -> Result<Self, Box<dyn Error>> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let power_preference = wgpu::PowerPreference::HighPerformance;
        let options = wgpu::RequestAdapterOptions { power_preference, ..Default::default() };
        let adapter = instance.request_adapter(&options).await?;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: adapter.features() & wgpu::Features::SUBGROUP,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = adapter.request_device(&descriptor).await?;
        let capabilities = Capabilities::of(&device).probe(&device, &queue).await?;
        Ok(Recorder { device, queue, capabilities })
    }

    /// Times inclusive sums of u32 by each algorithm that the device can run, then by all of them, one after another.
    ///
    /// # Errors
    /// If the device refuses a buffer, a shader or a command.
    pub async fn measure(&self, algorithms: &[String], n: u32) -> Result<Vec<Recorded>, Box<dyn Error>> {
        let (input, output) =
            (self.buffer(n, wgpu::BufferUsages::COPY_DST), self.buffer(n, wgpu::BufferUsages::COPY_SRC));
        for start in (0..n).step_by(SLICE_WORDS as usize) {
            let words: Vec<u8> = (start..n.min(start + SLICE_WORDS)).flat_map(|i| element(i).to_le_bytes()).collect();
            self.queue.write_buffer(&input, 4 * u64::from(start), &words);
        }
        let sum = Monoid::find("add", ElementType::U32)?;
        let (mut recorded, mut all) = (Vec::new(), Vec::new());
        for id in algorithms {
            let descriptor = ScanDescriptor { algorithm: Algorithm::find(id)?, ..ScanDescriptor::new(sum.clone(), n) };
            let Ok(kernels) = Kernels::scan(&self.device, &self.queue, &self.capabilities, &descriptor).await else {
                continue;
            };
            let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
            let bound = kernels.bind(&io).await?;
            let [record_ns, run_ns, shared_ns] = self.times(&[&bound])?;
            let wrong = self.first_wrong(&output, n)?;
            recorded.push(Recorded { algorithm: id.clone(), n, record_ns, run_ns, shared_ns, wrong });
            all.push(bound);
        }
        if all.len() > 1 {
            let [record_ns, run_ns, shared_ns] = self.times(&all.iter().collect::<Vec<_>>())?;
            let algorithm = format!("all {}", all.len());
            let wrong = self.first_wrong(&output, n)?;
            recorded.push(Recorded { algorithm, n, record_ns, run_ns, shared_ns, wrong });
        }
        Ok(recorded)
    }

    fn buffer(&self, n: u32, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let size = 4 * u64::from(n).next_multiple_of(4);
        let usage = usage | wgpu::BufferUsages::STORAGE;
        self.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    }

    /// The times to record a round, to run it, and to run it with shared compute passes, in nanoseconds.
    fn times(&self, bound: &[&Bound]) -> Result<[f64; 3], Box<dyn Error>> {
        let [record_ns, run_ns] = self.time(&|encoder, rounds| {
            for bound in (0..rounds).flat_map(|_| bound) {
                bound.record(encoder);
            }
        })?;
        let [_, shared_ns] = self.time(&|encoder, rounds| {
            for first in (0..rounds).step_by(ROUNDS_PER_PASS as usize) {
                let of_pass = || (first..rounds.min(first + ROUNDS_PER_PASS)).flat_map(|_| bound);
                of_pass().for_each(|bound| bound.begin(encoder));
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                of_pass().for_each(|bound| bound.dispatch(&mut pass));
            }
        })?;
        Ok([record_ns, run_ns, shared_ns])
    }

    /// The times to record a round and to run it, in nanoseconds.
    fn time(&self, record: &dyn Fn(&mut wgpu::CommandEncoder, u32)) -> Result<[f64; 2], Box<dyn Error>> {
        let batch = |rounds: u32| -> Result<[Duration; 2], Box<dyn Error>> {
            let start = Instant::now();
            let mut encoder = self.device.create_command_encoder(&Default::default());
            record(&mut encoder, rounds);
            let commands = encoder.finish();
            let recorded = Instant::now();
            self.queue.submit([commands]);
            self.device.poll(wgpu::PollType::wait_indefinitely())?;
            Ok([recorded - start, recorded.elapsed()])
        };
        let mut rounds = 1;
        while batch(rounds)?[1] < BATCH && rounds < MAX_RUNS {
            rounds *= 2;
        }
        let times = (0..BATCHES).map(|_| batch(rounds)).collect::<Result<Vec<_>, _>>()?;
        Ok([0, 1].map(|part| {
            let mut of_part: Vec<_> = times.iter().map(|times| times[part]).collect();
            of_part.sort_unstable();
            of_part[BATCHES / 2].as_nanos() as f64 / f64::from(rounds)
        }))
    }

    /// Compares an output with the prefix sums on the host. Returns the index of the first wrong element.
    fn first_wrong(&self, output: &wgpu::Buffer, n: u32) -> Result<Option<u32>, Box<dyn Error>> {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let size = 4 * u64::from(SLICE_WORDS);
        let staging =
            self.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false });
        let mut sum = 0u32;
        for start in (0..n).step_by(SLICE_WORDS as usize) {
            let bytes = 4 * u64::from(SLICE_WORDS.min(n - start));
            let mut encoder = self.device.create_command_encoder(&Default::default());
            encoder.copy_buffer_to_buffer(output, 4 * u64::from(start), &staging, 0, bytes);
            self.queue.submit([encoder.finish()]);
            staging.map_async(wgpu::MapMode::Read, 0..bytes, |mapped| mapped.expect("a mapping"));
            self.device.poll(wgpu::PollType::wait_indefinitely())?;
            let view = staging.get_mapped_range(0..bytes)?;
            for (index, word) in (start..).zip(view.chunks_exact(4)) {
                sum = sum.wrapping_add(element(index));
                if word != sum.to_le_bytes() {
                    return Ok(Some(index));
                }
            }
            drop(view);
            staging.unmap();
        }
        Ok(None)
    }
}
