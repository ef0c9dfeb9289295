/** Measures at which sizes one scan is faster than another. Loaded on first use. */
import { MAX_U32, badArgument, checkInteger, checkList, checkObject, checkRunOptions, describe } from '../shared/arguments.js';
import { JAVASCRIPT } from './points.js';
import { measureSeen } from '../shared/visibility.js';
/** @import { Comparison, CoreSearch, CoreVerdict, Crossover, CrossoverRequest, PlanRequest, Point, Progress } from '../types.d.ts' */
/** @import { RunOptions, SweepRequest } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Page } from '../shared/visibility.js' */

/** The core's search: it chooses the next size, and concludes from all. @typedef {ReturnType<CoreSession['search']>} Search */

/**
 * The parts of a lab that a search for a crossover uses.
 * @typedef {object} Tools
 * @property {(request: SweepRequest, options: RunOptions) => AsyncIterable<Point>} sweep
 * @property {(left: Point, right: Point) => Promise<Comparison>} compare
 * @property {(range: Omit<CoreSearch, 'planned'>, scans: PlanRequest[]) => Search} search its scans are those with plans
 * @property {Page} [page] the document, if any: nothing is measured while it is hidden
 */

/** The page was hidden during every attempt to measure a size. */
class HiddenPageError extends Error {}

/**
 * @param {unknown} request
 * @param {unknown} options
 * @param {Tools} tools
 * @returns {Promise<Crossover>}
 */
export async function findCrossover(request, options, tools) {
  const keys = ['algorithms', 'from', 'to', 'operator', 'type', 'mode', 'direction', 'segmented', 'pattern', 'seed', 'tuning'];
  const { algorithms, from, to, tuning, ...rest } = checkObject('request', request, keys);
  const pair = checkList('algorithms', algorithms);
  if (!isPairOfIds(pair)) {
    const found = pair.length === 2 ? pair.map(describe).join(' and ') : describe(algorithms);
    throw badArgument(`algorithms must be an array of two different ids; it was ${found}.`);
  }
  const low = checkInteger('from', from, 1, MAX_U32 - 1);
  const high = checkInteger('to', to, low + 1, MAX_U32);
  const checked = /** @type {CrossoverRequest} */ ({
    ...rest,
    tuning: checkObject('tuning', tuning, pair),
    algorithms: pair,
    from: low,
    to: high,
  });
  return new Finder(checked, checkRunOptions(options), tools).between(low, high);
}

/** @param {unknown[]} list @returns {list is [string, string]} */
function isPairOfIds(list) {
  return list.length === 2 && list.every((id) => typeof id === 'string') && list[0] !== list[1];
}

class Finder {
  /** @type {Point[]} */
  #points = [];
  #request;
  #options;
  #tools;

  /** @param {CrossoverRequest} request @param {RunOptions} options @param {Tools} tools */
  constructor(request, options, tools) {
    this.#request = request;
    this.#options = options;
    this.#tools = tools;
  }

  /** @param {number} from @param {number} to @returns {Promise<Crossover>} */
  async between(from, to) {
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

  /** The scans on the GPU, which have plans. @param {number} n @returns {PlanRequest[]} */
  #planned(n) {
    const { algorithms, tuning, operator, type, mode, direction, segmented } = this.#request;
    const planned = algorithms.filter((algorithm) => algorithm !== JAVASCRIPT);
    return planned.map((algorithm) => ({ algorithm, operator, type, mode, direction, segmented, n, tuning: tuning?.[algorithm] }));
  }

  /** @param {number} n @param {number} most measurements of the search @returns {Promise<CoreVerdict>} */
  async #measure(n, most) {
    const { signal, onProgress } = this.#options;
    const { from, to, ...rest } = this.#request;
    const before = this.#points.length;
    const report = (/** @type {Progress} */ progress) => onProgress?.({ ...progress, done: before + progress.done, total: 2 * most });
    const measure = () => collect(this.#tools.sweep({ ...rest, sizes: [n] }, { signal, onProgress: report }));
    const points = await measureSeen(this.#tools.page, signal, measure);
    if (!points) throw new HiddenPageError('The tab was hidden while this ran.');
    this.#points.push(...points);
    const [first, second] = points;
    const { verdict, ratio, reason = 'They take the same time.' } = await this.#tools.compare(second, first);
    const faster = { faster: /** @type {const} */ (1), slower: /** @type {const} */ (0), same: null, 'cannot-tell': null }[verdict];
    return { faster, ratio: ratio?.value, reason, again: verdict === 'cannot-tell' && Boolean(ratio) };
  }
}

/** @param {AsyncIterable<Point>} stream @returns {Promise<Point[]>} */
async function collect(stream) {
  const points = [];
  for await (const point of stream) points.push(point);
  return points;
}
