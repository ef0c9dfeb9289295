/** Ranks of pages on the device, round by round. */
import { copied, counted, mapped, mappedScan } from '../../device/scans.js';

/** @typedef {import('../../types.d.ts').Settings} Settings */
/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('./web.js').Web} Web */

/** WGSL: each entry of the matrix times the rank of the page that has the link. */
const PRODUCT = 'weights[i] * ranks[sources[i]]';
/** The rank of a page by the sum at the end of its row, if it has one: the visitor follows a link, or goes anywhere. */
const RANK = 'anywhere + damping * select(0, prefixes[max(rows[i + 1], 1) - 1], rows[i + 1] > rows[i])';

/** @param {Web} web @param {number} damping */
const floatsOf = ({ pages }, damping) => ({ anywhere: (1 - damping) / pages, damping });

/** @param {GPUDevice} device @param {Web} web @param {GPUBuffer | Float32Array} ranks */
export const productsOn = (device, { weights, sources }, ranks) =>
  mapped(device, weights.length, [PRODUCT], { arrays: { weights, sources, ranks } });

/** @param {GPUDevice} device @param {Web} web @param {number} damping @param {GPUBuffer} prefixes of the products within rows */
export const ranksOn = (device, web, damping, prefixes) =>
  mapped(device, web.pages, [RANK], { floats: floatsOf(web, damping), arrays: { rows: web.rows, prefixes } });

/** The sums of the products within rows. @param {Work} work @param {Web} web @param {GPUBuffer} products */
export const sumsOf = (work, { heads }, products) => work.scan(products, { algorithm: work.chosen, type: 'f32', heads });

/** The ranks after a further round. @param {Work} work @param {Web} web @param {number} damping @param {GPUBuffer} ranks before it */
function nextRanks(work, web, damping, ranks) {
  const { pages, weights, sources, rows, heads } = web;
  const given = {
    words: [PRODUCT],
    result: RANK,
    results: pages,
    floats: floatsOf(web, damping),
    arrays: { weights, sources, rows, ranks },
  };
  return mappedScan(work, weights.length, given, { algorithm: work.chosen, heads });
}

/** The ranks after all rounds, of which the first has been done, and the number of pages whose rank is above the visitor's. @param {Work} work @param {Web} web @param {Settings} settings @param {GPUBuffer} first */
export async function rankedOn(work, web, { damping, rounds }, first) {
  // Each result has buffers of its own.
  let ranks = work.make(() => copied(work.device, first));
  for (let round = 1; round < rounds; round++) {
    const next = await work.within(() => nextRanks(work, web, damping, ranks));
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

/** How many ranks are above the last one, the visitor's. @param {ArrayLike<number>} ranks */
export function betterThanLast(ranks) {
  let better = 0;
  for (let page = 0; page < ranks.length; page++) better += Number(ranks[page] > ranks[ranks.length - 1]);
  return better;
}
