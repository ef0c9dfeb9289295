/** Elements of an input on which a custom operator is tried: runs of neighbours, spread over the input. */

const RUNS = 64;
/** The number of neighbours per run: a trial has this number of operands. */
const RUN = 3;

/** The indices of the runs' first elements, and the number of elements per run. */
export function runsOf(n: number): { starts: number[]; count: number } {
  if (n <= RUNS * RUN) return { starts: n > 0 ? [0] : [], count: n };
  return { starts: Array.from({ length: RUNS }, (_, rank) => Math.floor((rank * (n - RUN)) / (RUNS - 1))), count: RUN };
}

/**
 * The words of the elements for a trial.
 * @param n the number of elements of the input
 * @param words per element
 * @param read writes the words of the elements from `start` on
 */
export function trialInput(n: number, words: number, read: (start: number, part: Uint32Array) => void): Uint32Array {
  const { starts, count } = runsOf(n);
  const length = count * words;
  const found = new Uint32Array(starts.length * length);
  starts.forEach((start, rank) => read(start, found.subarray(rank * length, (rank + 1) * length)));
  return found;
}

/** The words of the elements for a trial, from an array. */
export function trialInputOf(input: Uint32Array, words: number): Uint32Array {
  return trialInput(input.length / words, words, (start, part) => part.set(input.subarray(start * words, start * words + part.length)));
}
