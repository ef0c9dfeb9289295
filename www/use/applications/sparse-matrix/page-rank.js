/** Ranks of pages on the device, round by round. */
import { copied, counted, mapped } from '../../device/scans.js';

/** @typedef {import('../../types.d.ts').Settings} Settings */
/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('./web.js').Web} Web */

/** WGSL: each entry of the matrix times the rank of the page that has the link. */
const PRODUCT = 'weights[i] * ranks[sources[i]]';
/** The rank of a page by the sum at the end of its row, if it has one: the visitor follows a link, or goes anywhere. */
const RANK = 'anywhere + damping * select(0, sums[max(rows[i + 1], 1) - 1], rows[i + 1] > rows[i])';

/** @param {Work} work @param {Web} web @param {GPUBuffer | Float32Array} ranks */
export const productsOn = (work, { weights, sources }, ranks) =>
  work.make(() => mapped(work.device, weights.length, [PRODUCT], { arrays: { weights, sources, ranks } }));

/** The sums of the products within rows, and the ranks by them. @param {Work} work @param {Web} web @param {number} damping @param {GPUBuffer} products */
export async function ranksOn(work, { pages, rows, heads }, damping, products) {
  const sums = await work.scan(products, { algorithm: work.chosen, type: 'f32', heads });
  const given = { floats: { anywhere: (1 - damping) / pages, damping }, arrays: { rows, sums } };
  return { sums, ranks: work.make(() => mapped(work.device, pages, [RANK], given)) };
}

/** The ranks after all rounds, of which the first has been done, and the number of pages whose rank is above the visitor's. @param {Work} work @param {Web} web @param {Settings} settings @param {GPUBuffer} first */
export async function rankedOn(work, web, { damping, rounds }, first) {
  // Each result has buffers of its own.
  let ranks = work.make(() => copied(work.device, first));
  for (let round = 1; round < rounds; round++) {
    const next = await work.within(async () => (await ranksOn(work, web, damping, productsOn(work, web, ranks))).ranks);
    ranks.destroy();
    ranks = next;
  }
  const [better] = await counted(work, 1, {
    n: web.pages,
    reads: { ranks: [ranks, 'f32'] },
    code: 'fn each(page: u32) { if (ranks[page] > ranks[numbers.n - 1]) { atomicAdd(&counts[0], 1); } }',
  });
  return { ranks, better };
}

/** How many ranks are above the last one, the visitor's. @param {Float32Array | Float64Array} ranks */
export const betterThanLast = (ranks) => ranks.filter((rank) => rank > ranks[ranks.length - 1]).length;
