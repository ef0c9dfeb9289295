/** Breadth-first search of a graph, front by front: a front is expanded into the list of its neighbours, and the list contracted to the next front. */
import { lengthOf } from './arrays.js';
import { storage, submit, upload } from './device.js';
import { emitted, emittedCounts, packed } from './emit.js';
import { mappedOn } from './scans.js';
import { NONE } from '../parts/words.js';

/** @typedef {import('./work.js').Work} Work */
/**
 * @typedef {object} Graph
 * @property {number} n vertices
 * @property {number} mostNeighbours of a vertex
 * @property {Record<string, number>} [numbers] none below 0
 * @property {Record<string, GPUBuffer | import('./device.js').Words>} reads but for the names `front`, `starts`, `list`, `output`, `count` and `at`
 * @property {string} code WGSL of `visit_neighbours(vertex: u32)`, which calls `emit(neighbour: u32)` for each, also of a vertex that there is not, as a wrong front has it
 */
/**
 * The neighbours of a front in one list.
 * @typedef {object} Lists
 * @property {GPUBuffer} degrees the number of neighbours of each vertex of the front
 * @property {GPUBuffer} places where they begin in the list
 * @property {GPUBuffer} list those of each vertex after those of the vertices before it; zeros may follow the last
 */
/**
 * @typedef {object} Search
 * @property {GPUBuffer} distances of each vertex: edges from the start to it, or NONE
 * @property {GPUBuffer} front the vertices at the distance `depth`
 * @property {number} depth
 * @property {number} fronts so far
 * @property {number} reached vertices so far
 */

/** The distance of a vertex that is in a list for the first time: this and the least of its places there. */
const MARKED = 2 ** 31;

/**
 * The neighbours of a front.
 * @param {Work} work @param {Graph} graph @param {GPUBuffer} front
 * @param {{ isPadded?: boolean }} [how] isPadded: the list is as long as it can be, which no read has to tell
 * @returns {Promise<Lists>}
 */
export async function expanded(work, { mostNeighbours, numbers, reads, code }, front, { isPadded } = {}) {
  const emitter = {
    ...{ n: lengthOf(front), numbers, reads: { ...reads, front } },
    code: `${code} fn visit(i: u32) { visit_neighbours(front[i]); }`,
  };
  const degrees = work.make(() => emittedCounts(work.device, emitter));
  const places = await work.scan(degrees, { algorithm: work.chosen, mode: 'exclusive' });
  const most = mostNeighbours * lengthOf(front);
  if (isPadded) return { degrees, places, list: packed(work, emitter, places, most) };
  return { degrees, places, list: (await emitted(work, emitter, { counts: degrees, starts: places }, most)).list };
}

/**
 * The vertices of a list that no front has reached, each once, and flags of the first place of each in the list. They get their distance.
 * @param {Work} work @param {Lists} lists @param {GPUBuffer} distances @param {number} distance NONE leaves them unreached
 * @returns {Promise<{ flags: GPUBuffer, next: GPUBuffer }>}
 */
export async function contracted(work, { degrees, places, list }, distances, distance) {
  const shared = {
    n: lengthOf(list),
    numbers: { distance: distance | 0, last: lengthOf(degrees) - 1 },
    reads: { degrees, places, list },
  };
  const bound = /** @type {import('./device.js').Bound} */ ([distances, 'atomic<u32>']);
  const flags = work.make(() => {
    const flags = storage(work.device, shared.n);
    submit(work.device, {
      ...shared,
      writes: { distances: bound },
      // A vertex beyond all is a wrong front's.
      code: `fn each(i: u32) {
        let last = u32(numbers.last);
        if (i < places[last] + degrees[last] && list[i] < arrayLength(&distances)) { atomicMin(&distances[list[i]], ${MARKED} + i); }
      }`,
    });
    submit(work.device, {
      ...shared,
      writes: { distances: bound, flags },
      code: `fn each(i: u32) {
        if (list[i] >= arrayLength(&distances) || atomicLoad(&distances[list[i]]) != ${MARKED} + i) { return; }
        flags[i] = 1;
        atomicStore(&distances[list[i]], u32(numbers.distance));
      }`,
    });
    return flags;
  });
  return { flags, next: (await work.call('compact', list, { flags, type: 'u32', scan: work.chosen })).output };
}

/** The fronts after that of a search, up to an empty or the last one, and what they change of it. @param {Work} work @param {Graph} graph @param {Search} search @param {number} [last] depth @returns {AsyncGenerator<Omit<Search, 'distances'>, void>} */
async function* frontsAfter(work, graph, { distances, front, depth, reached }, last = Infinity) {
  // The vertices of a wrong compaction are counted for a check to name.
  for (let distance = depth + 1; distance <= last && reached <= graph.n; distance++) {
    front = await work.within(async () => {
      // To read the list's length would take as long as a scan.
      const lists = await expanded(work, graph, front, { isPadded: true });
      return (await contracted(work, lists, distances, distance)).next;
    });
    if (!front.size) return;
    reached += lengthOf(front);
    yield { front, depth: distance, fronts: distance + 1, reached };
  }
}

/** A search from a vertex up to a depth, or to the last front before it: first all of the search, then what each front changes. @param {Work} work @param {Graph} graph @param {number} start @param {number} last depth @returns {AsyncGenerator<Partial<Search>, void>} */
export async function* searched(work, graph, start, last) {
  const words = [`select(${NONE}u, 0, i == start)`];
  const distances = mappedOn(work, graph.n, words, { whole: { start }, type: 'u32' });
  const front = work.make(() => upload(work.device, Uint32Array.of(start)));
  const search = { distances, front, depth: 0, fronts: 1, reached: 1 };
  yield search;
  yield* frontsAfter(work, graph, search, last);
}

/** The whole search, from one that has come to a front, which stays: `lastFront` is the last one so far. @param {Work} work @param {Graph} graph @param {Search} search @returns {AsyncGenerator<{ lastFront: GPUBuffer, fronts?: number, reached?: number }, void>} */
export async function* searchedOn(work, graph, search) {
  yield { lastFront: search.front };
  for await (const { front, fronts, reached } of frontsAfter(work, graph, search)) yield { lastFront: front, fronts, reached };
}

/** WGSL: a neighbour of a vertex that is nearer to the start, by the `distances` of a search, or the vertex itself. @param {Pick<Graph, 'code'>} graph */
export const nearerIn = ({ code }) => `
  var<private> nearest: u32;
  fn emit(neighbour: u32) { if (distances[neighbour] < distances[nearest]) { nearest = neighbour; } }
  ${code}
  fn nearer(vertex: u32) -> u32 {
    nearest = vertex;
    visit_neighbours(vertex);
    return nearest;
  }`;
