/**
 * How long a scan should take: time = dispatches × launch + bytes ÷ bandwidth. The dispatches and the bytes are its plan's; the two
 * constants are the device's, found with an empty dispatch and with the copy kernel. Pure: no DOM.
 */

/**
 * @typedef {object} Model
 * @property {number} launch_ns of a dispatch among others
 * @property {'empty' | 'copy'} launchFrom what told it: an empty dispatch, or the copy kernel
 * @property {number} bytes_per_ns
 * @property {number} largest elements of the longest copy, whose speed is the bandwidth
 */

/** @typedef {{ n: number, bytes: number, ns: number }} Copy */
/** @typedef {{ launches_ns: number, traffic_ns: number, ns: number }} Prediction */
/** @typedef {Prediction & { n: number, measured_ns: number }} Row */

/** Sizes this close to an end of the sweep speak for that end. */
const NEAR = 4;
/** How many launches long a copy must be to tell a bandwidth, and how many times one cost the other to decide. */
const TIMES = 2;
/** Fitting one constant to the other converges fast: what a small copy moves matters little to it. */
const ITERATIONS = 20;
/** How far a measured time may lie from its prediction and still agree with it. */
export const AGREES = 1.25;

/**
 * @param {number | null} overhead_ns of an empty dispatch, where it was measured
 * @param {Copy[]} copies by rising n
 * @returns {{ model: Model, problem: null } | { model: null, problem: string }} the problem completes “no prediction: ”
 */
export function fit(overhead_ns, copies) {
  if (!copies.length) return problem('the copy kernel was not measured');
  const last = copies[copies.length - 1];
  const launch_ns = overhead_ns === null ? launchOf(copies) : Math.min(overhead_ns, ...copies.map(({ ns }) => ns));
  if (launch_ns === null) return problem(`to tell launches from bandwidth takes sizes ${NEAR} times apart or more`);
  if (!(last.ns >= TIMES * launch_ns)) {
    return problem(
      `to tell the bandwidth, the longest copy must take ${TIMES} launches or more; it takes ${(last.ns / launch_ns).toPrecision(2)}. Measure larger sizes`,
    );
  }
  const launchFrom = overhead_ns === null ? 'copy' : 'empty';
  return { model: { launch_ns, launchFrom, bytes_per_ns: bandwidth(copies, launch_ns), largest: last.n }, problem: null };
}

/** @param {string} text @returns {{ model: null, problem: string }} */
const problem = (text) => ({ model: null, problem: text });

/** What of the shortest copies' time does not grow with them; null where sizes are too close to each other. @param {Copy[]} copies */
function launchOf(copies) {
  const [first, last] = [copies[0], copies[copies.length - 1]];
  if (last.n < NEAR * first.n) return null;
  const short = copies.filter(({ n }) => n <= first.n * NEAR && n < last.n);
  let launch_ns = 0;
  for (let i = 0; i < ITERATIONS; i++) {
    const speed = bandwidth(copies, launch_ns);
    launch_ns = Math.max(0, median(short.map(({ bytes, ns }) => ns - bytes / speed)));
  }
  return launch_ns;
}

/** @param {Copy[]} copies @param {number} launch_ns */
function bandwidth(copies, launch_ns) {
  const { n } = copies[copies.length - 1];
  const long = copies.filter((copy) => copy.n * NEAR >= n && copy.ns >= TIMES * launch_ns);
  return median(long.map(({ bytes, ns }) => bytes / (ns - launch_ns)));
}

/** @param {number[]} values one or more */
function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** @param {Model} model @param {{ dispatches: number, bytes: number }} cost @returns {Prediction} */
export function predict({ launch_ns, bytes_per_ns }, { dispatches, bytes }) {
  const [launches_ns, traffic_ns] = [dispatches * launch_ns, bytes / bytes_per_ns];
  return { launches_ns, traffic_ns, ns: launches_ns + traffic_ns };
}

/**
 * @typedef {object} Judgement
 * @property {Row | null} launchesUpTo the largest size up to which launches decide
 * @property {Row | null} trafficFrom the smallest size from which on traffic does
 * @property {Row} worst where measured and predicted part most
 * @property {Row[]} off the sizes at which they do not agree
 */

/** Where a prediction is made of what, and where it fails. @param {Row[]} rows one or more, by rising n @returns {Judgement} */
export function judge(rows) {
  const firstOther = rows.findIndex(({ launches_ns, traffic_ns }) => launches_ns < TIMES * traffic_ns);
  const launched = firstOther < 0 ? rows.length : firstOther;
  let from = rows.length;
  while (from > 0 && rows[from - 1].traffic_ns >= TIMES * rows[from - 1].launches_ns) from -= 1;
  const error = (/** @type {Row} */ row) => Math.abs(Math.log(ratioOf(row)));
  return {
    launchesUpTo: rows[launched - 1] ?? null,
    trafficFrom: rows[from] ?? null,
    worst: rows.reduce((worst, row) => (error(row) > error(worst) ? row : worst)),
    off: rows.filter((row) => error(row) > Math.log(AGREES)),
  };
}

/** How many times the prediction was measured. @param {Row} row */
export function ratioOf({ measured_ns, ns }) {
  return measured_ns / ns;
}
