/** Keys of 16 bits, in an order. */
import { choice, seed } from '../parts/declare.js';
import { hash } from '../parts/random.js';

const KEYS = 2 ** 16;

/** @type {Record<string, (i: number, n: number, seed: number) => number>} */
const ORDERS = {
  shuffled: (i, _, seeded) => hash(i, seeded) % KEYS,
  reversed: (i, n) => Math.floor(((n - 1 - i) * KEYS) / n),
  few: (i, _, seeded) => Math.floor((hash(i, seeded) % 8) * (KEYS / 8) + KEYS / 16),
};

export const keyControls = [choice('order', 'Keys', { shuffled: 'shuffled', reversed: 'reversed', few: 'eight hues' }), seed()];

/** @param {import('../types.d.ts').Settings} settings @param {number} n */
export const keysOf = (settings, n) => Uint32Array.from({ length: n }, (_, i) => ORDERS[settings.order](i, n, settings.seed));
