/** Metaballs as a mesh: every cell counts its triangles, and the scan of the counts gives the index at which to write their vertices. */
import { BALL_FIELD, ballsOf, fieldOf } from '../data/metaballs.ts';
import { CELL_PLACE, triangleCounts, triangleVertices, TRIANGLE_WORDS } from '../device/isosurface.ts';
import { lengthOf } from '../device/arrays.ts';
import { compareExactly } from '../parts/compare.ts';
import { mappedOn, reduced } from '../device/scans.ts';
import { PARTS, CORNERS, EDGES, partOf } from '../parts/tetrahedra.ts';
import { range, seed } from '../parts/declare.ts';
import { label } from '../drawing/draw.ts';
import { drawSolid } from '../drawing/solid.ts';
import type { Lab as PictureLab, Layer } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface } from '../types.ts';
import type { Balls } from '../data/metaballs.ts';

/** The mesh of the balls' field, cell by cell. */
function meshOf(balls: Balls) {
  const { side, cells } = balls;
  const field = fieldOf(balls);
  const indexOf = ([x, y, z]: number[]) => x + (side + 1) * (y + (side + 1) * z);
  const offsets = CORNERS.map(indexOf);
  const [counts, starts] = [new Uint32Array(cells), new Uint32Array(cells)];
  const vertices: number[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const place = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / side ** 2)];
    const values = offsets.map((offset) => field[indexOf(place) + offset]);
    const edges = EDGES[values.reduce((bits, value, corner) => bits | (Number(value >= 0) << corner), 0)];
    starts[cell] = vertices.length / TRIANGLE_WORDS;
    counts[cell] = edges.length / 3;
    for (const [inner, outer] of edges) {
      const part = partOf(values[inner], values[outer]);
      const [from, to] = [CORNERS[inner], CORNERS[outer]];
      place.forEach((at, axis) => vertices.push(PARTS * (at + from[axis]) + part * (to[axis] - from[axis])));
    }
  }
  const active = Uint32Array.from(counts.keys()).filter((cell) => counts[cell] > 0);
  return { field, counts, starts, active, count: vertices.length / TRIANGLE_WORDS, vertices: Uint32Array.from(vertices) };
}

const degrees = (value: number) => `${value}°`;

export const marchingCubes: Application = {
  id: 'marching-cubes',
  title: 'Marching cubes',
  teaches:
    'Most cells of a grid have no triangle and some have several, and a scan of the counts gives each cell an index at which it writes, so the mesh has no gaps.',
  source: ['Merry 2014, Other Applications, meshing'],
  madeOf: 'counts of triangles per cell, an exclusive add scan, and a compaction of the cells with triangles',
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
      what: 'Each cell is cut into six tetrahedra and counts its triangles of the surface.',
      by: 'Kernels of this application, for the field at all corners and for the cells; their time is part of the scan’s',
      isSubmitted: true,
      run: (work, { input: { side, level, centres } }) => {
        const given = { type: 'i32' as const, whole: { side, level }, arrays: { centres }, code: BALL_FIELD };
        const field = mappedOn(work, (side + 1) ** 3, ['ball_field(i32(i), i32(side), i32(level))'], given);
        return { field, counts: work.make(() => triangleCounts(work.device, { side, field })) };
      },
    },
    {
      id: 'scan',
      title: 'Scan',
      what: 'The sum of the counts before a cell is the index of its first triangle. Cells without triangles are left out.',
      by: 'lab.scan: exclusive add of u32; lab.compact of the cells; and a kernel that sums the triangles',
      run: async (work, { found: { counts } }) => {
        const [starts, active, count] = await Promise.all([
          work.scan(counts, { algorithm: work.chosen, mode: 'exclusive' }),
          work.call('compact', counts, { where: 'x > 0', type: 'u32', indices: true, scan: work.chosen }),
          reduced(work, counts),
        ]);
        return { starts, active: active.indices, count };
      },
    },
    {
      id: 'mesh',
      title: 'Emit',
      what: 'Each remaining cell writes the vertices of its triangles from the index of its first triangle on. The picture shows this mesh, which has no gaps.',
      by: 'A kernel of this application',
      run: (work, { input: { side }, found: { field, active, starts, count } }) => ({
        vertices: work.make(() => triangleVertices(work.device, { side, field }, { cells: active, starts, count })),
      }),
    },
  ],
  method: 'a loop over the cells that appends to a list',
  reference: meshOf,
  compare: compareExactly,
  drag: { label: 'Direction of view', x: 'turn', y: 'tilt' },
  animate: {
    label: 'Move the balls',
    at: (settings, seconds) => ({ ...settings, time: Number(((2 + seconds) % 60).toFixed(2)), turn: Math.round(30 + 12 * seconds) % 360 }),
  },
  describe: ({ input, found }, formats) =>
    `${formats.count(found.count, 'triangle')} in ${formats.integer(lengthOf(found.active))} of ${formats.count(input.cells, 'cell')}`,
  stepped: { of: 'counts of triangles', numbers: ({ input }) => meshOf(input).counts },
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

/**
 * WGSL of the shapes of each step: triangles, or one square per cell. In the step `counts`, the size of a square shows the number of
 * triangles. In the step `scan`, its colour shows the index of the first triangle.
 */
const TRIANGLE = `
  fn at(i: u32) -> vec3f { return vec3f(f32(vertices[3 * i]), f32(vertices[3 * i + 1]), f32(vertices[3 * i + 2])); }
  fn vertex(i: u32, k: u32) -> Vertex {
    let word = lit(color_of_place(i), at(3 * i), at(3 * i + 1), at(3 * i + 2));
    return Vertex(seen(at(3 * i + k), vec2f()), word, vec4f());
  }`;
const squares = (tenths: string, word: string) => `${CELL_PLACE}
  fn vertex(i: u32, k: u32) -> Vertex {
    let cell = cells[i];
    let half = f32(${tenths} * numbers.pixel_parts) / 200;
    let at = f32(${PARTS}) * vec3f(place_of(i32(cell), numbers.side));
    return Vertex(seen(at, half * (2 * vec2f(vec2u(k & 1, k >> 1)) - 1)), ${word}, vec4f());
  }`;
const SHAPES: Record<string, string> = {
  mesh: TRIANGLE,
  counts: squares('i32(10 + 6 * counts[cell])', 'u32(numbers.word)'),
  scan: squares('50', 'color_of_place(starts[cell])'),
};

async function prepare(image: PreparedImage, lab: PictureLab, { input: { side }, settings, found }: State, step: string): Promise<Fields> {
  const { counts, starts, active, vertices, count } = found;
  const { theme, scale, word } = image;
  const layer: Layer = {
    shape: step === 'mesh' ? 'triangle' : 'box',
    n: step === 'mesh' ? count : lengthOf(active),
    numbers: { triangles: count, side, pixel_parts: Math.round(10 * scale), word: word(theme.series[0]) | 0 },
    reads: { counts, starts, cells: active, vertices, ramp: theme.ramp },
    code: `fn color_of_place(triangle: u32) -> u32 { return ramp[min(255, 256 * triangle / u32(numbers.triangles))]; } ${SHAPES[step]}`,
  };
  return { image: await drawSolid(lab, image, settings, PARTS * side, layer) };
}

function draw(surface: Surface, _: State, step: string) {
  if (step === 'mesh') return;
  label(surface, step === 'counts' ? 'as large as the number of triangles' : 'by the index of the first triangle', 10, surface.height - 10);
}
