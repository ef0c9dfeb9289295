/** Segments of keys on the device, each of which a round of quicksort splits into three. */
import { storage, submit } from '../../device/device.js';
import { counted, mapped } from '../../device/scans.js';

/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('../../types.d.ts').Fields} Fields */

/** Counts of smaller, equal and larger keys, which are added at once; elements have 1, 2 or 4 words. @type {import('../../../types.d.ts').OwnOperator} */
const COUNTS = { type: 'u32', words: 4, identity: [0, 0, 0, 0], combine: 'return left + right;', associative: true };

/** Words of a bit an element. @param {number} n */
export const bitWords = (n) => Math.ceil(n / 32);

/** WGSL: whether a segment begins at i. */
export const IS_HEAD = 'fn is_head(i: u32) -> bool { return ((heads[i / 32] >> (i % 32)) & 1) == 1; }';

/** WGSL: whether a key is smaller than the pivot of its segment, equal or larger. */
const SIDE = `
  fn side_of(i: u32) -> u32 {
    let pivot = keys[(starts[i] + ends[starts[i]]) / 2];
    return u32(keys[i] >= pivot) + u32(keys[i] > pivot);
  }`;
/** The counts of a key alone. */
const SIDES = ['u32(side_of(i) == 0)', 'u32(side_of(i) == 1)', 'u32(side_of(i) == 2)', '0'];

/**
 * Splits every segment by its middle key, stably: the next round's keys and heads, and how far they are sorted.
 * @param {Work} work @param {Fields} found the last round's; `ends` has, at the head of each segment, one past its end
 */
export async function split(work, found) {
  const { device } = work;
  const { rounds, ends } = found;
  const [keys, heads] = [found[`keys${rounds}`], found[`heads${rounds}`]];
  const n = keys.size / 4;
  const request = { type: 'u32', heads, headsAsBits: true };
  const atHeads = work.make(() => mapped(device, n, ['select(0, i, is_head(i))'], { type: 'u32', arrays: { heads }, code: IS_HEAD }));
  const starts = await work.scan(atHeads, { ...request, operator: 'max', algorithm: work.chosen });
  const sides = work.make(() => mapped(device, n, SIDES, { type: 'u32', arrays: { keys, starts, ends }, code: SIDE }));
  const before = await work.scan(sides, { ...request, operator: COUNTS, mode: 'exclusive' });
  const next = work.make(() => scattered(device, { keys, starts, ends, sides, before }));
  const [segments, descents] = await counted(work, 2, {
    n,
    reads: next,
    code: `fn each(i: u32) {
      if (i % 32 == 0) { atomicAdd(&counts[0], countOneBits(heads[i / 32])); }
      if (i > 0 && keys[i - 1] > keys[i]) { atomicAdd(&counts[1], 1); }
    }`,
  });
  const round = rounds + 1;
  return { [`keys${round}`]: next.keys, [`heads${round}`]: next.heads, ends: next.ends, segments, descents, rounds: round };
}

/**
 * The keys in their places, and the segments of these: of each segment the smaller, the equal and the larger keys, as far as there are any.
 * @param {GPUDevice} device @param {Record<'keys' | 'starts' | 'ends' | 'sides' | 'before', GPUBuffer>} counted
 */
function scattered(device, { keys, starts, ends, sides, before }) {
  const n = keys.size / 4;
  const next = { keys: storage(device, n), heads: storage(device, bitWords(n)), ends: storage(device, n) };
  submit(device, {
    n,
    reads: { keys, starts, ends, sides: [sides, 'vec4u'], before: [before, 'vec4u'] },
    writes: { next_keys: next.keys, next_heads: [next.heads, 'atomic<u32>'], next_ends: next.ends },
    // Places of wrong counts may be beyond the keys.
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
