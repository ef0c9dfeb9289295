/**
 * What `scanlab.js` exports, and the elements that it defines. The build joins this with the data types of `types.d.ts` and `generated.d.ts` to
 * `dist/scanlab.d.ts`; tests/types holds both against the built module.
 */
import type {
  AdapterDescription,
  Algorithm,
  Calibration,
  Catalogue,
  CheckedCondition,
  CheckedOperator,
  CodePlace,
  CompactRequest,
  Compacted,
  CompareOptions,
  Comparison,
  ConformanceProgress,
  ConformanceReport,
  Crossover,
  CrossoverBracket,
  CrossoverRequest,
  DeviceRequirements,
  ElementType,
  Elements,
  ErrorCode,
  ExportRequest,
  ExportedModule,
  Flow,
  Forecast,
  ForecastLeft,
  ForecastRequest,
  HistogramRequest,
  InputRequest,
  JoinedShader,
  MeasureOperationRequest,
  MeasureRequest,
  OnDevice,
  OpenOptions,
  Operand,
  OperationEntry,
  OperationPlanRequest,
  OperationQuery,
  OperationVerifyRequest,
  Operator,
  OwnOperator,
  ParsedAlgorithms,
  ParsedOperation,
  ParsedQuery,
  ParsedSize,
  ParsedSizes,
  Partitioned,
  Pattern,
  PlanDescription,
  PlanRequest,
  Point,
  Predictions,
  PrepareRequest,
  PreparedRun,
  Progress,
  RangeSizes,
  Recording,
  RecordingRequest,
  ReduceByKeyRequest,
  ReduceRequest,
  Reduced,
  ResultFile,
  Results,
  RunOptions,
  Runs,
  ScanRequest,
  SelectRequest,
  SizeList,
  SizeRange,
  SizeRules,
  SortRequest,
  Sorted,
  SourceFormula,
  StreamRequest,
  SupportQuery,
  SweepOperationRequest,
  SweepRequest,
  SweepSettings,
  TimeLimit,
  Verification,
  WithScan,
} from './types.d.ts';

/** Every failure of ScanLab: `code` is for programs, `message` says what was required and what was found. */
export declare class ScanLabError extends Error {
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; timeLimit?: TimeLimit; place?: CodePlace });
  readonly code: ErrorCode;
  /** Of a run that took too long to be measured (`unsupported`): more elements would take longer still. */
  readonly timeLimit: TimeLimit | undefined;
  /** Of an error in code of one's own (`bad-argument`): where in it. */
  readonly place: CodePlace | undefined;
}

/** An open GPU device that scans, in a page or in a worker. Everything that fails does so with a `ScanLabError`. */
export declare class ScanLab {
  /** Opens the GPU, or works on the `device` that is given. */
  static open(options?: OpenOptions): Promise<ScanLab>;
  /** What of an adapter a lab uses: `await adapter.requestDevice(ScanLab.requirements(adapter))` opens a device that `open` takes. */
  static requirements(adapter: GPUAdapter): DeviceRequirements;
  /** What there is, without a GPU. */
  static catalogue(): Promise<Catalogue>;
  /** Algorithms explained, without a GPU. */
  static explainer(): Promise<Explainer>;
  /** Whether the left point's scan is faster than the right one's, without a GPU. */
  static compare(left: Point, right: Point, options?: CompareOptions): Promise<Comparison>;

  /** Labs are made by `ScanLab.open()`. */
  private constructor();

  readonly adapter: AdapterDescription;
  readonly algorithms: readonly Algorithm[];
  readonly operators: readonly Operator[];
  /** The operations that are made of scans. */
  readonly operations: readonly OperationEntry[];
  readonly patterns: readonly Pattern[];
  /** Array entries that fit into one buffer of the device. */
  readonly maxElements: number;
  /** The device that it works on: the caller's, or its own. */
  readonly device: GPUDevice;
  /** Resolves when the device is lost, not when the lab is closed. */
  readonly lost: Promise<{ message: string }>;
  /** What `auto` goes by since a calibration; null where it goes by the built-in table. */
  readonly calibration: Calibration | null;

  /** Why this device or the algorithm cannot do it, or null when it can. */
  supports(query?: SupportQuery | OperationQuery): string | null;
  /** What the algorithm or the operation would do, without doing it. */
  plan(request: PlanRequest | OperationPlanRequest): PlanDescription;
  /** The WGSL that runs for a request, file by file. */
  shaders(request: PlanRequest | OperationPlanRequest): JoinedShader[];
  /** What the sources of an algorithm say that it costs, worked out for a request; none where they print no formula, or of n < 2. */
  formulas(request: PlanRequest): SourceFormula[];
  /**
   * How long the scans of points should take on this device, by their plans' launches and traffic, beside how long they took. The points
   * are those of one sweep.
   */
  predict(points: Point[], algorithms: string[]): Predictions;
  /** Tells how long sweeps take on this device, the better the more of them it has seen. It goes on after the lab has ended. */
  forecaster(): Forecaster;
  /** A test input, as `measure` scans it, of at most 2³⁰ array entries. */
  input(request: InputRequest): Elements;
  /**
   * Scans the input and leaves it as it is; what is longer than a buffer of the device goes through it in chunks. Input and heads
   * must stay where they are until it has ended, and not be transferred to a worker. What a scan has made on the device is kept for
   * the next of its length and request: that of 16 scans and operations, 256 MiB at most. Beside the input and the result the page
   * holds staging buffers of at most 32 MiB for each of them. The result of an input of 8 MiB or more is an array that a worker has
   * made, so that it has memory when the GPU is done.
   */
  scan<T extends Elements>(input: T, request?: ScanRequest): Promise<T>;
  /** Scans a buffer of `device` into a new one, as the operations below do: only counts are read back. */
  scan(input: GPUBuffer, request?: OnDevice<ScanRequest>): Promise<GPUBuffer>;
  /** The sum of all elements by an operator, an array of one element; of none, the identity. */
  reduce<T extends Elements>(input: T, request?: ReduceRequest): Promise<T>;
  reduce(input: GPUBuffer, request?: OnDevice<ReduceRequest>): Promise<GPUBuffer>;
  /** The elements for which a condition holds, or whose flag is set, in their order. */
  compact<T extends Elements>(input: T, request: CompactRequest & { indices: true }): Promise<Required<Compacted<T>>>;
  compact<T extends Elements>(input: T, request: CompactRequest): Promise<Compacted<T>>;
  compact(
    input: GPUBuffer,
    request: OnDevice<CompactRequest & { indices: true }, Required<Compacted<GPUBuffer>>>,
  ): Promise<Required<Compacted<GPUBuffer>>>;
  compact(input: GPUBuffer, request: OnDevice<CompactRequest, Compacted<GPUBuffer>>): Promise<Compacted<GPUBuffer>>;
  /** The elements for which a condition holds, or whose flag is set, then the others; stable on both sides. */
  partition<T extends Elements>(input: T, request: SelectRequest): Promise<Partitioned<T>>;
  partition(input: GPUBuffer, request: OnDevice<SelectRequest, Partitioned<GPUBuffer>>): Promise<Partitioned<GPUBuffer>>;
  /** The runs of equal neighbours, and how long they are. */
  runLengths<T extends Elements>(input: T, request?: WithScan): Promise<Runs<T>>;
  runLengths(input: GPUBuffer, request?: OnDevice<WithScan, Runs<GPUBuffer>> & { lengths?: GPUBuffer }): Promise<Runs<GPUBuffer>>;
  /** The sums of the values of each run of equal neighbouring keys. */
  reduceByKey<K extends Elements, V extends Elements>(keys: K, values: V, request?: ReduceByKeyRequest): Promise<Reduced<K, V>>;
  reduceByKey(
    keys: GPUBuffer,
    values: Operand,
    request?: OnDevice<ReduceByKeyRequest, Reduced<GPUBuffer, GPUBuffer>> & { sums?: GPUBuffer },
  ): Promise<Reduced<GPUBuffer, GPUBuffer>>;
  /** The number of elements in each of several bins of equal width; what lies outside [from, to) is not counted. */
  histogram(input: Elements, request?: HistogramRequest): Promise<Uint32Array<ArrayBuffer>>;
  histogram(input: GPUBuffer, request?: OnDevice<HistogramRequest>): Promise<GPUBuffer>;
  /** Sorts keys, and values with them; stable. Of f32, −0 comes before +0 and NaN last. */
  sort<K extends Elements, V extends Elements>(keys: K, request: SortRequest & { values: V }): Promise<Required<Sorted<K, V>>>;
  sort<K extends Elements>(keys: K, request?: SortRequest): Promise<Sorted<K, Elements>>;
  sort(
    keys: GPUBuffer,
    request: OnDevice<SortRequest, Required<Sorted<GPUBuffer, GPUBuffer>>> & { values: Operand; outputValues?: GPUBuffer },
  ): Promise<Required<Sorted<GPUBuffer, GPUBuffer>>>;
  sort(keys: GPUBuffer, request?: OnDevice<SortRequest, Sorted<GPUBuffer, GPUBuffer>>): Promise<Sorted<GPUBuffer, GPUBuffer>>;
  /** Compiles a scan or an operation, to record it into command encoders and compute passes of one's own, on buffers of one's own. */
  prepare(request: PrepareRequest): Promise<PreparedRun>;
  /**
   * Scans a stream of bytes, the elements one after the other in little-endian order; its chunks may end anywhere. Gives typed
   * arrays of `chunkElements` elements each and fewer in the last. It works at most three such chunks ahead of its reader, and holds
   * less than 400 MiB at the default of 16 MiB a chunk. A chunk of the source is not copied before its turn comes, so the source
   * must leave it as it is.
   */
  scanStream(stream: ReadableStream<Uint8Array>, options?: StreamRequest): ReadableStream<Elements>;
  /** Checks an output against a sequential scan in plain JavaScript; the request says how the output was made. */
  verify(input: Elements, output: Elements, request?: ScanRequest): Promise<Verification>;
  /** Checks what an operation gave for an input, with the options that it got. A selection by a condition cannot be checked. */
  verify(input: Elements, outputs: unknown, request: OperationVerifyRequest): Promise<Verification>;
  /** Times one algorithm at one size and verifies the very output that was timed. */
  measure(request: MeasureRequest | MeasureOperationRequest, options?: RunOptions): Promise<Point>;
  /**
   * Measures every algorithm at every size, those of one size in turns; 100,000 points at most. A point that cannot be had (it is
   * too large, or unsupported) is `skipped` with the reason, and the sweep goes on.
   */
  sweep(request: SweepRequest | SweepOperationRequest, options?: RunOptions): AsyncGenerator<Point, void, void>;
  /**
   * Where one of two algorithms is faster than the other, and from which size on the second is, up to the end of the range. Times
   * have steps where plans change, so there may be several crossings: all are given that can be told. It waits while the page is
   * hidden, and measures again what was disturbed by that.
   */
  crossover(request: CrossoverRequest, options?: RunOptions): Promise<Crossover>;
  /**
   * Measures for about a second which scans are the fastest on this device, for `auto` to go by. The browser keeps it for later
   * labs of its pages; a worker has no such storage, so there it ends with the lab. It waits while the page is hidden.
   */
  calibrate(options?: Pick<RunOptions, 'signal'>): Promise<Calibration>;
  /** Has `auto` go by the built-in table, in later labs too. */
  forgetCalibration(): void;
  /** Destroys its buffers, and a device of its own; one of the caller's stays open. What is in flight rejects with `cancelled`. */
  close(): void;
  /** `close`, for `using`. */
  [Symbol.dispose](): void;
}

/** Learns from the points that it is given how long sweeps take. Times are told to it in ms, from any start. */
export interface Forecaster {
  /** Whether it has learnt anything; before, `most_s` alone is of use. */
  readonly isMeasured: boolean;
  /** A sweep from its beginning. */
  sweep(request: ForecastRequest): Forecast;
  /** A sweep begins, or goes on from points that are there already. */
  begin(request: ForecastRequest, points: Pick<Point, 'algorithm' | 'n'>[], now_ms: number): void;
  point(point: Pick<Point, 'algorithm' | 'n' | 'skipped'>, now_ms: number): void;
  /** Nothing was measured since the last point, or since the last time that this was said. */
  resume(now_ms: number): void;
  /** What is left of the sweep that has begun, and of how many points. */
  left(now_ms: number): ForecastLeft;
}

/** Algorithms explained, and what follows from points, for a device that grants what every one does. */
export interface Explainer {
  /** What an algorithm combines with what, on a power of two of columns, 64 at most. */
  flow(algorithm: string, columns: number): Flow;
  /** A custom operator, as the catalogue has others; requests may name it by its id from now on. It is not compiled yet. */
  operator(definition: OwnOperator): CheckedOperator;
  /** A condition, as `where` takes it, on elements of the type (default u32). It is not compiled yet. */
  condition(where: string, type?: ElementType): CheckedCondition;
  plan(request: PlanRequest): PlanDescription;
  shaders(request: PlanRequest): JoinedShader[];
  formulas(request: PlanRequest): SourceFormula[];
  /**
   * A scan or an operation as an ES module of plain WebGPU: `prepare(device)` gives what a lab's `prepare` does. It needs no ScanLab. Custom
   * code in it is compiled there first.
   */
  export(request: ExportRequest): Promise<ExportedModule>;
  /** All that a run takes, as plain data for an emulator: buffers with the input, WGSL, dispatches. Of at most 4,096 elements. */
  recording(input: Elements, request?: RecordingRequest): Recording;
  /** As a lab's. */
  predict(points: Point[], algorithms: string[]): Predictions;
  /**
   * Times the sequential scan in JavaScript, `javascript`, at every size, and verifies its output; without a GPU. Points of other scans are
   * skipped ones with the reason.
   */
  sweep(request: SweepRequest, options?: RunOptions): AsyncGenerator<Point, void, void>;
  /** Between which of the measured sizes one scan overtakes another, the most telling first. */
  crossovers(points: Point[], algorithms: string[]): CrossoverBracket[];
  /** The contents of a result file. A text that is none, or that contradicts itself, is refused as `bad-argument` with the place. */
  readResults(text: string): ResultFile;
  /** Results as the text of a result file, with all their fields. */
  resultsJson(results: Results): string;
  /** Results as CSV, a row a point. */
  resultsCsv(results: Results): string;
  /** A sweep's settings as text. */
  readonly settings: SettingsGrammar;
}

/**
 * The text of a sweep's settings in addresses and attributes, and of typed sizes. What is wrong with a text is in the result's
 * `problems`, each with what was required and what was found; the rest of the text holds.
 */
export interface SettingsGrammar {
  /** What an address asks for, by its query. */
  parseQuery(search: string): ParsedQuery;
  /** The query of an address, without its question mark; with the range that the sizes were given as, where they were. */
  formatQuery(settings: SweepSettings, range?: SizeRange): string;
  /** The setting `operation`: `compact:density=0.25:indices=1`. */
  parseOperation(operation: string): ParsedOperation;
  /** The setting `algorithms`: `hillis-steele, hybrid:reduce_steps=9`. */
  parseAlgorithms(algorithms: string): ParsedAlgorithms;
  /** The setting `sizes`: `1000, 2^10..2^20`. */
  parseSizes(sizes: string): ParsedSizes;
  /** A single size: `1000`, `1e6`, `2^20+3`. */
  parseSize(size: string, rules?: SizeRules): ParsedSize;
  /** A list of single sizes. */
  parseSizeList(list: string, rules?: SizeRules): SizeList;
  /** The sizes of a range whose fields were typed. */
  sizesOfRange(range: SizeRange, rules?: SizeRules): RangeSizes;
}

/** The attributes of `<scan-lab>`. Those without a value are there or not: `''` where they are. */
export interface ScanLabAttributes {
  /** What is measured: `scan`, or an operation with its options, `compact:density=0.25`. */
  operation?: string;
  /** Ids, each with its tuning if it has one: `hillis-steele, hybrid:reduce_steps=9`. */
  algorithms?: string;
  /** Numbers of elements and ranges of them: `1000, 2^10..2^20`. */
  sizes?: string;
  operator?: string;
  type?: string;
  /** Of `operator="own"`: array entries of one element, its identity and its code, which the page shows before it compiles it. */
  words?: string;
  identity?: string;
  combine?: string;
  mode?: string;
  pattern?: string;
  seed?: string;
  /** Whether uploads and readbacks are measured too: `1` or `0`. */
  transfers?: string;
  /** What the chart draws. */
  metric?: string;
  /** A view alone, without header or frame: `measure`, `learn`, `experiments`, `numbers`, `check`, `use`, or a part: `chart`, `diagram`. */
  view?: string;
  /** The scan of `view="learn"` (or two, with a comma) and of `view="diagram"`. */
  algorithm?: string;
  /** With it `view="learn"` shows the scan step by step; its value is what the address has behind `step`: `input=harris/at=17`. */
  step?: string;
  /** With it `view="learn"` shows the memory machine; its value is what the address has behind `machine`: `of=sum/n=256`. */
  machine?: string;
  /** With it `view="learn"` shows the observatory of look-back, set as the address sets it: `scan=look-back/tiles=16`. */
  observatory?: string;
  /** The one experiment of `view="experiments"`. */
  experiment?: string;
  /** The one application of `view="use"`. */
  application?: string;
  /** With it, what the address has behind the application: `n=4096/step=scan`. */
  settings?: string;
  /** The numbers of `view="diagram"`, as many as a power of two: `3 1 7 0`. */
  input?: string;
  /** The address of the result file of `view="chart"`. */
  src?: string;
  /** The one or two scans that are shown first. */
  show?: string;
  /** The level of its title's heading, 1 to 5 (default 2). */
  'heading-level'?: string;
  /** The address's fragment names the view, and follows it: `#learn/blelloch`. */
  'follow-address'?: '';
  /** The address's query sets what the attributes set, goes before them, and follows what is chosen. */
  'url-config'?: '';
  /** Run what is chosen once the element is near the window. */
  autorun?: '';
}

/** The attributes of `<scan-conformance>`, which is `<scan-lab view="check">` with an attribute `run`. */
export interface ScanConformanceAttributes {
  /** Ids. */
  algorithms?: string;
  operators?: string;
  /** `smoke`, `spread` (the default) or `full`. */
  grid?: string;
  /** A part of the grid, such as `2/8`; of the full one where `grid` is not there. */
  shard?: string;
  /** One case alone, as text: `blelloch max u32 exclusive backward heads in-place n=257 random`. */
  case?: string;
  /** Run what is chosen once a device is open. */
  run?: string;
  'heading-level'?: string;
  /** The address's query sets what the attributes set, and goes before them. */
  'follow-address'?: '';
}

/** `<scan-lab>`: what is chosen is set by its attributes, `ScanLabAttributes`. */
export interface ScanLabElement extends HTMLElement {
  /** The view that is shown alone, or null. */
  view: string | null;
}

/** `<scan-conformance>`: what is chosen is set by its attributes, `ScanConformanceAttributes`. */
export interface ScanConformanceElement extends HTMLElement {}

/** The events of the elements. They bubble. */
export interface ScanLabEventMap {
  /** A device is open. */
  'scanlab-ready': CustomEvent<ReadyDetail>;
  'scanlab-progress': CustomEvent<Progress>;
  /** A point was measured. */
  'scanlab-result': CustomEvent<Point>;
  'scanlab-error': CustomEvent<ErrorDetail>;
  /** A run of Measure, of Check, of an experiment or of an application has ended, or a scan of one's own numbers. */
  'scanlab-end': CustomEvent<EndDetail>;
  /** A run of `<scan-conformance>` goes on: at most four times a second, and after its last case. */
  'scanlab-conformance-progress': CustomEvent<ConformanceProgress>;
  /** A run of `<scan-conformance>` has ended, or was stopped. */
  'scanlab-conformance': CustomEvent<ConformanceReport>;
}

export interface ReadyDetail {
  adapter: AdapterDescription;
}

export interface EndDetail {
  view: 'measure' | 'experiments' | 'numbers' | 'check' | 'use';
  outcome: 'done' | 'cancelled' | 'failed';
  /** The id of the experiment. */
  experiment?: string;
  /** The id of the application. */
  application?: string;
  /** What Measure or the experiment has measured. */
  points?: Point[];
  /** Whether the scan of one's own numbers, or the last result of the application's run, was checked and right. */
  verified?: boolean;
}

export interface ErrorDetail {
  code: ErrorCode | 'unexpected';
  message: string;
}

/** The elements for the types of JSX: docs/embedding.md has the lines for React, Preact and Solid. */
export interface ScanLabJsx {
  'scan-lab': JsxAttributes<ScanLabAttributes>;
  'scan-conformance': JsxAttributes<ScanConformanceAttributes>;
}

/** The attributes of an element of this module, beside those of any element. Numbers are written as texts; those without a value may be true. */
export type JsxAttributes<Attributes> = {
  [Name in keyof Attributes]?: (NonNullable<Attributes[Name]> extends '' ? boolean : string | number) | Attributes[Name];
} & {
  [Name in `data-${string}` | `aria-${string}` | `on${string}`]?: unknown;
} & {
  id?: string;
  class?: string;
  className?: string;
  style?: string | object;
  slot?: string;
  title?: string;
  hidden?: boolean;
  children?: unknown;
  key?: string | number | bigint | null;
  ref?: any;
};

declare global {
  // As TypeScript's own declarations of later libraries have it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
  interface HTMLElementTagNameMap {
    'scan-lab': ScanLabElement;
    'scan-conformance': ScanConformanceElement;
  }
  interface HTMLElementEventMap extends ScanLabEventMap {}
  interface DocumentEventMap extends ScanLabEventMap {}
}
