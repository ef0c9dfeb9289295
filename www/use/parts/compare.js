/** Compares results of an application with those of its reference program. */
import { readTyped } from '../device/scans.js';

/** @typedef {import('../types.d.ts').Problem} Problem */

/**
 * The first place where two arrays differ.
 * @param {string} what @param {ArrayLike<number>} found @param {ArrayLike<number>} expected
 * @param {(index: number) => number} [tolerance] the largest difference that is right at an index (default 0)
 * @returns {Problem | null}
 */
export function firstDifference(what, found, expected, tolerance) {
  if (found.length !== expected.length) return { what: `the length of ${what}`, expected: expected.length, found: found.length };
  for (let index = 0; index < found.length; index++) {
    const isSame = found[index] === expected[index] || (tolerance && Math.abs(found[index] - expected[index]) <= tolerance(index));
    if (!isSame) return { what, index, expected: expected[index], found: found[index] };
  }
  return null;
}

/** The first place where exact arrays of these names differ. @param {string[]} names @param {Record<string, any>} found @param {Record<string, any>} wanted */
export function firstOfArrays(names, found, wanted) {
  for (const name of names) {
    const problem = firstDifference(name, found[name], wanted[name]);
    if (problem) return problem;
  }
  return null;
}

/** @param {string} what @param {number} found @param {number} expected @returns {Problem | null} */
export function difference(what, found, expected) {
  return found === expected ? null : { what, expected, found };
}

/** The first place where a result is not exactly what the reference program makes, of u32 or i32 as its arrays are. @type {import('../types.d.ts').Application['compare']} */
export async function compareExactly(found, wanted, _, { device }) {
  for (const [name, field] of Object.entries(wanted)) {
    // One array at a time: all would need as much memory again.
    const problem =
      typeof field === 'number'
        ? difference(name, found[name], field)
        : firstOfArrays([name], await readTyped(device, { [name]: found[name] }, { [name]: field.constructor }), wanted);
    if (problem) return problem;
  }
  return null;
}
