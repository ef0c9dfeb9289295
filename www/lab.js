import { Abilities } from './abilities.js';
import { ARRAY_OF_TYPE, bitsOf, checkInteger, checkRunOptions } from './arguments.js';
import { calibrationKey, withStorage } from './calibration-store.js';
import { chunkOf, chunkRequest, chunksOfArrays } from './chunks.js';
import { askCore, deepFreeze, loadCore } from './core-loader.js';
import { ScanLabError, allocate, arrival } from './errors.js';
import { Explainer } from './explainer.js';
import { openSession } from './open-session.js';
import { PointBlock, nameOf, planRequest } from './points.js';
import { Requests, checkOpenOptions } from './requests.js';
import { resultStream } from './result-stream.js';
import { progressReporter, sweepPoints } from './sweep.js';
import { requireOracle, verifyChunks } from './verify.js';
/** @import * as Types from './types.d.ts' */
/** @import { Catalogue, Runtime } from './core-loader.js' */
/** @import { Opened } from './open-session.js' */
/** @import { OnStage, PointJob } from './points.js' */
/** @import { SupportQuery } from './requests.js' */
/** @import { Verification } from './verify.js' */

/** An open GPU device that scans. `scanlab.js` exports it as `ScanLab`; this class leaves open which core it runs on. */
export class Lab {
  /** @type {Runtime} */
  static runtime;

  /** What there is, without a GPU. @returns {Promise<Catalogue>} */
  static async catalogue() {
    return (await loadCore(this.runtime)).catalogue;
  }

  /** Algorithms explained, without a GPU. @returns {Promise<Explainer>} */
  static async explainer() {
    return new Explainer(await loadCore(this.runtime));
  }

  /**
   * Whether the left point's scan is faster than the right one's, without a GPU.
   * @param {Types.Point} left
   * @param {Types.Point} right
   * @param {Types.CompareOptions} [options]
   * @returns {Promise<Types.Comparison>}
   */
  static async compare(left, right, options) {
    const [shared, { comparePoints }] = await Promise.all([loadCore(this.runtime), arrival('compares points', () => import('./compare.js'))]);
    return askCore(shared, (core) => comparePoints(core, left, right, options));
  }

  /**
   * Opens the GPU. Every lab has a device of its own.
   * @param {Types.OpenOptions} [options]
   * @returns {Promise<Lab>}
   */
  static async open(options) {
    const wanted = checkOpenOptions(options);
    return new this(await openSession(this.runtime, wanted), this.runtime);
  }

  #session;
  #requests;
  #abilities;
  #runtime;
  #calibrationKey;
  /** @type {Types.Calibration | null} */
  #calibration;

  /** @param {Opened} opened @param {Runtime} runtime */
  constructor({ session, catalogue, adapter, maxElements, calibration }, runtime) {
    this.#session = session;
    this.#requests = new Requests(catalogue);
    this.#abilities = new Abilities(session, catalogue.algorithms, adapter, maxElements);
    this.#runtime = runtime;
    this.#calibration = calibration;
    this.#calibrationKey = calibrationKey(adapter, catalogue.version);
    this.adapter = adapter;
    this.algorithms = catalogue.algorithms;
    this.operators = catalogue.operators;
    this.patterns = catalogue.patterns;
    /** How many array entries fit into one buffer of this device. */
    this.maxElements = maxElements;
    /** Resolves when the device is lost, not when the lab is closed. @type {Promise<{ message: string }>} */
    this.lost = session.lost;
  }

  /**
   * Why this device or the algorithm cannot do it, or null when it can.
   * @param {Partial<SupportQuery>} [query]
   * @returns {string | null}
   */
  supports(query) {
    this.#session.lifetime.check();
    const support = this.#requests.support(query);
    return typeof support === 'string' ? support : this.#abilities.whyNot(support);
  }

  /**
   * What the algorithm would do, without doing it.
   * @param {Partial<Omit<Types.MeasureRequest, 'pattern' | 'seed'>> & { n: number }} request
   * @returns {Types.PlanDescription}
   */
  plan(request) {
    this.#session.lifetime.check();
    return this.#session.plan(planRequest(this.#requests.plan(request)));
  }

  /**
   * The WGSL that runs for a request, file by file.
   * @param {Parameters<Lab['plan']>[0]} request
   * @returns {Types.JoinedShader[]}
   */
  shaders(request) {
    this.#session.lifetime.check();
    return this.#session.shaders(planRequest(this.#requests.plan(request)));
  }

  /**
   * A test input, as `measure` scans it.
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
   * Scans the input and leaves it as it is. What is longer than a buffer of the device goes through it in chunks. What a scan
   * has made on the device is kept for the next of its length and request: that of four scans, 256 MiB at most. Beside the input
   * and the result the page holds staging buffers of at most 32 MiB for each of them: from an input of that size on no more than three times as much.
   * @template {Types.Elements} T
   * @param {T} input
   * @param {Types.ScanRequest} [request]
   * @returns {Promise<T>}
   */
  async scan(input, request) {
    const session = this.#session;
    session.lifetime.check();
    const { job, array, heads, signal } = this.#requests.scan(input, request);
    this.#abilities.requireSupport(job);
    const most = this.#abilities.mostElements(job);
    // Before its turn, so that nobody waits for the network behind it.
    const long = job.n > most ? await session.lifetime.guard(arrival('scans in chunks', () => import('./long-scan.js')), { signal }) : null;
    const output = await session.run(nameOf('a scan', job), signal, async (task) => {
      const result = allocate(array.byteLength, () => new ARRAY_OF_TYPE[job.type](array.length));
      if (array.length === 0) return result;
      if (long) {
        const chunk = chunkOf(job, most);
        const chunks = chunksOfArrays(job, chunk, { input: bitsOf(array), output: bitsOf(result), heads });
        await long.scanChunks(session, task, chunkRequest(job), chunk, chunks);
        return result;
      }
      const { n: _, ...rest } = planRequest(job);
      const text = JSON.stringify(rest);
      await session.withToken(task, (token) => session.core.scan(text, bitsOf(array), bitsOf(result), heads, token));
      return result;
    });
    return /** @type {T} */ (output);
  }

  /**
   * Scans a stream of bytes, the elements one after the other in little-endian order, whatever its length; the chunks of the
   * stream may end anywhere, within an element too. Gives a stream of typed arrays of the element type, of `chunkElements`
   * elements each and fewer in the last. It works at most three such chunks ahead of its reader, however slow that is, and has
   * buffers for two on the GPU: in all less than 400 MiB at the default of 16 MiB a chunk. A chunk that the stream gives is not
   * copied before its turn comes, so the stream must leave it as it is.
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
    const reader = source.getReader();
    return resultStream({ session: this.#session, job, request: chunkRequest(job), reader, chunkElements: chunkLength, signal });
  }

  /**
   * Checks an output against the page's own sequential scan of the input.
   * @param {Types.Elements} input
   * @param {Types.Elements} output
   * @param {Types.ScanRequest} [request] how the output was made; the algorithm tells how much rounding is right
   * @returns {Promise<Verification>}
   */
  async verify(input, output, request) {
    const session = this.#session;
    session.lifetime.check();
    const checked = this.#requests.verify(input, output, request);
    const { job, heads } = checked;
    const [from, to] = [bitsOf(checked.input), bitsOf(checked.output)];
    return session.run(nameOf('a check', job), checked.signal, (task) =>
      verifyChunks(session, task, job, this.#abilities.shapeOf(job), (start, inputs, outputs, flags) => {
        if (flags) flags.set(/** @type {Uint32Array} */ (heads).subarray(start, start + flags.length));
        const at = start * job.words;
        inputs.set(from.subarray(at, at + inputs.length));
        outputs.set(to.subarray(at, at + outputs.length));
      }),
    );
  }

  /**
   * Times one algorithm at one size and verifies the very output that was timed.
   * @param {Types.MeasureRequest} request
   * @param {Types.RunOptions} [options]
   * @returns {Promise<Types.Point>}
   */
  async measure(request, options) {
    this.#session.lifetime.check();
    const { signal, onProgress } = checkRunOptions(options);
    const job = this.#requests.measure(request);
    const report = this.#reporter(onProgress, 1);
    this.#check(job);
    const block = new PointBlock(this.#session, [job], signal, report, { page: this.#runtime.scope.document });
    try {
      const point = await block.point(job);
      report(job, 'finished');
      return point;
    } finally {
      block.end();
    }
  }

  /**
   * Measures every algorithm at every size, those of one size beside each other. What one point cannot have (it is too large, or
   * unsupported) makes that point `skipped` with the reason; the sweep goes on.
   * @param {Types.SweepRequest} request
   * @param {Types.RunOptions} [options]
   * @returns {AsyncGenerator<Types.Point, void, void>}
   */
  async *sweep(request, options) {
    this.#session.lifetime.check();
    const { signal, onProgress } = checkRunOptions(options);
    const jobs = this.#requests.sweep(request);
    const timer = this.adapter.timestamps ? 'timestamp' : 'wall';
    const check = this.#check.bind(this);
    const begin = (/** @type {PointJob[]} */ ofSize, /** @type {OnStage} */ onStage) => new PointBlock(this.#session, ofSize, signal, onStage, { page: this.#runtime.scope.document });
    yield* sweepPoints(jobs, timer, { check, begin }, this.#reporter(onProgress, jobs.length));
  }

  /**
   * From which size on the second of two algorithms is faster than the first, found by bisection. It waits while the page is
   * hidden, and measures again what that has spoilt.
   * @param {Types.CrossoverRequest} request
   * @param {Types.RunOptions} [options]
   * @returns {Promise<Types.Crossover>}
   */
  async crossover(request, options) {
    this.#session.lifetime.check();
    const { compare } = /** @type {typeof Lab} */ (this.constructor);
    const { findCrossover } = await arrival('looks for crossovers', () => import('./crossover.js'));
    const tools = { sweep: this.sweep.bind(this), compare: compare.bind(this.constructor), page: this.#runtime.scope.document };
    return this.#unlessEnded(findCrossover(request, options, tools));
  }

  /** What `auto` goes by since a calibration; null where it goes by the built-in table. */
  get calibration() {
    return this.#calibration;
  }

  /**
   * Measures for about a second which scans are the fastest here, for `auto` to go by, in labs that are opened later too: the
   * browser keeps it by adapter and version. It waits while the page is hidden.
   * @param {Pick<Types.RunOptions, 'signal'>} [options]
   * @returns {Promise<Types.Calibration>}
   */
  async calibrate(options) {
    const session = this.#session;
    session.lifetime.check();
    const { signal } = checkRunOptions(options);
    const { calibrate, choicesOf, keepCalibration } = await arrival('calibrates', () => import('./calibrate.js'));
    const page = this.#runtime.scope.document;
    const bench = {
      adapter: this.adapter,
      algorithms: this.algorithms,
      job: (/** @type {string} */ algorithm, /** @type {number} */ n) => this.#requests.measure({ algorithm, n }),
      check: this.#check.bind(this),
      begin: (/** @type {PointJob[]} */ jobs, /** @type {AbortSignal} */ stop) => new PointBlock(session, jobs, stop, () => {}, { page, quick: true }),
      page,
    };
    const rows = await this.#unlessEnded(calibrate(bench, signal), signal);
    if (!rows.length) throw new ScanLabError('unsupported', 'A calibration requires a scan that is right and timed within seconds; no scan was, here.');
    const choices = choicesOf(rows);
    this.#goBy(rows, choices);
    keepCalibration(this.#runtime.scope, this.#calibrationKey, { rows, choices });
    return rows;
  }

  /** Has `auto` go by the built-in table, in labs that are opened later too. */
  forgetCalibration() {
    this.#goBy(null, '');
    withStorage(this.#runtime.scope, (storage) => storage.removeItem(this.#calibrationKey));
  }

  /** @param {Types.Calibration | null} rows @param {string} choices the same for the core */
  #goBy(rows, choices) {
    const session = this.#session;
    session.call(() => session.core.setCalibration(choices));
    this.#calibration = rows && deepFreeze(rows);
  }

  /** Gives the device back. What is in flight rejects with `cancelled`. */
  close() {
    this.#session.close();
  }

  /**
   * What may wait for the page to be seen must not outlive this lab.
   * @template T
   * @param {Promise<T>} work whose code is loaded lazily, with errors of its own
   * @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  #unlessEnded(work, signal) {
    const explained = work.catch((failure) => {
      throw this.#session.explain(failure);
    });
    return this.#session.lifetime.guard(explained, { signal });
  }

  /** Throws why a point cannot be had. @param {PointJob} job */
  #check(job) {
    this.#abilities.requireSupport(job);
    this.#abilities.requireSize(job);
    requireOracle(job);
  }

  /** @param {Types.RunOptions['onProgress']} onProgress @param {number} total */
  #reporter(onProgress, total) {
    const report = this.#runtime.scope.reportError ?? console.error;
    return progressReporter(onProgress, total, (error) => report.call(this.#runtime.scope, error));
  }
}
