/** Plans, shaders, data flows, analyses and result files without a GPU, for a device with the limits that WebGPU guarantees. */
import {
  TYPES,
  badArgument,
  bitsOf,
  checkCondition,
  checkInteger,
  checkOneOf,
  checkRunOptions,
  copyOfObject,
  describe,
} from '../shared/arguments.js';
import { askCore } from '../core/loader.js';
import { loadLazily } from '../shared/errors.js';
import { readCompared, readMeasured } from './measured.js';
import { planRequest } from './plan-request.js';
import { Requests } from './requests.js';
import { parseResults, resultsText, tableText } from './results-text.js';
import { SettingsGrammar } from './settings-grammar.js';
/** @import { CheckedCondition, CheckedOperator, CrossoverBracket, Elements, ElementType, Flow, ExportRequest, ExportedModule, JoinedShader, OwnOperator, PlanDescription, PlanRequest, Point, Predictions, Recording, RecordingRequest, ResultFile, Results, RunOptions, SourceFormula, SweepRequest } from '../types.d.ts' */
/** @import { LoadedCore, Runtime } from '../core/loader.js' */

/** A bound of the diagrams. */
const MAX_COLUMNS = 64;

export class Explainer {
  #shared;
  #runtime;
  #requests;
  /** @type {import('scanlab-core').Predictor | null} */
  #predictor = null;

  /** @param {LoadedCore} shared @param {Runtime} runtime */
  constructor(shared, runtime) {
    this.#shared = shared;
    this.#runtime = runtime;
    this.#requests = new Requests(shared.catalogue, (definition) => askCore(shared, (core) => core.ownOperator(definition)));
    this.settings = new SettingsGrammar((question) => askCore(shared, question));
  }

  /** @param {string} algorithm @param {number} columns a power of two @returns {Flow} */
  flow(algorithm, columns) {
    if (algorithm === undefined) throw badArgument('algorithm must be given; it was undefined.');
    const [id, count] = [this.#requests.algorithm(algorithm), checkInteger('columns', columns, 1, MAX_COLUMNS)];
    return this.#ask((core) => core.flow(id, count));
  }

  /** @param {OwnOperator} definition @returns {CheckedOperator} */
  operator(definition) {
    return this.#requests.ownOperator(definition);
  }

  /** @param {string} where @param {ElementType} [type] @returns {CheckedCondition} */
  condition(where, type) {
    const [code, isFloat] = [checkCondition('where', where), checkOneOf('type', type, TYPES, 'u32') === 'f32'];
    return { warnings: this.#ask((core) => core.conditionWarnings(code, isFloat)) };
  }

  /** @param {PlanRequest} request @returns {PlanDescription} */
  plan(request) {
    const planned = planRequest(this.#requests.plan(request));
    return this.#ask((core) => core.plan(planned));
  }

  /** @param {PlanRequest} request @returns {JoinedShader[]} */
  shaders(request) {
    const planned = planRequest(this.#requests.plan(request));
    return this.#ask((core) => core.shaders(planned));
  }

  /** @param {ExportRequest} request @returns {Promise<ExportedModule>} */
  async export(request) {
    const given = copyOfObject('request', request);
    const { exportModule } = await loadLazily('exports runs', () => import('./export.js'));
    return exportModule(this.#shared, this.#requests, given);
  }

  /** @param {Elements} input @param {RecordingRequest} request @returns {Recording} */
  recording(input, request) {
    const { job, array, heads, device } = this.#requests.recording(input, request);
    return this.#ask((core) => core.recording(planRequest(job), device, bitsOf(array), heads ?? new Uint32Array()));
  }

  /** @param {PlanRequest} request @returns {SourceFormula[]} */
  formulas(request) {
    const planned = planRequest(this.#requests.plan(request));
    return this.#ask((core) => core.formulas(planned));
  }

  /**
   * Times the sequential scan in JavaScript, which needs no GPU.
   * @param {SweepRequest} request
   * @param {RunOptions} [options]
   * @returns {AsyncGenerator<Point, void, void>}
   */
  async *sweep(request, options) {
    const run = checkRunOptions(options);
    const jobs = this.#requests.sweep(request);
    const { sweepJavaScript } = await loadLazily('times the scan in JavaScript', () => import('./cpu-sweep.js'));
    yield* sweepJavaScript(this.#shared, this.#runtime, jobs, run);
  }

  /** @param {Point[]} points @param {string[]} algorithms @returns {CrossoverBracket[]} */
  crossovers(points, algorithms) {
    const times = readCompared(points, algorithms);
    return this.#ask((core) => core.crossovers(times));
  }

  /** @param {Point[]} points @param {string[]} algorithms @returns {Predictions} */
  predict(points, algorithms) {
    const measured = readMeasured(points, algorithms);
    return this.#ask((core) => (this.#predictor ??= new core.Predictor()).predict(measured));
  }

  /** @param {string} text @returns {ResultFile} */
  readResults(text) {
    if (typeof text !== 'string') throw badArgument(`text must be a text; it was ${describe(text)}.`);
    this.#ask((core) => core.checkResultFile(text));
    return parseResults(text);
  }

  /** @param {Results} results @returns {string} */
  resultsJson(results) {
    const text = resultsText(results);
    return this.#ask((core) => core.resultFileJson(text));
  }

  /** @param {Results} results @returns {string} */
  resultsCsv(results) {
    const text = tableText(results);
    return this.#ask((core) => core.resultsCsv(text));
  }

  /** @template T @param {(core: typeof import('scanlab-core')) => T} question */
  #ask(question) {
    return askCore(this.#shared, question);
  }
}
