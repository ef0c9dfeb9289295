/** Compares the times of two points. Loaded on first use. */
import { badArgument, checkObject, copyOfList, describe, reading } from '../shared/arguments.ts';
import type { Comparison, ComparisonCause, CoreComparison, Point } from '../types.ts';

/** Why two points have no verdict. */
type Why = { cause: ComparisonCause; reason: string };

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

/** @returns how the left point's scan compares with the right one's */
export function comparePoints(
  core: Pick<typeof import('scanlab-core'), 'compare'>,
  left: unknown,
  right: unknown,
  options?: unknown,
): Comparison {
  const margin = checkMargin(checkObject('options', options, ['margin']).margin);
  const points = [checkPoint('left', left), checkPoint('right', right)];
  const paired = points[0].block !== null && points[0].block === points[1].block;
  const incomparable = points.map(voidReason).find(Boolean) ?? differenceReason(points) ?? (paired ? null : driftReason(points));
  if (incomparable) return { verdict: 'cannot-tell', ratio: null, paired, ...withMedians(points, incomparable) };
  const { too_few, ...found } = compare(core, points, paired, margin);
  if (too_few) return { ...found, paired, ...withMedians(points, tooFew(too_few, paired)) };
  return { ...found, paired, ...(found.verdict === 'cannot-tell' && inconclusive(found, points, margin)) };
}

/** With the ratio of the medians, where both times are valid and of the same work. */
function withMedians([{ median_ns: left }, { median_ns: right }]: Point[], why: Why) {
  const isValid = left && right && ['too-few-samples', 'device-drifted'].includes(why.cause.kind);
  return isValid ? { ...why, median_ratio: left / right } : why;
}

function tooFew({ required, found }: NonNullable<CoreComparison['too_few']>, paired: boolean): Why {
  const text = paired ? `in the same rounds are required, found ${found[0]}` : `are required, found ${found.join(' and ')}`;
  return { cause: { kind: 'too-few-samples', required, found }, reason: `${required} samples of each ${text}.` };
}

function compare(
  core: Pick<typeof import('scanlab-core'), 'compare'>,
  [left, right]: Point[],
  paired: boolean,
  margin: number,
): CoreComparison {
  const times = (point: Point) => (paired ? timesByRound(point) : Float64Array.from(point.samples_ns));
  return core.compare(times(left), quantumPerScan(left), times(right), quantumPerScan(right), paired, margin);
}

function checkMargin(margin: unknown = MARGIN) {
  if (typeof margin !== 'number' || !(margin >= 0 && margin < 1)) {
    throw badArgument(`margin must be a number from 0 up to but not including 1; it was ${describe(margin)}.`);
  }
  return margin;
}

/** A point, which may come from a file. */
function checkPoint(name: string, value: unknown): Point {
  const required = `${name} must be a point, as measure and sweep return it`;
  if (typeof value !== 'object' || value === null) throw badArgument(`${required}; it was ${describe(value)}.`);
  const given: Record<string, unknown> = reading(name, () => ({ ...value }));
  for (const [keys, type] of [
    [TEXTS, 'string'],
    [NUMBERS, 'number'],
  ] as const) {
    const bad = keys.find((key) => typeof (given[key] ?? undefined) !== type && (given[key] ?? undefined) !== undefined);
    if (bad) throw badArgument(`${required}; its ${bad} must be a ${type}, and was ${describe(given[bad])}.`);
  }
  const samples_ns = copyOfList(name, given.samples_ns, MOST_SAMPLES) as number[] | null;
  if (!samples_ns?.every((time) => typeof time === 'number' && time > 0 && time < Infinity)) {
    throw badArgument(
      `${required}; its samples_ns must be an array of at most ${MOST_SAMPLES} positive numbers, and were ${describe(given.samples_ns)}.`,
    );
  }
  return { ...given, samples_ns, ...checkRounds(name, required, given, samples_ns.length) } as Point;
}

/** The block and the rounds of the samples. */
function checkRounds(name: string, required: string, given: Record<string, unknown>, count: number) {
  const block = given.block ?? null;
  const rounds = (copyOfList(name, given.rounds, MAX_ROUNDS) as number[] | null) ?? [];
  const isRound = (round: number, i: number) => Number.isInteger(round) && round < MAX_ROUNDS && round > (rounds[i - 1] ?? -1);
  if (block !== null && !(rounds.length === count && rounds.every(isRound))) {
    throw badArgument(`${required}; its rounds must ascend, one for each of ${count} samples, and were ${describe(given.rounds)}.`);
  }
  return { rounds, block };
}

/** Times by round; NaN where a sample is void. */
function timesByRound({ samples_ns, rounds }: Point) {
  const times = new Float64Array((rounds.at(-1) ?? -1) + 1).fill(NaN);
  rounds.forEach((round, i) => (times[round] = samples_ns[i]));
  return times;
}

/** The quantum of the timer divided by the repeats of a sample, in ns. */
function quantumPerScan({ quantum_ns, repeats }: Point) {
  return (quantum_ns ?? COARSEST_QUANTUM_NS) / Math.max(1, repeats);
}

/** Why a point cannot be compared with any other, or null. */
function voidReason({ algorithm, n, skipped, verified, resolved, samples_ns, hidden }: Point): Why | null {
  if (skipped) return because('skipped', `${algorithm} was not measured: ${skipped}`);
  if (!verified) return because('wrong-output', `The output of ${algorithm} was wrong, so its time is void.`);
  if (hidden) return because('hidden', `The page was hidden while ${algorithm} was measured, so its time is void.`);
  if (n === 0) return because('no-elements', 'A scan of no elements takes no time.');
  if (!resolved || !samples_ns.length) return because('unresolved', `The samples of ${algorithm} span too few steps of the timer.`);
  return null;
}

function because(kind: Exclude<ComparisonCause['kind'], 'too-few-samples'>, reason: string): Why {
  return { cause: { kind }, reason };
}

/** Why two points cannot be compared with each other, or null. */
function differenceReason([left, right]: Point[]) {
  const field = (['n', 'operator', 'type'] as const).find((key) => left[key] !== right[key]);
  if (!field) return null;
  return because('different-requests', `Both points must have the same ${field}; they have ${left[field]} and ${right[field]}.`);
}

/** Why points of different blocks cannot be compared, or null. */
function driftReason(points: Point[]) {
  const drifted = points.find(({ copy_drifted }) => copy_drifted);
  if (!drifted) return null;
  const reason = `The device's speed changed while ${drifted.algorithm} was measured, so it can be compared only with points of its own block.`;
  return because('device-drifted', reason);
}

/** Why times cannot be told apart. */
function inconclusive({ ratio }: Pick<CoreComparison, 'ratio'>, points: Point[], margin: number) {
  const [low, high] = ratio ? ratio.interval.map(short) : [];
  const resolution = points.reduce((sum, point) => sum + quantumPerScan(point) / 2 / (point.median_ns ?? Infinity), 0);
  const timers = resolution > margin ? ` The timers' resolution alone is ${short(100 * resolution)} %.` : '';
  const reason = `The ratio's 95 % interval, ${low} to ${high}, includes 1 and exceeds the margin of ${short(100 * margin)} %.${timers}`;
  return because('interval', reason);
}

function short(value: number) {
  return Number(value.toPrecision(4));
}
