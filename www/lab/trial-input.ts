/** Elements of an input on which a custom operator is tried: runs of neighbours, spread over the input. */

import { badArgument } from '../shared/arguments.ts';
import { DeviceWords, intrinsic } from '../shared/device-words.ts';
import { MAP_READ, USAGE } from '../shared/flags.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Elements } from '../types.ts';

const RUNS = 64;
/** The number of neighbours per run: a trial has this number of operands. */
const RUN = 3;

/** The indices of the runs' first elements, and the number of elements per run. */
function runsOf(n: number): { starts: number[]; count: number } {
  if (n <= RUNS * RUN) return { starts: n > 0 ? [0] : [], count: n };
  return { starts: Array.from({ length: RUNS }, (_, rank) => Math.floor((rank * (n - RUN)) / (RUNS - 1))), count: RUN };
}

/**
 * The words of the elements for a trial.
 * @param n the number of elements of the input
 * @param words per element
 * @param read writes the words of the elements from `start` on
 */
export function trialInput(n: number, words: number, read: (start: number, part: Uint32Array) => void): Uint32Array {
  const { starts, count } = runsOf(n);
  const length = count * words;
  const found = new Uint32Array(starts.length * length);
  starts.forEach((start, rank) => read(start, found.subarray(rank * length, (rank + 1) * length)));
  return found;
}

/** The words of the elements for a trial, from an array. */
export function trialInputOf(input: Uint32Array, words: number): Uint32Array {
  return trialInput(input.length / words, words, (start, part) => part.set(input.subarray(start * words, start * words + part.length)));
}

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
