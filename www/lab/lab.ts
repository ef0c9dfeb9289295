/** What ScanLab does, method by method, each passed on to the module that does it; longer than 300 lines for there is one class. */
import { Abilities } from './abilities.ts';
import {
  ARRAY_OF_TYPE,
  badArgument,
  bitsOf,
  checkInteger,
  checkRunOptions,
  checkSignal,
  copyOfObject,
  describe,
  reading,
} from '../shared/arguments.ts';
import { scanArray, verifyArrays } from './array-scan.ts';
import { requirementsOf } from '../core/adapter.ts';
import { requireOwner } from './attached.ts';
import { calibrationKey, withStorage } from '../core/calibration-store.ts';
import { chunkOf, chunkRequest } from './chunks.ts';
import { askCore, deepFreeze, loadCore } from '../core/loader.ts';
import { DISPOSE } from '../shared/dispose.ts';
import { allocate, loadLazily } from '../shared/errors.ts';
import { isAdapter, isDeviceBuffer } from '../shared/device-words.ts';
import { Explainer } from './explainer.ts';
import { Forecaster } from './forecaster.ts';
import { readMeasured } from './measured.ts';
import { isOfOperation } from './operation-job.ts';
import { measurable, operationPlan, operationQuery } from './operation-request.ts';
import { openSession } from '../core/open-session.ts';
import { planRequest } from './plan-request.ts';
import { Requests, checkOpenOptions } from './requests.ts';
import { resultStream } from './result-stream.ts';
import { requireOracle } from './verify.ts';
import type * as Types from '../types.d.ts';
import type { Runtime } from '../core/loader.ts';
import type { Opened } from '../core/open-session.ts';
import type { Measurer } from './measurer.ts';
import type { PointJob } from './points.ts';
import type { Predictor } from 'scanlab-core';

/**
 * An open GPU device that scans; `api.d.ts` documents each method. `scanlab.js` exports it as `ScanLab`; this class leaves open which core it
 * runs on.
 */
export class Lab {
  adapter;
  algorithms;
  operators;
  operations;
  patterns;
  /** Array entries that fit into one buffer of this device. */
  maxElements;
  /** Resolves when the device is lost, not when the lab is closed. */
  lost: Promise<{ message: string }>;
  static runtime: Runtime;

  /** Algorithms, operators and test inputs, without a GPU. */
  static async catalogue(): Promise<Types.Catalogue> {
    return (await loadCore(this.runtime)).catalogue;
  }

  /** Plans, shaders and analyses, without a GPU. */
  static async explainer(): Promise<Explainer> {
    return new Explainer(await loadCore(this.runtime), this.runtime);
  }

  /** Compares the times of two points, without a GPU. */
  static async compare(left: Types.Point, right: Types.Point, options?: Types.CompareOptions): Promise<Types.Comparison> {
    const [shared, { comparePoints }] = await Promise.all([
      loadCore(this.runtime),
      loadLazily('compares points', () => import('./compare-points.ts')),
    ]);
    return askCore(shared, (core) => comparePoints(core, left, right, options));
  }

  /** The features and limits of an adapter that a lab uses, as `requestDevice` takes them, with what each brings. */
  static requirements(adapter: GPUAdapter): Types.DeviceRequirements {
    if (!isAdapter(adapter)) throw badArgument(`adapter must be a GPUAdapter; it was ${describe(adapter)}.`);
    return requirementsOf(adapter);
  }

  /** Opens a device, or takes one of the caller's. */
  static async open(options?: Types.OpenOptions): Promise<Lab> {
    return new this(await openSession(this.runtime, checkOpenOptions(options)), this.runtime);
  }

  #session;
  #catalogue;
  #requests;
  #abilities;
  #measuring: Promise<Measurer> | null = null;
  #predictor: Predictor | null = null;
  #runtime;
  #calibrationKey;
  #calibration: Types.Calibration | null;

  constructor(opened: Opened, runtime: Runtime) {
    if (!opened?.session) throw badArgument('A ScanLab must be opened: await ScanLab.open(); it was made by new.');
    const { session, catalogue, adapter, maxElements, calibration } = opened;
    this.#session = session;
    this.#requests = new Requests(catalogue, (definition) => session.ask((core) => core.ownOperator(definition)));
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

  /** The device, for work of one's own on the same buffers. */
  get device() {
    return this.#session.device;
  }

  /** The reason why this device or the algorithm does not support a scan, or null. */
  supports(query?: Types.SupportQuery | Types.OperationQuery): string | null {
    this.#session.lifetime.check();
    if (isOfOperation(query)) {
      const ofOperation = operationQuery(measurable(this.#catalogue), this.#requests, query);
      return typeof ofOperation === 'string' ? ofOperation : this.#session.unsupportedOperation(ofOperation);
    }
    const support = this.#requests.support(query);
    return typeof support === 'string' ? support : this.#abilities.unsupportedReason(support);
  }

  /** The plan of a request, without running it. */
  plan(request: Types.PlanRequest | Types.OperationPlanRequest): Types.PlanDescription {
    this.#session.lifetime.check();
    if (isOfOperation(request)) return this.#session.operationPlan(operationPlan(this.#catalogue, this.#requests, request));
    return this.#session.plan(planRequest(this.#requests.plan(request)));
  }

  /** Runs an operation, whose code is loaded on first use. */
  async #operate(id: string, inputs: unknown[], request: unknown): Promise<any> {
    this.#session.lifetime.check();
    // Read now, since the caller may change it while the code is loaded.
    const options = copyOfObject('request', request);
    // Of another value than an object, a function for one, it may throw.
    const signal = checkSignal(reading('request', () => (options as any)?.signal));
    if (isDeviceBuffer(inputs[0])) {
      const loading = loadLazily('runs operations on buffers', () => import('./operate-on-device.ts'));
      const { operateOnDevice } = await this.#session.lifetime.guard(loading, { signal });
      return operateOnDevice(this.#parts, id, inputs, options);
    }
    const { operate } = await this.#operations(signal);
    return operate(this.#parts, id, inputs, options);
  }

  get #parts() {
    return { session: this.#session, requests: this.#requests, catalogue: this.#catalogue, maxElements: this.maxElements };
  }

  #operations(signal?: AbortSignal) {
    const loading = loadLazily('runs operations', () => import('./operations.ts'));
    return this.#session.lifetime.guard(loading, { signal });
  }

  /** The sum of all elements. */
  reduce(input: Types.Operand, request?: Types.OnDevice<Types.ReduceRequest, any>) {
    return this.#operate('reduce', [input], request);
  }

  /** The elements that are selected. */
  compact(input: Types.Operand, request: Types.OnDevice<Types.CompactRequest, any>) {
    return this.#operate('compact', [input], request);
  }

  /** The elements that are selected, then the others. */
  partition(input: Types.Operand, request: Types.OnDevice<Types.SelectRequest, any>) {
    return this.#operate('partition', [input], request);
  }

  /** The runs of equal elements. */
  runLengths(input: Types.Operand, request?: Types.OnDevice<Types.WithScan, any>) {
    return this.#operate('run-lengths', [input], request);
  }

  /** The sums of runs of equal keys. */
  reduceByKey(keys: Types.Operand, values: Types.Operand, request?: Types.OnDevice<Types.ReduceByKeyRequest, any>) {
    return this.#operate('reduce-by-key', [keys, values], request);
  }

  /** The number of elements in each bin. */
  histogram(input: Types.Operand, request?: Types.OnDevice<Types.HistogramRequest, any>) {
    return this.#operate('histogram', [input], request);
  }

  /** The keys in ascending or descending order, stably. */
  sort(keys: Types.Operand, request?: Types.OnDevice<Types.SortRequest, any>) {
    return this.#operate('sort', [keys], request);
  }

  /** The WGSL that runs for a request, file by file. */
  shaders(request: Types.PlanRequest | Types.OperationPlanRequest): Types.JoinedShader[] {
    this.#session.lifetime.check();
    if (isOfOperation(request)) return this.#session.operationShaders(operationPlan(this.#catalogue, this.#requests, request));
    return this.#session.shaders(planRequest(this.#requests.plan(request)));
  }

  /** The costs by the formulas of an algorithm's source, beside those of its plan. */
  formulas(request: Types.PlanRequest): Types.SourceFormula[] {
    this.#session.lifetime.check();
    return this.#session.formulas(planRequest(this.#requests.plan(request)));
  }

  /** Predicts the times of measured scans from their dispatches and their memory traffic. */
  predict(points: Types.Point[], algorithms: string[]): Types.Predictions {
    this.#session.lifetime.check();
    const measured = readMeasured(points, algorithms);
    const predictor = (this.#predictor ??= this.#session.predictor());
    return this.#session.call(() => predictor.predict(measured));
  }

  /** Forecasts the durations of sweeps on this device. */
  forecaster() {
    const session = this.#session;
    const forecaster = session.call(() => session.core.forecaster());
    return new Forecaster(forecaster, (call) => session.ask(call));
  }

  /** The test input that `measure` scans. */
  input(request: Types.InputRequest): Types.Elements {
    this.#session.lifetime.check();
    const { type, n, words, operator, pattern, seed } = this.#requests.input(request);
    const elements = allocate(n * words * 4, () => new ARRAY_OF_TYPE[type](n * words));
    this.#session.fillPattern({ operator, type, pattern, seed }, 0, bitsOf(elements));
    return elements;
  }

  /** Scans the input and leaves it as it is. */
  async scan<T extends Types.Operand>(input: T, request?: Types.ScanRequest | Types.OnDevice<Types.ScanRequest, any>): Promise<T> {
    this.#session.lifetime.check();
    return (await (isDeviceBuffer(input) ? this.#scanBuffer(input, request) : this.#scanArray(input, request))) as T;
  }

  async #scanBuffer(input: GPUBuffer, request: unknown) {
    const checked = this.#requests.scanOnDevice(input, request);
    this.#abilities.requireSupport(checked.job);
    const loading = loadLazily('scans buffers', () => import('./scan-on-device.ts'));
    const { scanOnDevice } = await this.#session.lifetime.guard(loading, { signal: checked.signal });
    return scanOnDevice(this.#session, checked);
  }

  async #scanArray(input: unknown, request: unknown) {
    const checked = this.#requests.scan(input, request);
    this.#abilities.requireSupport(checked.job);
    return scanArray(this.#session, checked, this.#abilities.mostElements(checked.job));
  }

  /** Compiles a scan or an operation, to record it into encoders of the caller's. */
  async prepare(request: Types.PrepareRequest): Promise<Types.PreparedRun> {
    this.#session.lifetime.check();
    const given = copyOfObject('request', request);
    const { prepare } = await loadLazily('records runs', () => import('./prepare.ts'));
    return prepare(this.#parts, given);
  }

  /** Scans a stream of bytes of any length. */
  scanStream(stream: ReadableStream<Uint8Array>, options?: Types.StreamRequest): ReadableStream<Types.Elements> {
    this.#session.lifetime.check();
    const { job, source, chunkElements, signal } = this.#requests.stream(stream, options);
    this.#abilities.requireSupport(job);
    const most = this.#abilities.mostElements(job);
    const chunkLength = chunkElements === undefined ? chunkOf(job, most) : checkInteger('chunkElements', chunkElements, 1, most);
    const reader = reading('stream', () => source.getReader());
    return resultStream({ session: this.#session, job, request: chunkRequest(job), reader, chunkElements: chunkLength, signal });
  }

  /**
   * Checks an output against the page's own sequential scan of the input.
   * @param request that made the output; its algorithm determines the tolerance for rounding
   */
  async verify(input: Types.Elements, output: Types.Elements, request?: Types.ScanRequest): Promise<Types.Verification> {
    this.#session.lifetime.check();
    if (isOfOperation(request)) {
      const { values, ...options } = copyOfObject('request', request) as Types.OperationVerifyRequest;
      const { verifyOperation } = await this.#operations();
      const inputs = options.operation === 'sort' ? [input] : [input, values];
      return verifyOperation(this.#parts, inputs, output, options.operation === 'sort' ? { ...options, values } : options);
    }
    const checked = this.#requests.verify(input, output, request);
    return verifyArrays(this.#session, checked, this.#abilities.shapeOf(checked.job));
  }

  /** Times one algorithm at one size, and verifies the timed output. */
  async measure(request: Types.MeasureRequest | Types.MeasureOperationRequest, options?: Types.RunOptions): Promise<Types.Point> {
    this.#session.lifetime.check();
    const run = checkRunOptions(options);
    const job = this.#requests.measure(request);
    this.#check(job);
    return (await this.#measurer(run.signal)).measure(job, run);
  }

  /** Measures every algorithm at every size; those of one size interleaved. */
  async *sweep(
    request: Types.SweepRequest | Types.SweepOperationRequest,
    options?: Types.RunOptions,
  ): AsyncGenerator<Types.Point, void, void> {
    this.#session.lifetime.check();
    const run = checkRunOptions(options);
    const jobs = this.#requests.sweep(request);
    yield* (await this.#measurer(run.signal)).sweep(jobs, run);
  }

  /** The sizes at which each of two algorithms is the faster one. */
  async crossover(request: Types.CrossoverRequest, options?: Types.RunOptions): Promise<Types.Crossover> {
    this.#session.lifetime.check();
    const { compare } = this.constructor as typeof Lab;
    const tools = { sweep: this.sweep.bind(this), compare: compare.bind(this.constructor), search: this.#search.bind(this) };
    return (await this.#measurer()).crossover(request, options, tools);
  }

  /** @param scans that have plans */
  #search(range: Omit<Types.CoreSearch, 'planned'>, scans: Types.PlanRequest[]) {
    return this.#session.search({ ...range, planned: scans.map((scan) => planRequest(this.#requests.plan(scan))) });
  }

  /** The table that `auto` has from a calibration; null for the built-in table. */
  get calibration() {
    return this.#calibration;
  }

  /** Measures which scans are the fastest on this device, and sets the table of `auto`. */
  async calibrate(options?: Pick<Types.RunOptions, 'signal'>): Promise<Types.Calibration> {
    this.#session.lifetime.check();
    const { signal } = checkRunOptions(options);
    const { rows, keep } = await (await this.#measurer(signal)).calibrate(signal);
    this.#setCalibration(rows);
    keep(this.#runtime.scope, this.#calibrationKey);
    return rows;
  }

  /** Returns `auto` to the built-in table, in this lab and in later ones. */
  forgetCalibration() {
    this.#setCalibration(null);
    withStorage(this.#runtime.scope, (storage) => storage.removeItem(this.#calibrationKey));
  }

  #setCalibration(rows: Types.Calibration | null) {
    const session = this.#session;
    session.call(() => session.core.setCalibration([...(rows ?? [])]));
    this.#calibration = rows && deepFreeze(rows);
  }

  /** The measurer, loaded on first use. */
  #measurer(signal?: AbortSignal) {
    this.#measuring ??= loadLazily('measures', () => import('./measurer.ts')).then(
      ({ Measurer }) =>
        new Measurer({
          session: this.#session,
          scope: this.#runtime.scope,
          adapter: this.adapter,
          algorithms: this.algorithms,
          job: (algorithm, n) => this.#requests.measure({ algorithm, n }),
          check: (job) => this.#check(job),
        }),
    );
    // A failed download is tried again the next time.
    this.#measuring.catch(() => (this.#measuring = null));
    return this.#session.lifetime.guard(this.#measuring, { signal });
  }

  /** Throws if a point cannot be measured. */
  #check(job: PointJob) {
    this.#abilities.requireSupport(job);
    this.#abilities.requireSize(job);
    requireOracle(job);
  }

  /** Releases what it has on the device, and a device of its own. Work in flight rejects with `cancelled`. */
  close() {
    this.#session.close();
  }

  [DISPOSE]() {
    this.close();
  }

  static {
    requireOwner('ScanLab', this, (value) => typeof value === 'function');
    requireOwner('lab', this.prototype, (value) => typeof value === 'object' && value !== null && #session in value);
  }
}
