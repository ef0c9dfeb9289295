/**
 * Records plans of the core into the caller's encoders, on the caller's buffers. This module knows WebGPU, but not the core. If the buffers
 * were bound before, recording creates no object of the device, submits nothing and waits for nothing.
 */

import { badArgument, checkInteger, checkObject, describe } from './arguments.ts';
import { intrinsic, isDeviceBuffer, isUnmapped } from './device-words.ts';
import { ScanLabError, messageOf } from './errors.ts';
import { MAP_READ, USAGE } from './flags.ts';
import { bindPasses, compilePasses, recordDispatches, submitCommands } from './passes.ts';
import type { PreparedBuffers, PreparedPlan, PreparedPort, PreparedRequirements } from '../types.ts';
import type { CompiledPass, Dispatch, Program } from './passes.ts';

/** A part of a buffer, and the offset and size that the caller has requested. */
type Slice = { buffer: GPUBuffer; offset: number; asked: { offset?: unknown; size?: unknown } };
/** The dispatches of a run. If submissions must be short, one list per submission. */
type Parts = Dispatch[][];

const SCRATCH_USAGE = USAGE.copySource | USAGE.copyTarget | USAGE.storage;
const UNIFORM_USAGE = USAGE.uniform | USAGE.copyTarget;
/** The maximum number of sets of buffers with cached bind groups. */
const MOST_SETS = 64;
/** Invocations per workgroup of the kernels between runs. */
export const CLEAR_SIZE = 256;
/** The requirement in messages about a run that the device refuses. */
export const BUFFERS_REQUIRED = "The buffers of a run must be of this lab's device, and not destroyed";

/**
 * Kernels between runs. `clear_and_keep` keeps the abort flag, word 1, for the next check. `store_count` stores a count at the index “number
 * of workgroups − 1”, so that the index needs no buffer.
 */
const BETWEEN_CODE = `
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(${CLEAR_SIZE})
fn clear(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) workgroups: vec3u) {
    for (var i = id.x; i < arrayLength(&words); i += ${CLEAR_SIZE}u * workgroups.x) { words[i] = 0u; }
}

@compute @workgroup_size(${CLEAR_SIZE})
fn clear_and_keep(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) workgroups: vec3u) {
    for (var i = id.x; i < arrayLength(&words); i += ${CLEAR_SIZE}u * workgroups.x) {
        if (i == 1u && words[i] != 0u) { kept[0] = words[i]; }
        words[i] = 0u;
    }
}

@compute @workgroup_size(1)
fn store_count(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) workgroups: vec3u) {
    if (id.x == 0u) { words[workgroups.x - 1u] = kept[0]; }
}
`;

const BETWEEN: Program = {
  shaders: [BETWEEN_CODE],
  passes: ['clear', 'clear_and_keep', 'store_count'].map((entryPoint) => {
    const bindings = [
      [0, 'words'],
      [1, 'kept'],
    ] as const;
    return { shader: 0, entryPoint, workgroups: [1, 1, 1], bindings: entryPoint === 'clear' ? bindings.slice(0, 1) : bindings };
  }),
};

const isInPlace = ({ isInput, isOutput }: PreparedPort) => isInput && isOutput;

/**
 * Compiles a plan and creates its buffers.
 * @param plan its ports have their public names
 * @param abortError the error of a run by its abort flag
 */
export async function compileRunner(device: GPUDevice, plan: PreparedPlan, abortError: (flag: number) => ScanLabError): Promise<Runner> {
  const { value, failure } = scoped(device, errorsOf('The device must take the shaders and buffers of a plan'), () => ({
    compiling: Promise.all([compilePasses(device, programOf(plan)), compilePasses(device, BETWEEN)]),
    own: makeBuffers(device, plan),
  }));
  const { compiling, own } = value;
  const destroy = () => buffersOf(own).forEach((buffer) => buffer.destroy());
  try {
    const [runs, between] = await compiling.catch((refused) => {
      throw new ScanLabError('unsupported', `This device refuses a shader: ${messageOf(refused)}`, { cause: refused });
    });
    const error = await failure;
    if (error) throw error;
    return new Runner(device, plan, { runs, between }, own, abortError);
  } catch (error) {
    destroy();
    throw error;
  }
}

/** The passes of a plan, which bind their parameters by name, and the dispatch that sets a length, if there is one. */
function programOf({ shaders, passes, length }: PreparedPlan): Program {
  const all = length ? [...passes, length] : passes;
  return { shaders, passes: all.map((pass, rank) => ({ ...pass, bindings: [[0, `parameters ${rank}`], ...pass.bindings] })) };
}

type OwnBuffers = ReturnType<typeof makeBuffers>;

function makeBuffers(device: GPUDevice, { parameters, length, scratchBytes, table, ports }: PreparedPlan) {
  const create = (label: string, size: number, usage = SCRATCH_USAGE) => device.createBuffer({ label, size, usage });
  const filled = (label: string, words: number[], usage: number) => {
    const buffer = create(label, 4 * words.length, usage);
    device.queue.writeBuffer(buffer, 0, new Uint32Array(words));
    return buffer;
  };
  return {
    scratch: scratchBytes.map((bytes) => create('scratch', bytes)),
    table: table.length ? filled('table', table, SCRATCH_USAGE) : undefined,
    parameters: filled('parameters', parameters, UNIFORM_USAGE),
    /** The parameters of runs with a length on the device. These runs write the length into them. */
    ofLength: length ? filled('parameters of a length', parameters, UNIFORM_USAGE | USAGE.storage) : undefined,
    /** The abort flag of runs before a clear. */
    kept: create('kept abort flag', 4),
    /** The count of a run whose place in the caller's buffer cannot be bound. A further pass stores the count there. */
    count: ports.some(({ name }) => name === 'count') ? create('count', 4) : undefined,
  };
}

const buffersOf = ({ scratch, ...others }: OwnBuffers) => [...scratch, ...Object.values(others)].filter((buffer) => buffer !== undefined);

/** The error of the device about the bindings of a run, or null. */
type Failed = Promise<ScanLabError | null>;
/** The request for a whole buffer. */
const WHOLE: { offset?: number; size?: number } = {};
/** Checked buffers, and the dispatches on them. `given`: the caller's parts in the order of names; `keys`: the number of the request's keys. */
type Bound = { given: (Slice | undefined)[]; keys: number; slices: Slice[]; parts: Parts; failure: Failed };

/** A plan that can be recorded any number of times. */
export class Runner {
  requirements: PreparedRequirements;
  #device;
  #plan;
  #own;
  #abortError;
  #compiled;
  #clears: Dispatch[];
  /** The number of runs before the next clear. New scratch memory is clear. */
  #left;
  /** The port for a length on the device, if the plan takes this input. */
  #lengthPort: PreparedPort;
  /** The cached sets of buffers. The last one is the most recently used. */
  #sets: Bound[] = [];
  #names;
  /** Settles when it is known whether the device accepts all buffers so far. */
  #made = Promise.resolve();
  #failure: ScanLabError | null = null;
  #isDestroyed = false;

  constructor(
    device: GPUDevice,
    plan: PreparedPlan,
    compiled: Record<'runs' | 'between', CompiledPass[]>,
    own: OwnBuffers,
    abortError: (flag: number) => ScanLabError,
  ) {
    this.#device = device;
    this.#plan = plan;
    this.#compiled = compiled;
    this.#own = own;
    this.#abortError = abortError;
    this.#left = plan.runsBetweenClears ?? Infinity;
    this.#clears = plan.runsBetweenClears === null ? [] : own.scratch.flatMap((_, rank) => this.#clearOf(rank));
    const { scratchBytes, ports, length } = plan;
    // If a run counts, `count` is its output, and the length has another name.
    const name = ports.some((port) => port.name === 'count') ? 'length' : 'count';
    this.#lengthPort = { name, isInput: true, isOutput: false, words: 1, countedWords: null, bytes: 4 };
    this.#names = [...ports, this.#lengthPort].map((port) => port.name);
    if (ports.some(isInPlace)) this.#names.push('input');
    this.requirements = Object.freeze({
      scratchBytes: scratchBytes.reduce((sum, bytes) => sum + bytes, 0),
      dispatches: plan.passes.length,
      usage: USAGE.storage,
      offsetAlignment: device.limits.minStorageBufferOffsetAlignment,
      buffers: Object.freeze(Object.fromEntries(ports.map((port) => [port.name, port.bytes]))),
      optional: Object.freeze(length ? { [name]: 4 } : {}),
    });
  }

  /**
   * Records a run: a compute pass into an encoder, or dispatches into a compute pass, which change its pipeline and bind group 0.
   * @param only the index of a part; the parts are recorded in order (default: all of them)
   * @returns the device's error about the bindings of the run
   */
  record(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: PreparedBuffers, only?: number): Failed {
    if (this.#isDestroyed) throw badArgument('A prepared run that is recorded must not be destroyed; this one was.');
    const isEncoder = isCommandEncoder(encoder);
    const { parts, failure } = this.#recall(buffers) ?? this.#boundTo(buffers);
    const pass = isEncoder ? encoder.beginComputePass() : encoder;
    if (!only) this.#begin(pass);
    const [from, to] = only === undefined ? [0, parts.length] : [only, only + 1];
    for (let part = from; part < to; part++) recordDispatches(pass, parts[part]);
    if (isEncoder) pass.end();
    return failure;
  }

  /** The number of parts of a run. Each is submitted separately, so that submissions are short. */
  get parts() {
    return this.#plan.submissions.length;
  }

  /** Counts a run, and clears scratch memory if a clear is due. */
  #begin(pass: GPUComputePassEncoder) {
    if (this.#left === 0) {
      recordDispatches(pass, this.#clears);
      this.#left = this.#plan.runsBetweenClears ?? Infinity;
    }
    this.#left -= 1;
  }

  /** The number of status words of a run; 0 if runs cannot be aborted. */
  get statusWords() {
    const { length } = this.#plan.abortFlags;
    return length && length + 1;
  }

  /** Records a copy of the status into a buffer, at an offset in bytes. Words other than 0 are abort flags. */
  recordStatus(encoder: GPUCommandEncoder, to: GPUBuffer, offset: number = 0) {
    const { abortFlags, abortFlagByte } = this.#plan;
    const { scratch, kept } = this.#own;
    if (abortFlags.length === 0) return;
    encoder.copyBufferToBuffer(kept, 0, to, offset, 4);
    abortFlags.forEach((rank, at) => encoder.copyBufferToBuffer(scratch[rank], abortFlagByte, to, offset + 4 * (at + 1), 4));
  }

  /** The error of runs whose status has a word other than 0. */
  errorOf(status: Uint32Array): ScanLabError | null {
    const flag = status.find((word) => word !== 0);
    return flag ? this.#abortError(flag) : null;
  }

  /** The device's error about buffers of runs since the last check. */
  async #refusal(): Promise<ScanLabError | null> {
    await this.#made;
    const failure = this.#failure;
    this.#failure = null;
    return failure;
  }

  /** Drops the cached bind groups of the last run. Call this if no other run will use its buffers. */
  forget() {
    this.#sets.pop();
  }

  /** The next recorded run first clears scratch memory. Call this after a recording that was not submitted. */
  clearNext() {
    if (this.#plan.runsBetweenClears !== null) this.#left = 0;
  }

  /** Waits for the submitted runs. Rejects if a run since the last check was void. */
  async check() {
    if (this.#isDestroyed) throw badArgument('A prepared run that is checked must not be destroyed; this one was.');
    // Both reads start at once, since the run may be destroyed while a read is awaited.
    const [refusal, status] = await Promise.allSettled([this.#refusal(), this.#readStatus()]);
    if (refusal.status === 'rejected') throw refusal.reason;
    if (refusal.value) throw refusal.value;
    if (status.status === 'rejected') throw status.reason;
    const failure = this.errorOf(status.value);
    if (failure) throw failure;
  }

  /** Releases the runner's device memory. Submitted runs still complete. */
  destroy() {
    this.#isDestroyed = true;
    this.#sets.length = 0;
    buffersOf(this.#own).forEach((buffer) => buffer.destroy());
  }

  /** The status of the runs since the last check. The status and all scratch memory are then cleared. */
  async #readStatus(): Promise<Uint32Array> {
    if (this.statusWords === 0) return new Uint32Array(0);
    const { scratch, kept } = this.#own;
    const device = this.#device;
    const usage = USAGE.mapRead | USAGE.copyTarget;
    const staging = device.createBuffer({ label: 'abort flags', size: 4 * this.statusWords, usage });
    try {
      submitCommands(device, (encoder) => {
        this.recordStatus(encoder, staging);
        [kept, ...scratch].forEach((buffer) => encoder.clearBuffer(buffer));
      });
      await staging.mapAsync(MAP_READ);
      return new Uint32Array(staging.getMappedRange().slice(0));
    } catch (failure) {
      throw new ScanLabError('device-lost', `The device must exist to check its runs; reading from it failed: ${messageOf(failure)}`);
    } finally {
      staging.destroy();
    }
  }

  /**
   * Checks the given buffers. Each property is read once.
   * @returns one slice per port, in order, and the slice of a length on the device
   */
  #checked(value: unknown): Omit<Bound, 'parts' | 'failure'> {
    const { ports: always, length } = this.#plan;
    const inPlace = always.find(isInPlace);
    const given = checkObject('buffers', value, this.#names);
    const ofLength = given[this.#lengthPort.name];
    if (ofLength !== undefined && !length) {
      const required = 'must be left out, since some passes depend on a length that is known to the host';
      throw badArgument(`${this.#lengthPort.name} ${required}; it was ${describe(ofLength)}.`);
    }
    const ports = ofLength === undefined ? always : [...always, this.#lengthPort];
    const slices = ports.map((port) => this.#sliceOf(port, given[port.name]));
    const named = new Map(ports.map(({ name }, rank) => [name, slices[rank]]));
    if (inPlace && given.input !== undefined) {
      const output = slices[ports.indexOf(inPlace)];
      const input = this.#sliceOf({ ...inPlace, name: 'input' }, given.input);
      named.set('input', input);
      if (input.buffer !== output.buffer || input.offset !== output.offset) {
        throw badArgument('input must be left out or be the output, since the scan is in place; it was another.');
      }
    }
    slices.forEach(({ buffer }, rank) => {
      const other = slices.findIndex((one, before) => before < rank && one.buffer === buffer);
      if (other >= 0 && (ports[rank].isOutput || ports[other].isOutput)) {
        const [one, two] = [ports[rank], ports[other]].map(({ name }) => name);
        throw badArgument(`${one} must be in another buffer than ${two}, since one is written; it was in the same.`);
      }
    });
    return { slices, given: this.#names.map((name) => named.get(name)), keys: Object.keys(value as object).length };
  }

  #sliceOf({ name, bytes }: PreparedPort, value: unknown): Slice {
    const isWhole = isDeviceBuffer(value);
    const required = `${name} must be a GPUBuffer, or { buffer, offset, size } of one, of ${bytes} bytes or more`;
    const isSlice = !isWhole && typeof value === 'object' && !ArrayBuffer.isView(value);
    const given = isSlice ? checkObject(name, value, ['buffer', 'offset', 'size']) : { buffer: value };
    const buffer = given.buffer as GPUBuffer;
    if (!isDeviceBuffer(buffer)) throw badArgument(`${required}; it was ${describe(buffer ?? value)}.`);
    const [whole, usage, state] = [Number(intrinsic(buffer, 'size')), Number(intrinsic(buffer, 'usage')), intrinsic(buffer, 'mapState')];
    if (!(usage & USAGE.storage)) throw badArgument(`${name} must be a GPUBuffer with the usage STORAGE; its usage is ${usage}.`);
    if (state !== 'unmapped') throw badArgument(`${name} must be an unmapped GPUBuffer; it is ${state}.`);
    const offset = given.offset === undefined ? 0 : checkInteger(`${name}.offset`, given.offset, 0, whole);
    // Passes access a count or a length by an index in an aligned binding, so its offset may be any multiple of 4.
    const alignment = name === 'count' || name === this.#lengthPort.name ? 4 : this.requirements.offsetAlignment;
    if (offset % alignment !== 0) throw badArgument(`${name}.offset must be a multiple of ${alignment}; it was ${offset}.`);
    const size = given.size === undefined ? whole - offset : checkInteger(`${name}.size`, given.size, 0, whole - offset);
    if (size < bytes) throw badArgument(`${required}; it has ${size} from byte ${offset} on.`);
    return { buffer, offset, asked: { offset: given.offset, size: given.size } };
  }

  /** The given set of buffers, if it is cached. The map state is checked again, since it can change, unlike other properties of a buffer. */
  #recall(value: unknown): Bound | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    try {
      for (let at = this.#sets.length - 1; at >= 0; at--) if (this.#isOf(this.#sets[at], value)) return this.#use(at);
    } catch {
      // The full checks, which follow, report an exception of a getter.
    }
    return undefined;
  }

  #isOf({ given, keys }: Bound, value: any) {
    for (let rank = 0; rank < given.length; rank++) {
      const [one, known] = [value[this.#names[rank]], given[rank]];
      if (one === undefined || known === undefined) {
        if (one !== known) return false;
        continue;
      }
      const { buffer, asked } = known;
      const part = one === buffer ? WHOLE : one;
      if ((part !== WHOLE && part.buffer !== buffer) || part.offset !== asked.offset || part.size !== asked.size) return false;
      if (!isUnmapped(buffer)) return false;
    }
    let count = 0;
    for (const _ in value) count++;
    return count === keys;
  }

  /** Returns a cached set, and makes it the most recently used. */
  #use(at: number) {
    const set = this.#sets[at];
    if (at < this.#sets.length - 1) this.#sets.push(...this.#sets.splice(at, 1));
    return set;
  }

  #boundTo(value: unknown): Bound {
    const checked = this.#checked(value);
    const { slices } = checked;
    const isSame = ({ buffer, offset }: Slice, other: Slice | undefined) => buffer === other?.buffer && offset === other.offset;
    const known = this.#sets.findIndex(
      ({ slices: kept }) => kept.length === slices.length && slices.every((slice, rank) => isSame(slice, kept[rank])),
    );
    // The same buffers are cached, but were given in another form.
    if (known >= 0) return Object.assign(this.#use(known), checked);
    const { value: parts, failure } = scoped(this.#device, errorsOf(BUFFERS_REQUIRED), () => this.#bind(slices));
    const set = { ...checked, parts, failure };
    this.#made = Promise.all([failure, this.#made]).then(([error]) => {
      if (!error) return;
      this.#failure ??= error;
      this.#sets = this.#sets.filter((one) => one !== set);
    });
    this.#sets.push(set);
    if (this.#sets.length > MOST_SETS) this.#sets.shift();
    return set;
  }

  #bind(slices: Slice[]): Parts {
    const { ports, passes, submissions } = this.#plan;
    const { scratch, table, parameters, ofLength, count } = this.#own;
    const device = this.#device;
    const bindings = ports.map(({ bytes }, rank) => ({ buffer: slices[rank].buffer, offset: slices[rank].offset, size: bytes }));
    const counted = ports.findIndex(({ name }) => name === 'count');
    const stored = counted >= 0 ? this.#wordOf(slices[counted]) : null;
    const isStored = stored !== null && stored.index > 0 && count !== undefined;
    const resources = [...bindings, ...[...scratch, table].flatMap((buffer) => (buffer ? [{ buffer }] : []))];
    if (isStored) resources[counted] = { buffer: count };
    const given = slices[ports.length] && this.#wordOf(slices[ports.length]);
    const ofPasses = given && ofLength ? ofLength : parameters;
    const runs = this.#compiled.runs.slice(0, passes.length);
    const dispatches = bindPasses(device, runs, { ...resources, ...this.#parametersIn(ofPasses) });
    const parts = submissions.map((end, part) => dispatches.slice(part ? submissions[part - 1] : 0, end));
    if (given) {
      const setLength = { ...this.#compiled.runs[passes.length], workgroups: [given.index + 1, 1, 1] };
      // This pass writes the parameters of the other passes into `ofPasses`, so it reads its own parameters from `parameters`.
      const all = { ...[...resources, given.target, { buffer: ofPasses }], ...this.#parametersIn(parameters) };
      parts[0].unshift(...bindPasses(device, [setLength], all));
    }
    const [, , store] = this.#compiled.between;
    if (isStored)
      parts[parts.length - 1].push(...this.#between(store, stored.index + 1, { words: stored.target, kept: { buffer: count } }));
    return parts;
  }

  #parametersIn(buffer: GPUBuffer) {
    const { parametersBytes: size, parametersStride: stride } = this.#plan;
    return Object.fromEntries(this.#compiled.runs.map((_, rank) => [`parameters ${rank}`, { buffer, offset: stride * rank, size }]));
  }

  /** An aligned binding that ends with a given word of a buffer, and the index of this word in the binding. */
  #wordOf({ buffer, offset }: Slice) {
    const before = offset % this.requirements.offsetAlignment;
    return { target: { buffer, offset: offset - before, size: before + 4 }, index: before / 4 };
  }

  #clearOf(rank: number): Dispatch[] {
    const { abortFlags, scratchBytes } = this.#plan;
    const { scratch, kept } = this.#own;
    const [clear, clearAndKeep] = this.#compiled.between;
    const most = this.#device.limits.maxComputeWorkgroupsPerDimension;
    const workgroups = Math.min(most, Math.ceil(scratchBytes[rank] / (4 * CLEAR_SIZE)));
    const resources = { words: { buffer: scratch[rank] }, kept: { buffer: kept } };
    return this.#between(abortFlags.includes(rank) ? clearAndKeep : clear, workgroups, resources);
  }

  #between(pass: CompiledPass, workgroups: number, resources: Record<'words' | 'kept', GPUBufferBinding>) {
    return bindPasses(this.#device, [{ ...pass, workgroups: [workgroups, 1, 1] }], resources);
  }
}

/** Whether a value is a command encoder. Throws if it is neither a command encoder nor a compute pass encoder. */
function isCommandEncoder(value: unknown): value is GPUCommandEncoder {
  if (typeof value === 'object' && value !== null) {
    if ('beginComputePass' in value) return true;
    if ('dispatchWorkgroups' in value) return false;
  }
  throw badArgument(`encoder must be a GPUCommandEncoder or a GPUComputePassEncoder; it was ${describe(value)}.`);
}

/**
 * The errors of calls that create objects of the device.
 * @param required states the requirement that an invalid call breaks
 */
const errorsOf = (required: string): ErrorsOf => ({
  'out-of-memory': (reason) => new ScanLabError('out-of-memory', `Memory of the device is required; the device has no more: ${reason}`),
  validation: (reason) => badArgument(`${required}; ${reason}`),
});

type ErrorsOf = Partial<Record<GPUErrorFilter, (reason: string) => ScanLabError>>;

/** Calls the device within error scopes, which end before other work runs. `failure` is the error that they find, or null. */
export function scoped<T>(device: GPUDevice, errors: ErrorsOf, make: () => T): { value: T; failure: Promise<ScanLabError | null> } {
  const filters = Object.entries(errors) as [GPUErrorFilter, (reason: string) => ScanLabError][];
  filters.forEach(([filter]) => device.pushErrorScope(filter));
  let value: T;
  let popped: Promise<(ScanLabError | null)[]>;
  try {
    value = make();
  } finally {
    popped = Promise.all(filters.reverse().map(([, errorOf]) => device.popErrorScope().then((error) => error && errorOf(error.message))));
    // If `make` throws, this function throws the same exception, and nobody awaits `popped`.
    popped.catch(() => {});
  }
  const failure = popped.then(
    (found) => found.reverse().find((error) => error !== null) ?? null,
    // The device is lost. The next call that needs the device reports the loss.
    () => null,
  );
  return { value, failure };
}
