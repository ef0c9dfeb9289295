/** A maze that is flooded front by front: places for the neighbours of a front by a scan, and the next front by a compaction. */
import { numberAt } from '../device/scans.js';
import { cellAt, mazeOf, neighboursOf } from './breadth-first/maze.js';
import { floodOn, floodTo, listOf, nextOf, placesOf } from './breadth-first/flood.js';
import { NONE } from '../parts/words.js';
import { compareExactly } from '../parts/compare.js';
import { hasList, heightOf, prepare } from './breadth-first/picture.js';
import { percent, range, seed } from '../parts/declare.js';
import { label } from '../drawing/draw.js';
import { lengthOf } from '../device/arrays.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */

/** @type {Application} */
export const breadthFirst = {
  id: 'breadth-first',
  title: 'Breadth-first search',
  teaches: 'An exclusive scan of degrees gives each cell of a front room for its neighbours, so that a whole front takes its step at once.',
  source: ['Nakano 2012, §1, graph algorithms'],
  madeOf: 'an exclusive add scan of degrees and a compaction, once a front',
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
    { id: 'maze', title: 'Maze', what: 'Each cell has up to four neighbours: those without a wall between.' },
    {
      id: 'front',
      title: 'Front',
      what: 'The cells that are as far from the start as the slider says, or the last front before it.',
      by: 'lab.scan and lab.compact between kernels of this application, once a front',
      run: (work, { input, settings }) => floodTo(work, input, cellAt(input, settings), settings.front),
    },
    {
      id: 'places',
      title: 'Scan',
      what: 'The sum of the degrees before a cell is its neighbours’ place in one list: here they stand, in the colours of their cells.',
      by: 'lab.scan: exclusive add of u32, between kernels of the degrees and of the list',
      run: async (work, { input, found }) => {
        const placed = await placesOf(work, input, found.front);
        return { ...placed, list: await listOf(work, input, { ...found, ...placed }) };
      },
    },
    {
      id: 'compact',
      title: 'Compact',
      what: 'The neighbours that no front has reached, each once, are the next front.',
      by: 'lab.compact by flags, after a kernel of the flags',
      // No front has reached them yet.
      run: (work, { found }) => nextOf(work, found.list, found.distances, NONE),
    },
    {
      id: 'flood',
      title: 'All fronts',
      what: 'On until a front is empty: each cell’s colour is its distance; the line is a shortest way to the farthest cell.',
      by: 'lab.scan and lab.compact between kernels of this application, once a front',
      run: (work, { input, found }) => floodOn(work, input, found),
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
    const shown = Math.min(settings.front, last);
    const [front, next, flooded] = [shown, shown + 1, last].map((at) => Uint32Array.from(queue.filter((cell) => distances[cell] === at)));
    const neighbours = Array.from(front, (cell) => neighboursOf(input, cell));
    const degrees = Uint32Array.from(neighbours, ({ length }) => length);
    let sum = 0;
    const places = degrees.map((degree) => (sum += degree) - degree);
    const list = Uint32Array.from(neighbours.flat());
    const left = new Set(next);
    const flags = list.map((cell) => Number(left.delete(cell)));
    return { shown, front, degrees, places, list, flags, next, distances, flooded, fronts: last + 1, reached: queue.length };
  },
  compare: compareExactly,
  drag: { label: 'Start', x: 'x', y: 'y' },
  describe: ({ found }, formats) =>
    `${formats.count(found.reached, 'cell')} reached in ${formats.count(found.fronts, 'front')}; front ${formats.integer(found.shown)} has ${formats.count(lengthOf(found.front), 'cell')}`,
  async hover({ input, found }, x, y, formats, { step, height, device }) {
    const down = (y * height) / heightOf(height, step);
    // Below the maze is the list.
    if (down >= 1) return '';
    const cell = cellAt(input, { x, y: down });
    const distance = await numberAt(device, found.distances, cell, Uint32Array);
    return `Column ${(cell % input.columns) + 1}, row ${Math.floor(cell / input.columns) + 1}: ${distance === NONE ? 'not reached yet' : `${formats.count(distance, 'step')} from the start`}.`;
  },
  // What a device has found stays there.
  numbers: ({ input, settings }) => breadthFirst.reference(input, settings).degrees.slice(0, 16),
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

/** @param {Surface} surface @param {State} state @param {string} step */
function draw(surface, { found }, step) {
  surface.add(surface.prepared.image);
  if (!hasList(step)) return;
  const [front, list, next] = ['front', 'list', 'next'].map((name) => lengthOf(found[name]));
  const text = step === 'places' ? `${list} neighbours of ${front} cells` : `${next} of ${list} are the next front`;
  label(surface, text, 10, surface.height - 27);
}
