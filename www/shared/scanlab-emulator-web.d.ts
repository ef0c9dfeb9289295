/**
 * The functions of a module of WASM, which wasm-bindgen generates from emulator/web/src: do not edit, `UPDATE_TYPES=1 cargo xtask build`
 * writes them anew.
 */
import type {
  Count,
  Emulated,
  EmulatorOptions,
  EventKind,
  ExerciseEntry,
  Moment,
  NamedMutation,
  Recording,
  Replay,
  Round,
  Run,
  StateForm,
  TileState,
  Unit,
  Verdict,
  Window,
} from './emulator-data.d.ts';

/**
 * A recording that was played, at a moment of its trace. It begins before the first step.
 */
export class Player {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Moves back to the end of the nearest earlier step of this unit, or to the beginning of the run.
   */
  back(unit: Unit): void;
  /**
   * The words of a buffer at this moment.
   */
  buffer(rank: number): Uint32Array;
  /**
   * The result of the recording.
   */
  emulated(): Emulated;
  /**
   * The events of the trace, `eventWords` words each: `kind | space << 8 | part << 16`, step, invocation, program counter, address, old, new.
   */
  events(): Uint32Array;
  /**
   * Moves past the next step of this unit, or to the end of the run.
   */
  forward(unit: Unit): void;
  /**
   * The words of a workgroup's memory at this moment.
   */
  memory(pass: number, workgroup: number): Uint32Array;
  /**
   * The last step, and the state of the workgroups after it.
   */
  moment(): Moment;
  /**
   * Plays a recording with a trace, whatever its options say. The trace has the values of variables, unless it would
   * be too long. Calls and subgroup operations with the idle value are hidden: the identity of an operator, or 0
   * without one. If the form of the states of tiles is given, moments have the states.
   *
   * # Errors
   * An `Error` with what is wrong with the recording, a shader or an option.
   */
  constructor(recording: Recording, options: EmulatorOptions, idle_value?: Uint32Array | number[] | null, states?: StateForm | null);
  /**
   * The rounds of a run in lockstep, in the order in which they begin.
   */
  rounds(): Array<Round>;
  /**
   * Moves until this number of visible steps has happened, or else to the end.
   */
  seekShown(step: number): void;
  /**
   * Moves until this number of steps has happened, or else to the end.
   */
  seek(step: number): void;
  /**
   * The states of the tiles at this moment, one per workgroup; none if the kernel has no states.
   */
  states(): Array<TileState>;
  /**
   * The number of steps up to the access to workgroup memory with the maximum of bank conflicts, in lockstep; none
   * without conflicts.
   */
  stepOfConflict(): number | undefined;
  /**
   * The number of steps after which a race has happened, given the index of its finding; none for another finding.
   */
  stepOfRace(finding: number): number | undefined;
  /**
   * The number of steps after which the first state of a tile is published; none if no state is published.
   */
  stepOfState(): number | undefined;
  /**
   * The number of steps after which a word of a buffer is written for the last time; none if it is never written.
   */
  stepOfWrite(buffer: number, word: number): number | undefined;
  /**
   * A part of a memory's time line around this moment, in a run in lockstep: at most this many columns before and
   * after it. The memory is that of a workgroup, or else storage. If the pass has no accesses to it, the result is
   * the time line of the other memory.
   */
  window(workgroup: number | null | undefined, before: number, after: number): Window;
  /**
   * Number of visible steps that have happened.
   */
  readonly shownStep: number;
  /**
   * Number of visible steps.
   */
  readonly shownSteps: number;
  /**
   * Number of steps that have happened.
   */
  readonly step: number;
  /**
   * Number of steps.
   */
  readonly steps: number;
}

/**
 * The counts of a recording, with the names that a verdict uses.
 *
 * # Errors
 * As [`emulate`].
 */
export function countsOf(recording: Recording): Array<Count>;

/**
 * Plays a recording. The result has the events of the trace, if one is asked for.
 *
 * # Errors
 * An `Error` with what is wrong with the recording, a shader or an option.
 */
export function emulate(recording: Recording, options: EmulatorOptions): Emulated;

/**
 * The kinds of events, by number.
 */
export function eventKinds(): Array<EventKind>;

/**
 * Words per event of a trace.
 */
export function eventWords(): number;

/**
 * The exercise in a file of a teacher; docs/exercises.md describes the file.
 *
 * # Errors
 * An `Error` with the line, and what is wrong with it.
 */
export function exerciseOf(file: string): ExerciseEntry;

/**
 * The exercises in writing scan kernels, the easiest first.
 */
export function exercises(): Array<ExerciseEntry>;

/**
 * Judges a file that a student has handed in; docs/exercises.md describes the file.
 *
 * # Errors
 * As [`judge`], and for a file of another form.
 */
export function grade(hand_in: string, seed: number, file?: string | null): Verdict;

/**
 * Judges a kernel for an exercise, or for that of a teacher's file, on inputs of a seed.
 *
 * # Errors
 * An `Error` for an exercise that does not exist, or a file that is wrong.
 */
export function judge(exercise: string, code: string, seed: number, file?: string | null): Verdict;

/**
 * The mutations of a shader that remove a barrier or swap operands, by name.
 */
export function mutations(source: string): Array<NamedMutation>;

/**
 * A run of the judge as a recording. `None` if the exercise is not judged with its operator.
 *
 * # Errors
 * As [`judge`].
 */
export function replayOf(exercise: string, code: string, seed: number, run: Run, file?: string | null): Replay | undefined;

/**
 * Sends panic messages to the console.
 */
export function start(): void;

/**
 * Time units of one access to each of n words by at most p threads, `stride` words apart, in storage or workgroup
 * memory, on a machine of width w and latency l. For a stride of 1 this is Lemma 1 of Nakano's paper.
 */
export function strideTime(n: number, p: number, w: number, l: number, stride: number, is_storage: boolean): number;

/**
 * Time units of the sum of n numbers, a power of two, by p threads, on a machine of width w and latency l: section 4 of Nakano's paper.
 */
export function sumTime(n: number, p: number, w: number, l: number): number;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init(
  module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>,
): Promise<InitOutput>;
