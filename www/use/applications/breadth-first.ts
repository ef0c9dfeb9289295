/** A maze that is flooded front by front: a scan finds indices for the neighbours of a front, and a compaction makes the next front. */
import { MIDDLE_OF, cells, gridOf, pathOn } from '../drawing/grid.ts';
import { IS_OPEN, WALLS, graphOf, mazeOf, neighboursOf } from '../data/maze.ts';
import { cellAt } from '../parts/grids.ts';
import { contracted, expanded, nearerIn, searched, searchedOn } from '../device/traversal.ts';
import { percent, range, seed } from '../parts/declare.ts';
import { NONE } from '../parts/words.ts';
import { compareExactly } from '../parts/compare.ts';
import { dots, strip } from '../drawing/boxes.ts';
import { drawn } from '../drawing/image.ts';
import { label } from '../drawing/draw.ts';
import { lastUpTo } from '../parts/search.ts';
import { lengthOf } from '../device/arrays.ts';
import { numberAt } from '../device/scans.ts';
import { packedLists } from '../parts/lists.ts';
import type { Lists, Search } from '../device/traversal.ts';
import type { Lab as PictureLab } from '../drawing/image.ts';
import type { Application, Fields, PreparedImage, State, Surface } from '../types.ts';

const RANK = 'ramp_word(i, u32(numbers.dots))';
const KEPT = `select(u32(numbers.visited), ${RANK}, flags[i] == 1)`;

/** By step: the cells that have dots, with the colours of the dots and of the list's entries. */
const DOTS: Record<string, { cells: string; word: string; layer?: string; entry?: string }> = {
  front: { cells: 'front', word: RANK },
  places: { cells: 'front', word: RANK, entry: 'ramp_word(last_upto_in_starts(i, arrayLength(&starts)), u32(numbers.dots))' },
  compact: { cells: 'list', word: KEPT, layer: 'flags[i]', entry: KEPT },
};

const VISITED = 'u32(select(numbers.free, numbers.visited, distances[cell] <= u32(numbers.depth)))';

/** By step, the colour of a cell. */
const CELL_WORDS: Record<string, string> = {
  // If no walls are drawn, colours show the number of neighbours.
  maze: `select(${VISITED}, ramp_word(countOneBits(sides[cell]), 5), numbers.wall == 0)`,
  flood: 'select(u32(numbers.free), ramp_word(distances[cell], u32(numbers.fronts)), distances[cell] < u32(numbers.fronts))',
};

/** Heights of the list's strip without and with its text, in CSS pixels. */
const [STRIP, LIST] = [20, 44];

const hasList = (step: string) => DOTS[step]?.entry !== undefined;

/** The height of the list below the maze, in CSS pixels. */
const below = (step: string) => (hasList(step) ? LIST : 0);

export const breadthFirst: Application = {
  id: 'breadth-first',
  title: 'Breadth-first search',
  teaches:
    'An exclusive scan of the degrees gives each cell of a front an index at which it writes its neighbours, so a whole front advances at once.',
  source: ['Nakano 2012, §1, graph algorithms'],
  madeOf: 'an exclusive add scan of the degrees and a compaction for each front',
  controls: [
    range('x', 'Start, x', [0, 1, 0.005], 0.3, percent),
    range('y', 'Start, y', [0, 1, 0.005], 0.4, percent),
    range('openings', 'Walls left out', [0, 1, 0.01], 0.3, percent),
    range('front', 'Front shown', [0, 100, 1], 12),
    seed(),
  ],
  size: { unit: 'cell', least: 1, most: 2 ** 22, gpu: 2 ** 13, software: 2 ** 9, still: 2 ** 9 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['openings', 'seed'],
  input: ({ openings, seed }, n) => mazeOf(n, seed, openings),
  steps: [
    {
      id: 'maze',
      title: 'Maze',
      what: 'The neighbours of a cell are the adjacent cells without a wall between. Their number, the degree of the cell, is at most 4.',
    },
    {
      id: 'front',
      title: 'Front',
      what: 'A front has the cells at one distance from the start. The slider sets the distance. If no cell is that far, the farthest cells are shown.',
      by: 'lab.scan and lab.compact between kernels of this application, once per front',
      run: (work, { input, settings }) => searched(work, graphOf(input), cellAt(input, settings), settings.front),
    },
    {
      id: 'places',
      title: 'Scan',
      what: 'The sum of the degrees before a cell is the index at which its neighbours begin in one list. Each neighbour in the list has the colour of its cell in the front.',
      by: 'lab.scan: exclusive add of u32, between kernels of the degrees and of the list',
      run: (work, { input, found }) => expanded(work, graphOf(input), found.front),
    },
    {
      id: 'compact',
      title: 'Compact',
      what: 'The neighbours that no front has reached form the next front. Each cell is in it once.',
      by: 'lab.compact by flags, after a kernel of the flags',
      // NONE leaves the distances as they are, since the next step continues the search from this front.
      run: (work, { found }) => contracted(work, found as Lists, found.distances, NONE),
    },
    {
      id: 'flood',
      title: 'All fronts',
      what: 'These steps are repeated until a front is empty. The colour of a cell is its distance, and the line is a shortest path to a farthest cell.',
      by: 'lab.scan and lab.compact between kernels of this application, once per front',
      run: (work, { input, found }) => searchedOn(work, graphOf(input), found as Search),
    },
  ],
  method: 'a queue of cells',
  reference(input, settings) {
    const distances = new Uint32Array(input.columns * input.rows).fill(NONE);
    const queue = [cellAt(input, settings)];
    distances[queue[0]] = 0;
    for (const cell of queue) {
      for (const neighbour of neighboursOf(input, cell)) {
        if (distances[neighbour] !== NONE) continue;
        distances[neighbour] = distances[cell] + 1;
        queue.push(neighbour);
      }
    }
    const last = distances[queue[queue.length - 1]];
    const depth = Math.min(settings.front, last);
    const [front, next, lastFront] = [depth, depth + 1, last].map((at) => Uint32Array.from(queue.filter((cell) => distances[cell] === at)));
    const { counts: degrees, starts: places, list } = packedLists(Array.from(front, (cell) => neighboursOf(input, cell)));
    const left = new Set(next);
    const flags = list.map((cell) => Number(left.delete(cell)));
    return { depth, front, degrees, places, list, flags, next, distances, lastFront, fronts: last + 1, reached: queue.length };
  },
  compare: compareExactly,
  drag: { label: 'Start', x: 'x', y: 'y', below },
  describe: ({ found }, formats) =>
    `${formats.count(found.reached, 'cell')} reached in ${formats.count(found.fronts, 'front')}; front ${formats.integer(found.depth)} has ${formats.count(lengthOf(found.front), 'cell')}`,
  async hover({ input, found }, x, y, formats, { step, height, device }) {
    const down = (y * height) / (height - below(step));
    // The list is below the maze.
    if (down >= 1) return '';
    const cell = cellAt(input, { x, y: down });
    const distance = await numberAt(device, found.distances, cell, Uint32Array);
    return `Column ${formats.integer((cell % input.columns) + 1)}, row ${formats.integer(Math.floor(cell / input.columns) + 1)}: ${distance === NONE ? 'not reached yet' : `${formats.count(distance, 'step')} from the start`}.`;
  },
  // A run has its degrees in a buffer of the device, so the reference program computes these numbers.
  stepped: { of: 'degrees', numbers: ({ input, settings }) => breadthFirst.reference(input, settings).degrees },
  prepare,
  draw,
  code: `import { ScanLab } from './scanlab.js';
const lab = await ScanLab.open();
const graph = [[1, 2], [0, 3], [0, 3, 4], [1, 2, 5], [2], [3]];
const isReached = Uint8Array.of(1, 1, 1, 0, 0, 0);
const front = Uint32Array.of(1, 2);
const places = await lab.scan(front.map((page) => graph[page].length), { mode: 'exclusive' });
const list = new Uint32Array(5);
front.forEach((page, i) => list.set(graph[page], places[i]));
const flags = list.map((page, i) => Number(!isReached[page] && list.indexOf(page) === i));
const { output } = await lab.compact(list, { flags });
console.log(list, output);`,
  prints: '[0,3,0,3,4] [3,4]',
};

async function prepare(size: PreparedImage, lab: PictureLab, { input, found }: State, step: string): Promise<Fields> {
  const { height, scale, theme, word } = size;
  const { distances, flags, lastFront, fronts } = found;
  const [graph, grid] = [graphOf(input), gridOf(size, input, height / scale - below(step))];
  const { cells: listed = '', entry = '', ...dotted } = DOTS[step] ?? { word: '0' };
  const [n, length] = [listed ? lengthOf(found[listed]) : 0, hasList(step) ? lengthOf(found.list) : 0];
  const [free, visited, edge] = [theme.panel, theme.line, theme.text].map((color) => word(color) | 0);
  const shared = {
    numbers: { ...grid.numbers, dots: n, depth: step === 'maze' ? 0 : found.depth, fronts, free, visited },
    reads: { ...graph.reads, distances, flags, starts: found.places, cells: found[listed] },
  };
  // The path leads from one of the farthest cells back to the start. With wrong distances, it may end earlier.
  const way = { first: 'lastFront[0]', next: 'nearer(cell)', steps: fronts, color: word(theme.surface), code: nearerIn(graph) };
  const back = step === 'flood' ? pathOn(lab.device, size, grid, { ...shared, reads: { ...shared.reads, lastFront }, ...way }) : null;
  const rows = Math.round(STRIP * scale);
  const list = { n: length, first_row: height - rows, rows, word: entry, code: lastUpTo('starts') };
  const image = drawn(lab, size, [
    cells(size, grid, { ...shared, word: CELL_WORDS[step] ?? VISITED, walls: WALLS, edge, code: IS_OPEN }),
    ...(back ? [back.layer] : []),
    ...(length ? [strip(size, { ...shared, ...list })] : []),
    dots(size, { ...shared, n, side: grid.side, pixel: 'middle_of(cells[i])', code: MIDDLE_OF, ...dotted }),
  ]);
  back?.path.destroy();
  return { image: await image };
}

function draw(surface: Surface, { found }: State, step: string) {
  if (!hasList(step)) return;
  const [front, list, next] = ['front', 'list', 'next'].map((name) => lengthOf(found[name]).toLocaleString('en'));
  const text = step === 'places' ? `${list} neighbours of ${front} cells` : `${next} of ${list} are the next front`;
  label(surface, text, 10, surface.height - 27);
}
