/** Runs work on this page's GPU, beside that of the lab. The work has a separate device and a time limit. The device is destroyed at the end. */
import { MAP_READ } from '../shared/flags.ts';
import { submitCommands } from '../shared/passes.ts';
import { WATCHDOG_MS, Watchdog } from '../shared/watchdog.ts';

/** WebGPU, if it is available. Only secure pages have it. */
export function gpuOf(): GPU | undefined {
  return globalThis.isSecureContext === false ? undefined : (navigator as { gpu?: GPU }).gpu;
}

export async function openAdapter(gpu: Pick<GPU, 'requestAdapter'> | undefined = gpuOf()) {
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('no GPU was found.');
  return adapter;
}

/**
 * Runs work on a separate device. Fails if the device is lost, if a step takes longer than the bound, or if the browser finds an argument
 * invalid.
 * @param work calls `step` after each of its steps; after cancellation, `step` throws
 */
export async function runOnGpu<T>(
  adapter: GPUAdapter,
  { features = [], signal, bound_ms = WATCHDOG_MS }: { features?: string[]; signal?: AbortSignal; bound_ms?: number },
  work: (device: GPUDevice, step: () => void) => Promise<T>,
): Promise<T> {
  const device = await adapter.requestDevice({ requiredFeatures: features as GPUFeatureName[] });
  const watchdog = new Watchdog(globalThis, bound_ms);
  let steps = 0;
  let isStalled = false;
  const step = () => {
    signal?.throwIfAborted();
    steps++;
  };
  const stop = () => {
    isStalled = true;
    device.destroy();
  };
  try {
    return await watchdog.watch(Promise.race([validated(device, work, step), lossOf(device)]), stop, () => steps);
  } catch (error) {
    throw isStalled ? new Error(`The GPU did not end within ${watchdog.bound}, so it was stopped.`) : error;
  } finally {
    device.destroy();
  }
}

async function validated<T>(device: GPUDevice, work: (device: GPUDevice, step: () => void) => Promise<T>, step: () => void) {
  device.pushErrorScope('validation');
  const [outcome] = await Promise.allSettled([work(device, step)]);
  // The error of the scope names the fault of the kernel. The error of the work only states that the browser refused the pipeline.
  const error = await device.popErrorScope();
  if (error) throw new Error(`The browser refuses the kernel: ${error.message}`);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function lossOf(device: GPUDevice): Promise<never> {
  const { message } = await device.lost;
  throw new Error(`the device was lost: ${message}`);
}

/**
 * Reads the first words of a buffer.
 * @param staging a mappable buffer, whose length determines the number of words
 * @param read receives the words, which are valid only during the call
 */
export async function readWords<T>(
  device: GPUDevice,
  buffer: GPUBuffer,
  staging: GPUBuffer,
  count: number,
  read: (words: Uint32Array) => T,
) {
  submitCommands(device, (encoder) => encoder.copyBufferToBuffer(buffer, 0, staging, 0, 4 * count));
  await staging.mapAsync(MAP_READ);
  const result = read(new Uint32Array(staging.getMappedRange(), 0, count));
  staging.unmap();
  return result;
}
