/** Moving points, each with the list of its neighbours: counted, placed by a scan, and packed without a gap. */
import { difference, firstOfArrays } from '../compare.js';
import { dot, dotSide, label, line, rampIndex, random } from '../draw.js';
import { ASPECT, eachNeighbour, gridOf, checkPairs, isNear } from '../grid.js';
import { percent, range, seed } from '../declare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../grid.js').Points} Points */

/** Points that go to and fro, each at its own pace. @param {Record<string, any>} settings @param {number} n @returns {Points} */
function pointsOf({ seed: seeded, time }, n) {
  const at = (/** @type {number} */ i, /** @type {number} */ axis) => {
    const way = 2 * random(4 * i + axis, seeded) + time * (0.01 + 0.05 * random(4 * i + axis + 1, seeded));
    return 0.02 + 0.96 * Math.abs((way % 2) - 1);
  };
  return { x: Float32Array.from({ length: n }, (_, i) => ASPECT * at(i, 0)), y: Float32Array.from({ length: n }, (_, i) => at(i, 2)) };
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
  size: { unit: 'point', least: 1, most: 2 ** 13, gpu: 2 ** 10, software: 2 ** 9, still: 2 ** 9 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['time', 'seed', 'radius'],
  input: (settings, n) => checkPairs(pointsOf(settings, n), settings.radius),
  steps: [
    {
      id: 'counts',
      title: 'Count',
      what: 'Every point counts its neighbours within the radius, and stores the number alone.',
      run: (_, { n, input, settings }) => {
        const grid = gridOf(input, settings.radius);
        const counts = new Uint32Array(n);
        for (let i = 0; i < n; i++) eachNeighbour(input, grid, settings.radius, i, () => counts[i]++);
        return { counts, grid };
      },
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a point is where its list begins.',
      by: 'lab.scan: exclusive add of u32',
      run: async (lab, { found }, { scan, signal }) => ({
        starts: await lab.scan(found.counts, { algorithm: scan, mode: 'exclusive', signal }),
      }),
    },
    {
      id: 'emit',
      title: 'Emit',
      what: 'Every point finds its neighbours again, and writes them from there on: one packed array, without a gap, always in the same order.',
      run: (_, { n, input, settings, found }) => {
        const list = new Uint32Array(n ? found.starts[n - 1] + found.counts[n - 1] : 0);
        for (let i = 0; i < n; i++) {
          let at = found.starts[i];
          eachNeighbour(input, found.grid, settings.radius, i, (j) => (list[at++] = j));
          list.subarray(found.starts[i], at).sort();
        }
        return { list };
      },
    },
  ],
  method: 'brute force: every pair of points',
  reference(input, { radius }) {
    const n = input.x.length;
    const [counts, starts] = [new Uint32Array(n), new Uint32Array(n)];
    /** @type {number[]} */
    const list = [];
    for (let i = 0; i < n; i++) {
      starts[i] = list.length;
      for (let j = 0; j < n; j++) if (isNear(input, radius, i, j)) list.push(j);
      counts[i] = list.length - starts[i];
    }
    return { counts, starts, list: Uint32Array.from(list) };
  },
  compare: (found, wanted) =>
    difference('the number of pairs', found.list.length, wanted.list.length) ?? firstOfArrays(['counts', 'starts', 'list'], found, wanted),
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
  describe: ({ n, found }, formats) => `${formats.count(found.list.length, 'neighbour')} of ${formats.count(n, 'point')} in one list`,
  numbers: ({ found }) => found.counts.slice(0, 16),
  hover({ n, input, found }, x, y, formats) {
    let nearest = 0;
    const far = (/** @type {number} */ i) => (input.x[i] - x * ASPECT) ** 2 + (input.y[i] - y) ** 2;
    for (let i = 1; i < n; i++) if (far(i) < far(nearest)) nearest = i;
    const [start, count] = [found.starts[nearest], found.counts[nearest]];
    const run = Array.from(found.list.slice(start, start + Math.min(12, count))).join(', ');
    return `Point ${formats.integer(nearest)}: ${formats.count(count, 'neighbour')} from ${formats.integer(start)} on: ${run}${count > 12 ? ', …' : ''}`;
  },
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { n, input, settings, found }, step) {
  const { context, width, height, theme } = surface;
  const high = step === 'counts' ? height : height - 34;
  const scale = [width / ASPECT, high];
  const marked = Math.min(n - 1, Math.floor(settings.point * n));
  const [start, count] = [found.starts[marked], found.counts[marked]];
  // Of very many pairs, some are enough.
  const stride = Math.max(1, Math.ceil(found.list.length / 40_000));
  const most = found.counts.reduce((/** @type {number} */ left, /** @type {number} */ right) => Math.max(left, right), 1);
  const indexOf = (/** @type {number} */ i) => (step === 'counts' ? rampIndex(found.counts[i], most + 1) : rampIndex(i, n));
  const pairs = surface.word(theme.line);
  surface.pixels((image) => {
    const side = dotSide(image.width * image.height * 0.06, n);
    const placeOf = (/** @type {number} */ i) =>
      /** @type {[number, number]} */ ([input.x[i] * scale[0] * image.scale, input.y[i] * scale[1] * image.scale]);
    for (let i = 0; i < n; i += stride) {
      for (let at = found.starts[i]; at < found.starts[i] + found.counts[i]; at++) {
        if (found.list[at] > i) line(image, placeOf(i), placeOf(found.list[at]), pairs);
      }
    }
    for (let i = 0; i < n; i++) dot(image, ...placeOf(i), side, theme.ramp[indexOf(i)]);
  });
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  context.beginPath();
  context.ellipse(
    input.x[marked] * scale[0],
    input.y[marked] * scale[1],
    settings.radius * scale[0],
    settings.radius * scale[1],
    0,
    0,
    2 * Math.PI,
  );
  context.stroke();
  if (step === 'counts' || !found.list.length) return;
  // The packed list: the run of each point in its colour.
  for (let i = 0; i < n; i++) {
    context.fillStyle = theme.rampText[rampIndex(i, n)];
    context.globalAlpha = i % 2 ? 0.55 : 0.9;
    context.fillRect((found.starts[i] * width) / found.list.length, height - 16, (found.counts[i] * width) / found.list.length, 16);
  }
  context.globalAlpha = 1;
  context.fillStyle = theme.text;
  context.fillRect((start * width) / found.list.length, height - 20, Math.max(2, (count * width) / found.list.length), 20);
  label(surface, `the packed list; the marked point’s run begins at ${start}`, 8, height - 24);
}
