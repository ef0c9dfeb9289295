/**
 * Records plans of the core into encoders of the caller's, on buffers of the caller's. It knows WebGPU and no core; recording with buffers that
 * it has seen makes no object of the device, submits nothing and waits for nothing.
 */

import { badArgument, checkInteger, checkObject, describe } from './arguments.js';
import { intrinsic, isDeviceBuffer } from './device-words.js';
import { ScanLabError, messageOf } from './errors.js';
import { MAP_READ, USAGE, bindPasses, compilePasses, recordDispatches, submitCommands } from './passes.js';
/** @import { PreparedPlan, PreparedPort, PreparedBuffers, PreparedRequirements } from '../types.d.ts' */

/** @typedef {{ buffer: GPUBuffer, offset: number, size: number }} Slice */
/** @typedef {import('./passes.js').Program} Program */
/** @typedef {import('./passes.js').CompiledPass} CompiledPass */
/** @typedef {import('./passes.js').Dispatch} Dispatch */

const SCRATCH_USAGE = USAGE.copySource | USAGE.copyTarget | USAGE.storage;
const UNIFORM_USAGE = USAGE.uniform | USAGE.copyTarget;
/** The sets of buffers whose bind groups are kept. */
const MOST_SETS = 64;
const CLEAR_SIZE = 256;

/**
 * What is between runs. A clear keeps the abort flag for the next check. The index of a count in its binding is one less than the workgroups
 * of the dispatch, so that it needs no buffer.
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

/** @type {Program} */
const BETWEEN = {
  shaders: [BETWEEN_CODE],
  passes: ['clear', 'clear_and_keep', 'store_count'].map((entryPoint) => {
    const bindings = /** @type {const} */ ([
      [0, 'words'],
      [1, 'kept'],
    ]);
    return { shader: 0, entryPoint, workgroups: [1, 1, 1], bindings: entryPoint === 'clear' ? bindings.slice(0, 1) : bindings };
  }),
};

/** @param {PreparedPort} port */
const isInPlace = ({ isInput, isOutput }) => isInput && isOutput;

/**
 * Compiles a plan and makes its own buffers.
 * @param {GPUDevice} device
 * @param {PreparedPlan} plan whose ports have their public names
 * @param {(flag: number) => ScanLabError} abortError the error of a run by its abort flag
 * @returns {Promise<Runner>}
 */
export async function compileRunner(device, plan, abortError) {
  const { value, failure } = scoped(device, 'The device must take the shaders and buffers of a plan', () => ({
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

/** A plan whose passes bind their parameters, which are after all other resources. @param {PreparedPlan} plan @returns {Program} */
function programOf({ shaders, passes, ports, scratchBytes, table }) {
  const first = ports.length + scratchBytes.length + (table.length ? 1 : 0);
  return { shaders, passes: passes.map((pass, rank) => ({ ...pass, bindings: [[0, first + rank], ...pass.bindings] })) };
}

/** @typedef {ReturnType<typeof makeBuffers>} OwnBuffers */

/** @param {GPUDevice} device @param {PreparedPlan} plan */
function makeBuffers(device, { parameters, scratchBytes, table, ports }) {
  const create = (/** @type {string} */ label, /** @type {number} */ size, usage = SCRATCH_USAGE) =>
    device.createBuffer({ label, size, usage });
  const filled = (/** @type {string} */ label, /** @type {number[]} */ words, /** @type {number} */ usage) => {
    const buffer = create(label, 4 * words.length, usage);
    device.queue.writeBuffer(buffer, 0, new Uint32Array(words));
    return buffer;
  };
  return {
    scratch: scratchBytes.map((bytes) => create('scratch', bytes)),
    table: table.length ? filled('table', table, SCRATCH_USAGE) : undefined,
    parameters: filled('parameters', parameters, UNIFORM_USAGE),
    /** The abort flag of runs before a clear. */
    kept: create('kept abort flag', 4),
    /** A count on its way to a place that cannot be bound. */
    count: ports.some(({ name }) => name === 'count') ? create('count', 4) : undefined,
  };
}

/** @param {OwnBuffers} own */
const buffersOf = ({ scratch, table, parameters, kept, count }) =>
  [...scratch, table, parameters, kept, count].filter((buffer) => buffer !== undefined);

/** A plan that can be recorded any number of times. */
export class Runner {
  #device;
  #plan;
  #own;
  #abortError;
  #compiled;
  /** @type {Dispatch[]} */
  #clears;
  /** Runs before the next clear; scratch memory is new. */
  #left;
  /** The dispatches by set of buffers, the one that was used last at the end. @type {Map<string, Dispatch[]>} */
  #sets = new Map();
  /** @type {WeakMap<GPUBuffer, number>} */
  #numbers = new WeakMap();
  #numbered = 0;
  /** Settles when it is known whether the device takes all buffers so far. */
  #made = Promise.resolve();
  /** @type {ScanLabError | null} */
  #failure = null;
  #isDestroyed = false;

  /**
   * @param {GPUDevice} device
   * @param {PreparedPlan} plan
   * @param {Record<'runs' | 'between', CompiledPass[]>} compiled
   * @param {OwnBuffers} own
   * @param {(flag: number) => ScanLabError} abortError
   */
  constructor(device, plan, compiled, own, abortError) {
    this.#device = device;
    this.#plan = plan;
    this.#compiled = compiled;
    this.#own = own;
    this.#abortError = abortError;
    this.#left = plan.runsBetweenClears ?? Infinity;
    this.#clears = plan.runsBetweenClears === null ? [] : own.scratch.flatMap((_, rank) => this.#clearOf(rank));
    const { scratchBytes, ports } = plan;
    /** @type {PreparedRequirements} */
    this.requirements = Object.freeze({
      scratchBytes: scratchBytes.reduce((sum, bytes) => sum + bytes, 0),
      dispatches: plan.passes.length,
      usage: USAGE.storage,
      offsetAlignment: device.limits.minStorageBufferOffsetAlignment,
      buffers: Object.freeze(Object.fromEntries(ports.map(({ name, bytes }) => [name, bytes]))),
    });
  }

  /**
   * Records a run: into an encoder a compute pass, into a compute pass its dispatches, which change its pipeline and bind group 0.
   * @param {GPUCommandEncoder | GPUComputePassEncoder} encoder
   * @param {PreparedBuffers} buffers
   */
  record(encoder, buffers) {
    if (this.#isDestroyed) throw badArgument('A prepared run that is recorded must not be destroyed; this one was.');
    const given = requireEncoder(encoder);
    const dispatches = this.#dispatchesOn(this.#slicesOf(buffers));
    const pass = 'dispatchWorkgroups' in given ? given : given.beginComputePass();
    if (this.#left === 0) {
      recordDispatches(pass, this.#clears);
      this.#left = this.#plan.runsBetweenClears ?? Infinity;
    }
    this.#left -= 1;
    recordDispatches(pass, dispatches);
    if (pass !== given) pass.end();
  }

  /** The next run that is recorded clears scratch memory first, as is due after a recording that was not submitted. */
  clearNext() {
    if (this.#plan.runsBetweenClears !== null) this.#left = 0;
  }

  /** Waits for the runs that were submitted; rejects where one since the last check was void. */
  async check() {
    if (this.#isDestroyed) throw badArgument('A prepared run that is checked must not be destroyed; this one was.');
    await this.#made;
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure;
    const flag = await this.#readFlags();
    if (flag) throw this.#abortError(flag);
  }

  /** Releases the device memory of its own. Runs that were submitted end as they would. */
  destroy() {
    this.#isDestroyed = true;
    this.#sets.clear();
    buffersOf(this.#own).forEach((buffer) => buffer.destroy());
  }

  /** A flag of the runs since the last check, and zeros in its place and all scratch memory. @returns {Promise<number>} */
  async #readFlags() {
    const { abortFlags, abortFlagByte } = this.#plan;
    if (abortFlags.length === 0) return 0;
    const { scratch, kept } = this.#own;
    const device = this.#device;
    const staging = device.createBuffer({
      label: 'abort flags',
      size: 4 * (abortFlags.length + 1),
      usage: USAGE.mapRead | USAGE.copyTarget,
    });
    try {
      submitCommands(device, (encoder) => {
        encoder.copyBufferToBuffer(kept, 0, staging, 0, 4);
        abortFlags.forEach((rank, at) => encoder.copyBufferToBuffer(scratch[rank], abortFlagByte, staging, 4 * (at + 1), 4));
        [kept, ...scratch].forEach((buffer) => encoder.clearBuffer(buffer));
      });
      await staging.mapAsync(MAP_READ);
      return new Uint32Array(staging.getMappedRange()).find((flag) => flag !== 0) ?? 0;
    } catch (failure) {
      throw new ScanLabError(
        'device-lost',
        `The device must be there to check its runs; reading from it has failed: ${messageOf(failure)}`,
      );
    } finally {
      staging.destroy();
    }
  }

  /** @param {unknown} value @returns {Slice[]} of the ports, in their order */
  #slicesOf(value) {
    const { ports } = this.#plan;
    const names = ports.map(({ name }) => name);
    const inPlace = ports.find(isInPlace);
    const given = checkObject('buffers', value, inPlace ? [...names, 'input'] : names);
    const slices = ports.map((port) => this.#sliceOf(port, given[port.name]));
    if (inPlace && given.input !== undefined) {
      const output = slices[ports.indexOf(inPlace)];
      const input = this.#sliceOf({ ...inPlace, name: 'input' }, given.input);
      if (input.buffer !== output.buffer || input.offset !== output.offset) {
        throw badArgument('input must be left out or be the output, since the scan is in place; it was another.');
      }
    }
    slices.forEach(({ buffer }, rank) => {
      const other = slices.findIndex((one, before) => before < rank && one.buffer === buffer);
      if (other >= 0 && (ports[rank].isOutput || ports[other].isOutput)) {
        throw badArgument(`${names[rank]} must be in another buffer than ${names[other]}, since one is written; it was in the same.`);
      }
    });
    return slices;
  }

  /** @param {PreparedPort} port @param {unknown} value @returns {Slice} */
  #sliceOf({ name, bytes }, value) {
    const isWhole = isDeviceBuffer(value);
    const required = `${name} must be a GPUBuffer, or { buffer, offset, size } of one, of ${bytes} bytes or more`;
    const isSlice = !isWhole && typeof value === 'object' && !ArrayBuffer.isView(value);
    const given = isSlice ? checkObject(name, value, ['buffer', 'offset', 'size']) : { buffer: value };
    const buffer = /** @type {GPUBuffer} */ (given.buffer);
    if (!isDeviceBuffer(buffer)) throw badArgument(`${required}; it was ${describe(buffer ?? value)}.`);
    const [whole, usage, state] = [Number(intrinsic(buffer, 'size')), Number(intrinsic(buffer, 'usage')), intrinsic(buffer, 'mapState')];
    if (!(usage & USAGE.storage)) throw badArgument(`${name} must be a GPUBuffer with the usage STORAGE; its usage is ${usage}.`);
    if (state !== 'unmapped') throw badArgument(`${name} must be an unmapped GPUBuffer; it is ${state}.`);
    const offset = given.offset === undefined ? 0 : checkInteger(`${name}.offset`, given.offset, 0, whole);
    // A count at any word is stored by a pass of its own.
    const alignment = name === 'count' ? 4 : this.requirements.offsetAlignment;
    if (offset % alignment !== 0) throw badArgument(`${name}.offset must be a multiple of ${alignment}; it was ${offset}.`);
    const size = given.size === undefined ? whole - offset : checkInteger(`${name}.size`, given.size, 0, whole - offset);
    if (size < bytes) throw badArgument(`${required}; it has ${size} from byte ${offset} on.`);
    return { buffer, offset, size };
  }

  /** @param {Slice[]} slices @returns {Dispatch[]} */
  #dispatchesOn(slices) {
    const key = slices.map(({ buffer, offset }) => `${this.#numberOf(buffer)}:${offset}`).join();
    const known = this.#sets.get(key);
    if (known) {
      this.#sets.delete(key);
      this.#sets.set(key, known);
      return known;
    }
    const required = "The buffers of a run must be of this lab's device, and not destroyed";
    const { value, failure } = scoped(this.#device, required, () => this.#bind(slices));
    this.#made = Promise.all([failure, this.#made]).then(([error]) => {
      if (!error) return;
      this.#failure ??= error;
      this.#sets.delete(key);
    });
    this.#sets.set(key, value);
    if (this.#sets.size > MOST_SETS) this.#sets.delete(/** @type {string} */ (this.#sets.keys().next().value));
    return value;
  }

  /** @param {GPUBuffer} buffer */
  #numberOf(buffer) {
    const number = this.#numbers.get(buffer) ?? ++this.#numbered;
    this.#numbers.set(buffer, number);
    return number;
  }

  /** @param {Slice[]} slices @returns {Dispatch[]} */
  #bind(slices) {
    const { passes, ports, parametersBytes } = this.#plan;
    const { scratch, table, parameters, count } = this.#own;
    const bindings = slices.map(({ buffer, offset }, rank) => ({ buffer, offset, size: ports[rank].bytes }));
    const counted = ports.findIndex(({ name }) => name === 'count');
    const misaligned = counted < 0 ? 0 : bindings[counted].offset % this.requirements.offsetAlignment;
    const isStored = misaligned > 0 && count !== undefined;
    const stride = parameters.size / passes.length;
    const resources = [
      ...bindings,
      ...[...scratch, table].flatMap((buffer) => (buffer ? [{ buffer }] : [])),
      ...passes.map((_, rank) => ({ buffer: parameters, offset: stride * rank, size: parametersBytes })),
    ];
    if (isStored) resources[counted] = { buffer: count };
    const dispatches = bindPasses(this.#device, this.#compiled.runs, resources);
    if (!isStored) return dispatches;
    const { buffer, offset } = bindings[counted];
    const words = { buffer, offset: offset - misaligned, size: misaligned + 4 };
    const [, , store] = this.#compiled.between;
    return [...dispatches, ...this.#between(store, misaligned / 4 + 1, { words, kept: { buffer: count } })];
  }

  /** The clear of a scratch buffer. @param {number} rank @returns {Dispatch[]} */
  #clearOf(rank) {
    const { abortFlags, scratchBytes } = this.#plan;
    const { scratch, kept } = this.#own;
    const [clear, clearAndKeep] = this.#compiled.between;
    const most = this.#device.limits.maxComputeWorkgroupsPerDimension;
    const workgroups = Math.min(most, Math.ceil(scratchBytes[rank] / (4 * CLEAR_SIZE)));
    const resources = { words: { buffer: scratch[rank] }, kept: { buffer: kept } };
    return this.#between(abortFlags.includes(rank) ? clearAndKeep : clear, workgroups, resources);
  }

  /** @param {CompiledPass} pass @param {number} workgroups @param {Record<'words' | 'kept', GPUBufferBinding>} resources */
  #between(pass, workgroups, resources) {
    return bindPasses(this.#device, [{ ...pass, workgroups: [workgroups, 1, 1] }], resources);
  }
}

/** @param {unknown} value @returns {GPUCommandEncoder | GPUComputePassEncoder} */
function requireEncoder(value) {
  const isObject = typeof value === 'object' && value !== null;
  if (isObject && ('beginComputePass' in value || 'dispatchWorkgroups' in value)) {
    return /** @type {GPUCommandEncoder | GPUComputePassEncoder} */ (value);
  }
  throw badArgument(`encoder must be a GPUCommandEncoder or a GPUComputePassEncoder; it was ${describe(value)}.`);
}

/**
 * Calls the device within error scopes, which end before anything else runs.
 * @template T
 * @param {GPUDevice} device
 * @param {string} required of a call that is invalid
 * @param {() => T} make
 * @returns {{ value: T, failure: Promise<ScanLabError | null> }}
 */
function scoped(device, required, make) {
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  /** @type {T} */
  let value;
  /** @type {Promise<(GPUError | null)[]>} */
  let popped;
  try {
    value = make();
  } finally {
    popped = Promise.all([device.popErrorScope(), device.popErrorScope()]);
  }
  const failure = popped.then(
    ([invalid, noMemory]) => {
      if (noMemory) return new ScanLabError('out-of-memory', `Memory of the device is required; it has none: ${noMemory.message}`);
      return invalid && badArgument(`${required}; ${invalid.message}`);
    },
    // The device is lost, which the next call that needs it says.
    () => null,
  );
  return { value, failure };
}
