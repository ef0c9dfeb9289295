/** A maze that is flooded on the device, front by front. */
import { NEIGHBOUR } from './maze.js';
import { mapped, totalOf } from '../../device/scans.js';
import { NONE } from '../../parts/words.js';
import { lengthOf } from '../../device/arrays.js';
import { storage, submit, upload } from '../../device/device.js';

/** @typedef {import('../../types.d.ts').Fields} Fields */
/** @typedef {import('../../device/work.js').Work} Work */
/** @typedef {import('./maze.js').Maze} Maze */

/** A cell has as many neighbours, at most. */
const SIDES = 4;
/** The distance of a cell that is in a list for the first time: this and the least of its places there. */
const MARKED = 2 ** 31;

/** Where each cell of a front puts its neighbours in one list. @param {Work} work @param {Maze} maze @param {GPUBuffer} front */
export async function placesOf(work, { sides }, front) {
  const arrays = { sides, front };
  const degrees = work.make(() => mapped(work.device, lengthOf(front), ['countOneBits(sides[front[i]])'], { type: 'u32', arrays }));
  return { degrees, places: await work.scan(degrees, { algorithm: work.chosen, mode: 'exclusive' }) };
}

/** The neighbours of all cells of a front, at their places. @param {Work} work @param {Maze} maze @param {Fields} found the front, with the places and degrees of it, and the distances */
export async function listOf(work, maze, found) {
  const length = await totalOf(work, found.places, found.degrees);
  // Longer is a wrong scan's, which the check tells.
  return listOn(work, maze, found, Math.min(length, SIDES * lengthOf(found.front)));
}

/** The same; what no front has reached is marked. @param {Work} work @param {Maze} maze @param {Fields} found @param {number} length of the list, or more */
const listOn = (work, { sides, columns }, { front, places, distances }, length) =>
  work.make(() => {
    const list = storage(work.device, length);
    const kernel = {
      n: lengthOf(front),
      numbers: { columns, length },
      reads: { sides, front, places },
      writes: { list, distances: /** @type {import('../../device/device.js').Bound} */ ([distances, 'atomic<u32>']) },
      code: `${NEIGHBOUR}
      fn each(i: u32) {
        var at = places[i];
        for (var side = 0u; side < ${SIDES}; side++) {
          if (!is_open(front[i], side)) { continue; }
          let cell = neighbour(front[i], side);
          // A wrong place, or a wrong front's cell beyond the maze, is for the check to name.
          if (at < u32(numbers.length) && cell < arrayLength(&distances)) {
            list[at] = cell;
            atomicMin(&distances[cell], ${MARKED} + at);
          }
          at++;
        }
      }`,
    };
    if (length) submit(work.device, kernel);
    return list;
  });

/** The cells of a list that no front has reached, each once, and flags of the first place of each; they get their distance. @param {Work} work @param {GPUBuffer} list @param {GPUBuffer} distances @param {number} distance @returns {Promise<{ flags: GPUBuffer, next: GPUBuffer }>} */
export async function nextOf(work, list, distances, distance) {
  const n = lengthOf(list);
  const flags = work.make(() => {
    const flags = storage(work.device, n);
    submit(work.device, {
      n,
      numbers: { distance: distance | 0 },
      reads: { list },
      writes: { flags, distances: [distances, 'atomic<u32>'] },
      // After the list's end there are zeros, whose place no cell has.
      code: `fn each(i: u32) {
        if (atomicLoad(&distances[list[i]]) != ${MARKED} + i) { return; }
        flags[i] = 1;
        atomicStore(&distances[list[i]], u32(numbers.distance));
      }`,
    });
    return flags;
  });
  return { flags, next: (await work.call('compact', list, { flags, type: 'u32', scan: work.chosen })).output };
}

/** The fronts after the shown one, up to an empty or the last one, and the number of cells reached. @param {Work} work @param {Maze} maze @param {Fields} found @param {number} [last] */
async function* frontsAfter(work, maze, { distances, front, shown, reached }, last = Infinity) {
  // A wrong compaction's cells are counted for the check to name.
  for (let distance = shown + 1; distance <= last && reached <= maze.sides.length; distance++) {
    front = await work.within(async () => {
      const { places } = await placesOf(work, maze, front);
      // As long as can be: to read the length would take as long as a scan.
      const list = listOn(work, maze, { front, places, distances }, SIDES * lengthOf(front));
      return (await nextOf(work, list, distances, distance)).next;
    });
    if (!front.size) return;
    reached += lengthOf(front);
    yield { front, shown: distance, fronts: distance + 1, reached };
  }
}

/** A start, flooded up to a front, or to the last one: part after part of what is found. @param {Work} work @param {Maze} maze @param {number} start a cell @param {number} last front @returns {AsyncGenerator<Fields, void>} */
export async function* floodTo(work, maze, start, last) {
  const words = [`select(${NONE}u, 0, i == start)`];
  const distances = work.make(() => mapped(work.device, maze.sides.length, words, { whole: { start }, type: 'u32' }));
  const front = work.make(() => upload(work.device, Uint32Array.of(start)));
  const found = { distances, front, shown: 0, fronts: 1, reached: 1 };
  yield found;
  yield* frontsAfter(work, maze, found, last);
}

/** The flood from a front on, until a front is empty: `flooded` is the last one so far. @param {Work} work @param {Maze} maze @param {Fields} found @returns {AsyncGenerator<Fields, void>} */
export async function* floodOn(work, maze, found) {
  yield { flooded: found.front };
  for await (const { front, fronts, reached } of frontsAfter(work, maze, found)) yield { flooded: front, fronts, reached };
}
