/** A recording on the browser's GPU, over and over: a race shows in some runs, or in none. */
import { adapterName } from '../../shared/adapter-name.js';
import { USAGE, readWords, runOnGpu } from '../gpu-run.js';

/** @typedef {import('../../types.d.ts').Recording} Recording */
/** @typedef {{ smallest: number, largest: number }} SubgroupSizes */
/** @typedef {{ title: string, outputs: Uint32Array[] }} GpuRun the output of each run */

/** Runs of one recording. */
export const RUNS = 20;
/** A broken kernel may wait for ever; a run takes milliseconds, compilation before the first up to seconds. */
const BOUND_MS = 5000;
/** The directive of shaders with subgroup operations, which is also the feature's name. */
const SUBGROUPS = 'subgroups';
/** GPUShaderStage.COMPUTE, which TypeScript's declarations lack. */
const COMPUTE = 4;
const BINDING = /@group\(0\)\s*@binding\((\d+)\)\s*var<([^>]+)>/g;

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
  const steps = recording.passes.map((pass) => stepOf(device, recording, pass));
  const count = Math.min(words, recording.buffers[recording.output].words.length);
  const staging = device.createBuffer({ size: 4 * count, usage: USAGE.copyTarget | USAGE.mapRead });
  /** @type {Uint32Array[]} */
  const outputs = [];
  for (let run = 0; run < RUNS; run++) {
    const buffers = recording.buffers.map((buffer) => filledBuffer(device, buffer.words));
    device.queue.submit([commandsOf(device, recording, steps, buffers)]);
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

/** The pipeline of a dispatch, and the layout of its bindings. @param {GPUDevice} device @param {Recording} recording @param {Recording['passes'][number]} pass */
function stepOf(device, { shaders }, { shader, entryPoint, bindings }) {
  const code = shaders[shader];
  const spaces = new Map([...code.matchAll(BINDING)].map(([, binding, space]) => [Number(binding), space.replace(/\s/g, '')]));
  const type = (/** @type {number} */ binding) =>
    /** @type {GPUBufferBindingType} */ (
      { uniform: 'uniform', 'storage,read_write': 'storage' }[spaces.get(binding) ?? ''] ?? 'read-only-storage'
    );
  const entries = bindings.map(([binding]) => ({ binding, visibility: COMPUTE, buffer: { type: type(binding) } }));
  const layout = device.createBindGroupLayout({ entries });
  const pipeline = device.createComputePipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module: device.createShaderModule({ code }), entryPoint },
  });
  return { layout, pipeline };
}

/** All dispatches of a recording. @param {GPUDevice} device @param {Recording} recording @param {ReturnType<typeof stepOf>[]} steps @param {GPUBuffer[]} buffers */
function commandsOf(device, recording, steps, buffers) {
  const encoder = device.createCommandEncoder();
  recording.passes.forEach(({ workgroups, bindings }, rank) => {
    const { layout, pipeline } = steps[rank];
    const entries = bindings.map(([binding, buffer]) => ({ binding, resource: { buffer: buffers[buffer] } }));
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
    pass.dispatchWorkgroups(...workgroups);
    pass.end();
  });
  return encoder.finish();
}
