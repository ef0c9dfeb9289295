/** Runs a recording repeatedly on the browser's GPU. A race may make the output wrong in some runs, or in no run. */
import { adapterName } from '../../shared/adapter-name.ts';
import { USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePasses, recordPass, submitCommands } from '../../shared/passes.ts';
import { readWords, runOnGpu } from '../gpu-run.ts';
import type { Recording } from '../../types.ts';

export type SubgroupSizes = { smallest: number; largest: number };
/** The name of the GPU, and the output of each run. */
export type GpuRun = { title: string; outputs: Uint32Array[] };

/** The number of runs of a recording. */
export const RUNS = 20;
/** The time limit of a step, because a broken kernel may never end. A run takes milliseconds, and the compilation may take seconds. */
const BOUND_MS = 5000;
/** The name of the device feature for subgroup operations, and of the directive that enables it in shaders. */
const SUBGROUPS = 'subgroups';

export function usesSubgroups({ shaders }: Recording) {
  return shaders.some((source) => new RegExp(`^enable ${SUBGROUPS};`, 'm').test(source));
}

export function subgroupSizes({ info }: Pick<GPUAdapter, 'info'>): SubgroupSizes {
  const { subgroupMinSize: smallest = 0, subgroupMaxSize: largest = 0 } = info as Partial<GPUAdapterInfo>;
  return { smallest, largest };
}

/** @param words the number of words of the output to read back */
export async function runRecording(adapter: GPUAdapter, recording: Recording, words: number, bound_ms: number = BOUND_MS): Promise<GpuRun> {
  const features = usesSubgroups(recording) ? [SUBGROUPS] : [];
  if (features.some((feature) => !adapter.features.has(feature))) throw new Error('This GPU has no subgroup operations.');
  const outputs = await runOnGpu(adapter, { features, bound_ms }, (device, step) => readOutputs(device, recording, words, step));
  return { title: adapterName(adapter.info), outputs };
}

async function readOutputs(device: GPUDevice, recording: Recording, words: number, step: () => void) {
  const passes = await compilePasses(device, recording);
  const count = Math.min(words, recording.buffers[recording.output].words.length);
  const staging = device.createBuffer({ size: 4 * count, usage: USAGE.copyTarget | USAGE.mapRead });
  const outputs: Uint32Array[] = [];
  for (let run = 0; run < RUNS; run++) {
    const buffers = recording.buffers.map((buffer) => filledBuffer(device, buffer.words));
    submitCommands(device, (encoder) => recordPass(encoder, bindPasses(device, passes, buffers)));
    outputs.push(await readWords(device, buffers[recording.output], staging, count, (found) => found.slice()));
    for (const buffer of buffers) buffer.destroy();
    step();
  }
  return outputs;
}

function filledBuffer(device: GPUDevice, words: number[]) {
  const usage = USAGE.storage | USAGE.uniform | USAGE.copySource;
  const buffer = device.createBuffer({ size: 4 * words.length, usage, mappedAtCreation: true });
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}
