/**
 * Between which of the measured sizes one scan overtakes another. Times step where a plan changes, so between two sizes nothing is known
 * but that the faster one changes there, once or more: a line through both would state a place that the times do not have. Pure: no DOM.
 */
import { logErrors, timesOf } from '../shared/measures.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../shared/measures.js').Times} Times */

/**
 * @typedef {object} Crossover
 * @property {string} faster the scan that takes less time at the larger size
 * @property {string} slower the one that takes less at the smaller size
 * @property {[number, number]} between the nearest measured sizes at which the faster one is surely known
 * @property {boolean} leads whether the two are the fastest of all, before and after
 * @property {number} gain how many times as fast either gets, on its side, the smaller of the two
 */

/** A size at which two scans were measured. d: log of the ratio of their times; s: how sure. @typedef {{ n: number, d: number, s: number }} Difference */

/** By what share of itself a time may be wrong whose interval nobody knows. */
const UNKNOWN_ERROR = 0.05;
/** A scan that takes no longer than this many times the shortest time counts as the fastest. */
const AS_FAST = 1.02;

/** The most telling first. @param {Point[]} points @param {string[]} algorithms @returns {Crossover[]} */
export function bracketCrossovers(points, algorithms) {
  const times = algorithms.map((id) => timesOf(points, id));
  const fastest = shortest(times);
  const found = algorithms.flatMap((first, i) =>
    algorithms.slice(i + 1).flatMap((second, k) => {
      const pair = { first, second, times: /** @type {[Times, Times]} */ ([times[i], times[i + 1 + k]]) };
      return crossings(differences(pair.times)).map((crossing) => crossoverOf(pair, crossing, fastest));
    }),
  );
  // What automatic takes is one of the others, whose crossovers it shares.
  const rank = (/** @type {Crossover} */ { faster, slower, leads }) => Number(leads) - 2 * Number([faster, slower].includes('auto'));
  return found.sort((one, other) => rank(other) - rank(one) || other.gain - one.gain);
}

/** The shortest time at each size. @param {Times[]} times */
function shortest(times) {
  /** @type {Map<number, number>} */
  const least = new Map();
  for (const [n, { value }] of times.flatMap((of) => [...of])) least.set(n, Math.min(value, least.get(n) ?? Infinity));
  return least;
}

/** By rising n; above 0 the first takes longer. @param {[Times, Times]} times @returns {Difference[]} */
function differences([first, second]) {
  const sizes = [...first.keys()].filter((n) => n > 0 && second.has(n)).sort((left, right) => left - right);
  return sizes.map((n) => {
    const [left, right] = [first, second].map((times) => /** @type {import('../shared/measures.js').Measured} */ (times.get(n)));
    const errors = [left, right].map((time) => Math.max(...(logErrors(time) ?? [UNKNOWN_ERROR])));
    return { n, d: Math.log(left.value / right.value), s: Math.hypot(...errors) };
  });
}

/** @typedef {{ before: Difference, after: Difference, gain: number }} Crossing */

/** Where the difference surely changes its sign, be there sizes in between at which it cannot be told. @param {Difference[]} all @returns {Crossing[]} */
function crossings(all) {
  const sure = all.filter(({ d, s }) => Math.abs(d) > s);
  const changes = sure.flatMap((_, i) => (i > 0 && sure[i].d * sure[i - 1].d < 0 ? [i] : []));
  return changes.map((at, i) => {
    const extent = (/** @type {Difference[]} */ side) => Math.max(...side.map(({ d }) => Math.abs(d)));
    const gain = Math.min(extent(sure.slice(changes[i - 1] ?? 0, at)), extent(sure.slice(at, changes[i + 1])));
    return { before: sure[at - 1], after: sure[at], gain };
  });
}

/**
 * @param {{ first: string, second: string, times: [Times, Times] }} pair @param {Crossing} crossing @param {Map<number, number>} fastest
 * @returns {Crossover}
 */
function crossoverOf({ first, second, times }, { before, after, gain }, fastest) {
  const upward = before.d > 0;
  const [faster, slower] = upward ? [first, second] : [second, first];
  const [fasterTimes, slowerTimes] = upward ? times : [times[1], times[0]];
  const leadsAt = (/** @type {Times} */ of, /** @type {number} */ n) => (of.get(n)?.value ?? Infinity) <= AS_FAST * (fastest.get(n) ?? 0);
  const leads = leadsAt(slowerTimes, before.n) && leadsAt(fasterTimes, after.n);
  return { faster, slower, between: [before.n, after.n], leads, gain: Math.exp(gain) };
}
