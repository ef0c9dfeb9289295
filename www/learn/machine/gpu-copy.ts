/**
 * Measures the times of contiguous copies of n words by p invocations on this page's GPU, on a separate device, and verifies their output.
 */
import texts from 'shader-texts';
import { adapterName } from '../../shared/adapter-name.ts';
import { USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePasses, recordPass, submitCommands } from '../../shared/passes.ts';
import { GpuClock, median, ofOnePass } from '../gpu-clock.ts';
import { openAdapter, readWords, runOnGpu } from '../gpu-run.ts';
import { withOverrides } from './kernels.ts';
import type { Dispatch } from '../../shared/passes.ts';
import type { Sample } from './fit.ts';

/** `wrong` contains the values of p whose output was wrong. They have no samples. */
export type Copies = { samples: Sample[]; name: string; overhead_ns: number; clock: 'timestamps' | 'wall clock'; wrong: number[] };
/** A copy with p invocations. A sample repeats it `repeats` times. */
type Job = { p: number; dispatches: Dispatch[]; repeats: number; times: number[] };

const SOURCE = 'machine/copy.wgsl';
/** The input words and the output words. */
const BINDINGS = [
  [0, 0],
  [1, 1],
] as const;
const LEAST_SPANS_NS = { timestamps: 8e6, wall: 8e7 };
const ROUNDS = 5;
const MOST_INVOCATIONS = 256;
const LEAST_P = 2 ** 8;
const MOST_P = 2 ** 20;

/** @param n the number of words */
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
  clock;
  expected;

  constructor(device: GPUDevice, n: number, hasTimestamps: boolean, step: () => void) {
    this.device = device;
    this.step = step;
    this.n = n;
    const { mapRead, copySource, copyTarget, storage } = USAGE;
    const make = (size: number, usage: number) => device.createBuffer({ size, usage });
    this.words = make(4 * n, storage | copyTarget);
    this.copies = make(4 * n, storage | copyTarget | copySource);
    this.readback = make(4 * n, copyTarget | mapRead);
    this.few = [make(16, storage), make(16, storage)];
    this.clock = new GpuClock(device, hasTimestamps, LEAST_SPANS_NS);
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
    await each(async (job) => {
      job.repeats = await this.clock.repeatsOf((repeats) => this.#time(job, repeats));
    });
    for (let round = 0; round < ROUNDS; round++) await each((job) => this.#sample(job));
    const overhead_ns = median(empty.times);
    const wrong: number[] = [];
    for (const job of jobs) if (!(await this.#isRight(job))) wrong.push(job.p);
    const samples = jobs
      .filter(({ p }) => !wrong.includes(p))
      .map(({ p, times }) => ({ p, ns: median(times) - overhead_ns }))
      .filter(({ ns }) => ns > 0);
    return { samples, overhead_ns, wrong, clock: this.clock.kind };
  }

  async #job(p: number, buffers: GPUBuffer[]): Promise<Job> {
    const invocations = Math.min(p, MOST_INVOCATIONS, this.device.limits.maxComputeInvocationsPerWorkgroup);
    const code = withOverrides(texts[SOURCE], { INVOCATIONS: invocations });
    const copy = { shader: 0, entryPoint: 'copy_words', workgroups: [p / invocations, 1, 1], bindings: BINDINGS };
    const passes = await compilePasses(this.device, { shaders: [code], passes: [copy] });
    this.step();
    return { p, dispatches: bindPasses(this.device, passes, buffers), repeats: 1, times: [] };
  }

  async #sample(job: Job) {
    const ns = await this.#time(job, job.repeats);
    // If the clock went backwards, there is no sample.
    if (ns > 0) job.times.push(ns / job.repeats);
  }

  async #time({ dispatches }: Job, repeats: number): Promise<number> {
    const ns = await this.clock.time((encoder, first, last) => recordPass(encoder, dispatches, repeats, ofOnePass(first, last)));
    this.step();
    return ns;
  }

  /** Whether the timed kernel copies every word correctly. */
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
