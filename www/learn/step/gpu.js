/** A recording on the browser's GPU, over and over: a race shows in some runs, or in none. */
import { adapterName } from '../../shared/adapter-name.js';
import { USAGE } from '../../shared/flags.js';
import { bindPasses, compilePasses, recordPass, submitCommands } from '../../shared/passes.js';
import { readWords, runOnGpu } from '../gpu-run.js';

/** @typedef {import('../../types.d.ts').Recording} Recording */
/** @typedef {{ smallest: number, largest: number }} SubgroupSizes */
/** @typedef {{ title: string, outputs: Uint32Array[] }} GpuRun the output of each run */

/** Runs of one recording. */
export const RUNS = 20;
/** A broken kernel may wait for ever; a run takes milliseconds, compilation before the first up to seconds. */
const BOUND_MS = 5000;
/** The directive of shaders with subgroup operations, which is also the feature's name. */
const SUBGROUPS = 'subgroups';

/** Whether a recording has subgroup operations. @param {Recording} recording */
export function usesSubgroups({ shaders }) {
  return shaders.some((source) => new RegExp(`^enable ${SUBGROUPS};`, 'm').test(source));
}

/** @param {Pick<GPUAdapter, 'info'>} adapter @returns {SubgroupSizes} */
export function subgroupSizes({ info }) {
  const { subgroupMinSize: smallest = 0, subgroupMaxSize: largest = 0 } = /** @type {Partial<GPUAdapterInfo>} */ (info);
  return { smallest, largest };
}

/** @param {GPUAdapter} adapter @param {Recording} recording @param {number} words of the output that are read back @param {number} [bound_ms] @returns {Promise<GpuRun>} */
export async function runRecording(adapter, recording, words, bound_ms = BOUND_MS) {
  const features = usesSubgroups(recording) ? [SUBGROUPS] : [];
  if (features.some((feature) => !adapter.features.has(feature))) throw new Error('This GPU has no subgroup operations.');
  const outputs = await runOnGpu(adapter, { features, bound_ms }, (device, step) => readOutputs(device, recording, words, step));
  return { title: adapterName(adapter.info), outputs };
}

/** The output of each run. @param {GPUDevice} device @param {Recording} recording @param {number} words @param {() => void} step */
async function readOutputs(device, recording, words, step) {
  const passes = await compilePasses(device, recording);
  const count = Math.min(words, recording.buffers[recording.output].words.length);
  const staging = device.createBuffer({ size: 4 * count, usage: USAGE.copyTarget | USAGE.mapRead });
  /** @type {Uint32Array[]} */
  const outputs = [];
  for (let run = 0; run < RUNS; run++) {
    const buffers = recording.buffers.map((buffer) => filledBuffer(device, buffer.words));
    submitCommands(device, (encoder) => recordPass(encoder, bindPasses(device, passes, buffers)));
    outputs.push(await readWords(device, buffers[recording.output], staging, count, (found) => found.slice()));
    for (const buffer of buffers) buffer.destroy();
    step();
  }
  return outputs;
}

/** @param {GPUDevice} device @param {number[]} words */
function filledBuffer(device, words) {
  const usage = USAGE.storage | USAGE.uniform | USAGE.copySource;
  const buffer = device.createBuffer({ size: 4 * words.length, usage, mappedAtCreation: true });
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}
