/** Measures at which sizes one scan is faster than another. Loaded on first use. */
import { MAX_U32, badArgument, checkInteger, checkList, checkObject, checkRunOptions, describe } from '../shared/arguments.ts';
import { JAVASCRIPT } from './points.ts';
import { measureSeen } from '../shared/visibility.ts';
import type { CoreSession } from '../core/session.ts';
import type { Page } from '../shared/visibility.ts';
import type {
  Comparison,
  CoreSearch,
  CoreVerdict,
  Crossover,
  CrossoverRequest,
  PlanRequest,
  Point,
  Progress,
  RunOptions,
  SweepRequest,
} from '../types.ts';

/** The core's search: it chooses the next size, and concludes from all. */
type Search = ReturnType<CoreSession['search']>;

/** The parts of a lab that a search for a crossover uses. */
export type Tools = {
  sweep: (request: SweepRequest, options: RunOptions) => AsyncIterable<Point>;
  compare: (left: Point, right: Point) => Promise<Comparison>;
  /** its scans are those with plans */
  search: (range: Omit<CoreSearch, 'planned'>, scans: PlanRequest[]) => Search;
  /** the document, if any: nothing is measured while it is hidden */
  page?: Page;
};

/** The page was hidden during every attempt to measure a size. */
class HiddenPageError extends Error {}

export async function findCrossover(request: unknown, options: unknown, tools: Tools): Promise<Crossover> {
  const keys = ['algorithms', 'from', 'to', 'operator', 'type', 'mode', 'direction', 'segmented', 'pattern', 'seed', 'tuning'];
  const { algorithms, from, to, tuning, ...rest } = checkObject('request', request, keys);
  const pair = checkList('algorithms', algorithms);
  if (!isPairOfIds(pair)) {
    const found = pair.length === 2 ? pair.map(describe).join(' and ') : describe(algorithms);
    throw badArgument(`algorithms must be an array of two different ids; it was ${found}.`);
  }
  const low = checkInteger('from', from, 1, MAX_U32 - 1);
  const high = checkInteger('to', to, low + 1, MAX_U32);
  const checked = {
    ...rest,
    tuning: checkObject('tuning', tuning, pair),
    algorithms: pair,
    from: low,
    to: high,
  } as CrossoverRequest;
  return new Finder(checked, checkRunOptions(options), tools).between(low, high);
}

function isPairOfIds(list: unknown[]): list is [string, string] {
  return list.length === 2 && list.every((id) => typeof id === 'string') && list[0] !== list[1];
}

class Finder {
  #points: Point[] = [];
  #request;
  #options;
  #tools;

  constructor(request: CrossoverRequest, options: RunOptions, tools: Tools) {
    this.#request = request;
    this.#options = options;
    this.#tools = tools;
  }

  async between(from: number, to: number): Promise<Crossover> {
    const { algorithms } = this.#request;
    const search = this.#tools.search({ algorithms, from, to }, this.#planned(from));
    try {
      for (let n = search.next(); n !== null; n = search.next()) search.record(n, await this.#measure(n, search.most));
    } catch (failure) {
      if (!(failure instanceof HiddenPageError)) throw failure;
      return { n: null, reason: failure.message, ends: [], crossings: [], stretches: [], unsure: [], points: this.#points };
    }
    const { last, reason, ...found } = search.conclude();
    const shared = { ...found, points: this.#points };
    return last ? { n: last.n, low: last.low, high: last.high, ...shared } : { n: null, reason: String(reason), ...shared };
  }

  /** The scans on the GPU, which have plans. */
  #planned(n: number): PlanRequest[] {
    const { algorithms, tuning, operator, type, mode, direction, segmented } = this.#request;
    const planned = algorithms.filter((algorithm) => algorithm !== JAVASCRIPT);
    return planned.map((algorithm) => ({ algorithm, operator, type, mode, direction, segmented, n, tuning: tuning?.[algorithm] }));
  }

  /** @param most measurements of the search */
  async #measure(n: number, most: number): Promise<CoreVerdict> {
    const { signal, onProgress } = this.#options;
    const { from, to, ...rest } = this.#request;
    const before = this.#points.length;
    const report = (progress: Progress) => onProgress?.({ ...progress, done: before + progress.done, total: 2 * most });
    const measure = () => collect(this.#tools.sweep({ ...rest, sizes: [n] }, { signal, onProgress: report }));
    const points = await measureSeen(this.#tools.page, signal, measure);
    if (!points) throw new HiddenPageError('The tab was hidden while this ran.');
    this.#points.push(...points);
    const [first, second] = points;
    const { verdict, ratio, reason = 'They take the same time.' } = await this.#tools.compare(second, first);
    const faster = { faster: 1 as const, slower: 0 as const, same: null, 'cannot-tell': null }[verdict];
    return { faster, ratio: ratio?.value, reason, again: verdict === 'cannot-tell' && Boolean(ratio) };
  }
}

async function collect(stream: AsyncIterable<Point>): Promise<Point[]> {
  const points = [];
  for await (const point of stream) points.push(point);
  return points;
}
