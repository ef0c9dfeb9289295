/** Checks requests and turns them into jobs with all defaults filled in; throws `bad-argument` otherwise. */

import {
  DIRECTIONS,
  MAX_U32,
  MODES,
  TYPES,
  badArgument,
  checkBoolean,
  checkCallback,
  checkElements,
  checkInteger,
  checkList,
  checkObject,
  checkOneOf,
  checkSignal,
  checkTuning,
  copyOfList,
  describe,
  reading,
} from '../shared/arguments.ts';
import { BUFFER_KEYS, checkBuffer, checkOutputs, isDevice, isDeviceBuffer, refuseBuffer, wordsOfBuffer } from '../shared/device-words.ts';
import { ScanLabError, messageOf } from '../shared/errors.ts';
import { headWords } from './heads.ts';
import { ownOf, withOwn } from './own-operator.ts';
import { isOfOperation, operationPoint } from './operation-job.ts';
import { JAVASCRIPT } from './points.ts';
import { SEGMENT_KEYS, checkHeads, checkSegmentLength, checkSegments, scanOf } from './segments.ts';
import { WATCHDOG_MS } from '../shared/watchdog.ts';
import type { Catalogue, CheckedOperator, Direction, ElementType, Elements, Mode } from '../types.ts';
import type { AnyOperator, Register } from './own-operator.ts';
import type { PointJob } from './points.ts';
import type { Job } from './verify.ts';

/** Replaces `auto` where the catalogue has no such algorithm. */
const AUTO_FALLBACK = 'reduce-then-scan';
/** The keys of a request to scan or to verify an array. */
const SCAN_KEYS = ['algorithm', 'operator', 'mode', 'direction', 'heads', 'headsAsBits', 'shape', 'axis', 'inPlace', 'tuning', 'signal'];

/** The keys of a test input. */
const INPUT_KEYS = ['pattern', 'seed', 'segmentLength'];

/** Points of a sweep at most, since all jobs are made before it starts. */
const MAX_POINTS = 100_000;
/** Array entries of a test input at most, 4 GiB: the largest buffer of a device. */
const MAX_INPUT_ENTRIES = 2 ** 30;

/** Invocations of an emulated device's subgroups and workgroups. */
const [EMULATED_SUBGROUP, MAX_SUBGROUP, MAX_WORKGROUP] = [32, 128, 256];
/** The most elements of an emulated scan, as the core has it. */
const MAX_EMULATED = 4096;

/** The most features and limits that are required of an adapter; WebGPU has some thirty of each. */
const MAX_REQUIRED = 1000;
/** The longest wait of browsers' timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const MIN_WATCHDOG_MS = 100;

/** The options that choose a device, which a device of the caller's makes moot. */
const CHOICE_KEYS = ['powerPreference', 'requiredFeatures', 'requiredLimits', 'adapterWaitMs'];

export function checkOpenOptions(value: unknown) {
  if (isDevice(value))
    throw badArgument("options must be an object, { device } for a device of the caller's; it was the GPUDevice itself.");
  const options = checkObject('options', value, [
    'device',
    ...CHOICE_KEYS,
    'subgroups',
    'timestamps',
    'watchdogMs',
    'calibration',
    'signal',
  ]);
  const {
    device,
    powerPreference,
    requiredFeatures,
    requiredLimits,
    subgroups,
    timestamps,
    calibration,
    watchdogMs = WATCHDOG_MS,
  } = options;
  if (device !== undefined) {
    if (!isDevice(device)) throw badArgument(`device must be a GPUDevice; it was ${describe(device)}.`);
    const moot = CHOICE_KEYS.find((key) => options[key] !== undefined);
    if (moot) throw badArgument(`${moot} must be left out where a device is given, which is open; it was ${describe(options[moot])}.`);
  }
  return {
    device,
    powerPreference: checkOneOf('powerPreference', powerPreference, ['high-performance', 'low-power'] as const, 'high-performance'),
    requiredFeatures: checkFeatures(requiredFeatures),
    requiredLimits: checkLimits(requiredLimits),
    adapterWaitMs: options.adapterWaitMs === undefined ? undefined : checkInteger('adapterWaitMs', options.adapterWaitMs, 0, MAX_TIMER_MS),
    signal: checkSignal(options.signal),
    subgroups: checkBoolean('subgroups', subgroups, true),
    timestamps: checkBoolean('timestamps', timestamps, true),
    calibration: checkBoolean('calibration', calibration, true),
    watchdogMs: checkInteger('watchdogMs', watchdogMs, MIN_WATCHDOG_MS, MAX_TIMER_MS),
  };
}

function checkFeatures(value: unknown): string[] {
  if (value === undefined) return [];
  const names = copyOfList('requiredFeatures', value, MAX_REQUIRED);
  const wrong = names?.find((name) => typeof name !== 'string');
  if (names && wrong === undefined) return names as string[];
  const found = wrong === undefined ? describe(value) : `one with ${describe(wrong)}`;
  throw badArgument(`requiredFeatures must be an array of names of features; it was ${found}.`);
}

function checkLimits(value: unknown): Record<string, number> {
  const keys = reading('requiredLimits', () => Object.keys(Object(value))).slice(0, MAX_REQUIRED);
  const given = Object.entries(checkObject('requiredLimits', value, keys));
  return Object.fromEntries(
    given.map(([name, limit]) => [name, checkInteger(`requiredLimits.${name}`, limit, 0, Number.MAX_SAFE_INTEGER)]),
  );
}

export type SupportQuery = {
  algorithm: string;
  operator: string;
  type: ElementType;
  mode: Mode;
  direction: Direction;
  segmented: boolean;
  headsAsBits: boolean;
  columns: number;
  axis: number;
  inPlace: boolean;
};

/** Checks requests against a catalogue. */
export class Requests {
  #catalogue;
  #algorithmIds;
  /** The ids of algorithms in requests, with `auto`. */
  #choices;
  #operatorIds;
  #register;

  constructor(catalogue: Catalogue, register: Register) {
    this.#register = register;
    this.#catalogue = catalogue;
    this.#algorithmIds = catalogue.algorithms.map(({ id }) => id);
    this.#choices = [...new Set(['auto', ...this.#algorithmIds])];
    this.#operatorIds = catalogue.operators.map(({ id }) => id);
  }

  /** @param others further ids that are accepted */
  algorithm(value: unknown, others?: string[]) {
    const id = checkOneOf('algorithm', value, others ? [...this.#choices, ...others] : this.#choices, 'auto');
    return id === 'auto' && !this.#algorithmIds.includes('auto') ? AUTO_FALLBACK : id;
  }

  operator(value: unknown): AnyOperator {
    const own = ownOf(value);
    if (own) return own;
    const id = checkOneOf('operator', value, this.#operatorIds, 'add');
    return this.#catalogue.operators.find((one) => one.id === id) as AnyOperator;
  }

  /** A custom operator, as the catalogue has others. */
  ownOperator(definition: unknown): CheckedOperator {
    if (typeof definition !== 'object' || definition === null) {
      throw badArgument(`operator must be an object, the definition of one; it was ${describe(definition)}.`);
    }
    const { own, ...operator } = this.operator(withOwn({ operator: definition }, this.#register).operator);
    return { ...operator, warnings: own?.warnings ?? [] };
  }

  /** An unknown name gives a reason instead of an exception. */
  support(value: unknown): SupportQuery | string {
    const given = checkObject('query', value, ['algorithm', 'operator', 'type', 'mode', 'direction', ...SEGMENT_KEYS, 'inPlace']);
    try {
      const query = withOwn(given, this.#register);
      const operator = this.operator(query.operator);
      return {
        algorithm: this.algorithm(query.algorithm, [JAVASCRIPT]),
        operator: operator.id,
        type: checkOneOf('type', query.type, TYPES, operator.types[0]),
        mode: checkOneOf('mode', query.mode, MODES, 'inclusive'),
        direction: checkOneOf('direction', query.direction, DIRECTIONS, 'forward'),
        ...checkSegments(query, this.#catalogue.limits),
        inPlace: checkBoolean('inPlace', query.inPlace, false),
      };
    } catch (failure) {
      return messageOf(failure);
    }
  }

  plan(value: unknown): Job {
    const keys = ['algorithm', 'operator', 'type', 'mode', 'direction', ...SEGMENT_KEYS, 'inPlace', 'n', 'tuning'];
    const request = this.read('request', value, keys);
    return { ...this.#job(request), n: checkInteger('n', request.n, 0, MAX_U32) };
  }

  scan(input: unknown, value: unknown): { job: Job; array: Elements; heads: Uint32Array | undefined; signal: AbortSignal | undefined } {
    const request = this.read('request', value, SCAN_KEYS);
    const { array, type, n } = checkElements('input', input, this.operator(request.operator));
    refuseBuffer('heads', request.heads);
    const heads = checkHeads(request, n);
    const job = { ...this.#job(scanOf(request, type, n)), n };
    return { job, array, heads, signal: checkSignal(request.signal) };
  }

  /** A scan of a buffer of the device, whose head flags are another or an array. */
  scanOnDevice(input: GPUBuffer, value: unknown) {
    const { type: given, n: most, ...request } = this.read('request', value, [...SCAN_KEYS, ...BUFFER_KEYS]);
    const { words, type, n } = checkBuffer('input', input, this.operator(request.operator), { type: given, n: most });
    const job = { ...this.#job(scanOf(request, type, n)), n };
    const { heads: flags } = request;
    const heads = isDeviceBuffer(flags) ? wordsOfBuffer('heads', flags, headWords(job)) : checkHeads(request, n);
    // In place, the output may be the input.
    const outputs = checkOutputs(request, ['output'], job.inPlace ? [heads] : [words, heads]);
    const onSubmitted = checkCallback('onSubmitted', request.onSubmitted);
    return { job, words, heads, outputs, signal: checkSignal(request.signal), onSubmitted };
  }

  recording(input: unknown, value: unknown) {
    const keys = [...SCAN_KEYS, 'subgroupSize', 'largestSubgroupSize', 'workgroupSize'];
    const { subgroupSize, largestSubgroupSize, workgroupSize, ...request } = checkObject('request', value, keys);
    const subgroup = checkSubgroup('subgroupSize', subgroupSize, 1, EMULATED_SUBGROUP);
    const largest = checkSubgroup('largestSubgroupSize', largestSubgroupSize, subgroup, subgroup);
    const workgroup = workgroupSize === undefined ? MAX_WORKGROUP : checkInteger('workgroupSize', workgroupSize, 1, MAX_WORKGROUP);
    const scan = this.scan(input, request);
    // Before they are copied into the core, whose memory never shrinks.
    if (scan.job.n > MAX_EMULATED)
      throw new ScanLabError('too-large', `An emulated scan has at most ${MAX_EMULATED} elements; this one has ${scan.job.n}.`);
    return { ...scan, device: { subgroupSize: subgroup, largestSubgroupSize: largest, workgroupSize: workgroup } };
  }

  stream(
    source: unknown,
    value: unknown,
  ): { job: Job; source: ReadableStream<Uint8Array>; chunkElements: unknown; signal: AbortSignal | undefined } {
    const keys = ['algorithm', 'operator', 'type', 'mode', 'direction', 'heads', 'tuning', 'signal', 'chunkElements'];
    const request = this.read('options', value, keys);
    const job = { ...this.#job({ ...request, segmented: false }), n: 0 };
    if (job.direction === 'backward') {
      throw new ScanLabError('unsupported', 'A backward scan begins with the last element, which a stream delivers only at its end.');
    }
    if (request.heads !== undefined) {
      throw new ScanLabError('unsupported', 'A segmented scan requires a head for every element; a stream of bytes has none.');
    }
    return { job, source: checkStream(source), chunkElements: request.chunkElements, signal: checkSignal(request.signal) };
  }

  verify(input: unknown, output: unknown, value: unknown) {
    const request = this.read('request', value, SCAN_KEYS);
    const operator = this.operator(request.operator);
    const from = checkElements('input', input, operator);
    const to = checkElements('output', output, operator);
    if (from.type !== to.type || from.n !== to.n) {
      throw badArgument(`output must be like the input, ${from.n} elements of ${from.type}; it has ${to.n} elements of ${to.type}.`);
    }
    const heads = checkHeads(request, from.n);
    const job = { ...this.#job(scanOf(request, from.type, from.n), [JAVASCRIPT]), n: from.n };
    return { job, input: from.array, output: to.array, heads, signal: checkSignal(request.signal) };
  }

  input(value: unknown): PointJob {
    const request = this.read('request', value, ['operator', 'type', 'pattern', 'seed', 'n']);
    const job = this.#point({ ...request, algorithm: JAVASCRIPT });
    const entries = job.n * job.words;
    if (entries <= MAX_INPUT_ENTRIES) return job;
    throw new ScanLabError(
      'too-large',
      `A test input may have at most ${MAX_INPUT_ENTRIES} array entries; this one would have ${entries}.`,
    );
  }

  measure(value: unknown): PointJob {
    if (isOfOperation(value)) {
      const { job, given } = operationPoint(this.#catalogue, this, value, ['n']);
      return { ...job, n: checkInteger('n', given.n, 0, MAX_U32) };
    }
    const keys = ['algorithm', 'operator', 'type', 'mode', 'direction', ...SEGMENT_KEYS, ...INPUT_KEYS, 'n', 'tuning', 'transfers'];
    return this.#point(this.read('request', value, keys));
  }

  /** @returns in the order in which they are to be measured */
  sweep(value: unknown): PointJob[] {
    if (isOfOperation(value)) return this.#operations(value);
    const keys = ['algorithms', 'sizes', 'operator', 'type', 'mode', 'direction', ...SEGMENT_KEYS, ...INPUT_KEYS, 'tuning', 'transfers'];
    const { algorithms, sizes, tuning, ...rest } = this.read('request', value, keys);
    const entries = checkList('algorithms', algorithms).map((entry) => this.#entry(entry));
    const byAlgorithm = checkObject(
      'tuning',
      tuning,
      entries.map(({ id }) => id),
    );
    const lengths = checkList('sizes', sizes);
    const requested = entries.map(({ id, tuning: own }) =>
      this.#point({ ...rest, algorithm: id, tuning: own ?? byAlgorithm[id], n: lengths[0] }),
    );
    // Duplicates are measured once.
    const once = [...new Map(requested.map((job) => [JSON.stringify([job.algorithm, job.tuning]), job])).values()];
    const points = once.length * lengths.length;
    if (points > MAX_POINTS) throw new ScanLabError('too-large', `A sweep may have at most ${MAX_POINTS} points; this one has ${points}.`);
    return lengths.flatMap((n) => once.map((job) => ({ ...job, n: checkInteger('n', n, 0, MAX_U32) })));
  }

  /** The fields of a request, with its operator registered if it is one's own. */
  read(name: string, value: unknown, keys: string[]) {
    return withOwn(checkObject(name, value, keys), this.#register);
  }

  /** The points of a sweep of an operation: with each scan that may be a part of it, at every size. */
  #operations(value: unknown) {
    const { given } = operationPoint(this.#catalogue, this, value, ['algorithms', 'sizes']);
    const { algorithms, sizes, ...rest } = given;
    const lengths = checkList('sizes', sizes).map((n) => checkInteger('n', n, 0, MAX_U32));
    const entries = algorithms === undefined ? [{}] : checkList('algorithms', algorithms).map((entry) => this.#part(entry));
    const point = (part: object) => operationPoint(this.#catalogue, this, { ...rest, ...part }, []).job;
    // Duplicates are measured once.
    const keyed = entries.map((part) => [point(part), part] as const);
    const once = [...new Map(keyed.map(([job, part]) => [JSON.stringify([job.algorithm, job.tuning]), part])).values()];
    const points = once.length * lengths.length;
    if (points > MAX_POINTS) throw new ScanLabError('too-large', `A sweep may have at most ${MAX_POINTS} points; this one has ${points}.`);
    return lengths.flatMap((n) => {
      // Those of a size have the same test input.
      const jobs = once.map(point);
      return jobs.map((job) => ({ ...job, n, seed: jobs[0].seed }));
    });
  }

  /** A scan that is a part of an operation, optionally with its own tuning. */
  #part(value: unknown) {
    if (typeof value !== 'object') return { algorithm: value };
    const { id, tuning } = checkObject('an entry of algorithms', value, ['id', 'tuning']);
    return { algorithm: id, ...(tuning !== undefined && { tuning }) };
  }

  /** An algorithm of a sweep, optionally with its own tuning. */
  #entry(value: unknown) {
    const { id, tuning } = typeof value === 'object' ? checkObject('an entry of algorithms', value, ['id', 'tuning']) : { id: value };
    if (id !== undefined) this.algorithm(id, [JAVASCRIPT]);
    return { id: id as string, tuning };
  }

  #point(request: Record<string, unknown>): PointJob {
    const patterns = this.#catalogue.patterns.map(({ id }) => id);
    if (request.algorithm === undefined) throw badArgument('algorithm must be given; it was undefined.');
    return {
      ...this.#job(request, [JAVASCRIPT]),
      n: checkInteger('n', request.n, 0, MAX_U32),
      pattern: checkOneOf('pattern', request.pattern, patterns, patterns[0]),
      seed: request.seed === undefined ? 1 : checkInteger('seed', request.seed, 0, MAX_U32),
      ...checkSegmentLength(request, this.#catalogue.limits),
      transfers: checkBoolean('transfers', request.transfers, false),
    };
  }

  #job(request: Record<string, unknown>, others?: string[]) {
    const algorithm = this.algorithm(request.algorithm, others);
    const operator = this.operator(request.operator);
    return {
      algorithm,
      operator: operator.id,
      own: operator.own,
      type: checkOneOf('type', request.type, operator.own ? operator.types : TYPES, operator.types[0]),
      mode: checkOneOf('mode', request.mode, MODES, 'inclusive'),
      direction: checkOneOf('direction', request.direction, DIRECTIONS, 'forward'),
      ...checkSegments(request, this.#catalogue.limits),
      inPlace: checkBoolean('inPlace', request.inPlace, false),
      words: operator.words,
      tuning: checkTuning(this.#catalogue.algorithms, algorithm, request.tuning),
    };
  }
}

function checkSubgroup(name: string, value: unknown, least: number, otherwise: number) {
  const size = value === undefined ? otherwise : checkInteger(name, value, least, MAX_SUBGROUP);
  if (size & (size - 1)) throw badArgument(`${name} must be a power of two; it was ${size}.`);
  return size;
}

function checkStream(value: unknown): ReadableStream<Uint8Array> {
  const stream = value as Partial<ReadableStream<Uint8Array>> | null | undefined;
  const isStream = reading('stream', () => typeof stream?.getReader === 'function');
  if (!isStream) throw badArgument(`stream must be a ReadableStream of bytes; it was ${describe(value)}.`);
  if (reading('stream', () => stream?.locked)) throw badArgument('stream must be free to be read; it is locked to another reader.');
  return stream as ReadableStream<Uint8Array>;
}
