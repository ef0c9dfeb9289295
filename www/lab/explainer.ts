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
} from '../shared/arguments.ts';
import { askCore } from './loader.ts';
import { MAX_FLOW_COLUMNS } from '../shared/limits.ts';
import { lazyModule } from '../shared/errors.ts';
import { readCompared, readMeasured } from './measured.ts';
import { planRequest } from './plan-request.ts';
import { Requests } from './requests.ts';
import { parseResults, resultsText, tableText } from './results-text.ts';
import { currentJson } from '../shared/renamed.ts';
import { SettingsGrammar } from './settings-grammar.ts';
import type { ExerciseEntry, Verdict as ExerciseVerdict } from '../shared/emulator-data.d.ts';
import type { JudgeOptions, KernelResult, KernelRun, Submission } from '../shared/kernel-run.ts';
import type { LoadedCore, Runtime } from './loader.ts';
import type {
  CheckedCondition,
  CheckedOperator,
  CrossoverBracket,
  ElementType,
  Elements,
  ExportRequest,
  ExportedModule,
  Flow,
  JoinedShader,
  CustomOperator,
  PlanDescription,
  PlanRequest,
  Point,
  Predictions,
  Recording,
  RecordingRequest,
  ResultFile,
  Results,
  RunOptions,
  SourceFormula,
  SweepRequest,
} from '../types.ts';
import type { Predictor } from 'scanlab-core';

const loadExport = lazyModule('exports runs', () => import('./export.ts'));
const loadKernelRuns = lazyModule('emulates a GPU', () => import('../shared/kernel-run.ts'));
const loadCpuSweep = lazyModule('times the scan in JavaScript', () => import('./cpu-sweep.ts'));

/** Explains algorithms and analyses points, for a device with the guaranteed limits of WebGPU. */
export class Explainer {
  /** Converts the settings of sweeps from and to text. */
  readonly settings: SettingsGrammar;
  #shared;
  #runtime;
  #requests;
  #predictor: Predictor | null = null;

  constructor(shared: LoadedCore, runtime: Runtime) {
    this.#shared = shared;
    this.#runtime = runtime;
    this.#requests = new Requests(shared.catalogue, (question) => askCore(shared, question));
    this.settings = new SettingsGrammar((question) => askCore(shared, question));
  }

  /** The data flow of an algorithm: the operands of each operation, per step. `columns`, one per element, is a power of two up to 64. */
  flow(algorithm: string, columns: number): Flow {
    if (algorithm === undefined) throw badArgument('algorithm must be given; it was undefined.');
    const [id, count] = [this.#requests.algorithm(algorithm), checkInteger('columns', columns, 1, MAX_FLOW_COLUMNS)];
    return this.#ask((core) => core.flow(id, count));
  }

  /** Checks a custom operator without compiling it. Returns it with the fields of the catalogue's operators. Requests can then use its id. */
  operator(definition: CustomOperator): CheckedOperator {
    return this.#requests.customOperator(definition);
  }

  /** Checks a condition for `where` on elements of the type (default `u32`) without compiling it. */
  condition(where: string, type?: ElementType): CheckedCondition {
    const [code, isFloat] = [checkCondition('where', where), checkOneOf('type', type, TYPES, 'u32') === 'f32'];
    return { warnings: this.#ask((core) => core.conditionWarnings(code, isFloat)) };
  }

  plan(request: PlanRequest): PlanDescription {
    const planned = planRequest(this.#requests.plan(request));
    return this.#ask((core) => core.plan(planned));
  }

  shaders(request: PlanRequest): JoinedShader[] {
    const planned = planRequest(this.#requests.plan(request));
    return this.#ask((core) => core.shaders(planned));
  }

  /**
   * A scan or an operation as an ES module of plain WebGPU. Its `prepare(device)` returns the same as `prepare` of a lab. The module does
   * not need ScanLab. Custom WGSL is compiled only when the module runs.
   */
  async export(request: ExportRequest): Promise<ExportedModule> {
    const given = copyOfObject('request', request);
    const { exportModule } = await loadExport();
    return exportModule(this.#shared, this.#requests, given);
  }

  /** All data of a run for an emulator: buffers with the input, WGSL, dispatches. The run has at most 4,096 elements. */
  recording(input: Elements, request?: RecordingRequest): Recording {
    const { job, array, heads, device } = this.#requests.recording(input, request);
    return this.#ask((core) => core.recording(planRequest(job), device, bitsOf(array), heads ?? new Uint32Array()));
  }

  /** Runs a kernel without a GPU, like `emulate` of the module `scanlab-emulator.js`. */
  async emulate(run: KernelRun): Promise<KernelResult> {
    return (await loadKernelRuns()).emulate(run);
  }

  /** The exercises in writing scan kernels, the easiest first. */
  async exercises(): Promise<ExerciseEntry[]> {
    return (await loadKernelRuns()).exercises();
  }

  /** Judges a kernel for an exercise without a GPU, like `judge` of the module `scanlab-emulator.js`. */
  async judge(submission: Submission, options?: JudgeOptions): Promise<ExerciseVerdict> {
    return (await loadKernelRuns()).judge(submission, options);
  }

  formulas(request: PlanRequest): SourceFormula[] {
    const planned = planRequest(this.#requests.plan(request));
    return this.#ask((core) => core.formulas(planned));
  }

  /**
   * Times the sequential scan in JavaScript, `javascript`, at every size, and verifies its output, without a GPU. Points of other scans are
   * skipped, with the reason.
   */
  async *sweep(request: SweepRequest, options?: RunOptions): AsyncGenerator<Point, void, void> {
    const run = checkRunOptions(options);
    const jobs = this.#requests.sweep(request);
    const { sweepJavaScript } = await loadCpuSweep();
    yield* sweepJavaScript(this.#shared, this.#runtime, jobs, run);
  }

  /** The pairs of measured sizes between which one scan overtakes another: changes of the fastest scan first, those of `auto` last. */
  crossovers(points: Point[], algorithms: string[]): CrossoverBracket[] {
    const times = readCompared(points, algorithms);
    return this.#ask((core) => core.crossovers(times));
  }

  /** The same as `predict` of a lab, for a device with the guaranteed limits. */
  predict(points: Point[], algorithms: string[]): Predictions {
    const measured = readMeasured(points, algorithms);
    return this.#ask((core) => (this.#predictor ??= new core.Predictor()).predict(measured));
  }

  /**
   * The contents of a result file. Throws `bad-argument` with the position if the text is not a result file, or if it contradicts itself.
   */
  readResults(text: string): ResultFile {
    if (typeof text !== 'string') throw badArgument(`text must be a text; it was ${describe(text)}.`);
    const current = currentJson(text);
    this.#ask((core) => core.checkResultFile(current));
    return parseResults(current);
  }

  /** Results as the text of a result file, with all their fields. */
  resultsJson(results: Results): string {
    const text = resultsText(results);
    return this.#ask((core) => core.resultFileJson(text));
  }

  /** Results as CSV, one row per point. */
  resultsCsv(results: Results): string {
    const text = tableText(results);
    return this.#ask((core) => core.resultsCsv(text));
  }

  #ask<T>(question: (core: typeof import('scanlab-core')) => T) {
    return askCore(this.#shared, question);
  }
}
