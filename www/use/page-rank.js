/** Ranks of pages on the device, round by round. */
import { accepted, keptOn, onceMade, storage, submit, withKept } from './device.js';
import { copied, counted } from './device-scan.js';
import { bitsOf } from './words.js';

/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').Settings} Settings */
/** @typedef {import('./types.d.ts').StepOptions} StepOptions */
/** @typedef {import('./web.js').Web} Web */

/** Each entry of the matrix times the rank of the page that has the link. @param {GPUDevice} device @param {Web} web @param {GPUBuffer} ranks @param {GPUBuffer} products */
export function multiply(device, { weights, sources }, ranks, products) {
  submit(device, {
    n: weights.length,
    numbers: {},
    bindings: {
      weights: { buffer: keptOn(device, weights), type: 'f32' },
      sources: { buffer: keptOn(device, sources) },
      ranks: { buffer: ranks, type: 'f32' },
      products: { buffer: products, type: 'f32', isWritten: true },
    },
    code: 'fn each(i: u32) { products[i] = weights[i] * ranks[sources[i]]; }',
  });
  return products;
}

/** The ranks by the sums at the ends of the rows: the visitor follows a link, or goes anywhere. @param {GPUDevice} device @param {Web} web @param {number} damping @param {GPUBuffer} sums @param {GPUBuffer} ranks */
export function rank(device, { pages, rows }, damping, sums, ranks) {
  submit(device, {
    n: pages,
    numbers: { anywhere: bitsOf((1 - damping) / pages), damping: bitsOf(damping) },
    bindings: {
      rows: { buffer: keptOn(device, rows) },
      sums: { buffer: sums, type: 'f32' },
      ranks: { buffer: ranks, type: 'f32', isWritten: true },
    },
    code: `fn each(page: u32) {
      var sum = 0.0;
      if (rows[page + 1] > rows[page]) { sum = sums[rows[page + 1] - 1]; }
      ranks[page] = bitcast<f32>(numbers.anywhere) + bitcast<f32>(numbers.damping) * sum;
    }`,
  });
  return ranks;
}

/** The sums of the products within rows, in a new buffer. @param {Lab} lab @param {Web} web @param {GPUBuffer} products @param {StepOptions} options */
export const sum = (lab, web, products, { scan, signal }) =>
  withKept(lab.device, web.heads, (heads) => lab.scan(products, { algorithm: scan, type: 'f32', heads, signal }));

/** The ranks after all rounds, of which the first has been done, in a new buffer, and the number of pages whose rank is above the visitor's. @param {Lab} lab @param {Web} web @param {Settings} settings @param {GPUBuffer} first @param {StepOptions} options */
export async function rankedOn(lab, web, { damping, rounds }, first, options) {
  const { device } = lab;
  const make = () => ({ ranks: copied(device, first), products: storage(device, web.weights.length) });
  return onceMade(device, make, async ({ ranks, products }) => {
    try {
      for (let round = 1; round < rounds; round++) {
        const sums = await sum(lab, web, multiply(device, web, ranks, products), options);
        rank(device, web, damping, sums, ranks);
        sums.destroy();
      }
      return { ranks, better: await betterOn(device, ranks) };
    } catch (failure) {
      ranks.destroy();
      throw failure;
    } finally {
      products.destroy();
    }
  });
}

/** How many ranks are above the last one, the visitor's. @param {ArrayLike<number>} ranks */
export function betterThanLast(ranks) {
  let better = 0;
  for (let page = 0; page < ranks.length; page++) better += Number(ranks[page] > ranks[ranks.length - 1]);
  return better;
}

/** @param {GPUDevice} device @param {GPUBuffer} ranks */
async function betterOn(device, ranks) {
  const kernel = {
    n: ranks.size / 4,
    numbers: {},
    bindings: { ranks: { buffer: ranks, type: 'f32' } },
    code: 'fn each(page: u32) { if (ranks[page] > ranks[numbers.n - 1]) { atomicAdd(&counts[0], 1); } }',
  };
  const [better] = await accepted(device, () => counted(device, 1, kernel));
  return better;
}
