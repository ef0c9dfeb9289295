/**
 * Contiguous copies of n words by p invocations on this page's GPU, on a separate device. Their times are measured and their output is
 * verified.
 */
import texts from 'shader-texts';
import { adapterName } from '../../shared/adapter-name.ts';
import { MAP_READ, USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePasses, recordPass, submitCommands } from '../../shared/passes.ts';
import { openAdapter, readWords, runOnGpu } from '../gpu-run.ts';
import { withOverrides } from './kernels.ts';
import type { Dispatch } from '../../shared/passes.ts';
import type { Sample } from './fit.ts';

/** wrong: values of p with wrong output, which have no samples */
export type Copies = { samples: Sample[]; name: string; overhead_ns: number; clock: 'timestamps' | 'wall clock'; wrong: number[] };
/** A copy with p invocations. A sample repeats it `repeats` times. */
type Job = { p: number; dispatches: Dispatch[]; repeats: number; times: number[] };

const SOURCE = 'machine/copy.wgsl';
/** The input words and the output words. */
const BINDINGS = [
  [0, 0],
  [1, 1],
] as const;
/** The least time of a sample. Browsers round timestamps to 100 µs, and the wall clock includes the time of a submission. */
const MIN_SPAN_NS = { timestamps: 8e6, wall: 8e7 };
const MOST_REPEATS = 4096;
const ROUNDS = 5;
const MOST_INVOCATIONS = 256;
const LEAST_P = 2 ** 8;
const MOST_P = 2 ** 20;

/** @param n words */
export async function timeCopies(
  n: number,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<Copies> {
  const adapter = await openAdapter();
  const hasTimestamps = adapter.features.has('timestamp-query');
  const features = hasTimestamps ? ['timestamp-query'] : [];
  const found = await runOnGpu(adapter, { features, signal }, (device, step) =>
    new CopyBench(device, n, hasTimestamps, step).run(onProgress),
  );
  return { ...found, name: adapterName(adapter.info) };
}

class CopyBench {
  device: GPUDevice;
  step: () => void;
  n: number;
  words;
  copies;
  readback;
  few;
  span_ns;
  queries;
  resolved;
  stamps;
  expected;

  constructor(device: GPUDevice, n: number, hasTimestamps: boolean, step: () => void) {
    this.device = device;
    this.step = step;
    this.n = n;
    const { mapRead, copySource, copyTarget, storage, resolve } = USAGE;
    const make = (size: number, usage: number) => device.createBuffer({ size, usage });
    this.words = make(4 * n, storage | copyTarget);
    this.copies = make(4 * n, storage | copyTarget | copySource);
    this.readback = make(4 * n, copyTarget | mapRead);
    this.few = [make(16, storage), make(16, storage)];
    this.span_ns = hasTimestamps ? MIN_SPAN_NS.timestamps : MIN_SPAN_NS.wall;
    this.queries = hasTimestamps ? device.createQuerySet({ type: 'timestamp', count: 2 }) : null;
    this.resolved = make(16, resolve | copySource);
    this.stamps = make(16, copyTarget | mapRead);
    this.expected = Uint32Array.from({ length: n }, (_, i) => Math.imul(i, 0x9e3779b9) ^ i);
    device.queue.writeBuffer(this.words, 0, this.expected);
  }

  async run(onProgress: (done: number, total: number) => void) {
    const last = Math.min(MOST_P, this.n);
    const jobs: Job[] = [];
    for (let p = Math.min(LEAST_P, this.n); p <= last; p *= 2) jobs.push(await this.#job(p, [this.words, this.copies]));
    const empty = await this.#job(LEAST_P, this.few);
    const total = (ROUNDS + 1) * (jobs.length + 1);
    let done = 0;
    const each = async (act: (job: Job) => Promise<void>) => {
      for (const job of [...jobs, empty]) {
        await act(job);
        onProgress(++done, total);
      }
    };
    // The first run compiles, loads the words, and finds the number of repeats per sample.
    await each((job) => this.#warm(job));
    for (let round = 0; round < ROUNDS; round++) await each((job) => this.#sample(job));
    const overhead_ns = median(empty.times);
    const wrong: number[] = [];
    for (const job of jobs) if (!(await this.#isRight(job))) wrong.push(job.p);
    const samples = jobs
      .filter(({ p }) => !wrong.includes(p))
      .map(({ p, times }) => ({ p, ns: median(times) - overhead_ns }))
      .filter(({ ns }) => ns > 0);
    const clock: Copies['clock'] = this.queries ? 'timestamps' : 'wall clock';
    return { samples, overhead_ns, wrong, clock };
  }

  async #job(p: number, buffers: GPUBuffer[]): Promise<Job> {
    const invocations = Math.min(p, MOST_INVOCATIONS, this.device.limits.maxComputeInvocationsPerWorkgroup);
    const code = withOverrides(texts[SOURCE], { INVOCATIONS: invocations });
    const copy = { shader: 0, entryPoint: 'copy_words', workgroups: [p / invocations, 1, 1], bindings: BINDINGS };
    const passes = await compilePasses(this.device, { shaders: [code], passes: [copy] });
    this.step();
    return { p, dispatches: bindPasses(this.device, passes, buffers), repeats: 1, times: [] };
  }

  async #warm(job: Job) {
    await this.#time(job);
    const { span_ns } = this;
    while (job.repeats < MOST_REPEATS) {
      const ns = await this.#time(job);
      if (ns >= span_ns) break;
      job.repeats = Math.min(MOST_REPEATS, job.repeats * Math.max(2, Math.ceil(span_ns / Math.max(ns, span_ns / 64))));
    }
  }

  async #sample(job: Job) {
    const ns = await this.#time(job);
    // If the clock went backwards, there is no sample.
    if (ns > 0) job.times.push(ns / job.repeats);
  }

  /** The time of all repeats. */
  async #time(job: Job): Promise<number> {
    const { device, queries, resolved, stamps } = this;
    const timestampWrites = queries && { querySet: queries, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 };
    const encoder = device.createCommandEncoder();
    recordPass(encoder, job.dispatches, job.repeats, timestampWrites ? { timestampWrites } : {});
    if (queries) {
      encoder.resolveQuerySet(queries, 0, 2, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, stamps, 0, 16);
    }
    const start = performance.now();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    const wall_ns = (performance.now() - start) * 1e6;
    this.step();
    if (!queries) return wall_ns;
    await stamps.mapAsync(MAP_READ);
    const [from, to] = new BigUint64Array(stamps.getMappedRange());
    const ns = Number(to - from);
    stamps.unmap();
    return ns;
  }

  /** Whether the timed kernel copies every word. */
  async #isRight({ dispatches }: Job) {
    const { device, copies, readback, expected, n } = this;
    submitCommands(device, (encoder) => {
      encoder.clearBuffer(copies);
      recordPass(encoder, dispatches);
    });
    const isRight = await readWords(device, copies, readback, n, (found) => expected.every((word, i) => word === found[i]));
    this.step();
    return isRight;
  }
}

function median(values: number[]) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
