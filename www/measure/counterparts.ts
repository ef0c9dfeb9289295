/** Compares runs point by point: whether two runs are comparable, and which points correspond. Pure: no DOM. */

import { kindOf } from '../ui/config-words.ts';
import type { Point } from '../types.ts';
import type { Run } from '../ui/element-types.ts';

/** Settings that must be equal for a comparison. */
const SAME = ['operator', 'type', 'mode', 'initial'] as const;

/** The reason why two runs are not comparable, or null. */
export function incomparableReason({ config: left }: Run, { config: right }: Run) {
  const isSameOperation = left.operation === right.operation && JSON.stringify(left.options ?? {}) === JSON.stringify(right.options ?? {});
  if (isSameOperation && SAME.every((name) => (left[name] ?? false) === (right[name] ?? false))) return null;
  const [one, other] = [left, right].map(kindOf);
  return `${one}, and the other run is ${other}`;
}

/** The other differences between two comparable runs, for a note. */
export function differences({ config: left }: Run, { config: right }: Run): string[] {
  const tuned = left.algorithms.filter(
    (id) => right.algorithms.includes(id) && JSON.stringify(left.tuning[id] ?? {}) !== JSON.stringify(right.tuning[id] ?? {}),
  );
  return [
    left.pattern === right.pattern ? '' : `input: ${left.pattern}, not ${right.pattern}`,
    left.seed === right.seed ? '' : `seed: ${left.seed ?? 'drawn'}, not ${right.seed ?? 'drawn'}`,
    tuned.length ? `tuning of ${tuned.join(', ')}` : '',
  ].filter(Boolean);
}

export function counterpart({ points }: Run, { algorithm, n, direction, segmented }: Point) {
  return (
    points.find((one) => one.algorithm === algorithm && one.n === n && one.direction === direction && one.segmented === segmented) ?? null
  );
}
