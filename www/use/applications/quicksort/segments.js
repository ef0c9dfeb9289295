/** Segments of keys on the device, each of which a round of quicksort splits into three. */
import { accepted, onceMade, storage, submit, withTemporary } from '../../device/device.js';
import { counted } from '../../device/scans.js';

/** @typedef {import('../../types.d.ts').Lab} Lab */
/** @typedef {import('../../types.d.ts').StepOptions} StepOptions */
/** @typedef {import('../../../types.d.ts').ScanRequest} Request */
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

/** Splits every segment by its middle key, stably. @param {Lab} lab @param {Segments} segments @param {StepOptions} options @returns {Promise<Split>} */
export async function split(lab, { keys, heads, ends }, { scan, signal }) {
  const { device } = lab;
  const n = keys.size / 4;
  return withTemporary(async (kept) => {
    const scanned = async (/** @type {GPUBuffer} */ input, /** @type {Request} */ request) =>
      kept(await lab.scan(input, { type: 'u32', heads, headsAsBits: true, signal, ...request }));
    const { sides, pivots } = await onceMade(
      device,
      () => ({ atHeads: kept(pivotsAtHeads(device, { keys, heads, ends })), sides: kept(storage(device, 4 * n)) }),
      async ({ atHeads, sides }) => ({ sides, pivots: await scanned(atHeads, { operator: 'max', algorithm: scan }) }),
    );
    submit(device, {
      n,
      numbers: {},
      bindings: { keys: { buffer: keys }, pivots: { buffer: pivots }, sides: { buffer: sides, type: 'vec4u', isWritten: true } },
      code: 'fn each(i: u32) { sides[i] = vec4u(u32(keys[i] < pivots[i]), u32(keys[i] == pivots[i]), u32(keys[i] > pivots[i]), 0); }',
    });
    const before = await scanned(sides, { operator: COUNTS, mode: 'exclusive' });
    const from = await scanned(sides, { operator: COUNTS, direction: 'backward' });
    return await accepted(device, async () => {
      const next = scattered(device, { keys, sides, before, from });
      return { ...next, ...(await progressOf(device, next)) };
    });
  });
}

/** The middle key of each segment, at its head; else 0. @param {GPUDevice} device @param {Segments} segments */
function pivotsAtHeads(device, { keys, heads, ends }) {
  const pivots = storage(device, keys.size / 4);
  submit(device, {
    n: keys.size / 4,
    numbers: {},
    bindings: { keys: { buffer: keys }, heads: { buffer: heads }, ends: { buffer: ends }, pivots: { buffer: pivots, isWritten: true } },
    code: `${IS_HEAD}
    fn each(i: u32) {
      if (is_head(i)) { pivots[i] = keys[(i + ends[i]) / 2]; }
    }`,
  });
  return pivots;
}

/**
 * The keys in their places, and the segments of these: of each segment the smaller, the equal and the larger keys, as far as there are any.
 * @param {GPUDevice} device @param {{ keys: GPUBuffer, sides: GPUBuffer, before: GPUBuffer, from: GPUBuffer }} counted
 */
function scattered(device, { keys, sides, before, from }) {
  const n = keys.size / 4;
  const next = { keys: storage(device, n), heads: storage(device, bitWords(n)), ends: storage(device, n) };
  submit(device, {
    n,
    numbers: {},
    bindings: {
      keys: { buffer: keys },
      sides: { buffer: sides, type: 'vec4u' },
      before: { buffer: before, type: 'vec4u' },
      counts_from: { buffer: from, type: 'vec4u' },
      next_keys: { buffer: next.keys, isWritten: true },
      next_heads: { buffer: next.heads, type: 'atomic<u32>', isWritten: true },
      next_ends: { buffer: next.ends, isWritten: true },
    },
    // Places of wrong counts may be beyond the keys.
    code: `fn each(i: u32) {
      let counts = before[i].xyz;
      let all = counts + counts_from[i].xyz;
      let start = i - counts.x - counts.y - counts.z;
      let firsts = vec3u(start, start + all.x, start + all.x + all.y);
      let place = dot(sides[i].xyz, firsts + counts);
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

/** @param {GPUDevice} device @param {{ keys: GPUBuffer, heads: GPUBuffer }} segments @returns {Promise<{ segments: number, descents: number }>} */
async function progressOf(device, { keys, heads }) {
  const [segments, descents] = await counted(device, 2, {
    n: keys.size / 4,
    numbers: {},
    bindings: { keys: { buffer: keys }, heads: { buffer: heads } },
    code: `fn each(i: u32) {
      if (i % 32 == 0) { atomicAdd(&counts[0], countOneBits(heads[i / 32])); }
      if (i > 0 && keys[i - 1] > keys[i]) { atomicAdd(&counts[1], 1); }
    }`,
  });
  return { segments, descents };
}
