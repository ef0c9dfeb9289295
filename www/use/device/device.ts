/** Work of applications on the lab's device, on buffers that they share with its scans. */
import { isDeviceBuffer } from '../../shared/device-words.ts';
import { ScanLabError, messageOf } from '../../shared/errors.ts';
import { MAP_READ, USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePassesAtOnce, forgetPipelines, recordPass, submitCommands } from '../../shared/passes.ts';
import { polled } from '../../shared/poll.ts';
import { STORAGE, elementTypeOf, forgetAll, keptOn, lengthOf } from './arrays.ts';
import type { Pass } from '../../shared/passes.ts';
import type { Fields } from '../types.ts';
import type { Words } from './arrays.ts';

export type { Words };

/** A buffer of u32, or one with the type of its elements. */
export type Bound = GPUBuffer | [buffer: GPUBuffer, type: string];
/** By name; arrays are kept on the device. */
export type Reads = Record<string, Bound | Words | [bufferOrWords: GPUBuffer | Words, type: string]>;
export type Kernel = {
  n: number;
  /** of i32, which the code names by `numbers` */
  numbers?: Record<string, number>;
  reads?: Reads;
  writes?: Record<string, Bound>;
  /** `fn each(i: u32)` and what it calls */
  code: string;
};
type Binding = { name: string; buffer: GPUBuffer; type: string; isWritten: boolean };

export { drop, hold, keptOn, storage, upload } from './arrays.ts';

const WORKGROUP = 256;

/** Buffers that are free, the one that is longest so first. */
const kept: WeakMap<GPUDevice, GPUBuffer[]> = new WeakMap();
/** Of pictures and of short arrays: more would stay where nothing takes it again. */
const MOST_KEPT_BYTES = 2 ** 25;

/** A buffer, whatever is in it: one that was given back, as frames need the same ones and to make them takes longer than their work. */
function borrow(device: GPUDevice, words: number, usage: number) {
  const free = kept.get(device) ?? [];
  const rank = free.findIndex((buffer) => buffer.size === 4 * words && buffer.usage === usage);
  return rank < 0 ? device.createBuffer({ size: 4 * words, usage }) : free.splice(rank, 1)[0];
}

/** A buffer of zeros, to be given back. */
export function borrowed(device: GPUDevice, words: number) {
  const buffer = borrow(device, words, STORAGE);
  submitCommands(device, (encoder) => encoder.clearBuffer(buffer));
  return buffer;
}

/** Takes a buffer back that the device has made and all work on which is submitted. */
export function giveBack(device: GPUDevice, buffer: GPUBuffer) {
  // It would take the place of all others.
  if (buffer.size > MOST_KEPT_BYTES) return buffer.destroy();
  const free = [...(kept.get(device) ?? []), buffer];
  while (free.reduce((sum, { size }) => sum + size, 0) > MOST_KEPT_BYTES) free.shift()?.destroy();
  kept.set(device, free);
}

/** What a kernel binds of what it is given: a buffer of no bytes cannot be bound. */
function bindingsOf(device: GPUDevice, { reads = {}, writes = {} }: Kernel): Binding[] {
  const both = Object.keys(reads).find((name) => name in writes);
  if (both) throw new Error(`A kernel must read and write buffers of different names; it has two of the name ${both}.`);
  return Object.entries({ ...reads, ...writes }).flatMap(([name, one]) => {
    const [bound, type] = Array.isArray(one) ? one : [one, ArrayBuffer.isView(one) ? elementTypeOf(one) : 'u32'];
    if (!bound || lengthOf(bound) === 0) return [];
    const buffer = ArrayBuffer.isView(bound) ? keptOn(device, bound) : bound;
    return [{ name, buffer, type, isWritten: name in writes }];
  });
}

/** Submits a kernel that calls `each` for every index below n; of none it does nothing, as what has no elements cannot be bound. */
export function submit(device: GPUDevice, kernel: Kernel) {
  const { n, numbers, code } = kernel;
  if (n === 0) return;
  const bindings = bindingsOf(device, kernel);
  const declared = bindings.map(
    ({ name, type, isWritten }, rank) =>
      `@group(0) @binding(${rank + 1}) var<storage, ${isWritten ? 'read_write' : 'read'}> ${name}: array<${type}>;`,
  );
  const all = { n, ...numbers };
  const source = `struct Numbers { ${Object.keys(all).map((name) => `${name}: i32`)} }
    @group(0) @binding(0) var<uniform> numbers: Numbers;
    ${declared.join('\n')}
    ${code}
    @compute @workgroup_size(${WORKGROUP})
    fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) workgroups: vec3u) {
      for (var i = id.x; i < u32(numbers.n); i += workgroups.x * ${WORKGROUP}) { each(i); }
    }`;
  const values = Int32Array.from(Object.values(all));
  const uniform = device.createBuffer({ size: 4 * values.length, usage: USAGE.uniform | USAGE.copyTarget });
  device.queue.writeBuffer(uniform, 0, values);
  const resources = [uniform, ...bindings.map(({ buffer }) => buffer)];
  const workgroups = Math.min(device.limits.maxComputeWorkgroupsPerDimension, Math.ceil(n / WORKGROUP));
  const pass: Pass = {
    shader: 0,
    entryPoint: 'main',
    workgroups: [workgroups, 1, 1],
    bindings: resources.map((_, rank) => [rank, rank]),
    types: ['uniform', ...bindings.map(({ isWritten }) => (isWritten ? 'storage' : 'read-only-storage'))],
  };
  const dispatches = bindPasses(device, compilePassesAtOnce(device, { shaders: [source], passes: [pass] }), resources);
  submitCommands(device, (encoder) => recordPass(encoder, dispatches));
  uniform.destroy();
}

/**
 * What `work` gives, unless the device refuses some of it, as where memory is short; `work` submits before it returns.
 * @param how isRead: it makes nothing that stays, and what it reads may be gone
 */
export async function accepted<T>(device: GPUDevice, work: () => T | Promise<T>, { isRead }: { isRead?: boolean } = {}): Promise<T> {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const given = (async () => await work())();
  // Awaited below, after the reason for its failure.
  given.catch(() => {});
  const errors = await Promise.all([device.popErrorScope(), device.popErrorScope()]).catch(lost);
  const error = errors.find((one) => one !== null);
  if (!error) return given;
  dispose(await given.catch(() => null));
  if (!isRead) {
    // What was refused may have been given back, kept as a buffer or as a pipeline, and what was given back takes memory.
    kept.get(device)?.forEach((buffer) => buffer.destroy());
    kept.delete(device);
    forgetAll(device);
    forgetPipelines(device);
  }
  throw new ScanLabError(
    'out-of-memory',
    `Buffers of the device are required to run and to draw this; it has refused them: ${error.message}`,
  );
}

/** Gives up what was made in vain. */
function dispose(made: unknown) {
  const fields = ArrayBuffer.isView(made) ? [] : Object.values(made ?? {});
  for (const one of [made, ...fields]) {
    if (isDeviceBuffer(one)) one.destroy();
    else if (globalThis.ImageBitmap && one instanceof ImageBitmap) one.close();
  }
}

function lost(failure: unknown): never {
  // The emulator's tells what is wrong with a kernel.
  if (!(failure instanceof DOMException)) throw failure;
  throw new ScanLabError('device-lost', `The GPU device was lost (${messageOf(failure)}).`, { cause: failure });
}

/** Words of a buffer, by default all, as they are when all that is submitted has been done. A copy that the device refuses gives words of an earlier one: call it within what is `accepted`. */
export async function read(device: GPUDevice, buffer: GPUBuffer, first: number = 0, words: number = buffer.size / 4 - first) {
  if (words === 0) return new Uint32Array(0);
  const staging = borrow(device, words, USAGE.mapRead | USAGE.copyTarget);
  submitCommands(device, (encoder) => encoder.copyBufferToBuffer(buffer, 4 * first, staging, 0, 4 * words));
  try {
    await polled(device, staging.mapAsync(MAP_READ)).catch(lost);
    const found = new Uint32Array(staging.getMappedRange().slice(0));
    staging.unmap();
    giveBack(device, staging);
    return found;
  } catch (failure) {
    staging.destroy();
    throw failure;
  }
}

/** A result with arrays of words in the place of buffers. */
export async function readAll(device: GPUDevice, found: Fields): Promise<Fields> {
  if (!Object.values(found).some(isDeviceBuffer)) return found;
  const readField = async ([name, field]: [string, unknown]) => [name, isDeviceBuffer(field) ? await read(device, field) : field];
  return Object.fromEntries(await accepted(device, () => Promise.all(Object.entries(found).map(readField))));
}

/** Waits until all that is submitted has been done. */
export async function finished(device: GPUDevice) {
  await polled(device, device.queue.onSubmittedWorkDone()).catch(lost);
}

/** Destroys the buffers of a result that nothing shows any more. */
export function release(found: Fields | undefined) {
  Object.values(found ?? {})
    .filter(isDeviceBuffer)
    .forEach((buffer) => buffer.destroy());
}
