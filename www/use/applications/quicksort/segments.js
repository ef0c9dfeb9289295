/** Segments of keys on the device, each of which a round of quicksort splits into three. */
import { storage, submit } from '../../device/device.js';
import { counted } from '../../device/scans.js';

/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {{ keys: GPUBuffer, heads: GPUBuffer, ends: GPUBuffer }} Segments heads: a bit a key; ends: one past the end of a segment, at its head */
/** @typedef {Segments & { segments: number, descents: number }} Split how many segments there are, and how many keys are smaller than the one before */

/** Counts of smaller, equal and larger keys, which are added at once; elements have 1, 2 or 4 words. @type {import('../../../types.d.ts').OwnOperator} */
const COUNTS = { type: 'u32', words: 4, identity: [0, 0, 0, 0], combine: 'return left + right;', associative: true };

/** Words of a bit an element. @param {number} n */
export const bitWords = (n) => Math.ceil(n / 32);

/** WGSL: whether a segment begins at i. */
export const IS_HEAD = 'fn is_head(i: u32) -> bool { return ((heads[i / 32] >> (i % 32)) & 1) == 1; }';

/** The heads and ends of one segment. @param {GPUDevice} device @param {number} n */
export function oneSegment(device, n) {
  const [heads, ends] = [storage(device, bitWords(n)), storage(device, n)];
  device.queue.writeBuffer(heads, 0, Uint32Array.of(1));
  device.queue.writeBuffer(ends, 0, Uint32Array.of(n));
  return { heads, ends };
}

/** Splits every segment by its middle key, stably. @param {Work} work @param {Segments} segments @returns {Promise<Split>} */
export function split(work, { keys, heads, ends }) {
  const { device } = work;
  const n = keys.size / 4;
  const request = { type: 'u32', heads, headsAsBits: true };
  return work.within(async () => {
    const atHeads = work.make(() => startsAtHeads(device, n, heads));
    const starts = await work.scan(atHeads, { ...request, operator: 'max', algorithm: work.chosen });
    const sides = work.make(() => sidesOn(device, { keys, starts, ends }));
    const before = await work.scan(sides, { ...request, operator: COUNTS, mode: 'exclusive' });
    const next = work.make(() => scattered(device, { keys, starts, ends, sides, before }));
    return { ...next, ...(await progressOf(work, next)) };
  });
}

/** Whether each key is smaller than the pivot of its segment, equal or larger. @param {GPUDevice} device @param {{ keys: GPUBuffer, starts: GPUBuffer, ends: GPUBuffer }} of */
function sidesOn(device, { keys, starts, ends }) {
  const sides = storage(device, keys.size);
  submit(device, {
    n: keys.size / 4,
    reads: { keys, starts, ends },
    writes: { sides: [sides, 'vec4u'] },
    code: `fn each(i: u32) {
      let pivot = keys[(starts[i] + ends[starts[i]]) / 2];
      sides[i] = vec4u(u32(keys[i] < pivot), u32(keys[i] == pivot), u32(keys[i] > pivot), 0);
    }`,
  });
  return sides;
}

/** The index of each segment's first key, there; else 0. @param {GPUDevice} device @param {number} n @param {GPUBuffer} heads */
function startsAtHeads(device, n, heads) {
  const starts = storage(device, n);
  submit(device, { n, reads: { heads }, writes: { starts }, code: `${IS_HEAD} fn each(i: u32) { starts[i] = select(0, i, is_head(i)); }` });
  return starts;
}

/**
 * The keys in their places, and the segments of these: of each segment the smaller, the equal and the larger keys, as far as there are any.
 * @param {GPUDevice} device @param {{ keys: GPUBuffer, starts: GPUBuffer, ends: GPUBuffer, sides: GPUBuffer, before: GPUBuffer }} counted
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

/** @param {Work} work @param {{ keys: GPUBuffer, heads: GPUBuffer }} segments @returns {Promise<{ segments: number, descents: number }>} */
async function progressOf(work, { keys, heads }) {
  const [segments, descents] = await counted(work, 2, {
    n: keys.size / 4,
    reads: { keys, heads },
    code: `fn each(i: u32) {
      if (i % 32 == 0) { atomicAdd(&counts[0], countOneBits(heads[i / 32])); }
      if (i > 0 && keys[i - 1] > keys[i]) { atomicAdd(&counts[1], 1); }
    }`,
  });
  return { segments, descents };
}
