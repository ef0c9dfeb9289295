/** Kernels of applications on the lab's device. They share buffers with the lab's scans. */
import { isDeviceBuffer } from '../../shared/device-words.ts';
import { ScanLabError, messageOf } from '../../shared/errors.ts';
import { MAP_READ, USAGE } from '../../shared/flags.ts';
import { bindPasses, compilePassesAtOnce, forgetPipelines, recordPass, submitCommands } from '../../shared/passes.ts';
import { polled } from '../../shared/poll.ts';
import { elementTypeOf, forgetAll, keptOn, lengthOf } from './arrays.ts';
import type { Pass } from '../../shared/passes.ts';
import type { Fields } from '../types.ts';
import type { Words } from './arrays.ts';

export type { Words };

/** A buffer of u32, or a buffer with the type of its elements. */
export type Bound = GPUBuffer | [buffer: GPUBuffer, type: string];
/** The buffers and arrays that a kernel reads, by name. Arrays are cached on the device. */
export type Reads = Record<string, Bound | Words | [bufferOrWords: GPUBuffer | Words, type: string]>;
export type Kernel = {
  n: number;
  /** passed as i32; the code reads them as members of `numbers` */
  numbers?: Record<string, number>;
  reads?: Reads;
  writes?: Record<string, Bound>;
  /** `fn each(i: u32)` and the functions that it calls */
  code: string;
};
type Binding = { name: string; buffer: GPUBuffer; type: string; isWritten: boolean };

export { drop, hold, keptOn, storage, upload } from './arrays.ts';

const WORKGROUP = 256;

/** The cached render pipelines, by their topology, sample count and code. */
export const renderPipelines: WeakMap<GPUDevice, Map<string, GPURenderPipeline>> = new WeakMap();

/** The bindings of a kernel. An empty buffer cannot be bound, so it is left out. */
function bindingsOf(device: GPUDevice, { reads = {}, writes = {} }: Omit<Kernel, 'code'>): Binding[] {
  const both = Object.keys(reads).find((name) => name in writes);
  if (both) throw new Error(`A kernel must read and write buffers of different names; it has two of the name ${both}.`);
  return Object.entries({ ...reads, ...writes }).flatMap(([name, one]) => {
    const [bound, type] = Array.isArray(one) ? one : [one, ArrayBuffer.isView(one) ? elementTypeOf(one) : 'u32'];
    if (!bound || lengthOf(bound) === 0) return [];
    const buffer = ArrayBuffer.isView(bound) ? keptOn(device, bound) : bound;
    return [{ name, buffer, type, isWritten: name in writes }];
  });
}

/**
 * The WGSL that declares a kernel's numbers and bindings, and the resources of the bindings in their order.
 * @returns uniform: the first resource, which the caller destroys after commands are submitted
 */
export function declaredOn(device: GPUDevice, kernel: Omit<Kernel, 'code'>) {
  const all = { n: kernel.n, ...kernel.numbers };
  const bindings = bindingsOf(device, kernel);
  const declared = bindings.map(
    ({ name, type, isWritten }, rank) =>
      `@group(0) @binding(${rank + 1}) var<storage, ${isWritten ? 'read_write' : 'read'}> ${name}: array<${type}>;`,
  );
  const values = Int32Array.from(Object.values(all));
  const uniform = device.createBuffer({ size: 4 * values.length, usage: USAGE.uniform | USAGE.copyTarget });
  device.queue.writeBuffer(uniform, 0, values);
  const types: GPUBufferBindingType[] = bindings.map(({ isWritten }) => (isWritten ? 'storage' : 'read-only-storage'));
  return {
    code: `struct Numbers { ${Object.keys(all).map((name) => `${name}: i32`)} }
    @group(0) @binding(0) var<uniform> numbers: Numbers;
    ${declared.join('\n')}`,
    uniform,
    resources: [uniform, ...bindings.map(({ buffer }) => buffer)],
    types: ['uniform' as const, ...types],
  };
}

/** Submits a kernel that calls `each` for every index below n. It does nothing if n is 0, since empty buffers cannot be bound. */
export function submit(device: GPUDevice, kernel: Kernel) {
  const { n, code } = kernel;
  if (n === 0) return;
  const { code: declared, uniform, resources, types } = declaredOn(device, kernel);
  const source = `${declared}
    ${code}
    @compute @workgroup_size(${WORKGROUP})
    fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) workgroups: vec3u) {
      for (var i = id.x; i < u32(numbers.n); i += workgroups.x * ${WORKGROUP}) { each(i); }
    }`;
  const workgroups = Math.min(device.limits.maxComputeWorkgroupsPerDimension, Math.ceil(n / WORKGROUP));
  const pass: Pass = {
    shader: 0,
    entryPoint: 'main',
    workgroups: [workgroups, 1, 1],
    bindings: resources.map((_, rank) => [rank, rank]),
    types,
  };
  const dispatches = bindPasses(device, compilePassesAtOnce(device, { shaders: [source], passes: [pass] }), resources);
  submitCommands(device, (encoder) => recordPass(encoder, dispatches));
  uniform.destroy();
}

/**
 * Resolves to the result of `work`. Rejects if the device refuses a part of it, for example if memory is short. `work` submits its commands
 * before it returns.
 * @param how isRead: `work` creates nothing that stays, and a buffer that it reads may have been destroyed, so cached buffers are kept
 */
export async function accepted<T>(device: GPUDevice, work: () => T | Promise<T>, { isRead }: { isRead?: boolean } = {}): Promise<T> {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const given = (async () => await work())();
  // The promise may reject early. It is awaited after the error scopes, which have the reason.
  given.catch(() => {});
  const errors = await Promise.all([device.popErrorScope(), device.popErrorScope()]).catch(lost);
  const error = errors.find((one) => one !== null);
  if (!error) return given;
  dispose(await given.catch(() => null));
  if (!isRead) {
    // A cached buffer or pipeline may be a refused one.
    forgetAll(device);
    forgetPipelines(device);
    renderPipelines.delete(device);
  }
  throw new ScanLabError(
    'out-of-memory',
    `Buffers of the device are required to run and to draw this; the device refused them: ${error.message}`,
  );
}

/** Destroys resources of failed work. */
function dispose(made: unknown) {
  const fields = ArrayBuffer.isView(made) ? [] : Object.values(made ?? {});
  for (const one of [made, ...fields]) {
    if (isDeviceBuffer(one)) one.destroy();
    else if (globalThis.ImageBitmap && one instanceof ImageBitmap) one.close();
  }
}

function lost(failure: unknown): never {
  throw new ScanLabError('device-lost', `The GPU device was lost (${messageOf(failure)}).`, { cause: failure });
}

/**
 * Words that `copy` copies into a buffer, once all submitted work is done. If the device refuses the copy, the words are wrong: call this
 * within `accepted`.
 */
export async function copied(device: GPUDevice, words: number, copy: (encoder: GPUCommandEncoder, staging: GPUBuffer) => void) {
  const staging = device.createBuffer({ size: 4 * words, usage: USAGE.mapRead | USAGE.copyTarget });
  submitCommands(device, (encoder) => copy(encoder, staging));
  try {
    await polled(device, staging.mapAsync(MAP_READ)).catch(lost);
    return new Uint32Array(staging.getMappedRange().slice(0));
  } finally {
    staging.destroy();
  }
}

/** Words of a buffer, by default all of them. Call this within `accepted`, like `copied`. */
export const read = async (device: GPUDevice, buffer: GPUBuffer, first: number = 0, words: number = buffer.size / 4 - first) =>
  words === 0
    ? new Uint32Array(0)
    : copied(device, words, (encoder, staging) => encoder.copyBufferToBuffer(buffer, 4 * first, staging, 0, 4 * words));

/** A result with arrays of words in place of buffers. */
export async function readAll(device: GPUDevice, found: Fields): Promise<Fields> {
  if (!Object.values(found).some(isDeviceBuffer)) return found;
  const readField = async ([name, field]: [string, unknown]) => [name, isDeviceBuffer(field) ? await read(device, field) : field];
  return Object.fromEntries(await accepted(device, () => Promise.all(Object.entries(found).map(readField))));
}

/** Waits until all submitted work is done. */
export async function finished(device: GPUDevice) {
  await polled(device, device.queue.onSubmittedWorkDone()).catch(lost);
}

/** Destroys the buffers of a result that is no longer shown. */
export function release(found: Fields | undefined) {
  Object.values(found ?? {})
    .filter(isDeviceBuffer)
    .forEach((buffer) => buffer.destroy());
}
