/**
 * The functions of a module of WASM, which wasm-bindgen generates from emulator/web/src: do not edit, `UPDATE_TYPES=1 cargo xtask build`
 * writes them anew.
 */
import type { Emulated, EmulatorOptions, Recording } from './emulator-data.d.ts';

/**
 * Kernels, each of which is compiled once.
 */
export class Kernels {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * No kernels.
   */
  constructor();
  /**
   * Runs `main` of a source on workgroups in a row. The buffers are those of group 0, by binding; what the kernel writes is in them.
   *
   * # Errors
   * An `Error` with what is wrong with the source or a buffer, and with what the kernel does wrong, as an index out of bounds.
   */
  run(source: string, workgroups: number, buffers: Uint32Array[]): void;
}

/**
 * Plays a recording; the trace has the values of variables, unless it is too long for them.
 *
 * # Errors
 * An `Error` with what is wrong with the recording, a shader or an option.
 */
export function emulate(recording: Recording, options: EmulatorOptions): Emulated;

/**
 * Sends messages of panics to the console.
 */
export function start(): void;

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
