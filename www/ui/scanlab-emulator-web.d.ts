/**
 * The functions of a module of WASM, which wasm-bindgen generates from emulator/web/src: do not edit, `UPDATE_TYPES=1 cargo xtask build`
 * writes them anew.
 */
import type {
  Emulated,
  EmulatorOptions,
  EventKind,
  Moment,
  NamedMutation,
  Recording,
  Round,
  StateForm,
  TileState,
  Unit,
  Window,
} from './emulator-data.d.ts';

/**
 * A recording that was played, at a moment of its trace, before the first step at first.
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
   * What the recording did.
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
   * Plays a recording with a trace, whatever its options say. The trace has the values of variables, unless it is too long for them. Calls
   * and subgroup operations of the idle value show nothing: the identity of an operator, or 0 without one. With the form of the states of
   * tiles, moments have those.
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
   * Moves until as many steps that show something have happened; to the end where there are fewer.
   */
  seekShown(step: number): void;
  /**
   * Moves until as many steps have happened; to the end where there are fewer.
   */
  seek(step: number): void;
  /**
   * The states of the tiles at this moment, one per workgroup; none where the kernel has none.
   */
  states(): Array<TileState>;
  /**
   * The number of steps after the access to workgroup memory with the most bank conflicts, in lockstep; none without conflicts.
   */
  stepOfConflict(): number | undefined;
  /**
   * The number of steps after which a race has happened, by the rank of its finding; none for another finding.
   */
  stepOfRace(finding: number): number | undefined;
  /**
   * The number of steps after which the first state of a tile is published; none where no state is.
   */
  stepOfState(): number | undefined;
  /**
   * The part of a memory's time line around this moment, in a run in lockstep, of the memory of a workgroup or else of storage: at most
   * this many columns before it and after it. Where that memory has no accesses in this pass, it is that of the other.
   */
  window(workgroup: number | null | undefined, before: number, after: number): Window;
  /**
   * Number of steps that show something and have happened.
   */
  readonly shownStep: number;
  /**
   * Number of steps that show something.
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
 * Plays a recording without a trace.
 *
 * # Errors
 * An `Error` with what is wrong with the recording, a shader or an option.
 */
export function emulate(recording: Recording, options: EmulatorOptions): Emulated;

/**
 * The kinds of events, by their numbers.
 */
export function eventKinds(): Array<EventKind>;

/**
 * Words of an event of a trace.
 */
export function eventWords(): number;

/**
 * The changes of a shader that leave out a barrier or swap operands, by their names.
 */
export function mutations(source: string): Array<NamedMutation>;

/**
 * Sends messages of panics to the console.
 */
export function start(): void;

/**
 * Time units of one access to each of n words by at most p threads, `stride` words apart, of storage or workgroup memory, on a machine of
 * width w and latency l: Lemma 1 of Nakano's paper where the stride is 1.
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
