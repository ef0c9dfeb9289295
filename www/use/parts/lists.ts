/** Lists of reference programs, as kernels have them: one after the other in an array. */

/** @returns counts: the length of each; starts: where each begins */
export function packedLists(lists: number[][]): { counts: Uint32Array; starts: Uint32Array; list: Uint32Array } {
  const counts = Uint32Array.from(lists, ({ length }) => length);
  let total = 0;
  const starts = counts.map((count) => (total += count) - count);
  return { counts, starts, list: Uint32Array.from(lists.flat()) };
}
