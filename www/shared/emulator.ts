/** The emulator's module, which is loaded when a kernel first runs on the emulator. */
import init, {
  Player,
  countsOf,
  emulate,
  eventKinds,
  eventWords,
  exerciseOf,
  exercises,
  grade,
  judge,
  replayOf,
} from 'scanlab-emulator-web';
import { badArgument, checkWasm } from './arguments.ts';
import { loadLazily } from './errors.ts';
import { wasmOf } from './inlined.ts';
import type { InitializeOptions } from '../types.ts';

/** Call these after the module is loaded. */
export { eventKinds, eventWords, mutations, strideTime, sumTime } from 'scanlab-emulator-web';

const EMULATOR = new URL('../scanlab-emulator-web_bg.wasm', import.meta.url);

let loading: Promise<unknown> | null = null;
let source: InitializeOptions['wasm'] = EMULATOR;

/** Loads the module from a source that the caller gives. Rejects if the module is already loaded. */
export async function initializeEmulator(wasm: unknown) {
  const given = checkWasm(wasm);
  if (loading) throw badArgument('initialize must be called before any other function of the emulator; it is already loaded.');
  source = given;
  loading = init({ module_or_path: wasmOf(source) });
  await loadEmulator().catch((failure) => {
    source = EMULATOR;
    throw failure;
  });
}

/** The source of the WASM for a worker; null if the source can be read only once. */
export function emulatorSource() {
  if (source instanceof Response) return null;
  // A worker that is made from a blob cannot resolve a relative address.
  if (typeof source !== 'string' && !(source instanceof URL)) return source;
  return new URL(source, globalThis.document?.baseURI ?? globalThis.location?.href).href;
}

/** The exports of the module. Rejects if the module cannot be loaded. */
export async function loadEmulator() {
  loading ??= init({ module_or_path: wasmOf(EMULATOR) });
  const loaded = loading;
  await loadLazily('emulates a GPU', () => loaded).catch((failure) => {
    // After a failed load, the next call requests the file again.
    if (loading === loaded) loading = null;
    throw failure;
  });
  return { Player, countsOf, emulate, eventKinds, eventWords, exerciseOf, exercises, grade, judge, replayOf };
}
