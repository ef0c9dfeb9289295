/** The measured points from which claims are judged. Each point has a valid time, or a reason why it has no valid time. */
import { whyNoVerdict } from '../shared/no-verdict.ts';
import { isSame, nameOf } from './scans.ts';
import type { Formats } from '../shared/format.ts';
import type { Comparison } from '../types.ts';
import type { Compare, Outcome, Point, Ratio, TunedAlgorithm } from './types.ts';

/** `complete` is false if the run was cancelled. */
export type Context = { compare: Compare; formats: Formats; titleOf: (id: string) => string; complete: boolean };

/** Times that differ by at most this share count as equal. */
export const SAME = 0.02;

/** Thrown if a claim cannot be judged. The message is the reason. */
export class Undecided extends Error {}

export class Evidence {
  outcomes: Outcome[];
  context: Context;

  constructor(outcomes: Outcome[], context: Context) {
    this.outcomes = outcomes;
    this.context = context;
  }

  /** The point of a scan at n. Throws if it has no valid time. */
  at(scan: TunedAlgorithm, n: number) {
    const point = this.outcomes.find((outcome) => outcome.n === n && isSame(outcome.scan, scan))?.point;
    const what = `${this.name(scan)} at ${this.n(n)} elements`;
    if (!point) throw new Undecided(`${what} was not measured`);
    if (point.skipped) throw new Undecided(`${what} was skipped: ${withoutStop(point.skipped)}`);
    if (!point.verified) throw new Undecided(`the output of ${what} was wrong, so its time is void`);
    if (point.hidden) throw new Undecided(`the tab was hidden while ${what} ran`);
    if (!hasTime(point)) throw new Undecided(`the time of ${what} is too short for this timer`);
    return point;
  }

  /** The largest size at which all scans have times. If no size has all times, the largest size of all, for which `at` gives the reason. */
  size(size: number | 'largest', scans: TunedAlgorithm[]) {
    if (size !== 'largest') return size;
    if (!this.outcomes.length) throw new Undecided('nothing was measured');
    const common = this.sizesOf(...scans);
    return Math.max(...(common.length ? common : this.outcomes.map(({ n }) => n)));
  }

  /** The sizes at which all scans have times, ascending. */
  sizesOf(...scans: TunedAlgorithm[]) {
    const timed = this.timed();
    const sizes = [...new Set(timed.map(({ n }) => n))].sort((left, right) => left - right);
    return sizes.filter((n) => scans.every((scan) => timed.some((outcome) => outcome.n === n && isSame(outcome.scan, scan))));
  }

  /** The outcomes with valid times. */
  timed() {
    return this.outcomes.filter(({ point }) => hasTime(point) && !point.hidden);
  }

  async compare(left: Point, right: Point) {
    const outcome = await this.context.compare(left, right, { margin: SAME });
    const { verdict, ratio } = outcome;
    if (!ratio) throw new Undecided(`no verdict: ${whyNoVerdict(outcome, this.context.formats)}`);
    return { verdict, ratio };
  }

  /** The left time divided by the right one. */
  async ratio(left: Point, right: Point) {
    return (await this.compare(left, right)).ratio;
  }

  name(scan: TunedAlgorithm) {
    return nameOf(scan, this.context.titleOf);
  }

  n(n: number) {
    return this.context.formats.size(n);
  }

  /** @param share 1 is 100 % */
  percent(share: number) {
    return this.context.formats.percent(share);
  }

  times(factor: number) {
    return `${this.context.formats.three.format(factor)}×`;
  }

  withInterval({ value, interval: [low, high] }: Ratio) {
    const { three } = this.context.formats;
    return `${this.times(value)} (${three.format(low)} to ${three.format(high)})`;
  }
}

function withoutStop(sentence: string) {
  return sentence.replace(/\.$/, '');
}

/** The finding on a claim that a value is at least `bound`: inconclusive if the interval of the value contains the bound. */
export function reaches([low, high]: number[], bound: number): 'held' | 'not-held' | 'inconclusive' {
  return low >= bound ? 'held' : high < bound ? 'not-held' : 'inconclusive';
}

/** The finding on a claim that one scan is faster. */
export function findingOf(verdict: Comparison['verdict']) {
  return verdict === 'faster' ? 'held' : verdict === 'inconclusive' ? verdict : 'not-held';
}

/** The finding on a claim that a ratio of times exceeds 1 by at most `share`. */
export function isWithin(ratio: Ratio, share: number) {
  return reaches(inverse(ratio).interval, 1 / (1 + share));
}

export function inverse({ value, interval: [low, high] }: Ratio): Ratio {
  return { value: 1 / value, interval: [1 / high, 1 / low] };
}

/** @param point a point that has a time */
export function timeOf({ median_ns }: Point) {
  return median_ns as number;
}

/** The sum of the time and the time of the readback of the output, with its interval; null without a readback. */
export function readbackOf({ median_ns, interval_ns, readback }: Point): Ratio | null {
  if (!median_ns || !interval_ns || !readback?.median_ns) return null;
  const [low, high] = readback.interval_ns ?? [readback.median_ns, readback.median_ns];
  return { value: median_ns + readback.median_ns, interval: [interval_ns[0] + low, interval_ns[1] + high] };
}

export function hasTime({ verified, skipped, resolved, median_ns, interval_ns }: Point) {
  return verified && !skipped && resolved && median_ns !== null && median_ns > 0 && interval_ns !== null;
}
