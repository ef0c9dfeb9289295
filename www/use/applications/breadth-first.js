/** A maze that is flooded front by front: places for the neighbours of a front by a scan, and the next front by a compaction. */
import { difference, firstOfArrays } from '../compare.js';
import { cellAt, drawMaze, drawWay, mazeOf, neighboursOf, wayBack } from '../maze.js';
import { label, rampIndex, strip } from '../draw.js';
import { percent, range, seed } from '../declare.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Surface} Surface */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../types.d.ts').Lab} Lab */
/** @typedef {import('../types.d.ts').StepOptions} StepOptions */
/** @typedef {import('../maze.js').Maze} Maze */

/** Of a cell that no front has reached. */
const NONE = 2 ** 32 - 1;

/** Where each cell of a front puts its neighbours, and all of them in one list. @param {Lab} lab @param {Maze} maze @param {Uint32Array} front @param {StepOptions} options */
async function gathered(lab, maze, front, { scan, signal }) {
  const all = Array.from(front, (cell) => neighboursOf(maze, cell));
  const degrees = Uint32Array.from(all, (cells) => cells.length);
  const places = await lab.scan(degrees, { algorithm: scan, mode: 'exclusive', signal });
  const list = new Uint32Array(degrees.reduce((sum, degree) => sum + degree, 0));
  // A wrong place is for the check to name.
  all.forEach((cells, i) => places[i] + cells.length <= list.length && list.set(cells, places[i]));
  return { degrees, places, list };
}

/** The cells of a list that no front has reached, each once. @param {Lab} lab @param {Uint32Array} list @param {Uint32Array} distances which get those cells' distance @param {number} distance @param {StepOptions} options */
async function reached(lab, list, distances, distance, { scan, signal }) {
  const flags = list.map((cell) => Number(distances[cell] === NONE && (distances[cell] = distance) > 0));
  const { output } = await lab.compact(list, { flags, scan, signal });
  return { flags, next: output };
}

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
  size: { unit: 'cell', least: 1, most: 2 ** 16, gpu: 2 ** 11, software: 2 ** 9, still: 2 ** 9 },
  scan: { operator: 'add', type: 'u32', mode: 'exclusive' },
  inputs: ['openings', 'seed'],
  input: ({ openings, seed }, n) => mazeOf(n, seed, openings),
  steps: [
    { id: 'maze', title: 'Maze', what: 'Each cell has up to four neighbours: those without a wall between.' },
    {
      id: 'front',
      title: 'Front',
      what: 'The cells that are as far from the start as the slider says, or the last front before it.',
      by: 'lab.scan and lab.compact, once a front',
      async *run(lab, { input, settings }, options) {
        const distances = new Uint32Array(input.columns * input.rows).fill(NONE);
        /** @type {Uint32Array} */
        let front = Uint32Array.of(cellAt(input, settings));
        distances[front[0]] = 0;
        // The flood so far.
        const soFar = () => ({ distances, front, flood: distances, fronts: distances[front[0]] + 1 });
        yield soFar();
        for (let distance = 0; distance < settings.front; distance++) {
          const { list } = await gathered(lab, input, front, options);
          const { next } = await reached(lab, list, distances, distance + 1, options);
          // No front is larger than the maze, but by a wrong compaction.
          if (!next.length || next.length > distances.length) break;
          front = next;
          yield soFar();
        }
      },
    },
    {
      id: 'places',
      title: 'Scan',
      what: 'The sum of the degrees before a cell is its neighbours’ place in one list: here they stand, in the colours of their cells.',
      by: 'lab.scan: exclusive add of u32',
      run: (lab, { input, found }, options) => gathered(lab, input, found.front, options),
    },
    {
      id: 'compact',
      title: 'Compact',
      what: 'The neighbours that no front has reached, each once, are the next front.',
      by: 'lab.compact by flags',
      run: (lab, { found }, options) => reached(lab, found.list, found.distances.slice(), found.distances[found.front[0]] + 1, options),
    },
    {
      id: 'flood',
      title: 'All fronts',
      what: 'On until a front is empty: each cell’s colour is its distance; the line is a shortest way to the farthest cell.',
      by: 'lab.scan and lab.compact, once a front',
      async *run(lab, { input, found }, options) {
        const flood = found.distances.slice();
        let [front, distance, isNew] = [found.front, flood[found.front[0]], true];
        yield { flood, fronts: distance + Number(front.length > 0) };
        // A front has cells that none has reached: one that has not is of a wrong compaction, and counted for the check to name.
        for (; front.length && front.length <= flood.length && isNew; distance++) {
          const { list } = await gathered(lab, input, front, options);
          const { flags, next } = await reached(lab, list, flood, distance + 1, options);
          [front, isNew] = [next, flags.includes(1)];
          yield { flood, fronts: distance + 1 + Number(front.length > 0) };
        }
      },
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
    const places = degrees.map((_, i) => degrees.subarray(0, i).reduce((sum, degree) => sum + degree, 0));
    const flags = list.map((cell, i) => Number(flood[cell] === shown + 1 && list.indexOf(cell) === i));
    const distances = flood.map((distance) => (distance > shown ? NONE : distance));
    const next = Uint32Array.from(queue.filter((cell) => flood[cell] === shown + 1));
    return { flood, fronts: last + 1, front, distances, degrees, places, list, flags, next };
  },
  compare: (found, wanted) =>
    firstOfArrays(['distances', 'front', 'degrees', 'places', 'list', 'flags', 'next', 'flood'], found, wanted) ??
    difference('fronts', found.fronts, wanted.fronts),
  drag: { label: 'Start', x: 'x', y: 'y' },
  describe: ({ found }, formats) =>
    `${formats.count(found.flood.filter((/** @type {number} */ distance) => distance !== NONE).length, 'cell')} reached in ${formats.count(found.fronts, 'front')}; front ${formats.integer(found.distances[found.front[0]])} has ${formats.count(found.front.length, 'cell')}`,
  hover({ input, found }, x, y, formats) {
    const cell = cellAt(input, { x, y });
    return `Column ${(cell % input.columns) + 1}, row ${Math.floor(cell / input.columns) + 1}: ${found.flood[cell] === NONE ? 'not reached yet' : `${formats.count(found.flood[cell], 'step')} from the start`}.`;
  },
  numbers: ({ found }) => found.degrees.slice(0, 16),
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
function draw(surface, { input, found }, step) {
  const { width, height, theme } = surface;
  const { flood, fronts, distances, front, next, list, flags, places } = found;
  const isList = step === 'places' || step === 'compact';
  const box = { x: 0, y: 0, width, height: isList ? height - 44 : height };
  const hue = (/** @type {number} */ part, /** @type {number} */ whole) => theme.ramp[rampIndex(part, whole)];
  const [free, visited] = [surface.word(theme.panel), surface.word(theme.line)];
  const words = Uint32Array.from(flood, (distance, cell) => {
    if (step === 'flood') return hue(distance, fronts);
    return step === 'maze' || distances[cell] === NONE ? free : visited;
  });
  const marked = step === 'compact' ? next : isList || step === 'front' ? front : new Uint32Array();
  marked.forEach((/** @type {number} */ cell, /** @type {number} */ i) => (words[cell] = hue(i, marked.length)));
  drawMaze(surface, box, input, words);
  if (step === 'flood') drawWay(surface, box, input, wayBack(input, flood, flood.indexOf(fronts - 1)));
  if (!isList || !list.length) return;
  const colours = new Uint32Array(list.length).fill(visited);
  if (step === 'places')
    places.forEach((/** @type {number} */ place, /** @type {number} */ i) => colours.fill(hue(i, front.length), place));
  else for (let i = 0, rank = 0; i < list.length; i++) if (flags[i]) colours[i] = hue(rank++, next.length);
  strip(surface, { x: 0, y: height - 20, width, height: 20 }, colours, (word) => word);
  const text =
    step === 'places' ? `${list.length} neighbours of ${front.length} cells` : `${next.length} of ${list.length} are the next front`;
  label(surface, text, 10, height - 27);
}
