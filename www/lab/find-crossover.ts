/** Finds the sizes from which one of two scans is faster than the other, by measurements. Loaded on first use. */
import { badArgument, checkList, checkObject, checkRunOptions, describe } from '../shared/arguments.ts';
import { JAVASCRIPT } from './points.ts';
import { measureSeen } from '../shared/visibility.ts';
import type { CoreSession } from './session.ts';
import type { Page } from '../shared/visibility.ts';
import type { CoreSearch, Crossover, CrossoverRequest, PlanRequest, Point, Progress, RunOptions, SweepRequest } from '../types.ts';

/** The parts of a lab that a search for a crossover uses. */
export type Tools = {
  sweep: (request: SweepRequest, options: RunOptions) => AsyncIterable<Point>;
  /** the core's search, which chooses the next size and draws the conclusion; `scans` are the scans with plans */
  search: (range: Omit<CoreSearch, 'planned'>, scans: PlanRequest[]) => ReturnType<CoreSession['search']>;
  /** the document, if there is one: measurements wait while it is hidden */
  page?: Page;
};

export async function findCrossover(request: unknown, options: unknown, { sweep, search: begin, page }: Tools): Promise<Crossover> {
  const keys = ['algorithms', 'from', 'to', 'operator', 'type', 'mode', 'direction', 'segmented', 'initial', 'pattern', 'seed', 'tuning'];
  const { algorithms, from, to, tuning, ...rest } = checkObject('request', request, keys);
  const pair = checkList('algorithms', algorithms);
  if (!isPairOfIds(pair)) {
    const found = pair.length === 2 ? pair.map(describe).join(' and ') : describe(algorithms);
    throw badArgument(`algorithms must be an array of two different ids; it was ${found}.`);
  }
  const common = { ...rest, tuning: checkObject('tuning', tuning, pair), algorithms: pair } as CrossoverRequest;
  const { signal, onProgress } = checkRunOptions(options);
  const search = begin({ algorithms: pair, from: from as number, to: to as number }, planned(common));
  const points: Point[] = [];
  for (let n = search.next(); n !== null; n = search.next()) {
    const sizes = [n];
    const report = (progress: Progress) => onProgress?.({ ...progress, done: points.length + progress.done, total: 2 * search.most });
    const found = await measureSeen(page, signal, () => collect(sweep({ ...common, sizes }, { signal, onProgress: report })));
    if (!found) {
      const reason = 'The tab was hidden during the search.';
      return { n: null, reason, ends: [], crossings: [], stretches: [], unsure: [], points };
    }
    points.push(...found);
    search.record(found[0], found[1]);
  }
  const { last, reason, ...concluded } = search.conclude();
  const shared = { ...concluded, points };
  return last ? { n: last.n, low: last.low, high: last.high, ...shared } : { n: null, reason: String(reason), ...shared };
}

function isPairOfIds(list: unknown[]): list is [string, string] {
  return list.length === 2 && list.every((id) => typeof id === 'string');
}

/** Plan requests for the scans. The search ignores their length. The scan in JavaScript has no plan. */
function planned({ algorithms, tuning, operator, type, mode, direction, segmented, initial }: CrossoverRequest): PlanRequest[] {
  const onGpu = algorithms.filter((algorithm) => algorithm !== JAVASCRIPT);
  return onGpu.map((algorithm) => ({ algorithm, operator, type, mode, direction, segmented, initial, n: 1, tuning: tuning?.[algorithm] }));
}

async function collect(stream: AsyncIterable<Point>): Promise<Point[]> {
  const points = [];
  for await (const point of stream) points.push(point);
  return points;
}
