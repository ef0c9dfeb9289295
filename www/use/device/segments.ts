/** Arrays of u32 in segments whose heads are bits, and a stable three-way partition of all segments at once. */
import { storage, submit } from './device.ts';
import { mapped, mappedOn } from './scans.ts';
import type { CustomOperator } from '../../types.ts';
import type { Work } from './work.ts';

type Segments = {
  keys: GPUBuffer;
  /** one bit per key: whether a segment begins at the key */
  heads: GPUBuffer;
  /** one word per key: at the head of each segment, the index past the segment's last key; other words are not read */
  ends: GPUBuffer;
};

/** Counts of smaller, equal and larger keys, which are added at once. Elements of a custom operator have 1, 2 or 4 words: the fourth is unused. */
const COUNTS: CustomOperator = { type: 'u32', words: 4, identity: [0, 0, 0, 0], combine: 'return left + right;', associative: true };
/** The counts of a single key. */
const SIDES = ['u32(side_of(i) == 0)', 'u32(side_of(i) == 1)', 'u32(side_of(i) == 2)', '0'];

export const bitWords = (n: number) => Math.ceil(n / 32);

/** WGSL: whether a segment begins at i, by the binding `heads`. */
export const IS_HEAD = 'fn is_head(i: u32) -> bool { return ((heads[i / 32] >> (i % 32)) & 1) == 1; }';

/** Heads and ends of one segment of n keys. Commands are submitted before the call returns. */
export const oneSegment = (device: GPUDevice, n: number) => ({
  heads: mapped(device, bitWords(n), ['u32(i == 0)'], { type: 'u32' }),
  ends: mapped(device, n, ['select(0, u32(numbers.n), i == 0)'], { type: 'u32' }),
});

/**
 * Splits every segment, stably, into keys that are smaller than its pivot, equal to it and larger. Each non-empty part is a segment.
 * @param work its chosen scan, an inclusive max of u32, spreads the index of each head over its segment
 * @param pivot WGSL: the index of a segment's pivot, from `start`, the index of its first key, and `end`, the index past its last key
 */
export async function splitSegments(work: Work, { keys, heads, ends }: Segments, pivot: string): Promise<Segments> {
  const n = keys.size / 4;
  const request = { type: 'u32', heads, headsAsBits: true };
  const atHeads = mappedOn(work, n, ['select(0, i, is_head(i))'], { type: 'u32', arrays: { heads }, code: IS_HEAD });
  const starts = await work.scan(atHeads, { ...request, operator: 'max', algorithm: work.chosen });
  const code = `
    fn pivot_of(start: u32, end: u32) -> u32 { return keys[${pivot}]; }
    fn side_of(i: u32) -> u32 {
      let pivot = pivot_of(starts[i], ends[starts[i]]);
      return u32(keys[i] >= pivot) + u32(keys[i] > pivot);
    }`;
  const sides = mappedOn(work, n, SIDES, { type: 'u32', arrays: { keys, starts, ends }, code });
  const before = await work.scan(sides, { ...request, operator: COUNTS, mode: 'exclusive' });
  return work.make(() => placed(work.device, { keys, starts, ends, sides, before }));
}

/** The keys at their new indices, and the new segments. */
function placed(
  device: GPUDevice,
  { keys, starts, ends, sides, before }: Record<'keys' | 'starts' | 'ends' | 'sides' | 'before', GPUBuffer>,
) {
  const n = keys.size / 4;
  const next = { keys: storage(device, n), heads: storage(device, bitWords(n)), ends: storage(device, n) };
  submit(device, {
    n,
    reads: { keys, starts, ends, sides: [sides, 'vec4u'], before: [before, 'vec4u'] },
    writes: { next_keys: next.keys, next_heads: [next.heads, 'atomic<u32>'], next_ends: next.ends },
    // Indices from wrong counts may be beyond the keys.
    code: `fn each(i: u32) {
      let start = starts[i];
      let last = ends[start] - 1;
      let all = before[last].xyz + sides[last].xyz;
      let firsts = vec3u(start, start + all.x, start + all.x + all.y);
      let place = dot(sides[i].xyz, firsts + before[i].xyz);
      let n = u32(numbers.n);
      if (place < n) { next_keys[place] = keys[i]; }
      for (var side = 0; side < 3 && i == start; side++) {
        let head = firsts[side];
        if (all[side] > 0 && head < n) {
          atomicOr(&next_heads[head / 32], 1u << (head % 32));
          next_ends[head] = head + all[side];
        }
      }
    }`,
  });
  return next;
}
