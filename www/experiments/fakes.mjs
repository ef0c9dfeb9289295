/** Points and comparisons for the tests of experiments. */
import { Formats } from '../shared/format.ts';

export const formats = new Formats('en');
export const titleOf = (id) => id;

/** A verified point. Its interval extends from its median by the share `spread` in both directions. */
export function point(median_ns, { spread = 0.01, n = 1, ...more } = {}) {
  const interval_ns = [median_ns * (1 - spread), median_ns * (1 + spread)];
  return {
    n,
    verified: true,
    skipped: null,
    resolved: true,
    median_ns,
    interval_ns,
    elements_per_s: (n / median_ns) * 1e9,
    copy_ratio: null,
    ...more,
  };
}

export const wrong = point(1, { verified: false, median_ns: null, interval_ns: null, resolved: false });
export const skipped = (reason) => point(1, { verified: false, median_ns: null, interval_ns: null, resolved: false, skipped: reason });
export const tooShort = point(1, { resolved: false, median_ns: null, interval_ns: null });

/** Compares like `ScanLab.compare`, but only by the intervals of the points. */
export async function compare(left, right, { margin }) {
  const [low, high] = [left.interval_ns[0] / right.interval_ns[1], left.interval_ns[1] / right.interval_ns[0]];
  const same = 1 - low <= margin && high - 1 <= margin;
  const verdict = high < 1 ? 'faster' : low > 1 ? 'slower' : same ? 'same' : 'inconclusive';
  return { verdict, ratio: { value: left.median_ns / right.median_ns, interval: [low, high] }, paired: true };
}

export const context = (more = {}) => ({ compare, formats, titleOf, complete: true, ...more });
