/**
 * The data that cross between the emulator and the page, generated from the crate's types (emulator/web/src/typescript.rs): do not edit,
 * `UPDATE_TYPES=1 cargo test --workspace --lib typescript` writes it anew.
 */

/** One word of an access. */
export type Access = { 
/** The kind of access. */
kind: "read" | "write" | "atomic", 
/** 0 for workgroup memory, else 1 + the index of the buffer. */
space: number, 
/** The index of the word in its buffer or in workgroup memory. */
address: number, 
/** The value before. */
old: number, 
/** The value after. */
new: number, 
/** Index of the workgroup. */
workgroup: number, 
/** The local invocation index. */
localIndex: number, 
/** Program counter. */
pc: number, };

/** A call of a traced function that has returned. */
export type Call = { 
/** Index of the workgroup. */
workgroup: number, 
/** The local invocation index. */
localIndex: number, 
/** The words of all arguments. */
arguments: Array<number>, 
/** The words of the result. */
result: Array<number>, 
/** Whether its arguments are idle values: see [`Player::with_idle_value`](super::Player::with_idle_value). */
isIdle: boolean, };

/** Time units, in the pass and in total, on the DMM of the slowest workgroup and on the UMM. */
export type Clock = { 
/** On the DMM, in this pass. */
dmm: number, 
/** On the UMM, in this pass. */
umm: number, 
/** On the DMM, in all passes so far. */
allDmm: number, 
/** On the UMM, in all passes so far. */
allUmm: number, };

/** An invocation in a subgroup operation. */
export type Collective = { 
/** Index of the workgroup. */
workgroup: number, 
/** The local invocation index. */
localIndex: number, 
/** Its argument; for a vector, the first word. */
argument: number, 
/** Its result; for a vector, the first word. */
result: number, 
/** Program counter. */
pc: number, 
/** Whether its argument is idle: see [`Player::with_idle_value`](super::Player::with_idle_value). */
isIdle: boolean, };

/** A column of a time line. */
export type Column = { "kind": "unit", 
/** The time unit, from 0. */
time: number, 
/** The warp. */
warp: number, 
/** Whether it belongs to the last executed step. */
isNow: boolean, 
/** Whether it belongs to a step that is not yet executed. */
isFuture: boolean, 
/** Its round. */
round: number, 
/** The requests. */
requests: Array<Request>, } | { "kind": "pipeline", 
/** The number of units. */
units: number, } | { "kind": "barrier" };

/** The cost of a dispatch. */
export type Costs = { 
/** Time units of the slowest workgroup on its DMM. */
dmm: number, 
/** Time units of all workgroups on their DMMs. */
dmm_of_all_workgroups: number, 
/** Time units on the UMM. */
umm: number, 
/** Costs per instruction, in program order. */
lines: Array<LineCost>, };

/** A count of a kernel. */
export type Count = { 
/** The name of the count. */
name: string, 
/** The count. */
found: number, };

/** The effect of an instruction on workgroup memory or storage, or a call. */
export type Counted = "workgroup-read" | "workgroup-write" | "storage-read" | "storage-write" | "atomic" | "barrier" | "uniform-load" | "collective" | "call";

/** The number of executions of an instruction. */
export type Counter = { 
/** Its effect. */
counted: Counted, 
/** The variable or the called function. */
name: string, 
/** Line, from 1. */
line: number, 
/** The function that holds it. */
function: string, 
/** Words of one access. */
words: number, 
/** The number of executions. */
count: number, };

/** The result of a recording. */
export type Emulated = { 
/** The buffers after the last dispatch. */
buffers: Array<Array<number>>, 
/** Faults of the kernels. */
findings: Array<Finding>, 
/** The findings as texts. */
messages: Array<string>, 
/** One report per dispatch. */
reports: Array<PassReport>, 
/** The objects that events of the trace refer to, per dispatch; empty without a trace. */
passes: Array<TracedPass>, 
/** The events of the trace; empty without a trace, and for a player, which has them as words. */
trace: Array<NamedEvent>, };

/** Options of a run. Missing ones have their defaults. */
export type EmulatorOptions = Partial<Options>;

/** The kind of an event. */
export type EventKind = "dispatch" | "workgroup-start" | "workgroup-end" | "read" | "write" | "atomic" | "barrier" | "collective" | "call" | "return" | "variable" | "end";

/** An exercise as a page shows it. */
export type ExerciseEntry = { 
/** Public name. */
id: string, 
/** Other public names. */
aliases: Array<string>, 
/** Display name. */
title: string, 
/** The task. */
text: string, 
/** The source of the algorithm; empty if it is not stated. */
source: string, 
/** Hints; the first ones reveal the least. */
hints: Array<string>, 
/** The kernel that a student begins with. */
skeleton: string, 
/** A kernel that passes. */
solution: string, 
/** Whether element i of the result leaves out element i of the source. */
exclusive: boolean, 
/** The numbers of elements that it is judged with, ascending, without 0. */
sizes: Array<number>, 
/** The goals, on the largest size. */
goals: Array<ExerciseGoal>, };

/** A goal of an exercise. */
export type ExerciseGoal = { 
/** The count that it limits. */
name: string, 
/** The limit. */
required: number, };

/** A run in which a kernel was wrong. */
export type Failure = { 
/** `compile`, `binding`, `too-long`, `wrong-output`, or the kind of a finding of the emulator such as `data-race`. */
kind: string, 
/** The required and the found value or behaviour. */
message: string, 
/** Line of the kernel, from 1; `None` if the failure has no line. */
line: number | null, 
/** Column in that line, from 1, in UTF-16 code units. */
column: number | null, 
/** The first wrong element of the result; `None` for a failure of another kind. */
element: number | null, 
/** Number of elements. */
n: number, 
/** The operator. */
operator: string, 
/** The order of accesses. */
schedule: Schedule, 
/** Invocations per subgroup. */
subgroupSize: number, 
/** The order in which workgroups start. */
startOrder: StartOrder, 
/** The maximum number of workgroups in flight: started and not ended. */
workgroupsInFlight: number, };

/** A fault of a kernel. */
export type Finding = { 
/** Its kind. */
kind: FindingKind, 
/** Index of the pass. */
pass: number, 
/** The entry point. */
entry_point: string, 
/** The variable; empty for a finding without a variable. */
variable: string, 
/** The word in the variable, or the index that is out of bounds. */
address: number, 
/** The first occurrence: both accesses of a race, the earlier first; or an invocation that waits and one that is
 * elsewhere. */
places: Array<Place>, 
/** The number of occurrences. */
count: number, };

/** The kind of a finding. */
export type FindingKind = "data-race" | "payload-behind-flag" | "non-uniform-barrier" | "non-uniform-collective" | "non-uniform-pointer" | "out-of-bounds" | "endless-wait";

/** A limit on a count of a kernel. */
export type Goal = { 
/** The name of the count. */
name: string, 
/** The limit. */
required: number, 
/** The count. */
found: number, 
/** Whether the count is at most the limit. */
met: boolean, };

/** A kernel with the exercise and the seed that it was judged with. */
export type HandIn = { 
/** The exercise. */
exercise: string, 
/** The kernel. */
code: string, 
/** The seed of its verdict; `None` if the kernel was not judged. */
seed: number | null, };

/** An iteration of a loop with a barrier: a level or a round of an algorithm. */
export type Iteration = { 
/** The number of the iteration, from 1. */
index: number, 
/** The number of iterations of the loop. */
count: number, 
/** The loop counter. */
variable: string, 
/** The value of the counter in this iteration. */
word: number, };

/** A loop with a barrier in its body: its iterations are the levels or rounds of an algorithm. */
export type Level = { 
/** The program counter of its first instruction. */
start: number, 
/** The program counter after its last instruction. */
end: number, 
/** The loop counter: the last variable that the loop's code changes. */
variable: number, 
/** The variable that counts its iterations from 1. If the loop ends by its condition, the last count is that of the
 * failing test. */
iteration: number, };

/** The cost of one instruction that accesses memory. */
export type LineCost = { 
/** Line, from 1. */
line: number, 
/** Program counter. */
pc: number, 
/** Whether it accesses workgroup memory; otherwise storage. */
is_workgroup_memory: boolean, 
/** The variable. */
variable: string, 
/** Number of accesses by warps. */
accesses: number, 
/** Time units of these accesses, without the latency of the pipeline. */
units: number, 
/** The maximum time units of one access: its degree of bank conflicts, or its number of address groups. */
most_units: number, };

/** The memory machine whose time is counted: Nakano, "An Optimal Parallel Prefix-sums Algorithm on the Memory Machine Models for GPUs",
 * 2012. */
export type MemoryMachine = { 
/** Banks, and threads of a warp; 0 for the size of the subgroups. */
width: number, 
/** Stages of the pipeline. */
latency: number, 
/** Whether one request serves all threads of a warp that access one address. */
broadcast: boolean, };

/** The last step, and the state of the workgroups after it. */
export type Moment = { 
/** Index of the pass. */
pass: number, 
/** The workgroup that acts or starts. */
workgroup: number, 
/** Accesses to memory, word by word. */
accesses: Array<Access>, 
/** Accesses to memory, warp by warp; empty with schedules other than `Lockstep`. */
warps: Array<Warp>, 
/** Calls of traced functions. */
calls: Array<Call>, 
/** The states of the tiles that the step accesses, as they are after the step, in the order of the accesses. */
states: Array<TileState>, 
/** The barrier that is passed. */
barrier: PassedBarrier | null, 
/** Whether the pass begins. */
isDispatch: boolean, 
/** Workgroups that start. */
started: Array<number>, 
/** Subgroup operations. */
collectives: Array<Collective>, 
/** The program counter of the step; `None` if no instruction is executed. */
pc: number | null, 
/** The line that each subgroup of the workgroup executed last; `None` before its first instruction. */
lines: Array<number | null>, 
/** The subgroup that acts. */
subgroup: number, 
/** The function that it executes; empty if no instruction is executed. */
function: string, 
/** The subgroup's iteration of the innermost loop that contains a barrier; `None` outside such loops. */
iteration: Iteration | null, 
/** The variables of that function with values in this subgroup. */
variables: Array<VariableValues>, 
/** Time units on the memory machines so far; 0 with schedules other than `Lockstep`. */
clock: Clock, };

/** A kind of mutation. */
export type MutationKind = "barrier" | "uniform-load" | "operands" | "bound" | "flag";

/** An event by the names of the code. */
export type NamedEvent = { 
/** Its kind. */
kind: EventKind, 
/** The step, from 0. Events of one step happen together. */
step: number, 
/** Line of the code, from 1; 0 for an event without a line. */
line: number, 
/** Index of the workgroup; 0 for a dispatch. */
workgroup: number, 
/** Local index of the invocation; `None` for an event of the workgroup or of the dispatch. */
invocation: number | null, 
/** The accessed variable; empty for an event without an access. */
variable: string, 
/** The word in the variable; `None` without an access. */
word: number | null, 
/** The word before the access; `None` without an access. */
old: number | null, 
/** The word after the access; `None` without an access. */
new: number | null, };

/** A mutation of a shader, with a name that does not depend on other lines. */
export type NamedMutation = { 
/** The kind and the function, as in `barrier:up-sweep`. The second of its kind in a function is
 * `barrier:up-sweep:2`. */
name: string, 
/** The kind of change. */
kind: MutationKind, 
/** The function. */
function: string, 
/** The line, from 1. */
line: number, 
/** The changed line, without its comment. */
text: string, };

/** How a machine runs its kernels. */
export type Options = { 
/** Invocations of a subgroup, 1 … 128, a power of two. */
subgroupSize: number, 
/** The order of accesses. */
schedule: Schedule, 
/** The seed of everything that is drawn at random. */
seed: number, 
/** The progress guarantee. */
progress: Progress, 
/** The maximum number of workgroups that have started and not ended, without stalled ones. */
workgroupsInFlight: number, 
/** The order in which workgroups start. */
startOrder: StartOrder, 
/** Workgroups that are never resumed; only with [`Progress::None`]. */
stall: Partial<Stall>, 
/** The memory machine. */
memoryMachine: Partial<MemoryMachine>, 
/** Whether data races are looked for. */
races: boolean, 
/** Whether a trace is recorded. */
trace: boolean, 
/** The maximum number of events of a trace. */
traceLimit: number, 
/** Functions whose calls are traced, with arguments and results. */
tracedFunctions: Array<string>, 
/** The maximum number of steps of a run: instructions, plus one step for each 16 words that an instruction moves.
 * With the default, an endless run takes some seconds. */
stepLimit: number, 
/** The number of accesses, barriers and subgroup operations without progress after which the waits of a dispatch
 * count as endless. Progress is a changed word, a started workgroup, an ended invocation, or the first access to a
 * word after a change. The schedule gives turns in rounds, and the limit is checked after each round. After a round with
 * progress, the dispatch continues, because waiting invocations may not have seen the effect yet. */
idleLimit: number, };

/** How a dispatch ended. */
export type Outcome = "completed" | "stalled" | "endless";

/** The report of one dispatch. */
export type PassReport = { 
/** The entry point. */
entry_point: string, 
/** How it ended. */
outcome: Outcome, 
/** Indices of the workgroups that did not end. */
unfinished: Array<number>, 
/** Costs on the memory machines, in the lockstep schedule. */
costs: Costs, 
/** Counters of operations. */
counters: Array<Counter>, 
/** Lines with an executed instruction, in order. */
lines: Array<number>, 
/** Steps: see [`Options::step_limit`](crate::Options::step_limit). */
instructions: number, };

/** A barrier that a workgroup passes. */
export type PassedBarrier = { 
/** Index of the workgroup. */
workgroup: number, 
/** The memory that it orders: 1 workgroup memory, 2 storage, 3 both. */
orders: number, 
/** Program counter. */
pc: number, };

/** An access, or the location of an invocation. */
export type Place = { 
/** Line, from 1; 0 where it is unknown. */
line: number, 
/** Column, from 1, in UTF-16 code units; 0 where it is unknown. */
column: number, 
/** The function. */
function: string, 
/** Program counter. */
pc: number, 
/** Index of the workgroup. */
workgroup: number, 
/** Local index of the invocation. */
invocation: number, 
/** Its action: `read`, `write`, `wait`, `index` (a checked index) or `end`. */
action: string, };

/** The progress that a device guarantees to workgroups: Sorensen, Evrard and Donaldson, "GPU schedulers: how fair is
 * fair enough?", 2018. */
export type Progress = "none" | "occupancy-bound" | "linear-occupancy-bound" | "fair";

/** The status of a tile. */
export type Published = "empty" | "aggregate" | "prefix";

/** A buffer of a [`Recording`]. */
export type RecordedBuffer = { 
/** Its name. */
name: string, 
/** Its words before the first dispatch. */
words: Array<number>, };

/** A dispatch of a [`Recording`]. */
export type RecordedPass = { 
/** The index of its shader. */
shader: number, 
/** The entry point. */
entryPoint: string, 
/** Workgroups in each dimension. */
workgroups: [number, number, number], 
/** Indices of the buffers in group 0, by binding. */
bindings: Array<[number, number]>, };

/** Buffers, shaders and dispatches. A program that plans a computation can write a recording as JSON, or as an object
 * in JavaScript, without this crate. */
export type Recording = { 
/** WGSL modules. */
shaders: Array<string>, 
/** Buffers. */
buffers: Array<RecordedBuffer>, 
/** Dispatches, in order. */
passes: Array<RecordedPass>, };

/** The recording of a run. */
export type Replay = { 
/** The passes and the buffers. */
recording: Recording, 
/** The index of the result among the buffers. */
output: number, 
/** Words per element. */
words: number, 
/** The identity of the operator. */
identity: Array<number>, 
/** The options of the emulator. */
options: Options, };

/** One request of a warp. With broadcast, it is for all invocations that access one address. Otherwise it is for one
 * invocation. */
export type Request = { 
/** The index of the word. */
address: number, 
/** Its bank. */
bank: number, 
/** Its address group. */
group: number, 
/** The time unit of its access in which it enters the pipeline, from 0. */
unit: number, 
/** On the DMM, whether another request of the same access is for the same bank. */
isConflict: boolean, 
/** The local indices of the invocations that request it. */
invocations: Array<number>, };

/** A round of a machine: the k-th access of each warp since the last barrier. */
export type Round = { 
/** Whether it is on the UMM; otherwise on a workgroup's DMM. */
isStorage: boolean, 
/** Its time units, in order. The pipeline adds latency − 1 units. */
units: Array<RoundUnit>, };

/** The requests that enter the pipeline in one time unit of a round. */
export type RoundUnit = { 
/** The warp, from 0 in the pass. */
warp: number, 
/** The addresses of the requests. */
addresses: Array<number>, };

/** A run of the judge. */
export type Run = { 
/** Number of elements. */
n: number, 
/** The operator. */
operator: string, 
/** The order of accesses. */
schedule: Schedule, 
/** Invocations per subgroup. */
subgroupSize: number, 
/** The order in which workgroups start. */
startOrder: StartOrder, 
/** The maximum number of workgroups in flight: started and not ended. */
workgroupsInFlight: number, };

/** The order in which invocations of the workgroups in flight execute their accesses. */
export type Schedule = "lockstep" | "round-robin" | "reversed" | "random" | "serial";

/** Workgroups that are never resumed, if nothing guarantees their progress. */
export type Stall = { 
/** The percentage of workgroups, chosen by [`Options::seed`]. */
percent: number, 
/** The number of accesses after which such a workgroup stops. */
afterAccesses: number, };

/** The order in which workgroups start. */
export type StartOrder = "ascending" | "descending" | "random";

/** The layout of states in their buffer. */
export type StateForm = { 
/** Words of a value. */
valueWords: number, 
/** Number of neighbouring tiles whose states are interleaved; 1 if states are not interleaved. */
interleaved: number, };

/** The state of a tile. */
export type TileState = { 
/** The index of the tile. */
tile: number, 
/** Its status. */
published: Published, 
/** The words of its value; empty if nothing is published. */
words: Array<number>, };

/** The objects that the events of a pass refer to. */
export type TracedPass = { 
/** The entry point. */
entry_point: string, 
/** Invocations of a workgroup in each dimension. */
workgroup_size: [number, number, number], 
/** Workgroups in each dimension. */
workgroups: [number, number, number], 
/** The line of each program counter, from 1; 0 for code without a line. */
lines: Array<number>, 
/** The function of each program counter, by its index. */
function_of: Array<number>, 
/** Names of the functions. */
functions: Array<string>, 
/** Variables. */
variables: Array<TracedVariable>, 
/** Loops with barriers, outer ones first; empty if variables are not traced. */
levels: Array<Level>, 
/** Variables of workgroup memory: name, first word, words. */
workgroup_memory: Array<[string, number, number]>, 
/** Bound buffers: name of the variable, index of the buffer. */
buffers: Array<[string, number]>, 
/** The index of its first event. */
first_event: number, 
/** The steps at which the rounds of the schedule begin. A round is one access of every ready invocation. Only
 * lockstep and the two round-robin schedules have rounds. On a device, the accesses of a round overlap. */
rounds: Array<number>, };

/** A variable of a function. The name of the function is empty for the variable of a loop. */
export type TracedVariable = { 
/** Its name. */
name: string, 
/** Its function. */
function: string, 
/** Its type as WGSL writes it; for a structure, its name. */
ty: string, };

/** Units of a player's moves. */
export type Unit = "step" | "barrier" | "dispatch";

/** A variable with its values. */
export type VariableValues = { 
/** Its name. */
name: string, 
/** Its type as WGSL writes it; for a structure, its name. */
ty: string, 
/** Its latest words, by invocation of a subgroup; `None` for an invocation without a value. */
words: Array<Array<number> | null>, };

/** The verdict on a kernel. */
export type Verdict = { 
/** The exercise. */
exercise: string, 
/** Whether the kernel was right in every run and met every goal. */
passed: boolean, 
/** The goals; empty for a kernel that was wrong. */
goals: Array<Goal>, 
/** The counts of the kernel on the largest size; empty for a kernel that was wrong. */
counts: Array<Count>, 
/** The first failures. Each has another kind or another line. */
failures: Array<Failure>, 
/** The hint of the one mistake that explains the failures: a known mistake, or a missing barrier. */
hint: string | null, 
/** The seed of the inputs. */
seed: number, };

/** An access of a warp with its requests, by ascending address. */
export type Warp = { 
/** The warp, from 0 in its workgroup. */
warp: number, 
/** 0 for workgroup memory, else 1 + the index of the buffer. */
space: number, 
/** The kind of access. */
kind: "read" | "write" | "atomic", 
/** Time units: the number of addresses in the fullest bank of workgroup memory, or of address groups of storage. */
units: number, 
/** Its requests. */
requests: Array<Request>, };

/** A part of a time line. */
export type Window = { 
/** The workgroup that owns the memory; `None` for storage. */
workgroup: number | null, 
/** The columns, in order. */
columns: Array<Column>, 
/** The warp in each stage of the pipeline at the last request of the last executed step. The latest is in
 * the first stage. */
stages: Array<number | null>, };
