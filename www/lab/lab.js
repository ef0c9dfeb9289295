/** What ScanLab does, method by method, each passed on to the module that does it; longer than 300 lines for there is one class. */
import { Abilities } from './abilities.js';
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
} from '../shared/arguments.js';
import { scanArray, verifyArrays } from './array-scan.js';
import { requirementsOf } from '../core/adapter.js';
import { requireOwner } from './attached.js';
import { calibrationKey, withStorage } from '../core/calibration-store.js';
import { chunkOf, chunkRequest } from './chunks.js';
import { askCore, deepFreeze, loadCore } from '../core/loader.js';
import { DISPOSE } from '../shared/dispose.js';
import { allocate, loadLazily } from '../shared/errors.js';
import { isAdapter, isDeviceBuffer } from '../shared/device-words.js';
import { Explainer } from './explainer.js';
import { Forecaster } from './forecaster.js';
import { readMeasured } from './measured.js';
import { isOfOperation } from './operation-job.js';
import { measurable, operationPlan, operationQuery } from './operation-request.js';
import { openSession } from '../core/open-session.js';
import { planRequest } from './plan-request.js';
import { Requests, checkOpenOptions } from './requests.js';
import { resultStream } from './result-stream.js';
import { requireOracle } from './verify.js';
/** @import * as Types from '../types.d.ts' */
/** @import { Runtime } from '../core/loader.js' */
/** @import { Opened } from '../core/open-session.js' */
/** @import { PointJob } from './points.js' */

/**
 * An open GPU device that scans; `api.d.ts` documents each method. `scanlab.js` exports it as `ScanLab`; this class leaves open which core it
 * runs on.
 */
export class Lab {
  /** @type {Runtime} */
  static runtime;

  /** Algorithms, operators and test inputs, without a GPU. @returns {Promise<Types.Catalogue>} */
  static async catalogue() {
    return (await loadCore(this.runtime)).catalogue;
  }

  /** Plans, shaders and analyses, without a GPU. @returns {Promise<Explainer>} */
  static async explainer() {
    return new Explainer(await loadCore(this.runtime), this.runtime);
  }

  /**
   * Compares the times of two points, without a GPU.
   * @param {Types.Point} left
   * @param {Types.Point} right
   * @param {Types.CompareOptions} [options]
   * @returns {Promise<Types.Comparison>}
   */
  static async compare(left, right, options) {
    const [shared, { comparePoints }] = await Promise.all([
      loadCore(this.runtime),
      loadLazily('compares points', () => import('./compare-points.js')),
    ]);
    return askCore(shared, (core) => comparePoints(core, left, right, options));
  }

  /**
   * The features and limits of an adapter that a lab uses, as `requestDevice` takes them, with what each brings.
   * @param {GPUAdapter} adapter
   * @returns {Types.DeviceRequirements}
   */
  static requirements(adapter) {
    if (!isAdapter(adapter)) throw badArgument(`adapter must be a GPUAdapter; it was ${describe(adapter)}.`);
    return requirementsOf(adapter);
  }

  /**
   * Opens a device, or takes one of the caller's.
   * @param {Types.OpenOptions} [options]
   * @returns {Promise<Lab>}
   */
  static async open(options) {
    return new this(await openSession(this.runtime, checkOpenOptions(options)), this.runtime);
  }

  #session;
  #catalogue;
  #requests;
  #abilities;
  /** @type {Promise<import('./measurer.js').Measurer> | null} */
  #measuring = null;
  /** @type {import('scanlab-core').Predictor | null} */
  #predictor = null;
  #runtime;
  #calibrationKey;
  /** @type {Types.Calibration | null} */
  #calibration;

  /** @param {Opened} opened @param {Runtime} runtime */
  constructor(opened, runtime) {
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
    /** Array entries that fit into one buffer of this device. */
    this.maxElements = maxElements;
    /** Resolves when the device is lost, not when the lab is closed. @type {Promise<{ message: string }>} */
    this.lost = session.lost;
  }

  /** The device, for work of one's own on the same buffers. */
  get device() {
    return this.#session.device;
  }

  /**
   * The reason why this device or the algorithm does not support a scan, or null.
   * @param {Types.SupportQuery | Types.OperationQuery} [query]
   * @returns {string | null}
   */
  supports(query) {
    this.#session.lifetime.check();
    if (isOfOperation(query)) {
      const ofOperation = operationQuery(measurable(this.#catalogue), this.#requests, query);
      return typeof ofOperation === 'string' ? ofOperation : this.#session.unsupportedOperation(ofOperation);
    }
    const support = this.#requests.support(query);
    return typeof support === 'string' ? support : this.#abilities.unsupportedReason(support);
  }

  /**
   * The plan of a request, without running it.
   * @param {Types.PlanRequest | Types.OperationPlanRequest} request
   * @returns {Types.PlanDescription}
   */
  plan(request) {
    this.#session.lifetime.check();
    if (isOfOperation(request)) return this.#session.operationPlan(operationPlan(this.#catalogue, this.#requests, request));
    return this.#session.plan(planRequest(this.#requests.plan(request)));
  }

  /**
   * Runs an operation, whose code is loaded on first use.
   * @param {string} id
   * @param {unknown[]} inputs
   * @param {unknown} request
   * @returns {Promise<any>}
   */
  async #operate(id, inputs, request) {
    this.#session.lifetime.check();
    // Read now, since the caller may change it while the code is loaded.
    const options = copyOfObject('request', request);
    // Of another value than an object, a function for one, it may throw.
    const signal = checkSignal(reading('request', () => /** @type {any} */ (options)?.signal));
    if (isDeviceBuffer(inputs[0])) {
      const loading = loadLazily('runs operations on buffers', () => import('./operate-on-device.js'));
      const { operateOnDevice } = await this.#session.lifetime.guard(loading, { signal });
      return operateOnDevice(this.#parts, id, inputs, options);
    }
    const { operate } = await this.#operations(signal);
    return operate(this.#parts, id, inputs, options);
  }

  get #parts() {
    return { session: this.#session, requests: this.#requests, catalogue: this.#catalogue, maxElements: this.maxElements };
  }

  /** @param {AbortSignal} [signal] */
  #operations(signal) {
    const loading = loadLazily('runs operations', () => import('./operations.js'));
    return this.#session.lifetime.guard(loading, { signal });
  }

  /** The sum of all elements. @param {Types.Operand} input @param {Types.OnDevice<Types.ReduceRequest, any>} [request] */
  reduce(input, request) {
    return this.#operate('reduce', [input], request);
  }

  /** The elements that are selected. @param {Types.Operand} input @param {Types.OnDevice<Types.CompactRequest, any>} request */
  compact(input, request) {
    return this.#operate('compact', [input], request);
  }

  /** The elements that are selected, then the others. @param {Types.Operand} input @param {Types.OnDevice<Types.SelectRequest, any>} request */
  partition(input, request) {
    return this.#operate('partition', [input], request);
  }

  /** The runs of equal elements. @param {Types.Operand} input @param {Types.OnDevice<Types.WithScan, any>} [request] */
  runLengths(input, request) {
    return this.#operate('run-lengths', [input], request);
  }

  /** The sums of runs of equal keys. @param {Types.Operand} keys @param {Types.Operand} values @param {Types.OnDevice<Types.ReduceByKeyRequest, any>} [request] */
  reduceByKey(keys, values, request) {
    return this.#operate('reduce-by-key', [keys, values], request);
  }

  /** The number of elements in each bin. @param {Types.Operand} input @param {Types.OnDevice<Types.HistogramRequest, any>} [request] */
  histogram(input, request) {
    return this.#operate('histogram', [input], request);
  }

  /** The keys in ascending or descending order, stably. @param {Types.Operand} keys @param {Types.OnDevice<Types.SortRequest, any>} [request] */
  sort(keys, request) {
    return this.#operate('sort', [keys], request);
  }

  /**
   * The WGSL that runs for a request, file by file.
   * @param {Types.PlanRequest | Types.OperationPlanRequest} request
   * @returns {Types.JoinedShader[]}
   */
  shaders(request) {
    this.#session.lifetime.check();
    if (isOfOperation(request)) return this.#session.operationShaders(operationPlan(this.#catalogue, this.#requests, request));
    return this.#session.shaders(planRequest(this.#requests.plan(request)));
  }

  /**
   * The costs by the formulas of an algorithm's source, beside those of its plan.
   * @param {Types.PlanRequest} request
   * @returns {Types.SourceFormula[]}
   */
  formulas(request) {
    this.#session.lifetime.check();
    return this.#session.formulas(planRequest(this.#requests.plan(request)));
  }

  /**
   * Predicts the times of measured scans from their dispatches and their memory traffic.
   * @param {Types.Point[]} points
   * @param {string[]} algorithms
   * @returns {Types.Predictions}
   */
  predict(points, algorithms) {
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

  /**
   * The test input that `measure` scans.
   * @param {Types.InputRequest} request
   * @returns {Types.Elements}
   */
  input(request) {
    this.#session.lifetime.check();
    const { type, n, words, operator, pattern, seed } = this.#requests.input(request);
    const elements = allocate(n * words * 4, () => new ARRAY_OF_TYPE[type](n * words));
    this.#session.fillPattern({ operator, type, pattern, seed }, 0, bitsOf(elements));
    return elements;
  }

  /**
   * Scans the input and leaves it as it is.
   * @template {Types.Operand} T
   * @param {T} input
   * @param {Types.ScanRequest | Types.OnDevice<Types.ScanRequest, any>} [request]
   * @returns {Promise<T>}
   */
  async scan(input, request) {
    this.#session.lifetime.check();
    return /** @type {T} */ (await (isDeviceBuffer(input) ? this.#scanBuffer(input, request) : this.#scanArray(input, request)));
  }

  /** @param {GPUBuffer} input @param {unknown} request */
  async #scanBuffer(input, request) {
    const checked = this.#requests.scanOnDevice(input, request);
    this.#abilities.requireSupport(checked.job);
    const loading = loadLazily('scans buffers', () => import('./scan-on-device.js'));
    const { scanOnDevice } = await this.#session.lifetime.guard(loading, { signal: checked.signal });
    return scanOnDevice(this.#session, checked);
  }

  /** @param {unknown} input @param {unknown} request */
  async #scanArray(input, request) {
    const checked = this.#requests.scan(input, request);
    this.#abilities.requireSupport(checked.job);
    return scanArray(this.#session, checked, this.#abilities.mostElements(checked.job));
  }

  /**
   * Compiles a scan or an operation, to record it into encoders of the caller's.
   * @param {Types.PrepareRequest} request
   * @returns {Promise<Types.PreparedRun>}
   */
  async prepare(request) {
    this.#session.lifetime.check();
    const given = copyOfObject('request', request);
    const { prepare } = await loadLazily('records runs', () => import('./prepare.js'));
    return prepare(this.#parts, given);
  }

  /**
   * Scans a stream of bytes of any length.
   * @param {ReadableStream<Uint8Array>} stream
   * @param {Types.StreamRequest} [options]
   * @returns {ReadableStream<Types.Elements>}
   */
  scanStream(stream, options) {
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
   * @param {Types.Elements} input
   * @param {Types.Elements} output
   * @param {Types.ScanRequest} [request] that made the output; its algorithm determines the tolerance for rounding
   * @returns {Promise<Types.Verification>}
   */
  async verify(input, output, request) {
    this.#session.lifetime.check();
    if (isOfOperation(request)) {
      const { values, ...options } = /** @type {Types.OperationVerifyRequest} */ (copyOfObject('request', request));
      const { verifyOperation } = await this.#operations();
      const inputs = options.operation === 'sort' ? [input] : [input, values];
      return verifyOperation(this.#parts, inputs, output, options.operation === 'sort' ? { ...options, values } : options);
    }
    const checked = this.#requests.verify(input, output, request);
    return verifyArrays(this.#session, checked, this.#abilities.shapeOf(checked.job));
  }

  /**
   * Times one algorithm at one size, and verifies the timed output.
   * @param {Types.MeasureRequest | Types.MeasureOperationRequest} request
   * @param {Types.RunOptions} [options]
   * @returns {Promise<Types.Point>}
   */
  async measure(request, options) {
    this.#session.lifetime.check();
    const run = checkRunOptions(options);
    const job = this.#requests.measure(request);
    this.#check(job);
    return (await this.#measurer(run.signal)).measure(job, run);
  }

  /**
   * Measures every algorithm at every size; those of one size interleaved.
   * @param {Types.SweepRequest | Types.SweepOperationRequest} request
   * @param {Types.RunOptions} [options]
   * @returns {AsyncGenerator<Types.Point, void, void>}
   */
  async *sweep(request, options) {
    this.#session.lifetime.check();
    const run = checkRunOptions(options);
    const jobs = this.#requests.sweep(request);
    yield* (await this.#measurer(run.signal)).sweep(jobs, run);
  }

  /**
   * The sizes at which each of two algorithms is the faster one.
   * @param {Types.CrossoverRequest} request
   * @param {Types.RunOptions} [options]
   * @returns {Promise<Types.Crossover>}
   */
  async crossover(request, options) {
    this.#session.lifetime.check();
    const { compare } = /** @type {typeof Lab} */ (this.constructor);
    const tools = { sweep: this.sweep.bind(this), compare: compare.bind(this.constructor), search: this.#search.bind(this) };
    return (await this.#measurer()).crossover(request, options, tools);
  }

  /** @param {Omit<Types.CoreSearch, 'planned'>} range @param {Types.PlanRequest[]} scans that have plans */
  #search(range, scans) {
    return this.#session.search({ ...range, planned: scans.map((scan) => planRequest(this.#requests.plan(scan))) });
  }

  /** The table that `auto` has from a calibration; null for the built-in table. */
  get calibration() {
    return this.#calibration;
  }

  /**
   * Measures which scans are the fastest on this device, and sets the table of `auto`.
   * @param {Pick<Types.RunOptions, 'signal'>} [options]
   * @returns {Promise<Types.Calibration>}
   */
  async calibrate(options) {
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

  /** @param {Types.Calibration | null} rows */
  #setCalibration(rows) {
    const session = this.#session;
    session.call(() => session.core.setCalibration([...(rows ?? [])]));
    this.#calibration = rows && deepFreeze(rows);
  }

  /** The measurer, loaded on first use. @param {AbortSignal} [signal] */
  #measurer(signal) {
    this.#measuring ??= loadLazily('measures', () => import('./measurer.js')).then(
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

  /** Throws if a point cannot be measured. @param {PointJob} job */
  #check(job) {
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
