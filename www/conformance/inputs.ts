/** Caches the inputs and verified outputs that cases of different algorithms share. */
import { bitsOfHeads, headsOf, rowOf } from './cases.ts';
import type { Elements, ScanRequest } from '../types.ts';
import type { Lab } from '../ui/element-types.ts';
import type { Case } from './cases.ts';

/** The part of a request that describes segments. */
type Division = Pick<ScanRequest, 'heads' | 'headsAsBits' | 'shape' | 'axis'>;
/** `verified` is an output that the oracle has verified. */
export type Shared = { input: Elements; division: Division; initial?: Elements; verified: Elements | null };

const SEED = 1;
const MAX_KEPT_BYTES = 2 ** 26;

export class SharedInputs {
  lab: Lab;
  #kept: Map<string, Shared> = new Map();
  #bytes = 0;

  constructor(lab: Lab) {
    this.lab = lab;
  }

  of({ operator, type, mode, direction, segments, initial, n, pattern }: Case): Shared {
    const key = [operator, type, mode, direction, segments, initial, n, pattern].join();
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const input = this.lab.input({ operator, type, pattern, seed: SEED, n });
    const shared = {
      input,
      division: divisionOf(segments, n),
      // A random element, whatever the pattern is, so that it changes the output.
      ...(initial && { initial: this.lab.input({ operator, type, pattern: 'random', seed: SEED + 1, n: 1 }) }),
      verified: null,
    };
    this.#keep(key, shared);
    return shared;
  }

  #keep(key: string, shared: Shared) {
    // The input, and an output of the same size.
    const bytes = 2 * shared.input.byteLength + (shared.division.heads?.byteLength ?? 0);
    if (this.#bytes + bytes > MAX_KEPT_BYTES) this.#kept.clear();
    this.#bytes = this.#kept.size ? this.#bytes + bytes : bytes;
    this.#kept.set(key, shared);
  }
}

function divisionOf(segments: Case['segments'], n: number): Division {
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

/** Whether two arrays have the same bits. */
export function isSame(left: Elements, right: Elements) {
  const [a, b] = [left, right].map(({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length));
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
