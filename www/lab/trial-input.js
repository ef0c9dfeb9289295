/** Elements of an input on which an operator of one's own is tried: runs of neighbours, spread over it. */

import { DeviceWords } from '../shared/device-words.js';
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */
/** @import { Elements } from '../types.d.ts' */

const RUNS = 64;
/** Neighbours of a run, as many as the operands of a trial. */
const RUN = 3;
/** GPUBufferUsage: MAP_READ and COPY_DST. */
const READ_USAGE = 0x1 | 0x8;
/** GPUMapMode.READ. */
const READ_MODE = 0x1;

/** The first elements of the runs, and how many elements each has. @param {number} n @returns {{ starts: number[], count: number }} */
function runsOf(n) {
  if (n <= RUNS * RUN) return { starts: n > 0 ? [0] : [], count: n };
  return { starts: Array.from({ length: RUNS }, (_, rank) => Math.floor((rank * (n - RUN)) / (RUNS - 1))), count: RUN };
}

/**
 * The words of the elements.
 * @param {number} n elements of the input
 * @param {number} words of an element
 * @param {(start: number, part: Uint32Array) => void} read writes the words of the elements from `start` on
 * @returns {Uint32Array}
 */
export function trialInput(n, words, read) {
  const { starts, count } = runsOf(n);
  const length = count * words;
  const found = new Uint32Array(starts.length * length);
  starts.forEach((start, rank) => read(start, found.subarray(rank * length, (rank + 1) * length)));
  return found;
}

/** The same of an array. @param {Uint32Array} input @param {number} words @returns {Uint32Array} */
export function trialInputOf(input, words) {
  return trialInput(input.length / words, words, (start, part) => part.set(input.subarray(start * words, start * words + part.length)));
}

/**
 * The same of a buffer of the device, or of an array beside one. Where it cannot be read there are no elements: the scan has the error then.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {DeviceWords | Elements} input
 * @param {number} words
 * @returns {Promise<Uint32Array>}
 */
export async function trialInputOnDevice(session, task, input, words) {
  if (!(input instanceof DeviceWords)) return trialInputOf(new Uint32Array(input.buffer, input.byteOffset, input.length), words);
  const { device } = session;
  const { starts, count } = runsOf(input.length / words);
  const bytes = 4 * count * words;
  if (starts.length === 0) return new Uint32Array(0);
  device.pushErrorScope('validation');
  const copy = device.createBuffer({ label: 'elements of a trial', size: starts.length * bytes, usage: READ_USAGE });
  const encoder = device.createCommandEncoder();
  starts.forEach((start, rank) => encoder.copyBufferToBuffer(input.buffer, 4 * start * words, copy, rank * bytes, bytes));
  device.queue.submit([encoder.finish()]);
  const failure = device.popErrorScope();
  try {
    const read = async () => ((await failure) ? false : copy.mapAsync(READ_MODE).then(() => true));
    if (!(await session.watch(task, read()))) return new Uint32Array(0);
    return new Uint32Array(copy.getMappedRange().slice(0));
  } finally {
    copy.destroy();
  }
}
