/** The class `ScanLab`. Each method calls the module that does the work. */
import { Abilities } from './abilities.ts';
import {
  ARRAY_OF_TYPE,
  badArgument,
  bitsOf,
  checkInteger,
  checkObject,
  checkRunOptions,
  checkSignal,
  copyOfObject,
  describe,
  reading,
} from '../shared/arguments.ts';
import { scanArray, verifyArrays } from './array-scan.ts';
import { requirementsOf } from './adapter.ts';
import { calibrationKey } from './calibration-store.ts';
import { withStorage } from '../shared/storage.ts';
import { chunkOf, chunkRequest } from './chunks.ts';
import { askCore, deepFreeze, initializeCore, loadCore } from './loader.ts';
import { DISPOSE } from '../shared/dispose.ts';
import { allocate, lazyModule, reasonOr } from '../shared/errors.ts';
import { isAdapter, isDeviceBuffer } from '../shared/device-words.ts';
import { Explainer } from './explainer.ts';
import { Forecaster } from './forecaster.ts';
import { readMeasured } from './measured.ts';
import { isOfOperation } from './operation-job.ts';
import { measurable, operationPlan, requestOfPlan } from './operation-request.ts';
import { openSession } from './open-session.ts';
import { planRequest } from './plan-request.ts';
import { Requests, checkOpenOptions } from './requests.ts';
import { resultStream } from './result-stream.ts';
import { currentFields } from '../shared/renamed.ts';
import { requireOracle } from './verify.ts';
import type * as Types from '../types.ts';
import type { Runtime } from './loader.ts';
import type { Opened } from './open-session.ts';
import type { Measurer } from './measurer.ts';
import type { PointJob } from './points.ts';
import type { Predictor } from 'scanlab-core';

const loadOperations = lazyModule('runs operations', () => import('./operations.ts'));
const loadOperationsOnDevice = lazyModule('runs operations on buffers', () => import('./operate-on-device.ts'));
const loadScanOnDevice = lazyModule('scans buffers', () => import('./scan-on-device.ts'));
const loadPrepare = lazyModule('records runs', () => import('./prepare.ts'));
const loadMeasurer = lazyModule('measures', () => import('./measurer.ts'));

const AsyncFunction = (async () => {}).constructor;

/**
 * Makes the methods of an object fail with a clear error if they are called without this object.
 * @param owner the object's name in messages
 * @param methods a prototype or a class
 */
function requireOwner(owner: string, methods: object, isOwner: (value: any) => boolean) {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    const method = property.value;
    if (typeof method !== 'function' || name === 'constructor') continue;
    const attached = {
      [name](this: unknown, ...values: unknown[]) {
        if (isOwner(this)) return method.apply(this, values);
        const error = badArgument(`${name} must be called as a method, ${owner}.${name}(…); it was called without its object.`);
        if (method instanceof AsyncFunction) return Promise.reject(error);
        throw error;
      },
    };
    Object.defineProperty(methods, name, { ...property, value: attached[name] });
  }
}

/** An open GPU device that scans, in a page or in a worker. All errors are `ScanLabError`s. */
export class ScanLab {
  readonly adapter: Types.AdapterDescription;
  readonly algorithms: readonly Types.Algorithm[];
  readonly operators: readonly Types.Operator[];
  /** The operations that are made of scans. */
  readonly operations: readonly Types.OperationEntry[];
  readonly patterns: readonly Types.Pattern[];
  /** The number of array entries that fit into one buffer of the device. */
  readonly maxElements: number;
  /** Resolves when the device is lost, not when the lab is closed. */
  readonly lost: Promise<{ message: string }>;
  /** The core and the oracle of all labs. @internal */
  static runtime: Runtime;

  /**
   * Loads the core from a place that you choose. In Node.js, for example, read the file and pass its bytes. Without this call, the core is
   * loaded on first use from the folder of the module. Rejects with `bad-argument` if the core is already loaded.
   */
  static async initialize(options: Types.InitializeOptions): Promise<void> {
    const { wasm } = checkObject('options', options, ['wasm']);
    await initializeCore(this.runtime, wasm as Types.WasmSource);
  }

  /** The catalogue of algorithms, operators and operations, without a GPU. */
  static async catalogue(): Promise<Types.Catalogue> {
    return (await loadCore(this.runtime)).catalogue;
  }

  /** Explains algorithms, without a GPU. */
  static async explainer(): Promise<Explainer> {
    return new Explainer(await loadCore(this.runtime), this.runtime);
  }

  /** Compares the times of two points, without a GPU: whether the left point's scan is faster than the right point's. */
  static async compare(left: Types.Point, right: Types.Point, options: Types.CompareOptions = {}): Promise<Types.Comparison> {
    const points = Object.entries({ left, right }).map(([name, point]) => reading(name, () => currentFields(point)));
    return askCore(await loadCore(this.runtime), (core) => core.compare(points[0], points[1], options));
  }

  /**
   * The features and limits of an adapter that a lab uses: `await adapter.requestDevice(ScanLab.requirements(adapter))` opens a device for
   * `open`.
   */
  static requirements(adapter: GPUAdapter): Types.DeviceRequirements {
    if (!isAdapter(adapter)) throw badArgument(`adapter must be a GPUAdapter; it was ${describe(adapter)}.`);
    return requirementsOf(adapter);
  }

  /** Opens the GPU, or uses the given `device`. */
  static async open(options?: Types.OpenOptions): Promise<ScanLab> {
    return new this(await openSession(this.runtime, checkOpenOptions(options)), this.runtime);
  }

  #session;
  #catalogue;
  #requests;
  #abilities;
  #deviceOperations: Awaited<ReturnType<typeof loadOperationsOnDevice>> | null = null;
  #deviceScans: Awaited<ReturnType<typeof loadScanOnDevice>> | null = null;
  #measuring: Promise<Measurer> | null = null;
  #predictor: Predictor | null = null;
  #runtime;
  #calibrationKey;
  #calibration: Types.Calibration | null;

  /** Call `ScanLab.open()` instead. */
  private constructor(opened: Opened, runtime: Runtime) {
    if (!opened?.session) throw badArgument('A ScanLab must be opened: await ScanLab.open(); it was made by new.');
    const { session, catalogue, adapter, maxElements, calibration } = opened;
    this.#session = session;
    this.#requests = new Requests(catalogue, (question) => session.ask(question));
    this.#catalogue = catalogue;
    this.#abilities = new Abilities(session, maxElements);
    this.#runtime = runtime;
    this.#calibration = calibration;
    this.#calibrationKey = calibrationKey(adapter, catalogue.version);
    this.adapter = adapter;
    this.algorithms = catalogue.algorithms;
    this.operators = catalogue.operators;
    this.operations = catalogue.operations;
    this.patterns = catalogue.patterns;
    this.maxElements = maxElements;
    this.lost = session.lost;
  }

  /** The device of the lab: the one given to `open`, or else one that the lab has opened. */
  get device(): GPUDevice {
    return this.#session.device;
  }

  /** The reason why this device or the algorithm does not support the query; null if both do. */
  supports(query?: Types.SupportQuery | Types.OperationQuery): string | null {
    this.#session.lifetime.check();
    if (isOfOperation(query)) {
      const wanted = reasonOr(() => operationPlan(measurable(this.#catalogue), this.#requests, ['query', query]));
      return typeof wanted === 'string' ? wanted : this.#session.unsupportedOperation(wanted);
    }
    const support = this.#requests.support(query);
    return typeof support === 'string' ? support : this.#abilities.unsupportedReason(support);
  }

  /** The plan of an algorithm or an operation, without a run. */
  plan(request: Types.PlanRequest | Types.OperationPlanRequest): Types.PlanDescription {
    this.#session.lifetime.check();
    if (isOfOperation(request)) return this.#session.operationPlan(this.#operationPlan(request));
    return this.#session.plan(planRequest(this.#requests.plan(request)));
  }

  #operationPlan(request: unknown) {
    return requestOfPlan(this.#catalogue, this.#requests, request);
  }

  /** Runs an operation. The code of operations is loaded on first use. */
  async #operate(id: string, inputs: unknown[], request: unknown): Promise<any> {
    this.#session.lifetime.check();
    // Read now, since the caller may change the request while the code is loaded.
    const options = copyOfObject('request', request);
    // Only objects are copied: another value, such as a function, may throw when it is read.
    const signal = checkSignal(reading('request', () => (options as any)?.signal));
    if (isDeviceBuffer(inputs[0])) {
      // Once their code is loaded, neither operations nor scans of buffers wait here, so they start in the order of the calls.
      this.#deviceOperations ??= await this.#session.lifetime.guard(loadOperationsOnDevice(), { signal });
      return this.#deviceOperations.operateOnDevice(this.#parts, id, inputs, options);
    }
    const { operate } = await this.#operations(signal);
    return operate(this.#parts, id, inputs, options);
  }

  get #parts() {
    return { session: this.#session, requests: this.#requests, catalogue: this.#catalogue, maxElements: this.maxElements };
  }

  #operations(signal?: AbortSignal) {
    return this.#session.lifetime.guard(loadOperations(), { signal });
  }

  /** The combination of all elements by an operator, as an array of one element. An empty input yields the identity. */
  reduce<T extends Types.Elements>(input: T, request?: Types.ReduceRequest): Promise<T>;
  reduce(input: GPUBuffer, request?: Types.OnDevice<Types.ReduceRequest>): Promise<GPUBuffer>;
  reduce(input: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('reduce', [input], request);
  }

  /** The elements that meet a condition or have a set flag, in order. */
  compact<T extends Types.Elements>(input: T, request: Types.CompactRequest & { indices: true }): Promise<Required<Types.Compacted<T>>>;
  compact<T extends Types.Elements>(input: T, request: Types.CompactRequest): Promise<Types.Compacted<T>>;
  compact(
    input: GPUBuffer,
    request: Types.OnDevice<Types.CompactRequest & { indices: true }, Required<Types.Compacted<GPUBuffer>>>,
  ): Promise<Required<Types.Compacted<GPUBuffer>>>;
  compact(input: GPUBuffer, request: Types.OnDevice<Types.CompactRequest, Types.Compacted<GPUBuffer>>): Promise<Types.Compacted<GPUBuffer>>;
  compact(input: Types.Operand, request: unknown): Promise<any> {
    return this.#operate('compact', [input], request);
  }

  /** The elements that meet a condition or have a set flag, in order, then the others, in order or in reverse order. */
  partition<T extends Types.Elements>(input: T, request: Types.PartitionRequest): Promise<Types.Partitioned<T>>;
  partition(
    input: GPUBuffer,
    request: Types.OnDevice<Types.PartitionRequest, Types.Partitioned<GPUBuffer>>,
  ): Promise<Types.Partitioned<GPUBuffer>>;
  partition(input: Types.Operand, request: unknown): Promise<any> {
    return this.#operate('partition', [input], request);
  }

  /** The first element of each run of equal neighbours, in order. */
  unique<T extends Types.Elements>(input: T, request: Types.UniqueRequest & { indices: true }): Promise<Required<Types.Compacted<T>>>;
  unique<T extends Types.Elements>(input: T, request?: Types.UniqueRequest): Promise<Types.Compacted<T>>;
  unique(
    input: GPUBuffer,
    request: Types.OnDevice<Types.UniqueRequest & { indices: true }, Required<Types.Compacted<GPUBuffer>>>,
  ): Promise<Required<Types.Compacted<GPUBuffer>>>;
  unique(input: GPUBuffer, request?: Types.OnDevice<Types.UniqueRequest, Types.Compacted<GPUBuffer>>): Promise<Types.Compacted<GPUBuffer>>;
  unique(input: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('unique', [input], request);
  }

  /** The runs of equal neighbours, and their lengths. */
  runLengths<T extends Types.Elements>(input: T, request?: Types.WithScan): Promise<Types.Runs<T>>;
  runLengths(
    input: GPUBuffer,
    request?: Types.OnDevice<Types.WithScan, Types.Runs<GPUBuffer>> & { lengths?: GPUBuffer },
  ): Promise<Types.Runs<GPUBuffer>>;
  runLengths(input: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('run-lengths', [input], request);
  }

  /** The combination of the values of each run of equal neighbouring keys. */
  reduceByKey<K extends Types.Elements, V extends Types.Elements>(
    keys: K,
    values: V,
    request?: Types.ReduceByKeyRequest,
  ): Promise<Types.Reduced<K, V>>;
  reduceByKey(
    keys: GPUBuffer,
    values: Types.Operand,
    request?: Types.OnDevice<Types.ReduceByKeyRequest, Types.Reduced<GPUBuffer, GPUBuffer>> & { sums?: GPUBuffer },
  ): Promise<Types.Reduced<GPUBuffer, GPUBuffer>>;
  reduceByKey(keys: Types.Operand, values: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('reduce-by-key', [keys, values], request);
  }

  /**
   * The combination of the elements of each segment. Segment i begins at element `offsets[i]` and ends before `offsets[i + 1]`. An empty
   * segment yields the identity.
   */
  segmentedReduce<T extends Types.Elements>(input: T, offsets: Uint32Array, request?: Types.SegmentedReduceRequest): Promise<T>;
  segmentedReduce(
    input: GPUBuffer,
    offsets: Uint32Array | GPUBuffer,
    request?: Types.OnDevice<Types.SegmentedReduceRequest>,
  ): Promise<GPUBuffer>;
  segmentedReduce(input: Types.Operand, offsets: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('segmented-reduce', [input, offsets], request);
  }

  /** The number of elements per bin, in bins of equal width. Elements outside [from, to) are not counted. */
  histogram(input: Types.Elements, request?: Types.HistogramRequest): Promise<Uint32Array<ArrayBuffer>>;
  histogram(input: GPUBuffer, request?: Types.OnDevice<Types.HistogramRequest>): Promise<GPUBuffer>;
  histogram(input: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('histogram', [input], request);
  }

  /**
   * Sorts keys stably, optionally with values, or with the indices of the keys. Keys have 32 or 64 bits. For floats, −0 comes before +0, and
   * NaN comes last.
   */
  sort<K extends Types.Keys, V extends Types.Elements>(
    keys: K,
    request: Types.SortRequest & { values: V },
  ): Promise<Types.SortedPairs<K, V>>;
  sort<K extends Types.Keys>(keys: K, request: Types.SortRequest & { indices: true }): Promise<Types.SortedIndices<K>>;
  sort<K extends Types.Keys>(keys: K, request?: Types.SortRequest): Promise<Types.Sorted<K, Types.Elements>>;
  sort(
    keys: GPUBuffer,
    request: Types.OnDevice<Types.SortRequest, Types.SortedPairs<GPUBuffer, GPUBuffer>, Types.KeyType> & {
      values: Types.Operand;
      outputValues?: GPUBuffer;
    },
  ): Promise<Types.SortedPairs<GPUBuffer, GPUBuffer>>;
  sort(
    keys: GPUBuffer,
    request: Types.OnDevice<Types.SortRequest, Types.SortedIndices<GPUBuffer>, Types.KeyType> & { indices: true; outputValues?: GPUBuffer },
  ): Promise<Types.SortedIndices<GPUBuffer>>;
  sort(
    keys: GPUBuffer,
    request?: Types.OnDevice<Types.SortRequest, Types.Sorted<GPUBuffer, GPUBuffer>, Types.KeyType>,
  ): Promise<Types.Sorted<GPUBuffer, GPUBuffer>>;
  sort(keys: Types.Keys | GPUBuffer, request?: unknown): Promise<any> {
    return this.#operate('sort', [keys], request);
  }

  /**
   * Sorts the keys of each segment as `sort` does. Segment i begins at key `offsets[i]` and ends before `offsets[i + 1]`. Keys outside of all
   * segments keep their indices.
   */
  segmentedSort<K extends Types.Elements, V extends Types.Elements>(
    keys: K,
    offsets: Uint32Array,
    request: Types.SegmentedSortRequest & { values: V },
  ): Promise<Types.SortedPairs<K, V>>;
  segmentedSort<K extends Types.Elements>(
    keys: K,
    offsets: Uint32Array,
    request: Types.SegmentedSortRequest & { indices: true },
  ): Promise<Types.SortedIndices<K>>;
  segmentedSort<K extends Types.Elements>(
    keys: K,
    offsets: Uint32Array,
    request?: Types.SegmentedSortRequest,
  ): Promise<Types.Sorted<K, Types.Elements>>;
  segmentedSort(
    keys: GPUBuffer,
    offsets: Uint32Array | GPUBuffer,
    request: Types.OnDevice<Types.SegmentedSortRequest, Types.SortedPairs<GPUBuffer, GPUBuffer>> & {
      values: Types.Operand;
      outputValues?: GPUBuffer;
    },
  ): Promise<Types.SortedPairs<GPUBuffer, GPUBuffer>>;
  segmentedSort(
    keys: GPUBuffer,
    offsets: Uint32Array | GPUBuffer,
    request: Types.OnDevice<Types.SegmentedSortRequest, Types.SortedIndices<GPUBuffer>> & { indices: true; outputValues?: GPUBuffer },
  ): Promise<Types.SortedIndices<GPUBuffer>>;
  segmentedSort(
    keys: GPUBuffer,
    offsets: Uint32Array | GPUBuffer,
    request?: Types.OnDevice<Types.SegmentedSortRequest, Types.Sorted<GPUBuffer, GPUBuffer>>,
  ): Promise<Types.Sorted<GPUBuffer, GPUBuffer>>;
  segmentedSort(keys: Types.Operand, offsets: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('segmented-sort', [keys, offsets], request);
  }

  /** The k largest or smallest keys with their indices, in the order of the input. Equal keys are taken in order. NaN is the largest key. */
  topK<T extends Types.Elements>(keys: T, request?: Types.TopKRequest): Promise<Types.Top<T>>;
  topK(
    keys: GPUBuffer,
    request?: Types.OnDevice<Types.TopKRequest, Types.Top<GPUBuffer>> & { indices?: GPUBuffer },
  ): Promise<Types.Top<GPUBuffer>>;
  topK(keys: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('top-k', [keys], request);
  }

  /**
   * The first of the smallest keys, and its index; empty arrays if there are no keys. −0 is smaller than 0. A NaN counts as the smallest
   * key.
   */
  argMin<T extends Types.Elements>(keys: T, request?: Types.ArgRequest): Promise<Types.Extreme<T>>;
  argMin(
    keys: GPUBuffer,
    request?: Types.OnDevice<Types.ArgRequest, Types.Extreme<GPUBuffer>> & { index?: GPUBuffer },
  ): Promise<Types.Extreme<GPUBuffer>>;
  argMin(keys: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('arg-min', [keys], request);
  }

  /**
   * The first of the largest keys, and its index; empty arrays if there are no keys. −0 is smaller than 0. A NaN counts as the largest key.
   */
  argMax<T extends Types.Elements>(keys: T, request?: Types.ArgRequest): Promise<Types.Extreme<T>>;
  argMax(
    keys: GPUBuffer,
    request?: Types.OnDevice<Types.ArgRequest, Types.Extreme<GPUBuffer>> & { index?: GPUBuffer },
  ): Promise<Types.Extreme<GPUBuffer>>;
  argMax(keys: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('arg-max', [keys], request);
  }

  /**
   * For each needle, the index of the first key in `sorted` that is not less, or with `upper: true` that is greater; the number of keys if no
   * key is. Keys have the order of `sort`.
   */
  lowerBound<T extends Types.Elements>(needles: T, sorted: T, request?: Types.LowerBoundRequest): Promise<Uint32Array<ArrayBuffer>>;
  lowerBound(needles: GPUBuffer, sorted: Types.Operand, request?: Types.OnDevice<Types.LowerBoundRequest>): Promise<GPUBuffer>;
  lowerBound(needles: Types.Operand, sorted: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('lower-bound', [needles, sorted], request);
  }

  /**
   * Merges two sorted arrays stably, optionally with the index of each key in `keys` followed by `sorted`. Among equal keys, those of `keys`
   * come first. Keys have the order of `sort`.
   */
  merge<K extends Types.Elements>(keys: K, sorted: K, request: Types.MergeRequest & { indices: true }): Promise<Types.SortedIndices<K>>;
  merge<K extends Types.Elements>(keys: K, sorted: K, request?: Types.MergeRequest): Promise<Types.Sorted<K, Types.Elements>>;
  merge(
    keys: GPUBuffer,
    sorted: Types.Operand,
    request: Types.OnDevice<Types.MergeRequest, Types.SortedIndices<GPUBuffer>> & { indices: true },
  ): Promise<Types.SortedIndices<GPUBuffer>>;
  merge(
    keys: GPUBuffer,
    sorted: Types.Operand,
    request?: Types.OnDevice<Types.MergeRequest, Types.Sorted<GPUBuffer, GPUBuffer>>,
  ): Promise<Types.Sorted<GPUBuffer, GPUBuffer>>;
  merge(keys: Types.Operand, sorted: Types.Operand, request?: unknown): Promise<any> {
    return this.#operate('merge', [keys, sorted], request);
  }

  /** The WGSL for a request, file by file. */
  shaders(request: Types.PlanRequest | Types.OperationPlanRequest): Types.JoinedShader[] {
    this.#session.lifetime.check();
    if (isOfOperation(request)) return this.#session.operationShaders(this.#operationPlan(request));
    return this.#session.shaders(planRequest(this.#requests.plan(request)));
  }

  /** The costs of an algorithm by the formulas of its papers, evaluated for a request. Empty if the papers print no formula, or if n < 2. */
  formulas(request: Types.PlanRequest): Types.SourceFormula[] {
    this.#session.lifetime.check();
    return this.#session.formulas(planRequest(this.#requests.plan(request)));
  }

  /**
   * The times of scans on this device that the dispatches and the traffic of their plans predict, next to the measured times. The points must
   * be those of one sweep.
   */
  predict(points: Types.Point[], algorithms: string[]): Types.Predictions {
    this.#session.lifetime.check();
    const measured = readMeasured(points, algorithms);
    const predictor = (this.#predictor ??= this.#session.predictor());
    return this.#session.call(() => predictor.predict(measured));
  }

  /**
   * A forecaster of the duration of sweeps on this device. It improves with the number of points, and remains valid after the lab has
   * ended.
   */
  forecaster(): Forecaster {
    const session = this.#session;
    const forecaster = session.call(() => session.core.forecaster());
    return new Forecaster(forecaster, (call) => session.ask(call));
  }

  /** A test input of `measure`, with at most 2³⁰ array entries. */
  input(request: Types.InputRequest): Types.Elements {
    this.#session.lifetime.check();
    const { type, n, words, operator, pattern, seed } = this.#requests.input(request);
    const elements = allocate(n * words * 4, () => new ARRAY_OF_TYPE[type](n * words));
    this.#session.fillScan({ operator, type, pattern, seed }, 'source', 0, bitsOf(elements));
    return elements;
  }

  /**
   * Scans the input without changing it. An input longer than a buffer of the device is scanned in chunks. Until the scan has ended, do not
   * detach the arrays of the input, the heads and the initial value, and do not transfer them to a worker. The lab keeps the GPU objects of
   * 16 scans and operations, at most 256 MiB, for later equal requests of the same length. Besides input and result, the page holds staging
   * buffers: at most 32 MiB for the input, and 32 MiB for the result. For an input of 8 MiB or more, a worker allocates the array of the
   * result. The memory of this array is then ready when the GPU is done.
   */
  scan<T extends Types.Elements>(input: T, request?: Types.ScanRequest): Promise<T>;
  /** Scans a buffer of `device` into a new buffer, or into `output`. */
  scan(input: GPUBuffer, request?: Types.OnDevice<Types.ScanRequest>): Promise<GPUBuffer>;
  async scan(input: Types.Operand, request?: unknown): Promise<any> {
    this.#session.lifetime.check();
    return isDeviceBuffer(input) ? this.#scanBuffer(input, request) : this.#scanArray(input, request);
  }

  async #scanBuffer(input: GPUBuffer, request: unknown) {
    const checked = this.#requests.scanOnDevice(input, request, (job) => this.#abilities.requireSupport(job));
    // Once the code is loaded, nothing is awaited: a wait would take as long as a short scan.
    this.#deviceScans ??= await this.#session.lifetime.guard(loadScanOnDevice(), { signal: checked.signal });
    return this.#deviceScans.scanOnDevice(this.#session, checked);
  }

  async #scanArray(input: unknown, request: unknown) {
    const checked = this.#requests.scanOfArray(input, request);
    this.#abilities.requireSupport(checked.job);
    return scanArray(this.#session, checked, this.#abilities.mostElements(checked.job));
  }

  /** Compiles a scan or an operation, to record it into your command encoders and compute passes, with your buffers. */
  async prepare(request: Types.PrepareRequest): Promise<Types.PreparedRun> {
    this.#session.lifetime.check();
    const given = copyOfObject('request', request);
    const { prepare } = await loadPrepare();
    return prepare(this.#parts, given);
  }

  /**
   * Scans a stream of bytes: words in little-endian order. A chunk of the stream may end within an element. Returns a stream of typed arrays
   * with `chunkElements` elements each, or fewer in the last one. The scan is at most three arrays ahead of its reader. With the default
   * of 16 MiB per array, it takes less than 400 MiB of memory. Do not change a chunk that the source has enqueued: the scan copies it later.
   */
  scanStream(stream: ReadableStream<Uint8Array>, options?: Types.StreamRequest): ReadableStream<Types.Elements> {
    this.#session.lifetime.check();
    const { job, source, chunkElements, signal } = this.#requests.stream(stream, options);
    this.#abilities.requireSupport(job);
    const most = this.#abilities.mostElements(job);
    const chunkLength = chunkElements === undefined ? chunkOf(job, most) : checkInteger('chunkElements', chunkElements, 1, most);
    const reader = reading('stream', () => source.getReader());
    return resultStream({ session: this.#session, job, request: chunkRequest(job), reader, chunkElements: chunkLength, signal });
  }

  /** Compares an output with a sequential scan in plain JavaScript. `request` is the request that computed the output. */
  verify(input: Types.Elements, output: Types.Elements, request?: Types.ScanRequest): Promise<Types.Verification>;
  /** Checks the outputs of an operation for an input and the options of the operation. A selection by a condition cannot be checked. */
  verify(input: Types.Keys, outputs: unknown, request: Types.OperationVerifyRequest): Promise<Types.Verification>;
  async verify(input: unknown, output: unknown, request?: unknown): Promise<Types.Verification> {
    this.#session.lifetime.check();
    if (isOfOperation(request)) {
      const options = copyOfObject('request', request) as Types.OperationVerifyRequest & Record<string, unknown>;
      const { verifyOperation } = await this.#operations();
      return verifyOperation(this.#parts, input, output, options);
    }
    const checked = this.#requests.verify(input, output, request);
    return verifyArrays(this.#session, checked, this.#abilities.shapeOf(checked.job));
  }

  /** Times one algorithm at one size, and verifies the output of the timed runs. */
  async measure(request: Types.MeasureRequest | Types.MeasureOperationRequest, options?: Types.RunOptions): Promise<Types.Point> {
    this.#session.lifetime.check();
    const run = checkRunOptions(options);
    const job = this.#requests.measure(request);
    this.#check(job);
    return (await this.#measurer(run.signal)).measure(job, run);
  }

  /**
   * Measures every algorithm at every size, at most 100,000 points. The samples of the algorithms are interleaved at each size. If a point
   * cannot be measured, because it is too large or unsupported, its field `skipped` has the reason, and the sweep continues.
   */
  async *sweep(
    request: Types.SweepRequest | Types.SweepOperationRequest,
    options?: Types.RunOptions,
  ): AsyncGenerator<Types.Point, void, void> {
    this.#session.lifetime.check();
    const run = checkRunOptions(options);
    const jobs = this.#requests.sweep(request);
    yield* (await this.#measurer(run.signal)).sweep(jobs, run);
  }

  /**
   * Finds the sizes at which one of two algorithms becomes faster than the other. Also finds the size from which the second algorithm stays
   * faster up to the end of the range. Times jump where plans change, so there may be several crossovers. The search waits while the page is hidden, and
   * repeats disturbed measurements.
   */
  async crossover(request: Types.CrossoverRequest, options?: Types.RunOptions): Promise<Types.Crossover> {
    this.#session.lifetime.check();
    const tools = { sweep: this.sweep.bind(this), search: this.#search.bind(this) };
    return (await this.#measurer()).crossover(request, options, tools);
  }

  #search(range: Omit<Types.CoreSearch, 'planned'>, scans: Types.PlanRequest[]) {
    return this.#session.search({ ...range, planned: scans.map((scan) => planRequest(this.#requests.plan(scan))) });
  }

  /** The table of `auto` from a calibration; null if `auto` uses its built-in table. */
  get calibration(): Types.Calibration | null {
    return this.#calibration;
  }

  /**
   * Measures for about a second to find the fastest scans on this device for `auto`. The browser stores the result for later labs of pages
   * with the same origin. Workers have no access to this storage: there, the result is lost when the lab closes. The calibration waits while
   * the page is hidden.
   */
  async calibrate(options?: Pick<Types.RunOptions, 'signal'>): Promise<Types.Calibration> {
    this.#session.lifetime.check();
    const { signal } = checkRunOptions(options);
    const { rows, keep } = await (await this.#measurer(signal)).calibrate(signal);
    this.#setCalibration(rows);
    keep(this.#runtime.scope, this.#calibrationKey);
    return rows;
  }

  /** Makes `auto` use its built-in table, also in later labs. */
  forgetCalibration(): void {
    this.#setCalibration(null);
    withStorage(this.#runtime.scope, (storage) => storage.removeItem(this.#calibrationKey));
  }

  #setCalibration(rows: Types.Calibration | null) {
    const session = this.#session;
    session.call(() => session.core.setCalibration([...(rows ?? [])]));
    this.#calibration = rows && deepFreeze(rows);
  }

  #measurer(signal?: AbortSignal) {
    this.#measuring ??= loadMeasurer().then(
      ({ Measurer }) =>
        new Measurer({
          session: this.#session,
          scope: this.#runtime.scope,
          adapter: this.adapter,
          job: (algorithm, n) => this.#requests.measure({ algorithm, n }),
          check: (job) => this.#check(job),
        }),
    );
    // After a failed download, the next call downloads the code again.
    this.#measuring.catch(() => (this.#measuring = null));
    return this.#session.lifetime.guard(this.#measuring, { signal });
  }

  #check(job: PointJob) {
    this.#abilities.requireSupport(job);
    this.#abilities.requireSize(job);
    requireOracle(job);
  }

  /** Destroys the lab's buffers, and the device unless the caller opened it. Pending work rejects with `cancelled`. */
  close(): void {
    this.#session.close();
  }

  /** The same as `close`, for `using` declarations. */
  [DISPOSE](): void {
    this.close();
  }

  static {
    requireOwner('ScanLab', this, (value) => typeof value === 'function');
    requireOwner('lab', this.prototype, (value) => typeof value === 'object' && value !== null && #session in value);
  }
}
