/** Runs a caller's kernel on the emulator. */

import {
  ARRAY_OF_TYPE,
  badArgument,
  bitsOf,
  checkBoolean,
  checkInteger,
  checkObject,
  checkSignal,
  copyOfList,
  describe,
  elementsOf,
  fieldsOf,
  reading,
} from './arguments.ts';
import { emulatorError } from './emulator-error.ts';
import { initializeEmulator, loadEmulator } from './emulator.ts';
import { judgeApart } from './judge-runner.ts';
import type { Elements, InitializeOptions } from '../types.ts';
import type {
  Costs,
  Count,
  Counter,
  EmulatorOptions,
  ExerciseEntry,
  Finding,
  NamedEvent,
  Outcome,
  Recording,
  Replay,
  Run,
  Verdict,
} from './emulator-data.d.ts';

/** A kernel, its data, and its options. */
export interface KernelRun extends Omit<EmulatorOptions, 'trace' | 'traceLimit' | 'tracedFunctions'> {
  /** Whether the result has a trace (default false). */
  trace?: boolean;
  /** The maximum number of events in the trace, up to 262,144 (default 65,536). A longer run is rejected. */
  traceLimit?: number;
  /** A module in WGSL. */
  code: string;
  /** The name of its compute function (default `main`). */
  entryPoint?: string;
  /** Workgroups in up to three dimensions (default 1). */
  workgroups?: number | readonly number[];
  /** Arrays by their bindings in group 0. The run does not change them. */
  buffers?: { readonly [binding: number]: Elements };
}

/** The result of a kernel. */
export interface KernelResult {
  /** The buffers after the run, by their bindings, in arrays of the given types. */
  buffers: { [binding: number]: Elements };
  /** Data races, accesses out of bounds, barriers that not all invocations reach, endless waits: each with its places in the code. */
  findings: Finding[];
  /** The findings as texts. */
  messages: string[];
  /** How the run ended. */
  outcome: Outcome;
  /** Times on Nakano's memory machines, in the schedule `lockstep`. */
  costs: Costs;
  /** The number of executions of each access, barrier and call. */
  counters: Counter[];
  /** Every access, barrier and subgroup operation, in the order of execution; empty without `trace`. */
  trace: NamedEvent[];
}

/** A kernel for an exercise. */
export interface Submission {
  /** The name of the exercise. Not needed with a file. */
  exercise?: string;
  /** A teacher's own exercise: the text of its Markdown file. */
  file?: string;
  /** The kernel, a module in WGSL without `T`, `identity` and `combine`, which the judge adds. */
  code: string;
  /** The seed of the inputs (default: drawn at random). */
  seed?: number;
}

/** How a kernel is judged. */
export interface JudgeOptions {
  /** Ends the judgement; the call rejects with `cancelled`. */
  signal?: AbortSignal;
}

/** The default and the maximum number of events in a trace: each event is an object in memory. */
const TRACE_LIMIT = 2 ** 16;
const MAX_TRACE_LIMIT = 2 ** 18;
/** The largest binding number in WebGPU. */
const MAX_BINDING = 999;

/** Loads the emulator's WASM from an address or from bytes, before any other use. Node.js, for example, reads files as bytes. */
export async function initialize(options: InitializeOptions): Promise<void> {
  await initializeEmulator(checkObject('options', options, ['wasm']).wasm);
}

/**
 * Runs a kernel without a GPU. Rejects with the code `bad-argument` if the code does not compile, or if a binding or an option is wrong.
 */
export async function emulate(run: KernelRun): Promise<KernelResult> {
  const given = fieldsOf('run', run) as unknown as KernelRun;
  const { code, entryPoint = 'main', workgroups = 1, buffers = {}, trace, traceLimit = TRACE_LIMIT, ...options } = given;
  if (typeof code !== 'string') throw badArgument(`code must be a module in WGSL; it was ${describe(code)}.`);
  if (typeof entryPoint !== 'string') throw badArgument(`entryPoint must be the name of a function; it was ${describe(entryPoint)}.`);
  const bound = buffersOf(buffers);
  const traced = {
    trace: checkBoolean('trace', trace, false),
    traceLimit: checkInteger('traceLimit', traceLimit, 1, MAX_TRACE_LIMIT),
  };
  const recording = {
    shaders: [code],
    buffers: bound.map(({ name, array }) => ({ name, words: [...bitsOf(array)] })),
    passes: [
      {
        shader: 0,
        entryPoint,
        workgroups: sizeOf(workgroups),
        bindings: bound.map(({ binding }, rank) => [binding, rank] as [number, number]),
      },
    ],
  };
  const { emulate: play } = await loadEmulator();
  try {
    const { buffers: words, findings, messages, reports, trace: events } = play(recording, { ...options, ...traced });
    const [{ outcome, costs, counters }] = reports;
    const results = bound.map(({ binding, type }, rank) => [binding, new ARRAY_OF_TYPE[type](Uint32Array.from(words[rank]).buffer)]);
    return { buffers: Object.fromEntries(results), findings, messages, outcome, costs, counters, trace: events };
  } catch (failure) {
    throw emulatorError(failure);
  }
}

/** The exercises in writing scan kernels, the easiest first: their texts, skeletons, hints and solutions. */
export async function exercises(): Promise<ExerciseEntry[]> {
  return (await loadEmulator()).exercises();
}

/** A teacher's own exercise. Rejects with the code `bad-argument` and the line if the file is wrong. @param file its Markdown text */
export async function exerciseOf(file: string): Promise<ExerciseEntry> {
  const emulator = await loadEmulator();
  return attempt(() => emulator.exerciseOf(file));
}

/**
 * Judges a kernel without a GPU: on sizes around every edge, with several operators, and with every schedule and subgroup size. Rejects
 * with the code `bad-argument` for an unknown exercise or a wrong file. A kernel that does not compile is a failure in the verdict. A page
 * judges in a worker, one kernel after another.
 */
export async function judge(submission: Submission, options: JudgeOptions = {}): Promise<Verdict> {
  const { exercise, file, code, seed = drawnSeed() } = checkObject('submission', submission, ['exercise', 'file', 'code', 'seed']);
  if (file === undefined ? typeof exercise !== 'string' : exercise !== undefined && typeof exercise !== 'string') {
    throw badArgument(`exercise must be the name of an exercise; it was ${describe(exercise)}.`);
  }
  if (file !== undefined && typeof file !== 'string') throw badArgument(`file must be the text of an exercise; it was ${describe(file)}.`);
  if (typeof code !== 'string') throw badArgument(`code must be a module in WGSL; it was ${describe(code)}.`);
  const kernel = { exercise: typeof exercise === 'string' ? exercise : '', code, seed: checkInteger('seed', seed, 0, 2 ** 32 - 1), file };
  return judgeApart(kernel, checkSignal(checkObject('options', options, ['signal']).signal));
}

/** How a file that a student has handed in is graded. */
export interface GradeOptions {
  /** The text of a teacher's exercise. Without it, the handed-in file names an exercise of ScanLab. */
  file?: string;
  /** The seed of the further inputs (default: drawn at random). */
  seed?: number;
}

/**
 * Judges a file that a student has saved for hand-in, as `cargo xtask grade` does: on the inputs of the file's seed, and on further inputs.
 * A verdict in the file does not count. Rejects with the code `bad-argument` for a file of another form or of another exercise.
 */
export async function grade(handIn: string, options: GradeOptions = {}): Promise<Verdict> {
  const { file, seed = drawnSeed() } = checkObject('options', options, ['file', 'seed']);
  if (typeof handIn !== 'string') throw badArgument(`handIn must be the text of a file; it was ${describe(handIn)}.`);
  if (file !== undefined && typeof file !== 'string') throw badArgument(`file must be the text of an exercise; it was ${describe(file)}.`);
  const given = checkInteger('seed', seed, 0, 2 ** 32 - 1);
  const emulator = await loadEmulator();
  return attempt(() => emulator.grade(handIn, given, file));
}

/**
 * A run of the judge, such as one that failed, as a recording.
 * @param submission with the seed of the verdict
 * @internal
 */
export async function replay({ exercise = '', file, code, seed = 0 }: Submission, run: Run): Promise<Replay> {
  const emulator = await loadEmulator();
  const found = attempt(() => emulator.replayOf(exercise, code, seed, run, file));
  if (!found) throw badArgument(`the exercise must be judged with the operator ${run.operator}; it is not.`);
  return found;
}

/**
 * The counts of a recording, in the form of the counts of a verdict.
 * @internal
 */
export async function countsOf(recording: Recording): Promise<Count[]> {
  const emulator = await loadEmulator();
  return attempt(() => emulator.countsOf(recording));
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (failure) {
    throw emulatorError(failure);
  }
}

function drawnSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

function sizeOf(workgroups: unknown): [number, number, number] {
  const sizes = copyOfList('workgroups', typeof workgroups === 'number' ? [workgroups] : workgroups, 3);
  if (!sizes?.length) {
    throw badArgument(`workgroups must be a number, or an array of up to three; it was ${describe(workgroups)}.`);
  }
  const [x, y = 1, z = 1] = sizes.map((size, i) => checkInteger(`workgroups[${i}]`, size, 0, 65_535));
  return [x, y, z];
}

function buffersOf(value: unknown) {
  const isObject = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  if (!isObject) throw badArgument(`buffers must be an object or an array of typed arrays, by their bindings; it was ${describe(value)}.`);
  return Object.entries(reading('buffers', () => ({ ...value }))).map(([key, given]) => {
    const name = `buffers[${key}]`;
    const elements = elementsOf(name, given);
    if (!elements) throw badArgument(`${name} must be a Uint32Array, Int32Array or Float32Array; it was ${describe(given)}.`);
    return {
      binding: checkInteger(`the binding of ${name}`, String(Number(key)) === key ? Number(key) : NaN, 0, MAX_BINDING),
      name,
      ...elements,
    };
  });
}
