/** PageRank on a small web of pages: products of a sparse matrix and a vector, by segmented sums. */
import { percent, range, seed } from '../declare.js';
import { firstDifference } from '../compare.js';
import { drawWeb, webOf } from '../web.js';
import { gamma } from '../../shared/rounding.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** Each entry of the matrix times the rank of the page that has the link. @param {import('../web.js').Web} web @param {Float32Array} ranks */
const multiplied = ({ sources, weights }, ranks) => weights.map((weight, i) => weight * ranks[sources[i]]);

/** The ranks by the sums at the ends of the rows: the visitor follows a link, or goes anywhere. @param {import('../web.js').Web} web @param {number} damping @param {ArrayLike<number>} sums */
function ranksOf({ pages, rows }, damping, sums) {
  return Float32Array.from({ length: pages }, (_, page) => {
    const sum = rows[page + 1] > rows[page] ? sums[rows[page + 1] - 1] : 0;
    return (1 - damping) / pages + damping * sum;
  });
}

/** @type {Application} */
export const sparseMatrix = {
  id: 'sparse-matrix',
  title: 'PageRank by a sparse matrix',
  teaches:
    'A segmented scan sums all rows of a sparse matrix at once, short and long ones alike, so that a page with a thousand links delays no other row.',
  source: ['Nakano 2012, §1, matrix computation', 'Blelloch 1990, segmented scans'],
  madeOf: 'products of entries, and segmented add scans',
  controls: [
    range('x', 'Your page, x', [0, 1, 0.005], 0.56, percent),
    range('y', 'Your page, y', [0, 1, 0.005], 0.44, percent),
    range('reach', 'Linked from within', [0, 0.5, 0.01], 0.2, percent),
    range('damping', 'Links followed', [0, 0.99, 0.01], 0.85, percent),
    range('rounds', 'Rounds', [1, 60, 1], 5),
    seed(),
  ],
  size: { unit: 'page', least: 1, most: 2 ** 18, gpu: 2 ** 9, software: 2 ** 9, still: 2 ** 9 },
  scan: { operator: 'add', type: 'f32', mode: 'inclusive', segmented: true },
  inputs: ['x', 'y', 'reach', 'seed'],
  input: ({ x, y, reach, seed }, n) => webOf(n, seed, { x, y, reach }),
  steps: [
    {
      id: 'links',
      title: 'Links',
      what: 'A row of the matrix has an entry for each link to a page: one part of as many as the linking page has.',
    },
    {
      id: 'products',
      title: 'Products',
      what: 'Each entry times the rank of the page that has the link. At first all ranks are alike.',
      run: (_, { input }) => ({ products: multiplied(input, new Float32Array(input.pages).fill(1 / input.pages)) }),
    },
    {
      id: 'sums',
      title: 'Segmented scan',
      what: 'A segment is a row; the last sum of each row is the product of the row and the vector.',
      by: 'lab.scan with heads: inclusive add of f32',
      run: async (lab, { input, settings, found }, { scan, signal }) => {
        const sums = await lab.scan(found.products, { algorithm: scan, heads: input.heads, signal });
        return { sums, first: ranksOf(input, settings.damping, sums) };
      },
    },
    {
      id: 'ranks',
      title: 'All rounds',
      what: 'The product again and again: ranks flow along the links until they stay.',
      by: 'lab.scan with heads, once a round',
      run: async (lab, { input, settings, found }, { scan, signal }) => {
        let ranks = found.first;
        for (let round = 1; round < settings.rounds; round++) {
          const sums = await lab.scan(multiplied(input, ranks), { algorithm: scan, heads: input.heads, signal });
          ranks = ranksOf(input, settings.damping, sums);
        }
        return { ranks };
      },
    },
  ],
  method: 'a float64 loop over the links in the order of the linking pages, within the bound of the rounding that the depth implies',
  reference(input, { damping, rounds }) {
    const { pages, targets, sources, weights, order, rows } = input;
    const round = (/** @type {Float64Array} */ ranks) => {
      const next = new Float64Array(pages).fill((1 - damping) / pages);
      for (const i of order) next[targets[i]] += damping * weights[i] * ranks[sources[i]];
      return next;
    };
    const products = Float64Array.from(weights, (weight) => weight / pages);
    const sums = products.slice();
    for (let page = 0; page < pages; page++) for (let i = rows[page] + 1; i < rows[page + 1]; i++) sums[i] += sums[i - 1];
    const first = round(new Float64Array(pages).fill(1 / pages));
    let ranks = first;
    for (let done = 1; done < rounds; done++) ranks = round(ranks);
    return { products, sums, first, ranks };
  },
  compare(found, wanted, { input, scan, settings }, lab) {
    const n = input.weights.length;
    const plan = lab.plan({ algorithm: scan, operator: 'add', type: 'f32', segmented: true, n });
    // Nothing is negative, so relative errors of a round add up: those of the sum, the product, the rank and the vector at first.
    const steps = (/** @type {number} */ rounds) => rounds * (Math.min(n, plan.operator_depth) + 3) + 1;
    const bound = (/** @type {Float64Array} */ values, /** @type {number} */ rounds) => (/** @type {number} */ i) =>
      values[i] * gamma(steps(rounds));
    return (
      firstDifference('products', found.products, wanted.products, bound(wanted.products, 1)) ??
      firstDifference('sums', found.sums, wanted.sums, bound(wanted.sums, 1)) ??
      firstDifference('first', found.first, wanted.first, bound(wanted.first, 1)) ??
      firstDifference('ranks', found.ranks, wanted.ranks, bound(wanted.ranks, settings.rounds))
    );
  },
  drag: { label: 'Your page', x: 'x', y: 'y' },
  animate: {
    label: 'Move your page',
    at: (settings, seconds) => ({
      ...settings,
      x: Number((0.5 + 0.34 * Math.sin(0.7 * seconds)).toFixed(3)),
      y: Number((0.5 + 0.3 * Math.sin(1.1 * seconds)).toFixed(3)),
    }),
  },
  describe({ input, found }, formats) {
    const own = input.pages - 1;
    const better = found.ranks.filter((/** @type {number} */ rank) => rank > found.ranks[own]).length;
    const links = formats.count(input.rows[own + 1] - input.rows[own], 'link');
    return `${formats.count(input.weights.length, 'link')} between ${formats.count(input.pages, 'page')}; with ${links} to it, yours is number ${formats.integer(better + 1)}`;
  },
  hover({ input, found }, x, y, formats) {
    const far = (/** @type {number} */ page) => ((input.x[page] - x) * 1.6) ** 2 + (input.y[page] - y) ** 2;
    let nearest = 0;
    for (let page = 1; page < input.pages; page++) if (far(page) < far(nearest)) nearest = page;
    const links = formats.count(input.rows[nearest + 1] - input.rows[nearest], 'link');
    const name = nearest === input.pages - 1 ? 'Your page' : `Page ${formats.integer(nearest)}`;
    return `${name}: ${links} to it; a visitor is there ${(100 * found.ranks[nearest]).toPrecision(3)} % of the time.`;
  },
  numbers: ({ input }) => Array.from({ length: Math.min(16, input.pages) }, (_, page) => input.rows[page + 1] - input.rows[page]),
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// Rows 0 to 2 have 3, 1 and 2 entries.
const entries = Float32Array.of(1, 2, 3, 4, 5, 6);
const columns = Uint32Array.of(0, 1, 2, 1, 0, 2);
const heads = Uint32Array.of(1, 0, 0, 1, 1, 0);
const vector = Float32Array.of(10, 20, 30);
const products = entries.map((entry, i) => entry * vector[columns[i]]);
const sums = await lab.scan(products, { heads });
console.log(sums.filter((_, i) => i === 5 || heads[i + 1]));`,
  prints: '[140,80,230]',
};

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, settings, found }, step) {
  const { context, width, height, theme } = surface;
  const even = new Float32Array(input.pages).fill(1 / input.pages);
  drawWeb(surface, input, step === 'ranks' ? found.ranks : step === 'sums' ? found.first : even);
  context.beginPath();
  context.arc(settings.x * width, settings.y * height, settings.reach * height, 0, 2 * Math.PI);
  context.strokeStyle = theme.accent;
  context.lineWidth = 1.5;
  context.stroke();
}
