/**
 * The data that cross between the emulator and the page, generated from the crate's types (emulator/web/src/typescript.rs): do not edit,
 * `UPDATE_TYPES=1 cargo test --workspace --lib typescript` writes it anew.
 */

/** One word of an access. */
export type Access = { 
/** What is done with it. */
kind: "read" | "write" | "atomic", 
/** 0 for workgroup memory, else 1 + the index of the buffer. */
space: number, 
/** The word. */
address: number, 
/** Before. */
old: number, 
/** After. */
new: number, 
/** Rank of the workgroup. */
workgroup: number, 
/** The local invocation index. */
localIndex: number, 
/** Program counter. */
pc: number, };

/** A call of a traced function that has returned. */
export type Call = { 
/** Rank of the workgroup. */
workgroup: number, 
/** The local invocation index. */
localIndex: number, 
/** The words of all arguments. */
arguments: Array<number>, 
/** The words of the result. */
result: Array<number>, 
/** Whether its arguments are idle values: see [`Player::with_idle_value`](super::Player::with_idle_value). */
isIdle: boolean, };

/** Time units: in a pass on the DMM of its slowest workgroup and on the UMM, and in all passes up to it. */
export type Clock = { 
/** On the DMM, in the pass. */
dmm: number, 
/** On the UMM, in the pass. */
umm: number, 
/** On the DMM, in all passes. */
allDmm: number, 
/** On the UMM, in all passes. */
allUmm: number, };

/** An invocation in a subgroup operation. */
export type Collective = { 
/** Rank of the workgroup. */
workgroup: number, 
/** The local invocation index. */
localIndex: number, 
/** Its argument, the first word of a vector. */
argument: number, 
/** Its result, the first word of a vector. */
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
/** Whether it is of the last step. */
isNow: boolean, 
/** Whether it is of a later step. */
isFuture: boolean, 
/** Its round. */
round: number, 
/** What enters. */
requests: Array<Request>, } | { "kind": "pipeline", 
/** How many. */
units: number, } | { "kind": "barrier" };

/** What a dispatch costs. */
export type Costs = { 
/** Time units of the slowest workgroup on its DMM. */
dmm: number, 
/** Time units of all workgroups on their DMMs. */
dmm_of_all_workgroups: number, 
/** Time units on the UMM. */
umm: number, 
/** By line. */
lines: Array<LineCost>, };

/** What an instruction does to shared memory, or which function it calls. */
export type Counted = "workgroup-read" | "workgroup-write" | "storage-read" | "storage-write" | "atomic" | "barrier" | "uniform-load" | "collective" | "call";

/** How often an instruction was executed. */
export type Counter = { 
/** What it does. */
counted: Counted, 
/** The variable or the called function. */
name: string, 
/** Line, from 1. */
line: number, 
/** The function that holds it. */
function: string, 
/** Words of one access. */
words: number, 
/** How often. */
count: number, };

/** What a recording did. */
export type Emulated = { 
/** The buffers after the last dispatch. */
buffers: Array<Array<number>>, 
/** What the kernels do wrong. */
findings: Array<Finding>, 
/** The findings as texts. */
messages: Array<string>, 
/** By dispatch. */
reports: Array<PassReport>, 
/** The objects that events of its trace refer to, by dispatch; none without a trace. */
passes: Array<TracedPass>, };

/** Options of a run; those that are left out have their defaults. */
export type EmulatorOptions = Partial<Options>;

/** What an event is. */
export type EventKind = "dispatch" | "workgroup-start" | "workgroup-end" | "read" | "write" | "atomic" | "barrier" | "collective" | "call" | "return" | "variable" | "end";

/** Something that a kernel does wrong. */
export type Finding = { 
/** What. */
kind: FindingKind, 
/** Rank of the pass. */
pass: number, 
/** The entry point. */
entry_point: string, 
/** The variable, where there is one. */
variable: string, 
/** The word in the variable, or the index that is out of bounds. */
address: number, 
/** The first time: both accesses of a race, the earlier first; an invocation that waits and one that is elsewhere. */
places: Array<Place>, 
/** How often it happened. */
count: number, };

/** The kind of a finding. */
export type FindingKind = "data-race" | "payload-behind-flag" | "non-uniform-barrier" | "non-uniform-collective" | "non-uniform-pointer" | "out-of-bounds" | "endless-wait";

/** An iteration of a loop with a barrier: a level or a round of an algorithm. */
export type Iteration = { 
/** From 1. */
rank: number, 
/** How many there are. */
of: number, 
/** The variable that counts. */
variable: string, 
/** Its word in this iteration. */
word: number, };

/** A loop with a barrier in its body: its iterations are the levels or rounds of an algorithm. */
export type Level = { 
/** The program counter of its first instruction. */
start: number, 
/** The program counter after its last instruction. */
end: number, 
/** The variable that it changes last, which counts. */
variable: number, 
/** The variable that counts its iterations from 1. Where the loop ends by its condition, the last count is that of the test that fails. */
iteration: number, };

/** The accesses of one line to one kind of memory. */
export type LineCost = { 
/** Line, from 1. */
line: number, 
/** Program counter. */
pc: number, 
/** Whether it accesses workgroup memory, else storage. */
is_workgroup_memory: boolean, 
/** The variable. */
variable: string, 
/** Accesses of warps. */
accesses: number, 
/** Time units that they take, without the pipeline. */
units: number, 
/** The most of one access: its degree of bank conflicts, or its address groups. */
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
/** Rank of the pass. */
pass: number, 
/** The workgroup that does something, or starts. */
workgroup: number, 
/** Accesses to memory, word by word. */
accesses: Array<Access>, 
/** The same in lockstep, by warp. */
warps: Array<Warp>, 
/** Calls of traced functions. */
calls: Array<Call>, 
/** The states of tiles that are accessed, in the order of the accesses, as they are after the step. */
states: Array<TileState>, 
/** A barrier that is passed. */
barrier: PassedBarrier | null, 
/** Whether the pass begins. */
isDispatch: boolean, 
/** Workgroups that start. */
started: Array<number>, 
/** Subgroup operations. */
collectives: Array<Collective>, 
/** The program counter of what happens; none where nothing of the program does. */
pc: number | null, 
/** The line at which each subgroup of the workgroup was last; none before its first. */
lines: Array<number | null>, 
/** The subgroup that does something. */
subgroup: number, 
/** The function that it executes; empty where nothing of the program happens. */
function: string, 
/** The iteration of the innermost loop with a barrier that it executes. */
iteration: Iteration | null, 
/** The variables of that function, of which this subgroup has values. */
variables: Array<VariableValues>, 
/** Time units on the memory machines until now, in lockstep. */
clock: Clock, };

/** A kind of change. */
export type MutationKind = "barrier" | "uniform-load" | "operands" | "bound" | "flag";

/** A change of a shader with a name that lines before it do not change. */
export type NamedMutation = { 
/** The kind and the function, `barrier:up-sweep`; the second of its kind in a function is `barrier:up-sweep:2`. */
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
/** The seed of all that is drawn at random. */
seed: number, 
/** What is guaranteed to workgroups. */
progress: Progress, 
/** The most workgroups that have started and not ended, apart from stalled ones. */
workgroupsInFlight: number, 
/** The order in which workgroups start. */
startOrder: StartOrder, 
/** Workgroups that are never resumed; only without a guarantee of progress. */
stall: Partial<Stall>, 
/** The memory machine. */
memoryMachine: Partial<MemoryMachine>, 
/** Whether data races are looked for. */
races: boolean, 
/** Whether a trace is recorded. */
trace: boolean, 
/** The most events of a trace. */
traceLimit: number, 
/** Functions whose calls are traced, with arguments and results. */
tracedFunctions: Array<string>, 
/** The most steps of a run: instructions, where one that moves many words is a step more for each 16 of them. By default a run that does
 * not end takes some seconds; a long one needs more. */
stepLimit: number, 
/** Accesses, barriers and subgroup operations after which the waits of a dispatch count as endless: none of them changes a word, starts a
 * workgroup or ends an invocation, and none accesses another word than those since the last such change. A round of the schedule in which
 * there is any of that does not count. */
idleLimit: number, };

/** How a dispatch ended. */
export type Outcome = "completed" | "stalled" | "endless";

/** What one dispatch has shown. */
export type PassReport = { 
/** The entry point. */
entry_point: string, 
/** How it ended. */
outcome: Outcome, 
/** Workgroups that did not end, by rank. */
unfinished: Array<number>, 
/** Costs on the memory machines, in the lockstep schedule. */
costs: Costs, 
/** Counted operations. */
counters: Array<Counter>, 
/** Lines of which an instruction was executed, in order. */
lines: Array<number>, 
/** Steps: see [`Options::step_limit`](crate::Options::step_limit). */
instructions: number, };

/** A barrier that a workgroup passes. */
export type PassedBarrier = { 
/** Rank of the workgroup. */
workgroup: number, 
/** The memory that it orders: 1 workgroup memory, 2 storage, 3 both. */
orders: number, 
/** Program counter. */
pc: number, };

/** An access, or a place where an invocation is. */
export type Place = { 
/** Line, from 1; 0 where it is unknown. */
line: number, 
/** The function. */
function: string, 
/** Program counter. */
pc: number, 
/** Rank of the workgroup. */
workgroup: number, 
/** Local index of the invocation. */
invocation: number, 
/** What it does: `read`, `write`, `wait`, `index`, `end`. */
action: string, };

/** What a device guarantees to workgroups: Sorensen, Evrard and Donaldson, "GPU schedulers: how fair is fair enough?", 2018. */
export type Progress = "none" | "occupancy-bound" | "linear-occupancy-bound" | "fair";

/** What the state of a tile is. */
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
/** Ranks of the buffers in group 0, by binding. */
bindings: Array<[number, number]>, };

/** Buffers, shaders and dispatches. Whoever knows how to plan a computation writes one, as JSON or as values, and needs nothing of this
 * crate. */
export type Recording = { 
/** WGSL modules. */
shaders: Array<string>, 
/** Buffers. */
buffers: Array<RecordedBuffer>, 
/** Dispatches, in order. */
passes: Array<RecordedPass>, };

/** Words that threads of a warp request: one address, or without broadcast one request of one thread. */
export type Request = { 
/** The word. */
address: number, 
/** Its bank. */
bank: number, 
/** Its address group. */
group: number, 
/** The time unit of its access in which it enters the pipeline, from 0. */
unit: number, 
/** Whether other requests of its access are for its bank, on the DMM. */
isConflict: boolean, 
/** The local indices of the invocations that request it. */
invocations: Array<number>, };

/** One access of every warp that has one: the k-th since the last barrier. */
export type Round = { 
/** Whether it is on the UMM, else on a workgroup's DMM. */
isStorage: boolean, 
/** Its time units, in order; the pipeline takes latency − 1 more. */
units: Array<RoundUnit>, };

/** The requests that enter the pipeline in one time unit of a round. */
export type RoundUnit = { 
/** The warp, from 0 in the pass. */
warp: number, 
/** Their addresses. */
addresses: Array<number>, };

/** The order in which invocations of the workgroups in flight execute their accesses. */
export type Schedule = "lockstep" | "round-robin" | "reversed" | "random" | "serial";

/** Workgroups that are never resumed, where nothing guarantees their progress. */
export type Stall = { 
/** How many of a hundred workgroups, chosen by [`Options::seed`]. */
percent: number, 
/** The accesses of one such workgroup after which it stops. */
afterAccesses: number, };

/** The order in which workgroups start. */
export type StartOrder = "ascending" | "descending" | "random";

/** The form of states in their buffer. */
export type StateForm = { 
/** Words of a value. */
valueWords: number, 
/** Tiles whose states are interleaved. */
interleaved: number, };

/** The state of a tile. */
export type TileState = { 
/** The rank of the tile. */
tile: number, 
/** What it is. */
published: Published, 
/** The words of its value; none where it is empty. */
words: Array<number>, };

/** What the events of a pass refer to. */
export type TracedPass = { 
/** The entry point. */
entry_point: string, 
/** Invocations of a workgroup in each dimension. */
workgroup_size: [number, number, number], 
/** Workgroups in each dimension. */
workgroups: [number, number, number], 
/** Line (from 1; 0 for none) of each program counter. */
lines: Array<number>, 
/** The function of each program counter, by its index. */
function_of: Array<number>, 
/** Names of the functions. */
functions: Array<string>, 
/** Variables. */
variables: Array<TracedVariable>, 
/** Loops with barriers, outer ones first; none where variables are not traced. */
levels: Array<Level>, 
/** Variables of workgroup memory: name, first word, words. */
workgroup_memory: Array<[string, number, number]>, 
/** Buffers that are bound: name of the variable, index of the buffer. */
buffers: Array<[string, number]>, 
/** Its first event. */
first_event: number, 
/** The step at which each round of the schedule begins, where a round is an access of all that are ready: in lockstep and in the two orders
 * of the round robin. Accesses of a round overlap on a device. */
rounds: Array<number>, };

/** A variable of a shader's function, or with none of a loop. */
export type TracedVariable = { 
/** Its name. */
name: string, 
/** Its function. */
function: string, 
/** Its type, as WGSL writes scalars and vectors; for others the type's name. */
ty: string, };

/** The steps by which a player moves. */
export type Unit = "step" | "barrier" | "dispatch";

/** A variable with its values. */
export type VariableValues = { 
/** Its name. */
name: string, 
/** Its type, as WGSL writes scalars and vectors; for others the type's name. */
ty: string, 
/** Its last words by invocation of a subgroup; none where an invocation has given it no value. */
words: Array<Array<number> | null>, };

/** An access of a warp with its requests, by ascending address. */
export type Warp = { 
/** The warp, from 0 in its workgroup. */
warp: number, 
/** 0 for workgroup memory, else 1 + the index of the buffer. */
space: number, 
/** What is done. */
kind: "read" | "write" | "atomic", 
/** Time units: addresses in the fullest bank of workgroup memory, address groups of storage. */
units: number, 
/** Its requests. */
requests: Array<Request>, };

/** A part of a time line. */
export type Window = { 
/** The workgroup whose memory it is; none for storage. */
workgroup: number | null, 
/** In order. */
columns: Array<Column>, 
/** The warp in each stage of the pipeline when the last request of the last step enters it; the latest is in the first. */
stages: Array<number | null>, };
