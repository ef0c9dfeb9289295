/** How long a sweep will take: guessed from the plans of its scans until some were measured here, then from these. */

/** @typedef {import('../types.d.ts').PlanDescription} PlanDescription */
/** @typedef {{ algorithms: string[], sizes: number[], transfers?: boolean }} Wanted */
/** @typedef {{ expected_s: number, most_s: number }} Guess */
/** points: those that are still to come. @typedef {Guess & { points: number }} Left */

/**
 * What an adapter takes, in s. The first four are the core's own settings (src/bench/settings.rs), the others guesses, which the
 * first measurements correct.
 * @typedef {object} Pace
 * @property {number} load_s for which the device is kept busy before a block
 * @property {number} budget_s for the samples of one scan
 * @property {number} attempts at a block
 * @property {number} limit_s of one run
 * @property {number} sample_s that a sample spans at least, the timer being as coarse as browsers make it
 * @property {number} start_s of one scan: compiling, warming up, reading back
 * @property {number} dispatch_s
 * @property {number} move_s of an element read or written
 * @property {number} step_s of an application that waits for the one before
 * @property {number} check_s of an element on the CPU
 */

/** @type {Pace} */
export const GPU = {
  load_s: 0.3,
  budget_s: 1,
  attempts: 2,
  limit_s: 2,
  sample_s: 0.013,
  start_s: 0.4,
  dispatch_s: 5e-6,
  move_s: 5e-11,
  step_s: 1e-8,
  check_s: 3e-8,
};
/** @type {Pace} */
export const SOFTWARE = {
  load_s: 0,
  budget_s: 0.3,
  attempts: 1,
  limit_s: 2,
  sample_s: 0.013,
  start_s: 0.6,
  dispatch_s: 2e-4,
  move_s: 4e-9,
  step_s: 4e-9,
  check_s: 1e-7,
};

/** Samples of a series whose times are steady, and of one whose time is over. */
const [LEAST_SAMPLES, FEW_SAMPLES] = [12, 6];
/** Of a size whose uploads and readbacks are measured too (www/lab/transfers.js): rounds for a while, of which one is always whole. */
const [ROUNDS_S, ELEMENT_MOVED_S] = [0.8, 4e-8];
/** By how much a guess may be wrong where it says "at most". */
const DOUBT = 2;
/** The same of uploads and readbacks, whose pace is the machine's. */
const MOVED_DOUBT = 5;

/** @param {Pace} pace @param {number} n @param {PlanDescription | null} plan null for the scan on the CPU @returns {Guess} of one point */
export function guessPoint(pace, n, plan) {
  const { budget_s, attempts, limit_s, sample_s, start_s, dispatch_s, move_s, step_s, check_s } = pace;
  const around_s = start_s + n * check_s;
  if (!plan) return { expected_s: around_s, most_s: DOUBT * around_s + limit_s };
  const { dispatches, reads, writes, depth } = plan.cost;
  const run_s = dispatches * dispatch_s + (reads + writes) * move_s + depth * step_s;
  const least_s = Math.max(budget_s, FEW_SAMPLES * run_s);
  // A run that takes too long is stopped, and what is longer is not tried.
  const samples_s = run_s > limit_s ? limit_s : Math.min(LEAST_SAMPLES * Math.max(sample_s, run_s), least_s);
  return { expected_s: around_s + samples_s, most_s: DOUBT * around_s + attempts * Math.min(DOUBT * least_s, FEW_SAMPLES * limit_s) };
}

/** Learns from what it sees. Times are told to it in ms, from any start. */
export class Forecaster {
  /** Seconds by scan and size, as they were last measured. @type {Map<string, number>} */
  #measured = new Map();
  /** Of all that was measured: what was guessed, and what it took. */
  #guessed_s = 0;
  #took_s = 0;
  /** What is still to come, by size. @type {Map<number, Set<string>>} */
  #missing = new Map();
  /** The size that is being measured, since when, and of what it has points. @type {{ n: number, start_ms: number, ids: string[] }} */
  #block = { n: NaN, start_ms: 0, ids: [] };
  #transfers = false;
  /** When the last point came. */
  #last_ms = 0;

  /** @param {Pace} pace @param {(algorithm: string, n: number) => Guess} guess of a point */
  constructor(pace, guess) {
    this.pace = pace;
    this.guess = guess;
  }

  /** Whether anything was measured yet. */
  get isMeasured() {
    return this.#took_s > 0;
  }

  /** A sweep from its beginning. @param {Wanted} wanted @returns {Guess} */
  sweep({ algorithms, sizes, transfers = false }) {
    this.#transfers = transfers;
    const all = sizes.map((n) => this.#size(n, algorithms));
    const sum = (/** @type {keyof Guess} */ key) => all.reduce((total, guess) => total + guess[key], 0);
    return { expected_s: sum('expected_s'), most_s: sum('most_s') };
  }

  /** @param {number} n @param {Iterable<string>} ids @returns {Guess} */
  #size(n, ids) {
    const { load_s, attempts } = this.pace;
    const moved_s = this.#moved(n);
    let [expected_s, most_s] = [load_s * this.#factor + moved_s, load_s * attempts + MOVED_DOUBT * moved_s];
    for (const id of ids) {
      const guess = this.guess(id, n);
      expected_s += this.#measured.get(`${id} ${n}`) ?? guess.expected_s * this.#factor;
      most_s += guess.most_s;
    }
    return { expected_s, most_s };
  }

  /** What uploads and readbacks of a size take. @param {number} n */
  #moved(n) {
    return this.#transfers ? ROUNDS_S + n * ELEMENT_MOVED_S : 0;
  }

  /** How wrong guesses are here. */
  get #factor() {
    return this.isMeasured ? this.#took_s / this.#guessed_s : 1;
  }

  /** @param {Wanted} wanted @param {{ algorithm: string, n: number }[]} points that are there already @param {number} now_ms */
  begin({ algorithms, sizes, transfers = false }, points, now_ms) {
    this.#transfers = transfers;
    this.#missing = new Map(sizes.map((n) => [n, new Set(algorithms)]));
    for (const { algorithm, n } of points) this.#missing.get(n)?.delete(algorithm);
    this.#last_ms = now_ms;
    this.#open(NaN);
  }

  /** @param {{ algorithm: string, n: number, skipped: string | null }} point @param {number} now_ms */
  point({ algorithm, n, skipped }, now_ms) {
    if (n !== this.#block.n) this.#open(n);
    if (!skipped) this.#block.ids.push(algorithm);
    this.#missing.get(n)?.delete(algorithm);
    this.#last_ms = now_ms;
    if (!this.#missing.get(n)?.size) this.#learn();
  }

  /** Nothing was measured for a while. @param {number} now_ms */
  resume(now_ms) {
    const paused_ms = now_ms - this.#last_ms;
    this.#block.start_ms += paused_ms;
    this.#last_ms = now_ms;
  }

  /** @param {number} n */
  #open(n) {
    this.#block = { n, start_ms: this.#last_ms, ids: [] };
  }

  /** Points of a size come together, after all of them were measured: each has its share of the time. */
  #learn() {
    const { n, start_ms, ids } = this.#block;
    if (!ids.length) return;
    const took_s = Math.max(0, (this.#last_ms - start_ms) / 1000 - this.#moved(n));
    this.#took_s += took_s;
    this.#guessed_s += this.pace.load_s + ids.reduce((sum, id) => sum + this.guess(id, n).expected_s, 0);
    for (const id of ids) this.#measured.set(`${id} ${n}`, took_s / ids.length);
    this.#open(NaN);
  }

  /** What is left of the sweep that has begun; of a size that takes longer than was guessed, no time but its points. @param {number} now_ms @returns {Left} */
  left(now_ms) {
    const sizes = [...this.#missing].filter(([, ids]) => ids.size);
    const [current] = sizes;
    let [expected_s, most_s, points] = [0, 0, 0];
    for (const [n, ids] of sizes) {
      points += ids.size;
      const all = n === this.#block.n ? [...ids, ...this.#block.ids] : ids;
      const guess = this.#size(n, all);
      const spent_s = n === current[0] ? (now_ms - (n === this.#block.n ? this.#block.start_ms : this.#last_ms)) / 1000 : 0;
      expected_s += Math.max(0, guess.expected_s - spent_s);
      most_s += Math.max(0, guess.most_s - spent_s);
    }
    return { expected_s, most_s, points };
  }
}

/** A time as people tell it, never shorter than it is by much. @param {number} s */
export function durationText(s) {
  if (s < 57.5) return `${Math.max(5, 5 * Math.ceil(s / 5 - 0.5))} s`;
  if (s < 57.5 * 60) return `${Math.ceil(s / 60 - 0.25)} min`;
  return `${Math.ceil(s / 360 - 0.25) / 10} h`;
}

/** Points that are missing are not done, however long they take. @param {Left} left @param {boolean} isMeasured */
export function leftText(left, isMeasured) {
  if (!left.points) return 'Nearly done.';
  if ((isMeasured ? left.expected_s : left.most_s) > 0) return `Left: ${forecastText(left, isMeasured)}.`;
  return 'This takes longer than estimated.';
}

/** @param {Guess} guess @param {boolean} isMeasured */
export function forecastText({ expected_s, most_s }, isMeasured) {
  return isMeasured ? `about ${durationText(expected_s)}` : `at most ${durationText(most_s)}`;
}
