/**
 * The data that ScanLab takes and gives (the public contract, with `api.ts`). What the Rust core gives or takes as it is, is declared
 * in `generated.d.ts`, and the module of the core in `scanlab-core.d.ts`.
 */
import type {
  AlgorithmId,
  CalibrationRow,
  CodeWarning,
  CoreErrorCode,
  Direction,
  ElementType,
  Mismatch,
  Mode,
  OperationId,
  OperationOptions,
  Operator,
  OperatorId,
  OwnSettings,
  PatternId,
  Point,
} from './generated.d.ts';

export type * from './generated.d.ts';

/** WebAssembly: its address, an answer with it, its bytes, or compiled. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

export interface InitializeOptions {
  /** The core, `scanlab_bg.wasm`. */
  wasm: WasmSource;
}

export type Elements = Uint32Array | Int32Array | Float32Array;
/** Values of an algorithm's tuning parameters by name. */
export type Tuning = Record<string, number>;

export type ErrorCode = CoreErrorCode | 'webgpu-unavailable' | 'insecure-context';

export interface OpenOptions {
  /**
   * An open device of the caller's, with the features and limits that it has; `ScanLab.requirements` names those that are of use. It stays open
   * when the lab is closed. It is refused beside the options that choose a device: the four below.
   */
  device?: GPUDevice;
  /** Features of the lab's own device beside those that it uses. One that the adapter lacks is `unsupported`. */
  requiredFeatures?: readonly (GPUFeatureName | (string & {}))[];
  /** Limits of the lab's own device, which are at least these. One that the adapter does not reach is `unsupported`. */
  requiredLimits?: Readonly<Record<string, number>>;
  powerPreference?: 'high-performance' | 'low-power';
  /** How long, in ms, to go on asking for an adapter while the browser has none, as in the first seconds of its GPU process (default 4000). */
  adapterWaitMs?: number;
  /** Use subgroup operations where the adapter, or the caller's device, has them (default true). */
  subgroups?: boolean;
  /** Use timestamp queries where the adapter, or the caller's device, has them (default true). */
  timestamps?: boolean;
  /** How long, in ms, one step of the work may take (a shader compiled, a submission run, a chunk read back) before the device
   * is given up and all that waits for it rejects with `device-lost` (default 30,000). Work that advances may take any time. */
  watchdogMs?: number;
  /** Take up again what `calibrate` has found out on this adapter (default true). */
  calibration?: boolean;
  /** Ends the opening, which then rejects with `cancelled`. Of no effect on an open lab. */
  signal?: AbortSignal;
}

/** The features and limits of an adapter that a lab uses, as `adapter.requestDevice` takes them. */
export interface DeviceRequirements {
  requiredFeatures: GPUFeatureName[];
  requiredLimits: Record<string, number>;
  /** By the name of each: what it brings. */
  brings: Record<string, string>;
}

/** What `auto` takes, the shortest scans first. */
export type Calibration = readonly Readonly<CalibrationRow>[];

export interface AdapterDescription {
  /** Names as the browser gives them, each empty where it gives none; Firefox gives none. */
  vendor: string;
  architecture: string;
  device: string;
  description: string;
  /** A software (CPU) adapter: right, but its times say nothing about a GPU. */
  isFallback: boolean;
  subgroups: { min: number; max: number } | null;
  /** Whether a probe has seen that each subgroup consists of neighbouring invocations: only then are subgroup operations used. False
   * without subgroups. */
  subgroupsAdjoin: boolean;
  timestamps: boolean;
  /** Whether a bounded probe has seen workgroups that have started go on while others waited for them: only then are
   * `chained` and `look-back` offered. False on software adapters, which are not asked. */
  forwardProgress: boolean;
  /** The limits of the device that was opened, by their WebGPU names. */
  limits: Record<string, number>;
}

/** What typed sizes must keep to, and how messages about them write numbers. */
export interface SizeRules {
  /** The most elements that fit (default: 2⁵³ − 1). */
  limit?: number;
  /** The default is English: `1,048,576`. */
  format?: (n: number) => string;
}

/** A custom operator, in WGSL: docs/api.md says what its code may hold. */
export interface OwnOperator {
  type: ElementType;
  /** Array entries of one element (default 1). */
  words?: 1 | 2 | 4;
  /** The identity, one number per word. */
  identity: number[];
  /**
   * The body of `fn combine(left: T, right: T) -> T`, T being the type, or `vec2` or `vec4` of it for two or four words. It is compiled at
   * the first scan; what is wrong with it is a `bad-argument`, whose `place` is where.
   */
  combine: string;
  /** The same in JavaScript, on arrays of a number a word, to check results (default: the sequential scan on the GPU). It runs where the lab is. */
  check?: (left: number[], right: number[]) => number[];
  /**
   * It is associative, and the identity neutral: leave out the trial at its first use, which combines small numbers (default false). For
   * operators that are so on some numbers only.
   */
  associative?: boolean;
}

/** An algorithm by its id. */
export type AlgorithmName = AlgorithmId | (string & {});
/** An operator by its id, also one that `explainer.operator` has given a custom one. */
export type OperatorName = OperatorId | (string & {});
/** An operation by its id. */
export type OperationName = OperationId | (string & {});
/** A test input by its id. */
export type PatternName = PatternId | (string & {});

/** What a device or an algorithm may support. */
export interface SupportQuery {
  algorithm?: AlgorithmName;
  /** A name, or one's own. */
  operator?: OperatorName | OwnOperator;
  type?: ElementType;
  mode?: Mode;
  direction?: Direction;
  segmented?: boolean;
  /** A head flag is a bit, not a word (default false). */
  headsAsBits?: boolean;
  /** Elements of a row, for a scan of rows (default: no rows). */
  columns?: number;
  /** The axis that a scan of rows runs along: 1 along the rows (default), 0 along the columns. */
  axis?: 0 | 1;
  inPlace?: boolean;
}

/** A scan to be planned. */
export interface PlanRequest extends SupportQuery {
  n: number;
  tuning?: Tuning;
}

/** A scan to be run by an emulator. */
export interface RecordingRequest extends ScanRequest {
  /** Invocations of a subgroup of the device, a power of two up to 128 (default 32); of fewer than 4 it has no subgroup operations. */
  subgroupSize?: number;
  /** Invocations of the largest subgroup, of a device whose subgroups vary (default: all have `subgroupSize`). */
  largestSubgroupSize?: number;
  /** The most invocations of a workgroup, where the scan's workgroups may be small (default 256). */
  workgroupSize?: number;
}

/** Inputs and outputs: arrays, or buffers of the lab's device. */
export type Operand = Elements | GPUBuffer;

/** Words of an output beside another: in an array, or in a buffer as that is. */
export type WordsBeside<T extends Operand> = [T] extends [Elements] ? Uint32Array<ArrayBuffer> : GPUBuffer;

/** A request of which the first input is in a buffer; its other inputs may be in buffers or in arrays. `Result` is what the call gives. */
export type OnDevice<Request, Result = GPUBuffer> = {
  [Key in keyof Request]: Key extends 'heads' | 'flags' | 'values' ? Request[Key] | GPUBuffer : Request[Key];
} & {
  /** The type of the buffer's elements; of a reduction by key, that of the values (default: the first that the operator takes). */
  type?: ElementType;
  /** How many elements are the input, from the first on (default: as many as fit the buffer). */
  n?: number;
  /**
   * The buffer of the first output, which the result then is (default: a new one). Kernels write it directly where it has the usage `STORAGE`
   * and whole packs of 16 bytes: what is after the last element, to the end of its pack, is undefined then. Else it requires `COPY_DST`. Of
   * outputs whose length the device computes, it has room for as many elements as the input has.
   */
  output?: GPUBuffer;
  /**
   * Gets the result as soon as the device has all commands that make it, before it is known whether they succeed: commands that are
   * submitted from then on see it. Runs that have this do not wait for each other. The promise of the call settles as ever; where it
   * rejects, the result is void and its buffers are destroyed.
   */
  onSubmitted?: (result: Result) => void;
};

export interface ScanRequest {
  algorithm?: AlgorithmName;
  operator?: OperatorName | OwnOperator;
  mode?: Mode;
  direction?: Direction;
  /** One flag an element, 1 at the first element of each segment in index order: a segmented scan. */
  heads?: Uint32Array;
  /** The flags are bits: bit i % 32 of word ⌊i / 32⌋ for element i (default false). */
  headsAsBits?: boolean;
  /** The input is an array of rows, each of which, or each column of which, is scanned by itself: `[rows, columns]`. */
  shape?: readonly [rows: number, columns: number];
  /** With a shape, 1 scans along the rows, whose elements are neighbours in memory (default), 0 along the columns. */
  axis?: 0 | 1;
  /**
   * Put the output in the place of the input on the device, which takes one buffer less (default false). The array that is passed
   * in stays as it is. Refused as `unsupported` for an algorithm that cannot, and for an input longer than a buffer of the device.
   */
  inPlace?: boolean;
  tuning?: Tuning;
  signal?: AbortSignal;
}

/** What an operation may be asked for; each takes the options that its entry in `lab.operations` lists. */
export interface OperationQuery extends Omit<OperationOptions, 'where'> {
  operation: OperationName;
  /** Of the elements; of the values where there are values beside keys (default: u32). */
  type?: ElementType;
  operator?: OperatorName | OwnOperator;
  where?: string;
  scan?: AlgorithmName;
  tuning?: Tuning;
}

/** An operation to be planned; a selection is by flags unless there is a condition. */
export interface OperationPlanRequest extends OperationQuery {
  n: number;
}

/** A run to be recorded: a scan or an operation of `n` elements, at least 1. */
export type PrepareRequest = (PlanRequest | OperationPlanRequest) & { signal?: AbortSignal };

/** A device that a module is exported for, as a lab's `adapter` describes its own (default: what WebGPU guarantees). */
export interface ExportDevice extends Partial<AdapterDescription> {
  /**
   * Whether workgroups start in the order of their ranks, or together (default false). A look-back is faster so; where it is wrong, its runs
   * are void.
   */
  startsInOrder?: boolean;
}

/**
 * A scan or an operation of `n` elements, at least 1, to be exported. Where `device` does not say whether there are forward progress or
 * subgroups, the module requires them if the scan does.
 */
export type ExportRequest = (PlanRequest | OperationPlanRequest) & { device?: ExportDevice };

/** An ES module of plain WebGPU, without imports. */
export interface ExportedModule {
  /** A name for its file, such as `look-back-add-u32-inclusive.js`. */
  name: string;
  /** Its text, the same for equal requests. */
  code: string;
}

/** A part of a buffer, from a multiple of `offsetAlignment` bytes on (default: all of it). */
export type PreparedSlice = GPUBuffer | { buffer: GPUBuffer; offset?: number; size?: number };

/** The buffers of a run: those that `requirements.buffers` names, and no others. */
export interface PreparedBuffers {
  /** Left out of a scan in place, whose output it is. */
  input?: PreparedSlice;
  /** Head flags of a scan. */
  heads?: PreparedSlice;
  /** Flags of a selection. */
  flags?: PreparedSlice;
  /** Values of a sort, or of a reduction by key. */
  values?: PreparedSlice;
  output?: PreparedSlice;
  /** Of a sort with values. */
  outputValues?: PreparedSlice;
  /** Of a compaction with indices. */
  indices?: PreparedSlice;
  /** Of a reduction by key. */
  sums?: PreparedSlice;
  /** Of run lengths. */
  lengths?: PreparedSlice;
  /**
   * One word, at any multiple of 4 bytes. Of a compaction or runs, the number of elements that they give, and of a partition, the index at which
   * it splits. Of all others, where `requirements.optional` has it, an input: how many elements there are, at most `n`.
   */
  count?: PreparedSlice;
  /** Of what gives a count, the input that `count` is of the others. */
  length?: PreparedSlice;
}

/** What a prepared run takes. */
export interface PreparedRequirements {
  /** Memory of its own. */
  readonly scratchBytes: number;
  /** Dispatches of a run. */
  readonly dispatches: number;
  /** The usage that buffers must have, `GPUBufferUsage.STORAGE`. */
  readonly usage: number;
  /** What the offsets of slices are multiples of, in bytes. */
  readonly offsetAlignment: number;
  /** The least bytes of each buffer, by its name. Kernels access packs of 16 bytes. */
  readonly buffers: Readonly<Partial<Record<keyof PreparedBuffers, number>>>;
  /** The same of buffers that may be left out: a number of elements that the device has computed. With it a run has one dispatch more. */
  readonly optional: Readonly<Partial<Record<'count' | 'length', number>>>;
}

/** A scan or an operation that is compiled, to be recorded any number of times: what `prepare` of an exported module gives. */
export interface ExportedRun {
  readonly requirements: PreparedRequirements;
  /**
   * Records a run: one compute pass into a command encoder, or its dispatches into a compute pass, whose pipeline and bind group 0 it changes.
   * With buffers that it has seen before it makes nothing, submits nothing and waits for nothing.
   */
  record(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: PreparedBuffers): void;
  /** After the submission of runs: waits for them, and rejects where one since the last check was void, with the reason. */
  check(): Promise<void>;
  /** The next run that is recorded clears scratch memory first, as is due after a recording that was not submitted. */
  clearNext(): void;
  /** Gives its scratch memory back; runs that were submitted end as they would. */
  destroy(): void;
}

/** One of a lab's. */
export interface PreparedRun extends ExportedRun {
  /** `destroy`, for `using`. */
  [Symbol.dispose](): void;
}

/** The scan that is a part of an operation. */
export interface WithScan {
  /** The id of a scan (default: `auto`). */
  scan?: AlgorithmName;
  tuning?: Tuning;
  signal?: AbortSignal;
}

export interface ReduceRequest {
  operator?: OperatorName | OwnOperator;
  signal?: AbortSignal;
}

/** What an operation was asked for, so that its outputs can be checked. */
export interface OperationVerifyRequest extends Omit<OperationQuery, 'flags' | 'values' | 'type' | 'density' | 'runs'> {
  flags?: Uint32Array;
  /** Those of a reduction by key, or of a sort: its places, 0, 1, 2 … */
  values?: Elements;
  signal?: AbortSignal;
}

/** Which elements are selected: by a condition or by flags, not by both. */
export interface SelectRequest extends WithScan {
  /**
   * An expression in WGSL of the element `x`, of the input's type, and its index `i: u32`, such as `x % 2u == 0u`; of elements of several
   * words `x` is an array, as in `x[1] > 0.0`.
   */
  where?: string;
  /** One flag per element, 1 for those that are selected. */
  flags?: Uint32Array;
  /** The array entries of each element, from 1 to 16, which are moved whole (default 1). */
  words?: number;
}

export interface CompactRequest extends SelectRequest {
  /** Also give the indices of the elements that are kept (default false). */
  indices?: boolean;
}

export interface ReduceByKeyRequest extends WithScan {
  operator?: OperatorName | OwnOperator;
}

export interface HistogramRequest {
  /** The number of bins of equal width (default 256). */
  bins?: number;
  /** The lower end of the first bin (default 0). */
  from?: number;
  /** The upper end of the last bin, which does not belong to it (default 256). Of one bin of f32 it may be `Infinity`. */
  to?: number;
  signal?: AbortSignal;
}

export interface SortRequest {
  /** One per key, to be moved with them. */
  values?: Elements;
  /** The array entries of each value, from 1 to 16, which are moved whole (default 1). */
  words?: number;
  descending?: boolean;
  /** The first bit by which keys are compared, and the one after the last (default: all, [0, 32]). */
  bits?: [from: number, to: number];
  signal?: AbortSignal;
}

export interface Compacted<T extends Operand> {
  /** The elements that are kept, in their order. */
  output: T;
  count: number;
  /** Where they were in the input; with `indices`. */
  indices?: WordsBeside<T>;
}

export interface Partitioned<T extends Operand> {
  /** The elements that are selected, then the others, both in their order. */
  output: T;
  /** The index of the first of the others. */
  split: number;
}

export interface Runs<T extends Operand> {
  /** One element of each run of equal ones. */
  values: T;
  /** How many there are. */
  lengths: WordsBeside<T>;
}

export interface Reduced<K extends Operand, V extends Operand> {
  /** The key of each run of equal keys. */
  keys: K;
  /** The sum of its values. */
  values: V;
}

export interface Sorted<K extends Operand, V extends Operand = Operand> {
  keys: K;
  /** Where there were values. */
  values?: V;
}

export interface StreamRequest {
  algorithm?: AlgorithmName;
  operator?: OperatorName | OwnOperator;
  /** What the bytes are (default: the first type that the operator takes). */
  type?: ElementType;
  mode?: Mode;
  /** A stream is scanned forward, since its last element is not known before its end. */
  direction?: 'forward';
  tuning?: Tuning;
  signal?: AbortSignal;
  /** Elements that are scanned at a time (default: 16 MiB of them, or what fits into one buffer of the device). */
  chunkElements?: number;
}

export interface MeasureRequest {
  /** An algorithm's id, or `javascript` for the sequential scan on the CPU. */
  algorithm: AlgorithmName | 'javascript';
  operator?: OperatorName | OwnOperator;
  type?: ElementType;
  mode?: Mode;
  direction?: Direction;
  /** Divide the input into segments, of the same random lengths for every algorithm (default false). */
  segmented?: boolean;
  /** A head flag is a bit, not a word (default false). */
  headsAsBits?: boolean;
  /** Scan rows of so many elements, the last of which may be shorter (default: no rows). */
  columns?: number;
  /** The axis that a scan of rows runs along: 1 along the rows (default), 0 along the columns. */
  axis?: 0 | 1;
  n: number;
  pattern?: PatternName;
  /** 0 … 2³² − 1. */
  seed?: number;
  /** The average length of the segments of a `segmented` input, 1 to 2²⁰ (default: 64, with runs of 8192 elements without a head). */
  segmentLength?: number;
  tuning?: Tuning;
  /** Also measure, once for a size, how long the input takes to the device and an output back (default false). */
  transfers?: boolean;
}

/** An operation to be measured, on test inputs that are drawn by the seed. */
export interface MeasureOperationRequest extends Omit<OperationOptions, 'where'> {
  operation: OperationName;
  /** The scan that is a part of it, or one of its `variants` (default: `auto`). */
  algorithm?: AlgorithmName;
  /** Of the elements; of the values where there are values beside keys (default: u32). */
  type?: ElementType;
  operator?: OperatorName;
  n: number;
  pattern?: PatternName;
  /** 0 … 2³² − 1 (default: a random one for each size). */
  seed?: number;
  /** Also time the upload of as many elements as the input has, and the readback of the first output (default false). */
  transfers?: boolean;
  tuning?: Tuning;
}

export interface SweepOperationRequest extends Omit<MeasureOperationRequest, 'algorithm' | 'n'> {
  /** The scans that are a part of it, in turns, each with a tuning of its own where it has one (default: `auto`). */
  algorithms?: (AlgorithmName | TunedAlgorithm)[];
  sizes: number[];
}

export interface SweepRequest extends Omit<MeasureRequest, 'algorithm' | 'n' | 'tuning'> {
  /** Ids, or ids with a tuning of their own: so one sweep can measure an algorithm with several tunings beside each other. */
  algorithms: (AlgorithmName | TunedAlgorithm)[];
  /** Numbers of elements. */
  sizes: number[];
  /** Tuning by algorithm id, for those that have none of their own. */
  tuning?: Record<string, Tuning>;
}

export interface TunedAlgorithm {
  id: AlgorithmName;
  tuning?: Tuning;
}

export interface CrossoverRequest extends Omit<SweepRequest, 'algorithms' | 'sizes' | 'transfers'> {
  /** Two; asked is where one is faster than the other, and from which size on the second is. */
  algorithms: [string, string];
  /** The smallest and the largest size that is looked at. */
  from: number;
  to: number;
}

/** Where two scans cross, and all that was measured on the way to it. */
export type Crossover = {
  points: Point[];
  /** Every crossing that was found, by ascending n. There may be several, for times step where a plan changes. */
  crossings: Crossing[];
  /** Which scan is faster where, by ascending n. What lies between two of them is unsure: the interval of a crossing, or one of `unsure`. */
  stretches: Stretch[];
  /** Where which is faster could not be told, apart from the intervals of the crossings. */
  unsure: UnsureSpan[];
  /** What was found at `from` and at `to`; nothing where the page was hidden whenever that was measured, or the sizes between. */
  ends: CrossoverEnd[];
} & (
  | {
      /** The last crossing, after which the second scan stays faster up to `to`, as far as can be told: its `n`, `low` and `high`. */
      n: number;
      low: number;
      high: number;
    }
  | {
      /** The second scan is not the faster one at `to`, or no crossing was found; there may be `crossings` before nevertheless. */
      n: null;
      /** Why there is none, in words. */
      reason: string;
    }
);

/** What a search for crossovers has found, without the points. */
export interface SearchedCrossover extends Pick<Crossover, 'crossings' | 'stretches' | 'unsure' | 'ends'> {
  /** The last crossing, after which the second scan stays faster; or why there is none. */
  last: Crossing | null;
  reason: string | null;
}

/** A change of the faster one of two scans. */
export interface Crossing {
  /** The first size at which `faster` is, where `low` and `high` are next to each other, else the middle of the two. */
  n: number;
  /** The largest size before, at which the other scan was measured to be faster, and the smallest after, at which `faster` was. Each was
   * measured twice with the same result, unless the search came to its limit before. What lies between is unsure. */
  low: number;
  high: number;
  /** Its id: the scan that is faster from here to the next crossing. */
  faster: string;
}

/** Sizes at which one scan is faster: it was measured to be at `low` and at `high`, and beside each change of a plan between that could
 * make the other faster. */
export interface Stretch {
  low: number;
  high: number;
  faster: string;
}

/** Sizes at which it cannot be told which scan is faster. */
export interface UnsureSpan {
  low: number;
  high: number;
  /** Why, in words. */
  reason: string;
}

/** One end of what was searched for a crossover. */
export type CrossoverEnd = { n: number } & (
  | { faster: string }
  | {
      faster: null;
      /** Why it cannot be told which is faster, in words. */
      reason: string;
    }
);

export interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** Points finished, and in all. */
  done: number;
  total: number;
  algorithm: string;
  n: number;
  /** What is happening to this point now. */
  stage: 'preparing' | 'timing' | 'verifying' | 'finished';
}

/** A custom operator that is not compiled yet. */
export interface CheckedOperator extends Operator {
  /** What compilers may read otherwise than its author does. */
  warnings: CodeWarning[];
}

/** A condition in WGSL that is not compiled yet. */
export interface CheckedCondition {
  /** What compilers may read otherwise than its author does. */
  warnings: CodeWarning[];
}

/** Whether an output is right, and where it first is not. */
export interface Verification {
  verified: boolean;
  mismatch: Mismatch | null;
  /** How many elements of a right output are infinite or NaN since partial results left the range of f32, though those of the ordered scan do
   * not; absent where none are. */
  overflowed?: number;
}

/** A result file: all of a run. docs/repeatable-runs.md describes it. */
export interface ResultFile {
  schema: 'scanlab-results';
  version: 1;
  app: 'ScanLab';
  app_version: string;
  /** When the run began, as ISO 8601 has it. */
  date: string;
  /** The configuration as the query of an address. */
  settings: string;
  config: SweepConfig;
  adapter: AdapterDescription | null;
  /** The user agent's text. */
  browser: string;
  timer: { kind: Point['timer']; quantum_ns: number | null } | null;
  points: Point[];
}

/** What a result file is made of. */
export type Results = Omit<ResultFile, 'schema' | 'version' | 'app' | 'timer'>;

/** Everything a sweep is made of. */
export interface SweepConfig {
  algorithms: string[];
  sizes: number[];
  operator: string;
  /** The definition of the operator, where it is one's own. */
  own?: OwnSettings;
  type: ElementType;
  mode: Mode;
  /** The operation that is measured, where it is no scan; the algorithms are parts of it, or else the operation itself. */
  operation?: string;
  options?: OperationOptions;
  pattern: string;
  /** Without one, that of an operation is drawn for each size. */
  seed?: number;
  tuning: Record<string, Tuning>;
  /** Whether uploads and readbacks are measured too. */
  transfers?: boolean;
}

/** A test input, all of it. */
export interface InputRequest {
  operator?: OperatorName | OwnOperator;
  type?: ElementType;
  pattern?: PatternName;
  seed?: number;
  n: number;
}

/** Which cases a run has: docs/conformance.md says what each grid covers. `case` is one case alone. */
export type ConformanceGrid = 'smoke' | 'spread' | 'full' | 'case';

/** How far a run of `<scan-conformance>` is. */
export type ConformanceProgress = { total: number; done: number } & ConformanceCounts;

/** What a run of `<scan-conformance>` has found: docs/conformance-report.schema.json describes its file. */
export interface ConformanceReport {
  app: 'ScanLab';
  version: string;
  report: 'conformance';
  /** Of these fields: it changes where a reader of the earlier ones would fail. */
  format: 2;
  /** When the run began, as ISO 8601 has it. */
  date: string;
  browser: string;
  adapter: AdapterDescription;
  grid: ConformanceGrid;
  /** Such as `2/8`, where only a part of the grid was run. */
  shard: string | null;
  /** Whether every case of the grid, or of the shard, has run. */
  complete: boolean;
  /** From the first case's start to the last one's end, in seconds. */
  seconds: number;
  axes: ConformanceAxes;
  cases: ConformanceProgress;
  cells: ({ algorithm: string; operator: string; type: ElementType } & ConformanceCounts)[];
  /** How many cases are not supported for which reason. */
  reasons: { reason: string; cases: number }[];
  /** The first 500. */
  failures: { case: ConformanceCase; outcome: ConformanceOutcome; reason: string | null; mismatch: Mismatch | null; words: string }[];
  /** Case by case; null of a full grid, which has too many. */
  results: (ConformanceCase & { outcome: ConformanceOutcome; reason?: string })[] | null;
}

export type ConformanceOutcome = 'passed' | 'failed' | 'unsupported';
export type ConformanceCounts = Record<ConformanceOutcome, number>;

/** What divides a case's input: nothing, head flags of a word or of a bit each, or the rows of a shape, along axis 1 and along axis 0. */
export type ConformanceSegments = 'whole' | 'heads' | 'head-bits' | 'rows' | 'columns';

export interface ConformanceAxes {
  algorithms: string[];
  kinds: { operator: string; type: ElementType }[];
  modes: Mode[];
  directions: Direction[];
  segments: ConformanceSegments[];
  /** In place or not. */
  places: boolean[];
  /** By their names, as some follow the tile. */
  sizes: string[];
  patterns: string[];
  /** Sizes that each algorithm has for some forms alone. */
  far: string[];
}

export interface ConformanceCase {
  algorithm: string;
  operator: string;
  type: ElementType;
  mode: Mode;
  direction: Direction;
  segments: ConformanceSegments;
  inPlace: boolean;
  tuning?: Tuning;
  /** The name of n. */
  size: string;
  n: number;
  pattern: string;
}

/** A sweep whose time is wanted. */
export interface ForecastRequest {
  /** Ids, each with its tuning in `tuning`. */
  algorithms: string[];
  sizes: number[];
  operator: string;
  type: ElementType;
  mode: Mode;
  tuning: Record<string, Tuning>;
  transfers?: boolean;
}

declare global {
  // As TypeScript's own declarations of later libraries have it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}
