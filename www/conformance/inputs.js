/** A cache of the inputs and verified outputs that cases of different algorithms share. */
import { bitsOfHeads, headsOf, rowOf } from './cases.js';

/** @typedef {import('../types.d.ts').Elements} Elements */
/** @typedef {import('../ui/element-types.d.ts').Lab} Lab */
/** @typedef {import('./cases.js').Case} Case */
/** @typedef {import('../types.d.ts').ScanRequest} ScanRequest */
/** @typedef {Pick<ScanRequest, 'heads' | 'headsAsBits' | 'shape' | 'axis'>} Division What a request says of segments. */
/** @typedef {{ input: Elements, division: Division, verified: Elements | null }} Shared verified: an output that was verified */

const SEED = 1;
const MAX_KEPT_BYTES = 2 ** 26;

export class SharedInputs {
  /** @type {Map<string, Shared>} */
  #kept = new Map();
  #bytes = 0;

  /** @param {Lab} lab */
  constructor(lab) {
    this.lab = lab;
  }

  /** @param {Case} one @returns {Shared} */
  of({ operator, type, mode, direction, segments, n, pattern }) {
    const key = [operator, type, mode, direction, segments, n, pattern].join();
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const input = this.lab.input({ operator, type, pattern, seed: SEED, n });
    const shared = { input, division: divisionOf(segments, n), verified: null };
    this.#keep(key, shared);
    return shared;
  }

  /** @param {string} key @param {Shared} shared */
  #keep(key, shared) {
    // The input, and an output of the same size.
    const bytes = 2 * shared.input.byteLength + (shared.division.heads?.byteLength ?? 0);
    if (this.#bytes + bytes > MAX_KEPT_BYTES) this.#kept.clear();
    this.#bytes = this.#kept.size ? this.#bytes + bytes : bytes;
    this.#kept.set(key, shared);
  }
}

/** @param {Case['segments']} segments @param {number} n @returns {Division} */
function divisionOf(segments, n) {
  switch (segments) {
    case 'whole':
      return {};
    case 'heads':
      return { heads: headsOf(n, SEED) };
    case 'head-bits':
      return { heads: bitsOfHeads(headsOf(n, SEED)), headsAsBits: true };
    default: {
      const row = rowOf(n);
      return { shape: [row && n / row, row], axis: segments === 'rows' ? 1 : 0 };
    }
  }
}

/** Whether two arrays have the same bits. @param {Elements} left @param {Elements} right */
export function isSame(left, right) {
  const [a, b] = [left, right].map(({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length));
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
