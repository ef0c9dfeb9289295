/** Shards of a grid, for several runs: `2/8` is the second of eight. */

/** @typedef {{ index: number, of: number }} Shard index from 1 */

/** With more shards, some would be empty. */
const MAX_SHARDS = 64;

/** @param {string | null | undefined} text @returns {{ shard: Shard | null, problem: string | null }} both null without text */
export function readShard(text) {
  if (!text) return { shard: null, problem: null };
  const [, index, of] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(text.trim()) ?? []).map(Number);
  if (index <= of && of <= MAX_SHARDS) return { shard: { index, of }, problem: null };
  return {
    shard: null,
    problem: `shard must be an index and the number of shards, at most ${MAX_SHARDS}, such as 2/8; it was “${text}”.`,
  };
}

/** @param {Shard | null} shard */
export function shardText(shard) {
  return shard && `${shard.index}/${shard.of}`;
}

/** The items of a shard; each item is in exactly one. @template T @param {T[]} items @param {Shard | null} shard */
export function partOf(items, shard) {
  return items.filter((_, rank) => !shard || rank % shard.of === shard.index - 1);
}
