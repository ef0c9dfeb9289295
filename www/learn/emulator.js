/** The emulator, which is loaded when something is first run on it. */
import init, { emulate } from 'scanlab-emulator-web';
import { SITE } from '../shared/site.js';

/** @typedef {import('../types.d.ts').Recording} Recording */
/** What the emulator takes of a recording. @typedef {{ shaders: string[], buffers: { name: string, words: number[] }[], passes: Recording['passes'] }} Playable */
/** @typedef {import('./step/types.d.ts').Summary & { events: Uint32Array, values: Uint32Array }} Emulated */

const MOST_INSTRUCTIONS = 2 ** 28;

/** @type {Promise<unknown> | null} */
let loading = null;

/** @param {Playable} recording @param {object} options of the emulator, beside the defaults @returns {Promise<Emulated>} */
export async function runOnEmulator({ shaders, buffers, passes }, options) {
  loading ??= init({ module_or_path: new URL('./scanlab-emulator-web_bg.wasm', SITE) });
  try {
    await loading;
  } catch (error) {
    // A file that could not be loaded is requested again.
    loading = null;
    throw error;
  }
  const emulation = emulate(JSON.stringify({ shaders, buffers, passes }), JSON.stringify({ stepLimit: MOST_INSTRUCTIONS, ...options }));
  try {
    return { ...JSON.parse(emulation.summaryJson()), events: emulation.events(), values: emulation.values() };
  } finally {
    emulation.free();
  }
}
