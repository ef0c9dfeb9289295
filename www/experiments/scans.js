/** Constructors and names of the scans of experiments. */

/** @typedef {import('./types.d.ts').TunedAlgorithm} TunedAlgorithm */

/** @param {string} id @param {import('./types.d.ts').Tuning} [tuning] @returns {TunedAlgorithm} */
export function scan(id, tuning) {
  return tuning ? { id, tuning } : { id };
}

/** Scans of several experiments. Horn's is that of Hillis and Steele; the tree is Sengupta's. */
export const AUTO = scan('auto');
export const HORN = scan('hillis-steele');
export const HYBRID = scan('hybrid');
export const LOOK_BACK = scan('look-back');
export const REDUCE_THEN_SCAN = scan('reduce-then-scan');
export const TREE = scan('reduce-downsweep');

/** The hybrid with r reduce steps. @param {number} r */
export const hybrid = (r) => scan('hybrid', { reduce_steps: r });

/** One scan with every value of a parameter. @param {string} id @param {string} parameter @param {number[]} values */
export function tuned(id, parameter, values) {
  return values.map((value) => scan(id, { [parameter]: value }));
}

/** Powers of two, `step` apart in their exponents. @param {number} first exponent @param {number} last exponent @param {number} [step] */
export function powers(first, last, step = 1) {
  return range(first, last, step).map((exponent) => 2 ** exponent);
}

/** @param {number} first @param {number} last @param {number} [step] */
export function range(first, last, step = 1) {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Whether they are the same scan with the same tuning. @param {TunedAlgorithm} left @param {TunedAlgorithm} right */
export function isSame(left, right) {
  return keyOf(left) === keyOf(right);
}

/** @param {TunedAlgorithm} scan */
export function keyOf({ id, tuning = {} }) {
  return JSON.stringify([id, Object.entries(tuning).sort()]);
}

/** @param {TunedAlgorithm} scan @param {(id: string) => string} titleOf */
export function nameOf({ id, tuning = {} }, titleOf) {
  const values = Object.entries(tuning).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  return [titleOf(id), ...values].join(', ');
}
