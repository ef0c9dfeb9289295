/** The emulator's module, which is loaded when something is first run on it. */
import init, { Player, emulate, eventKinds, eventWords } from 'scanlab-emulator-web';
import { badArgument, checkWasm } from '../shared/arguments.ts';
import { loadLazily } from '../shared/errors.ts';

/** To be called when the module is loaded. */
export { mutations, strideTime, sumTime } from 'scanlab-emulator-web';

const EMULATOR = new URL('../scanlab-emulator-web_bg.wasm', import.meta.url);

let loading: Promise<unknown> | null = null;

/** Loads it from a source of the caller's; rejects where it is loaded already. */
export async function initializeEmulator(wasm: unknown) {
  const source = checkWasm(wasm);
  if (loading) throw badArgument('initialize must be called before anything else of the emulator; it is loaded already.');
  loading = init({ module_or_path: source });
  await loadEmulator();
}

/** What it exports; throws where it cannot be loaded. */
export async function loadEmulator() {
  loading ??= init({ module_or_path: EMULATOR });
  const loaded = loading;
  await loadLazily('emulates a GPU', () => loaded).catch((failure) => {
    // A file that could not be loaded is requested again.
    if (loading === loaded) loading = null;
    throw failure;
  });
  return { Player, emulate, eventKinds, eventWords };
}
