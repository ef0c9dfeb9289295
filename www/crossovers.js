/** Where one scan overtakes another, told from points measured at a few sizes. Pure: no DOM. */
import { logErrors, timesOf } from './measures.js';

/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./format.js').Formats} Formats */
/** @typedef {import('./measures.js').Times} Times */

/**
 * @typedef {object} Crossover
 * @property {string} faster the scan that takes less time from n on
 * @property {string} slower the one that took less before
 * @property {number} n
 * @property {number} low the ends of what the measured intervals leave open
 * @property {number} high
 * @property {[number, number]} between the sizes measured on either side
 * @property {boolean} leads whether the two are the fastest of all, before and after
 * @property {number} gain how many times as fast either gets, on its side, the smaller of the two
 */

/** A size at which two scans were measured. x: log n; d: log of the ratio of their times; s: how sure. @typedef {{ x: number, d: number, s: number }} Difference */

/** By what share of itself a time may be wrong whose interval nobody knows. */
const UNKNOWN_ERROR = 0.05;
/** A scan that takes no longer than this many times the shortest time counts as the fastest. */
const AS_FAST = 1.02;

/** The most telling first. @param {Point[]} points @param {string[]} algorithms @returns {Crossover[]} */
export function findCrossovers(points, algorithms) {
  const times = algorithms.map((id) => timesOf(points, id));
  const fastest = shortest(times);
  const found = algorithms.flatMap((first, i) => algorithms.slice(i + 1).flatMap((second, k) => {
    const pair = { first, second, times: /** @type {[Times, Times]} */ ([times[i], times[i + 1 + k]]) };
    return crossings(differences(pair.times)).map((crossing) => crossoverOf(pair, crossing, fastest));
  }));
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
    const [left, right] = [first, second].map((times) => /** @type {import('./measures.js').Measured} */ (times.get(n)));
    const errors = [left, right].map((time) => Math.max(...(logErrors(time) ?? [UNKNOWN_ERROR])));
    return { x: Math.log(n), d: Math.log(left.value / right.value), s: Math.hypot(...errors) };
  });
}

/** @typedef {{ before: Difference, after: Difference, x: number, low: number, high: number, gain: number }} Crossing */

/** Where the difference surely changes its sign, be there sizes in between at which it cannot be told. @param {Difference[]} all @returns {Crossing[]} */
function crossings(all) {
  const sure = all.filter(({ d, s }) => Math.abs(d) > s);
  const changes = sure.flatMap((_, i) => (i > 0 && sure[i].d * sure[i - 1].d < 0 ? [i] : []));
  return changes.map((at, i) => {
    const [before, after] = [sure[at - 1], sure[at]];
    const extent = (/** @type {Difference[]} */ side) => Math.max(...side.map(({ d }) => Math.abs(d)));
    const gain = Math.min(extent(sure.slice(changes[i - 1] ?? 0, at)), extent(sure.slice(at, changes[i + 1])));
    const ties = all.slice(all.indexOf(before) + 1, all.indexOf(after)).map(({ x }) => x);
    const { x, error } = interpolate(before, after);
    const [low, high] = [Math.min(...ties, x - error), Math.max(...ties, x + error)];
    return { before, after, x, low: Math.max(before.x, low), high: Math.min(after.x, high), gain };
  });
}

/** Where a straight line between two differences is zero, and how far the errors of both let it move. @param {Difference} before @param {Difference} after */
function interpolate(before, after) {
  const [width, fall] = [after.x - before.x, before.d - after.d];
  return { x: before.x + (width * before.d) / fall, error: (width * Math.hypot(after.d * before.s, before.d * after.s)) / fall ** 2 };
}

/**
 * @param {{ first: string, second: string, times: [Times, Times] }} pair @param {Crossing} crossing @param {Map<number, number>} fastest
 * @returns {Crossover}
 */
function crossoverOf({ first, second, times }, { before, after, x, low, high, gain }, fastest) {
  const upward = before.d > 0;
  const [faster, slower] = upward ? [first, second] : [second, first];
  const [fasterTimes, slowerTimes] = upward ? times : [times[1], times[0]];
  const size = (/** @type {Difference} */ { x: log }) => Math.round(Math.exp(log));
  const leadsAt = (/** @type {Times} */ of, /** @type {number} */ n) => (of.get(n)?.value ?? Infinity) <= AS_FAST * (fastest.get(n) ?? 0);
  const between = /** @type {[number, number]} */ ([size(before), size(after)]);
  const leads = leadsAt(slowerTimes, between[0]) && leadsAt(fasterTimes, between[1]);
  return { faster, slower, n: Math.exp(x), low: Math.exp(low), high: Math.exp(high), between, leads, gain: Math.exp(gain) };
}

/** @param {Crossover} crossover @param {(id: string) => string} titleOf @param {Formats} formats */
export function describeCrossover({ faster, slower, n, low, high, between }, titleOf, formats) {
  const sizes = between.map((size) => formats.size(size)).join(' and ');
  return `${titleOf(faster)} overtakes ${titleOf(slower)} at n\u00a0${about(n, low, high, formats)}, between the measured sizes ${sizes}.`;
}

/** A number with its error, neither more exact than the error is. @param {number} n @param {number} low @param {number} high @param {Formats} formats */
export function about(n, low, high, formats) {
  const error = (high - low) / 2;
  if (error < 1) return `≈\u00a0${formats.integer(n)}`;
  if (error > n / 2) return `between ${formats.integer(rounded(low, low / 10))} and ${formats.integer(rounded(high, high / 10))}`;
  const unit = step(error);
  return `≈\u00a0${formats.integer(rounded(n, error))}\u00a0±\u00a0${formats.integer(Math.ceil(error / unit - 1e-9) * unit)}`;
}

/** The decimal place of an error's first figure, or of its second where the first is 1. @param {number} error */
function step(error) {
  const place = 10 ** Math.floor(Math.log10(error));
  return Math.max(1, error / place < 2 ? place / 10 : place);
}

/** @param {number} value @param {number} error */
function rounded(value, error) {
  const unit = step(Math.max(1, error));
  return Math.round(value / unit) * unit;
}

/**
 * Why a search on the device has found none.
 * @param {import('./types.d.ts').Crossover & { n: null }} found @param {(id: string) => string} titleOf @param {Formats} formats
 */
export function describeNone({ ends, points, reason }, titleOf, formats) {
  const at = (/** @type {number} */ n) => `n\u00a0=\u00a0${formats.integer(n)}`;
  if (!ends.length) return lower(reason);
  const open = ends.find(({ faster }) => faster === null);
  if (open) return `which is faster at ${at(open.n)} cannot be told: ${whyOpen(points.filter(({ n }) => n === open.n), titleOf) ?? lower(/** @type {{ reason: string }} */ (open).reason)}`;
  const [low, high] = ends.map(({ n, faster }) => ({ n, faster: titleOf(String(faster)) }));
  if (low.faster === high.faster) return `${low.faster} is faster at both ends, ${at(low.n)} and ${at(high.n)}.`;
  return `${low.faster} is faster at ${at(low.n)} and ${high.faster} at ${at(high.n)}: here it is ${high.faster} that overtakes.`;
}

/** As the rest of a sentence. @param {string} reason */
function lower(reason) {
  return `${reason[0].toLowerCase()}${reason.slice(1)}`;
}

/** What is wrong with one of the points, or null where they are too close. @param {Point[]} points @param {(id: string) => string} titleOf */
function whyOpen(points, titleOf) {
  const bad = points.find(({ skipped, verified, resolved }) => skipped || !verified || !resolved);
  if (!bad) return null;
  const title = titleOf(bad.algorithm);
  if (bad.skipped) return `${title} was not measured: ${bad.skipped}`;
  return bad.verified ? `the time of ${title} is too short for this timer.` : `the output of ${title} was wrong, so its time is void.`;
}
