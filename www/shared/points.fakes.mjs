/** Points for the tests of the chart. */

const POINT = {
  operator: 'add',
  type: 'u32',
  mode: 'inclusive',
  direction: 'forward',
  segmented: false,
  pattern: 'random',
  seed: 1,
  tuning: {},
  verified: true,
  mismatch: null,
  timer: 'timestamp',
  samples_ns: [1, 1],
  samples_voided: 0,
  outliers: [],
  repeats: 4,
  timer_resolution_ns: 1,
  overhead_ns: null,
  rounds: [0, 1],
  block: null,
  resolved: true,
  interval_ns: null,
  minimum_ns: null,
  stopped: 'width',
  copy_ratio: null,
  copy: null,
  copy_drifted: false,
  dispatches: 1,
  scratch_bytes: 0,
  hidden: false,
  skipped: null,
};

/** The copy kernel's time in a point of n elements, with an interval of 10 % to both sides. */
export function beside(n, median_ns) {
  const elements_per_s = (n / median_ns) * 1e9;
  return { median_ns, interval_ns: [median_ns / 1.1, median_ns * 1.1], elements_per_s, bytes_per_s: 8 * elements_per_s };
}

/** A verified point of u32 with this time. */
export function timed(algorithm, n, median_ns, changes = {}) {
  const elements_per_s = median_ns && (n / median_ns) * 1e9;
  return { ...POINT, algorithm, n, median_ns, elements_per_s, bytes_per_s: elements_per_s && 8 * elements_per_s, ...changes };
}
