/** Ranks of pages on the device, round by round. */
import { accepted, unlessRefused, withKept } from '../../device/device.js';
import { copied, counted, mapped, mappedScan } from '../../device/scans.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').Lab} Lab */
/** @typedef {import('../../types.d.ts').Settings} Settings */
/** @typedef {import('../../types.d.ts').StepOptions} StepOptions */
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

/** The sums of the products within rows. @param {Lab} lab @param {Web} web @param {GPUBuffer} products @param {StepOptions} options */
export const sumsOf = (lab, web, products, { scan, signal }) =>
  withKept(lab.device, web.heads, (heads) => lab.scan(products, { algorithm: scan, type: 'f32', heads, signal }));

/** The ranks after a further round, with `accepted`. @param {Lab} lab @param {Web} web @param {number} damping @param {GPUBuffer} ranks before it @param {StepOptions} options @returns {Promise<Fields>} */
function nextRanks(lab, web, damping, ranks, { scan, signal }) {
  const { pages, weights, sources, rows, heads } = web;
  const given = {
    words: [PRODUCT],
    result: RANK,
    results: pages,
    floats: floatsOf(web, damping),
    arrays: { weights, sources, rows, ranks },
  };
  return withKept(lab.device, heads, (kept) => mappedScan(lab, 'ranks', weights.length, given, { algorithm: scan, heads: kept, signal }));
}

/** The ranks after all rounds, of which the first has been done, and the number of pages whose rank is above the visitor's. @param {Lab} lab @param {Web} web @param {Settings} settings @param {GPUBuffer} first @param {StepOptions} options */
export async function rankedOn(lab, web, { damping, rounds }, first, options) {
  const { device } = lab;
  /** @type {GPUBuffer | undefined} */
  let ranks;
  /** @type {Promise<unknown>} */
  let taken = Promise.resolve();
  try {
    for (let round = 1; round < rounds; round++) {
      const next = await unlessRefused(nextRanks(lab, web, damping, ranks ?? first, options), taken);
      ranks?.destroy();
      ({ ranks, accepted: taken } = next);
    }
    // Of one round, those of it again: each result has buffers of its own.
    ranks ??= await accepted(device, () => copied(device, first));
    return { ranks, better: await unlessRefused(betterOn(device, ranks), taken) };
  } catch (failure) {
    ranks?.destroy();
    throw failure;
  }
}

/** How many ranks are above the last one, the visitor's. @param {ArrayLike<number>} ranks */
export function betterThanLast(ranks) {
  let better = 0;
  for (let page = 0; page < ranks.length; page++) better += Number(ranks[page] > ranks[ranks.length - 1]);
  return better;
}

/** @param {GPUDevice} device @param {GPUBuffer} ranks */
async function betterOn(device, ranks) {
  /** @type {import('../../device/device.js').Kernel} */
  const kernel = {
    n: ranks.size / 4,
    reads: { ranks: [ranks, 'f32'] },
    code: 'fn each(page: u32) { if (ranks[page] > ranks[numbers.n - 1]) { atomicAdd(&counts[0], 1); } }',
  };
  const [better] = await accepted(device, () => counted(device, 1, kernel));
  return better;
}
