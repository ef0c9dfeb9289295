/** A recording on the browser's GPU, over and over: a race shows in some runs, or in none. On a device of its own, which is then destroyed. */
import { Watchdog } from '../../shared/watchdog.js';
import { adapterTitle } from './words.js';

/** @typedef {import('../../types.d.ts').Recording} Recording */
/** @typedef {{ smallest: number, largest: number }} SubgroupSizes */
/** @typedef {{ title: string, outputs: Uint32Array[] }} GpuRun the output of each run */

/** Runs of one recording. */
export const RUNS = 20;
/** A broken kernel may wait for ever; a run takes milliseconds, compilation before the first up to seconds. */
const BOUND_MS = 5000;
/** The directive of shaders with subgroup operations, which is also the feature's name. */
const SUBGROUPS = 'subgroups';
/** WebGPU's flags, which TypeScript's declarations lack. */
const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 0x40, storage: 0x80 };
const [READ, COMPUTE] = [1, 4];
const BINDING = /@group\(0\)\s*@binding\((\d+)\)\s*var<([^>]+)>/g;

/** @returns {GPU | undefined} */
export function gpuOf() {
  return /** @type {{ gpu?: GPU }} */ (navigator).gpu;
}

/** Whether a recording has subgroup operations, which are made for subgroups of one size. @param {Recording} recording */
export function usesSubgroups({ shaders }) {
  return shaders.some((source) => new RegExp(`^enable ${SUBGROUPS};`, 'm').test(source));
}

/** The adapter, and the sizes of its subgroups. @param {GPU} gpu */
export async function openAdapter(gpu) {
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('This browser offers no GPU.');
  const { subgroupMinSize: smallest = 0, subgroupMaxSize: largest = 0 } = /** @type {Partial<GPUAdapterInfo>} */ (adapter.info);
  return { adapter, sizes: { smallest, largest } };
}

/** @param {GPUAdapter} adapter @param {Recording} recording @param {number} words of the output that are read back @param {number} [bound_ms] @returns {Promise<GpuRun>} */
export async function runOnGpu(adapter, recording, words, bound_ms = BOUND_MS) {
  const requiredFeatures = /** @type {GPUFeatureName[]} */ (usesSubgroups(recording) ? [SUBGROUPS] : []);
  if (requiredFeatures.some((feature) => !adapter.features.has(feature))) throw new Error('This GPU has no subgroup operations.');
  const device = await adapter.requestDevice({ requiredFeatures });
  const watchdog = new Watchdog(globalThis, bound_ms);
  let isStalled = false;
  const stop = () => {
    isStalled = true;
    device.destroy();
  };
  try {
    /** @type {Uint32Array[]} */
    const outputs = [];
    // Each run is a step, and so is compilation, which may take seconds.
    await watchdog.watch(readOutputs(device, recording, words, outputs), stop, () => outputs.length);
    return { title: adapterTitle(adapter.info), outputs };
  } catch (error) {
    throw isStalled ? new Error(`The GPU did not end within ${watchdog.bound}, so it was stopped.`) : error;
  } finally {
    device.destroy();
  }
}

/** @param {GPUDevice} device @param {Recording} recording @param {number} words @param {Uint32Array[]} outputs to which those of the runs are added */
async function readOutputs(device, recording, words, outputs) {
  device.pushErrorScope('validation');
  const steps = recording.passes.map((pass) => stepOf(device, recording, pass));
  const output = recording.buffers[recording.output].words.length;
  const staging = device.createBuffer({ size: 4 * output, usage: USAGE.copyTarget | USAGE.mapRead });
  for (let run = 0; run < RUNS; run++) {
    const buffers = recording.buffers.map((buffer) => filledBuffer(device, buffer.words));
    device.queue.submit([commandsOf(device, recording, steps, buffers, staging)]);
    if (!run) {
      const error = await device.popErrorScope();
      if (error) throw new Error(`The browser does not take the kernel: ${error.message}`);
    }
    await staging.mapAsync(READ);
    outputs.push(new Uint32Array(staging.getMappedRange().slice(0, 4 * Math.min(words, output))));
    staging.unmap();
    for (const buffer of buffers) buffer.destroy();
  }
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

/**
 * All dispatches of a recording, and a copy of its output.
 * @param {GPUDevice} device @param {Recording} recording @param {ReturnType<typeof stepOf>[]} steps @param {GPUBuffer[]} buffers @param {GPUBuffer} staging
 */
function commandsOf(device, recording, steps, buffers, staging) {
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
  encoder.copyBufferToBuffer(buffers[recording.output], 0, staging, 0, staging.size);
  return encoder.finish();
}
