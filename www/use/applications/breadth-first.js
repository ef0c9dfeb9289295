/** A maze that is flooded front by front: places for the neighbours of a front by a scan, and the next front by a compaction. */
import { readAll } from '../device/device.js';
import { numberAt } from '../device/scans.js';
import { cellAt, mazeOf, neighboursOf } from './breadth-first/maze.js';
import { countOf, floodOn, floodTo, listOf, nextOf, placesOf } from './breadth-first/flood.js';
import { NONE } from '../parts/words.js';
import { difference, firstOfArrays } from '../parts/compare.js';
import { drawMaze, hasList, heightOf } from './breadth-first/picture.js';
import { pictureOn } from './breadth-first/device-picture.js';
import { percent, range, seed } from '../parts/declare.js';
import { label } from '../drawing/draw.js';

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
      run: async (work, { input, found: { front } }) => {
        const placed = await placesOf(work, input, front);
        return { ...placed, list: await listOf(work, input, { front, ...placed }) };
      },
    },
    {
      id: 'compact',
      title: 'Compact',
      what: 'The neighbours that no front has reached, each once, are the next front.',
      by: 'lab.compact by flags, after kernels of the flags',
      // The distances stay.
      run: (work, { found }) => nextOf(work, found, found.distances, NONE),
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
    const flood = new Uint32Array(input.columns * input.rows).fill(NONE);
    const queue = [cellAt(input, settings)];
    flood[queue[0]] = 0;
    for (let at = 0; at < queue.length; at++) {
      for (const cell of neighboursOf(input, queue[at])) {
        if (flood[cell] !== NONE) continue;
        flood[cell] = flood[queue[at]] + 1;
        queue.push(cell);
      }
    }
    const last = flood[queue[queue.length - 1]];
    const shown = Math.min(settings.front, last);
    const front = Uint32Array.from(queue.filter((cell) => flood[cell] === shown));
    const list = Uint32Array.from([...front].flatMap((cell) => neighboursOf(input, cell)));
    const degrees = front.map((cell) => neighboursOf(input, cell).length);
    let sum = 0;
    const places = degrees.map((degree) => (sum += degree) - degree);
    const next = Uint32Array.from(queue.filter((cell) => flood[cell] === shown + 1));
    const left = new Set(next);
    const flags = list.map((cell) => Number(left.delete(cell)));
    const distances = flood.map((distance) => (distance > shown ? NONE : distance));
    return { flood, fronts: last + 1, reached: queue.length, shown, front, distances, degrees, places, list, flags, next };
  },
  compare: async (found, wanted, _, { device }) =>
    firstOfArrays(['distances', 'front', 'degrees', 'places', 'list', 'flags', 'next', 'flood'], await readAll(device, found), wanted) ??
    difference('shown', found.shown, wanted.shown) ??
    difference('fronts', found.fronts, wanted.fronts) ??
    difference('reached', found.reached, wanted.reached),
  drag: { label: 'Start', x: 'x', y: 'y' },
  describe: ({ found }, formats) =>
    `${formats.count(found.reached, 'cell')} reached in ${formats.count(found.fronts, 'front')}; front ${formats.integer(found.shown)} has ${formats.count(countOf(found.front), 'cell')}`,
  async hover({ input, found, lab }, x, y, formats, { step, height }) {
    const down = (y * height) / heightOf(height, step);
    // Below the maze is the list.
    if (down >= 1) return '';
    const cell = cellAt(input, { x, y: down });
    // Before all fronts are found, there are those so far.
    const distances = found.flood ?? found.distances;
    const distance = await numberAt(lab?.device, distances, cell, Uint32Array);
    return `Column ${(cell % input.columns) + 1}, row ${Math.floor(cell / input.columns) + 1}: ${distance === NONE ? 'not reached yet' : `${formats.count(distance, 'step')} from the start`}.`;
  },
  // What a device has found stays there.
  numbers: ({ input, settings }) => breadthFirst.reference(input, settings).degrees.slice(0, 16),
  prepare: pictureOn,
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
function draw(surface, state, step) {
  const { height, theme, prepared, word } = surface;
  surface.pixels((image) => (prepared ? prepared.image : drawMaze(image, state, step, theme, word)));
  if (!hasList(step)) return;
  const [front, list, next] = ['front', 'list', 'next'].map((name) => countOf(state.found[name]));
  const text = step === 'places' ? `${list} neighbours of ${front} cells` : `${next} of ${list} are the next front`;
  label(surface, text, 10, height - 27);
}
