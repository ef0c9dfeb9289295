/** Sounds as samples: drawn ones, or a visitor's own. */
import { badArgument } from '../../../shared/arguments.js';
import { random } from '../../parts/random.js';

/** @type {Record<string, (i: number, n: number, seed: number) => number>} each from −1 to 1 */
export const WAVES = {
  chirp: (i, n, seeded) => 0.7 * Math.sin(0.012 * i + ((0.5 * i) / n) * i) + 0.2 * (2 * random(i, seeded) - 1),
  square: (i, n, seeded) => (Math.floor((8 * i) / n) % 2 ? -0.6 : 0.6) + 0.3 * (2 * random(i, seeded) - 1),
  clicks: (i, n, seeded) => (i % Math.ceil(n / 6) === 0 ? 1 : 0.02 * (2 * random(i, seeded) - 1)),
};

/** The control of a sound of one's own. @type {import('../../types.d.ts').FileControl} */
export const soundControl = {
  kind: 'file',
  id: 'sound',
  label: 'A sound of yours',
  hint: 'It stays on this computer. Its first samples are taken.',
  accept: 'audio/*',
  most_bytes: 64 * 2 ** 20,
  read: readSound,
};

/** @param {File} file @returns {Promise<Float32Array>} the first channel */
async function readSound(file) {
  try {
    const context = new OfflineAudioContext(1, 1, 44_100);
    return (await context.decodeAudioData(await file.arrayBuffer())).getChannelData(0);
  } catch {
    throw badArgument(`A sound that this browser reads is required; “${file.name}” (${file.type || 'of no type'}) is none.`);
  }
}
