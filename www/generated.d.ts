/**
 * The data that cross between the Rust core and the page, generated from the crate's types (lab/src/typescript.rs): do not edit,
 * `UPDATE_TYPES=1 cargo test --workspace --lib typescript` writes it anew.
 */

/** The description and the planner of an algorithm. */
export type Algorithm = { 
/** Public name: file stem, API, URL, CSV. */
id: string, 
/** Display name. */
title: string, 
/** The family that the page lists it under. */
family: string, 
/** A description in one line. */
summary: string, 
/** Citations of its sources. */
paper: string, 
/** Operator applications for n elements. */
work: string, 
/** The longest chain of dependent steps. */
depth: string, 
/** The order of the applications, which affects rounding and overflow. */
order: string, 
/** Elements read and written in global memory. */
traffic: string, 
/** Its requirements beyond core WebGPU. */
needs: Array<string>, 
/** Its tuning parameters. */
tuning: Array<TuningParameter>, 
/** Whether its output can overwrite its input; in JSON, whether it can in at least one mode. */
inPlace: boolean, };

/** A scan with the tuning that is given with it. */
export type AlgorithmEntry = { 
/** Public name. */
id: string, 
/** Values of the scan's tuning parameters, by name. */
tuning: { [key in string]: number }, };

/** The algorithms of the catalogue. */
export type AlgorithmId = "sequential" | "hillis-steele" | "reduce-downsweep" | "hybrid" | "naive-tiles" | "blelloch" | "kogge-stone" | "sklansky" | "brent-kung" | "brent-kung-in-place" | "brent-kung-radix" | "han-carlson" | "ladner-fischer" | "knowles" | "matrix" | "raking" | "reduce-then-scan" | "two-level" | "nakano" | "nakano-sequential" | "subgroup" | "cache-blocked" | "segmented-difference" | "chained" | "look-back" | "look-back-deterministic" | "look-back-fallback" | "look-ahead" | "auto";

/** Scans to measure in one block. */
export type CalibrationBlock = { 
/** The length of the scans, in elements. */
n: number, 
/** The ids of the scans. */
algorithms: Array<string>, 
/** The time limit of all blocks, in milliseconds. After this time, the caller cancels the measurement if it can. Then
 * the earlier blocks give the table. */
end_ms: number, };

/** A row of a calibration, by ascending length. */
export type CalibrationRow = { 
/** The length of the longest scan that the row is for, in elements. */
up_to_elements: number, 
/** The algorithm's id. Scans that the algorithm does not support use the built-in table. */
id: string, };

/** Algorithms, operators, operations and test inputs, known without a GPU. */
export type Catalogue = { 
/** The scans. */
algorithms: readonly Algorithm[], 
/** The operators. */
operators: readonly Operator[], 
/** The operations that are made of scans. */
operations: readonly OperationEntry[], 
/** Operations for measurements only. */
measured: readonly OperationEntry[], 
/** Test inputs. */
patterns: readonly Pattern[], 
/** The limits of requests on every device. */
limits: RequestLimits, 
/** ScanLab's version. */
version: string, };

/** A location in a user's code. */
export type CodePlace = { 
/** The argument that holds the code, such as `operator.combine`. */
what: string, 
/** The line, from 1. */
line: number, 
/** The column, from 1. */
column: number, };

/** A warning about a place in user code. */
export type CodeWarning = { 
/** The argument's name. */
what: string, 
/** The line of the code, from 1. */
line: number, 
/** The column, from 1. */
column: number, 
/** The ambiguity, and what to write instead. */
message: string, };

/** The options of a comparison. */
export type CompareOptions = { 
/** The verdict is `same` if the whole interval of the ratio is within this distance of 1 (default 0.01). */
margin?: number, };

/** The comparison of two points. Their algorithms, tuning and adapters may differ. */
export type Comparison = { 
/** `faster` or `slower` if the whole interval of the ratio is on one side of 1, `same` if it is within the margin
 * around 1. */
verdict: Verdict, 
/** The left time divided by the right time. The interval is widened by half of the resolution of either timer. Null
 * if the points cannot be compared. */
ratio: Ratio | null, 
/** Whether the samples were compared round by round, so that common disturbances cancel. Otherwise the medians were
 * compared: if the device is slower during one measurement, the ratio contains this difference. */
paired: boolean, 
/** The cause of the verdict `inconclusive`. */
cause?: ComparisonCause, 
/** The cause as a sentence. */
reason?: string, 
/** The left median divided by the right median. Present if the points have valid times for the same work, but too few
 * samples for an interval, or samples of a device whose speed changed. */
median_ratio?: number, };

/** The reason for the verdict `inconclusive`. With `interval`, the 95 % interval of the ratio contains 1 and is wider
 * than the margin. With any other cause there is no ratio, since a precondition of the comparison is not met. */
export type ComparisonCause = { "kind": "interval" } | { "kind": "too-few-samples" } & TooFewSamples | { "kind": "skipped" } | { "kind": "wrong-output" } | { "kind": "hidden" } | { "kind": "no-elements" } | { "kind": "unresolved" } | { "kind": "different-requests" } | { "kind": "device-drifted" };

/** Times and rates of the copy kernel. */
export type CopyTimes = { 
/** The median, in nanoseconds. */
median_ns: number, 
/** The 95 % interval of the median, in nanoseconds. */
interval_ns: [number, number], 
/** Elements per second. */
elements_per_s: number, 
/** Bytes per second, if each element is read once and written once. */
bytes_per_s: number, };

/** A time of the copy kernel. */
export type CoreCopyTime = { 
/** Elements. */
n: number, 
/** Time of one run, in nanoseconds. */
ns: number, };

/** The definition of a custom operator. It must be associative, and its identity must leave every element unchanged.
 * The library does not check this. */
export type CoreCustomOperator = { 
/** Its element type. */
type: ElementType, 
/** Words of one element: 1, 2 or 4. */
words: number, 
/** The identity, as the bit patterns of its words. */
identity: Array<number>, 
/** The body of `fn combine(left: T, right: T) -> T`, where T is the element type, or a vector of two or four
 * components of this type. */
combine: string, };

/** An error in the form that the page receives. */
export type CoreError = { 
/** The kind of the error, for programs. */
code: CoreErrorCode, 
/** The requirement and the found value, for people. */
message: string, 
/** Present if a run exceeded its time limit. Larger sizes would exceed the limit as well. */
timeLimit?: TimeLimit, 
/** The location of an error in a user's code. */
place?: CodePlace, };

/** The kind of an error, for programs. */
export type CoreErrorCode = "no-adapter" | "device-lost" | "out-of-memory" | "too-large" | "unsupported" | "bad-argument" | "cancelled";

/** A measured point. */
export type CoreKnownPoint = { 
/** The algorithm's id. */
algorithm: string, 
/** Number of elements. */
n: number, };

/** Measured times, and the scans to predict. */
export type CoreMeasured = { 
/** Ids of the scans to predict. */
algorithms: Array<string>, 
/** The points of the scans that have a time. */
points: Array<CoreMeasuredPoint>, 
/** Times of the copy kernel. */
copies: Array<CoreCopyTime>, 
/** Times of an empty dispatch, in nanoseconds. */
overheads_ns: Array<number>, 
/** Bytes of an element. */
element_bytes: number, };

/** A measured time of a scan. */
export type CoreMeasuredPoint = { 
/** The scan that was measured. */
algorithm: string, 
/** The unresolved request, since this version or device may not support it. */
request: CoreRequest, 
/** Passes of a run. */
dispatches: number, 
/** Scratch memory of a run, in bytes. */
scratch_bytes: number, 
/** Time of one run, in nanoseconds. */
ns: number, };

/** A request of an operation, by public names. */
export type CoreOperation = { 
/** Operation's public name. */
operation: string, 
/** Element type of the input, or of the values if there are keys and values. */
type: KeyType, 
/** Operator's public name, for reductions. */
operator?: string, 
/** Public name of the scan that the operation uses, or of a variant in its place. */
scan?: string, 
/** Tuning parameters of the scan by name. */
tuning?: { [key in string]: number }, 
/** The options of the operation. */
options?: OperationOptions, 
/** Number of elements. */
n?: number, 
/** The index of the input's first element, if the input is a part of a longer array. Conditions count from it. */
first?: number, 
/** Test input's public name. */
pattern?: string, 
/** Test input's seed. */
seed?: number, };

/** A request of a scan, by public names. */
export type CoreRequest = { 
/** Algorithm's public name. */
algorithm?: string, 
/** Operator's public name. */
operator?: string, 
/** Element type. */
type: ElementType, 
/** Inclusive or exclusive. */
mode?: Mode, 
/** Forward or backward. */
direction?: Direction, 
/** Whether head flags divide the input into segments. */
segmented?: boolean, 
/** Whether a head flag is a bit instead of a word. */
headsAsBits?: boolean, 
/** Elements of a row, for a scan of rows or columns; 0 for neither. */
columns?: number, 
/** The axis of a scan of rows or columns: 1 along the rows, 0 along the columns. */
axis?: number, 
/** Whether the output overwrites the input on the device. */
inPlace?: boolean, 
/** Whether every segment begins with an initial value. */
initial?: boolean, 
/** Number of elements. */
n?: number, 
/** Tuning parameters by name. */
tuning?: { [key in string]: number }, 
/** Test input's public name. */
pattern?: string, 
/** Test input's seed. */
seed?: number, 
/** The average length of segments in a test input with head flags, in elements. */
segmentLength?: number, };

/** A request of a search. */
export type CoreSearch = { 
/** Public names of the two scans. The search finds the size from which the second scan is faster. */
algorithms: [string, string], 
/** The smallest size. */
from: number, 
/** The largest size. */
to: number, 
/** One request per scan that has plans. The request's `n` is ignored. */
planned: Array<CoreRequest>, };

/** The sweep to forecast. */
export type CoreSweep = { 
/** Ids of the algorithms. */
algorithms: Array<string>, 
/** Numbers of elements. */
sizes: Array<number>, 
/** Whether uploads and readbacks are measured too. */
transfers?: boolean, 
/** The common properties of the sweep's scans. */
kind: CoreSweepKind, };

/** The common properties of a sweep's scans. */
export type CoreSweepKind = { 
/** Operator's public name. */
operator: string, 
/** Element type. */
type: ElementType, 
/** Inclusive or exclusive. */
mode: Mode, 
/** Tuning parameters by algorithm. */
tuning?: { [key in string]: { [key in string]: number } }, };

/** A time of a scan. */
export type CoreTime = { 
/** The scan's id. */
algorithm: string, 
/** Elements. */
n: number, 
/** Time of one run, in nanoseconds. */
ns: number, 
/** The 95 % interval of the time, if known. */
interval_ns: [number, number] | null, };

/** Times of scans. */
export type CoreTimes = { 
/** The scans' ids. Pairs are formed in this order. */
algorithms: Array<string>, 
/** The times of the scans. */
points: Array<CoreTime>, };

/** The cost of a plan: the sum of its passes' costs, with its depth and memory. */
export type Cost = { 
/** Number of passes. */
dispatches: number, 
/** Workgroups of all passes. */
workgroups: number, 
/** Workgroup barriers, counted once per workgroup. */
barriers: number, 
/** Elements read from storage buffers, and head flags. */
reads: number, 
/** Elements written to storage buffers. */
writes: number, 
/** Applications of the operator, including those with the identity, for an input of one segment. Segment starts save
 * some applications. */
applications: number, 
/** The longest chain of operator applications to one element of the output. */
depth: number, 
/** Scratch memory in bytes. */
scratch_bytes: number, 
/** Whether reads, applications and barriers are lower bounds. */
is_lower_bound: boolean, };

/** A crossover between two measured sizes. */
export type CrossoverBracket = { 
/** The scan that takes less time at the larger size. */
faster: string, 
/** The scan that takes less time at the smaller size. */
slower: string, 
/** The measured sizes nearest to the crossover at which the times differ by more than their error. */
between: [number, number], 
/** Whether, of all scans, `slower` is the fastest below the crossover, and `faster` is the fastest above it. */
leads: boolean, 
/** The smaller of two ratios of times: the greatest ratio below the crossover, and the greatest ratio above it. */
gain: number, };

/** A custom operator, as it is typed. */
export type CustomOperatorSettings = { 
/** Words of one element. */
words: number, 
/** The identity: numbers, separated by commas. */
identity: string, 
/** The body of the function `combine` in WGSL. */
combine: string, };

/** Properties of the open device. */
export type DeviceFacts = { 
/** The adapter's name, as wgpu reports it. */
name: string, 
/** Whether the adapter is known to be a software adapter. */
isFallback: boolean, 
/** Whether timestamp queries are used. */
timestamps: boolean, 
/** The number of words that one binding holds. */
maxElements: number, };

/** The work of the device between a scan's uploads and its readbacks. */
export type DeviceWork = "run" | "nothing" | "copy-input" | "copy-heads";

/** A possible cause of a difference between a measured time and its prediction. */
export type DifferenceCause = { "kind": "launches" } | { "kind": "one-invocation" } | { "kind": "chain", 
/** The number of tiles. */
tiles: number, } | { "kind": "look-back" } | { "kind": "few-workgroups", 
/** Workgroups of the longest pass. */
workgroups: number, } | { "kind": "strides" } | { "kind": "bank-conflicts" } | { "kind": "barriers", 
/** Barriers per workgroup. */
barriers: number, } | { "kind": "applications", 
/** Applications of the operator per element. */
applications: number, } | { "kind": "idle" } | { "kind": "fast-copy", 
/** The speed of the copy kernel relative to the prediction. */
times: number, } | { "kind": "cached-chunks" } | { "kind": "cached-elements" } | { "kind": "cached-passes" } | { "kind": "scheduling" };

/** The direction of a scan. */
export type Direction = "forward" | "backward";

/** The type of the entries of the scanned array. */
export type ElementType = "u32" | "i32" | "f32";

/** A device of an emulator. */
export type EmulatedDevice = { 
/** Invocations of a subgroup. A device with fewer than 4 has no subgroup operations. */
subgroupSize: number, 
/** Invocations of the largest subgroup, if sizes differ. */
largestSubgroupSize: number | null, 
/** The maximum number of invocations per workgroup, for scans whose workgroups are as large as workgroup memory
 * allows. */
workgroupSize: number, };

/** The data flow of a scan. */
export type Flow = { 
/** Number of columns, one per element; each holds one value at a time. */
columns: number, 
/** Whether the columns hold the exclusive scan at the end; otherwise the inclusive scan. */
exclusive: boolean, 
/** The steps in order. */
steps: Array<FlowStep>, };

/** The new value of one column. */
export type FlowOperation = { "kind": "combine", 
/** The column written. */
target: number, 
/** The column of the left operand. */
left: number, 
/** The column of the right operand. */
right: number, } | { "kind": "copy", 
/** The column written. */
target: number, 
/** The column read. */
from: number, } | { "kind": "identity", 
/** The column written. */
target: number, };

/** Simultaneous operations. Each reads the values from before the step. */
export type FlowStep = { 
/** A short name. */
label: string, 
/** The operations, at most one per column. */
operations: Array<FlowOperation>, };

/** The estimate of a duration. */
export type Forecast = { 
/** The expected time, in seconds. */
expected_s: number, 
/** The longest time, in seconds. */
most_s: number, };

/** The remaining time of a sweep. */
export type ForecastLeft = { 
/** The expected time, in seconds. */
expected_s: number, 
/** The longest time, in seconds. */
most_s: number, 
/** Points that are not measured yet. */
points: number, };

/** The source of one shader module, with its executed entry points. */
export type JoinedShader = { 
/** The entry points, in the order of their first dispatches. */
entry_points: Array<string>, 
/** The files of the module, in order. */
parts: Array<ShaderPart>, };

/** The ranges in which launches or traffic dominate predictions, and in which predictions fail. Positions are indices
 * of the times by ascending n. */
export type Judgement = { 
/** The largest size up to which launches dominate. */
launches_up_to: number | null, 
/** The smallest size from which traffic dominates. */
traffic_from: number | null, 
/** The size with the greatest difference between measurement and prediction. */
worst: number, 
/** The sizes at which measurement and prediction do not agree. */
off: Array<number>, 
/** The factor within which measurement and prediction agree. */
agrees: number, };

/** The types of the elements of operations. Only keys of a sort have 64 bits. */
export type KeyType = "u32" | "i32" | "f32" | "u64" | "i64" | "f64";

/** The measurement that gives the time of a launch. */
export type LaunchFrom = "empty" | "copy";

/** The first wrong element of an output. */
export type Mismatch = { 
/** Index of the first wrong element, in elements; in a backward scan, of the last wrong element. */
index: number, 
/** The words of the right element, as numbers of the element type. */
expected: Array<number>, 
/** The words of the found element. */
found: Array<number>, 
/** The tile of the element. */
tile: number, 
/** The local invocation index, in the tile's workgroup, of the invocation that owns the element. */
lane: number, 
/** The tolerance if the type is f32 and the operator rounds, else 0. For an element of several words, the largest
 * tolerance of its words. */
tolerance: number, };

/** Whether an element is part of its own prefix. */
export type Mode = "inclusive" | "exclusive";

/** The reason why the model cannot be fitted to the copies. */
export type ModelProblem = { "kind": "no-copies" } | { "kind": "near-sizes", 
/** The required factor between the smallest and the largest size. */
required: number, } | { "kind": "short-copies", 
/** The required time of the longest copy, in launches. */
required: number, 
/** The time of the longest copy, in launches. */
found: number, };

/** An operation. */
export type OperationEntry = { 
/** Whether a scan of the registry can be chosen for the operation. */
takesScan: boolean, 
/** The names of the options that it takes. */
options: Array<string>, 
/** Variants that `measure` accepts in place of a scan. Their outputs have the right elements in an unspecified order. */
variants: readonly OperationVariant[], 
/** Public name: file stem, API, URL, CSV. */
id: string, 
/** Display name. */
title: string, 
/** A description in one line. */
summary: string, 
/** Citations of its sources. */
paper: string, 
/** Elements read and written in global memory. */
traffic: string, 
/** Whether it always has values beside its keys. */
takesValues: boolean, 
/** Whether offsets give segments of its input. */
takesOffsets: boolean, 
/** Whether it has sorted keys beside its input. */
takesSorted: boolean, 
/** Whether its input is sorted too, and its output has the keys of both arrays. */
merges: boolean, 
/** Whether it also sorts keys of two words. */
sortsWideKeys: boolean, 
/** Whether it selects elements, by a predicate or by flags. */
selects: boolean, };

/** The operations, also those that are only measured. */
export type OperationId = "reduce" | "compact" | "partition" | "unique" | "run-lengths" | "reduce-by-key" | "segmented-reduce" | "histogram" | "sort" | "segmented-sort" | "top-k" | "arg-min" | "arg-max" | "lower-bound" | "merge" | "neighbours";

/** The options of operations. Each operation takes some of them. */
export type OperationOptions = { 
/** The condition of a selection: an expression in WGSL of the element `x` and its index `i`. */
where?: string, 
/** Whether flags select the elements. */
flags?: boolean, 
/** The fraction of selected elements in test inputs, from 0 to 1. */
density?: number, 
/** Whether a compaction or `unique` also returns the indices of the kept elements, or a sort or a merge the indices of its
 * keys. */
indices?: boolean, 
/** Whether a partition stores the elements that are not selected in reverse order. */
reversed?: boolean, 
/** The number of bins of a histogram. */
bins?: number, 
/** The lower end of a histogram's first bin. */
from?: number, 
/** The exclusive upper end of a histogram's last bin. Infinity is a text, since JSON has no number for it. */
to?: number | 'Infinity', 
/** Whether a sort carries values. */
values?: boolean, 
/** Whether a sort or a merge is descending. */
descending?: boolean, 
/** The first bit that a sort compares, and the bit after the last. */
bits?: [number, number], 
/** The number of keys that a top-k keeps. */
k?: number, 
/** Whether a top-k keeps the largest keys. */
largest?: boolean, 
/** The number of segments of a segmented reduction or sort. */
segments?: number, 
/** The number of sorted keys that a lower bound searches, or that a merge takes as its second input. */
sortedLength?: number, 
/** Whether a lower bound is an upper bound. */
upper?: boolean, 
/** The average length of segments, or of runs of equal elements or keys, in test inputs. */
runs?: number, 
/** Words of each element that a compaction, a partition or `unique` moves, and of each value of a sort. */
words?: number, };

/** Another implementation of an operation, for measurements only. Its output has the right elements in an undefined
 * order. */
export type OperationVariant = { 
/** Public name, used in place of a scan's. */
id: string, 
/** Display name. */
title: string, 
/** A description in one line. */
summary: string, };

/** An operator. */
export type Operator = { 
/** Public name. */
id: string, 
/** The name for people. */
title: string, 
/** Element types that it works on. */
types: Array<ElementType>, 
/** Words of one element. */
words: number, 
/** Whether operands may be swapped. */
commutative: boolean, 
/** The identity by element type, as text (JSON has no infinity). */
identity: { [key in ElementType]?: Array<string> }, };

/** The operators of the catalogue. */
export type OperatorId = "add" | "mul" | "min" | "max" | "and" | "or" | "xor" | "bicyclic" | "affine" | "mat2";

/** The findings of a trial of an associative operator. */
export type OperatorTrial = { 
/** Whether rounding makes results depend on the order of the applications. */
rounds: boolean, };

/** The scans that a text names. */
export type ParsedAlgorithms = { 
/** In the text's order. */
entries: Array<AlgorithmEntry>, 
/** The errors of ignored parts: the required and the found text. */
problems: Array<string>, };

/** The operation that a text names. */
export type ParsedOperation = { 
/** Public name; null for a scan, or if no operation could be read. */
operation: string | null, 
/** The given options. */
options: OperationOptions, 
/** The errors of ignored parts: the required and the found text. */
problems: Array<string>, };

/** The contents of a query. */
export type ParsedQuery = { 
/** Texts of the settings. */
values: { [key in Setting]?: string }, 
/** Whether the page may start the sweep without a click. */
run: boolean, 
/** The errors of ignored parts: the required and the found text. */
problems: Array<string>, 
/** The other parts of the query, unchanged. */
others: Array<string>, };

/** One size, or the fault of its text. */
export type ParsedSize = { "value": number } | { "problem": string };

/** The sizes that a text names. */
export type ParsedSizes = { 
/** In elements, ascending. */
sizes: Array<number>, 
/** The form of the text; null if no size could be read. */
choice: SizesChoice | null, 
/** The errors of ignored parts: the required and the found text. */
problems: Array<string>, };

/** The cost of a pass over all its invocations: exact, unless [`Plan::is_lower_bound`]. */
export type PassCost = { 
/** Elements read from storage buffers, and head flags. */
reads: number, 
/** Elements written to storage buffers. */
writes: number, 
/** Applications of the operator, including those with the identity, for an input of one segment. Segment starts save
 * some applications. */
applications: number, 
/** Workgroup barriers, counted once per workgroup. */
barriers: number, };

/** One dispatch of a plan. */
export type PassDescription = { 
/** Path of the shader's file below `shaders/`. */
shader: string, 
/** The function that runs. */
entry_point: string, 
/** The number of workgroups. */
workgroups: number, 
/** Invocations of a workgroup. */
workgroup_size: number, 
/** Elements of the array that the pass works on. */
elements: number, 
/** A number whose meaning depends on the kernel. */
argument: number, 
/** Binding number and buffer, like `1 source` or `3 scratch 0`. */
bindings: Array<string>, 
/** The cost. */
cost: PassCost, };

/** A kind of test input. */
export type Pattern = { 
/** Public name. */
id: string, 
/** Display name. */
title: string, };

/** The test inputs of the catalogue. */
export type PatternId = "random" | "zeros" | "ones" | "max" | "alternating" | "sorted" | "spikes";

/** The phases of a scan to run, in this order. */
export type Phases = { 
/** Number of uploads of the input, the head flags and the initial value. */
uploads: number, 
/** The work between uploads and readbacks. */
work: DeviceWork, 
/** Number of readbacks of the output. */
readbacks: number, 
/** Whether the scan's buffers stay cached, whatever their size, for later calls that run other phases. A cancelled
 * scan releases the buffers. */
keepBuffers: boolean, };

/** The description of a plan. */
export type PlanDescription = { 
/** The algorithm's public name. */
algorithm: string, 
/** The algorithm that runs: the requested algorithm, the choice of `auto`, or `columns`. */
ran: string, 
/** Effective tuning parameters. */
tuning: { [key in string]: number }, 
/** The number of passes. */
dispatches: number, 
/** Memory in addition to input and output, in bytes. */
scratch_bytes: number, 
/** Elements that one workgroup handles. */
tile_elements: number, 
/** Elements that one invocation handles. */
elements_per_invocation: number, 
/** The longest chain of operator applications that leads to one output element. */
operator_depth: number, 
/** The maximum number of elements in one binding. If the algorithm stores flags beside the elements, the flags take
 * space too. 0 for operations. */
most_elements: number, 
/** The cost of the whole plan. */
cost: Cost, 
/** The dispatches of the plan, in order. */
passes: Array<PassDescription>, };

/** The measurement of one algorithm at one size. The times are those of the samples. If the output is wrong, the samples
 * are void, and the point has no times. */
export type Point = { 
/** The algorithm's id, or `javascript` for the sequential scan on the CPU. */
algorithm: string, 
/** The operation's id, for a point of an operation. Then `algorithm` is the scan inside the operation or, without a
 * scan, the operation itself. */
operation?: string, 
/** The operation's options. */
options?: OperationOptions, 
/** The operator's id. */
operator: string, 
/** Element type. */
type: ElementType, 
/** Inclusive or exclusive. */
mode: Mode, 
/** Forward or backward. */
direction: Direction, 
/** Whether head flags divide the input into segments. */
segmented: boolean, 
/** Whether a head flag is a bit instead of a word; absent if false. */
headsAsBits?: boolean, 
/** Elements of a row, in a scan of rows or columns. */
columns?: number, 
/** The axis of a scan of rows or columns: 1 along the rows, 0 along the columns. */
axis?: number, 
/** Whether every segment begins with the test input's initial value; absent if false. */
initial?: boolean, 
/** Number of elements. */
n: number, 
/** The test input's id. */
pattern: string, 
/** The test input's seed. */
seed: number, 
/** The average length of the test input's segments, in elements, if the request gave one. */
segmentLength?: number, 
/** Effective tuning parameters. */
tuning: { [key in string]: number }, 
/** Times of uploads of the input, and of the head flags of a segmented scan, from typed arrays to the device, as in
 * `scan`. Present if `transfers` were requested. All points of a block have the same times. Null for a scan on the
 * CPU, for a scan of no elements, and for a skipped point. */
upload?: Transfer | null, 
/** Times of readbacks of the output's length. Otherwise like `upload`. */
readback?: Transfer | null, 
/** Whether every element of the output is right. */
verified: boolean, 
/** The first wrong element. */
mismatch: Mismatch | null, 
/** For a right output: the number of elements that are infinite or NaN where the sequential scan is finite, since
 * partial results left the range of f32. Absent if it is 0. The page adds this number to the point. */
overflowed?: number, 
/** The source of the times. */
timer: TimerKind, 
/** The time of one scan in each sample, in nanoseconds. */
samples_ns: Array<number>, 
/** The round of each sample, from 0, without void samples. Candidates of one block take their samples in the same
 * rounds. */
rounds: Array<number>, 
/** Points with the same `block` took their samples in the same rounds. Null for a scan on the CPU. No other page
 * uses the same text. */
block: string | null, 
/** Whether the page was hidden during the measurement. Browsers then slow timers down, and systems slow the GPU
 * down. */
hidden: boolean, 
/** The number of void samples: their output differs from the checked output, or their span is not positive. */
samples_voided: number, 
/** Indices of outliers (by Tukey's fences). Outliers count like all other samples. */
outliers: Array<number>, 
/** The number of scans in a sample. */
repeats: number, 
/** The timer resolution, in nanoseconds; null if it was not measured. */
timer_resolution_ns: number | null, 
/** The time of an empty dispatch, in nanoseconds; null if it was not measured. */
overhead_ns: number | null, 
/** Whether a sample spans enough timer resolutions (50). If not, there is no median. */
resolved: boolean, 
/** The median of the samples, in nanoseconds. */
median_ns: number | null, 
/** The 95 % bootstrap interval of the median, in nanoseconds. Either end is moved outwards by half of the timer
 * resolution per scan. */
interval_ns: [number, number] | null, 
/** The shortest sample, in nanoseconds. */
minimum_ns: number | null, 
/** The reason why no more samples were taken. Either the width of the interval was at most 1 % of the median, or the
 * number or the time of the samples reached its limit. */
stopped: Stopped | null, 
/** The time of the scan divided by the time of the copy kernel; null if unknown. The copy kernel ran in the same
 * rounds on the same number of bytes. */
copy_ratio: Ratio | null, 
/** The copy kernel of the same number of bytes, in the same block: the bound; null if its time is unknown. */
copy: CopyTimes | null, 
/** Whether the copy kernel's time changed by more than 10 % during the block. Ratios are valid nevertheless. */
copy_drifted: boolean, 
/** Elements per second. */
elements_per_s: number | null, 
/** Bytes per second, if each element is read once and written once. */
bytes_per_s: number | null, 
/** The algorithm that ran: the requested algorithm, or the choice of `auto`; null if no algorithm ran. */
ran: string | null, 
/** Dispatches of a run. */
dispatches: number, 
/** Scratch memory of a run, in bytes. */
scratch_bytes: number, 
/** For an output in no defined order: whether the output has the order of the input. The page adds this field to the
 * point. */
in_order?: boolean, 
/** For an output in no defined order: the number of samples whose output has the order of the checked output. */
agreeing?: number, 
/** The reason why the point was not measured, or null. */
skipped: string | null, };

/** The predictions for those points of a scan that have a plan on this device. */
export type PredictedScan = { 
/** The scan that was measured. */
algorithm: string, 
/** The predictions, by ascending n. */
rows: Array<PredictedTime>, 
/** The ranges in which launches or traffic dominate, and the sizes at which measurement and prediction do not agree;
 * null without rows. */
judgement: Judgement | null, 
/** Possible causes of the worst difference, if some times do not agree with their predictions. */
causes: Array<DifferenceCause>, 
/** The smallest and the largest ratio of measured to predicted time among the sizes at which traffic dominates, if there
 * are at least two such sizes. */
traffic_ratios: [number, number] | null, };

/** A prediction and the measured time. */
export type PredictedTime = { 
/** Elements. */
n: number, 
/** The scan that runs; for `auto`, the scan that it chooses. */
ran: string, 
/** The plan's passes. */
dispatches: number, 
/** Bytes that the plan reads and writes. */
bytes: number, 
/** The predicted time, in nanoseconds. */
ns: number, 
/** The measured time, in nanoseconds. */
measured_ns: number, 
/** The measured time divided by the predicted time. */
ratio: number, };

/** Predictions of scans, or the reason why they are missing. */
export type Predictions = { 
/** The reason. */
problem: ModelProblem, } | { 
/** The constants of the device. */
model: TimeModel, 
/** One entry per scan, in the order of the measured `algorithms`. */
scans: Array<PredictedScan>, };

/** All data for any number of runs of a plan. */
export type PreparedPlan = { 
/** WGSL modules. */
shaders: Array<string>, 
/** Dispatches, in order. Their buffer indices count the ports, then the scratch buffers, then the table. Binding 0,
 * the parameters, is left out. */
passes: Array<RecordedPass>, 
/** For each group of passes that are submitted together, the index after its last pass. Groups keep submissions
 * short. */
submissions: Array<number>, 
/** A dispatch before the passes. It sets the passes' number of elements to a length in a buffer on the device, at most
 * the plan's length. The two buffer indices after the table are this buffer and the uniform buffer. A dispatch of
 * k + 1 workgroups reads the length from word k of its binding. Null if passes require a length that the host knows. */
length: RecordedPass | null, 
/** The words of the uniform buffer that passes bind at 0. Each pass has a part of the same size; the part of `length`
 * is the last. */
parameters: Array<number>, 
/** The bytes of its part that a pass binds, from the part's start. */
parametersBytes: number, 
/** The size of a part, in bytes. */
parametersStride: number, 
/** Inputs and outputs. */
ports: Array<PreparedPort>, 
/** Sizes of the scratch buffers. */
scratchBytes: Array<number>, 
/** Words that passes read; empty if the plan has no table. */
table: Array<number>, 
/** Indices of the scratch buffers with an abort flag. A flag other than 0 means that a run was aborted. */
abortFlags: Array<number>, 
/** The offset of the abort flag in its buffer, in bytes. */
abortFlagByte: number, 
/** Scratch memory must be zeros before the first run, and again after this number of runs; null if it need not be
 * zeros. */
runsBetweenClears: number | null, };

/** An input or output of a prepared plan. */
export type PreparedPort = { 
/** The port's name in the core's messages. */
name: string, 
/** Whether passes read data that the caller has written. */
isInput: boolean, 
/** Whether passes write data that the caller reads. */
isOutput: boolean, 
/** The port's length in words; the maximum if the device computes the length. */
words: number, 
/** Words per element of an output whose length the device computes; null for other ports. */
countedWords: number | null, 
/** The minimum size of the port's buffer, in bytes. */
bytes: number, };

/** The findings of the probes on the open device. */
export type ProbeFacts = { 
/** Whether workgroups that have started continue while others wait for them. */
forwardProgress: boolean, 
/** Whether the device has subgroup operations, and each subgroup consists of neighbouring invocations. */
subgroupsAdjoin: boolean, };

/** The problems of a range. */
export type RangeProblems = { 
/** The problem of the smallest size. */
from?: string, 
/** The problem of the largest size. */
to?: string, 
/** The problem of the number of sizes. */
steps?: string, };

/** The sizes of a range; empty if the range has a problem. */
export type RangeSizes = { 
/** In elements, ascending. */
sizes: Array<number>, 
/** The problems, by field. */
problems: RangeProblems, };

/** The ratio of two times. */
export type Ratio = { 
/** The median of the ratios by round, or the ratio of the medians if the series share no rounds. */
value: number, 
/** The 95 % interval of the ratio, widened by half of the resolution of both clocks. */
interval: [number, number], };

/** A buffer of a [`Recording`]. */
export type RecordedBuffer = { 
/** The buffer's name. */
name: string, 
/** The words of the buffer before the first dispatch. */
words: Array<number>, };

/** The beginning of a file in a shader of a [`Recording`]. */
export type RecordedFile = { 
/** Path below `shaders/`, or `prelude` for the generated constants. */
path: string, 
/** The line of the shader at which the file begins, from 1. */
firstLine: number, };

/** A dispatch of a [`Recording`] or of a prepared plan. */
export type RecordedPass = { 
/** The index of the shader. */
shader: number, 
/** The entry point. */
entryPoint: string, 
/** Workgroups in each dimension. */
workgroups: [number, number, number], 
/** Pairs of a binding in group 0 and the index of its buffer. */
bindings: Array<[number, number]>, };

/** All data of a run of a plan. */
export type Recording = { 
/** WGSL modules. */
shaders: Array<string>, 
/** The files of each module, in order. */
files: Array<Array<RecordedFile>>, 
/** Buffers; scratch memory is zero. */
buffers: Array<RecordedBuffer>, 
/** Dispatches, in order. */
passes: Array<RecordedPass>, 
/** The index of the buffer of the output. */
output: number, 
/** The index of a buffer whose second word is set if the run was aborted. */
abortFlag: number | null, };

/** A registered custom operator. Registration does not compile its code. */
export type RegisteredOperator = { 
/** The name in requests. */
id: string, 
/** Warnings for code that compilers may interpret in several ways. */
warnings: Array<CodeWarning>, };

/** The maximum values of numbers in requests. */
export type RequestLimits = { 
/** Elements of a row. */
columns: number, 
/** The average length of the segments of a test input, in elements. */
segmentLength: number, };

/** The settings of a sweep, in the order of their texts in an address. */
export type Setting = "operation" | "algorithms" | "sizes" | "operator" | "type" | "words" | "identity" | "combine" | "mode" | "initial" | "pattern" | "seed" | "transfers" | "metric";

/** The text of one file in a composed text. */
export type ShaderPart = { 
/** Path below `shaders/`, or `prelude` for the generated constants. */
path: string, 
/** Its first line in the composed text, from 1. */
first_line: number, 
/** Its lines. */
source: string, };

/** The sizes of a list, ascending and without repetitions, and the faults of its other tokens. */
export type SizeList = { 
/** In elements. */
sizes: Array<number>, 
/** The required and the found text. */
problems: Array<string>, };

/** A range of sizes as it is typed. */
export type SizeRange = { 
/** The smallest size. */
from: string, 
/** The largest size. */
to: string, 
/** The number of sizes. */
steps: string, 
/** The spacing of the sizes. */
spacing: Spacing, };

/** The form of a text of sizes. A single range stays a range. Other texts become a list, in which ranges are expanded. */
export type SizesChoice = { "range": SizeRange } | { "list": string };

/** A formula of a source, and the cost of a plan. */
export type SourceFormula = { 
/** The counted quantity. */
quantity: string, 
/** The formula. */
formula: string, 
/** Its value: infinite, or null as JSON, beyond the range of a double. */
value: number | null, 
/** The plan's cost. */
planned: number, 
/** The reason for a difference other than rounding up to whole steps. */
reason: string | null, };

/** The spacing of the sizes of a range. */
export type Spacing = "powers" | "log";

/** The reason why no more samples were taken. */
export type Stopped = "width" | "cap";

/** The settings of a sweep, to be written as the query of an address. */
export type SweepSettings = { 
/** The scans' public names. */
algorithms: Array<string>, 
/** Values of tuning parameters, by algorithm and name. */
tuning?: { [key in string]: { [key in string]: number } }, 
/** In elements, ascending. */
sizes: Array<number>, 
/** Operator's public name. */
operator: string, 
/** Element type. */
type: string, 
/** The definition of a custom operator, which is then the operator. */
custom?: CustomOperatorSettings, 
/** Inclusive or exclusive. */
mode: string, 
/** Whether scans begin with an initial value. */
initial?: boolean, 
/** Test input's public name. */
pattern: string, 
/** Test input's seed. Without a seed, an operation draws a seed for each size. */
seed?: number, 
/** Whether uploads and readbacks are measured too. */
transfers?: boolean, 
/** The metric of the chart. */
metric?: string, 
/** The measured operation's id; absent for a scan. */
operation?: string, 
/** The operation's options. */
options?: OperationOptions, };

/** A run that exceeded the time limit. */
export type TimeLimit = { 
/** The limit of one run, in milliseconds. */
limit_ms: number, 
/** The time after which the run was stopped, in milliseconds. */
elapsed_ms: number, };

/** The constants of a device. */
export type TimeModel = { 
/** The time of a launch within a sequence of dispatches, in nanoseconds. */
launch_ns: number, 
/** The measurement that gives the time of a launch. */
launch_from: LaunchFrom, 
/** The bandwidth, in bytes per nanosecond. */
bytes_per_ns: number, 
/** Elements of the longest copy, whose speed is the bandwidth. */
largest: number, };

/** The source of times. */
export type TimerKind = "timestamp" | "wall";

/** Too few samples for the interval of a ratio. */
export type TooFewSamples = { 
/** The required number of samples per candidate. */
required: number, 
/** The number of samples of each candidate. If points are compared by round, only samples of common rounds count. */
found: [number, number], };

/** Times of a transfer by the page's clock, from an empty queue to an empty queue. The wait for the device is part of a
 * readback. */
export type Transfer = { 
/** The time of one transfer in each sample, in nanoseconds. Every transferred word is checked. */
samples_ns: Array<number>, 
/** The median, in nanoseconds. */
median_ns: number | null, 
/** The 95 % interval of the median, in nanoseconds, as for a point; null with fewer than six samples. */
interval_ns: [number, number] | null, 
/** The shortest sample, in nanoseconds. */
minimum_ns: number | null, 
/** Whether the median span of a sample is at least 50 times the resolution of the page's clock. If not, there is no
 * median. */
resolved: boolean, };

/** A tuning parameter. */
export type TuningParameter = { 
/** Public name. */
name: string, 
/** Display name. */
title: string, 
/** Smallest value. */
min: number, 
/** Largest value. */
max: number, 
/** The default value; `None`, null as JSON, if it depends on the length and the device. */
default: number | null, };

/** The verdict on the times of two candidates. */
export type Verdict = "faster" | "slower" | "same" | "inconclusive";
