/** Elements of a buffer on which a custom operator is tried. Only runs on buffers load this module. */

import { badArgument } from '../shared/arguments.ts';
import { DeviceWords, intrinsic } from '../shared/device-words.ts';
import { MAP_READ, USAGE } from '../shared/flags.ts';
import { runsOf, trialInputOf } from './trial-input.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Elements } from '../types.ts';

/**
 * The words of the elements for a trial, from a buffer of the device, or from an array of a run on buffers. If the copy of the buffer fails,
 * the result is empty, and the scan reports the error.
 */
export async function trialInputOnDevice(
  session: CoreSession,
  task: Task,
  input: DeviceWords | Elements,
  words: number,
): Promise<Uint32Array> {
  if (!(input instanceof DeviceWords)) return trialInputOf(new Uint32Array(input.buffer, input.byteOffset, input.length), words);
  const { device } = session;
  const { starts, count } = runsOf(input.length / words);
  const bytes = 4 * count * words;
  if (starts.length === 0) return new Uint32Array(0);
  if (((intrinsic(input.buffer, 'usage') ?? USAGE.copySource) & USAGE.copySource) === 0) {
    throw badArgument(
      'A buffer must have the usage COPY_SRC if a custom operator is tried on its elements. Add the usage, or set `associative: true` of the operator.',
    );
  }
  const offsets = starts.map((start) => 4 * start * words);
  const { copy, failure } = copyOf(device, input.buffer, offsets, bytes);
  try {
    const read = async () => ((await failure) ? false : copy.mapAsync(MAP_READ).then(() => true));
    if (!(await session.watch(task, read()))) return new Uint32Array(0);
    return new Uint32Array(copy.getMappedRange().slice(0));
  } finally {
    copy.destroy();
  }
}

/**
 * Copies parts of a buffer to a mappable buffer, which the caller destroys. `failure` is the device's error about the copy.
 * @param offsets of the parts, in bytes
 * @param bytes per part
 */
function copyOf(device: GPUDevice, from: GPUBuffer, offsets: number[], bytes: number) {
  device.pushErrorScope('validation');
  let made: GPUBuffer | null = null;
  try {
    const copy = device.createBuffer({
      label: 'elements of a trial',
      size: offsets.length * bytes,
      usage: USAGE.mapRead | USAGE.copyTarget,
    });
    made = copy;
    const encoder = device.createCommandEncoder();
    offsets.forEach((offset, rank) => encoder.copyBufferToBuffer(from, offset, copy, rank * bytes, bytes));
    device.queue.submit([encoder.finish()]);
    return { copy, failure: device.popErrorScope() };
  } catch (error) {
    // A scope that stays open would catch errors of later work on the device.
    device.popErrorScope().catch(() => {});
    made?.destroy();
    throw error;
  }
}
