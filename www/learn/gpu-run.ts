/** Work on this page's GPU beside ScanLab's own: on a device of its own, bounded, and destroyed at its end. */
import { MAP_READ } from '../shared/flags.ts';
import { submitCommands } from '../shared/passes.ts';
import { WATCHDOG_MS, Watchdog } from '../shared/watchdog.ts';

/** WebGPU, which only secure pages have. */
export function gpuOf(): GPU | undefined {
  return globalThis.isSecureContext === false ? undefined : (navigator as { gpu?: GPU }).gpu;
}

export async function openAdapter(gpu: Pick<GPU, 'requestAdapter'> | undefined = gpuOf()) {
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('no GPU could be reached.');
  return adapter;
}

/**
 * Fails where the device is lost, a step takes longer than the bound, or the browser takes an argument for invalid.
 * @param work which calls `step` after each of its steps; that throws once it is cancelled
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
  // It tells what is wrong with a kernel, and the failure of the work only that its pipeline was refused.
  const error = await device.popErrorScope();
  if (error) throw new Error(`The browser does not take the kernel: ${error.message}`);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function lossOf(device: GPUDevice): Promise<never> {
  const { message } = await device.lost;
  throw new Error(`the device was lost: ${message}`);
}

/**
 * Reads the first words of a buffer.
 * @param staging as long, to be mapped
 * @param read what is wanted of the words, which are gone afterwards
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
