// No top-level import or export here: that would turn the declaration into an augmentation of a module that does not exist.

/** The module that wasm-bindgen makes of the Rust crate. Texts named `…Json` hold JSON of the data that `www/generated.d.ts` declares;
 * failures are Errors with the fields of a CoreError. Arrays are bit patterns: one u32 word per array entry of any type. */
declare module 'scanlab-core' {
  /** Loads and starts the WASM; must be awaited once before anything else. */
  export default function init(options: { module_or_path: URL | Response | BufferSource }): Promise<unknown>;
  /** The Catalogue. */
  export function catalogueJson(): string;
  /** The Flow of an algorithm on a power of two of columns. */
  export function flowJson(algorithm: string, columns: number): string;
  /** As Core.planJson, for WebGPU's guaranteed limits. */
  export function planJson(requestJson: string): string;
  /** As Core.shadersJson, for WebGPU's guaranteed limits. */
  export function shadersJson(requestJson: string): string;
  /** As Core.formulasJson, for WebGPU's guaranteed limits. */
  export function formulasJson(requestJson: string): string;
  /** A CoreRequest without n, an EmulatedDevice, an input and its head flags → Recording. */
  export function recordingJson(requestJson: string, deviceJson: string, words: Uint32Array, heads: Uint32Array): string;
  /** Times of one run, by round where `paired` with NaN for a void sample, and the resolution of the clock in them, all in ns
   * → CoreComparison. */
  export function compareJson(
    left: Float64Array,
    leftStep: number,
    right: Float64Array,
    rightStep: number,
    paired: boolean,
    margin: number,
  ): string;
  /** Samples of `repeats` transfers each, by a clock of this step, all in ns → Transfer. */
  export function transferJson(spans: Float64Array, repeats: number, step: number): string;
  /** Throws what is wrong with the text of a result file. */
  export function checkResultFile(text: string): void;
  /** Results, with numbers that JSON does not have as texts → ResultFile, indented by two. What stands in the results is written as it stands. */
  export function resultFileJson(resultsJson: string): string;
  /** The same, with `adapter_name` → CSV. */
  export function resultsCsv(resultsJson: string): string;
  /** The Point of a CoreRequest that was not measured. */
  export function skippedPointJson(requestJson: string, transfers: boolean, timestamps: boolean, reason: string): string;
  /** The Point of a CoreOperation that was not measured. */
  export function skippedOperationJson(requestJson: string, timestamps: boolean, reason: string): string;
  /** The samples of a point that a verdict on it requires. */
  export function leastSamples(): number;
  /** The Point of the sequential scan in JavaScript, by the page's clock. */
  export function sequentialPointJson(
    requestJson: string,
    transfers: boolean,
    verified: boolean,
    hidden: boolean,
    samples_ns: Float64Array,
    repeats: number,
  ): string;
  /** Called with the message when the core panics; whatever is in flight will never settle by itself. */
  export function onPanic(callback: (message: string) => void): void;
  /** Registers a CoreOwnOperator → RegisteredOperator. */
  export function ownOperator(definitionJson: string): string;
  /** A condition in WGSL → CodeWarning[]. */
  export function conditionWarningsJson(code: string, ofFloats: boolean): string;
  /** Writes elements `start …` of a CoreInput into `words`. */
  export function fillPattern(inputJson: string, start: number, words: Uint32Array): void;
  /** Writes the head flags of elements `start …` of the same test input, as `measure` takes them in a segmented scan. */
  export function fillHeads(inputJson: string, start: number, heads: Uint32Array): void;

  /** Writes words `start …` of a test input of a CoreOperation: its `source`, its `flags` or its `values`. */
  export function fillOperation(requestJson: string, input: string, start: number, words: Uint32Array): void;

  /** A typed size, the largest that fits, and how messages write numbers, in English where it is not given → ParsedSize. */
  export function parseSizeJson(text: string, limit?: number, format?: (n: number) => string): string;
  /** The same of a list → SizeList. */
  export function parseSizeListJson(text: string, limit?: number, format?: (n: number) => string): string;
  /** The same of a range's typed fields → RangeSizes. */
  export function sizeRangeJson(
    from: string,
    to: string,
    steps: string,
    onLogScale: boolean,
    limit?: number,
    format?: (n: number) => string,
  ): string;
  /** The text of the setting → ParsedSizes. */
  export function parseSizesJson(text: string): string;
  /** The text of the setting → ParsedAlgorithms. */
  export function parseAlgorithmsJson(text: string): string;
  /** The text of the setting → ParsedOperation. */
  export function parseOperationJson(text: string): string;
  /** The query of an address → ParsedQuery. */
  export function parseQueryJson(search: string): string;
  /** SweepSettings, and the typed fields of the range that the sizes were given as → the query of an address, without its question mark. */
  export function formatQuery(settingsJson: string, from?: string, to?: string, steps?: string, onLogScale?: boolean): string;

  /** Called without an argument when all of the input is uploaded, and then with the next bytes of the output; it must not throw. */
  export type Taker = (piece?: Uint8Array) => void;

  /** A CoreTimes → CrossoverBracket[]. */
  export function crossoversJson(timesJson: string): string;

  /** A search for the crossings of two scans, which says what to measure. */
  export class CrossoverSearch {
    /** How many measurements it asks for at most. */
    most(): number;
    /** The size to measure next; undefined where all is known that can be. */
    next(): number | undefined;
    /** Takes a CoreVerdict. */
    record(n: number, verdictJson: string): void;
    /** → SearchedCrossover */
    conclude(): string;
    free(): void;
  }

  /** Predicts measured points; it remembers their plans. */
  export class Predictor {
    /** For WebGPU's guaranteed limits. */
    constructor();
    /** measuredJson: `{ algorithms, points: { algorithm, request, dispatches, scratch_bytes, ns }[], copies: { n, ns }[], overheads_ns,
     * element_bytes }`, a `request` being a text as planJson takes it → Predictions. */
    predict(measuredJson: string): string;
    free(): void;
  }

  /** Forecasts sweeps; times are told to it in ms, from any start. sweepJson: `{ algorithms, sizes, transfers, kind: { operator, type, mode,
   * tuning } }`, the tuning by algorithm. */
  export class Forecaster {
    /** Whether anything was measured yet. */
    isMeasured(): boolean;
    /** How long a sweep takes from its beginning → Forecast. */
    sweep(sweepJson: string): string;
    /** A sweep begins, or goes on from points `{ algorithm, n }[]` that are there already. */
    begin(sweepJson: string, pointsJson: string, now_ms: number): void;
    point(algorithm: string, n: number, skipped: boolean, now_ms: number): void;
    /** Nothing was measured for a while. */
    resume(now_ms: number): void;
    /** What is left → Forecast with its `points`. */
    left(now_ms: number): string;
    free(): void;
  }

  /** Inputs and outputs on the device. It must not throw. */
  export interface CoreDeviceData {
    /** Submits a copy of an input into a buffer of the core; `flags` are also the heads of a scan. */
    copyIn(input: 'input' | 'flags' | 'values', buffer: GPUBuffer): void;
    /** Submits a copy of the first words of a buffer of the core, which it may overwrite in its next run. */
    copyOut(output: 'output' | 'second', buffer: GPUBuffer, words: number): void;
    /** All outputs are copied of a run that is not waited for yet. */
    submitted(): void;
    /** Whether `submitted` passes the outputs on. */
    passesOn(): boolean;
  }

  export class CancelToken {
    constructor();
    cancel(): void;
    free(): void;
  }

  export class Core {
    /** Opens a device by DeviceOptions. */
    static open(optionsJson: string): Promise<Core>;
    /** The DeviceFacts. */
    adapterJson(): string;
    /** Sets the adapter's smallest and largest subgroup size, for a device with subgroup operations. */
    setSubgroups(min: number, max: number): void;
    /** Runs the probe for forward progress of started workgroups; false on software adapters. */
    tryOut(): Promise<string>;
    /** Marks the adapter as a software adapter. */
    setSoftware(): void;
    /** Has `auto` go by an array of CalibrationRows, and by the built-in table where there is none. */
    setCalibration(rowsJson: string): void;
    /** A CoreRequest of any length → the reason why not, or undefined. */
    supports(requestJson: string): string | undefined;
    /** A CoreRequest → PlanDescription. */
    planJson(requestJson: string): string;
    /** Same request → SourceFormula[]: what the scan's sources say beside its plan. */
    formulasJson(requestJson: string): string;
    /** A search for crossovers on this device; searchJson is a CoreSearch. */
    crossoverSearch(searchJson: string): CrossoverSearch;
    /** A forecaster for this device as it is now. */
    forecaster(): Forecaster;
    /** A predictor for this device as it is now. */
    predictor(): Predictor;
    /** Same request → JoinedShader[]: what the device compiles for it. */
    shadersJson(requestJson: string): string;
    /** Same request as planJson, without n: that is `input.length` / words. The output may be a Taker. With Phases, only runs those. */
    scan(
      requestJson: string,
      input: Uint32Array,
      output: Uint32Array | Taker,
      heads: Uint32Array | undefined,
      cancel: CancelToken,
      phasesJson?: string,
    ): Promise<void>;
    /** Tries an operator of one's own, by its name, on elements of its input, neighbours beside each other → OperatorTrial. */
    tryOperator(id: string, input: Uint32Array, cancel: CancelToken): Promise<string>;
    /** A CoreOperation of any length → the reason why not, or undefined. */
    supportsOperation(requestJson: string): string | undefined;
    /** A CoreOperation → PlanDescription. */
    operationPlanJson(requestJson: string): string;
    /** Same request → JoinedShader[]. */
    operationShadersJson(requestJson: string): string;
    /** Runs a CoreOperation on its input, its flags and its values; its outputs are new arrays. */
    operate(
      requestJson: string,
      input: Uint32Array,
      flags: Uint32Array | undefined,
      values: Uint32Array | undefined,
      cancel: CancelToken,
    ): Promise<{ output: Uint32Array; second?: Uint32Array; count?: number }>;
    /** The device itself. */
    device(): GPUDevice;
    /** Scans at least one element, of so many words in all, on the device. Same request as scan. */
    scanOnDevice(requestJson: string, words: number, segmented: boolean, data: CoreDeviceData, cancel: CancelToken): Promise<void>;
    /** Runs a CoreOperation of at least one element on the device → what it has counted. */
    operateOnDevice(requestJson: string, data: CoreDeviceData, cancel: CancelToken): Promise<number | undefined>;
    /** Begins a scan in chunks of at most `chunkElements` elements. Same request as scan. */
    stream(requestJson: string, chunkElements: number): Promise<StreamScan>;
    /** requestsJson: an array of CoreRequests, never in place, all of one input. Measures them in turns,
     * quickly for a choice or carefully for figures; what keeps one of them from being measured, its `finish` says. `onStage` gets a request's rank and what is done to it. */
    measure(requestsJson: string, quick: boolean, cancel: CancelToken, onStage: (rank: number, stage: string) => void): Promise<Block>;
    /** The same of CoreOperations of one input, which differ in the scan that is a part of them. */
    measureOperations(requestsJson: string, cancel: CancelToken, onStage: (rank: number, stage: string) => void): Promise<Block>;
    /** The number of completed waits for the device, which grows while its work advances. */
    steps(): number;
    /** Closes the device; pending work fails. */
    close(): void;
    free(): void;
  }

  export class StreamScan {
    /** Scans the next chunk, of so many words, in the order of the scan; a backward one begins with the last. `fillNext` is called
     * with arrays to fill with the next bytes of the input; it must not throw. The next chunk may be pushed before this one is done.
     * An error ends the scan. */
    push(
      words: number,
      fillNext: (target: Uint8Array) => void,
      takeNext: Taker,
      heads: Uint32Array | undefined,
      cancel: CancelToken,
    ): Promise<void>;
    free(): void;
  }

  export class Block {
    /** Runs the scan of that rank once more, as timed. Only samples with the same output count. */
    finish(rank: number, cancel: CancelToken): Promise<void>;
    /** The Point of the scan that was finished last, but for its mismatch and its transfers; `mark` is the block's. */
    pointJson(requestJson: string, transfers: boolean, verified: boolean, hidden: boolean, mark: string): string;
    /** Reads elements `start …` of the output of the scan that was finished last. */
    readOutput(start: number, words: Uint32Array): Promise<void>;
    /** The Point of the operation that was finished last, but for its mismatch. */
    operationPointJson(requestJson: string, verified: boolean, hidden: boolean, mark: string): string;
    /** Reads words `start …` of the first or the second output of the operation that was finished last. */
    readWords(second: boolean, start: number, words: Uint32Array): Promise<void>;
    /** What the operation that was finished last has counted; undefined of one that does not count. */
    readCount(): Promise<number | undefined>;
    free(): void;
  }
}
