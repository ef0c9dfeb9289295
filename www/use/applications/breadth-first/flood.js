/** A maze that is flooded on the device, front by front. */
import { NEIGHBOUR } from './maze.js';
import { copied, totalOf } from '../../device/scans.js';
import { NONE } from '../../parts/words.js';
import { storage, submit, upload } from '../../device/device.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('./maze.js').Maze} Maze */
/** @typedef {{ front: GPUBuffer, degrees: GPUBuffer, places: GPUBuffer }} Placed a front, and the places of its neighbours in their list */

/** A cell has as many neighbours, at most. */
const SIDES = 4;
/** Until it is known which of a list's entries is the first of a cell, its distance is this and the least place in the list. */
const MARKED = 2 ** 31;

/** The words of an array or a buffer. @param {any} words @returns {number} */
export const countOf = (words) => words.length ?? words.size / 4;

/** Where each cell of a front puts its neighbours in one list. @param {Work} work @param {Maze} maze @param {GPUBuffer} front */
export async function placesOf(work, maze, front) {
  const degrees = work.make(() => degreesOn(work.device, maze, front));
  return { degrees, places: await work.scan(degrees, { algorithm: work.chosen, mode: 'exclusive' }) };
}

/** How many neighbours each cell of a front has. @param {GPUDevice} device @param {Maze} maze @param {GPUBuffer} front */
function degreesOn(device, { sides }, front) {
  const degrees = storage(device, countOf(front));
  submit(device, {
    n: countOf(front),
    reads: { sides, front },
    writes: { degrees },
    code: 'fn each(i: u32) { degrees[i] = countOneBits(sides[front[i]]); }',
  });
  return degrees;
}

/** The neighbours of all cells of a front, at their places. @param {Work} work @param {Maze} maze @param {Placed} placed */
export async function listOf(work, maze, placed) {
  const length = await totalOf(work, placed.places, placed.degrees);
  // Longer is a wrong scan's, which the check tells.
  return work.make(() => listOn(work.device, maze, placed, Math.min(length, SIDES * countOf(placed.front))));
}

/** @param {GPUDevice} device @param {Maze} maze @param {Placed} placed @param {number} length of the list, or more */
function listOn(device, maze, { front, places }, length) {
  const list = storage(device, length);
  if (!length) return list;
  submit(device, {
    n: countOf(front),
    numbers: { columns: maze.columns, list_length: length },
    reads: { sides: maze.sides, front, places },
    writes: { list },
    code: `${NEIGHBOUR}
    fn each(i: u32) {
      var at = places[i];
      for (var side = 1u; side < ${2 ** SIDES}; side *= 2) {
        if ((sides[front[i]] & side) == 0) { continue; }
        // A wrong place is for the check to name.
        if (at < u32(numbers.list_length)) { list[at] = neighbour(front[i], side); }
        at++;
      }
    }`,
  });
  return list;
}

/** Flags of the cells of a list that no front has reached, each at its first place. @param {GPUDevice} device @param {Fields} found @param {GPUBuffer} distances @param {number} distance of the flagged cells from now on */
function flagsOn(device, { list, places, degrees }, distances, distance) {
  const flags = storage(device, countOf(list));
  if (!list.size) return flags;
  /** @type {Omit<import('../../device/device.js').Kernel, 'code'>} */
  const work = {
    n: countOf(list),
    numbers: { last: countOf(places) - 1, cells: countOf(distances), distance: distance | 0 },
    reads: { list, places, degrees },
    writes: { flags, distances: [distances, 'atomic<u32>'] },
  };
  // The list may end before its buffer, and a wrong one has cells beyond the maze.
  const isCell = `fn is_cell(i: u32) -> bool {
    return i < places[numbers.last] + degrees[numbers.last] && list[i] < u32(numbers.cells);
  }`;
  submit(device, {
    ...work,
    code: `${isCell}
    fn each(i: u32) {
      if (is_cell(i)) { atomicMin(&distances[list[i]], ${MARKED} + i); }
    }`,
  });
  submit(device, {
    ...work,
    code: `${isCell}
    fn each(i: u32) {
      let is_first = is_cell(i) && atomicLoad(&distances[list[i]]) == ${MARKED} + i;
      flags[i] = u32(is_first);
      if (is_first) { atomicStore(&distances[list[i]], u32(numbers.distance)); }
    }`,
  });
  return flags;
}

/** The cells of a list that no front has reached, each once, and their flags; they get their distance. @param {Work} work @param {Fields} found the list, with the places and degrees of it @param {GPUBuffer} distances @param {number} distance @returns {Promise<{ flags: GPUBuffer, next: GPUBuffer }>} */
export async function nextOf(work, found, distances, distance) {
  const flags = work.make(() => flagsOn(work.device, found, distances, distance));
  return { flags, next: (await work.call('compact', found.list, { flags, type: 'u32', scan: work.chosen })).output };
}

/** The front after another, whose cells get their distance. @param {Work} work @param {Maze} maze @param {GPUBuffer} front @param {GPUBuffer} distances @param {number} distance @returns {Promise<GPUBuffer>} */
const frontAfter = (work, maze, front, distances, distance) =>
  work.within(async () => {
    const placed = { front, ...(await placesOf(work, maze, front)) };
    // As long as can be: to read the length would take as long as a scan.
    const list = work.make(() => listOn(work.device, maze, placed, SIDES * countOf(front)));
    return (await nextOf(work, { list, ...placed }, distances, distance)).next;
  });

/** A start, flooded up to a front, or to the last one: part after part of what is found. @param {Work} work @param {Maze} maze @param {number} start a cell @param {number} last front @returns {AsyncGenerator<Fields, void>} */
export async function* floodTo(work, maze, start, last) {
  const cells = maze.sides.length;
  let { distances, front } = work.make(() => startOn(work.device, cells, start));
  yield { distances, front, shown: 0, fronts: 1, reached: 1 };
  for (let distance = 1, reached = 1; distance <= last; distance++) {
    front = await frontAfter(work, maze, front, distances, distance);
    const count = countOf(front);
    // More cells than there are would be of wrong compactions.
    if (!count || reached + count > cells) return;
    reached += count;
    yield { front, shown: distance, fronts: distance + 1, reached };
  }
}

/** The distances of a flood that begins, and its first front. @param {GPUDevice} device @param {number} cells @param {number} start */
function startOn(device, cells, start) {
  const found = { distances: storage(device, cells), front: upload(device, Uint32Array.of(start)) };
  submit(device, {
    n: cells,
    numbers: { start },
    writes: { distances: found.distances },
    code: `fn each(i: u32) { distances[i] = select(${NONE}u, 0u, i == u32(numbers.start)); }`,
  });
  return found;
}

/** The flood from a front on, until a front is empty: `flooded` is the last one so far. @param {Work} work @param {Maze} maze @param {Fields} found @returns {AsyncGenerator<Fields, void>} */
export async function* floodOn(work, maze, found) {
  const flood = work.make(() => copied(work.device, found.distances));
  let { front, reached, shown: distance } = found;
  yield { flood };
  // A wrong compaction's cells are counted for the check to name.
  while (reached <= maze.sides.length) {
    front = await frontAfter(work, maze, front, flood, ++distance);
    if (!front.size) return;
    yield { flooded: front, fronts: distance + 1, reached: (reached += countOf(front)) };
  }
}
