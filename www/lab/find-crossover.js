/** Where one scan is faster than another, measured on the device. It is loaded when a crossover is first looked for. */
import { MAX_U32, badArgument, checkInteger, checkList, checkObject, checkRunOptions, describe } from '../shared/arguments.js';
import { CrossoverSearch, MOST_MEASUREMENTS } from './crossover-search.js';
import { planSteps } from './plan-steps.js';
import { JAVASCRIPT } from './points.js';
import { measureSeen } from '../shared/visibility.js';
/** @import { Comparison, Crossover, CrossoverRequest, Point, Progress, SweepRequest, RunOptions } from '../types.d.ts' */
/** @import { Verdict } from './crossover-search.js' */
/** @import { Plan } from './plan-steps.js' */
/** @import { Page } from '../shared/visibility.js' */

/** @typedef {Parameters<import('./lab.js').Lab['plan']>[0]} PlanRequest */

/**
 * What it takes to look for one.
 * @typedef {object} Tools
 * @property {(request: SweepRequest, options: RunOptions) => AsyncIterable<Point>} sweep
 * @property {(left: Point, right: Point) => Promise<Comparison>} compare
 * @property {(request: PlanRequest) => Plan} plan
 * @property {Page} [page] where there is one: nothing is measured while it is hidden
 */

/** The page was hidden whenever a size was measured. */
class Unseen extends Error {}

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
    const search = new CrossoverSearch({ from, to, steps: planSteps(this.#planners(), from, to) });
    try {
      for (let n = search.next(); n !== null; n = search.next()) search.tell(n, await this.#measure(n));
    } catch (failure) {
      if (!(failure instanceof Unseen)) throw failure;
      return { n: null, reason: failure.message, ends: [], crossings: [], stretches: [], unsure: [], points: this.#points };
    }
    return this.#answer(search.conclude());
  }

  /** The plans of the scans on the GPU, by size. @returns {((n: number) => Plan)[]} */
  #planners() {
    const { algorithms, tuning, operator, type, mode, direction, segmented } = this.#request;
    const planned = algorithms.filter((algorithm) => algorithm !== JAVASCRIPT);
    return planned.map(
      (algorithm) => (n) => this.#tools.plan({ algorithm, operator, type, mode, direction, segmented, n, tuning: tuning?.[algorithm] }),
    );
  }

  /** @param {number} n @returns {Promise<Verdict>} */
  async #measure(n) {
    const { signal, onProgress } = this.#options;
    const { from, to, ...rest } = this.#request;
    const before = this.#points.length;
    const report = (/** @type {Progress} */ progress) =>
      onProgress?.({ ...progress, done: before + progress.done, total: 2 * MOST_MEASUREMENTS });
    const measure = () => collect(this.#tools.sweep({ ...rest, sizes: [n] }, { signal, onProgress: report }));
    const points = await measureSeen(this.#tools.page, signal, measure);
    if (!points) throw new Unseen('The tab was hidden while this ran.');
    this.#points.push(...points);
    const [first, second] = points;
    const { verdict, ratio, reason = 'They take the same time.' } = await this.#tools.compare(second, first);
    const faster = { faster: /** @type {const} */ (1), slower: /** @type {const} */ (0), same: null, 'cannot-tell': null }[verdict];
    return { faster, ratio: ratio?.value, reason, again: verdict === 'cannot-tell' && Boolean(ratio) };
  }

  /** @param {ReturnType<CrossoverSearch['conclude']>} found @returns {Crossover} */
  #answer(found) {
    const nameOf = (/** @type {0 | 1} */ rank) => this.#request.algorithms[rank];
    const crossings = found.crossings.map((crossing) => ({ ...crossing, faster: nameOf(crossing.faster) }));
    const ends = found.ends.map(({ n, faster, reason }) => (faster === null ? { n, faster, reason } : { n, faster: nameOf(faster) }));
    const stretches = found.stretches.map((stretch) => ({ ...stretch, faster: nameOf(stretch.faster) }));
    const shared = { ends, crossings, stretches, unsure: found.unsure, points: this.#points };
    const last = found.crossings[found.crossings.length - 1];
    // After the last one nothing changes up to the end, unless it cannot be told there.
    if (last?.faster === 1 && found.ends[1].faster === 1) return { n: last.n, low: last.low, high: last.high, ...shared };
    return { n: null, reason: this.#whyNone(found), ...shared };
  }

  /** @param {ReturnType<CrossoverSearch['conclude']>} found */
  #whyNone({ ends, crossings }) {
    const [first, second] = this.#request.algorithms;
    const open = [...ends].reverse().find(({ faster }) => faster === null);
    if (open) return `Which is faster cannot be told at ${open.n} elements: ${open.reason}`;
    const [low, high] = ends;
    if (low.faster !== high.faster)
      return `${second} is faster at ${low.n} elements and ${first} at ${high.n}: there is a crossover with the two exchanged.`;
    const between = crossings.length ? `; between them ${second} is, from ${crossings[0].n} elements on` : '';
    return `${low.faster === 0 ? first : second} is faster at both ends, ${low.n} and ${high.n} elements${between}.`;
  }
}

/** @param {AsyncIterable<Point>} stream @returns {Promise<Point[]>} */
async function collect(stream) {
  const points = [];
  for await (const point of stream) points.push(point);
  return points;
}
