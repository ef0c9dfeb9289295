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

/** Copies the next bytes of an output from `piece`. The first call, when the whole input is uploaded, has no argument. Must not throw. */
export type Taker = (piece?: Uint8Array) => void;
/** Receives the index of the measured scan or operation, and its stage. */
export type OnStage = (index: number, stage: string) => void;

/**
 * Scans or operations that were measured with interleaved samples.
 */
export class Block {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Runs the scan or operation with this index once more. Its output and its point can be read until the next call.
   *
   * # Errors
   * Every code except those of opening a device.
   */
  finish(index: number, cancel: CancelToken): Promise<void>;
  /**
   * Takes the point of the operation that [`Block::finish`] ran last. `mark` names the block.
   *
   * # Errors
   * `bad-argument`.
   */
  operationPoint(request: CoreOperation, verified: boolean, hidden: boolean, mark: string): Point;
  /**
   * Takes the point of the scan that [`Block::finish`] ran last. `mark` names the block.
   *
   * # Errors
   * `bad-argument`.
   */
  point(request: CoreRequest, transfers: boolean, verified: boolean, hidden: boolean, mark: string): Point;
  /**
   * The count that the operation computes; undefined if it computes no count.
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
   * Reads words `start …` of the operation's first output, or of its second output if `second`, into `words`.
   *
   * # Errors
   * `out-of-memory`, `device-lost`.
   */
  readWords(second: boolean, start: number, words: Uint32Array): Promise<void>;
}

/**
 * A calibration in progress, which chooses the blocks to measure.
 */
export class Calibrator {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The next block to measure; undefined if the calibration is complete. `spent_ms` is the time that measurements
   * have taken so far.
   */
  nextBlock(spent_ms: number): CalibrationBlock | undefined;
  /**
   * Records the time of a scan of the last block, in nanoseconds. A scan that failed or had a wrong output has no
   * time.
   */
  record(algorithm: string, n: number, median_ns: number): void;
  /**
   * The table of the fastest scan per length.
   *
   * # Errors
   * `unsupported` if no scan has a time.
   */
  rows(): Array<CalibrationRow>;
}

/**
 * Cancels work on the device, such as a scan or a measurement.
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
   * The error of a run that set its abort flag to `flag`. Later plans avoid the cause of the abort if they can.
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
   * Destroys the cached buffers; the device stays open. Pending and later work fails.
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
   * Measures scans of one test input with interleaved samples. `quick` takes few samples, for calibration. `on_stage` receives the index
   * of a scan and the stage of its measurement.
   *
   * # Errors
   * `bad-argument`, `out-of-memory`, `cancelled`, `device-lost`; [`Block::finish`] returns failures that affect only
   * one scan.
   */
  measure(requests: Array<CoreRequest>, quick: boolean, cancel: CancelToken, on_stage: OnStage): Promise<Block>;
  /**
   * Opens a core on a device that the page has opened. The device stays open when the core is closed. `timestamps`:
   * whether to use timestamp queries, if the device has them.
   *
   * # Errors
   * `unsupported` if the page's `navigator.gpu` cannot be changed.
   */
  static open(device: GPUDevice, timestamps: boolean): Promise<Core>;
  /**
   * Runs an operation on `source`, an array of words. `flags` holds the flags of a selection, `values` values or sorted
   * keys, `offsets` those of segments. Returns the outputs with their exact lengths.
   *
   * # Errors
   * Every code except those of opening a device.
   */
  operate(
    request: CoreOperation,
    source: Uint32Array,
    flags: Uint32Array | null | undefined,
    values: Uint32Array | null | undefined,
    offsets: Uint32Array | null | undefined,
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
   * All data to record an operation. With `takes_length`, the passes can read the length from a buffer on the device.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  prepareOperation(request: CoreOperation, takes_length: boolean): PreparedPlan;
  /**
   * All data to record a scan. With `takes_length`, the passes can read the length from a buffer on the device;
   * `auto` then chooses among the scans that support this.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  prepareScan(request: CoreRequest, takes_length: boolean): PreparedPlan;
  /**
   * Runs the probes of the device. Call it after [`Core::set_subgroups`] and [`Core::set_software`]. Without
   * `progress`, forward progress is not probed, and the device counts as a device without it.
   *
   * # Errors
   * `device-lost`, and those of a scan.
   */
  probe(progress: boolean): Promise<ProbeFacts>;
  /**
   * Counts the changes of the data that plans depend on, such as a calibration. While the count stays equal, equal
   * requests have equal plans.
   */
  revision(): number;
  /**
   * Scans `input`, an array of words, into `output`, an array or a function that copies the output. With `heads`, head
   * flags as words or bits, the scan is segmented. `initial` holds the words of the initial value, if the request has
   * one. The request needs no `n`, since the input gives the length. With
   * `phases`, only these phases run, and the function waits until the device has finished.
   *
   * # Errors
   * Every code except those of opening a device.
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
   * Sets the table that `auto` uses, as measured on this device. Without rows, `auto` uses its built-in table.
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
   * Enables subgroup operations, which wgpu cannot request from a browser. `min` and `max` are the adapter's smallest
   * and largest subgroup size. `size_control` states whether the device has the feature `subgroup-size-control`.
   */
  setSubgroups(min: number, max: number, size_control: boolean): void;
  /**
   * The distinct shaders of a scan's plan, file by file.
   *
   * # Errors
   * `bad-argument`, `too-large`, `unsupported`.
   */
  shaders(request: CoreRequest): Array<JoinedShader>;
  /**
   * Starts a scan in chunks of at most `chunk_elements` elements. The request's `n` is ignored.
   *
   * # Errors
   * Every code except those of opening a device.
   */
  stream(request: CoreRequest, chunk_elements: number): Promise<StreamScan>;
  /**
   * The reason why the device does not support an operation; undefined if the device supports it.
   */
  supportsOperation(request: CoreOperation): string | undefined;
  /**
   * The reason why the device does not support a kind of scan; undefined if the device supports it.
   */
  supports(request: CoreRequest): string | undefined;
  /**
   * Tries the custom operator with the name `id`. `input` holds neighbouring elements of a scan's input.
   *
   * # Errors
   * `bad-argument` if the operator does not compile or is not associative, or if its identity changes an element;
   * those of a scan.
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
   * The maximum number of measurements that the search requests.
   */
  most(): number;
  /**
   * The size to measure next; undefined if the search is complete.
   */
  next(): number | undefined;
  /**
   * Records the points of both scans at the size from `next`.
   *
   * # Errors
   * `bad-argument`.
   */
  record(first: Point, second: Point): void;
}

/**
 * Forecasts the durations of sweeps on one device. `now_ms` is the current time in milliseconds, from any fixed origin.
 */
export class Forecaster {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Starts a sweep, or resumes a sweep whose `known` points are already measured.
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
   * Excludes the time since the last point, in which nothing was measured.
   */
  resume(now_ms: number): void;
  /**
   * The estimated duration of a whole sweep.
   *
   * # Errors
   * `bad-argument`.
   */
  sweep(sweep: CoreSweep): Forecast;
}

/**
 * Predicts the times of measured points from their plans, which it caches.
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
   * Scans the next chunk, of `words` words. A segmented scan requires `heads`: one word or one bit per element.
   * `fill_next` copies the next bytes of the input to the memory that it receives. When the input of the chunk is
   * uploaded, `take_next` is called once without arguments. Each later call passes memory, from which `take_next`
   * copies the next bytes of the output. The next chunk may be pushed before this chunk has finished. An error
   * ends the scan.
   *
   * # Errors
   * Every code except those of opening a device.
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
 * The reasons why runs are aborted, in the order of the values of the abort flag, from 1.
 */
export function abortReasons(): string[];

/**
 * The catalogue of algorithms, operators, operations and test inputs.
 */
export function catalogue(): Catalogue;

/**
 * Checks the properties of an operation's request that do not depend on a device. Returns the request of a scan with
 * the properties that both requests have. If `measured`, variants whose outputs have no defined order are valid too.
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
 * Checks the properties of a scan's request that do not depend on a device. Returns the request with defaults for
 * missing fields. If `measured`, the algorithm `javascript` is valid too.
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
 * The warnings of a condition. `of_floats`: whether the elements are f32.
 *
 * # Errors
 * `bad-argument`, with the place of forbidden code.
 */
export function conditionWarnings(code: string, of_floats: boolean): Array<CodeWarning>;

/**
 * The brackets of crossovers: measured sizes between which one scan overtakes another.
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
 * All data for the exported module of an operation, like [`export_scan`].
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function exportOperation(request: CoreOperation, device: Uint32Array | number[]): [PreparedPlan, PlanDescription, JoinedShader[]];

/**
 * All data for the exported module of a scan: the data of its runs, the description of its plan, and the files of each
 * shader, in the order of the shaders. `limits_of` in `lab/src/export.rs` defines the words of `device`.
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function exportScan(request: CoreRequest, device: Uint32Array | number[]): [PreparedPlan, PlanDescription, JoinedShader[]];

/**
 * Writes words `start …` of a test input of an operation into `words`: its elements, flags, values, offsets or
 * sorted keys.
 *
 * # Errors
 * `bad-argument` for unknown names, `too-large`, `out-of-memory`.
 */
export function fillOperation(
  request: CoreOperation,
  input: 'source' | 'flags' | 'values' | 'offsets' | 'sorted',
  start: number,
  words: Uint32Array,
): void;

/**
 * Writes elements `start …` of a test input of a scan into `words`: its elements, its head flags of one word each, or
 * its initial value, which is one element.
 *
 * # Errors
 * `bad-argument` for unknown names, `too-large`, `out-of-memory`.
 */
export function fillScan(request: CoreRequest, input: 'source' | 'flags' | 'initial', start: number, words: Uint32Array): void;

/**
 * The data flow of an algorithm on `columns` elements, a power of two.
 *
 * # Errors
 * `bad-argument` for an unknown name or more columns than can be drawn.
 */
export function flow(algorithm: string, columns: number): Flow;

/**
 * Writes settings as the query of an address, without the question mark. `range`: the fields as typed, if the sizes were
 * given as a range.
 *
 * # Errors
 * `bad-argument`.
 */
export function formatQuery(settings: SweepSettings, range?: SizeRange | null): string;

/**
 * The formulas of a scan's sources beside the costs of its plan, for the device of [`super::describe::plan`].
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function formulas(request: CoreRequest): Array<SourceFormula>;

/**
 * The limits that WebGPU guarantees, and the smallest and largest subgroup size. `guaranteed` in `lab/src/gpu/facts.rs`
 * defines the order.
 */
export function guaranteedLimits(): Uint32Array;

/**
 * The number of samples per point that a verdict requires.
 */
export function leastSamples(): number;

/**
 * Sets the callback that receives the message of a panic. After a panic, pending promises never settle. The console shows the message with its stack.
 */
export function onPanic(callback: (message: string) => void): void;

/**
 * Parses the setting `algorithms`.
 */
export function parseAlgorithms(text: string): ParsedAlgorithms;

/**
 * Parses the setting `operation`.
 */
export function parseOperation(text: string): ParsedOperation;

/**
 * Parses the query of an address.
 */
export function parseQuery(search: string): ParsedQuery;

/**
 * Parses one size. `limit` is the largest valid size; `format` writes the numbers of messages.
 */
export function parseSize(text: string, limit: number | null | undefined, format?: (n: number) => string): ParsedSize;

/**
 * Parses a list of sizes.
 */
export function parseSizeList(text: string, limit: number | null | undefined, format?: (n: number) => string): SizeList;

/**
 * Parses the setting `sizes`.
 */
export function parseSizes(text: string): ParsedSizes;

/**
 * The plan of a scan on an assumed device. The device has the limits that WebGPU guarantees, and forward progress if the
 * scan needs it.
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function plan(request: CoreRequest): PlanDescription;

/**
 * The recording of a scan of `words` for an emulated device. `heads` is empty if the scan is not segmented.
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
 * Writes a run as a result file. Run and file are JSON texts. The file keeps the digits of the run's numbers.
 *
 * # Errors
 * `bad-argument`.
 */
export function resultFileJson(run: string): string;

/**
 * Converts a run, given as a JSON text, to a table in CSV.
 *
 * # Errors
 * `bad-argument`.
 */
export function resultsCsv(run: string): string;

/**
 * The point of the sequential scan in JavaScript. The page has measured `samples_ns`, the time of one scan in each
 * sample of `repeats` scans.
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
 * The distinct shaders of a scan's plan, file by file, for the device of [`plan`].
 *
 * # Errors
 * `bad-argument`, `too-large`, `unsupported`.
 */
export function shaders(request: CoreRequest): Array<JoinedShader>;

/**
 * The sizes of a range, whose fields are texts as a person types them.
 *
 * # Errors
 * `bad-argument`.
 */
export function sizesOfRange(range: SizeRange, limit: number | null | undefined, format?: (n: number) => string): RangeSizes;

/**
 * The point of an operation that was not measured. `timestamps` is as in [`skipped_point`].
 *
 * # Errors
 * `bad-argument`.
 */
export function skippedOperation(request: CoreOperation, timestamps: boolean, reason: string): Point;

/**
 * The point of a scan that was not measured. `timestamps`: whether timestamp queries would have measured its times.
 *
 * # Errors
 * `bad-argument`.
 */
export function skippedPoint(request: CoreRequest, transfers: boolean, timestamps: boolean, reason: string): Point;

/**
 * The statistics of uploads or readbacks. Each span is the time of `repeats` transfers, measured with a clock of this
 * resolution.
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
