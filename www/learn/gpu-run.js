/** Work on this page's GPU beside ScanLab's own: on a device of its own, bounded, and destroyed at its end. */
import { MAP_READ } from '../shared/flags.js';
import { submitCommands } from '../shared/passes.js';
import { WATCHDOG_MS, Watchdog } from '../shared/watchdog.js';

/** WebGPU, which only secure pages have. @returns {GPU | undefined} */
export function gpuOf() {
  return globalThis.isSecureContext === false ? undefined : /** @type {{ gpu?: GPU }} */ (navigator).gpu;
}

/** @param {Pick<GPU, 'requestAdapter'>} [gpu] */
export async function openAdapter(gpu = gpuOf()) {
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('no GPU could be reached.');
  return adapter;
}

/**
 * Fails where the device is lost, a step takes longer than the bound, or the browser takes an argument for invalid.
 * @template T
 * @param {GPUAdapter} adapter
 * @param {{ features?: string[], signal?: AbortSignal, bound_ms?: number }} options
 * @param {(device: GPUDevice, step: () => void) => Promise<T>} work which calls `step` after each of its steps; that throws once it is cancelled
 * @returns {Promise<T>}
 */
export async function runOnGpu(adapter, { features = [], signal, bound_ms = WATCHDOG_MS }, work) {
  const device = await adapter.requestDevice({ requiredFeatures: /** @type {GPUFeatureName[]} */ (features) });
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

/** @template T @param {GPUDevice} device @param {(device: GPUDevice, step: () => void) => Promise<T>} work @param {() => void} step */
async function validated(device, work, step) {
  device.pushErrorScope('validation');
  const [outcome] = await Promise.allSettled([work(device, step)]);
  // It tells what is wrong with a kernel, and the failure of the work only that its pipeline was refused.
  const error = await device.popErrorScope();
  if (error) throw new Error(`The browser does not take the kernel: ${error.message}`);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** @param {GPUDevice} device @returns {Promise<never>} */
async function lossOf(device) {
  const { message } = await device.lost;
  throw new Error(`the device was lost: ${message}`);
}

/**
 * Reads the first words of a buffer.
 * @template T
 * @param {GPUDevice} device @param {GPUBuffer} buffer @param {GPUBuffer} staging as long, to be mapped @param {number} count
 * @param {(words: Uint32Array) => T} read what is wanted of the words, which are gone afterwards
 */
export async function readWords(device, buffer, staging, count, read) {
  submitCommands(device, (encoder) => encoder.copyBufferToBuffer(buffer, 0, staging, 0, 4 * count));
  await staging.mapAsync(MAP_READ);
  const result = read(new Uint32Array(staging.getMappedRange(), 0, count));
  staging.unmap();
  return result;
}
