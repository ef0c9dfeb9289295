/** Plays recordings on the emulator, which is loaded on first use. */
import init, { emulate } from 'scanlab-emulator-web';
import { SITE } from '../shared/site.js';

/** @typedef {import('./step/types.d.ts').Summary} Summary */
/** @typedef {{ shaders: string[], buffers: { name: string, words: ArrayLike<number> }[], passes: import('../types.d.ts').Recording['passes'] }} Playable */
/** @typedef {Summary & { events: Uint32Array }} Played */

const MOST_INSTRUCTIONS = 2 ** 28;

/** @type {Promise<unknown> | null} */
let loading = null;

/** @param {Playable} recording @param {object} options of the emulator, beside the defaults @returns {Promise<Played>} */
export async function playOn(recording, options) {
  loading ??= init({ module_or_path: new URL('./scanlab-emulator-web_bg.wasm', SITE) });
  try {
    await loading;
  } catch (error) {
    // A file that could not be loaded is requested again.
    loading = null;
    throw error;
  }
  const { shaders, passes } = recording;
  const buffers = recording.buffers.map(({ name, words }) => ({ name, words: Array.from(words) }));
  const run = /** @type {(recording: string, options: string, variables: boolean) => import('scanlab-emulator-web').Emulation} */ (emulate);
  const text = JSON.stringify({ stepLimit: MOST_INSTRUCTIONS, ...options });
  const emulation = run(JSON.stringify({ shaders, buffers, passes }), text, false);
  try {
    return { ...JSON.parse(emulation.summaryJson()), events: emulation.events() };
  } finally {
    emulation.free();
  }
}
