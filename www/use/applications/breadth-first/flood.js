/** A maze that is flooded on the device, front by front. */
import { NEIGHBOUR } from './maze.js';
import { copied } from '../../device/scans.js';
import { NONE } from '../../parts/words.js';
import { accepted, onceMade, read, release, storage, submit, upload } from '../../device/device.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../types.d.ts').Lab} Lab */
/** @typedef {import('../../types.d.ts').StepOptions} StepOptions */
/** @typedef {import('./maze.js').Maze} Maze */

/** A cell has as many neighbours, at most. */
const SIDES = 4;
/** Until it is known which of a list's entries is the first of a cell, its distance is this and the least place in the list. */
const MARKED = 2 ** 31;

/** The words of an array or a buffer. @param {any} words @returns {number} */
export const countOf = (words) => words.length ?? words.size / 4;

/** Where each cell of a front puts its neighbours in one list: `degrees` and `places`, which are added to what is found. @param {Lab} lab @param {Maze} maze @param {Fields} found with `front` @param {StepOptions} options */
export async function findPlaces(lab, maze, found, { scan, signal }) {
  const { device } = lab;
  const { front } = found;
  const count = () => {
    found.degrees = storage(device, countOf(front));
    submit(device, {
      n: countOf(front),
      reads: { sides: maze.sides, front },
      writes: { degrees: found.degrees },
      code: 'fn each(i: u32) { degrees[i] = countOneBits(sides[front[i]]); }',
    });
  };
  found.places = await onceMade(device, count, () => lab.scan(found.degrees, { algorithm: scan, mode: 'exclusive', signal }));
}

/** The neighbours of all cells of a front, at their places: `list`, which is added to what is found. @param {Lab} lab @param {Maze} maze @param {Fields} found */
export async function makeList({ device }, maze, found) {
  const last = countOf(found.front) - 1;
  const ends = () => Promise.all([read(device, found.places, last, 1), read(device, found.degrees, last, 1)]);
  const [[place], [degree]] = await accepted(device, ends);
  // Longer is a wrong scan's, which the check tells.
  await accepted(device, () => void writeList(device, maze, found, Math.min(place + degree, SIDES * (last + 1))));
}

/** @param {GPUDevice} device @param {Maze} maze @param {Fields} found @param {number} length of the list, or more */
function writeList(device, maze, found, length) {
  found.list = storage(device, length);
  if (!length) return;
  submit(device, {
    n: countOf(found.front),
    numbers: { columns: maze.columns, list_length: length },
    reads: { sides: maze.sides, front: found.front, places: found.places },
    writes: { list: found.list },
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
}

/** Flags of the cells of a list that no front has reached, each at its first place: `flags`, which is added to what is found. @param {GPUDevice} device @param {Fields} found @param {GPUBuffer} distances @param {number} distance of the flagged cells from now on */
function writeFlags(device, found, distances, distance) {
  const { list, places, degrees } = found;
  found.flags = storage(device, countOf(list));
  if (!list.size) return;
  /** @type {Omit<import('../../device/device.js').Kernel, 'code'>} */
  const work = {
    n: countOf(list),
    numbers: { last: countOf(places) - 1, cells: countOf(distances), distance: distance | 0 },
    reads: { list, places, degrees },
    writes: { flags: found.flags, distances: [distances, 'atomic<u32>'] },
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
}

/** The cells of a list that no front has reached, each once. @param {Lab} lab @param {Fields} found to which `flags` are added @param {StepOptions} options @param {() => void} write writes the flags @returns {Promise<GPUBuffer>} */
async function compacted(lab, found, { scan, signal }, write) {
  const compact = () => lab.compact(found.list, { flags: found.flags, type: 'u32', scan, signal });
  return (await onceMade(lab.device, write, compact)).output;
}

/** What a list leaves of its cells: `flags` and `next`. The distances stay. @param {Lab} lab @param {Fields} found @param {StepOptions} options */
export async function findNext(lab, found, options) {
  found.next = await compacted(lab, found, options, () => writeFlags(lab.device, found, found.distances, NONE));
}

/** The front after another, whose cells get their distance. @param {Lab} lab @param {Maze} maze @param {GPUBuffer} front @param {GPUBuffer} distances @param {number} distance @param {StepOptions} options @returns {Promise<GPUBuffer>} */
async function frontAfter(lab, maze, front, distances, distance, options) {
  /** @type {Fields} */
  const made = {};
  try {
    await findPlaces(lab, maze, Object.assign(made, { front }), options);
    return await compacted(lab, made, options, () => {
      // As long as can be: to read the length would take as long as a scan.
      writeList(lab.device, maze, made, SIDES * countOf(front));
      writeFlags(lab.device, made, distances, distance);
    });
  } finally {
    release({ ...made, front: null });
  }
}

/** A start, flooded up to a front, or to the last one: part after part of what is found. @param {Lab} lab @param {Maze} maze @param {number} start a cell @param {number} last front @param {StepOptions} options @returns {AsyncGenerator<Fields, void>} */
export async function* floodTo(lab, maze, start, last, options) {
  const { device } = lab;
  const cells = maze.sides.length;
  const { distances, ...first } = await accepted(device, () => startOn(device, cells, start));
  yield { distances, front: first.front, shown: 0, fronts: 1, reached: 1 };
  let [front, reached] = [first.front, 1];
  for (let distance = 1; distance <= last; distance++) {
    const next = await frontAfter(lab, maze, front, distances, distance, options);
    const count = countOf(next);
    // More cells than there are would be of wrong compactions.
    if (!count || reached + count > cells) return next.destroy();
    reached += count;
    try {
      yield { front: next, shown: distance, fronts: distance + 1, reached };
    } finally {
      // It was shown until now.
      front.destroy();
    }
    front = next;
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

/** The flood from a front on, until a front is empty. @param {Lab} lab @param {Maze} maze @param {Fields} found @param {StepOptions} options @returns {AsyncGenerator<Fields, void>} */
export async function* floodOn(lab, maze, found, options) {
  const { device } = lab;
  const flood = await accepted(device, () => copied(device, found.distances));
  let { front, reached, shown: distance } = found;
  yield { flood };
  try {
    // A wrong compaction's cells are counted for the check to name.
    while (reached <= maze.sides.length) {
      const next = await frontAfter(lab, maze, front, flood, ++distance, options);
      if (front !== found.front) front.destroy();
      front = next;
      if (!next.size) return;
      yield { fronts: distance + 1, reached: (reached += countOf(next)) };
    }
  } finally {
    if (front !== found.front) front.destroy();
  }
}
