/** Kernels of an exercise on the browser's GPU: checked, and timed beside a copy. */
import { adapterName } from '../../shared/adapter-name.ts';
import { USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePasses, recordDispatches, submitCommands } from '../../shared/passes.ts';
import { openAdapter, readWords, runOnGpu } from '../gpu-run.ts';
import type { Recording } from '../../shared/emulator-data.d.ts';

/** Runs of one submission, so that the time of the submission itself counts little. */
const RUNS = 64;
/** Submissions, of which the fastest counts. */
const SUBMISSIONS = 5;
const SUBGROUPS = 'subgroups';

/** The kernels at one number of elements, with the expected elements. */
export type Trial = { n: number; kernels: Recording[]; expected: Uint32Array };
/** Microseconds of one run: of each kernel, and of a copy of the elements. */
export type Times = { n: number; kernels: number[]; copy: number };
/** @param output the index of the result among the buffers */
type Work = { trials: Trial[]; output: number };

/** Times all trials on a separate device. Rejects if a result is wrong. */
export async function timeOnGpu({ trials, output }: Work): Promise<{ title: string; times: Times[] }> {
  const adapter = await openAdapter();
  const usesSubgroups = trials.some(({ kernels }) =>
    kernels.some(({ shaders }) => shaders.some((code) => code.includes(SUBGROUPS.slice(0, -1)))),
  );
  if (usesSubgroups && !adapter.features.has(SUBGROUPS)) throw new Error('this GPU has no subgroup operations.');
  const features = usesSubgroups ? [SUBGROUPS] : [];
  const times = await runOnGpu(adapter, { features }, async (device, step) => {
    const found: Times[] = [];
    for (const { n, kernels, expected } of trials) {
      const measured: number[] = [];
      for (const kernel of kernels) {
        measured.push(await timeOf(device, withDirective(kernel, usesSubgroups), { output, expected }));
        step();
      }
      found.push({ n, kernels: measured, copy: await copyTime(device, 4 * n) });
      step();
    }
    return found;
  });
  return { title: adapterName(adapter.info), times };
}

/** naga takes subgroup operations without their directive, which browsers require. */
function withDirective(recording: Recording, usesSubgroups: boolean): Recording {
  const needed = (code: string) => usesSubgroups && code.includes('subgroup') && !/^enable subgroups;/m.test(code);
  return { ...recording, shaders: recording.shaders.map((code) => (needed(code) ? `enable subgroups;\n${code}` : code)) };
}

async function timeOf(device: GPUDevice, recording: Recording, { output, expected }: { output: number; expected: Uint32Array }) {
  const passes = await compilePasses(device, recording);
  const usage = USAGE.storage | USAGE.uniform | USAGE.copySource | USAGE.copyTarget;
  const filled = recording.buffers.map(({ words }) => {
    const buffer = device.createBuffer({ size: 4 * words.length, usage, mappedAtCreation: true });
    new Uint32Array(buffer.getMappedRange()).set(words);
    buffer.unmap();
    return buffer;
  });
  const buffers = filled.map(({ size }) => device.createBuffer({ size, usage }));
  const staging = device.createBuffer({ size: 4 * expected.length, usage: USAGE.copyTarget | USAGE.mapRead });
  try {
    const dispatches = bindPasses(device, passes, buffers);
    const once = (encoder: GPUCommandEncoder) => {
      // States are zero before each run.
      filled.forEach((buffer, rank) => encoder.copyBufferToBuffer(buffer, 0, buffers[rank], 0, buffer.size));
      const pass = encoder.beginComputePass();
      recordDispatches(pass, dispatches);
      pass.end();
    };
    submitCommands(device, once);
    const wrong = await readWords(device, buffers[output], staging, expected.length, (words) =>
      expected.findIndex((word, i) => word !== words[i]),
    );
    if (wrong >= 0) throw new Error(`element ${wrong} of ${expected.length} is wrong on this GPU, though right on the emulator.`);
    return await fastest(device, once);
  } finally {
    [...filled, ...buffers, staging].forEach((buffer) => buffer.destroy());
  }
}

async function copyTime(device: GPUDevice, size: number) {
  const usage = USAGE.copySource | USAGE.copyTarget;
  const [from, to] = [device.createBuffer({ size, usage }), device.createBuffer({ size, usage })];
  try {
    return await fastest(device, (encoder) => encoder.copyBufferToBuffer(from, 0, to, 0, size));
  } finally {
    [from, to].forEach((buffer) => buffer.destroy());
  }
}

/** Microseconds of one run by the wall clock. */
async function fastest(device: GPUDevice, once: (encoder: GPUCommandEncoder) => void) {
  let least = Infinity;
  for (let submission = 0; submission < SUBMISSIONS; submission++) {
    const start = performance.now();
    submitCommands(device, (encoder) => {
      for (let run = 0; run < RUNS; run++) once(encoder);
    });
    await device.queue.onSubmittedWorkDone();
    least = Math.min(least, (1000 * (performance.now() - start)) / RUNS);
  }
  return least;
}

/** The scan of words with `+`, by a loop. */
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
