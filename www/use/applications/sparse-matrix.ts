/** PageRank on a small web of pages: products of a sparse matrix and a vector, by segmented sums. */
import { difference, firstDifference } from '../parts/compare.ts';
import { entryProducts, multiplied, productRoundings, rowResults, rowSums } from '../device/sparse-matrix.ts';
import { label, ring } from '../drawing/draw.ts';
import { countWhere, largestOf, numberAt, readTyped } from '../device/scans.ts';
import { nearestPlace, placeOf } from '../parts/places.ts';
import { percent, range, seed, swinging } from '../parts/declare.ts';
import { gamma } from '../../shared/rounding.ts';
import { linksTo, webOf } from '../data/web.ts';
import { SIZE } from '../drawing/boxes.ts';
import { drawn } from '../drawing/image.ts';
import { graphLayers, radiusByArea } from '../drawing/graph.ts';
import type { Reads } from '../device/device.ts';
import type { Application, State, Surface, PreparedImage } from '../types.ts';
import type { Web } from '../data/web.ts';
import type { Lab } from '../drawing/image.ts';

/** With more pages, the larger discs are on top, since the small ones would cover everything. */
const MANY_PAGES = 20_000;

/** The colour of a page, by the logarithm of its rank, beginning at a quarter of the mean. */
const BY_RANK = 'ramp[clamp(i32((2 + log2(parts[i] * f32(numbers.pages))) / 9 * 256), 0, 255)]';

function webOn(image: PreparedImage, lab: Lab, { pages, rows, places, columns, targets }: Web, ranks: Float32Array | GPUBuffer) {
  const { theme, word } = image;
  const accent = word(theme.accent);
  // Read as u32, non-negative f32 have the order of the numbers.
  const largest = largestOf(lab.device, ranks);
  const { radius, numbers } = radiusByArea(image, pages);
  const ends = { from: 'columns[i]', to: 'targets[i]' };
  const own = rows[pages - 1];
  const layers = graphLayers(image, {
    n: pages,
    links: [
      { ...ends, n: own, word: word(theme.muted) },
      { ...ends, n: rows[pages] - own, first: own, word: accent },
    ],
    isLargestOnTop: pages > MANY_PAGES,
    numbers: { ...numbers, pages, accent: accent | 0 },
    reads: { places, columns, targets, parts: [ranks, 'f32'], largest: [largest, 'f32'] },
    pixel: `place_in(places[i], ${SIZE})`,
    radius,
    word: `select(${BY_RANK}, u32(numbers.accent), i32(i) == numbers.pages - 1)`,
  });
  const made = drawn(lab, image, layers);
  largest.destroy();
  return made;
}

/** The rank of a page from its row: the visitor follows a link, or goes to any page. */
const rankBy = (damping: number, pages: number) => ({
  word: 'anywhere + damping * product(i)',
  floats: { anywhere: (1 - damping) / pages, damping },
});

/** The number of pages with a higher rank than the last page, which is the visitor's. */
const betterThanLast = (ranks: Float32Array) => ranks.filter((rank) => rank > ranks[ranks.length - 1]).length;

export const sparseMatrix: Application = {
  id: 'sparse-matrix',
  title: 'PageRank by a sparse matrix',
  teaches:
    'A segmented scan sums all rows of a sparse matrix at once, short and long, so the row of a page with a thousand links does not delay the others.',
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
      what: 'A row of the matrix has one entry per link to its page: 1 divided by the number of links of the linking page.',
    },
    {
      id: 'products',
      title: 'Products',
      what: 'Each entry is multiplied by the rank of the linking page. At first, all ranks are equal.',
      by: 'A kernel of this application; its time is part of the scan’s',
      isSubmitted: true,
      run: (work, { input }) => ({ products: entryProducts(work, input, input.even) }),
    },
    {
      id: 'sums',
      title: 'Segmented scan',
      what: 'Each row is a segment. The last sum of a row is the product of the row and the vector of ranks.',
      by: 'lab.scan with heads: inclusive add of f32, between the kernels of the products and of the ranks',
      run: async (work, { input, settings, found }) => {
        const sums = await rowSums(work, input, found.products);
        return { sums, first: rowResults(work, input, sums, rankBy(settings.damping, input.pages)) };
      },
    },
    {
      id: 'ranks',
      title: 'All rounds',
      what: 'The product is repeated: ranks move along the links until they no longer change.',
      by: 'lab.scan with heads, and both kernels, once per round; then a kernel that counts better pages',
      run: async (work, { input, settings, found }) => {
        const ranks = await multiplied(work, input, found.first, rankBy(settings.damping, input.pages), settings.rounds - 1);
        const reads = { ranks: [ranks, 'f32'] } as Reads;
        return { ranks, better: countWhere(work, input.pages, 'ranks[i] > ranks[arrayLength(&ranks) - 1]', { reads }) };
      },
    },
  ],
  method: 'a float64 loop over the links, with the rounding bound for the scan’s depth as the tolerance',
  reference({ pages, heads, columns, targets, entries }, { damping, rounds }) {
    const multiply = (ranks: Float64Array) => {
      const next = new Float64Array(pages).fill((1 - damping) / pages);
      for (let i = 0; i < entries.length; i++) next[targets[i]] += damping * entries[i] * ranks[columns[i]];
      return next;
    };
    const products = Float64Array.from(entries as Uint32Array, (entry) => entry / pages);
    const sums = products.slice();
    for (let i = 0; i < sums.length; i++) if (!heads[i]) sums[i] += sums[i - 1];
    const first = multiply(new Float64Array(pages).fill(1 / pages));
    let last = first;
    for (let round = 1; round < rounds; round++) last = multiply(last);
    const ranks = Float32Array.from(last);
    return { products, sums, first: Float32Array.from(first), ranks, better: betterThanLast(ranks) };
  },
  async compare(found, wanted, { input, scan, settings }, lab) {
    // No number is negative, so relative errors add up. A round has the roundings of the product, and three more: of the damping or its
    // complement, of the multiplication by the damping, and of the addition. The initial vector and the reference program's ranks have one
    // rounding each.
    const perRound = productRoundings(lab, scan, input) + 3;
    const arrays = await readTyped(lab.device, found);
    for (const [name, rounds] of Object.entries({ products: 1, sums: 1, first: 1, ranks: settings.rounds })) {
      const bound = gamma(rounds * perRound + 2);
      const problem = firstDifference(name, arrays[name], wanted[name], (i) => wanted[name][i] * bound);
      if (problem) return problem;
    }
    // Nearly equal ranks may be in another order than the reference program's.
    return difference('the number of pages before yours', found.better, betterThanLast(arrays.ranks));
  },
  drag: { label: 'Your page', x: 'x', y: 'y' },
  animate: swinging('Move your page', { x: [0.5, 0.34, 0.7], y: [0.5, 0.3, 1.1] }),
  describe({ input, found }, formats) {
    const links = formats.count(linksTo(input, input.pages - 1), 'link');
    return `${formats.count(input.entries.length, 'link')} between ${formats.count(input.pages, 'page')}. Your page has ${links} to it and is number ${formats.integer(found.better + 1)}`;
  },
  async hover({ input, found }, x, y, formats, { device }) {
    const nearest = nearestPlace(input.places, placeOf(x, y));
    const name = nearest === input.pages - 1 ? 'Your page' : `Page ${formats.integer(nearest)}`;
    const ranked = await numberAt(device, found.ranks, nearest);
    return `${name}: ${formats.count(linksTo(input, nearest), 'link')} to it; a visitor is there ${(100 * ranked).toPrecision(3)} % of the time.`;
  },
  prepare: async (image, lab, { input, found }, step) => ({
    // At first, all ranks are equal.
    image: await webOn(image, lab, input, { ranks: found.ranks, sums: found.first }[step] ?? input.even),
  }),
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

function draw(surface: Surface, { settings }: State) {
  const { width, height, theme } = surface;
  const [x, y, reach] = [settings.x * width, settings.y * height, settings.reach * height];
  ring(surface, [x, y], [reach, reach], theme.accent);
  // Above the ring and above the handle, but within the picture.
  label(surface, 'yours', x, Math.max(14, y - Math.max(14, reach) - 6), { align: 'center', color: theme.accent });
}
