/** Sets of scans. Pure: no DOM. */
import { JAVASCRIPT } from '../ui/series.ts';
import type { Algorithm } from '../types.ts';

type ScanSet = { id: string; title: string; has: (algorithm: Pick<Algorithm, 'id' | 'family'>) => boolean };

/** The set of scans that are chosen one by one. */
export const OWN_SET = 'own';
/** One scan per family, for a short run. */
const OVERVIEW = ['hillis-steele', 'hybrid', 'blelloch', 'reduce-then-scan', JAVASCRIPT];
/** The scans that reach the largest share of the copy kernel's speed (docs/performance.md), with `auto`. */
const FASTEST = ['subgroup', 'cache-blocked', 'chained', 'look-back', 'look-back-fallback', 'auto'];

const isOf =
  (family: string): ScanSet['has'] =>
  (algorithm) =>
    algorithm.family === family;

export const SCAN_SETS: ScanSet[] = [
  { id: 'overview', title: 'One per family', has: ({ id }) => OVERVIEW.includes(id) },
  { id: 'trees', title: 'Textbook trees', has: isOf('Tiles in workgroup memory') },
  { id: 'steps', title: 'Device-wide steps', has: isOf('Device-wide steps') },
  { id: 'single-pass', title: 'Single pass', has: isOf('Single pass') },
  { id: 'fastest', title: 'Fastest', has: ({ id }) => FASTEST.includes(id) },
  { id: 'all', title: 'All', has: ({ id }) => id !== JAVASCRIPT },
];
export const FIRST_SET = SCAN_SETS[0];

/** The id of the set that has exactly these scans, or OWN_SET. */
export function setOf(all: readonly Pick<Algorithm, 'id' | 'family'>[], ids: string[]) {
  const isSame = ({ has }: ScanSet) => all.every((algorithm) => has(algorithm) === ids.includes(algorithm.id));
  return SCAN_SETS.find(isSame)?.id ?? OWN_SET;
}
