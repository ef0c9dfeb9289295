/** Particles under a lens: those that it keeps are packed together, in their order. */
import { dot, dotSide, label, rampIndex, veil } from '../drawing/draw.js';
import { random } from '../parts/random.js';
import { HEIGHT, WIDTH } from '../parts/places.js';
import { cellsOf, dotsOn, flagsOn, keeper } from './compaction/lens.js';
import { accepted, readAll } from '../device/device.js';
import { prepareCurves, showCurves } from '../drawing/curves.js';
import { choice, percent, range, seed } from '../parts/declare.js';
import { difference, firstOfArrays } from '../parts/compare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** Row by row, each somewhere in a cell of its own: neighbours in memory are neighbours in the picture. @param {number} n @param {number} seed */
function particlesOf(n, seed) {
  const { columns, rows } = cellsOf(n);
  return Uint32Array.from({ length: n }, (_, i) => {
    const x = ((i % columns) + random(2 * i, seed)) * (WIDTH / columns);
    const y = (Math.floor(i / columns) + random(2 * i + 1, seed)) * (HEIGHT / rows);
    return Math.floor(x) | (Math.floor(y) << 16);
  });
}

/** @type {Application} */
export const compaction = {
  id: 'compaction',
  title: 'Stream compaction',
  teaches: 'An exclusive scan of flags tells every survivor its place, so that all move at once and keep their order.',
  source: ['Sengupta, Lefohn & Owens 2006, §1 and §4', 'Horn 2005', 'Merry 2014, Other Applications'],
  madeOf: 'flags, an exclusive add scan and a scatter',
  controls: [
    range('x', 'Lens, x', [0, 1, 0.005], 0.42, percent),
    range('y', 'Lens, y', [0, 1, 0.005], 0.5, percent),
    range('radius', 'Radius', [0.02, 1, 0.01], 0.38, percent),
    choice('keep', 'Kept', { inside: 'what is inside', outside: 'what is outside' }),
    seed(),
  ],
  size: { unit: 'particle', least: 1, most: 2 ** 24, gpu: 2 ** 20, software: 2 ** 14, still: 2 ** 12 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['seed'],
  input: ({ seed }, n) => particlesOf(n, seed),
  steps: [
    { id: 'particles', title: 'Particles', what: 'Every particle is one word: its place. Its colour is its index in memory.' },
    {
      id: 'flags',
      title: 'Flags',
      what: 'A flag is 1 where the lens keeps the particle.',
      by: 'A kernel of this application; its time is a part of the scan’s',
      isSubmitted: true,
      run: (work, { input, settings }) => ({ flags: work.make(() => flagsOn(work.device, input, settings)) }),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the flags before a particle is the number of survivors before it: its place in the output.',
      by: 'lab.scan: exclusive add of u32, after the kernel of the flags',
      run: async (work, { found }) => ({ places: await work.scan(found.flags, { algorithm: work.chosen, mode: 'exclusive' }) }),
    },
    {
      id: 'scatter',
      title: 'Scatter',
      what: 'Every survivor goes to its place: the first rows, without a gap, in the order that they had.',
      by: 'lab.compact, of which the scan is a part',
      run: (work, { input, found: { flags } }) => work.call('compact', input, { flags, scan: work.chosen, indices: true }),
    },
  ],
  method: 'Array.filter',
  reference(input, settings) {
    const isKept = keeper(settings);
    const output = input.filter(isKept);
    const [flags, places, indices] = [new Uint32Array(input.length), new Uint32Array(input.length), new Uint32Array(output.length)];
    for (let i = 0, count = 0; i < input.length; i++) {
      flags[i] = Number(isKept(input[i]));
      places[i] = count;
      if (flags[i]) indices[count++] = i;
    }
    return { flags, places, output, indices, count: output.length };
  },
  compare: async (found, wanted, _, { device }) =>
    difference('count', found.count, wanted.count) ??
    firstOfArrays(['flags', 'output', 'indices', 'places'], await readAll(device, found), wanted),
  rival: {
    title: 'Compaction by atomics',
    note: 'A counter in place of the scan: the survivors are in no order.',
    requests: ({ n, found }, scan) => {
      const request = /** @type {const} */ ({ operation: 'compact', type: 'u32', n, flags: true, density: found.count / n, seed: 1 });
      return { application: { ...request, algorithm: scan }, rival: { ...request, algorithm: 'atomic-workgroups' } };
    },
  },
  cardStep: 'flags',
  drag: { label: 'Lens', x: 'x', y: 'y' },
  animate: {
    label: 'Move the lens',
    at: (settings, seconds) => ({
      ...settings,
      x: Number((0.5 + 0.32 * Math.sin(0.9 * seconds)).toFixed(3)),
      y: Number((0.5 + 0.26 * Math.sin(1.3 * seconds)).toFixed(3)),
    }),
  },
  describe: ({ n, found }, formats) => `${formats.integer(found.count)} of ${formats.count(n, 'particle')} kept`,
  numbers: ({ input, settings }) => Array.from(input.slice(0, 16), keeper(settings)).map(Number),
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// x in the low half of a word, y in the high one.
const particles = Uint32Array.from({ length: 4096 }, (_, i) => (i % 64) | (Math.floor(i / 64) << 16));
const isKept = (p) => ((p & 0xffff) - 32) ** 2 + ((p >>> 16) - 32) ** 2 < 20 ** 2;
const flags = particles.map((p) => Number(isKept(p)));
const places = await lab.scan(flags, { mode: 'exclusive' });
const { output, count } = await lab.compact(particles, { flags });
console.log(count, particles.every((p, i) => !flags[i] || output[places[i]] === p));`,
  prints: '1245 true',
};

/** The dots of a result on the device, and the curve of their places. @type {NonNullable<Application['prepare']>} */
async function prepare(image, lab, state, step) {
  const { width, height, theme, word } = image;
  const size = { width, height, side: dotSide(width * height, state.n) };
  const colors = { ramp: theme.ramp, dropped: word(theme.line) };
  const [dots, curves] = await accepted(lab.device, () =>
    Promise.all([dotsOn(lab, size, state, step, colors), step === 'scan' ? prepareCurves(lab, image, placesOf(state, theme)) : null]),
  );
  return { dots, ...curves };
}

/** @param {State} state @param {import('../types.d.ts').Theme} theme @returns {import('../drawing/curves.js').Curves} */
const placesOf = ({ found }, theme) => ({
  box: ({ width, height }) => ({ x: 0, y: height * 0.7, width, height: height * 0.28 }),
  bounds: [0, Math.max(1, found.count)],
  curves: [{ values: found.places, type: 'u32', color: theme.accent }],
});

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, state, step) {
  const { n, input, settings, found } = state;
  const { context, width, height, theme, prepared } = surface;
  const dropped = surface.word(theme.line);
  surface.pixels((image) => {
    if (prepared) return prepared.dots;
    const side = dotSide(image.width * image.height, n);
    const { columns, rows } = cellsOf(n);
    const at = (/** @type {number} */ particle, /** @type {number} */ word) =>
      dot(image, ((particle & 0xffff) * image.width) / WIDTH, ((particle >>> 16) * image.height) / HEIGHT, side, word);
    if (step !== 'scatter') {
      const isAll = step === 'particles';
      for (let i = 0; i < n; i++) if (!isAll && !found.flags[i]) at(input[i], dropped);
      for (let i = 0; i < n; i++) if (isAll || found.flags[i]) at(input[i], theme.ramp[rampIndex(i, n)]);
      return;
    }
    for (let place = 0; place < found.count; place++) {
      const [x, y] = [2 * (place % columns) + 1, 2 * Math.floor(place / columns) + 1];
      const word = theme.ramp[rampIndex(found.indices[place], n)];
      dot(image, (x * image.width) / (2 * columns), (y * image.height) / (2 * rows), side, word);
    }
  });
  context.beginPath();
  context.ellipse(settings.x * width, settings.y * height, settings.radius * height, settings.radius * height, 0, 0, 2 * Math.PI);
  context.strokeStyle = step === 'scatter' ? theme.line : theme.accent;
  context.lineWidth = 1.5;
  context.stroke();
  if (step === 'scan') {
    const shown = placesOf(state, theme);
    const { y } = shown.box(surface);
    veil(surface, y - 22);
    showCurves(surface, shown);
    label(surface, 'survivors before each index', 10, y - 6);
    label(surface, `${found.count}`, width - 10, y - 6, { align: 'right', color: theme.accent });
  }
}
