//! Scans and operations on a device, buffers and encoders that are not the laboratory's.
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/own_device.rs"]
mod own_device;
#[path = "support/refused.rs"]
mod refused;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use own_device::{own_device, random};
use pollster::block_on;
use refused::takes;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OPERATIONS, Operation, OperationJob, Options};
use scanlab::plan::{Abort, Direction, Fault, Form, Job, Limits, Mask, Mode, Resource, Segments, Tuning};
use scanlab::record::{Bound, Capabilities, Io, Kernels, ScanDescriptor};
use scanlab::scan::{ALGORITHMS, Algorithm, ScanJob};
use scanlab::wgpu;
use scanlab_lab::reference;

const USAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_DST).union(wgpu::BufferUsages::COPY_SRC);
/// The bytes before and after the bound range.
const MARK: u32 = 0xdead_beef;

struct Host {
    device: wgpu::Device,
    queue: wgpu::Queue,
    capabilities: Capabilities,
}

/// A device outside the laboratory. The capabilities claim forward progress, since tests handle aborted runs.
fn host_with(change: impl FnOnce(&mut wgpu::Limits)) -> Option<Host> {
    block_on(async {
        let mut limits = wgpu::Limits::default();
        change(&mut limits);
        let (device, queue) = own_device(limits).await?;
        let capabilities = Capabilities::of(&device).probe(&device, &queue).await.expect("capabilities");
        Some(Host { device, queue, capabilities })
    })
}

fn host() -> Option<Host> {
    host_with(|_| ())
}

impl Host {
    fn buffer(&self, bytes: u64) -> wgpu::Buffer {
        let descriptor = wgpu::BufferDescriptor { label: None, size: bytes, usage: USAGE, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    /// A buffer of words with the length of packs of four elements of four words.
    fn filled(&self, words: &[u32]) -> wgpu::Buffer {
        let buffer = self.buffer(4 * (words.len() as u64).max(1).next_multiple_of(16));
        self.queue.write_buffer(&buffer, 0, &bytes_of(words));
        buffer
    }

    fn marked(&self, bytes: u64) -> wgpu::Buffer {
        self.filled(&vec![MARK; (bytes / 4) as usize])
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default())
    }

    fn read(&self, buffer: &wgpu::Buffer) -> Vec<u32> {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let size = buffer.size();
        let staging =
            self.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false });
        let mut encoder = self.encoder();
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, size);
        self.queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |result| result.expect("a mapping"));
        self.device.poll(wgpu::PollType::wait_indefinitely()).expect("a poll");
        let view = staging.get_mapped_range(..).expect("a view");
        view.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
    }

    fn status(&self, bound: &Bound) -> Vec<u32> {
        let words = bound.status_words();
        let buffer = self.buffer(4 * u64::from(words.max(1)));
        let mut encoder = self.encoder();
        bound.record_status(&mut encoder, &buffer, 0);
        self.queue.submit([encoder.finish()]);
        self.read(&buffer)[..words as usize].to_vec()
    }

    fn scan(&self, descriptor: &ScanDescriptor) -> Kernels<ScanJob> {
        block_on(Kernels::scan(&self.device, &self.queue, &self.capabilities, descriptor)).expect("kernels")
    }

    fn operation(&self, id: &str, elements: u32, options: Options) -> Kernels<OperationJob> {
        let monoid = Monoid::find("add", ElementType::U32).expect("sums");
        let job = OperationJob::new(id, elements, monoid, self.capabilities.limits()).expect("an operation");
        block_on(Kernels::operation(&self.device, &self.queue, OperationJob { options, ..job })).expect("kernels")
    }
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn sum() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("sums")
}

fn inclusive_sums(words: &[u32]) -> Vec<u32> {
    let add = |sum: &mut u32, word: &u32| {
        *sum = sum.wrapping_add(*word);
        Some(*sum)
    };
    words.iter().scan(0, add).collect()
}

#[test]
fn every_scan_is_recorded_into_one_encoder() {
    let Some(mut host) = host() else { return };
    host.capabilities = host.capabilities.assume_forward_progress();
    let monoid = Monoid::find("bicyclic", ElementType::U32).expect("an operator that does not commute");
    const ELEMENTS: u32 = 5_003;
    let words: Vec<u32> = random(2 * ELEMENTS, 7).into_iter().map(|word| word % 5).collect();
    let input = host.filled(&words);
    let mut recorded = Vec::new();
    let mut encoder = host.encoder();
    for algorithm in ALGORITHMS.iter().copied() {
        let form = Form { direction: Direction::Backward, ..Form::new(monoid.clone(), Mode::Exclusive) };
        if !takes(algorithm, &form) || algorithm.check_needs(&host.capabilities.limits()).is_err() {
            continue;
        }
        let descriptor = ScanDescriptor {
            mode: Mode::Exclusive,
            direction: Direction::Backward,
            algorithm,
            ..ScanDescriptor::new(monoid.clone(), ELEMENTS)
        };
        let kernels = host.scan(&descriptor);
        let output = host.filled(&vec![MARK; 2 * ELEMENTS as usize]);
        let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
        let bound = block_on(kernels.bind(&io)).expect("buffers");
        // Earlier runs must leave no state for the last one.
        (0..3).for_each(|_| bound.record(&mut encoder));
        recorded.push((algorithm.id, form, kernels, bound, output));
    }
    assert!(recorded.len() > 20, "{} scans", recorded.len());
    host.queue.submit([encoder.finish()]);
    for (id, form, kernels, bound, output) in &recorded {
        if bound.check(&host.status(bound)).is_err() {
            // On a busy software adapter a tile may exceed its spins.
            continue;
        }
        let found = &host.read(output)[..words.len()];
        let mismatch = reference::compare(form, kernels.plan().operator_depth, &words, &[], found);
        assert_eq!(mismatch, None, "{id}");
    }
}

#[test]
fn slices_begin_at_offsets_and_nothing_beside_them_is_written() {
    let Some(host) = host() else { return };
    for elements in [1u32, 4, 257, 10_000] {
        let words = random(elements, elements);
        let kernels = host.scan(&ScanDescriptor::new(sum(), elements));
        let bytes = kernels.ports()[0].bytes;
        let marked = |from: u64, words: &[u32]| {
            let buffer = host.filled(&vec![MARK; ((from + bytes) / 4 + 64) as usize]);
            host.queue.write_buffer(&buffer, from, &bytes_of(words));
            buffer
        };
        let (input, output) = (marked(256, &words), marked(512, &[]));
        let io = Io { input: Some(input.slice(256..256 + bytes)), output: Some(output.slice(512..)), ..Io::default() };
        let bound = block_on(kernels.bind(&io)).expect("slices");
        let mut encoder = host.encoder();
        bound.record(&mut encoder);
        host.queue.submit([encoder.finish()]);
        let found = host.read(&output);
        let end = 128 + elements as usize;
        assert_eq!(found[128..end], inclusive_sums(&words), "{elements} elements");
        assert!(found[..128].iter().all(|&word| word == MARK), "before {elements} elements");
        let after = 128 + (bytes / 4) as usize;
        assert!(found[after..after + 64].iter().all(|&word| word == MARK), "after {elements} elements");
        assert_eq!(host.read(&input)[64..64 + elements as usize], words, "the input is not written");
    }
}

#[test]
fn given_scratch_memory_is_used_whatever_it_holds() {
    let Some(host) = host() else { return };
    let words = random(100_003, 3);
    let kernels = host.scan(&ScanDescriptor::new(sum(), words.len() as u32));
    let (input, output) = (host.filled(&words), host.filled(&vec![MARK; words.len()]));
    let garbage: Vec<_> = kernels.scratch_bytes().iter().map(|&bytes| host.marked(256 + bytes)).collect();
    let scratch: Vec<_> = garbage.iter().map(|buffer| buffer.slice(256..)).collect();
    let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), scratch: &scratch, ..Io::default() };
    let bound = block_on(kernels.bind(&io)).expect("buffers");
    let mut encoder = host.encoder();
    bound.record(&mut encoder);
    bound.record(&mut encoder);
    host.queue.submit([encoder.finish()]);
    assert_eq!(bound.check(&host.status(&bound)), Ok(()));
    assert_eq!(host.read(&output)[..words.len()], inclusive_sums(&words));
}

#[test]
fn runs_beyond_the_numbers_that_states_distinguish_are_right() {
    let Some(host) = host() else { return };
    let words = random(3_001, 5);
    let algorithm = Algorithm::find("look-back-fallback").expect("a scan");
    let tuning = Tuning::from([("items".to_owned(), 1)]);
    let kernels = host.scan(&ScanDescriptor { algorithm, tuning, ..ScanDescriptor::new(sum(), words.len() as u32) });
    let runs = kernels.plan().runs_between_clears.expect("states by the number of the run");
    let (input, output) = (host.filled(&words), host.filled(&vec![MARK; words.len()]));
    let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
    let bound = block_on(kernels.bind(&io)).expect("buffers");
    for _ in 0..runs.div_ceil(1 << 11) + 1 {
        let mut encoder = host.encoder();
        (0..1 << 11).for_each(|_| bound.record(&mut encoder));
        host.queue.submit([encoder.finish()]);
    }
    assert_eq!(host.read(&output)[..words.len()], inclusive_sums(&words));
}

#[test]
fn a_compaction_counts_where_an_indirect_dispatch_reads() {
    let Some(host) = host() else { return };
    let words = random(10_007, 9);
    let mask = Mask::condition("x % 3u == 0u", ElementType::U32).expect("a condition");
    let kernels = host.operation("compact", words.len() as u32, Options { mask, ..Options::default() });
    let kept: Vec<u32> = words.iter().copied().filter(|word| word % 3 == 0).collect();
    let (input, output) = (host.filled(&words), host.filled(&vec![MARK; words.len()]));
    let arguments = host.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 12,
        usage: USAGE | wgpu::BufferUsages::INDIRECT,
        mapped_at_creation: false,
    });
    host.queue.write_buffer(&arguments, 0, &bytes_of(&[0, 1, 1]));
    let io = Io {
        input: Some(input.slice(..)),
        output: Some(output.slice(..)),
        count: Some(arguments.slice(..)),
        ..Io::default()
    };
    let bound = block_on(kernels.bind(&io)).expect("buffers");
    // A kernel that counts its own workgroups.
    let module = host.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(
            "@group(0) @binding(0) var<storage, read_write> seen: atomic<u32>;
            @compute @workgroup_size(1) fn count() { atomicAdd(&seen, 1u); }"
                .into(),
        ),
    });
    let pipeline = host.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("count"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let seen = host.buffer(4);
    let group = host.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: seen.as_entire_binding() }],
    });
    let mut encoder = host.encoder();
    bound.record(&mut encoder);
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups_indirect(&arguments, 0);
    }
    host.queue.submit([encoder.finish()]);
    assert_eq!(host.read(&seen), [kept.len() as u32]);
    assert_eq!(host.read(&arguments), [kept.len() as u32, 1, 1]);
    assert_eq!(host.read(&output)[..kept.len()], kept);
}

#[test]
fn pairs_are_sorted_in_the_callers_buffers() {
    let Some(mut host) = host() else { return };
    host.capabilities = host.capabilities.assume_forward_progress();
    let keys = random(20_011, 11);
    let kernels = host.operation("sort", keys.len() as u32, Options { values: true, ..Options::default() });
    let places: Vec<u32> = (0..keys.len() as u32).collect();
    let [from, values, to, moved] =
        [&keys, &places, &vec![MARK; keys.len()], &vec![MARK; keys.len()]].map(|words| host.filled(words));
    let io = Io {
        input: Some(from.slice(..)),
        values: Some(values.slice(..)),
        output: Some(to.slice(..)),
        second_output: Some(moved.slice(..)),
        ..Io::default()
    };
    let bound = block_on(kernels.bind(&io)).expect("buffers");
    let mut encoder = host.encoder();
    bound.record(&mut encoder);
    host.queue.submit([encoder.finish()]);
    if bound.check(&host.status(&bound)).is_err() {
        return println!("aborted on a busy software adapter");
    }
    let mut expect: Vec<(u32, u32)> = keys.iter().copied().zip(places).collect();
    expect.sort_unstable();
    let found: Vec<_> = host.read(&to).into_iter().zip(host.read(&moved)).take(keys.len()).collect();
    assert!(found == expect);
}

#[test]
fn buffers_that_do_not_fit_are_refused_with_what_is_required_and_found() {
    let Some(host) = host() else { return };
    let kernels = host.scan(&ScanDescriptor::new(sum(), 1_001));
    let (input, output) = (host.filled(&[0; 1_100]), host.filled(&[0; 1_100]));
    let usage = wgpu::BufferUsages::COPY_DST;
    let descriptor = wgpu::BufferDescriptor { label: None, size: 8_192, usage, mapped_at_creation: false };
    let other = host.device.create_buffer(&descriptor);
    let right = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
    let scratch = [input.slice(..); 9];
    let cases = [
        (Io { input: None, ..right }, "the input must be a slice of 4016 bytes or more; found none"),
        (
            Io { output: Some(output.slice(..4_004)), ..right },
            "the output must be a slice of 4016 bytes or more; found 4004 bytes",
        ),
        (
            Io { input: Some(input.slice(16..)), ..right },
            "the input must be a slice whose offset is a multiple of 256 bytes; found 16",
        ),
        (
            Io { count: Some(other.slice(..)), ..right },
            "the count must be left out: these kernels do not have it; found a buffer",
        ),
        (Io { output: right.input, ..right }, "the output must be of another buffer than the input; found the same"),
        (
            Io { length: Some(output.slice(256..)), ..right },
            "the length must be of another buffer than the output; found the same",
        ),
        (
            Io { input: Some(other.slice(..)), ..right },
            "the input must be of a buffer with the usage BufferUsages(STORAGE); found BufferUsages(COPY_DST)",
        ),
    ];
    for (io, message) in cases {
        let refused = block_on(kernels.bind(&io)).map(|_| ()).expect_err("refused");
        assert_eq!(refused.to_string(), message);
    }
    let required = kernels.scratch_bytes().len();
    let refused = block_on(kernels.bind(&Io { scratch: &scratch, ..right })).map(|_| ()).expect_err("refused");
    assert_eq!(refused.to_string(), format!("scratch memory must be of {required} slices; found 9"));
    // The device still works.
    block_on(kernels.bind(&right)).map(|_| ()).expect("buffers");
}

#[test]
fn a_scan_that_the_device_cannot_run_is_refused() {
    let few = |limits: &mut wgpu::Limits| limits.max_storage_buffers_per_shader_stage = 4;
    let Some(host) = host_with(few) else { return };
    let options = Options { values: true, ..Options::default() };
    let job = OperationJob::new("sort", 10_000, sum(), host.capabilities.limits()).expect("a sort");
    let refused = block_on(Kernels::operation(&host.device, &host.queue, OperationJob { options, ..job }));
    let message = refused.map(|_| ()).expect_err("refused").to_string();
    assert!(message.contains("storage buffers; the limit is 4 per shader stage"), "{message}");
    let long = ScanDescriptor::new(sum(), 1 << 31);
    let refused = block_on(Kernels::scan(&host.device, &host.queue, &host.capabilities, &long));
    let message = refused.map(|_| ()).expect_err("refused").to_string();
    assert!(message.starts_with("the input needs a buffer of 8589934592 bytes; the limit is"), "{message}");
    let rows = ScanDescriptor { segments: Segments::Rows(0), ..ScanDescriptor::new(sum(), 10) };
    let refused = block_on(Kernels::scan(&host.device, &host.queue, &host.capabilities, &rows));
    assert_eq!(refused.map(|_| ()).expect_err("refused").to_string(), "elements per row must be at least 1; found 0");
}

#[test]
fn an_aborted_run_has_a_status() {
    let Some(host) = host() else { return };
    let algorithm = Algorithm::find("look-back").expect("a scan");
    let tuning = algorithm.resolve_tuning(&Tuning::from([("items".to_owned(), 1)])).expect("tuning");
    let fault = Fault { withheld_percent: 100, ..Fault::NONE };
    let limits = Limits { forward_progress: true, fault, ..host.capabilities.limits() };
    let form = Form::new(sum(), Mode::Inclusive);
    let job = Job { elements: 3_000, form, tuning, limits };
    let planned = algorithm.planned(job).expect("a plan");
    let kernels = block_on(Kernels::new(&host.device, &host.queue, planned)).expect("kernels");
    let (input, output) = (host.filled(&[1; 3_000]), host.filled(&[MARK; 3_000]));
    let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
    let bound = block_on(kernels.bind(&io)).expect("buffers");
    let run = || {
        let mut encoder = host.encoder();
        bound.record(&mut encoder);
        host.queue.submit([encoder.finish()]);
        bound.check(&host.status(&bound))
    };
    assert_eq!(run(), Err(Error::Aborted(Abort::NoProgress)));
    assert_eq!(run(), Err(Error::Aborted(Abort::NoProgress)), "the status of a run of its own");
    assert_eq!(block_on(kernels.run(&[1u32; 3_000])), Err(Error::Aborted(Abort::NoProgress)));
}

#[test]
fn slices_of_the_host_are_scanned_sorted_compacted_and_reduced() {
    let Some(host) = host() else { return };
    let (device, queue) = (&host.device, &host.queue);
    for elements in [0u32, 1, 5, 1_000, 70_001] {
        let words = random(elements, elements + 1);
        let sums = block_on(scanlab::scan(device, queue, &words)).expect("sums");
        assert_eq!(sums, inclusive_sums(&words));
        let signed: Vec<i32> = words.iter().map(|&word| word as i32).collect();
        let exclusive = block_on(scanlab::exclusive_scan(device, queue, &signed)).expect("sums");
        let before: Vec<i32> = sums.iter().zip(&words).map(|(sum, word)| sum.wrapping_sub(*word) as i32).collect();
        assert_eq!(exclusive, before);
        assert_eq!(block_on(scanlab::reduce(device, queue, &words)).expect("a sum"), sums.last().copied().unwrap_or(0));
        let mut ordered = signed.clone();
        ordered.sort_unstable();
        assert_eq!(block_on(scanlab::sort(device, queue, &signed)).expect("a sort"), ordered);
        let places: Vec<f32> = (0..elements).map(|place| place as f32).collect();
        let (keys, moved) = block_on(scanlab::sort_pairs(device, queue, &signed, &places)).expect("a sort");
        assert!(keys == ordered && moved.iter().zip(&keys).all(|(&place, &key)| signed[place as usize] == key));
        let kept = block_on(scanlab::compact(device, queue, &signed, "x < 0")).expect("a compaction");
        // Negative and positive keys of two words, whose high words are few.
        let wide: Vec<i64> = signed.iter().map(|&word| i64::from(word % 3) << 40 | i64::from(word as u32)).collect();
        let mut ordered = wide.clone();
        ordered.sort_unstable();
        assert_eq!(block_on(scanlab::sort(device, queue, &wide)).expect("a sort"), ordered);
        let (keys, moved) = block_on(scanlab::sort_pairs(device, queue, &wide, &places)).expect("a sort");
        assert!(keys == ordered && moved.iter().zip(&keys).all(|(&place, &key)| wide[place as usize] == key));
        let floats: Vec<f64> = wide.iter().map(|&key| key as f64 / 3.0).collect();
        let order = block_on(scanlab::argsort(device, queue, &floats)).expect("a sort");
        assert!(order.iter().map(|&place| wide[place as usize]).eq(ordered));
        assert_eq!(kept, signed.iter().copied().filter(|&word| word < 0).collect::<Vec<_>>());
    }
    let refused = block_on(scanlab::sort_pairs(device, queue, &[1u32, 2], &[1u32])).expect_err("refused");
    assert_eq!(refused.to_string(), "the values must be of 2 words; found 1");
    let refused = block_on(scanlab::compact(device, queue, &[1u32], "x <")).expect_err("refused");
    assert!(matches!(refused, Error::Code { .. }), "{refused}");
    let refused = block_on(scanlab::compact(device, queue, &[1.0f32], "x > 3u")).expect_err("refused");
    assert_eq!(refused.to_string(), "where, line 1, column 1: Operation Greater can't work with (f32) and (u32)");
}

#[test]
fn words_of_another_number_type_or_value_are_refused() {
    let Some(host) = host() else { return };
    let scan = host.scan(&ScanDescriptor { segments: Segments::Heads, ..ScanDescriptor::new(sum(), 3) });
    let refused = |result: Result<Vec<u32>, Error>| result.expect_err("refused").to_string();
    assert_eq!(refused(block_on(scan.run(&[1, 2]))), "the input must be of 3 words; found 2");
    assert_eq!(refused(block_on(scan.run(&[1, 2, 3]))), "the flags must be of 3 words; found 0");
    assert_eq!(refused(block_on(scan.run_flagged(&[1, 2, 3], &[1, 2, 0]))), "flags[1] must be 0 or 1; found 2");
    assert_eq!(block_on(scan.run_flagged(&[1u32, 2, 3], &[1, 0, 1])), Ok(vec![1, 3, 3]));
    let refused = block_on(scan.run_flagged(&[1.0f32; 3], &[0; 3])).expect_err("refused");
    assert_eq!(refused.to_string(), "the input must be of u32; found f32");
    let sort = host.operation("sort", 3, Options::default());
    let refused = block_on(sort.run(&[(Resource::Input, &[1, 2, 3]), (Resource::Values, &[1])])).expect_err("refused");
    assert_eq!(refused.to_string(), "the values must be left out: these kernels do not have it; found 1 words");
}

#[test]
fn nothing_of_the_callers_device_is_replaced_or_destroyed() {
    let Some(host) = host() else { return };
    let (losses, errors) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (lost, failed) = (losses.clone(), errors.clone());
    host.device.set_device_lost_callback(move |_, _| {
        lost.fetch_add(1, Ordering::Relaxed);
    });
    host.device.on_uncaptured_error(Arc::new(move |_| {
        failed.fetch_add(1, Ordering::Relaxed);
    }));
    let words = random(1_000, 1);
    let (input, output) = (host.filled(&words), host.filled(&[MARK; 1_000]));
    {
        let kernels = host.scan(&ScanDescriptor::new(sum(), 1_000));
        let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
        let bound = block_on(kernels.bind(&io)).expect("buffers");
        let mut encoder = host.encoder();
        bound.record(&mut encoder);
        drop((kernels, bound));
        // A recorded command keeps its resources alive.
        host.queue.submit([encoder.finish()]);
    }
    assert_eq!(host.read(&output)[..words.len()], inclusive_sums(&words));
    assert_eq!(host.read(&input)[..words.len()], words);
    assert_eq!(losses.load(Ordering::Relaxed), 0);
    assert_eq!(errors.load(Ordering::Relaxed), 0);
    // The caller's handlers are still there.
    host.buffer(u64::MAX);
    assert_eq!(errors.load(Ordering::Relaxed), 1);
    host.device.destroy();
    let _ = host.device.poll(wgpu::PollType::Poll);
    assert_eq!(losses.load(Ordering::Relaxed), 1);
}

#[test]
fn values_and_futures_move_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Capabilities>();
    is_shared::<Kernels<ScanJob>>();
    is_shared::<Kernels<OperationJob>>();
    is_shared::<Bound>();
    let Some(host) = host() else { return };
    let (device, queue) = (host.device.clone(), host.queue.clone());
    is_send(&scanlab::scan(&device, &queue, &[1u32]));
    is_send(&scanlab::sort(&device, &queue, &[1u32]));
    is_send(&host.capabilities.probe(&device, &queue));
    let kernels = host.scan(&ScanDescriptor::new(sum(), 3));
    let moved = std::thread::spawn(move || block_on(kernels.run(&[1u32, 2, 3])));
    assert_eq!(moved.join().expect("a thread"), Ok(vec![1, 3, 6]));
}

/// Lengths up to a capacity and beyond it, in an order with longer and shorter runs after one another.
fn lengths(capacity: u32) -> Vec<u32> {
    let random = random(3, capacity).into_iter().map(|word| word % capacity);
    [capacity, 0, 1, capacity / 3, 255, 256, capacity - 1, 4_096, 7, u32::MAX, 1_025]
        .into_iter()
        .chain(random)
        .collect()
}

/// A scan that is planned for a device whose workgroups start in order. The test's device may abort it.
fn planned_for_gpu(host: &Host, form: Form, elements: u32) -> Kernels<ScanJob> {
    let algorithm = Algorithm::find("look-back").expect("a scan");
    let limits = host.capabilities.limits();
    let limits = Limits { software: false, starts_in_order: true, forward_progress: true, ..limits };
    let tuning = algorithm.resolve_tuning(&Tuning::from([("items".to_owned(), 1)])).expect("tuning");
    let planned = algorithm.planned(Job { elements, form, tuning, limits }).expect("a plan");
    block_on(Kernels::new(&host.device, &host.queue, planned)).expect("kernels")
}

/// Runs kernels on lengths in a buffer of the device. They must store nothing past a length.
fn examine_lengths(host: &Host, kernels: &Kernels<ScanJob>, form: Form, name: &str) {
    assert!(kernels.takes_length(), "{name}");
    let words_per_element = form.monoid.words();
    let capacity = kernels.ports()[0].words / words_per_element;
    let words: Vec<u32> = random(words_per_element * capacity, capacity).into_iter().map(|word| word % 5).collect();
    let (input, output, length) = (host.filled(&words), host.filled(&words), host.buffer(4));
    let io = Io {
        input: Some(input.slice(..)),
        output: Some(output.slice(..)),
        length: Some(length.slice(..)),
        ..Io::default()
    };
    let bound = block_on(kernels.bind(&io)).expect("buffers");
    let mut compared = 0;
    for n in lengths(capacity) {
        host.queue.write_buffer(&length, 0, &n.to_le_bytes());
        host.queue.write_buffer(&output, 0, &bytes_of(&vec![MARK; words.len()]));
        let mut encoder = host.encoder();
        bound.record(&mut encoder);
        host.queue.submit([encoder.finish()]);
        if bound.check(&host.status(&bound)).is_err() {
            // On a busy software adapter a tile may exceed its spins.
            continue;
        }
        let used = &words[..(words_per_element * n.min(capacity)) as usize];
        let all = host.read(&output);
        let (found, rest) = all[..words.len()].split_at(used.len());
        let mismatch = reference::compare(&form, kernels.plan().operator_depth, used, &[], found);
        assert_eq!(mismatch, None, "{name}: {n} of {capacity}");
        // Up to the end of a pack of four elements, any value may be stored.
        let pack = 4 * words_per_element as usize;
        let unused = rest.get(used.len().next_multiple_of(pack) - used.len()..).unwrap_or_default();
        assert!(unused.iter().all(|&word| word == MARK), "{name}: {n} of {capacity} stores past the end");
        compared += 1;
    }
    assert!(compared > 0, "{name}: every run was aborted");
}

#[test]
fn scans_take_a_length_that_the_device_has_computed() {
    let Some(mut host) = host() else { return };
    host.capabilities = host.capabilities.assume_forward_progress();
    let monoid = Monoid::find("bicyclic", ElementType::U32).expect("an operator that does not commute");
    let mut refused = Vec::new();
    for (capacity, direction) in
        [(9_001u32, Direction::Backward), (700, Direction::Backward), (40_003, Direction::Forward)]
    {
        let form = Form { direction, ..Form::new(monoid.clone(), Mode::Exclusive) };
        for algorithm in ALGORITHMS.iter().copied().filter(|algorithm| takes(algorithm, &form)) {
            let descriptor = ScanDescriptor {
                mode: Mode::Exclusive,
                direction,
                algorithm,
                length_on_device: true,
                ..ScanDescriptor::new(monoid.clone(), capacity)
            };
            match block_on(Kernels::scan(&host.device, &host.queue, &host.capabilities, &descriptor)) {
                Ok(kernels) => examine_lengths(&host, &kernels, form.clone(), algorithm.id),
                Err(error) => {
                    let expect = format!("\"{}\" in this form has passes that do", algorithm.id);
                    assert!(error.to_string().ends_with(&expect), "{error}");
                    refused.push(algorithm.id);
                }
            }
        }
        // Few tiles are read at once, and more tiles by a look-back.
        for elements in [3_001, 60_001] {
            examine_lengths(
                &host,
                &planned_for_gpu(&host, form.clone(), elements),
                form.clone(),
                "look-back without tickets",
            );
        }
    }
    refused.sort_unstable();
    refused.dedup();
    assert_eq!(refused, ["nakano", "nakano-sequential"]);
    // Workgroups of several tiles draw the same number of tickets for every length.
    let staying = Algorithm::find("look-ahead").expect("a scan");
    let tuning = [("items", 1), ("workgroups", 3)].map(|(name, value)| (name.to_owned(), value)).into();
    let descriptor = ScanDescriptor {
        algorithm: staying,
        tuning: staying.resolve_tuning(&tuning).expect("tuning"),
        length_on_device: true,
        ..ScanDescriptor::new(monoid.clone(), 20_003)
    };
    let kernels = block_on(Kernels::scan(&host.device, &host.queue, &host.capabilities, &descriptor)).expect("kernels");
    let tiles = 20_003u32.div_ceil(512);
    assert!(kernels.plan().passes[0].workgroups < tiles, "fewer workgroups than tiles");
    examine_lengths(&host, &kernels, Form::new(monoid, Mode::Inclusive), "look-ahead with workgroups that stay");
}

#[test]
fn the_length_of_segments_is_that_of_the_device() {
    let Some(host) = host() else { return };
    for segments in [Segments::Heads, Segments::HeadBits, Segments::Rows(70)] {
        let capacity = 9_001;
        let descriptor = ScanDescriptor { segments, length_on_device: true, ..ScanDescriptor::new(sum(), capacity) };
        let kernels = host.scan(&descriptor);
        let (words, flags) =
            (random(capacity, 1), random(capacity, 2).into_iter().map(|word| u32::from(word % 9 == 0)));
        let flags: Vec<u32> = flags.collect();
        let (input, output, length) = (host.filled(&words), host.filled(&words), host.buffer(4));
        let heads = (kernels.ports().len() == 3).then(|| host.filled(&flags));
        let io = Io {
            input: Some(input.slice(..)),
            flags: heads.as_ref().map(|heads| heads.slice(..)),
            output: Some(output.slice(..)),
            length: Some(length.slice(..)),
            ..Io::default()
        };
        let bound = block_on(kernels.bind(&io)).expect("buffers");
        let form = Form { segments, ..Form::new(sum(), Mode::Inclusive) };
        for n in lengths(capacity) {
            host.queue.write_buffer(&length, 0, &n.to_le_bytes());
            let mut encoder = host.encoder();
            bound.record(&mut encoder);
            host.queue.submit([encoder.finish()]);
            let used = n.min(capacity) as usize;
            let found = &host.read(&output)[..used];
            assert_eq!(reference::compare(&form, 1, &words[..used], &flags, found), None, "{segments:?}: {n}");
        }
    }
}

#[test]
fn operations_take_a_length_that_the_device_has_computed() {
    let Some(mut host) = host() else { return };
    operations_take_a_length(&host);
    host.capabilities = host.capabilities.assume_forward_progress();
    operations_take_a_length(&host);
}

fn operations_take_a_length(host: &Host) {
    let mut taken = Vec::new();
    for capacity in [1_001u32, 30_011] {
        // The keys and values have this number of words, and so do the records.
        let words: Vec<u32> = random(3 * capacity, 1).into_iter().map(|word| word % 200 / 3).collect();
        let flags: Vec<u32> = random(capacity, 2).into_iter().map(|word| word % 2).collect();
        let mut sorted = words[..capacity as usize / 5].to_vec();
        sorted.sort_unstable();
        let mut in_order = words[..capacity as usize].to_vec();
        in_order.sort_unstable();
        let on_records =
            ["compact", "partition", "unique", "sort"].map(|id| (Operation::find(id).expect("an operation"), 3));
        let forward = OPERATIONS.iter().map(|&operation| (operation, 1)).chain(on_records);
        let partition = Operation::find("partition").expect("an operation");
        let reversed = [1, 3].map(|record_words| (partition, record_words, true, 1));
        let forward = forward.map(|(operation, words)| (operation, words, false, 1));
        let wide = OPERATIONS.iter().filter(|operation| operation.sorts_wide_keys);
        let all = forward.chain(reversed).chain(wide.map(|&operation| (operation, 1, false, 2)));
        for (operation, record_words, reversed, key_words) in all {
            let options = Options {
                key_words,
                values: operation.id == "sort",
                indices: ["compact", "unique", "merge"].contains(&operation.id),
                reversed,
                k: capacity / 3,
                sorted_length: sorted.len() as u32,
                record_words,
                ..Options::default()
            };
            let kernels = host.operation(operation.id, capacity, options.clone());
            if !kernels.takes_length() {
                continue;
            }
            taken.push((operation.id, record_words * key_words, reversed));
            let buffers: Vec<_> = kernels
                .ports()
                .iter()
                .map(|port| match port.resource {
                    Resource::Flags => (port.resource, host.filled(&flags)),
                    Resource::Sorted => (port.resource, host.filled(&sorted)),
                    Resource::Input if operation.merges => (port.resource, host.filled(&in_order)),
                    _ if port.is_input() => (port.resource, host.filled(&words[..port.words as usize])),
                    _ => (port.resource, host.filled(&vec![MARK; port.words as usize])),
                })
                .collect();
            let of = |wanted| buffers.iter().find_map(|(known, buffer)| (*known == wanted).then(|| buffer.slice(..)));
            let length = host.buffer(4);
            let io = Io {
                input: of(Resource::Input),
                flags: of(Resource::Flags),
                values: of(Resource::Values),
                sorted: of(Resource::Sorted),
                output: of(Resource::Output),
                second_output: of(Resource::SecondOutput),
                count: of(Resource::Count),
                length: Some(length.slice(..)),
                ..Io::default()
            };
            let bound = block_on(kernels.bind(&io)).expect("buffers");
            for n in lengths(capacity) {
                host.queue.write_buffer(&length, 0, &n.to_le_bytes());
                let mut encoder = host.encoder();
                bound.record(&mut encoder);
                host.queue.submit([encoder.finish()]);
                if bound.check(&host.status(&bound)).is_err() {
                    continue;
                }
                // Kernels for this length alone.
                let used = n.min(capacity);
                let exact = host.operation(operation.id, used, options.clone());
                let inputs: Vec<(Resource, &[u32])> = exact
                    .ports()
                    .iter()
                    .filter(|port| port.is_input())
                    .map(|port| {
                        let words = match port.resource {
                            Resource::Flags => &flags,
                            Resource::Sorted => &sorted,
                            Resource::Input if operation.merges => &in_order,
                            _ => &words,
                        };
                        (port.resource, &words[..port.words as usize])
                    })
                    .collect();
                let Ok(outputs) = block_on(exact.run(&inputs)) else { continue };
                for (resource, expect) in outputs {
                    let found = &host.read(of(resource).expect("a port").buffer())[..expect.len()];
                    let name = format!(
                        "{} of {n} in {capacity}, {record_words} words each, reversed {reversed}",
                        operation.id
                    );
                    assert!(found == expect, "{name}: {resource}");
                }
            }
        }
    }
    taken.dedup();
    println!("{taken:?}");
    for (id, record_words) in [
        ("compact", 1),
        ("partition", 1),
        ("sort", 1),
        ("compact", 3),
        ("partition", 3),
        ("unique", 3),
        ("sort", 3),
        ("sort", 2),
    ] {
        assert!(taken.contains(&(id, record_words, false)), "{taken:?}");
    }
    for id in [
        "reduce",
        "unique",
        "run-lengths",
        "reduce-by-key",
        "histogram",
        "top-k",
        "arg-min",
        "arg-max",
        "lower-bound",
        "merge",
    ] {
        assert!(taken.contains(&(id, 1, false)), "{taken:?}");
    }
    for record_words in [1, 3] {
        assert!(taken.contains(&("partition", record_words, true)), "{taken:?}");
    }
}

/// Flags of states alternate from digit to digit. With an odd number of digits, a run would accept states of an earlier
/// longer run.
#[test]
fn a_sort_by_an_odd_number_of_digits_takes_no_length() {
    let Some(mut host) = host() else { return };
    host.capabilities = host.capabilities.assume_forward_progress();
    for (bits, takes) in [([0, 8], false), ([0, 16], true), ([0, 24], false), ([8, 24], true)] {
        let kernels = host.operation("sort", 30_000, Options { bits: Some(bits), ..Options::default() });
        assert_eq!(kernels.takes_length(), takes, "{bits:?}");
        let (input, output, length) = (host.marked(120_000), host.marked(120_000), host.buffer(4));
        let io = Io {
            input: Some(input.slice(..)),
            output: Some(output.slice(..)),
            length: Some(length.slice(..)),
            ..Io::default()
        };
        let refused = block_on(kernels.bind(&io)).map(|_| ()).err().map(|error| error.to_string());
        let expect = "the length must be left out, since some passes depend on a length that is known to the host; found a buffer";
        assert_eq!(refused.as_deref(), (!takes).then_some(expect));
    }
}

#[test]
fn jobs_that_no_request_makes_are_refused() {
    let Some(host) = host() else { return };
    let limits = host.capabilities.limits();
    let matrices = Monoid::find("mat2", ElementType::U32).expect("matrices");
    let refused = |job: OperationJob| job.planned().map(|_| ()).expect_err("refused").to_string();
    for id in [
        "compact",
        "partition",
        "unique",
        "run-lengths",
        "histogram",
        "sort",
        "segmented-sort",
        "top-k",
        "arg-min",
        "arg-max",
        "lower-bound",
        "merge",
    ] {
        let job = OperationJob::new(id, 10, matrices.clone(), limits).expect("an operation");
        assert_eq!(refused(job), format!("elements must be of one word for \"{id}\"; found 4 words"));
    }
    let options = Options { values: true, ..Options::default() };
    let job = OperationJob { options, ..OperationJob::new("reduce", 10, sum(), limits).expect("a reduction") };
    assert_eq!(refused(job), "values must be left out for \"reduce\"; found true");
    let long = OperationJob::new("reduce", u32::MAX, sum(), limits).expect("a reduction");
    assert_eq!(refused(long), "the input needs 4294967295 words; the limit is 2147483648 words");
    for &algorithm in ALGORITHMS {
        let tuning = algorithm.resolve_tuning(&Tuning::new()).expect("tuning");
        let form = Form::new(sum(), Mode::Inclusive);
        let job = Job { elements: u32::MAX, form, tuning, limits };
        let message = algorithm.planned(job).map(|_| ()).expect_err("refused").to_string();
        assert!(message.ends_with("the limit is 2147483648 words"), "{message}");
    }
}

#[test]
fn kernels_of_no_elements_run_on_slices_and_are_not_bound() {
    let Some(host) = host() else { return };
    let (input, output) = (host.buffer(16), host.buffer(16));
    let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), ..Io::default() };
    let refused = block_on(host.scan(&ScanDescriptor::new(sum(), 0)).bind(&io)).map(|_| ()).expect_err("refused");
    assert_eq!(refused.to_string(), "the elements of kernels that are bound must be at least 1; found 0");
    let product = Monoid::find("mul", ElementType::U32).expect("products");
    let job = OperationJob::new("reduce", 0, product, host.capabilities.limits()).expect("a reduction");
    let kernels = block_on(Kernels::operation(&host.device, &host.queue, job)).expect("kernels");
    assert_eq!(block_on(kernels.run(&[(Resource::Input, &[])])), Ok(vec![(Resource::Output, vec![1])]));
}

#[test]
fn a_merge_with_an_array_without_keys_returns_the_other_array() {
    let Some(host) = host() else { return };
    let merge = |first: &[f32], second: &[f32]| block_on(scanlab::merge(&host.device, &host.queue, first, second));
    assert_eq!(merge(&[], &[]), Ok(vec![]));
    assert_eq!(merge(&[-0.0, 0.0], &[]), Ok(vec![-0.0, 0.0]));
    assert_eq!(merge(&[], &[1.0, 2.0]), Ok(vec![1.0, 2.0]));
    let refused = |first: &[f32], second: &[f32]| merge(first, second).map_err(|error| error.to_string());
    let error = |array: &str| Err(format!("{array}[1] must be at least 2, the key before it; found 1"));
    assert_eq!(refused(&[2.0, 1.0], &[]), error("input"));
    assert_eq!(refused(&[], &[2.0, 1.0]), error("sorted"));
}

/// The output of both arrays exceeds the limit, although each array is within it.
#[test]
fn a_merge_of_more_keys_than_plans_count_is_refused() {
    let Some(host) = host() else { return };
    let job = OperationJob::new("merge", 1 << 30, sum(), host.capabilities.limits()).expect("a merge");
    let options = Options { sorted_length: (1 << 30) + 1, ..Options::default() };
    let refused = OperationJob { options, ..job }.planned().map(|_| ()).expect_err("refused").to_string();
    assert_eq!(refused, "the output needs 2147483649 words; the limit is 2147483648 words");
}

#[test]
fn a_recording_that_is_dropped_leaves_nothing_for_the_next() {
    let Some(host) = host() else { return };
    let words = random(100_003, 3);
    let kernels = host.scan(&ScanDescriptor::new(sum(), words.len() as u32));
    let (input, output) = (host.filled(&words), host.filled(&words));
    let garbage: Vec<_> = kernels.scratch_bytes().iter().map(|&bytes| host.marked(bytes)).collect();
    let scratch: Vec<_> = garbage.iter().map(|buffer| buffer.slice(..)).collect();
    let io = Io { input: Some(input.slice(..)), output: Some(output.slice(..)), scratch: &scratch, ..Io::default() };
    let bound = block_on(kernels.bind(&io)).expect("buffers");
    bound.record(&mut host.encoder());
    bound.clear_next();
    let mut encoder = host.encoder();
    bound.begin(&mut encoder);
    bound.dispatch(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    host.queue.submit([encoder.finish()]);
    assert_eq!(bound.check(&host.status(&bound)), Ok(()));
    assert_eq!(host.read(&output)[..words.len()], inclusive_sums(&words));
}

#[test]
fn a_lost_device_ends_every_wait_with_an_error() {
    let Some(host) = host() else { return };
    let kernels = host.scan(&ScanDescriptor::new(sum(), 1_000));
    host.device.destroy();
    block_on(kernels.run(&[1u32; 1_000])).expect_err("a lost device");
    block_on(scanlab::scan(&host.device, &host.queue, &[1u32])).expect_err("a lost device");
    // The result of a probe does not matter.
    let _ = block_on(host.capabilities.probe(&host.device, &host.queue));
}
