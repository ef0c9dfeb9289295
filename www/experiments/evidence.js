/** The measured points, as judgements of claims use them: each has a valid time or a reason why not. */
import { whyNoVerdict } from '../shared/no-verdict.js';
import { isSame, nameOf } from './scans.js';

/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./types.d.ts').Ratio} Ratio */
/** @typedef {import('./types.d.ts').TunedAlgorithm} TunedAlgorithm */
/** complete: false if the run was cancelled. */
/** @typedef {{ compare: import('./types.d.ts').Compare, formats: import('../shared/format.js').Formats, titleOf: (id: string) => string, complete: boolean }} Context */

/** Differences up to this share count as none. */
export const SAME = 0.02;

/** Thrown if a claim cannot be judged; the message is the reason. */
export class Undecided extends Error {}

export class Evidence {
  /** @param {Outcome[]} outcomes @param {Context} context */
  constructor(outcomes, context) {
    this.outcomes = outcomes;
    this.context = context;
  }

  /** The point of a scan at n, if it has a valid time. @param {TunedAlgorithm} scan @param {number} n */
  at(scan, n) {
    const point = this.outcomes.find((outcome) => outcome.n === n && isSame(outcome.scan, scan))?.point;
    const what = `${this.name(scan)} at ${this.n(n)} elements`;
    if (!point) throw new Undecided(`${what} was not measured`);
    if (point.skipped) throw new Undecided(`${what} was skipped: ${withoutStop(point.skipped)}`);
    if (!point.verified) throw new Undecided(`the output of ${what} was wrong, so its time is void`);
    if (point.hidden) throw new Undecided(`the tab was hidden while ${what} ran`);
    if (!hasTime(point)) throw new Undecided(`the time of ${what} is too short for this timer`);
    return point;
  }

  /**
   * The largest size at which all have times; or else the largest of all, at which `at` gives the reason.
   * @param {number | 'largest'} size @param {TunedAlgorithm[]} scans
   */
  size(size, scans) {
    if (size !== 'largest') return size;
    if (!this.outcomes.length) throw new Undecided('nothing was measured');
    const common = this.sizesOf(...scans);
    return Math.max(...(common.length ? common : this.outcomes.map(({ n }) => n)));
  }

  /** The sizes at which all of them have times, ascending. @param {...TunedAlgorithm} scans */
  sizesOf(...scans) {
    const timed = this.timed();
    const sizes = [...new Set(timed.map(({ n }) => n))].sort((left, right) => left - right);
    return sizes.filter((n) => scans.every((scan) => timed.some((outcome) => outcome.n === n && isSame(outcome.scan, scan))));
  }

  /** The outcomes with valid times. */
  timed() {
    return this.outcomes.filter(({ point }) => hasTime(point) && !point.hidden);
  }

  /** @param {Point} left @param {Point} right */
  async compare(left, right) {
    const outcome = await this.context.compare(left, right, { margin: SAME });
    const { verdict, ratio } = outcome;
    if (!ratio) throw new Undecided(`no verdict: ${whyNoVerdict(outcome, this.context.formats)}`);
    return { verdict, ratio };
  }

  /** The left time divided by the right one. @param {Point} left @param {Point} right */
  async ratio(left, right) {
    return (await this.compare(left, right)).ratio;
  }

  /** @param {TunedAlgorithm} scan */
  name(scan) {
    return nameOf(scan, this.context.titleOf);
  }

  /** @param {number} n */
  n(n) {
    return this.context.formats.size(n);
  }

  /** @param {number} share of 1 */
  percent(share) {
    return this.context.formats.percent(share);
  }

  /** @param {number} factor */
  times(factor) {
    return `${this.context.formats.three.format(factor)}×`;
  }

  /** @param {Ratio} ratio */
  withInterval({ value, interval: [low, high] }) {
    const { three } = this.context.formats;
    return `${this.times(value)} (${three.format(low)} to ${three.format(high)})`;
  }
}

/** @param {string} sentence */
function withoutStop(sentence) {
  return sentence.replace(/\.$/, '');
}

/** Whether an interval lies above a bound, below it, or across it. @param {number[]} interval @param {number} bound @returns {'held' | 'not-held' | 'cannot-tell'} */
export function reaches([low, high], bound) {
  return low >= bound ? 'held' : high < bound ? 'not-held' : 'cannot-tell';
}

/** The finding on a claim that one scan is faster. @param {import('../types.d.ts').Comparison['verdict']} verdict */
export function findingOf(verdict) {
  return verdict === 'faster' ? 'held' : verdict === 'cannot-tell' ? verdict : 'not-held';
}

/** Whether a ratio of times, with its interval, exceeds 1 by at most a share. @param {Ratio} ratio @param {number} share */
export function isWithin(ratio, share) {
  return reaches(inverse(ratio).interval, 1 / (1 + share));
}

/** @param {Ratio} ratio @returns {Ratio} */
export function inverse({ value, interval: [low, high] }) {
  return { value: 1 / value, interval: [1 / high, 1 / low] };
}

/** @param {Point} point one that has a time */
export function timeOf({ median_ns }) {
  return /** @type {number} */ (median_ns);
}

/** The time with the readback of what is kept, and its interval; null without. @param {Point} point @returns {Ratio | null} */
export function readbackOf({ median_ns, interval_ns, readback }) {
  if (!median_ns || !interval_ns || !readback?.median_ns) return null;
  const [low, high] = readback.interval_ns ?? [readback.median_ns, readback.median_ns];
  return { value: median_ns + readback.median_ns, interval: [interval_ns[0] + low, interval_ns[1] + high] };
}

/** @param {Point} point */
export function hasTime({ verified, skipped, resolved, median_ns, interval_ns }) {
  return verified && !skipped && resolved && median_ns !== null && median_ns > 0 && interval_ns !== null;
}
