/** Shards split a grid among several runs: `2/8` is the second of eight. */

/** `index` counts from 1. */
export type Shard = { index: number; of: number };

/** The limit of the number of shards. With more shards, some would be empty. */
const MAX_SHARDS = 64;

/** @returns the shard, or the problem of the text; both null if there is no text */
export function readShard(text: string | null | undefined): { shard: Shard | null; problem: string | null } {
  if (!text) return { shard: null, problem: null };
  const [, index, of] = (/^([1-9]\d*)\/([1-9]\d*)$/.exec(text.trim()) ?? []).map(Number);
  if (index <= of && of <= MAX_SHARDS) return { shard: { index, of }, problem: null };
  return {
    shard: null,
    problem: `shard must be an index and the number of shards, at most ${MAX_SHARDS}, such as 2/8; it was “${text}”.`,
  };
}

export function shardText(shard: Shard | null) {
  return shard && `${shard.index}/${shard.of}`;
}

/** The items of a shard. Each item is in exactly one shard. */
export function partOf<T>(items: T[], shard: Shard | null) {
  return items.filter((_, rank) => !shard || rank % shard.of === shard.index - 1);
}
