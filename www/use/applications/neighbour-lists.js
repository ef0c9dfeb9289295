/** Moving points, each with the list of its neighbours: counted, placed by a scan, and packed without a gap. */
import { difference, firstOfArrays } from '../parts/compare.js';
import { dot, dotSide, label, line, rampIndex } from '../drawing/draw.js';
import { random } from '../parts/random.js';
import { checkPairs, eachNeighbour, gridOf } from './neighbour-lists/grid.js';
import { TOLD, countsOn, listsOn, paintRuns, pictureOn, runOf, strideOf } from './neighbour-lists/neighbours.js';
import { HEIGHT, WIDTH, placeOf } from '../parts/places.js';
import { percent, range, seed } from '../parts/declare.js';
import { readAll } from '../device/device.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** Height of the packed list's strip, with its words. */
const STRIP = 34;

/** Points that go to and fro, each at its own pace. @param {Record<string, any>} settings @param {number} n */
function pointsOf({ seed: seeded, time }, n) {
  const at = (/** @type {number} */ i, /** @type {number} */ axis) => {
    const way = 2 * random(4 * i + axis, seeded) + time * (0.01 + 0.05 * random(4 * i + axis + 1, seeded));
    return 0.02 + 0.96 * Math.abs((way % 2) - 1);
  };
  return Uint32Array.from({ length: n }, (_, i) => placeOf(at(i, 0), at(i, 2)));
}

/** @type {Application} */
export const neighbourLists = {
  id: 'neighbour-lists',
  title: 'Neighbour lists',
  teaches: 'Where every element makes a number of outputs of its own, count first: the scan of the counts tells each where to write.',
  source: ['Merry 2014, Motivating Problem'],
  madeOf: 'counts, an exclusive add scan, and lists that are written at the sums',
  controls: [
    range('radius', 'Radius', [0.01, 0.3, 0.005], 0.07, percent),
    range('time', 'Time', [0, 60, 0.1], 4, (value) => `${value.toFixed(1)} s`),
    range('point', 'Marked point', [0, 1, 0.001], 0.4, percent),
    seed(),
  ],
  size: { unit: 'point', least: 1, most: 2 ** 14, gpu: 2 ** 10, software: 2 ** 9, still: 2 ** 9 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['time', 'seed', 'radius'],
  input: (settings, n) => checkPairs(pointsOf(settings, n), settings.radius),
  steps: [
    {
      id: 'counts',
      title: 'Count',
      what: 'Every point counts its neighbours within the radius, and stores the number alone.',
      by: 'A kernel of this application; its time is a part of the scan’s',
      isSubmitted: true,
      run: (work, { input, settings }) => work.make(() => countsOn(work.device, input, settings.radius)),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a point is where its list begins.',
      by: 'lab.scan: exclusive add of u32, after the kernel of the counts',
      run: async (work, { found }) => ({ starts: await work.scan(found.counts, { algorithm: work.chosen, mode: 'exclusive' }) }),
    },
    {
      id: 'emit',
      title: 'Emit',
      what: 'Every point finds its neighbours again, and writes them from there on: one packed array, without a gap, always in the same order.',
      by: 'A kernel of this application',
      run: (work, { n, settings, found }) => listsOn(work, n, settings.radius, found),
    },
  ],
  method: 'a grid of cells as wide as the radius: a point is compared with those of nine cells',
  reference(input, { radius }) {
    const grid = gridOf(input, radius);
    const [counts, starts] = [new Uint32Array(input.length), new Uint32Array(input.length)];
    /** @type {number[]} */
    const list = [];
    for (let i = 0; i < input.length; i++) {
      /** @type {number[]} */
      const run = [];
      eachNeighbour(input, grid, i, (j) => run.push(j));
      [starts[i], counts[i]] = [list.length, run.length];
      for (const j of run.sort((left, right) => left - right)) list.push(j);
    }
    const most = counts.reduce((left, right) => Math.max(left, right), 0);
    return { counts, starts, list: Uint32Array.from(list), pairs: list.length, most: Uint32Array.of(most) };
  },
  compare: async (found, wanted, _, { device }) =>
    difference('the number of pairs', found.pairs, wanted.pairs) ??
    firstOfArrays(['counts', 'starts', 'list', 'most'], await readAll(device, found), wanted),
  rival: {
    title: 'Neighbour lists by atomics',
    note: 'A counter in place of the scan gives each list its places: the lists are in no order.',
    measuredOf: 'Count, scan and emit of as many random numbers, each compared with the eight before it.',
    requests: ({ n }, scan) => {
      const request = /** @type {const} */ ({ operation: 'neighbours', type: 'u32', n, seed: 1 });
      return { application: { ...request, algorithm: scan }, rival: { ...request, algorithm: 'atomic-lists' } };
    },
  },
  animate: { label: 'Move the points', at: (settings, seconds) => ({ ...settings, time: Number(((4 + seconds) % 60).toFixed(2)) }) },
  describe: ({ n, found }, formats) => `${formats.count(found.pairs, 'neighbour')} of ${formats.count(n, 'point')} in one list`,
  numbers({ input, settings }) {
    const [grid, counts] = [gridOf(input, settings.radius), new Uint32Array(Math.min(16, input.length))];
    counts.forEach((_, i) => eachNeighbour(input, grid, i, () => counts[i]++));
    return counts;
  },
  async hover({ n, input, found, lab }, x, y, formats, { step, height }) {
    const down = (y * HEIGHT * height) / heightOf(height, step);
    // Below the box of the points is the packed list.
    if (down > HEIGHT) return '';
    let nearest = 0;
    const far = (/** @type {number} */ i) => ((input[i] & 0xffff) - x * WIDTH) ** 2 + ((input[i] >>> 16) - down) ** 2;
    for (let i = 1; i < n; i++) if (far(i) < far(nearest)) nearest = i;
    const { start, count, run } = await runOf(lab?.device, found, nearest);
    const told = `${run.join(', ')}${count > TOLD ? ', …' : ''}`;
    const list = count ? ` from ${formats.integer(start)} on: ${told}` : '';
    return `Point ${formats.integer(nearest)}: ${formats.count(count, 'neighbour')}${list}`;
  },
  prepare: (image, lab, state, step) => pictureOn(image, lab, state, { ...shownOf(image, state.n, step), marked: markedOf(state) }),
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const points = Float32Array.from({ length: 500 }, (_, i) => (i * 0.618) % 1);
const near = (i) => [...points.keys()].filter((j) => j !== i && Math.abs(points[i] - points[j]) < 0.01);
const counts = Uint32Array.from(points, (_, i) => near(i).length);
const starts = await lab.scan(counts, { mode: 'exclusive' });
const list = new Uint32Array(starts[499] + counts[499]);
points.forEach((_, i) => list.set(near(i), starts[i]));
console.log(starts[100] + counts[100] === starts[101], list.length === [...counts].reduce((sum, count) => sum + count));`,
  prints: 'true true',
};

/** @param {State} state */
const markedOf = ({ n, settings }) => Math.min(n - 1, Math.floor(settings.point * n));

/** The height of the points' box, below which is the packed list. @param {number} height of the picture, both in CSS pixels @param {string} step */
const heightOf = (height, step) => (step === 'counts' ? height : height - STRIP);

/** The device pixels of the points' box and of a dot, and what colours tell. @param {{ width: number, height: number, scale: number }} image @param {number} n @param {string} step */
const shownOf = ({ width, height, scale }, n, step) => ({
  high: Math.round(scale * heightOf(height / scale, step)),
  side: dotSide(width * height * 0.06, n),
  isByCount: step === 'counts',
});

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { context, width, height, theme, prepared } = surface;
  const { n, input, settings, found } = state;
  const marked = markedOf(state);
  surface.pixels((image) => {
    if (prepared) return prepared.drawn;
    const { high, side, isByCount } = shownOf(image, n, step);
    const pixelOf = (/** @type {number} */ i) =>
      /** @type {[number, number]} */ ([
        Math.floor(((input[i] & 0xffff) * image.width) / WIDTH),
        Math.floor(((input[i] >>> 16) * high) / HEIGHT),
      ]);
    const lines = surface.word(theme.line);
    for (let i = 0; i < n; i += strideOf(found.pairs)) {
      for (const j of found.list.subarray(found.starts[i], found.starts[i] + found.counts[i]))
        if (j > i) line(image, pixelOf(i), pixelOf(j), lines);
    }
    if (found.pairs && !isByCount) paintRuns(image, found, n, { surface: surface.word(theme.surface), ramp: theme.ramp });
    for (let i = 0; i < n; i++) {
      dot(image, ...pixelOf(i), side, theme.ramp[isByCount ? rampIndex(found.counts[i], found.most[0] + 1) : rampIndex(i, n)]);
    }
  });
  const high = heightOf(height, step);
  const place = [((input[marked] & 0xffff) * width) / WIDTH, ((input[marked] >>> 16) * high) / HEIGHT];
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.ellipse(place[0], place[1], (settings.radius * HEIGHT * width) / WIDTH, settings.radius * high, 0, 0, 2 * Math.PI);
  context.stroke();
  if (step === 'counts' || !found.pairs) return;
  const { start, count } = prepared ?? { start: found.starts[marked], count: found.counts[marked] };
  context.fillStyle = theme.text;
  context.fillRect((start * width) / found.pairs, height - 20, Math.max(2, (count * width) / found.pairs), 20);
  label(surface, `the packed list; the marked run begins at ${start}`, 8, height - 24);
}
