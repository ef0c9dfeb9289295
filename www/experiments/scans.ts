/** The scans of experiments: constructors, constants and names. */

import type { TunedAlgorithm, Tuning } from './types.ts';

export function scan(id: string, tuning?: Tuning): TunedAlgorithm {
  return tuning ? { id, tuning } : { id };
}

/** Scans that occur in several experiments. Horn's scan is that of Hillis and Steele. The tree is Sengupta's `reduce-downsweep`. */
export const AUTO = scan('auto');
export const HORN = scan('hillis-steele');
export const HYBRID = scan('hybrid');
export const LOOK_BACK = scan('look-back');
export const REDUCE_THEN_SCAN = scan('reduce-then-scan');
export const TREE = scan('reduce-downsweep');

/** The hybrid with r reduce steps. */
export const hybrid = (r: number) => scan('hybrid', { reduce_steps: r });

/** A scan with each of the values of a parameter. */
export function tuned(id: string, parameter: string, values: number[]) {
  return values.map((value) => scan(id, { [parameter]: value }));
}

/**
 * Powers of two.
 * @param first the first exponent
 * @param last the last exponent
 * @param step the difference of successive exponents
 */
export function powers(first: number, last: number, step: number = 1) {
  return range(first, last, step).map((exponent) => 2 ** exponent);
}

export function range(first: number, last: number, step: number = 1) {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Whether two scans are the same algorithm with the same tuning. */
export function isSame(left: TunedAlgorithm, right: TunedAlgorithm) {
  return keyOf(left) === keyOf(right);
}

export function keyOf({ id, tuning = {} }: TunedAlgorithm) {
  return JSON.stringify([id, Object.entries(tuning).sort()]);
}

export function nameOf({ id, tuning = {} }: TunedAlgorithm, titleOf: (id: string) => string) {
  const values = Object.entries(tuning).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  return [titleOf(id), ...values].join(', ');
}
