/** Sounds as samples: drawn ones, or a visitor's own. */
import { ownFile } from './own-file.ts';
import { random } from '../parts/random.ts';

/** each from −1 to 1 */
export const WAVES: Record<string, (i: number, n: number, seed: number) => number> = {
  chirp: (i, n, seeded) => 0.7 * Math.sin(0.012 * i + ((0.5 * i) / n) * i) + 0.2 * (2 * random(i, seeded) - 1),
  square: (i, n, seeded) => (Math.floor((8 * i) / n) % 2 ? -0.6 : 0.6) + 0.3 * (2 * random(i, seeded) - 1),
  clicks: (i, n, seeded) => (i % Math.ceil(n / 6) === 0 ? 1 : 0.02 * (2 * random(i, seeded) - 1)),
};

/** A sound of one's own: its first channel. */
export const soundControl = ownFile('sound', 'sound', { accept: 'audio/*', hint: 'Its first samples are taken.' }, async (file) => {
  const context = new OfflineAudioContext(1, 1, 44_100);
  return (await context.decodeAudioData(await file.arrayBuffer())).getChannelData(0);
});
