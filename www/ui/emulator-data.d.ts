/**
 * The data that cross between the emulator and the page, generated from the crate's types (emulator/web/src/typescript.rs): do not edit,
 * `UPDATE_TYPES=1 cargo test --workspace --lib typescript` writes it anew.
 */

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
/** The buffers before the first dispatch. */
initial: Array<Array<number>>, 
/** What the kernels do wrong. */
findings: Array<Finding>, 
/** The findings as texts. */
messages: Array<string>, 
/** By dispatch. */
reports: Array<PassReport>, 
/** The objects that events refer to, by dispatch. */
passes: Array<TracedPass>, 
/** The events of the trace, seven words each: `kind | space << 8 | part << 16`, step, invocation, program counter, address, old, new. */
events: Uint32Array, 
/** Arguments and results of calls, and values of variables. */
values: Uint32Array, };

/** Options of a run; those that are left out have their defaults. */
export type EmulatorOptions = Partial<Options>;

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
/** Variables of workgroup memory: name, first word, words. */
workgroup_memory: Array<[string, number, number]>, 
/** Buffers that are bound: name of the variable, index of the buffer. */
buffers: Array<[string, number]>, 
/** Its first event. */
first_event: number, };

/** A variable of a shader's function. */
export type TracedVariable = { 
/** Its name. */
name: string, 
/** Its function. */
function: string, 
/** Its type, as WGSL writes scalars and vectors; for others the type's name. */
ty: string, };
