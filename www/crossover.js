/** From which size on one scan is faster than another. It is loaded when a crossover is first looked for. */
import { MAX_U32, badArgument, checkInteger, checkObject, checkRunOptions, describe } from './arguments.js';
import { measureSeen } from './visibility.js';
/** @import { Comparison, Crossover, CrossoverEnd, Point, Progress, SweepRequest, RunOptions } from './types.d.ts' */
/** @import { Page } from './visibility.js' */

/** Sizes that are measured at most, each with both scans. */
const MOST_STEPS = 12;
/** Sizes so close together are one. */
const NEAR = 1.02;

/**
 * What it takes to look for one.
 * @typedef {object} Tools
 * @property {(request: SweepRequest, options: RunOptions) => AsyncIterable<Point>} sweep
 * @property {(left: Point, right: Point) => Promise<Comparison>} compare
 * @property {Page} [page] where there is one: nothing is measured while it is hidden
 */

/** Which of the two is faster at a size, `null` where that cannot be told. @typedef {{ n: number, faster: 0 | 1 | null, reason: string }} Step */

/** No size has a verdict that was measured while nobody saw the page. */
class Unseen extends Error {}

/**
 * @param {unknown} request
 * @param {unknown} options
 * @param {Tools} tools
 * @returns {Promise<Crossover>}
 */
export async function findCrossover(request, options, tools) {
  const keys = ['algorithms', 'from', 'to', 'operator', 'type', 'mode', 'direction', 'segmented', 'pattern', 'seed', 'tuning'];
  const { algorithms, from, to, ...rest } = checkObject('request', request, keys);
  if (!Array.isArray(algorithms) || algorithms.length !== 2 || algorithms[0] === algorithms[1]) {
    throw badArgument(`algorithms must be an array of two different ones; it was ${describe(algorithms)}.`);
  }
  const low = checkInteger('from', from, 1, MAX_U32 - 1);
  const high = checkInteger('to', to, low + 1, MAX_U32);
  const search = new Search(/** @type {SweepRequest} */ ({ ...rest, algorithms, sizes: [] }), checkRunOptions(options), tools);
  return search.between(low, high);
}

class Search {
  /** @type {Point[]} */
  points = [];
  steps = 0;

  /** @param {SweepRequest} request @param {RunOptions} options @param {Tools} tools */
  constructor(request, options, tools) {
    this.request = request;
    this.options = options;
    this.tools = tools;
  }

  /** @param {number} from @param {number} to @returns {Promise<Crossover>} */
  async between(from, to) {
    try {
      const ends = [await this.#step(from), await this.#step(to)];
      const against = this.#whyNot(ends);
      if (against) return { n: null, reason: against, ends: ends.map((end) => this.#endOf(end)), points: this.points };
      const [low, high] = await this.#bisect(from, to);
      return { n: middleOf(low, high), low, high, points: this.points };
    } catch (failure) {
      if (!(failure instanceof Unseen)) throw failure;
      return { n: null, reason: failure.message, ends: [], points: this.points };
    }
  }

  /** @param {Step} step @returns {CrossoverEnd} */
  #endOf({ n, faster, reason }) {
    return faster === null ? { n, faster, reason } : { n, faster: this.points[faster].algorithm };
  }

  /**
   * Halves the span between a size where the first is faster and one where the second is. Where neither is, both ends of the span in
   * which that cannot be told are looked for.
   * @param {number} low @param {number} high @returns {Promise<[number, number]>}
   */
  async #bisect(low, high) {
    /** What lies between them cannot be told. @type {[number, number] | null} */
    let unsure = null;
    while (this.steps < MOST_STEPS) {
      const n = nextOf(low, high, unsure);
      if (n === null) break;
      const { faster } = await this.#step(n);
      if (faster === null) unsure = unsure ? [Math.min(unsure[0], n), Math.max(unsure[1], n)] : [n, n];
      else if (faster === 0) low = n;
      else high = n;
      // Near a tie a verdict may contradict another that could not be told.
      if (unsure && (unsure[0] <= low || unsure[1] >= high)) unsure = null;
    }
    return [low, high];
  }

  /** Why the ends do not enclose a crossover, or null. @param {Step[]} ends */
  #whyNot(ends) {
    const [first, second] = this.points.map(({ algorithm }) => algorithm);
    const open = ends.find(({ faster }) => faster === null);
    if (open) return `Which is faster cannot be told at ${open.n} elements: ${open.reason}`;
    const [low, high] = ends;
    if (low.faster === 0 && high.faster === 1) return null;
    if (low.faster === high.faster) return `${low.faster === 0 ? first : second} is faster at both ends, ${low.n} and ${high.n} elements.`;
    return `${second} is faster at ${low.n} elements and ${first} at ${high.n}: there is a crossover with the two exchanged.`;
  }

  /** @param {number} n @returns {Promise<Step>} */
  async #step(n) {
    const { signal, onProgress } = this.options;
    const before = this.points.length;
    const report = (/** @type {Progress} */ progress) => onProgress?.({ ...progress, done: before + progress.done, total: 2 * MOST_STEPS });
    const points = await measureSeen(this.tools.page, signal, () => collect(this.tools.sweep({ ...this.request, sizes: [n] }, { signal, onProgress: report })));
    if (!points) throw new Unseen('The tab was hidden while this ran.');
    this.points.push(...points);
    this.steps += 1;
    const [first, second] = points;
    const { verdict, reason } = await this.tools.compare(second, first);
    const faster = { faster: /** @type {const} */ (1), slower: /** @type {const} */ (0), same: null, 'cannot-tell': null }[verdict];
    return { n, faster, reason: reason ?? 'they take the same time.' };
  }
}

/** @param {AsyncIterable<Point>} stream @returns {Promise<Point[]>} */
async function collect(stream) {
  const points = [];
  for await (const point of stream) points.push(point);
  return points;
}

/** The size to look at next, or null where none is worth it. @param {number} low @param {number} high @param {[number, number] | null} unsure */
function nextOf(low, high, unsure) {
  const [start, end] = unsure ?? [high, high];
  const [from, to] = start / low >= high / end ? [low, start] : [end, high];
  const n = middleOf(from, to);
  return to / from < NEAR || n === from || n === to ? null : n;
}

/** @param {number} low @param {number} high */
function middleOf(low, high) {
  return Math.round(Math.sqrt(low * high));
}
