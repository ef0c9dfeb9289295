/** Metaballs as a mesh: every cell counts its triangles, and the scan of the counts tells where to write their vertices. */
import { SQUARES, TRIANGLES, drawSolid } from './marching-cubes/device-solid.js';
import { ballsOf, countsOn, fieldOf, meshOn } from './marching-cubes/metaballs.js';
import { PARTS, eachVertex } from './marching-cubes/tetrahedra.js';
import { TRIANGLE_WORDS, cubeEdges, triangles, viewOf } from './marching-cubes/solid.js';
import { totalOf } from '../device/scans.js';
import { readAll } from '../device/device.js';
import { difference, firstOfArrays } from '../parts/compare.js';
import { range, seed } from '../parts/declare.js';
import { indicesOf } from '../parts/keep-last.js';
import { label, rampIndex } from '../drawing/draw.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

const degrees = (/** @type {number} */ value) => `${value}°`;

/** @type {Application} */
export const marchingCubes = {
  id: 'marching-cubes',
  title: 'Marching cubes',
  teaches: 'Most cells of a grid make nothing and some make several triangles: the scan of the counts packs the mesh as it is made.',
  source: ['Merry 2014, Other Applications, meshing'],
  madeOf: 'counts of triangles a cell, an exclusive add scan, and a compaction of the cells that have some',
  controls: [
    range('balls', 'Balls', [1, 12, 1], 5),
    range('level', 'Level', [0.05, 1.5, 0.05], 0.3, (value) => value.toFixed(2)),
    range('time', 'Time', [0, 60, 0.1], 2, (value) => `${value.toFixed(1)} s`),
    range('turn', 'Turn', [0, 360, 1], 30, degrees),
    range('tilt', 'Tilt', [-90, 90, 1], 20, degrees),
    seed(),
  ],
  size: { unit: 'cell', least: 1, most: 2 ** 24, gpu: 48 ** 3, software: 20 ** 3, still: 16 ** 3 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['balls', 'level', 'time', 'seed'],
  input: ballsOf,
  steps: [
    {
      id: 'counts',
      title: 'Count',
      what: 'Each cell, cut into six tetrahedra, counts the triangles of the surface in it.',
      by: 'Kernels of this application, of the field and of the counts; their time is a part of the scan’s',
      isSubmitted: true,
      run: (work, { input }) => work.make(() => countsOn(work.device, input)),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a cell is the place of its first triangle; cells without any are left out.',
      by: 'lab.scan: exclusive add of u32; lab.compact, of the cells',
      run: async (work, { input: { cells }, found: { counts, flags } }) => {
        const starts = await work.scan(counts, { algorithm: work.chosen, mode: 'exclusive' });
        const active = work.call('compact', indicesOf(cells), { flags, scan: work.chosen });
        const [{ output, count: used }, count] = await Promise.all([active, totalOf(work, starts, counts)]);
        return { starts, active: output, used, count };
      },
    },
    {
      id: 'mesh',
      title: 'Emit',
      what: 'The cells that are left write their vertices from there on, without a gap, where they are drawn from.',
      by: 'A kernel of this application',
      run: (work, { input, found }) => ({ vertices: work.make(() => meshOn(work.device, input, found)) }),
    },
  ],
  method: 'a loop over the cells that appends to a list',
  reference(input) {
    const field = { side: input.side, values: fieldOf(input) };
    /** @type {number[]} */
    const vertices = [];
    /** @type {number[]} */
    const active = [];
    const [counts, starts] = [new Uint32Array(input.cells), new Uint32Array(input.cells)];
    for (let cell = 0; cell < input.cells; cell++) {
      starts[cell] = vertices.length / TRIANGLE_WORDS;
      eachVertex(field, cell, (x, y, z) => vertices.push(x, y, z));
      counts[cell] = vertices.length / TRIANGLE_WORDS - starts[cell];
      if (counts[cell]) active.push(cell);
    }
    return { counts, starts, active, used: active.length, count: vertices.length / TRIANGLE_WORDS, vertices: Uint32Array.from(vertices) };
  },
  compare: async (found, wanted, _, { device }) =>
    difference('triangles', found.count, wanted.count) ??
    difference('cells with triangles', found.used, wanted.used) ??
    firstOfArrays(['counts', 'starts', 'active', 'vertices'], await readAll(device, found), wanted),
  drag: { label: 'Direction of view', x: 'turn', y: 'tilt' },
  animate: {
    label: 'Move the balls',
    at: (settings, seconds) => ({ ...settings, time: Number(((2 + seconds) % 60).toFixed(2)), turn: Math.round(30 + 12 * seconds) % 360 }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.count(found.count, 'triangle')} in ${formats.integer(found.used)} of ${formats.count(input.cells, 'cell')}`,
  numbers: ({ input, settings }) => {
    const { counts } = marchingCubes.reference(input, settings);
    return counts.filter((/** @type {number} */ count) => count > 0).slice(0, 16);
  },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
// Each cell makes as many items as it says; the items of all cells are packed.
const counts = Uint32Array.from({ length: 1000 }, (_, cell) => (cell % 7 < 5 ? 0 : cell % 3));
const starts = await lab.scan(counts, { mode: 'exclusive' });
const { output: active } = await lab.compact(counts.map((_, cell) => cell), { flags: counts.map((count) => Number(count > 0)) });
const items = new Uint32Array(starts[999] + counts[999]);
for (const cell of active) items.fill(cell, starts[cell], starts[cell] + counts[cell]);
console.log(active.length, items.length, items.every((cell, i) => i === 0 || items[i - 1] <= cell));`,
  prints: '189 284 true',
};

/** Squares of the cells that have triangles: as large as the number of these, or by the place of the first. @param {string} size @param {string} word */
const squaresOf = (size, word) => `${SQUARES}
  fn square(i: u32) -> Square {
    let side = u32(view.unit);
    let cell = cells[i];
    return Square(vec3f(vec3u(cell % side, (cell / side) % side, cell / (side * side))), ${size}, ${word});
  }`;

/** What is drawn of a result on the device. @param {State} state @param {string} step @returns {Omit<import('./marching-cubes/device-solid.js').Shapes, 'turn' | 'tilt' | 'word'>} */
function shapesOf({ input: { side }, found: { vertices, counts, starts, active, used, count } }, step) {
  if (step === 'mesh') {
    const whole = Math.min(count, vertices.size / (4 * TRIANGLE_WORDS));
    return { buffers: { vertices }, count: whole, whole, unit: PARTS * side, corners: 3, code: TRIANGLES };
  }
  const shapes = { count: used, whole: count, unit: side, corners: 6 };
  return step === 'counts'
    ? { ...shapes, buffers: { cells: active, counts }, code: squaresOf('1 + 0.6 * f32(counts[cell])', 'view.word') }
    : { ...shapes, buffers: { cells: active, starts }, code: squaresOf('5', 'ramp_word(starts[cell])') };
}

/** @type {NonNullable<Application['prepare']>} */
async function prepare(image, lab, state, step) {
  const shapes = shapesOf(state, step);
  if (!shapes.count) return { drawn: null };
  const { turn, tilt } = state.settings;
  const word = image.word(image.theme.series[0]);
  return { drawn: await drawSolid(lab, image, { ...shapes, turn, tilt, word }) };
}

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input: { side }, settings, found }, step) {
  const { context, height, theme, prepared } = surface;
  const view = viewOf(surface, settings.turn, settings.tilt);
  cubeEdges(surface, view);
  const isCounts = step === 'counts';
  if (prepared) surface.pixels(() => prepared.drawn);
  else if (step === 'mesh') triangles(surface, view, found.vertices, PARTS * side, (one) => theme.ramp[rampIndex(one, found.count)]);
  else {
    for (const cell of found.active) {
      const [x, y] = view((cell % side) / side, (Math.floor(cell / side) % side) / side, Math.floor(cell / (side * side)) / side);
      const wide = isCounts ? 1 + 0.6 * found.counts[cell] : 5;
      context.fillStyle = isCounts ? theme.series[0] : theme.rampText[rampIndex(found.starts[cell], found.count)];
      context.fillRect(x - wide / 2, y - wide / 2, wide, wide);
    }
  }
  if (step !== 'mesh')
    label(surface, isCounts ? 'as large as the number of triangles' : 'by the place of the first triangle', 10, height - 10);
}
