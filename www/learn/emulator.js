/** Recordings on the emulator. */
import { loadEmulator } from '../ui/emulator.js';

/** @typedef {import('../types.d.ts').Recording} Recording */
/** What the emulator takes of a recording. @typedef {{ shaders: string[], buffers: { name: string, words: number[] }[], passes: Recording['passes'] }} Playable */
/** @typedef {import('./step/types.d.ts').Summary & { events: Uint32Array, values: Uint32Array }} Emulated */

/** @param {Playable} recording @param {object} options of the emulator, beside the defaults @returns {Promise<Emulated>} */
export async function runOnEmulator({ shaders, buffers, passes }, options) {
  const { emulate } = await loadEmulator();
  const emulation = emulate(JSON.stringify({ shaders, buffers, passes }), JSON.stringify(options));
  try {
    return { ...JSON.parse(emulation.summaryJson()), events: emulation.events(), values: emulation.values() };
  } finally {
    emulation.free();
  }
}
