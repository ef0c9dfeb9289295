/**
 * The functions of a module of WASM, which wasm-bindgen generates from lab/src/web: do not edit, `UPDATE_TYPES=1 cargo xtask build`
 * writes them anew.
 */
import type {
  CalibrationBlock,
  CalibrationRow,
  Catalogue,
  CodeWarning,
  CompareOptions,
  Comparison,
  CoreCustomOperator,
  CoreError,
  CoreInput,
  CoreKnownPoint,
  CoreMeasured,
  CoreOperation,
  CoreRequest,
  CoreSearch,
  CoreSweep,
  CoreTimes,
  CrossoverBracket,
  DeviceFacts,
  EmulatedDevice,
  Flow,
  Forecast,
  ForecastLeft,
  JoinedShader,
  OperatorTrial,
  ParsedAlgorithms,
  ParsedOperation,
  ParsedQuery,
  ParsedSize,
  ParsedSizes,
  Phases,
  PlanDescription,
  Point,
  Predictions,
  PreparedPlan,
  ProbeFacts,
  RangeSizes,
  Recording,
  RegisteredOperator,
  SearchedCrossover,
  SizeList,
  SizeRange,
  SourceFormula,
  SweepSettings,
  Transfer,
} from '../types.ts';

/** Copies the next bytes of an output; called without an argument once all of the input is uploaded. It must not throw. */
export type Taker = (piece?: Uint8Array) => void;
/** Gets the index of what is measured, and its stage. */
export type OnStage = (index: number, stage: string) => void;

/**
 * Scans that were measured interleaved.
 */
export class Block {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Runs the scan with this index once more. Its output and its point can be read until the next call.
   *
   * # Errors
   * Every code except those of opening.
   */
  finish(index: number, cancel: CancelToken): Promise<void>;
  /**
   * The point of the operation that was finished last. `mark` names its block.
   *
   * # Errors
   * `bad-argument`.
   */
  operationPoint(request: CoreOperation, verified: boolean, hidden: boolean, mark: string): Point;
  /**
   * The point of the scan that was finished last. `mark` names its block.
   *
   * # Errors
   * `bad-argument`.
   */
  point(request: CoreRequest, transfers: boolean, verified: boolean, hidden: boolean, mark: string): Point;
  /**
   * The count of an operation; undefined without a count.
   *
   * # Errors
   * `out-of-memory`, `device-lost`.
   */
  readCount(): Promise<number | undefined>;
  /**
   * Reads elements `start …` of the output into `words`.
   *
   * # Errors
   * `out-of-memory`, `device-lost`.
   */
  readOutput(start: number, words: Uint32Array): Promise<void>;
  /**
   * Reads words `start …` of an output of an operation, the first or the second, into `words`.
   *
   * # Errors
   * `out-of-memory`, `device-lost`.
   */
  readWords(second: boolean, start: number, words: Uint32Array): Promise<void>;
}

/**
 * A calibration in progress, which chooses the measurements.
 */
export class Calibrator {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The next block to measure, given the time of measuring so far, in milliseconds; undefined if the calibration is
   * complete.
   */
  nextBlock(spent_ms: number): CalibrationBlock | undefined;
  /**
   * Records the time of a scan of the last block, in nanoseconds. A scan that failed or had a wrong output has no
   * time.
   */
  record(algorithm: string, n: number, median_ns: number): void;
  /**
   * The table of the fastest scans.
   *
   * # Errors
   * `unsupported` if no scan has a time.
   */
  rows(): Array<CalibrationRow>;
}

/**
 * Cancels a scan or a measurement.
 */
export class CancelToken {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Cancels the work that uses this token.
   */
  cancel(): void;
  /**
   * A token that is not cancelled.
   */
  constructor();
}

/**
 * A device of the page, with its timing and its last plans.
 */
export class Core {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The error of a run with this set abort flag. Later plans avoid its cause if they can.
   */
  aborted(flag: number): CoreError;
  /**
   * The properties of the device.
   */
  adapter(): DeviceFacts;
  /**
   * A calibration of this device.
   */
  calibrator(): Calibrator;
  /**
   * Destroys all buffers; the device stays open.
   */
  close(): void;
  /**
   * A search for crossovers on this device.
   *
   * # Errors
   * `bad-argument`.
   */
  crossoverSearch(request: CoreSearch): CrossoverSearch;
  /**
   * A forecaster for this device with its current limits.
   */
  forecaster(): Forecaster;
  /**
   * The formulas of a scan's sources beside the costs of its plan.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  formulas(request: CoreRequest): Array<SourceFormula>;
  /**
   * The number of completed waits for the device, for the page's watchdog.
   */
  heartbeat(): number;
  /**
   * [`Core::measure`] for operations.
   *
   * # Errors
   * As [`Core::measure`].
   */
  measureOperations(requests: Array<CoreOperation>, cancel: CancelToken, on_stage: OnStage): Promise<Block>;
  /**
   * Measures scans of one test input, interleaved. `quick` takes few samples, for calibration. `on_stage` is called with the index of a
   * scan and its stage.
   *
   * # Errors
   * `bad-argument`, `out-of-memory`, `cancelled`, `device-lost`; [`Block::finish`] returns failures that affect only
   * one scan.
   */
  measure(requests: Array<CoreRequest>, quick: boolean, cancel: CancelToken, on_stage: OnStage): Promise<Block>;
  /**
   * Works on a device of the browser, which stays open when this value is closed. `timestamps`: use timestamp
   * queries if the device has them.
   *
   * # Errors
   * `unsupported` if the browser's `navigator.gpu` cannot be prepared for it.
   */
  static open(device: GPUDevice, timestamps: boolean): Promise<Core>;
  /**
   * Runs an operation on an array of words, with flags, values or offsets if it has some. Returns its outputs with their
   * exact lengths.
   *
   * # Errors
   * Every code except those of opening.
   */
  operate(
    request: CoreOperation,
    source: Uint32Array,
    flags: Uint32Array | null | undefined,
    values: Uint32Array | null | undefined,
    cancel: CancelToken,
  ): Promise<{ output: Uint32Array; second?: Uint32Array; count?: number }>;
  /**
   * The plan of an operation.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  operationPlan(request: CoreOperation): PlanDescription;
  /**
   * The distinct shaders of an operation's plan, file by file.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  operationShaders(request: CoreOperation): Array<JoinedShader>;
  /**
   * The plan of a scan.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  plan(request: CoreRequest): PlanDescription;
  /**
   * A predictor for this device with its current limits.
   */
  predictor(): Predictor;
  /**
   * All data to record an operation. With `takes_length`, they include a length on the device.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  prepareOperation(request: CoreOperation, takes_length: boolean): PreparedPlan;
  /**
   * All data to record a scan. With `takes_length`, they include a length on the device, which `auto` then supports.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  prepareScan(request: CoreRequest, takes_length: boolean): PreparedPlan;
  /**
   * Runs the probes of the device. Call it after [`Core::set_subgroups`] and [`Core::set_software`]. Without
   * `progress`, the device counts as one without forward progress.
   *
   * # Errors
   * `device-lost`, and those of a scan.
   */
  probe(progress: boolean): Promise<ProbeFacts>;
  /**
   * The number of changes of the data that plans depend on, such as a calibration. An equal number means equal
   * plans.
   */
  revision(): number;
  /**
   * Scans `input` into `output`, both arrays of words. `heads`, one flag per element, makes it a segmented scan.
   * `initial` has the words of the initial value, if the request has one. The request needs no `n`, since the input gives it. With `phases`, only these run, and the function waits until the
   * device has finished.
   *
   * # Errors
   * Every code except those of opening.
   */
  scan(
    request: CoreRequest,
    input: Uint32Array,
    output: Uint32Array | Taker,
    heads: Uint32Array | null | undefined,
    initial: Uint32Array | null | undefined,
    cancel: CancelToken,
    phases?: Phases | null,
  ): Promise<void>;
  /**
   * Sets the table of `auto` that was measured on this device; without rows, the built-in table.
   *
   * # Errors
   * `bad-argument`.
   */
  setCalibration(rows: Array<CalibrationRow>): void;
  /**
   * Marks the adapter as a software adapter, which a browser reports to the page but not to wgpu.
   */
  setSoftware(): void;
  /**
   * Enables subgroup operations, which wgpu cannot request from a browser, with the adapter's smallest and largest subgroup size.
   */
  setSubgroups(min: number, max: number): void;
  /**
   * The distinct shaders of a scan's plan, file by file.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  shaders(request: CoreRequest): Array<JoinedShader>;
  /**
   * Starts a scan in chunks of at most `chunk_elements` elements, whatever the request's `n`.
   *
   * # Errors
   * Every code except those of opening.
   */
  stream(request: CoreRequest, chunk_elements: number): Promise<StreamScan>;
  /**
   * The reason why an operation is not supported; undefined if it is.
   */
  supportsOperation(request: CoreOperation): string | undefined;
  /**
   * The reason why a kind of scan is not supported; undefined if it is.
   */
  supports(request: CoreRequest): string | undefined;
  /**
   * Tries a custom operator, by its name, on neighbouring elements of its input.
   *
   * # Errors
   * `bad-argument` if it does not compile, is not associative, or has an identity that is not neutral; those of a
   * scan.
   */
  tryOperator(id: string, input: Uint32Array | number[], cancel: CancelToken): Promise<OperatorTrial>;
}

/**
 * A search for the crossovers of two scans, which chooses the sizes to measure.
 */
export class CrossoverSearch {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The result of the search.
   */
  conclude(): SearchedCrossover;
  /**
   * The maximum number of measurements that it requests.
   */
  most(): number;
  /**
   * The size to measure next; undefined if the search is complete.
   */
  next(): number | undefined;
  /**
   * Records the points of both scans at that size.
   *
   * # Errors
   * `bad-argument`.
   */
  record(first: Point, second: Point): void;
}

/**
 * Forecasts sweeps on one device; current times are in milliseconds, from any origin.
 */
export class Forecaster {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Starts a sweep, or resumes one with known points.
   *
   * # Errors
   * `bad-argument`.
   */
  begin(sweep: CoreSweep, known: Array<CoreKnownPoint>, now_ms: number): void;
  /**
   * Whether estimates are corrected by measurements.
   */
  isMeasured(): boolean;
  /**
   * The remaining time of the sweep in progress.
   */
  left(now_ms: number): ForecastLeft;
  /**
   * Records a point of n elements.
   */
  point(algorithm: string, n: number, skipped: boolean, now_ms: number): void;
  /**
   * Excludes the time since the last point, since nothing was measured.
   */
  resume(now_ms: number): void;
  /**
   * The duration of a whole sweep.
   *
   * # Errors
   * `bad-argument`.
   */
  sweep(sweep: CoreSweep): Forecast;
}

/**
 * Predicts measured points; caches their plans.
 */
export class Predictor {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * A predictor for a device with the limits that WebGPU guarantees.
   */
  constructor();
  /**
   * The predictions of measured points.
   *
   * # Errors
   * `bad-argument`.
   */
  predict(measured: CoreMeasured): Predictions;
}

/**
 * A scan whose input is pushed chunk by chunk, in scan order.
 */
export class StreamScan {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Scans the next chunk of `words` words. `heads`, one flag per element, is required if the scan is segmented.
   * `fill_next` is called with memory into which it copies the next bytes of the input. `take_next` is called
   * without arguments once the input is uploaded, then with memory from which it copies the next bytes of the
   * output. The next chunk may be pushed before this one has finished. An error ends the scan.
   *
   * # Errors
   * Every code except those of opening.
   */
  push(
    words: number,
    fill_next: (target: Uint8Array) => void,
    take_next: Taker,
    heads: Uint32Array | null | undefined,
    cancel: CancelToken,
  ): Promise<void>;
}

/**
 * The reasons of aborted runs, in the order of their abort flags, from 1.
 */
export function abortReasons(): string[];

/**
 * The interface of the crate.
 */
export function catalogue(): Catalogue;

/**
 * Checks the properties of an operation's request that do not depend on a device. Returns a request of a scan with the
 * properties that both have. If `measured`, variants that keep no order are valid too.
 *
 * # Errors
 * `bad-argument`, with the place of forbidden code in a condition.
 */
export function checkOperation(request: CoreOperation, measured: boolean): CoreRequest;

/**
 * Checks that a text is a result file.
 *
 * # Errors
 * `bad-argument`.
 */
export function checkResultFile(text: string): void;

/**
 * Checks the properties of a scan's request that do not depend on a device. Returns the request with its defaults. If
 * `measured`, the scan in JavaScript is valid too.
 *
 * # Errors
 * `bad-argument`.
 */
export function checkScan(request: CoreRequest, measured: boolean): CoreRequest;

/**
 * Compares the times of two points.
 *
 * # Errors
 * `bad-argument`.
 */
export function compare(left: Point, right: Point, options: CompareOptions): Comparison;

/**
 * The warnings of a condition, on elements of f32 if `of_floats`.
 *
 * # Errors
 * `bad-argument`, with the place of forbidden code.
 */
export function conditionWarnings(code: string, of_floats: boolean): Array<CodeWarning>;

/**
 * The brackets of crossovers from the times of scans.
 *
 * # Errors
 * `bad-argument`.
 */
export function crossovers(times: CoreTimes): Array<CrossoverBracket>;

/**
 * Registers a custom operator.
 *
 * # Errors
 * `bad-argument`, with the place of forbidden code; `too-large` for too many operators.
 */
export function customOperator(definition: CoreCustomOperator): RegisteredOperator;

/**
 * All data for the module of an operation.
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function exportOperation(request: CoreOperation, device: Uint32Array | number[]): [PreparedPlan, PlanDescription, JoinedShader[]];

/**
 * All data for the module of a scan: those for its runs, the description of its plan, and the files of its shaders in
 * their order. The words of `device` are those of `limits_of`.
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function exportScan(request: CoreRequest, device: Uint32Array | number[]): [PreparedPlan, PlanDescription, JoinedShader[]];

/**
 * Writes the head flags of elements `start …` of a test input into `heads`, as in measurements of segmented scans.
 *
 * # Errors
 * `bad-argument` for unknown names, `too-large`, `out-of-memory`.
 */
export function fillHeads(request: CoreInput, start: number, heads: Uint32Array): void;

/**
 * Writes words `start …` of a test input of an operation into `words`: its elements, flags, values or offsets.
 *
 * # Errors
 * `bad-argument` for unknown names, `too-large`, `out-of-memory`.
 */
export function fillOperation(
  request: CoreOperation,
  input: 'source' | 'flags' | 'values' | 'offsets',
  start: number,
  words: Uint32Array,
): void;

/**
 * Writes elements `start …` of a test input into `words`.
 *
 * # Errors
 * `bad-argument` for unknown names, `too-large`, `out-of-memory`.
 */
export function fillPattern(request: CoreInput, start: number, words: Uint32Array): void;

/**
 * The data flow of an algorithm on `columns` elements, a power of two.
 *
 * # Errors
 * `bad-argument` for an unknown name or more columns than can be drawn.
 */
export function flow(algorithm: string, columns: number): Flow;

/**
 * The query of settings, without its question mark. `range`: the typed fields, if the sizes were given as a range.
 *
 * # Errors
 * `bad-argument`.
 */
export function formatQuery(settings: SweepSettings, range?: SizeRange | null): string;

/**
 * As [`Core::formulas`], for the device of [`super::describe::plan`].
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function formulas(request: CoreRequest): Array<SourceFormula>;

/**
 * The guarantees of WebGPU for a device, and the possible subgroup sizes, in the order of `guaranteed`.
 */
export function guaranteedLimits(): Uint32Array;

/**
 * The number of samples that a verdict requires of a point.
 */
export function leastSamples(): number;

/**
 * Sets the callback for the message of a panic, after which promises in flight never settle. The console gets the message with its stack.
 */
export function onPanic(callback: (message: string) => void): void;

/**
 * The setting `algorithms`.
 */
export function parseAlgorithms(text: string): ParsedAlgorithms;

/**
 * The setting `operation`.
 */
export function parseOperation(text: string): ParsedOperation;

/**
 * The query of an address.
 */
export function parseQuery(search: string): ParsedQuery;

/**
 * A single size.
 */
export function parseSize(text: string, limit: number | null | undefined, format?: (n: number) => string): ParsedSize;

/**
 * A list of sizes.
 */
export function parseSizeList(text: string, limit: number | null | undefined, format?: (n: number) => string): SizeList;

/**
 * The setting `sizes`.
 */
export function parseSizes(text: string): ParsedSizes;

/**
 * As [`super::Core::plan`], for a device with the limits that WebGPU guarantees, and with forward progress if the scan
 * needs it.
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function plan(request: CoreRequest): PlanDescription;

/**
 * The recording of a scan of `words` for an emulated device.
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function recording(
  request: CoreRequest,
  device: EmulatedDevice,
  words: Uint32Array | number[],
  heads: Uint32Array | number[],
): Recording;

/**
 * A run as a result file. Both are JSON texts. The numbers of the file are written as in the run.
 *
 * # Errors
 * `bad-argument`.
 */
export function resultFileJson(run: string): string;

/**
 * A run, as a JSON text, as a table in CSV.
 *
 * # Errors
 * `bad-argument`.
 */
export function resultsCsv(run: string): string;

/**
 * The point of the sequential scan in JavaScript, which the page has timed.
 *
 * # Errors
 * `bad-argument`.
 */
export function sequentialPoint(
  request: CoreRequest,
  transfers: boolean,
  verified: boolean,
  hidden: boolean,
  samples_ns: Float64Array | number[],
  repeats: number,
): Point;

/**
 * As [`super::Core::shaders`], for the device of [`plan`].
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function shaders(request: CoreRequest): Array<JoinedShader>;

/**
 * The sizes of a range whose fields were typed.
 *
 * # Errors
 * `bad-argument`.
 */
export function sizesOfRange(range: SizeRange, limit: number | null | undefined, format?: (n: number) => string): RangeSizes;

/**
 * The point of an operation that was not measured.
 *
 * # Errors
 * `bad-argument`.
 */
export function skippedOperation(request: CoreOperation, timestamps: boolean, reason: string): Point;

/**
 * The point of a scan that was not measured. `timestamps`: whether timestamps would have given its times.
 *
 * # Errors
 * `bad-argument`.
 */
export function skippedPoint(request: CoreRequest, transfers: boolean, timestamps: boolean, reason: string): Point;

/**
 * The statistics of samples of `repeats` transfers each, by a clock of this resolution.
 */
export function transfer(spans_ns: Float64Array | number[], repeats: number, resolution_ns: number): Transfer;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init(
  module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>,
): Promise<InitOutput>;
