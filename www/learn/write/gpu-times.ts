/** Checks the kernels of an exercise on the browser's GPU, and times them beside a copy. */
import texts from 'shader-texts';
import { adapterName } from '../../shared/adapter-name.ts';
import { USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePasses, recordDispatches, submitCommands } from '../../shared/passes.ts';
import { GpuClock, median, ofOnePass } from '../gpu-clock.ts';
import { openAdapter, readWords, runOnGpu } from '../gpu-run.ts';
import { withOverrides } from '../machine/kernels.ts';
import type { Dispatch } from '../../shared/passes.ts';
import type { Recording } from '../../shared/emulator-data.d.ts';

/** After this time, no further size is timed. A single step that takes this long is stopped, and its device is destroyed. */
const LIMIT_MS = 5000;
const LEAST_SPANS_NS = { timestamps: 4e6, wall: 2e7 };
/** The number of samples per kernel. Their median is the result. */
const ROUNDS = 5;
const COPY = 'machine/copy.wgsl';
/** Invocations per workgroup of the copy kernel. */
const INVOCATIONS = 64;
const SUBGROUPS = 'subgroups';
const TIMESTAMPS = 'timestamp-query';

/** The recordings of the kernels for one number of elements, with the expected elements. */
type Trial = { n: number; kernels: Recording[]; expected: Uint32Array };
/** The time of one run of each kernel, and of a copy of the elements, in µs. */
export type Times = { n: number; kernels: number[]; copy: number };
/** `times` contains the sizes that were timed within the limit, ascending. */
type Timed = { title: string; clock: GpuClock['kind']; times: Times[]; setsZeros: boolean };
/** `output` is the index of the result among the buffers. */
type Work = { trials: Trial[]; output: number };
/** A kernel with its buffers. `zeros` contains the buffers that must be zero before each run. */
type Job = { dispatches: Dispatch[]; buffers: GPUBuffer[]; zeros: GPUBuffer[] };

/** Checks all trials on a separate device, then times them. Rejects if a result is wrong. */
export async function timeOnGpu({ trials, output }: Work): Promise<Timed> {
  const adapter = await openAdapter();
  const usesSubgroups = trials.some(({ kernels }) => kernels.some(({ shaders }) => shaders.some((code) => code.includes('subgroup'))));
  if (usesSubgroups && !adapter.features.has(SUBGROUPS)) throw new Error('this GPU has no subgroup operations.');
  const hasTimestamps = adapter.features.has(TIMESTAMPS);
  const features = [...(usesSubgroups ? [SUBGROUPS] : []), ...(hasTimestamps ? [TIMESTAMPS] : [])];
  const found = await runOnGpu(adapter, { features, bound_ms: LIMIT_MS }, async (device, step) => {
    const rows: { n: number; jobs: Job[] }[] = [];
    for (const { n, kernels, expected } of trials) {
      const jobs: Job[] = [];
      for (const kernel of kernels) {
        const job = await jobOf(device, withDirective(kernel, usesSubgroups));
        await check(device, job, output, kernel, expected);
        jobs.push(job);
        step();
      }
      rows.push({ n, jobs: [...jobs, await copyOf(device, n)] });
      step();
    }
    const clock = new GpuClock(device, hasTimestamps, LEAST_SPANS_NS);
    const end = performance.now() + LIMIT_MS;
    const times: Times[] = [];
    // The largest sizes are first, because they tell most if the time is over before all sizes are timed.
    for (const { n, jobs } of [...rows].reverse()) {
      const timed = await timesOf(clock, jobs, end, step);
      if (!timed) break;
      times.unshift({ n, kernels: timed.slice(0, -1), copy: timed[timed.length - 1] });
    }
    return { times, clock: clock.kind, setsZeros: rows.some(({ jobs }) => jobs.some(({ zeros }) => zeros.length > 0)) };
  });
  return { title: adapterName(adapter.info), ...found };
}

/** Adds the directive for subgroup operations, which browsers require. naga, which the emulator uses, does not require it. */
function withDirective(recording: Recording, usesSubgroups: boolean): Recording {
  const needed = (code: string) => usesSubgroups && code.includes('subgroup') && !/^enable subgroups;/m.test(code);
  return { ...recording, shaders: recording.shaders.map((code) => (needed(code) ? `enable subgroups;\n${code}` : code)) };
}

async function jobOf(device: GPUDevice, recording: Pick<Recording, 'shaders' | 'passes' | 'buffers'>): Promise<Job> {
  const passes = await compilePasses(device, recording);
  const usage = USAGE.storage | USAGE.uniform | USAGE.copySource | USAGE.copyTarget;
  const buffers = recording.buffers.map(({ words }) => {
    const buffer = device.createBuffer({ size: 4 * words.length, usage, mappedAtCreation: true });
    new Uint32Array(buffer.getMappedRange()).set(words);
    buffer.unmap();
    return buffer;
  });
  const zeros = buffers.filter((_, rank) => recording.buffers[rank].words.every((word) => word === 0));
  return { dispatches: bindPasses(device, passes, buffers), buffers, zeros };
}

function copyOf(device: GPUDevice, n: number) {
  // The words are not zeros, because a buffer of zeros would be cleared before each run.
  const words = Array.from({ length: n }, (_, i) => i + 1);
  return jobOf(device, {
    shaders: [withOverrides(texts[COPY], { INVOCATIONS })],
    passes: [
      {
        shader: 0,
        entryPoint: 'copy_words',
        workgroups: [Math.ceil(n / INVOCATIONS), 1, 1],
        bindings: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    buffers: [
      { name: 'words', words },
      { name: 'copies', words },
    ],
  });
}

/** Rejects if the result differs from the expected elements, or if elements past the end of the result have changed. */
async function check(device: GPUDevice, job: Job, output: number, { buffers }: Recording, expected: Uint32Array) {
  const { words } = buffers[output];
  const staging = device.createBuffer({ size: 4 * words.length, usage: USAGE.copyTarget | USAGE.mapRead });
  submitCommands(device, (encoder) => recordRuns(encoder, job, 1));
  const wrong = await readWords(device, job.buffers[output], staging, words.length, (found) =>
    words.findIndex((before, i) => found[i] !== (i < expected.length ? expected[i] : before)),
  );
  staging.destroy();
  const { length } = expected;
  if (wrong >= length) throw new Error(`it writes past the ${length} elements of the result on this GPU, though not on the emulator.`);
  if (wrong >= 0) throw new Error(`element ${wrong} of ${length} is wrong on this GPU, though right on the emulator.`);
}

/** The median time of one run of each job, in µs; null if the time is over, or if a job has no positive sample. */
async function timesOf(clock: GpuClock, jobs: Job[], end: number, step: () => void) {
  const time = async (job: Job, repeats: number) => {
    const ns = await clock.time((encoder, first, last) => recordRuns(encoder, job, repeats, first, last));
    step();
    return ns;
  };
  const repeats: number[] = [];
  for (const job of jobs) {
    if (performance.now() > end) return null;
    repeats.push(await clock.repeatsOf((count) => time(job, count)));
  }
  const samples: number[][] = jobs.map(() => []);
  for (let round = 0; round < ROUNDS && performance.now() < end; round++)
    for (const [i, job] of jobs.entries()) samples[i].push((await time(job, repeats[i])) / repeats[i]);
  const medians = samples.map((all) => median(all.filter((ns) => ns > 0)) / 1000);
  return medians.every(Number.isFinite) ? medians : null;
}

/** Records successive runs: in one compute pass, or in one pass per run if buffers must be zero before each run. */
function recordRuns(
  encoder: GPUCommandEncoder,
  { dispatches, zeros }: Job,
  repeats: number,
  first: GPUComputePassTimestampWrites | null = null,
  last: GPUComputePassTimestampWrites | null = null,
) {
  const [passes, runs] = zeros.length > 0 ? [repeats, 1] : [1, repeats];
  for (let at = 0; at < passes; at++) {
    for (const buffer of zeros) encoder.clearBuffer(buffer);
    const pass = encoder.beginComputePass(ofOnePass(at === 0 ? first : null, at === passes - 1 ? last : null));
    for (let run = 0; run < runs; run++) recordDispatches(pass, dispatches);
    pass.end();
  }
}

/** The sums of a scan of words, computed by a loop. */
export function expectedSums(words: readonly number[], isExclusive: boolean) {
  const sums = new Uint32Array(words.length);
  let sum = 0;
  words.forEach((word, i) => {
    if (isExclusive) sums[i] = sum;
    sum = (sum + word) >>> 0;
    if (!isExclusive) sums[i] = sum;
  });
  return sums;
}
