/** Compares the results of an application with those of its reference program. */
import { readTyped } from '../device/scans.ts';
import type { Fields, Lab, Problem, State } from '../types.ts';

/**
 * The first difference of two arrays.
 * @param tolerance the largest correct difference at an index (default 0)
 */
export function firstDifference(
  what: string,
  found: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance?: (index: number) => number,
): Problem | null {
  if (found.length !== expected.length) return { what: `the length of ${what}`, expected: expected.length, found: found.length };
  for (let index = 0; index < found.length; index++) {
    const isSame = found[index] === expected[index] || (tolerance && Math.abs(found[index] - expected[index]) <= tolerance(index));
    if (!isSame) return { what, index, expected: expected[index], found: found[index] };
  }
  return null;
}

export function difference(what: string, found: number, expected: number): Problem | null {
  return found === expected ? null : { what, expected, found };
}

/** If a result has more words than this, its arrays are read one by one: together, they would need the memory of the result twice. */
const MOST_WORDS = 2 ** 22;

/** The first difference of a result from the reference program's. Words of buffers have the type of the program's arrays, u32 or i32. */
export async function compareExactly(found: Fields, wanted: Fields, _: State, { device }: Lab): Promise<Problem | null> {
  const names = Object.keys(wanted);
  const types = Object.fromEntries(Object.entries(wanted).map(([name, field]) => [name, field.constructor]));
  const words = Object.values(wanted).reduce((sum, field) => sum + (field.length ?? 0), 0);
  for (const together of words > MOST_WORDS ? names.map((name) => [name]) : [names]) {
    const results = await readTyped(device, Object.fromEntries(together.map((name) => [name, found[name]])), types);
    for (const name of together) {
      const compared = typeof wanted[name] === 'number' ? difference : firstDifference;
      const problem = compared(name, results[name], wanted[name]);
      if (problem) return problem;
    }
  }
  return null;
}
