/** Reads requests and turns them into jobs with all defaults. Throws `bad-argument` if a request is invalid. */

import {
  badArgument,
  checkBoolean,
  checkCallback,
  checkElements,
  checkInteger,
  checkList,
  checkObject,
  checkOneOf,
  checkSignal,
  copyOfList,
  describe,
  plain,
  reading,
  requireLength,
} from '../shared/arguments.ts';
import { BUFFER_KEYS, checkBuffer, checkOutputs, isDevice, isDeviceBuffer, refuseBuffer, wordsOfBuffer } from '../shared/device-words.ts';
import { ScanLabError, reasonOr } from '../shared/errors.ts';
import { DeviceScans } from './device-scans.ts';
import { headWords } from './heads.ts';
import { ownOf, withOwn } from './own-operator.ts';
import { drawSeed, isOfOperation, operationPoint } from './operation-job.ts';
import { JAVASCRIPT } from './points.ts';
import { checkHeads, checkInitial, scanOf } from './segments.ts';
import { WATCHDOG_MS } from '../shared/watchdog.ts';
import type { LoadedCore } from './loader.ts';
import type { Catalogue, CheckedOperator, CoreOperation, CoreRequest, Elements, LimitsOf } from '../types.ts';
import type { DeviceScan } from './device-scans.ts';
import type { AnyOperator } from './own-operator.ts';
import type { PointJob } from './points.ts';
import type { Job } from './verify.ts';

/** The keys of a request to scan or to verify an array. */
const ARRAY_KEYS = ['algorithm', 'operator', 'mode', 'direction', 'heads', 'headsAsBits', 'shape', 'axis', 'inPlace', 'tuning', 'signal'];
const SCAN_KEYS = [...ARRAY_KEYS, 'initial'];

/** The keys of the form of a scan whose segments are not given by arrays. */
const FORM_KEYS = ['algorithm', 'operator', 'type', 'mode', 'direction', 'segmented', 'headsAsBits', 'columns', 'axis'];
/** The keys of a query, and those of a request for a plan except its length and tuning. */
const QUERY_KEYS = [...FORM_KEYS, 'inPlace', 'initial'];
/** The keys of a request for a point, except those of its algorithm and its length. */
const POINT_KEYS = [...FORM_KEYS.slice(1), 'initial', 'pattern', 'seed', 'segmentLength', 'tuning', 'transfers'];

/** A checked request to scan an array. */
type ArrayScan = {
  job: Job;
  array: Elements;
  heads: Uint32Array | undefined;
  initial: Elements | undefined;
  signal: AbortSignal | undefined;
};

/** The maximum number of points of a sweep: all jobs are made before the sweep starts. */
const MAX_POINTS = 100_000;
/** The maximum number of array entries of a test input, 4 GiB: the size of the largest buffers of devices. */
const MAX_INPUT_ENTRIES = 2 ** 30;

/** The default and the maximum subgroup size, and the maximum workgroup size, of an emulated device. */
const [EMULATED_SUBGROUP, MAX_SUBGROUP, MAX_WORKGROUP] = [32, 128, 256];
/** The maximum number of elements of an emulated scan. The core has the same limit. */
const MAX_EMULATED = 4096;

/** The maximum number of features and of limits that can be required. WebGPU has about thirty of each. */
const MAX_REQUIRED = 1000;
/** The longest delay of browsers' timers. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const MIN_WATCHDOG_MS = 100;

/** The values of the option `limits`, the default first. */
const LIMITS_OF = ['adapter', 'guaranteed'] as const satisfies LimitsOf[];

/** The options that choose a device. They must be left out if the caller gives a device. */
const CHOICE_KEYS = ['powerPreference', 'limits', 'requiredFeatures', 'requiredLimits', 'adapterWaitMs'];

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
    limits,
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
    if (moot) throw badArgument(`${moot} must be left out if a device is given; it was ${describe(options[moot])}.`);
  }
  return {
    device,
    powerPreference: checkOneOf('powerPreference', powerPreference, ['high-performance', 'low-power'] as const, 'high-performance'),
    limits: checkOneOf('limits', limits, LIMITS_OF, LIMITS_OF[0]),
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

/** Asks the core for data that needs no device. */
type Ask = <T>(question: (core: LoadedCore['core']) => T) => T;
type Fields = Record<string, unknown>;

const MAX_KNOWN = 1000;

/** The options in the core's format: JSON has no Infinity, so an infinite `to` of a histogram becomes a text. */
function withInfinity(options: object) {
  const texts = Object.entries(options).map(([name, value]) => [name, value === Infinity && name === 'to' ? 'Infinity' : value]);
  return Object.fromEntries(texts);
}

/** Reads requests. The core checks their values and adds the defaults. This class checks arrays, buffers, signals and callbacks. */
export class Requests {
  #catalogue;
  #ask;
  /** Requests as the core has read them, by their texts. Programs repeat few different requests. */
  #known: Map<string, Required<CoreRequest>> = new Map();
  #deviceScans = new DeviceScans();

  constructor(catalogue: Catalogue, ask: Ask) {
    this.#catalogue = catalogue;
    this.#ask = ask;
  }

  /** The fields of a request. If its operator is custom, registers it. */
  read(name: string, value: unknown, keys: string[]) {
    return this.withOwn(checkObject(name, value, keys));
  }

  /** The request. If its operator is custom, registers it. */
  withOwn(request: Fields) {
    return withOwn(request, (definition) => this.#ask((core) => core.customOperator(definition)));
  }

  /**
   * A scan as the core has read it.
   * @param measured whether the request is for a measurement: only then is the scan in JavaScript allowed
   */
  scan(request: Fields, measured = false): Required<CoreRequest> {
    const given = plain('request', request) as CoreRequest;
    return this.#checked(`scan ${measured}`, given, (core) => core.checkScan(given, measured));
  }

  /**
   * An operation as the core has read it: its request, and the request of a scan with the fields that both have.
   * @param measured whether the request is for a measurement: only then is an unordered operation allowed
   */
  operation(wanted: CoreOperation, measured = false): { request: CoreOperation; common: Required<CoreRequest> } {
    const { options, ...others } = wanted;
    // Options are direct fields of the caller's request. They are checked separately, so that errors state their names in this request.
    const request = {
      ...(plain('request', others) as CoreOperation),
      ...(options && { options: plain('request', withInfinity(options)) as object }),
    };
    const common = this.#checked(`operation ${measured}`, request, (core) => core.checkOperation(request, measured));
    const takesScan = common.algorithm !== request.operation;
    return { request: takesScan ? { ...request, scan: common.algorithm, tuning: common.tuning } : request, common };
  }

  #checked(kind: string, given: object, check: (core: LoadedCore['core']) => CoreRequest) {
    const key = `${kind} ${JSON.stringify(given)}`;
    const known = this.#known.get(key);
    if (known) return known;
    const checked = this.#ask(check) as Required<CoreRequest>;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, checked);
    return checked;
  }

  algorithm(value: unknown) {
    return this.scan({ algorithm: value, type: 'u32' }).algorithm;
  }

  operator(value: unknown = 'add'): AnyOperator {
    const found = ownOf(value) ?? this.#catalogue.operators.find(({ id }) => id === value);
    // The core refuses an unknown name.
    if (!found) this.scan({ operator: value, type: 'u32' });
    return found as AnyOperator;
  }

  /** A custom operator with the fields of the catalogue's operators. */
  customOperator(definition: unknown): CheckedOperator {
    if (typeof definition !== 'object' || definition === null) {
      throw badArgument(`operator must be an object, the definition of an operator; it was ${describe(definition)}.`);
    }
    const { own, ...operator } = this.operator(this.withOwn({ operator: definition }).operator);
    return { ...operator, warnings: own?.warnings ?? [] };
  }

  /** The job of a query. For an invalid query, returns the reason instead of throwing it. */
  support(value: unknown): Job | string {
    const given = checkObject('query', value, QUERY_KEYS);
    return reasonOr(() => this.#job(this.withOwn(given), true));
  }

  plan(value: unknown): Job {
    return this.#job(requireLength(this.read('request', value, [...QUERY_KEYS, 'n', 'tuning'])));
  }

  scanOfArray(input: unknown, value: unknown, keys = SCAN_KEYS): ArrayScan {
    const request = this.read('request', value, keys);
    const { array, type, n } = checkElements('input', input, this.operator(request.operator));
    const job = { ...this.#job(scanOf(request, type, n)), n };
    refuseBuffer('heads', request.heads);
    refuseBuffer('initial', request.initial);
    const heads = checkHeads(request.heads, job);
    return { job, array, heads, initial: checkInitial(request.initial, job), signal: checkSignal(request.signal) };
  }

  /**
   * A scan of a buffer of the device. Its head flags are in another buffer or an array.
   * @param requireSupport throws if the device does not support a job
   */
  scanOnDevice(input: GPUBuffer, value: unknown, requireSupport: (job: Job) => void) {
    const known = this.#deviceScans.recall(input, value);
    if (known) return { ...known, signal: undefined };
    const fields = this.read('request', value, [...SCAN_KEYS, ...BUFFER_KEYS]);
    const { type: given, n: most, ...request } = fields;
    const { words, type, n } = checkBuffer('input', input, this.operator(request.operator), { type: given, n: most });
    const job = { ...this.#job(scanOf(request, type, n)), n };
    const { heads: flags, initial: first } = request;
    const heads = isDeviceBuffer(flags) ? wordsOfBuffer('heads', flags, headWords(job)) : checkHeads(flags, job);
    const initial = isDeviceBuffer(first) ? wordsOfBuffer('initial', first, job.words) : checkInitial(first, job);
    // In place, the output may be the input.
    const outputs = checkOutputs(request, ['output'], job.inPlace ? [heads, initial] : [words, heads, initial]);
    const onSubmitted = checkCallback('onSubmitted', request.onSubmitted);
    const signal = checkSignal(request.signal);
    requireSupport(job);
    const scan: DeviceScan = { job, words, heads, initial, outputs };
    // Without an output of the caller, each run makes a new one.
    if (outputs.output) this.#deviceScans.keep(input, fields, scan);
    return { scan, signal, onSubmitted };
  }

  recording(input: unknown, value: unknown) {
    const keys = [...ARRAY_KEYS, 'subgroupSize', 'largestSubgroupSize', 'workgroupSize'];
    const { subgroupSize, largestSubgroupSize, workgroupSize, ...request } = checkObject('request', value, keys);
    const subgroup = checkSubgroup('subgroupSize', subgroupSize, 1, EMULATED_SUBGROUP);
    const largest = checkSubgroup('largestSubgroupSize', largestSubgroupSize, subgroup, subgroup);
    const workgroup = workgroupSize === undefined ? MAX_WORKGROUP : checkInteger('workgroupSize', workgroupSize, 1, MAX_WORKGROUP);
    const scan = this.scanOfArray(input, request, ARRAY_KEYS);
    // Checks the length before the elements are copied into the core, whose memory never shrinks.
    if (scan.job.n > MAX_EMULATED)
      throw new ScanLabError('too-large', `An emulated scan has at most ${MAX_EMULATED} elements; this one has ${scan.job.n}.`);
    return { ...scan, device: { subgroupSize: subgroup, largestSubgroupSize: largest, workgroupSize: workgroup } };
  }

  stream(
    source: unknown,
    value: unknown,
  ): { job: Job; source: ReadableStream<Uint8Array>; chunkElements: unknown; signal: AbortSignal | undefined } {
    const keys = ['algorithm', 'operator', 'type', 'mode', 'direction', 'heads', 'tuning', 'signal', 'chunkElements'];
    const { heads, signal, chunkElements, ...request } = this.read('options', value, keys);
    const job = this.#job(request);
    if (job.direction === 'backward') {
      throw new ScanLabError('unsupported', 'A backward scan begins with the last element, which a stream delivers only at its end.');
    }
    if (heads !== undefined) {
      throw new ScanLabError('unsupported', 'A segmented scan requires a head flag for every element; a stream of bytes has no flags.');
    }
    return { job, source: checkStream(source), chunkElements, signal: checkSignal(signal) };
  }

  verify(input: unknown, output: unknown, value: unknown) {
    const request = this.read('request', value, SCAN_KEYS);
    const operator = this.operator(request.operator);
    const from = checkElements('input', input, operator);
    const to = checkElements('output', output, operator);
    if (from.type !== to.type || from.n !== to.n) {
      throw badArgument(`output must be like the input, ${from.n} elements of ${from.type}; it has ${to.n} elements of ${to.type}.`);
    }
    const job = { ...this.#job(scanOf(request, from.type, from.n), true), n: from.n };
    const heads = checkHeads(request.heads, job);
    const initial = checkInitial(request.initial, job);
    return { job, input: from.array, output: to.array, heads, initial, signal: checkSignal(request.signal) };
  }

  input(value: unknown): PointJob {
    const request = requireLength(this.read('request', value, ['operator', 'type', 'pattern', 'seed', 'n']));
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
      const { given, jobOf } = operationPoint(this.#catalogue, this, value, ['n']);
      const { n, ...request } = requireLength(given);
      return { ...jobOf(request), n: this.#length(n) };
    }
    return this.#point(requireLength(this.read('request', value, ['algorithm', ...POINT_KEYS, 'n'])));
  }

  /** @returns the jobs in the order of measurement */
  sweep(value: unknown): PointJob[] {
    if (isOfOperation(value)) {
      const { given, jobOf } = operationPoint(this.#catalogue, this, value, ['algorithms', 'sizes']);
      const { algorithms, sizes, ...request } = given;
      // The operation is measured with each of these scans.
      const entries = algorithms === undefined ? [{}] : entriesOf(algorithms);
      return this.#points(
        entries.map((entry) => jobOf({ ...request, ...entry })),
        sizes,
        () => (request.seed ?? drawSeed()) as number,
      );
    }
    const { algorithms, sizes, tuning, ...request } = this.read('request', value, ['algorithms', 'sizes', ...POINT_KEYS]);
    const entries = entriesOf(algorithms);
    const ids = entries.map(({ algorithm }) => (typeof algorithm === 'string' ? algorithm : ''));
    const byAlgorithm = checkObject('tuning', tuning, ids);
    const jobs = entries.map((entry, i) => this.#point({ ...request, tuning: byAlgorithm[ids[i]], ...entry }));
    return this.#points(jobs, sizes);
  }

  /** @param seedOf draws one seed for all jobs of a size; without it, each job keeps its seed */
  #points(jobs: PointJob[], sizes: unknown, seedOf?: () => number): PointJob[] {
    const lengths = checkList('sizes', sizes).map((n) => this.#length(n));
    const once = [...new Map(jobs.map((job) => [JSON.stringify([job.algorithm, job.tuning]), job])).values()];
    const points = once.length * lengths.length;
    if (points > MAX_POINTS) throw new ScanLabError('too-large', `A sweep may have at most ${MAX_POINTS} points; this one has ${points}.`);
    return lengths.flatMap((n) => {
      const seed = seedOf?.();
      return once.map((job) => ({ ...job, n, seed: seed ?? job.seed }));
    });
  }

  #length(n: unknown) {
    return this.scan(requireLength({ type: 'u32', n })).n;
  }

  #point({ transfers, ...request }: Fields): PointJob {
    if (request.algorithm === undefined) throw badArgument('algorithm must be given; it was undefined.');
    return { ...this.#job(request, true), transfers: checkBoolean('transfers', transfers, false) };
  }

  #job(request: Fields, measured = false) {
    const { id, types, words, own } = this.operator(request.operator);
    return { ...this.scan({ ...request, operator: id, type: request.type === undefined ? types[0] : request.type }, measured), words, own };
  }
}

function entriesOf(list: unknown): Fields[] {
  return checkList('algorithms', list).map((entry) => {
    if (typeof entry !== 'object') return { algorithm: entry };
    const { id, tuning } = checkObject('an entry of algorithms', entry, ['id', 'tuning']);
    return { algorithm: id, ...(tuning !== undefined && { tuning }) };
  });
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
