/** Lists of reference programs in the layout that kernels use: one after another in an array. */

/** Packs lists. @returns counts: the length of each list; starts: the index at which each list begins */
export function packedLists(lists: number[][]): { counts: Uint32Array; starts: Uint32Array; list: Uint32Array } {
  const counts = Uint32Array.from(lists, ({ length }) => length);
  let total = 0;
  const starts = counts.map((count) => (total += count) - count);
  return { counts, starts, list: Uint32Array.from(lists.flat()) };
}
