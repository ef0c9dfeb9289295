/** Metaballs as a mesh: every cell counts its triangles, and the scan of the counts tells where to write their vertices. */
import { TRIANGLE_WORDS, cubeEdges, triangles, viewOf } from '../solid.js';
import { countTriangles, eachVertex } from '../tetrahedra.js';
import { difference, firstOfArrays } from '../compare.js';
import { range, seed } from '../declare.js';
import { keepLast } from '../keep-last.js';
import { label, rampIndex, random } from '../draw.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

const degrees = (/** @type {number} */ value) => `${value}°`;

/** The index of every cell, which stays while the balls move. */
const cellsOf = keepLast((/** @type {number} */ cells) => Uint32Array.from({ length: cells }, (_, cell) => cell));

/** The sum of the balls' fields, positive inside. @param {Record<string, any>} settings @param {number} n */
function fieldOf({ balls, level, time, seed: seeded }, n) {
  const side = Math.max(1, Math.floor(Math.cbrt(n)));
  const centres = Array.from({ length: balls }, (_, ball) =>
    [0, 1, 2].map(
      (axis) => 0.5 + 0.28 * Math.sin(6.283 * random(4 * ball + axis, seeded) + time * (0.5 + random(4 * ball + axis, seeded + 1))),
    ),
  );
  // The square of each ball's distance along each axis, of all places of the axis.
  const squares = centres.map((centre) => centre.map((one) => Float64Array.from({ length: side + 1 }, (_, at) => (at / side - one) ** 2)));
  const values = new Float32Array((side + 1) ** 3);
  for (let z = 0, place = 0; z <= side; z++) {
    for (let y = 0; y <= side; y++) {
      for (let x = 0; x <= side; x++, place++) {
        let sum = 0;
        for (const [across, down, deep] of squares) sum += 0.02 / (0.0004 + across[x] + down[y] + deep[z]);
        values[place] = sum - level;
      }
    }
  }
  return { side, values, cells: side ** 3 };
}

/** @type {Application} */
export const marchingCubes = {
  id: 'marching-cubes',
  title: 'Marching cubes',
  teaches: 'Most cells of a grid make nothing and some make several triangles: the scan of the counts packs the mesh as it is made.',
  source: ['Merry 2014, Other Applications, meshing'],
  madeOf: 'counts of triangles a cell, an exclusive add scan, and a compaction of the cells that have some',
  controls: [
    range('balls', 'Balls', [1, 12, 1], 5),
    range('level', 'Level', [0.4, 4, 0.05], 1.6, (value) => value.toFixed(2)),
    range('time', 'Time', [0, 60, 0.1], 2, (value) => `${value.toFixed(1)} s`),
    range('turn', 'Turn', [0, 360, 1], 30, degrees),
    range('tilt', 'Tilt', [-90, 90, 1], 20, degrees),
    seed(),
  ],
  size: { unit: 'cell', least: 1, most: 2 ** 21, gpu: 14 ** 3, software: 14 ** 3, still: 14 ** 3 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['balls', 'level', 'time', 'seed'],
  input: fieldOf,
  steps: [
    {
      id: 'counts',
      title: 'Count',
      what: 'Each cell, cut into six tetrahedra, counts the triangles of the surface in it.',
      run: (_, { input }) => ({ counts: cellsOf(input.cells).map((cell) => countTriangles(input, cell)) }),
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a cell is the place of its first triangle; cells without any are left out.',
      by: 'lab.scan: exclusive add of u32; lab.compact, of the cells',
      run: async (lab, { input, found }, { scan, signal }) => {
        const starts = await lab.scan(found.counts, { algorithm: scan, mode: 'exclusive', signal });
        const flags = found.counts.map((/** @type {number} */ count) => Number(count > 0));
        const { output: active } = await lab.compact(cellsOf(input.cells), { flags, scan, signal });
        return { starts, active, count: input.cells ? starts[input.cells - 1] + found.counts[input.cells - 1] : 0 };
      },
    },
    {
      id: 'mesh',
      title: 'Emit',
      what: 'The cells that are left write their vertices from there on, without a gap.',
      run: (_, { input, found }) => {
        const vertices = new Float32Array(TRIANGLE_WORDS * found.count);
        for (const cell of found.active) {
          let at = TRIANGLE_WORDS * found.starts[cell];
          eachVertex(input, cell, (x, y, z) => {
            vertices[at++] = x;
            vertices[at++] = y;
            vertices[at++] = z;
          });
        }
        return { vertices };
      },
    },
  ],
  method: 'a loop over the cells that appends to a list',
  reference(input) {
    /** @type {number[]} */
    const vertices = [];
    /** @type {number[]} */
    const active = [];
    const [counts, starts] = [new Uint32Array(input.cells), new Uint32Array(input.cells)];
    for (let cell = 0; cell < input.cells; cell++) {
      starts[cell] = vertices.length / TRIANGLE_WORDS;
      eachVertex(input, cell, (x, y, z) => vertices.push(x, y, z));
      counts[cell] = vertices.length / TRIANGLE_WORDS - starts[cell];
      if (counts[cell]) active.push(cell);
    }
    return { counts, starts, active, count: vertices.length / TRIANGLE_WORDS, vertices: Float32Array.from(vertices) };
  },
  compare: (found, wanted) =>
    difference('triangles', found.count, wanted.count) ?? firstOfArrays(['counts', 'starts', 'active', 'vertices'], found, wanted),
  drag: { label: 'Direction of view', x: 'turn', y: 'tilt' },
  animate: {
    label: 'Move the balls',
    at: (settings, seconds) => ({ ...settings, time: Number(((2 + seconds) % 60).toFixed(2)), turn: Math.round(30 + 12 * seconds) % 360 }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.count(found.count, 'triangle')} in ${formats.integer(found.active.length)} of ${formats.count(input.cells, 'cell')}`,
  numbers: ({ found }) => found.counts.filter((/** @type {number} */ count) => count > 0).slice(0, 16),
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { input, settings, found }, step) {
  const { context, height, theme } = surface;
  const view = viewOf(surface, settings.turn, settings.tilt);
  cubeEdges(surface, view);
  const { side } = input;
  if (step === 'mesh') return triangles(surface, view, found.vertices, (triangle) => theme.ramp[rampIndex(triangle, found.count)]);
  const isCounts = step === 'counts';
  for (const cell of found.active) {
    const [x, y] = view((cell % side) / side, (Math.floor(cell / side) % side) / side, Math.floor(cell / (side * side)) / side);
    const wide = isCounts ? 1 + 0.6 * found.counts[cell] : 5;
    context.fillStyle = isCounts ? theme.series[0] : theme.rampText[rampIndex(found.starts[cell], found.count)];
    context.fillRect(x - wide / 2, y - wide / 2, wide, wide);
  }
  label(surface, isCounts ? 'as large as the number of triangles' : 'by the place of the first triangle', 10, height - 10);
}
