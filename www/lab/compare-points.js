/** Compares the times of two points. Loaded on first use. */
import { badArgument, checkObject, copyOfList, describe, reading } from '../shared/arguments.js';
/** @import { Comparison, ComparisonCause, CoreComparison, Point } from '../types.d.ts' */

/** Why two points have no verdict. @typedef {{ cause: ComparisonCause, reason: string }} Why */

/** The default margin: scans whose ratio of times differs from 1 by at most this count as equal. */
const MARGIN = 0.01;
/** More samples than any series has. A bound, since the bootstrap's time grows with their square. */
const MOST_SAMPLES = 1000;
/** More rounds than any block has. */
const MAX_ROUNDS = 10_000;
/** Assumed of a clock whose quantum was not measured: the coarsest to which browsers round clocks by default. */
const COARSEST_QUANTUM_NS = 1e6;

/** The other fields that are checked, by type. */
const [TEXTS, NUMBERS] = [
  ['algorithm', 'operator', 'type', 'skipped'],
  ['n', 'repeats', 'quantum_ns', 'median_ns'],
];

/**
 * @param {Pick<typeof import('scanlab-core'), 'compare'>} core
 * @param {unknown} left
 * @param {unknown} right
 * @param {unknown} [options]
 * @returns {Comparison} how the left point's scan compares with the right one's
 */
export function comparePoints(core, left, right, options) {
  const margin = checkMargin(checkObject('options', options, ['margin']).margin);
  const points = [checkPoint('left', left), checkPoint('right', right)];
  const paired = points[0].block !== null && points[0].block === points[1].block;
  const incomparable = points.map(voidReason).find(Boolean) ?? differenceReason(points) ?? (paired ? null : driftReason(points));
  if (incomparable) return { verdict: 'cannot-tell', ratio: null, paired, ...withMedians(points, incomparable) };
  const { too_few, ...found } = compare(core, points, paired, margin);
  if (too_few) return { ...found, paired, ...withMedians(points, tooFew(too_few, paired)) };
  return { ...found, paired, ...(found.verdict === 'cannot-tell' && inconclusive(found, points, margin)) };
}

/** With the ratio of the medians, where both times are valid and of the same work. @param {Point[]} points @param {Why} why */
function withMedians([{ median_ns: left }, { median_ns: right }], why) {
  const isValid = left && right && ['too-few-samples', 'device-drifted'].includes(why.cause.kind);
  return isValid ? { ...why, median_ratio: left / right } : why;
}

/** @param {NonNullable<CoreComparison['too_few']>} tooFew @param {boolean} paired @returns {Why} */
function tooFew({ required, found }, paired) {
  const text = paired ? `in the same rounds are required, found ${found[0]}` : `are required, found ${found.join(' and ')}`;
  return { cause: { kind: 'too-few-samples', required, found }, reason: `${required} samples of each ${text}.` };
}

/**
 * @param {Pick<typeof import('scanlab-core'), 'compare'>} core @param {Point[]} points @param {boolean} paired @param {number} margin
 * @returns {CoreComparison}
 */
function compare(core, [left, right], paired, margin) {
  const times = (/** @type {Point} */ point) => (paired ? timesByRound(point) : Float64Array.from(point.samples_ns));
  return core.compare(times(left), quantumPerScan(left), times(right), quantumPerScan(right), paired, margin);
}

/** @param {unknown} margin */
function checkMargin(margin = MARGIN) {
  if (typeof margin !== 'number' || !(margin >= 0 && margin < 1)) {
    throw badArgument(`margin must be a number from 0 up to but not including 1; it was ${describe(margin)}.`);
  }
  return margin;
}

/** A point, which may come from a file. @param {string} name @param {unknown} value @returns {Point} */
function checkPoint(name, value) {
  const required = `${name} must be a point, as measure and sweep return it`;
  if (typeof value !== 'object' || value === null) throw badArgument(`${required}; it was ${describe(value)}.`);
  /** @type {Record<string, unknown>} */
  const given = reading(name, () => ({ ...value }));
  for (const [keys, type] of /** @type {const} */ ([
    [TEXTS, 'string'],
    [NUMBERS, 'number'],
  ])) {
    const bad = keys.find((key) => typeof (given[key] ?? undefined) !== type && (given[key] ?? undefined) !== undefined);
    if (bad) throw badArgument(`${required}; its ${bad} must be a ${type}, and was ${describe(given[bad])}.`);
  }
  const samples_ns = /** @type {number[] | null} */ (copyOfList(name, given.samples_ns, MOST_SAMPLES));
  if (!samples_ns?.every((time) => typeof time === 'number' && time > 0 && time < Infinity)) {
    throw badArgument(
      `${required}; its samples_ns must be an array of at most ${MOST_SAMPLES} positive numbers, and were ${describe(given.samples_ns)}.`,
    );
  }
  return /** @type {Point} */ ({ ...given, samples_ns, ...checkRounds(name, required, given, samples_ns.length) });
}

/** The block and the rounds of the samples. @param {string} name @param {string} required @param {Record<string, unknown>} given @param {number} count */
function checkRounds(name, required, given, count) {
  const block = given.block ?? null;
  const rounds = /** @type {number[] | null} */ (copyOfList(name, given.rounds, MAX_ROUNDS)) ?? [];
  const isRound = (/** @type {number} */ round, /** @type {number} */ i) =>
    Number.isInteger(round) && round < MAX_ROUNDS && round > (rounds[i - 1] ?? -1);
  if (block !== null && !(rounds.length === count && rounds.every(isRound))) {
    throw badArgument(`${required}; its rounds must ascend, one for each of ${count} samples, and were ${describe(given.rounds)}.`);
  }
  return { rounds, block };
}

/** Times by round; NaN where a sample is void. @param {Point} point */
function timesByRound({ samples_ns, rounds }) {
  const times = new Float64Array((rounds.at(-1) ?? -1) + 1).fill(NaN);
  rounds.forEach((round, i) => (times[round] = samples_ns[i]));
  return times;
}

/** The quantum of the timer divided by the repeats of a sample, in ns. @param {Point} point */
function quantumPerScan({ quantum_ns, repeats }) {
  return (quantum_ns ?? COARSEST_QUANTUM_NS) / Math.max(1, repeats);
}

/** Why a point cannot be compared with any other, or null. @param {Point} point @returns {Why | null} */
function voidReason({ algorithm, n, skipped, verified, resolved, samples_ns, hidden }) {
  if (skipped) return because('skipped', `${algorithm} was not measured: ${skipped}`);
  if (!verified) return because('wrong-output', `The output of ${algorithm} was wrong, so its time is void.`);
  if (hidden) return because('hidden', `The page was hidden while ${algorithm} was measured, so its time is void.`);
  if (n === 0) return because('no-elements', 'A scan of no elements takes no time.');
  if (!resolved || !samples_ns.length) return because('unresolved', `The samples of ${algorithm} span too few steps of the timer.`);
  return null;
}

/** @param {Exclude<ComparisonCause['kind'], 'too-few-samples'>} kind @param {string} reason @returns {Why} */
function because(kind, reason) {
  return { cause: { kind }, reason };
}

/** Why two points cannot be compared with each other, or null. @param {Point[]} points */
function differenceReason([left, right]) {
  const field = /** @type {const} */ (['n', 'operator', 'type']).find((key) => left[key] !== right[key]);
  if (!field) return null;
  return because('different-requests', `Both points must have the same ${field}; they have ${left[field]} and ${right[field]}.`);
}

/** Why points of different blocks cannot be compared, or null. @param {Point[]} points */
function driftReason(points) {
  const drifted = points.find(({ copy_drifted }) => copy_drifted);
  if (!drifted) return null;
  const reason = `The device's speed changed while ${drifted.algorithm} was measured, so it can be compared only with points of its own block.`;
  return because('device-drifted', reason);
}

/** Why times cannot be told apart. @param {Pick<CoreComparison, 'ratio'>} found @param {Point[]} points @param {number} margin */
function inconclusive({ ratio }, points, margin) {
  const [low, high] = ratio ? ratio.interval.map(short) : [];
  const resolution = points.reduce((sum, point) => sum + quantumPerScan(point) / 2 / (point.median_ns ?? Infinity), 0);
  const timers = resolution > margin ? ` The timers' resolution alone is ${short(100 * resolution)} %.` : '';
  const reason = `The ratio's 95 % interval, ${low} to ${high}, includes 1 and exceeds the margin of ${short(100 * margin)} %.${timers}`;
  return because('interval', reason);
}

/** @param {number} value */
function short(value) {
  return Number(value.toPrecision(4));
}
