/**
 * Breadth-first search of a graph, front by front. A front is expanded to the list of its neighbours, and the list is contracted to the
 * next front.
 */
import { lengthOf } from './arrays.ts';
import { storage, submit, upload } from './device.ts';
import { emitted, emittedCounts, packed } from './emit.ts';
import { mappedOn } from './scans.ts';
import { NONE } from '../parts/words.ts';
import type { Bound, Words } from './device.ts';
import type { Work } from './work.ts';

export type Graph = {
  /** the number of vertices */
  n: number;
  /** the most neighbours of a vertex */
  mostNeighbours: number;
  /** numbers that the code reads; not negative */
  numbers?: Record<string, number>;
  /** arrays that the code reads; the names `front`, `starts`, `list`, `output`, `count` and `at` are reserved */
  reads: Record<string, GPUBuffer | Words>;
  /**
   * WGSL: `visit_neighbours(vertex: u32)`, which calls `emit(neighbour: u32)` for each neighbour. It must also accept vertices that do not
   * exist, since wrong fronts contain them
   */
  code: string;
};
/** The neighbours of a front in one list. */
export type Lists = {
  /** the number of neighbours of each vertex of the front */
  degrees: GPUBuffer;
  /** the index in the list at which the neighbours of each vertex begin */
  places: GPUBuffer;
  /** the neighbours of each vertex, after those of the earlier vertices; zeros may follow the last neighbour */
  list: GPUBuffer;
};
export type Search = {
  /** per vertex: the number of edges from the start to it, or NONE */
  distances: GPUBuffer;
  /** the vertices at the distance `depth` */
  front: GPUBuffer;
  depth: number;
  /** the number of fronts so far */
  fronts: number;
  /** the number of vertices so far */
  reached: number;
};

/** Marks a new vertex of a list: while the list is contracted, the vertex's distance is MARKED plus its lowest index in the list. */
const MARKED = 2 ** 31;

/**
 * The neighbours of a front.
 * @param how isPadded: the list has its greatest possible length, so no read is needed
 */
export async function expanded(
  work: Work,
  { mostNeighbours, numbers, reads, code }: Graph,
  front: GPUBuffer,
  { isPadded }: { isPadded?: boolean } = {},
): Promise<Lists> {
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
 * The vertices of a list that no front has reached, each once, and flags of the first occurrence of each in the list.
 * @param distance is stored for these vertices; NONE leaves them unreached
 */
export async function contracted(
  work: Work,
  { degrees, places, list }: Lists,
  distances: GPUBuffer,
  distance: number,
): Promise<{ flags: GPUBuffer; next: GPUBuffer }> {
  const shared = {
    n: lengthOf(list),
    numbers: { distance: distance | 0, last: lengthOf(degrees) - 1 },
    reads: { degrees, places, list },
  };
  const bound = [distances, 'atomic<u32>'] as Bound;
  const flags = work.make(() => {
    const flags = storage(work.device, shared.n);
    submit(work.device, {
      ...shared,
      writes: { distances: bound },
      // A wrong front may have vertices that do not exist.
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

/**
 * The changes that each later front makes to a search, up to an empty front or the last depth. The changes include the front.
 * @param last the last depth
 */
async function* frontsAfter(
  work: Work,
  graph: Graph,
  { distances, front, depth, reached }: Search,
  last: number = Infinity,
): AsyncGenerator<Omit<Search, 'distances'>, void> {
  // Vertices of a wrong compaction count too, so that a check can report them.
  for (let distance = depth + 1; distance <= last && reached <= graph.n; distance++) {
    front = await work.within(async () => {
      // A read of the list's length would take as long as a scan.
      const lists = await expanded(work, graph, front, { isPadded: true });
      return (await contracted(work, lists, distances, distance)).next;
    });
    if (!front.size) return;
    reached += lengthOf(front);
    yield { front, depth: distance, fronts: distance + 1, reached };
  }
}

/**
 * A search from a vertex up to a depth, or to an earlier last front. Yields the whole search first, then the changes of each front.
 * @param last the last depth
 */
export async function* searched(work: Work, graph: Graph, start: number, last: number): AsyncGenerator<Partial<Search>, void> {
  const words = [`select(${NONE}u, 0, i == start)`];
  const distances = mappedOn(work, graph.n, words, { whole: { start }, type: 'u32' });
  const front = work.make(() => upload(work.device, Uint32Array.of(start)));
  const search = { distances, front, depth: 0, fronts: 1, reached: 1 };
  yield search;
  yield* frontsAfter(work, graph, search, last);
}

/** Continues a search to its end. Only the distances of the given search change. `lastFront` is the last front so far. */
export async function* searchedOn(
  work: Work,
  graph: Graph,
  search: Search,
): AsyncGenerator<{ lastFront: GPUBuffer; fronts?: number; reached?: number }, void> {
  yield { lastFront: search.front };
  for await (const { front, fronts, reached } of frontsAfter(work, graph, search)) yield { lastFront: front, fronts, reached };
}

/** WGSL: a neighbour of a vertex that is nearer to the start, by the `distances` of a search; without one, the vertex itself. */
export const nearerIn = ({ code }: Pick<Graph, 'code'>) => `
  var<private> nearest: u32;
  fn emit(neighbour: u32) { if (distances[neighbour] < distances[nearest]) { nearest = neighbour; } }
  ${code}
  fn nearer(vertex: u32) -> u32 {
    nearest = vertex;
    visit_neighbours(vertex);
    return nearest;
  }`;
