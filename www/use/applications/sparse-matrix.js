/** PageRank on a small web of pages: products of a sparse matrix and a vector, by segmented sums. */
import { percent, range, seed } from '../parts/declare.js';
import { difference, firstDifference } from '../parts/compare.js';
import { numberAt, readTyped } from '../device/scans.js';
import { betterThanLast, productsOn, rankedOn, ranksOn } from './sparse-matrix/page-rank.js';
import { nearestPlace, placeOf } from '../parts/places.js';
import { gamma } from '../../shared/rounding.js';
import { label } from '../drawing/draw.js';
import { webOf } from './sparse-matrix/web.js';
import { webOn } from './sparse-matrix/picture.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

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
    range('rounds', 'Rounds', [1, 60, 1], 3),
    seed(),
  ],
  size: { unit: 'page', least: 1, most: 2 ** 20, gpu: 2 ** 9, software: 2 ** 9, still: 2 ** 9 },
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
      by: 'A kernel of this application; its time is a part of the scan’s',
      isSubmitted: true,
      run: (work, { input }) => ({ products: productsOn(work, input, input.even) }),
    },
    {
      id: 'sums',
      title: 'Segmented scan',
      what: 'A segment is a row; the last sum of each row is the product of the row and the vector.',
      by: 'lab.scan with heads: inclusive add of f32, between the kernels of the products and of the ranks',
      run: async (work, { input, settings, found }) => {
        const { sums, ranks: first } = await ranksOn(work, input, settings.damping, found.products);
        return { sums, first };
      },
    },
    {
      id: 'ranks',
      title: 'All rounds',
      what: 'The product again and again: ranks flow along the links until they stay.',
      by: 'lab.scan with heads, and both kernels, once a round',
      run: (work, { input, settings, found }) => rankedOn(work, input, settings, found.first),
    },
  ],
  method: 'a float64 loop over the links, within the bound of the rounding that the depth implies',
  reference({ pages, heads, sources, targets, weights }, { damping, rounds }) {
    const round = (/** @type {Float64Array} */ ranks) => {
      const next = new Float64Array(pages).fill((1 - damping) / pages);
      for (let i = 0; i < weights.length; i++) next[targets[i]] += damping * weights[i] * ranks[sources[i]];
      return next;
    };
    const products = Float64Array.from(weights, (weight) => weight / pages);
    const sums = products.slice();
    for (let i = 0; i < sums.length; i++) if (!heads[i]) sums[i] += sums[i - 1];
    const first = round(new Float64Array(pages).fill(1 / pages));
    let last = first;
    for (let done = 1; done < rounds; done++) last = round(last);
    const ranks = Float32Array.from(last);
    return { products, sums, first: Float32Array.from(first), ranks, better: betterThanLast(ranks) };
  },
  async compare(found, wanted, { input, scan, settings }, lab) {
    const n = input.weights.length;
    const plan = lab.plan({ algorithm: scan, operator: 'add', type: 'f32', segmented: true, n });
    // Nothing is negative, so relative errors of a round add up: those of the sum, which has no more additions than its row entries, of the
    // product, of the share of links that are followed and its product, or of the rest, of the rank, and of the vector at first; and that of
    // the reference program's ranks.
    let longest = 0;
    for (let page = 0; page < input.pages; page++) longest = Math.max(longest, input.rows[page + 1] - input.rows[page]);
    const steps = (/** @type {number} */ rounds) => rounds * (Math.min(longest, plan.operator_depth) + 4) + 2;
    const arrays = await readTyped(lab.device, found);
    const check = (/** @type {string} */ name, rounds = 1) =>
      firstDifference(name, arrays[name], wanted[name], (i) => wanted[name][i] * gamma(steps(rounds)));
    return (
      check('products') ??
      check('sums') ??
      check('first') ??
      check('ranks', settings.rounds) ??
      // Ranks that are nearly the same may be in another order than the reference program's.
      difference('the number of pages before yours', found.better, betterThanLast(arrays.ranks))
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
    const links = formats.count(input.rows[own + 1] - input.rows[own], 'link');
    return `${formats.count(input.weights.length, 'link')} between ${formats.count(input.pages, 'page')}; with ${links} to it, yours is number ${formats.integer(found.better + 1)}`;
  },
  async hover({ input, found }, x, y, formats, { device }) {
    const { pages, places, rows } = input;
    const nearest = nearestPlace(places, placeOf(x, y));
    const links = formats.count(rows[nearest + 1] - rows[nearest], 'link');
    const name = nearest === pages - 1 ? 'Your page' : `Page ${formats.integer(nearest)}`;
    const ranked = await numberAt(device, found.ranks, nearest);
    return `${name}: ${links} to it; a visitor is there ${(100 * ranked).toPrecision(3)} % of the time.`;
  },
  numbers: ({ input }) => Array.from({ length: Math.min(16, input.pages) }, (_, page) => input.rows[page + 1] - input.rows[page]),
  prepare: (image, lab, { input, found }, step) =>
    // At first all ranks are alike.
    webOn(image, lab, input, { ranks: found.ranks, sums: found.first }[step] ?? input.even),
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

/** @param {Surface} surface @param {State} state */
function draw(surface, { settings: { x, y, reach } }) {
  const { context, width, height, theme, prepared } = surface;
  surface.add(prepared.drawn);
  context.beginPath();
  context.arc(x * width, y * height, reach * height, 0, 2 * Math.PI);
  context.strokeStyle = theme.accent;
  context.lineWidth = 1.5;
  context.stroke();
  label(surface, 'yours', x * width, y * height - Math.max(8, prepared.radius + 6), { align: 'center', color: theme.accent });
}
