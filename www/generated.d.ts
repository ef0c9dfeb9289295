/**
 * The data that cross between the Rust core and the page, generated from the crate's types (src/data/typescript.rs): do not edit,
 * `UPDATE_TYPES=1 cargo test --lib typescript` writes it anew.
 */

/** The description and the planner of an algorithm. */
export type Algorithm = { 
/** Public name: file stem, API, URL, CSV. */
id: string, 
/** Display name. */
title: string, 
/** The family that the page lists it under. */
family: string, 
/** The algorithm in one line. */
summary: string, 
/** Citations of its sources. */
paper: string, 
/** Operator applications for n elements. */
work: string, 
/** Longest chain of dependent steps. */
depth: string, 
/** Elements read and written in global memory. */
traffic: string, 
/** Its requirements beyond core WebGPU. */
needs: Array<string>, 
/** Its tuning parameters. */
tuning: Array<TuningParameter>, 
/** Whether its output can overwrite its input; in JSON, whether it can in one mode at least. */
inPlace: boolean, };

/** A scan with the tuning that is given with it. */
export type AlgorithmEntry = { 
/** Public name. */
id: string, 
/** Values of its tuning parameters by name. */
tuning: { [key in string]: number }, };

/** A row of a calibration; the shortest scans have the first. */
export type CalibrationRow = { 
/** The longest scan that the row is for. */
up_to_elements: number, 
/** An algorithm's; where it cannot run a scan, that goes by the built-in table. */
id: string, };

/** What there is, known without a GPU. */
export type Catalogue = { 
/** The scans. */
algorithms: readonly Algorithm[], 
/** What they can combine by. */
operators: readonly Operator[], 
/** Test inputs. */
patterns: readonly Pattern[], 
/** The app's. */
version: string, };

/** How one candidate compares with another. */
export type CoreComparison = { 
/** `faster` and `slower` where all of the ratio's interval lies on one side of 1, `same` where it lies within the margin around 1. */
verdict: Verdict, 
/** How many times as long the left one takes, widened by half a step of either timer; none where nothing can be said. */
ratio: Ratio | null, };

/** A time of the copy kernel. */
export type CoreCopyTime = { 
/** Elements. */
n: number, 
/** Time of one run. */
ns: number, };

/** An error, as the page is told it. */
export type CoreError = { 
/** What it is about, for programs. */
code: CoreErrorCode, 
/** What was required and what was found, for people. */
message: string, 
/** The time that a run was allowed and the time that it had taken when it was stopped: more elements would take longer still. */
timeLimit?: TimeLimit, };

/** What an error is about, for programs. */
export type CoreErrorCode = "no-adapter" | "device-lost" | "out-of-memory" | "too-large" | "unsupported" | "bad-argument" | "cancelled";

/** A test input by name. Scans of it have more fields, which do not matter here. */
export type CoreInput = { 
/** Operator's public name. */
operator: string, 
/** Element type. */
type: ElementType, 
/** Test input's public name. */
pattern: string, 
/** Test input's seed. */
seed?: number, };

/** A point that is there. */
export type CoreKnownPoint = { 
/** Its algorithm. */
algorithm: string, 
/** Its size. */
n: number, };

/** What was measured, and of what predictions are wanted. */
export type CoreMeasured = { 
/** Ids of the scans to be predicted. */
algorithms: Array<string>, 
/** Their points that have a time. */
points: Array<CoreMeasuredPoint>, 
/** Times of the copy kernel. */
copies: Array<CoreCopyTime>, 
/** Times of an empty dispatch. */
overheads_ns: Array<number>, 
/** Bytes of an element. */
element_bytes: number, };

/** A measured time of a scan. */
export type CoreMeasuredPoint = { 
/** The scan that was measured. */
algorithm: string, 
/** The request, as JSON of its own: this version or this device may not know it. */
request: string, 
/** Passes that it took. */
dispatches: number, 
/** Scratch memory that it took. */
scratch_bytes: number, 
/** Time of one run. */
ns: number, };

/** A scan by name. */
export type CoreRequest = { 
/** Algorithm's public name. */
algorithm: string, 
/** Operator's public name. */
operator: string, 
/** Element type. */
type: ElementType, 
/** Inclusive or exclusive. */
mode?: Mode, 
/** Forward or backward. */
direction?: Direction, 
/** Whether head flags divide the input. */
segmented?: boolean, 
/** Whether the output takes the place of the input on the device. */
inPlace?: boolean, 
/** Number of elements. */
n?: number, 
/** Tuning parameters by name. */
tuning?: { [key in string]: number }, 
/** Test input's public name. */
pattern?: string, 
/** Test input's seed. */
seed?: number, };

/** What is searched. */
export type CoreSearch = { 
/** Public names of the two scans; asked is from which size on the second is the faster one. */
algorithms: [string, string], 
/** The smallest size. */
from: number, 
/** The largest size. */
to: number, 
/** Those of the two that have plans, of any length. */
planned: Array<CoreRequest>, };

/** A sweep that is wanted. */
export type CoreSweep = { 
/** Ids. */
algorithms: Array<string>, 
/** Numbers of elements. */
sizes: Array<number>, 
/** Whether uploads and readbacks are measured too. */
transfers?: boolean, 
/** What is scanned. */
kind: CoreSweepKind, };

/** What a sweep scans. */
export type CoreSweepKind = { 
/** Operator's public name. */
operator: string, 
/** Element type. */
type: ElementType, 
/** Inclusive or exclusive. */
mode: Mode, 
/** By algorithm. */
tuning?: { [key in string]: { [key in string]: number } }, };

/** A time of a scan. */
export type CoreTime = { 
/** Its id. */
algorithm: string, 
/** Elements. */
n: number, 
/** Time of one run. */
ns: number, 
/** Its 95 % interval, where that is known. */
interval_ns: [number, number] | null, };

/** Times of scans. */
export type CoreTimes = { 
/** Ids, in the order in which pairs are made of them. */
algorithms: Array<string>, 
/** Their times. */
points: Array<CoreTime>, };

/** What one measurement of both scans tells. */
export type CoreVerdict = { 
/** The rank of the faster one; none where that cannot be told. */
faster: number | null, 
/** The ratio of their times. */
ratio?: number, 
/** Why it cannot be told. */
reason: string, 
/** Whether another measurement may tell more. */
again: boolean, };

/** The cost of a plan: the sum of its passes' costs, with its depth and memory. */
export type Cost = { 
/** Number of passes. */
dispatches: number, 
/** Workgroups of all passes. */
workgroups: number, 
/** Workgroup barriers, counted once a workgroup. */
barriers: number, 
/** Elements read from storage buffers, and head flags. */
reads: number, 
/** Elements written to storage buffers. */
writes: number, 
/** Applications of the operator, those with the identity included. */
applications: number, 
/** The longest chain of operator applications to one element of the output. */
depth: number, 
/** Scratch memory in bytes. */
scratch_bytes: number, 
/** Whether reads, applications and barriers are lower bounds. */
is_least: boolean, };

/** Where one scan overtakes another. */
export type CrossoverBracket = { 
/** The scan that takes less time at the larger size. */
faster: string, 
/** The one that takes less at the smaller size. */
slower: string, 
/** The nearest measured sizes at which the faster one is surely known. */
between: [number, number], 
/** Whether the two are the fastest of all, before and after. */
leads: boolean, 
/** How many times as fast either gets, on its side, the smaller of the two. */
gain: number, };

/** What the core says of the device that it has opened. */
export type DeviceFacts = { 
/** The adapter's name, as far as wgpu is told. */
name: string, 
/** Whether wgpu knows it as a software adapter. */
isFallback: boolean, 
/** Whether timestamp queries are used. */
timestamps: boolean, 
/** Array entries that one binding holds. */
maxElements: number, };

/** What the page has a device opened with. */
export type DeviceOptions = { 
/** Which of several adapters. */
powerPreference?: PowerPreference, 
/** Use timestamp queries where the adapter has them. */
timestamps: boolean, };

/** The work of the device between a scan's uploads and its readbacks. */
export type DeviceWork = "run" | "nothing" | "copy-input" | "copy-heads";

/** What may account for a difference between a measured time and its prediction. */
export type DifferenceCause = { "kind": "launches" } | { "kind": "one-invocation" } | { "kind": "chain", 
/** How many there are. */
tiles: number, } | { "kind": "look-back" } | { "kind": "few-workgroups", 
/** Those of the longest pass. */
workgroups: number, } | { "kind": "strides" } | { "kind": "bank-conflicts" } | { "kind": "barriers", 
/** Those of a workgroup. */
barriers: number, } | { "kind": "applications", 
/** Those of the operator, an element. */
applications: number, } | { "kind": "idle" } | { "kind": "fast-copy", 
/** How many times. */
times: number, } | { "kind": "cached-chunks" } | { "kind": "cached-elements" } | { "kind": "cached-passes" } | { "kind": "scheduling" };

/** The direction of a scan. */
export type Direction = "forward" | "backward";

/** The type of the array that is scanned. */
export type ElementType = "u32" | "i32" | "f32";

/** The data flow of an inclusive scan, or of an exclusive one. */
export type Flow = { 
/** Number of columns, one an element; each holds one value at a time. */
columns: number, 
/** Whether the columns end up with the exclusive scan instead of the inclusive one. */
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

/** Simultaneous operations: each reads the values before the step. */
export type FlowStep = { 
/** A short name. */
label: string, 
/** The operations, at most one a column. */
operations: Array<FlowOperation>, };

/** How long something takes. */
export type Forecast = { 
/** Probably. */
expected_s: number, 
/** At most. */
most_s: number, };

/** What is left of a sweep. */
export type ForecastLeft = { 
/** Probably. */
expected_s: number, 
/** At most. */
most_s: number, 
/** Points that are still to come. */
points: number, };

/** One text that the device compiles, and which of its entry points run. */
export type JoinedShader = { 
/** In the order in which they run first. */
entry_points: Array<string>, 
/** Its files, in order. */
parts: Array<ShaderPart>, };

/** Where predictions are made of what, and where they fail. Places are ranks among the times by rising n. */
export type Judgement = { 
/** The largest size up to which launches decide. */
launches_up_to: number | null, 
/** The smallest size from which on traffic decides. */
traffic_from: number | null, 
/** Where measured and predicted part most. */
worst: number, 
/** The sizes at which they do not agree. */
off: Array<number>, 
/** How many times one may be the other where they agree. */
agrees: number, };

/** What told the time of a launch. */
export type LaunchFrom = "empty" | "copy";

/** Whether an element is part of its own prefix. */
export type Mode = "inclusive" | "exclusive";

/** Why copies tell no model. */
export type ModelProblem = { "kind": "no-copies" } | { "kind": "near-sizes", 
/** How many times apart they must be. */
required: number, } | { "kind": "short-copies", 
/** How many launches long it must be. */
required: number, 
/** How many launches long it is. */
found: number, };

/** An operator that can be chosen. */
export type Operator = { 
/** Public name. */
id: string, 
/** The name for people. */
title: string, 
/** Element types that it works on. */
types: Array<ElementType>, 
/** Array entries of one element. */
words: number, 
/** Whether operands may be swapped. */
commutative: boolean, 
/** The identity by element type, as text (JSON has no infinity). */
identity: { [key in ElementType]?: Array<string> }, };

/** The scans that a text names. */
export type ParsedAlgorithms = { 
/** In the text's order. */
entries: Array<AlgorithmEntry>, 
/** What was left out: what was required and what was found. */
problems: Array<string>, };

/** What a query asks for. */
export type ParsedQuery = { 
/** Texts of the settings. */
values: { [key in Setting]?: string }, 
/** Whether to run. */
run: boolean, 
/** What was left out: what was required and what was found. */
problems: Array<string>, 
/** Its other parts, as they are. */
others: Array<string>, };

/** One number of elements, or what is wrong with its text. */
export type ParsedSize = { "value": number } | { "problem": string };

/** The sizes that a text gives. */
export type ParsedSizes = { 
/** In elements, ascending. */
sizes: Array<number>, 
/** Null where no size could be read. */
choice: SizesChoice | null, 
/** What was left out: what was required and what was found. */
problems: Array<string>, };

/** The cost of a pass over all its invocations: exact, unless [`Plan::cost_is_lower_bound`]. */
export type PassCost = { 
/** Elements read from storage buffers, and head flags. */
reads: number, 
/** Elements written to storage buffers. */
writes: number, 
/** Applications of the operator, those with the identity included. */
applications: number, 
/** Workgroup barriers, counted once a workgroup. */
barriers: number, };

/** One dispatch of a plan. */
export type PassDescription = { 
/** Path of its file below `shaders/`. */
shader: string, 
/** The function that runs. */
entry_point: string, 
/** Workgroups. */
workgroups: number, 
/** Invocations of a workgroup. */
workgroup_size: number, 
/** Elements of the array that the pass works on. */
elements: number, 
/** A number whose meaning is the kernel's own. */
argument: number, 
/** Binding number and buffer, like `1 source` or `3 scratch 0`. */
bindings: Array<string>, 
/** What it costs. */
cost: PassCost, };

/** A kind of test input. */
export type Pattern = { 
/** Public name. */
id: string, 
/** Display name. */
title: string, };

/** The phases of a scan to run, in this order. */
export type Phases = { 
/** Number of uploads of the input and the head flags. */
uploads: number, 
/** The work between uploads and readbacks. */
work: DeviceWork, 
/** Number of readbacks of the output. */
readbacks: number, 
/** Whether the scan's buffers stay cached for its other phases, whatever their size; a cancelled scan releases them. */
keepBuffers: boolean, };

/** What a plan says of itself. */
export type PlanDescription = { 
/** The algorithm's public name. */
algorithm: string, 
/** The algorithm that runs: the same, or what `auto` chooses. */
ran: string, 
/** Tuning parameters as they take effect. */
tuning: { [key in string]: number }, 
/** Passes. */
dispatches: number, 
/** Memory beside input and output. */
scratch_bytes: number, 
/** Elements that one workgroup handles. */
tile_elements: number, 
/** Elements that one invocation of it handles. */
elements_per_invocation: number, 
/** The longest chain of operator applications on the way to one output element. */
operator_depth: number, 
/** What the whole plan costs. */
cost: Cost, 
/** Its dispatches, in order. */
passes: Array<PassDescription>, };

/** Which of several adapters is used. */
export type PowerPreference = "high-performance" | "low-power";

/** The predictions of a scan's points that have a plan. */
export type PredictedScan = { 
/** The scan that was measured. */
algorithm: string, 
/** By rising n. */
rows: Array<PredictedTime>, 
/** Where they hold; none without rows. */
judgement: Judgement | null, 
/** What may account for the worst of them, where some do not agree. */
causes: Array<DifferenceCause>, 
/** The smallest and the largest ratio where traffic decides, of two sizes or more. */
traffic_ratios: [number, number] | null, };

/** A prediction beside what was measured. */
export type PredictedTime = { 
/** Elements. */
n: number, 
/** The scan that runs, which for `auto` is the one that it takes. */
ran: string, 
/** The plan's passes. */
dispatches: number, 
/** What the plan moves. */
bytes: number, 
/** The predicted time. */
ns: number, 
/** The measured time. */
measured_ns: number, 
/** How many times the prediction was measured. */
ratio: number, };

/** Predictions of scans, or why there are none. */
export type Predictions = { 
/** What keeps it from being found. */
problem: ModelProblem, } | { 
/** The constants of the device. */
model: TimeModel, 
/** A scan each, as they were asked for. */
scans: Array<PredictedScan>, };

/** What is wrong with a range. */
export type RangeProblems = { 
/** With its least size. */
from?: string, 
/** With its largest. */
to?: string, 
/** With the number of sizes. */
steps?: string, };

/** The sizes of a range, none where anything is wrong with it. */
export type RangeSizes = { 
/** In elements, ascending. */
sizes: Array<number>, 
/** By the field that they belong to. */
problems: RangeProblems, };

/** The ratio of two times. */
export type Ratio = { 
/** The median of the ratios by round, or the ratio of the medians where the series share no rounds. */
value: number, 
/** Its 95 % interval, widened by the grain of both clocks. */
interval: [number, number], };

/** A setting of a sweep, in the order of addresses. */
export type Setting = "algorithms" | "sizes" | "operator" | "type" | "mode" | "pattern" | "seed" | "transfers" | "metric";

/** The text of one file in a composed text. */
export type ShaderPart = { 
/** Path below `shaders/`, or `prelude` for the generated constants. */
path: string, 
/** Its first line in the composed text, from 1. */
first_line: number, 
/** Its lines. */
source: string, };

/** Sizes of a list, ascending and without repetitions, and what is wrong with the rest. */
export type SizeList = { 
/** In elements. */
sizes: Array<number>, 
/** What was required and what was found. */
problems: Array<string>, };

/** A range of sizes as it is typed. */
export type SizeRange = { 
/** Its least size. */
from: string, 
/** Its largest. */
to: string, 
/** How many sizes. */
steps: string, 
/** Which of them. */
spacing: Spacing, };

/** A range alone stays a range; everything else is a list, with ranges inside it written out. */
export type SizesChoice = { "range": SizeRange } | { "list": string };

/** A formula of a source, and the same of a plan. */
export type SourceFormula = { 
/** What it counts. */
what: string, 
/** The formula. */
formula: string, 
/** What it gives: infinite, or null as JSON, where that exceeds a double. */
said: number | null, 
/** What the plan has. */
planned: number, 
/** What accounts for a difference, beside rounding up to whole steps. */
why: string | null, };

/** How the sizes of a range are spaced. */
export type Spacing = "powers" | "log";

/** Why no more samples were taken. */
export type Stopped = "width" | "cap";

/** What is said of a series. */
export type Summary = { 
/** The time of one scan in each sample, in nanoseconds. */
samples_ns: Array<number>, 
/** The round of each sample, from 0; void ones are left out. Candidates of one block take their samples in the same rounds. */
rounds: Array<number>, 
/** Samples that were thrown away: an output unlike the one that is checked, or a span that is not positive. */
samples_voided: number, 
/** Ranks of samples far from the others (Tukey's fences). They count like all others. */
outliers: Array<number>, 
/** Scans in a sample. */
repeats: number, 
/** Whether samples span enough steps of the timer (50) to be told; if not, there is no median. */
resolved: boolean, 
/** The median, in nanoseconds. */
median_ns: number | null, 
/** The bootstrap's 95 % interval of the median, widened by half a step of the timer at either end. */
interval_ns: [number, number] | null, 
/** The shortest time. */
minimum_ns: number | null, 
/** Why no more samples were taken: the interval was narrow (1 % of the median), or samples or time came to their bound. */
stopped: Stopped, };

/** The settings of a sweep, to be written as the query of an address. */
export type SweepSettings = { 
/** Public names. */
algorithms: Array<string>, 
/** Values of tuning parameters, by algorithm and name. */
tuning?: { [key in string]: { [key in string]: number } }, 
/** In elements, ascending. */
sizes: Array<number>, 
/** The same as a range, where they were given as one. */
range?: SizeRange, 
/** Operator's public name. */
operator: string, 
/** Element type. */
type: string, 
/** Inclusive or exclusive. */
mode: string, 
/** Test input's public name. */
pattern: string, 
/** Test input's seed. */
seed: number, 
/** Whether uploads and readbacks are measured too. */
transfers?: boolean, 
/** What the chart draws. */
metric?: string, };

/** A run that took longer than it may. */
export type TimeLimit = { 
/** The longest time of one run that is measured, in milliseconds. */
limit_ms: number, 
/** How long it had taken when it was stopped. */
elapsed_ms: number, };

/** The constants of a device. */
export type TimeModel = { 
/** Of a dispatch among others. */
launch_ns: number, 
/** What told it. */
launch_from: LaunchFrom, 
/** The bandwidth. */
bytes_per_ns: number, 
/** Elements of the longest copy, whose speed is the bandwidth. */
largest: number, };

/** Where times come from. */
export type TimerKind = "timestamp" | "wall";

/** A clock as it was found. */
export type Timing = { 
/** Where times come from. */
kind: TimerKind, 
/** The step of the clock, in nanoseconds. */
quantum_ns: number, 
/** The time of a dispatch that does nothing, among others in a pass. */
overhead_ns: number, };

/** What was measured of one scan. */
export type Timings = { 
/** What the clock is worth. */
timing: Timing, 
/** Times of the scan. */
summary: Summary, 
/** How many times as long as the copy kernel it takes, which ran in the same rounds on as many bytes; none where that is not known. */
copy_ratio: Ratio | null, 
/** Times of the copy kernel in the same block; none of no elements. */
copy: Summary | null, 
/** Whether the copy kernel itself got faster or slower by more than 10 % meanwhile; ratios hold nevertheless. */
copy_drifted: boolean, 
/** Which of a block's scans took their samples in the same rounds: those of the same number. Scans whose scratch memory is
 * too large to be there at the same time take theirs one after the other. */
group: number, 
/** The algorithm that ran: the one that was asked for, or what that chose. */
ran: string, 
/** Tuning parameters as they took effect. */
tuning: { [key in string]: number }, 
/** Dispatches of a run. */
dispatches: number, 
/** Scratch memory of a run. */
scratch_bytes: number, };

/** Times of a transfer by the page's clock, from an empty queue to an empty queue. What a wait for the device takes is in the readback. */
export type Transfer = { 
/** The time of one transfer in each sample, in nanoseconds; every word that was moved was checked. */
samples_ns: Array<number>, 
/** The median, in nanoseconds. */
median_ns: number | null, 
/** The 95 % interval of the median, as a point's; none of fewer than six samples. */
interval_ns: [number, number] | null, 
/** The shortest time. */
minimum_ns: number | null, 
/** Whether samples span enough steps of the page's clock (50) to be told; if not, there is no median. */
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
/** The value where none is given. */
default: number, };

/** How a candidate's time compares with another's. */
export type Verdict = "faster" | "slower" | "same" | "cannot-tell";
