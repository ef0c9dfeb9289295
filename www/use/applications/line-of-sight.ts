/** The visible parts of a terrain: a sample is visible if its slope is above the slopes of all samples before it on its ray. */
import { label } from '../drawing/draw.ts';
import { compareExactly } from '../parts/compare.ts';
import { SLOPE, cellsOf, sightOf } from './line-of-sight/sight.ts';
import { HIGHEST, terrainOf } from '../data/terrain.ts';
import { raySamples, raysTo } from '../device/rays.ts';
import { drawCurves, labelsAbove } from '../drawing/curves.ts';
import { mappedOn, reduced } from '../device/scans.ts';
import { percent, range, seed, swinging } from '../parts/declare.ts';
import type { Curves } from '../drawing/curves.ts';
import type { Application, State, Surface, Theme } from '../types.ts';

export const lineOfSight: Application = {
  id: 'line-of-sight',
  title: 'Line of sight',
  teaches:
    'The largest slope before a sample on its ray can hide it, and one exclusive max scan finds this slope for all rays at once, as segments.',
  source: ['Merry 2014, Other Applications, visibility', 'Blelloch 1990, line of sight'],
  madeOf: 'slopes along rays, a segmented exclusive max scan, and a sum of visible samples',
  controls: [
    range('x', 'Viewpoint, x', [0, 1, 0.005], 0.56, percent),
    range('y', 'Viewpoint, y', [0, 1, 0.005], 0.52, percent),
    range('eye', 'Eye', [0, 0.5, 0.01], 0.06, percent),
    seed(6),
  ],
  size: { unit: 'sample', least: 32, most: 2 ** 24, gpu: 2 ** 18, software: 2 ** 14, still: 2 ** 14 },
  scan: { operator: 'max', type: 'i32', mode: 'exclusive', segmented: true },
  input({ x, y, eye, seed }, n) {
    // Rays to a border of 4 · side cells have at most 3 · side² samples. Rays from a corner have the most.
    const { side, heights, border } = terrainOf(Math.max(3, Math.floor(Math.sqrt(n / 3))), seed);
    const [column, row] = [x, y].map((share) => Math.round(share * (side - 1)));
    return { ...raysTo(side, { column, row }, border), heights, level: heights[row * side + column] + Math.round(eye * HIGHEST) };
  },
  steps: [
    {
      id: 'slopes',
      title: 'Slopes',
      what: 'A ray goes to every cell of the border. Colours show the slope from the eye to each sample: blue is downward, orange is upward.',
      by: 'A kernel of this application; its time is part of the scan’s',
      isSubmitted: true,
      run: (work, { input }) => {
        const { heights, level } = input;
        const given = { numbers: { level }, reads: { heights } };
        const { heads, cells, values } = work.make(() => raySamples(work.device, input, SLOPE, given));
        return { heads, cells, slopes: values };
      },
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The horizon of each sample is the largest slope before it on its ray.',
      by: 'lab.scan, segmented: exclusive max of i32, after the kernel of the slopes',
      run: async (work, { found: { slopes, heads } }) => ({
        horizons: await work.scan(slopes, { type: 'i32', operator: 'max', mode: 'exclusive', heads, algorithm: work.chosen }),
      }),
    },
    {
      id: 'seen',
      title: 'Seen',
      what: 'A sample is visible if its slope is above its horizon. Its colour is its height, from blue for low to orange for high. Hidden samples are grey.',
      by: 'Kernels of this application',
      run: async (work, { input, found: { slopes, horizons } }) => {
        const isSeen = 'u32(slopes[i] > horizons[i])';
        const seen = mappedOn(work, input.samples, [isSeen], {
          arrays: { slopes: [slopes, 'i32'], horizons: [horizons, 'i32'] },
          type: 'u32',
        });
        return { seen, count: reduced(work, seen) };
      },
    },
  ],
  method: 'a walk along each ray',
  reference: sightOf,
  compare: compareExactly,
  aspect: 1.25,
  stepped: {
    of: 'the slopes of a ray',
    numbers: ({ input }) => sightOf({ ...input, rays: input.rays.slice(0, 4), samples: input.rays[1] }).slopes,
  },
  drag: { label: 'Viewpoint', x: 'x', y: 'y' },
  animate: swinging('Walk', { x: [0.5, 0.36, 0.37], y: [0.5, 0.36, 0.23, Math.PI / 2] }),
  describe: ({ input, found }, formats) =>
    `${formats.integer(found.count)} of ${formats.count(input.samples, 'sample')} on ${formats.count(input.rays.length / 4, 'ray')} visible`,
  prepare(size, lab, state, step) {
    const { theme, word } = size;
    const cells = cellsOf(size, state.input, state.found, step, word(theme.line));
    return drawCurves(lab, size, step === 'scan' ? curvesOf(state, theme) : null, [cells]);
  },
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

/** The slopes of the last ray, and their horizons. The first sample has no horizon. */
function curvesOf({ input: { rays }, found }: State, theme: Theme): Curves {
  const first = rays[rays.length - 4];
  const slopes = { values: found.slopes, type: 'i32', first, color: theme.muted };
  return {
    box: ({ width, height }) => ({ x: 0, y: height * 0.74, width, height: height * 0.24 }),
    within: [slopes],
    curves: [slopes, { values: found.horizons, type: 'i32', first: first + 1, color: theme.accent }],
  };
}

function draw(surface: Surface, state: State, step: string) {
  if (step !== 'scan') return;
  const { accent } = surface.theme;
  label(surface, 'slope along one ray, and its horizon', 10, labelsAbove(surface, curvesOf(state, surface.theme)), { color: accent });
}
