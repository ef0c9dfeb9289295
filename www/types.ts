/**
 * The data that ScanLab accepts and returns (the public contract, with `api.ts`). Data that pass to and from the Rust core unchanged are
 * declared in `generated.d.ts`, and the module of the core in `scanlab-core.d.ts`.
 */
import type {
  AlgorithmId,
  CalibrationRow,
  CodeWarning,
  CoreErrorCode,
  Direction,
  ElementType,
  KeyType,
  Mismatch,
  Mode,
  OperationId,
  OperationOptions,
  Operator,
  OperatorId,
  CustomOperatorSettings,
  PatternId,
  Point,
} from './generated.d.ts';

export type * from './generated.d.ts';

/** WebAssembly: its address, a response that contains it, its bytes, or a compiled module. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

export interface InitializeOptions {
  /** The WASM of the core, `scanlab_bg.wasm`, or of the emulator, `scanlab-emulator-web_bg.wasm`. */
  wasm: WasmSource;
}

export type Elements = Uint32Array | Int32Array | Float32Array;
/** The keys of a sort, which may also have 64 bits. */
export type Keys = Elements | BigUint64Array | BigInt64Array | Float64Array;
/** Values of an algorithm's tuning parameters by name. */
export type Tuning = Record<string, number>;

export type ErrorCode = CoreErrorCode | 'webgpu-unavailable' | 'insecure-context';

/** The limits of a lab's device: those of the adapter, or those that WebGPU guarantees. */
export type LimitsOf = 'adapter' | 'guaranteed';

export interface OpenOptions {
  /**
   * An open device of the caller. `ScanLab.requirements` names the features and limits that ScanLab uses. The device stays open when the lab
   * is closed. With `device`, the next five options, which choose a device, must be left out.
   */
  device?: GPUDevice;
  /** Additional features of the device that the lab opens. If the adapter lacks one of them, `open` rejects with `unsupported`. */
  requiredFeatures?: readonly (GPUFeatureName | (string & {}))[];
  /**
   * With `adapter` (the default), the lab's device has those features and limits of the adapter that ScanLab uses. With `guaranteed`, for
   * tests of small devices, it has no features and only the limits that WebGPU guarantees. Forward progress is then not probed, and plans
   * are those for a GPU, even on a software adapter.
   */
  limits?: LimitsOf;
  /** Minimum limits of the device that the lab opens. If the adapter does not reach one of them, `open` rejects with `unsupported`. */
  requiredLimits?: Readonly<Record<string, number>>;
  powerPreference?: 'high-performance' | 'low-power';
  /**
   * The time, in ms, for which the lab repeats its request while the browser offers no adapter (default 4000). A browser offers no adapter
   * while it starts its GPU process.
   */
  adapterWaitMs?: number;
  /** Use subgroup operations if the adapter, or the caller's device, has them (default true). */
  subgroups?: boolean;
  /** Use timestamp queries if the adapter, or the caller's device, has them (default true). */
  timestamps?: boolean;
  /**
   * The time limit, in ms, of one step of the work: the compilation of a shader, a submission, or the readback of a chunk (default 30,000). If
   * a step takes longer, the lab closes, and all pending work rejects with `device-lost`. The total time of a run has no limit.
   */
  watchdogMs?: number;
  /** Use the stored result of an earlier `calibrate` on this adapter (default true). */
  calibration?: boolean;
  /** If the signal aborts, `open` rejects with `cancelled`. An abort has no effect on an open lab. */
  signal?: AbortSignal;
}

/** The features and limits of an adapter that a lab uses: a descriptor for `adapter.requestDevice`. */
export interface DeviceRequirements {
  requiredFeatures: GPUFeatureName[];
  requiredLimits: Record<string, number>;
  /** The effect of each feature and limit, by name. */
  brings: Record<string, string>;
}

/** The table of `auto`: the scan for each range of lengths, the shortest first. */
export type Calibration = readonly Readonly<CalibrationRow>[];

export interface AdapterDescription {
  /** Names from the browser. A name is empty if the browser does not give it, as in Firefox. */
  vendor: string;
  architecture: string;
  device: string;
  description: string;
  /** A software (CPU) adapter: its outputs are right, but its times say nothing about a GPU. */
  isFallback: boolean;
  subgroups: { min: number; max: number } | null;
  /**
   * Whether a probe has found that each subgroup consists of neighbouring invocations: only then are subgroup operations used. False
   * without subgroups.
   */
  subgroupsAdjoin: boolean;
  timestamps: boolean;
  /**
   * Whether a bounded probe has found that started workgroups continue while others wait for them: only then are `chained` and `look-back`
   * offered. False on software adapters, which are not probed.
   */
  forwardProgress: boolean;
  /** The limits of the opened device, by their WebGPU names. */
  limits: Record<string, number>;
}

/** Limits for typed sizes, and the format of numbers in messages about them. */
export interface SizeRules {
  /** The maximum size (default: 2⁵³ − 1). */
  limit?: number;
  /** The default is English: `1,048,576`. */
  format?: (n: number) => string;
}

/** A custom operator, in WGSL. docs/api.md describes its code. */
export interface CustomOperator {
  type: ElementType;
  /** Array entries per element (default 1). */
  words?: 1 | 2 | 4;
  /** The identity, one number per word. */
  identity: number[];
  /**
   * The body of `fn combine(left: T, right: T) -> T`. `T` is the type, or its `vec2` or `vec4` for two or four words. The body is compiled at
   * the first scan. An error in the body is a `bad-argument`, and the `place` of this error gives the position.
   */
  combine: string;
  /**
   * The same function in JavaScript, on arrays of one number per word, to check outputs (default: a comparison with the sequential scan on the
   * GPU). It runs on the thread of the lab.
   */
  check?: (left: number[], right: number[]) => number[];
  /**
   * Asserts that the operator is associative on your data and that the identity is right, and skips the trial of both (default false).
   */
  associative?: boolean;
}

/** An algorithm by its id. */
export type AlgorithmName = AlgorithmId | (string & {});
/** An operator by its id, or by the id that `explainer.operator` gave a custom operator. */
export type OperatorName = OperatorId | (string & {});
/** An operation by its id. */
export type OperationName = OperationId | (string & {});
/** A test input by its id. */
export type PatternName = PatternId | (string & {});

/** A query whether a device and an algorithm support a scan. */
export interface SupportQuery {
  algorithm?: AlgorithmName;
  /** A name, or a custom operator. */
  operator?: OperatorName | CustomOperator;
  type?: ElementType;
  mode?: Mode;
  direction?: Direction;
  segmented?: boolean;
  /** A head flag is one bit instead of one word (default false). */
  headsAsBits?: boolean;
  /** Elements per row, if the input is a table (default: no table). */
  columns?: number;
  /** The axis along which a table is scanned: 1 along the rows (default), 0 along the columns. */
  axis?: 0 | 1;
  inPlace?: boolean;
  /** Every segment begins with an initial value (default false). */
  initial?: boolean;
}

/** A request for the plan of a scan. */
export interface PlanRequest extends SupportQuery {
  n: number;
  tuning?: Tuning;
}

/** A request for a recording of a scan, for an emulator. */
export interface RecordingRequest extends Omit<ScanRequest, 'initial'> {
  /**
   * Invocations per subgroup of the emulated device, a power of two up to 128 (default 32). With fewer than 4, it has no subgroup operations.
   */
  subgroupSize?: number;
  /** Invocations of the largest subgroup, for a device with varying subgroups (default: all have `subgroupSize`). */
  largestSubgroupSize?: number;
  /** The maximum number of invocations per workgroup, for scans that allow smaller workgroups (default 256). */
  workgroupSize?: number;
}

/** An input or an output: an array, or a buffer of the lab's device. */
export type Operand = Elements | GPUBuffer;

/** The u32 of an additional output: an array if the main output is an array, else a buffer. */
export type WordsBeside<T extends Keys | GPUBuffer> = [T] extends [Keys] ? Uint32Array<ArrayBuffer> : GPUBuffer;

/**
 * A request whose first input is in a buffer. Its other inputs may be in buffers or in arrays. `Result` is the result of the call, `Type` the
 * possible types of the elements.
 */
export type OnDevice<Request, Result = GPUBuffer, Type extends KeyType = ElementType> = {
  [Key in keyof Request]: Key extends 'heads' | 'initial' | 'flags' | 'values' ? Request[Key] | GPUBuffer : Request[Key];
} & {
  /** The type of the buffer's elements; for a reduction by key, the type of the values (default: the first type of the operator). */
  type?: Type;
  /** The number of elements of the input, from the first on (default: all elements in the buffer). */
  n?: number;
  /**
   * The buffer of the first output, which is then the result (default: a new buffer). Kernels write it directly if it has the usage `STORAGE`
   * and whole packs of 16 bytes. The bytes after the last element, to the end of its pack, are then undefined. Otherwise it requires
   * `COPY_DST`. If the device computes the length of the output, the buffer must have space for as many elements as the input has.
   */
  output?: GPUBuffer;
  /**
   * Gets the result as soon as the device has all commands that compute it, before it is known whether they succeed. Later submissions see
   * the result. Runs with this callback do not wait for each other. The promise of the call still settles: if it rejects, the result is
   * void, and the buffers that the call has created are destroyed.
   */
  onSubmitted?: (result: Result) => void;
};

export interface ScanRequest {
  algorithm?: AlgorithmName;
  operator?: OperatorName | CustomOperator;
  mode?: Mode;
  direction?: Direction;
  /** One flag per element, which is 1 at the first element of each segment in index order: a segmented scan. */
  heads?: Uint32Array;
  /** The flags are bits: bit i % 32 of word ⌊i / 32⌋ for element i (default false). */
  headsAsBits?: boolean;
  /**
   * The initial value, one element in an array of the input's type: every segment begins with it. The first prefix of an exclusive scan is
   * then the initial value. In index order, it precedes the elements; in a backward scan it follows them. If the input is longer than a
   * buffer of the device, the call rejects with `too-large`.
   */
  initial?: Elements;
  /** The input is an array of rows: `[rows, columns]`. Each row, or each column, is scanned separately. */
  shape?: readonly [rows: number, columns: number];
  /** With a shape: 1 scans along the rows, whose elements are neighbours in memory (default), 0 along the columns. */
  axis?: 0 | 1;
  /**
   * The output replaces the input on the device, which saves a buffer (default false). The given array does not change. If the algorithm
   * cannot scan in place, or if the input is longer than a buffer of the device, the call rejects with `unsupported`.
   */
  inPlace?: boolean;
  tuning?: Tuning;
  signal?: AbortSignal;
}

/** The options of operations. Each operation accepts the options that its entry in `lab.operations` lists. */
export interface OperationQuery extends Omit<OperationOptions, 'where'> {
  operation: OperationName;
  /** The type of the elements; for a reduction by key, the type of the values (default: u32). Only a sort takes u64, i64 and f64. */
  type?: KeyType;
  operator?: OperatorName | CustomOperator;
  where?: string;
  scan?: AlgorithmName;
  tuning?: Tuning;
}

/** A request for the plan of an operation. A selection uses flags unless the request has a condition. */
export interface OperationPlanRequest extends OperationQuery {
  n: number;
}

/** A run to be recorded: a scan or an operation of `n` elements, at least 1. */
export type PrepareRequest = (PlanRequest | OperationPlanRequest) & { signal?: AbortSignal };

/** The device that a module is exported for, in the form of a lab's `adapter` (default: the guarantees of WebGPU). */
export interface ExportDevice extends Partial<AdapterDescription> {
  /**
   * Whether workgroups start in the order of their indices, or together (default false). Look-back is then faster. If the device starts
   * workgroups in another order, runs are void.
   */
  startsInOrder?: boolean;
}

/**
 * A scan or an operation of `n` elements, at least 1, to be exported. If `device` does not say whether it has forward progress or
 * subgroups, the module requires them if the scan does.
 */
export type ExportRequest = (PlanRequest | OperationPlanRequest) & { device?: ExportDevice };

/** An ES module of plain WebGPU, without imports. */
export interface ExportedModule {
  /** A name for its file, such as `look-back-add-u32-inclusive.js`. */
  name: string;
  /** The text of the module, which is the same for equal requests. */
  code: string;
}

/**
 * A part of a buffer, at an offset that is a multiple of `offsetAlignment` bytes (of 4 bytes for `count` and `length`). Default: the whole
 * buffer.
 */
export type PreparedSlice = GPUBuffer | { buffer: GPUBuffer; offset?: number; size?: number };

/** The buffers of a run: all of `requirements.buffers`, and optionally those of `requirements.optional`. */
export interface PreparedBuffers {
  /** Omit it for a scan in place: the output is also the input. */
  input?: PreparedSlice;
  /** Head flags of a scan. */
  heads?: PreparedSlice;
  /** The initial value of a scan, one element. */
  initial?: PreparedSlice;
  /** Flags of a selection. */
  flags?: PreparedSlice;
  /** Values of a sort, or of a reduction by key. */
  values?: PreparedSlice;
  /** Offsets of the segments of a segmented reduction or sort. */
  offsets?: PreparedSlice;
  /** The sorted keys of a lower bound, or the second array of a merge. Without keys, it still has 16 bytes. */
  sorted?: PreparedSlice;
  output?: PreparedSlice;
  /** For a sort with values or `indices`. */
  outputValues?: PreparedSlice;
  /** For a compaction, `unique` or a merge with indices, and for a top-k. */
  indices?: PreparedSlice;
  /** For the index of a minimum or a maximum. */
  index?: PreparedSlice;
  /** For a reduction by key. */
  sums?: PreparedSlice;
  /** For run lengths. */
  lengths?: PreparedSlice;
  /**
   * One word, at any multiple of 4 bytes. For a compaction, `unique`, run lengths, a reduction by key or a top-k: the output that holds the
   * number of elements. For a partition: the output that holds the index of the split. For other runs, if `requirements.optional` names it:
   * an input, the number of elements. A number greater than `n` counts as `n`.
   */
  count?: PreparedSlice;
  /** For runs with an output `count`, if `requirements.optional` names it: an input, the number of elements, as `count` for other runs. */
  length?: PreparedSlice;
}

/** The requirements of a prepared run. */
export interface PreparedRequirements {
  /** The device memory that the prepared run allocates. */
  readonly scratchBytes: number;
  /** The number of dispatches of a run. */
  readonly dispatches: number;
  /** The required usage of buffers, `GPUBufferUsage.STORAGE`. */
  readonly usage: number;
  /** The offsets of slices, except `count` and `length`, must be multiples of this number of bytes. */
  readonly offsetAlignment: number;
  /** The minimum size of each buffer in bytes, by name. Kernels access packs of 16 bytes. */
  readonly buffers: Readonly<Partial<Record<keyof PreparedBuffers, number>>>;
  /** The minimum size of the optional buffer, which holds a number of elements that the device has computed. It adds one dispatch to a run. */
  readonly optional: Readonly<Partial<Record<'count' | 'length', number>>>;
}

/** A compiled scan or operation, to be recorded any number of times. `prepare` of an exported module returns it. */
export interface ExportedRun {
  readonly requirements: PreparedRequirements;
  /**
   * Records a run: one compute pass into a command encoder, or its dispatches into a compute pass, whose pipeline and bind group 0 it
   * changes. It submits nothing and does not wait. If the buffers were passed before, it creates no object.
   */
  record(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: PreparedBuffers): void;
  /** Call this after the submission of runs. It waits for them, and rejects with the reason if a run since the last check was void. */
  check(): Promise<void>;
  /** Makes the next recorded run clear scratch memory first. Call this after a recording that was not submitted. */
  clearNext(): void;
  /** Releases the scratch memory. Submitted runs still complete. */
  destroy(): void;
}

/** A prepared run of a lab. */
export interface PreparedRun extends ExportedRun {
  /** The same as `destroy`, for `using` declarations. */
  [Symbol.dispose](): void;
}

/** The scan that an operation uses. */
export interface WithScan {
  /** The id of a scan (default: `auto`). */
  scan?: AlgorithmName;
  tuning?: Tuning;
  signal?: AbortSignal;
}

export interface ReduceRequest {
  operator?: OperatorName | CustomOperator;
  signal?: AbortSignal;
}

/** The request of an operation, for the check of its outputs. */
export interface OperationVerifyRequest extends Omit<OperationQuery, 'flags' | 'values' | 'type' | 'density' | 'runs'> {
  flags?: Uint32Array;
  /** The values of a reduction by key, or of a sort; those of a sort must be the indices of the keys, 0, 1, 2 … */
  values?: Elements;
  /** The offsets of a segmented reduction or sort. */
  offsets?: Uint32Array;
  /** The sorted keys of a lower bound, or the second array of a merge. */
  sorted?: Elements;
  signal?: AbortSignal;
}

/** A selection of elements: by a condition or by flags, not by both. */
export interface SelectRequest extends WithScan {
  /**
   * A WGSL expression of the element `x`, which has the input's type, and of its index `i: u32`, such as `x % 2u == 0u`. For elements of several
   * words, `x` is an array, as in `x[1] > 0.0`.
   */
  where?: string;
  /** One flag per element, 1 for selected elements. */
  flags?: Uint32Array;
  /** Array entries per element, from 1 to 16, which are moved as a whole (default 1). */
  words?: number;
}

export interface CompactRequest extends SelectRequest {
  /** Also return the indices of the selected elements (default false). */
  indices?: boolean;
}

export interface PartitionRequest extends SelectRequest {
  /** Store the elements that are not selected in reverse order (default false). With a single-pass scan, the partition then takes one pass. */
  reversed?: boolean;
}

export interface UniqueRequest extends WithScan {
  /** Array entries per element, from 1 to 16, which are compared and moved as a whole (default 1). */
  words?: number;
  /** Also return the indices of the elements in the input (default false). */
  indices?: boolean;
}

export interface ReduceByKeyRequest extends WithScan {
  operator?: OperatorName | CustomOperator;
}

export interface SegmentedReduceRequest extends WithScan {
  operator?: OperatorName | CustomOperator;
  /** The number of segments, if there are more than segments + 1 offsets (default: one less than the number of offsets). */
  segments?: number;
}

export interface HistogramRequest {
  /** The number of bins of equal width (default 256). */
  bins?: number;
  /** The lower end of the first bin (default 0). */
  from?: number;
  /** The upper end of the last bin, which excludes this value (default 256). For a single bin of f32 it may be `Infinity`. */
  to?: number;
  signal?: AbortSignal;
}

export interface SortRequest {
  /** One value per key, which moves with the key. */
  values?: Elements;
  /** Array entries per value, from 1 to 16, which are moved as a whole (default 1). */
  words?: number;
  /** Whether to return the indices of the keys in the input (only without values). */
  indices?: boolean;
  descending?: boolean;
  /** The first compared bit of keys, and the bit after the last (default: all, [0, 32], or [0, 64] for keys of 64 bits). */
  bits?: [from: number, to: number];
  signal?: AbortSignal;
}

export interface SegmentedSortRequest extends SortRequest {
  /** The number of segments, if there are more than segments + 1 offsets (default: one less than the number of offsets). */
  segments?: number;
}

export interface TopKRequest extends WithScan {
  /** The number of keys to return, at least 1 (default 1). An input with fewer keys is returned whole. */
  k?: number;
  /** Whether to return the largest keys, or the smallest (default true). */
  largest?: boolean;
}

export interface ArgRequest {
  signal?: AbortSignal;
}

export interface LowerBoundRequest {
  /** Return the indices of the first greater keys, which are upper bounds (default false). */
  upper?: boolean;
  /** The number of sorted keys, if there are more in the array or buffer (default: all). */
  sortedLength?: number;
  signal?: AbortSignal;
}

export interface MergeRequest {
  /** Whether both arrays descend, and so does the output (default false). */
  descending?: boolean;
  /** Whether to return the index of each key in the first array followed by the second. */
  indices?: boolean;
  /** The number of keys of the second array, if there are more in the array or buffer (default: all). */
  sortedLength?: number;
  signal?: AbortSignal;
}

export interface Compacted<T extends Operand> {
  /** The selected elements, or the first element of each run, in order. */
  output: T;
  count: number;
  /** The indices of these elements in the input; with `indices`. */
  indices?: WordsBeside<T>;
}

export interface Partitioned<T extends Operand> {
  /** The selected elements in order, then the others in order, or in reverse order if `reversed` is set. */
  output: T;
  /** The index of the first element that is not selected. */
  split: number;
}

export interface Runs<T extends Operand> {
  /** One element of each run of equal elements. */
  values: T;
  /** The length of each run. */
  lengths: WordsBeside<T>;
}

export interface Reduced<K extends Operand, V extends Operand> {
  /** The key of each run of equal keys. */
  keys: K;
  /** The combination of the values of each run, by the operator. */
  values: V;
}

export interface Sorted<K extends Keys | GPUBuffer, V extends Operand = Operand> {
  keys: K;
  /** The values, if the request has them, in the order of their keys. */
  values?: V;
  /** The index of each key in the input; with `indices`. */
  indices?: WordsBeside<K>;
}

export interface SortedPairs<K extends Keys | GPUBuffer, V extends Operand> extends Sorted<K, V> {
  values: V;
}

export interface Top<T extends Operand> {
  /** The keys, in the order of the input. */
  values: T;
  /** The indices of the keys in the input. */
  indices: WordsBeside<T>;
}

export interface Extreme<T extends Operand> {
  /** The key, one element. */
  value: T;
  /** The index of the key in the input, one element. */
  index: WordsBeside<T>;
}

export interface SortedIndices<K extends Keys | GPUBuffer> extends Sorted<K> {
  indices: WordsBeside<K>;
}

export interface StreamRequest {
  algorithm?: AlgorithmName;
  operator?: OperatorName | CustomOperator;
  /** The type of the stream's elements (default: the first type of the operator). */
  type?: ElementType;
  mode?: Mode;
  /** A stream is scanned forward, since its last element is not known before its end. */
  direction?: 'forward';
  tuning?: Tuning;
  signal?: AbortSignal;
  /** Elements per chunk (default: the number that fits into 16 MiB, or into a buffer of the device if this is smaller). */
  chunkElements?: number;
}

export interface MeasureRequest {
  /** An algorithm's id, or `javascript` for the sequential scan on the CPU. */
  algorithm: AlgorithmName | 'javascript';
  operator?: OperatorName | CustomOperator;
  type?: ElementType;
  mode?: Mode;
  direction?: Direction;
  /** Divide the input into segments, with the same random lengths for every algorithm (default false). */
  segmented?: boolean;
  /** A head flag is one bit instead of one word (default false). */
  headsAsBits?: boolean;
  /** Elements per row, if the input is a table (default: no table). The last row may be shorter. */
  columns?: number;
  /** The axis along which a table is scanned: 1 along the rows (default), 0 along the columns. */
  axis?: 0 | 1;
  /** Every segment begins with an initial value, a random element that the seed determines (default false). */
  initial?: boolean;
  n: number;
  pattern?: PatternName;
  /** The seed of the test input, 0 … 2³² − 1. */
  seed?: number;
  /** The average length of the segments of a `segmented` input, 1 to 2²⁰ (default: 64, with some ranges of 8192 elements without a head). */
  segmentLength?: number;
  tuning?: Tuning;
  /** Also measure, once per size, the upload of the input and the readback of an output (default false). */
  transfers?: boolean;
}

/** A request to measure an operation, on test inputs that the seed determines. */
export interface MeasureOperationRequest extends Omit<OperationOptions, 'where' | 'segments'> {
  operation: OperationName;
  /** The scan that the operation uses, or one of the operation's `variants` (default: `auto`). */
  algorithm?: AlgorithmName;
  /** The type of the elements; for keys with values, the type of the values (default: u32). */
  type?: ElementType;
  operator?: OperatorName;
  n: number;
  pattern?: PatternName;
  /** The seed of the test input, 0 … 2³² − 1 (default: a random seed per size). */
  seed?: number;
  /** Also time the upload of the first input and the readback of the first output (default false). */
  transfers?: boolean;
  tuning?: Tuning;
}

export interface SweepOperationRequest extends Omit<MeasureOperationRequest, 'algorithm' | 'n'> {
  /** The scans with which the operation is measured, each optionally with its own tuning (default: `auto`). Their samples are interleaved. */
  algorithms?: (AlgorithmName | TunedAlgorithm)[];
  sizes: number[];
}

export interface SweepRequest extends Omit<MeasureRequest, 'algorithm' | 'n' | 'tuning'> {
  /** Ids, each optionally with its own tuning, so that one sweep can measure an algorithm with several tunings. */
  algorithms: (AlgorithmName | TunedAlgorithm)[];
  /** Numbers of elements. */
  sizes: number[];
  /** Tuning by algorithm id, for algorithms without their own tuning. */
  tuning?: Record<string, Tuning>;
}

export interface TunedAlgorithm {
  id: AlgorithmName;
  tuning?: Tuning;
}

export interface CrossoverRequest extends Omit<SweepRequest, 'algorithms' | 'sizes' | 'transfers'> {
  /** Two algorithms. The search finds the sizes at which one is faster than the other, and the size from which the second is faster. */
  algorithms: [string, string];
  /** The smallest and the largest size of the search. */
  from: number;
  to: number;
}

/** The crossovers of two scans, and all measured points. */
export type Crossover = {
  points: Point[];
  /** Every crossing that was found, by ascending n. There may be several, since times jump where a plan changes. */
  crossings: Crossing[];
  /**
   * The faster scan of each range, by ascending n. The range between two stretches is inconclusive: it is the interval of a crossing, or a
   * range of `unsure`.
   */
  stretches: Stretch[];
  /** The inconclusive ranges, except the intervals of the crossings. */
  unsure: UnsureSpan[];
  /** The results at `from` and at `to`; empty if the page was hidden during these measurements, or during all measurements between them. */
  ends: CrossoverEnd[];
} & (
  | {
      /** `n`, `low` and `high` of the last crossing, after which the second scan stays faster at all measured sizes up to `to`. */
      n: number;
      low: number;
      high: number;
    }
  | {
      /** Null if the second scan is not faster at `to`, or if no crossing was found. There may still be earlier `crossings`. */
      n: null;
      /** The reason, in words. */
      reason: string;
    }
);

/** The result of a search for crossovers, without the points. */
export interface SearchedCrossover extends Pick<Crossover, 'crossings' | 'stretches' | 'unsure' | 'ends'> {
  /** The last crossing, after which the second scan stays faster; or the reason for its absence. */
  last: Crossing | null;
  reason: string | null;
}

/** A change of the faster of two scans. */
export interface Crossing {
  /** The first size at which `faster` is faster, if `low` and `high` are adjacent; else the middle between them. */
  n: number;
  /**
   * The largest size before the crossing at which the other scan was faster, and the smallest size after it at which `faster` was faster. Each
   * size was measured twice with the same result, unless the search reached its limit. Between these sizes, the result is inconclusive.
   */
  low: number;
  high: number;
  /** The id of the scan that is faster from here to the next crossing. */
  faster: string;
}

/**
 * Sizes at which one scan is faster. Both scans were measured at `low`, at `high`, and at each change of a plan between them that could make
 * the other scan faster.
 */
export interface Stretch {
  low: number;
  high: number;
  faster: string;
}

/** Sizes at which the comparison is inconclusive. */
export interface UnsureSpan {
  low: number;
  high: number;
  /** The reason, in words. */
  reason: string;
}

/** One end of the searched range. */
export type CrossoverEnd = { n: number } & (
  | { faster: string }
  | {
      faster: null;
      /** The reason why the comparison is inconclusive, in words. */
      reason: string;
    }
);

export interface RunOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** The number of finished points. `total` is the number of all points. */
  done: number;
  total: number;
  algorithm: string;
  n: number;
  /** The current stage of the point of `algorithm` and `n`. */
  stage: 'preparing' | 'timing' | 'verifying' | 'finished';
}

/** A custom operator that is not compiled yet. */
export interface CheckedOperator extends Operator {
  /** Code that compilers may interpret differently from its author. */
  warnings: CodeWarning[];
}

/** A condition in WGSL that is not compiled yet. */
export interface CheckedCondition {
  /** Code that compilers may interpret differently from its author. */
  warnings: CodeWarning[];
}

/** Whether an output is right, and its first error. */
export interface Verification {
  verified: boolean;
  mismatch: Mismatch | null;
  /**
   * The number of elements of a right output that are infinite or NaN although the scan in index order stays finite: partial results left
   * the range of f32. Absent if no element overflowed.
   */
  overflowed?: number;
}

/** A result file with all data of a run. docs/repeatable-runs.md describes it. */
export interface ResultFile {
  schema: 'scanlab-results';
  version: 1;
  app: 'ScanLab';
  app_version: string;
  /** The start of the run, in ISO 8601 format. */
  date: string;
  /** The configuration as the query of an address. */
  settings: string;
  config: SweepConfig;
  adapter: AdapterDescription | null;
  /** The user agent string. */
  browser: string;
  timer: { kind: Point['timer']; timer_resolution_ns: number | null } | null;
  points: Point[];
}

/** The content of a result file. */
export type Results = Omit<ResultFile, 'schema' | 'version' | 'app' | 'timer'>;

/** The complete configuration of a sweep. */
export interface SweepConfig {
  algorithms: string[];
  sizes: number[];
  operator: string;
  /** The definition of the operator, if it is custom. */
  custom?: CustomOperatorSettings;
  type: ElementType;
  mode: Mode;
  /** Whether scans begin with an initial value. */
  initial?: boolean;
  /** The measured operation, if there is one. The algorithms are then the scans that it uses, or the operation itself. */
  operation?: string;
  options?: OperationOptions;
  pattern: string;
  /** If absent, an operation has a random seed for each size. */
  seed?: number;
  tuning: Record<string, Tuning>;
  /** Whether uploads and readbacks are also measured. */
  transfers?: boolean;
}

/** A request for a complete test input. */
export interface InputRequest {
  operator?: OperatorName | CustomOperator;
  type?: ElementType;
  pattern?: PatternName;
  seed?: number;
  n: number;
}

/** The cases of a run. docs/conformance.md describes the coverage of each grid. `case` is a single case. */
export type ConformanceGrid = 'smoke' | 'spread' | 'full' | 'case';

/** The progress of a run of `<scan-conformance>`. */
export type ConformanceProgress = { total: number; done: number } & ConformanceCounts;

/** The results of a run of `<scan-conformance>`. docs/conformance-report.schema.json describes its file. */
export interface ConformanceReport {
  app: 'ScanLab';
  version: string;
  report: 'conformance';
  /** The version of these fields. It changes if a reader of the earlier fields would fail. */
  format: 3;
  /** The start of the run, in ISO 8601 format. */
  date: string;
  browser: string;
  adapter: AdapterDescription;
  grid: ConformanceGrid;
  /** The shard, such as `2/8`, if only a part of the grid ran. */
  shard: string | null;
  /** Whether every case of the grid, or of the shard, has run. */
  complete: boolean;
  /** The time from the start of the first case to the end of the last case, in seconds. */
  seconds: number;
  axes: ConformanceAxes;
  cases: ConformanceProgress;
  cells: ({ algorithm: string; operator: string; type: ElementType } & ConformanceCounts)[];
  /** The number of unsupported cases for each reason. */
  reasons: { reason: string; cases: number }[];
  /** The first 500 failures. */
  failures: { case: ConformanceCase; outcome: ConformanceOutcome; reason: string | null; mismatch: Mismatch | null; message: string }[];
  /** The result of every case; null for a full grid, which has too many cases. */
  results: (ConformanceCase & { outcome: ConformanceOutcome; reason?: string })[] | null;
}

export type ConformanceOutcome = 'passed' | 'failed' | 'unsupported';
export type ConformanceCounts = Record<ConformanceOutcome, number>;

/**
 * The segments of a case: the whole input, segments by head flags of one word or of one bit, the rows of a shape (axis 1), or its columns
 * (axis 0).
 */
export type ConformanceSegments = 'whole' | 'heads' | 'head-bits' | 'rows' | 'columns';

export interface ConformanceAxes {
  algorithms: string[];
  kinds: { operator: string; type: ElementType }[];
  modes: Mode[];
  directions: Direction[];
  segments: ConformanceSegments[];
  /** Whether scans run in place. */
  inPlace: boolean[];
  /** Whether scans begin with an initial value. */
  initial: boolean[];
  /** The names of the sizes, since some sizes depend on the tile. */
  sizes: string[];
  patterns: string[];
  /** Sizes that each algorithm runs for some forms only. */
  largeSizes: string[];
}

export interface ConformanceCase {
  algorithm: string;
  operator: string;
  type: ElementType;
  mode: Mode;
  direction: Direction;
  segments: ConformanceSegments;
  inPlace: boolean;
  initial: boolean;
  tuning?: Tuning;
  /** The name of the size `n`. */
  size: string;
  n: number;
  pattern: string;
}

/** A sweep whose duration is forecast. */
export interface ForecastRequest {
  /** The ids of the algorithms. `tuning` has the tuning of each. */
  algorithms: string[];
  sizes: number[];
  operator: string;
  type: ElementType;
  mode: Mode;
  tuning: Record<string, Tuning>;
  transfers?: boolean;
}

declare global {
  // The same as in TypeScript's declarations of later libraries.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}
