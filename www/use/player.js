/**
 * Runs an application whenever something has changed, and frame after frame while it is animated. Runs never overlap: what changes during
 * one is taken up by the next, and frames that pass meanwhile are dropped.
 */
import { untilVisible } from '../shared/visibility.js';
import { release } from './device.js';
import { checkOutcome, runSteps } from './steps.js';

/** @typedef {import('./types.d.ts').Application} Application */
/** @typedef {import('./types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').Outcome} Outcome */
/** @typedef {import('./types.d.ts').State} State */
/** @typedef {{ settings: import('./types.d.ts').Settings, n: number, input: unknown, scan: string }} Request */
/** Why there is no request: the input is not right, or the view is hidden. @typedef {'refused' | 'hidden'} NoRequest */
/** @typedef {'done' | 'refused' | 'cancelled' | 'failed'} End */
/**
 * @typedef {object} Owner
 * @property {() => Promise<Lab>} getLab
 * @property {(work: string) => string | null} begin what runs already, or null
 * @property {() => void} end
 * @property {(lab: Lab, seconds: number | null) => Request | NoRequest} request of the next run; seconds of the animation, if it plays
 * @property {(state: State, step: string, framesPerSecond: number | null) => boolean} onFrame shows what a step has made so far; false where another step is shown
 * @property {(outcome: Outcome, framesPerSecond: number | null) => void} onOutcome
 * @property {(how: End, error?: unknown) => void} onEnd
 */

const WORK = 'an application is running';
/** A reference program that takes longer checks frames at intervals. */
const CHECK_EVERY_FRAME_MS = 4;
const CHECK_EVERY_MS = 1000;
/** The parts of a run are shown for so long, then at intervals, so that a long run does not take much longer. */
const PARTS_MS = 4000;
const RARE_PARTS_MS = 500;
/** Frames whose rate is shown. */
const RATE_FRAMES = 20;

const REDUCED_MOTION = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

export class Player {
  /** @type {AbortController | null} */
  running = null;
  /** Whether it is animated. */
  isPlaying = false;
  /** Seconds of the animation so far. */
  #seconds = 0;
  #isWanted = false;
  #checked_ms = -Infinity;
  #checkTook_ms = Infinity;
  /** The lab of the last run. @type {Lab | null} */
  #lab = null;
  /** The last result, where nothing has checked it. @type {Outcome | null} */
  #unchecked = null;
  /** What the run's parts took to show, and when the last one was. */
  #shown_ms = 0;
  #partShown_ms = 0;
  /** When the last frames were shown. @type {number[]} */
  #frames = [];

  /** @param {Application} application @param {Owner} owner */
  constructor(application, owner) {
    this.application = application;
    this.owner = owner;
  }

  /** Runs soon; calls until then share the run. @returns {string | null} what runs already and prevents it */
  run() {
    this.#isWanted = true;
    if (this.running) return null;
    const other = this.owner.begin(WORK);
    if (other !== null) {
      this.#isWanted = this.isPlaying = false;
      return other;
    }
    this.running = new AbortController();
    void this.#loop(this.running.signal);
    return null;
  }

  play() {
    this.isPlaying = true;
    this.#frames = [];
    return this.run();
  }

  pause() {
    this.isPlaying = false;
    // The last frame is checked, whatever the interval.
    this.#checked_ms = -Infinity;
    this.#isWanted = this.running !== null;
  }

  stop() {
    this.isPlaying = this.#isWanted = false;
    this.running?.abort();
  }

  /** @param {AbortSignal} signal */
  async #loop(signal) {
    let error;
    /** @type {End} */
    let how = 'done';
    try {
      const lab = await this.owner.getLab();
      let last = performance.now();
      while ((this.#isWanted || this.isPlaying) && !signal.aborted) {
        this.#isWanted = false;
        await untilVisible(document, signal);
        const now = performance.now();
        // A frame after a long pause goes on where the animation was.
        if (this.isPlaying) this.#seconds += Math.min(0.5, (now - last) / 1000);
        last = now;
        const isPlaying = this.isPlaying;
        const request = this.owner.request(lab, isPlaying ? this.#seconds : null);
        if (typeof request === 'string') {
          if (request === 'refused') how = 'refused';
          break;
        }
        if (await this.#run(lab, request, isPlaying, signal)) await nextFrame(signal);
      }
      await this.#checkLast();
    } catch (failure) {
      how = 'failed';
      error = failure;
    }
    this.#end(signal.aborted ? 'cancelled' : how, error);
  }

  /** @param {Lab} lab @param {Request} request @param {boolean} isPlaying @param {AbortSignal} signal @returns {Promise<boolean>} false where a change has ended it before its result */
  async #run(lab, request, isPlaying, signal) {
    this.#shown_ms = 0;
    const isFirst = lab !== this.#lab;
    this.#lab = lab;
    const outcome = await runSteps(this.application, lab, { ...request, signal }, (state, step) => this.#showPart(state, step, signal));
    if (!outcome) return false;
    outcome.isFirst = isFirst;
    if (signal.aborted) {
      release(outcome.state.found);
      return false;
    }
    const isDue = this.#checkTook_ms <= CHECK_EVERY_FRAME_MS || performance.now() - this.#checked_ms >= CHECK_EVERY_MS;
    if (isDue || !(isPlaying || this.#isWanted)) await this.#check(outcome);
    this.#unchecked = outcome.check ? null : outcome;
    if (signal.aborted) {
      if (outcome.check) release(outcome.state.found);
      return false;
    }
    this.#countFrame(isPlaying || this.#isWanted);
    this.owner.onOutcome(outcome, this.framesPerSecond);
    // A wrong result stays in view.
    if (outcome.check?.problem) this.isPlaying = false;
    return true;
  }

  /** @param {Outcome} outcome */
  async #check(outcome) {
    const start = performance.now();
    outcome.check = await checkOutcome(this.application, /** @type {Lab} */ (this.#lab), outcome);
    this.#checked_ms = performance.now();
    this.#checkTook_ms = this.#checked_ms - start;
  }

  /** Checks the last result, whatever the interval. */
  async #checkLast() {
    const last = this.#unchecked;
    if (!last) return;
    this.#unchecked = null;
    await this.#check(last);
    this.owner.onOutcome(last, null);
  }

  /** @param {State} state @param {string} step @param {AbortSignal} signal @returns {Promise<boolean>} whether the run is still wanted */
  async #showPart(state, step, signal) {
    const start = performance.now();
    const isDue = this.#shown_ms < PARTS_MS || start - this.#partShown_ms >= RARE_PARTS_MS;
    if (isDue && !REDUCED_MOTION?.matches && this.owner.onFrame(state, step, this.framesPerSecond)) {
      this.#unchecked = null;
      this.#countFrame(true);
      await nextFrame(signal);
      this.#partShown_ms = performance.now();
      this.#shown_ms += this.#partShown_ms - start;
    }
    // A change ends a run whose parts are seen; else its result is shown first.
    return !signal.aborted && !(this.#isWanted && this.#shown_ms > 0);
  }

  /** @param {boolean} isOneOfMany */
  #countFrame(isOneOfMany) {
    this.#frames = isOneOfMany ? [...this.#frames, performance.now()].slice(-RATE_FRAMES) : [];
  }

  /** Null before there are several frames. */
  get framesPerSecond() {
    const [first, last] = [this.#frames[0], this.#frames.at(-1)];
    return this.#frames.length < 3 || last === undefined ? null : ((this.#frames.length - 1) * 1000) / (last - first);
  }

  /** Whether frames are checked at intervals only. */
  get checksAtIntervals() {
    return this.#checkTook_ms > CHECK_EVERY_FRAME_MS;
  }

  /** @param {End} how @param {unknown} error */
  #end(how, error) {
    this.running = this.#unchecked = null;
    this.isPlaying = this.#isWanted = false;
    this.#frames = [];
    this.owner.end();
    this.owner.onEnd(how, how === 'failed' ? error : undefined);
  }
}

/** The next frame; at once where the page is hidden or the run is aborted, as then none may come. @param {AbortSignal} signal @returns {Promise<void>} */
function nextFrame(signal) {
  return new Promise((resolve) => {
    if (document.hidden || signal.aborted) return resolve();
    const end = () => {
      cancelAnimationFrame(frame);
      signal.removeEventListener('abort', end);
      document.removeEventListener('visibilitychange', end);
      resolve();
    };
    const frame = requestAnimationFrame(end);
    signal.addEventListener('abort', end);
    document.addEventListener('visibilitychange', end);
  });
}
