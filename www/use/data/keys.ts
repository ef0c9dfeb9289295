/** Keys of 16 bits, in an order that the user chooses. */
import { choice, seed } from '../parts/declare.ts';
import { hash } from '../parts/random.ts';
import type { Settings } from '../types.ts';

const KEYS = 2 ** 16;

const ORDERS: Record<string, (i: number, n: number, seed: number) => number> = {
  shuffled: (i, _, seeded) => hash(i, seeded) % KEYS,
  reversed: (i, n) => Math.floor(((n - 1 - i) * KEYS) / n),
  few: (i, _, seeded) => Math.floor((hash(i, seeded) % 8) * (KEYS / 8) + KEYS / 16),
};

export const keyControls = [choice('order', 'Keys', { shuffled: 'shuffled', reversed: 'reversed', few: 'eight hues' }), seed()];

export const keysOf = (settings: Settings, n: number) =>
  Uint32Array.from({ length: n }, (_, i) => ORDERS[settings.order](i, n, settings.seed));
