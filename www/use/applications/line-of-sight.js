/** What is seen of a terrain from a viewpoint: a sample is, where it is steeper than all before it on its ray. */
import { difference, firstDifference } from '../compare.js';
import { curve, extent, label, wordImage } from '../draw.js';
import { percent, range, seed } from '../declare.js';
import { raysOf, shade, terrainOf } from '../terrain.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** @type {Application} */
export const lineOfSight = {
  id: 'line-of-sight',
  title: 'Line of sight',
  teaches: 'What hides a place is the largest slope before it: an exclusive scan by max, of all rays at once as segments.',
  source: ['Merry 2014, Other Applications, visibility', 'Blelloch 1990, line of sight'],
  madeOf: 'slopes along rays, a segmented exclusive max scan, and a sum of what is seen',
  controls: [
    range('x', 'Viewpoint, x', [0, 1, 0.005], 0.56, percent),
    range('y', 'Viewpoint, y', [0, 1, 0.005], 0.52, percent),
    range('eye', 'Eye', [0, 0.5, 0.01], 0.06, percent),
    seed(3),
  ],
  size: { unit: 'sample', least: 32, most: 2 ** 22, gpu: 2 ** 14, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'max', type: 'f32', mode: 'exclusive', segmented: true },
  input(settings, n) {
    // Rays to a border of 4 · side cells, half a side long.
    const terrain = terrainOf(Math.max(3, Math.floor(Math.sqrt(n / 2.6))), settings.seed);
    return { terrain, ...raysOf(terrain, settings.x, settings.y, settings.eye) };
  },
  steps: [
    {
      id: 'slopes',
      title: 'Slopes',
      what: 'A ray to every place of the border, and along it how steeply each sample is seen: blue from above, orange from below.',
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The largest slope before each sample of its ray is its horizon.',
      by: 'lab.scan, segmented: exclusive max of f32',
      run: async (lab, { input }, { scan, signal }) => ({
        horizons: await lab.scan(input.slopes, { operator: 'max', mode: 'exclusive', heads: input.heads, algorithm: scan, signal }),
      }),
    },
    {
      id: 'seen',
      title: 'Seen',
      what: 'Where the slope is above the horizon, the sample is seen.',
      by: 'lab.reduce: add of u32',
      run: async (lab, { input, found }, { signal }) => {
        const { heads, slopes } = input;
        const seen = Uint32Array.from(found.horizons, (horizon, i) => Number(heads[i] || slopes[i] > horizon));
        return { seen, count: (await lab.reduce(seen, { signal }))[0] };
      },
    },
  ],
  method: 'a walk along each ray',
  reference({ heads, slopes }) {
    const [horizons, seen] = [new Float32Array(slopes.length), new Uint32Array(slopes.length)];
    let [horizon, count] = [-Infinity, 0];
    for (let i = 0; i < slopes.length; i++) {
      if (heads[i]) horizon = -Infinity;
      horizons[i] = horizon;
      count += seen[i] = Number(slopes[i] > horizon);
      horizon = Math.max(horizon, slopes[i]);
    }
    return { horizons, seen, count };
  },
  compare: (found, wanted, { input }) =>
    // Of a ray's first sample, the identity.
    firstDifference('horizons', found.horizons, wanted.horizons, (i) => (input.heads[i] ? Infinity : 0)) ??
    firstDifference('seen', found.seen, wanted.seen) ??
    difference('count', found.count, wanted.count),
  aspect: 1.25,
  drag: { label: 'Viewpoint', x: 'x', y: 'y' },
  animate: {
    label: 'Walk',
    at: (settings, seconds) => ({
      ...settings,
      x: Number((0.5 + 0.36 * Math.sin(0.37 * seconds)).toFixed(3)),
      y: Number((0.5 + 0.36 * Math.cos(0.23 * seconds)).toFixed(3)),
    }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.integer(found.count)} of ${formats.count(input.slopes.length, 'sample')} on ${formats.count(input.rays, 'ray')} seen`,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// Two rays over hills, with the eye at height 1.
const heights = Float32Array.of(1, 3, 2, 4, 9, 2, 1, 2, 5, 4);
const heads = Uint32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0);
const slopes = heights.map((height, i) => (height - 1) / ((i % 5) + 1));
const horizons = await lab.scan(slopes, { operator: 'max', mode: 'exclusive', heads });
const seen = Uint32Array.from(slopes, (slope, i) => Number(heads[i] || slope > horizons[i]));
console.log(seen, await lab.reduce(seen));`,
  prints: '[1,1,0,0,1,1,0,0,0,0] [4]',
};

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, found }, step) {
  const { context, width, height, theme } = surface;
  const { terrain, cells, slopes, heads } = input;
  const { side } = terrain;
  const words = new Uint32Array(side * side);
  const values = step === 'scan' ? found.horizons : slopes;
  const [low, high] = [-0.9, 0.9];
  if (step === 'seen') words.fill(0);
  for (let i = 0; i < cells.length; i++) {
    if (step !== 'seen') words[cells[i]] = theme.ramp[Math.max(0, Math.min(255, Math.round((255 * (values[i] - low)) / (high - low))))];
    else if (found.seen[i]) words[cells[i]] = theme.ramp[Math.min(255, 40 + Math.round(215 * terrain.heights[cells[i]]))];
  }
  const hidden = surface.word(theme.line);
  wordImage(
    surface,
    { x: 0, y: 0, width, height },
    Uint32Array.from(words, (word, cell) => lit(word || hidden, shade(terrain, cell))),
    side,
  );
  if (step !== 'scan' || !cells.length) return;
  // The last ray, from the viewpoint on.
  const first = heads.lastIndexOf(1);
  const box = { x: 0, y: height * 0.74, width, height: height * 0.24 };
  context.globalAlpha = 0.85;
  context.fillStyle = theme.surface;
  context.fillRect(0, box.y - 22, width, height);
  context.globalAlpha = 1;
  const bounds = extent(slopes.subarray(first));
  curve(surface, box, slopes.subarray(first), bounds, theme.muted);
  curve(surface, box, found.horizons.subarray(Math.min(first + 1, slopes.length - 1)), bounds, theme.accent);
  label(surface, 'slope along one ray, and its horizon', 10, box.y - 6, { color: theme.accent });
}

/** @param {number} word @param {number} light from 0 to 1 */
function lit(word, light) {
  const factor = 0.6 + 0.6 * light;
  const part = (/** @type {number} */ shift) => Math.min(255, Math.round(((word >>> shift) & 255) * factor)) << shift;
  return ((255 << 24) | part(16) | part(8) | part(0)) >>> 0;
}
