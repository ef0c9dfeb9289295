/**
 * Runs an application after each change, and frame after frame while it is animated. Steps of two runs never overlap: changes during a run
 * cause another run. The next run begins before the last result is drawn. So the device works while this thread draws the result, and also while
 * the result is checked. Each result stays in view until a frame has passed and its check has ended.
 */
import { unlessAborted } from '../../shared/abort.ts';
import { untilVisible } from '../../shared/visibility.ts';
import { discard, runSteps } from '../steps.ts';
import { Checks } from './checks.ts';
import type { Application, Lab, Outcome, Settings, State } from '../types.ts';

/**
 * Settles when the shown picture has been visible in a frame. If the page is hidden or the run is aborted, no frame may come, so the promise
 * settles at once.
 */
function painted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden || signal.aborted) return resolve();
    const end = () => {
      cancelAnimationFrame(frame);
      signal.removeEventListener('abort', end);
      document.removeEventListener('visibilitychange', end);
      resolve();
    };
    // A frame is painted after its callbacks, and before the next task.
    const frame = requestAnimationFrame(() => setTimeout(end));
    signal.addEventListener('abort', end);
    document.addEventListener('visibilitychange', end);
  });
}

export type Request = { settings: Settings; n: number; input: unknown; scan: string };
/** The reason for no request: the input is invalid, or the view is hidden. */
export type NoRequest = 'refused' | 'hidden';
export type End = 'done' | 'refused' | 'cancelled' | 'failed';
/** A run that has begun. Its outcome is null if a change ended the run before its result. */
type Begun = { outcome: Promise<Outcome | null>; isPlaying: boolean };
export type Owner = {
  getLab: () => Promise<Lab>;
  /** returns the work that prevents a run, or null */
  begin: (work: string) => string | null;
  end: () => void;
  /** the request for the next run; seconds: the time of the animation, or null if it does not play */
  request: (lab: Lab, seconds: number | null) => Request | NoRequest;
  /** shows the results of a step so far; false if another step is shown */
  onFrame: (state: State, step: string, framesPerSecond: number | null) => boolean;
  onOutcome: (outcome: Outcome, framesPerSecond: number | null) => void;
  /** shows the check of a result that is in view */
  onCheck: (outcome: Outcome, framesPerSecond: number | null) => void;
  onEnd: (how: End, error?: unknown) => void;
};

const WORK = 'an application is running';
/**
 * A part of a run is a round of a step. For this time after the first part, every part is shown. Later parts are shown at intervals, so
 * that a long run takes only slightly longer.
 */
const PARTS_MS = 4000;
const RARE_PARTS_MS = 500;
/** The number of frames over which the rate is computed. */
const RATE_FRAMES = 20;

const REDUCED_MOTION = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

export class Player {
  application: Application;
  owner: Owner;
  checks: Checks;
  running: AbortController | null = null;
  /** Settles when the last result is no longer used. */
  ended: Promise<void> = Promise.resolve();
  /** Whether the animation plays. */
  isPlaying = false;
  /** Seconds of the animation so far. */
  #seconds = 0;
  #isWanted = false;
  /** The lab of the last run. */
  #lab: Lab | null = null;
  /** The last result, if nothing has checked it. */
  #unchecked: Outcome | null = null;
  /** Whether a wrong result has ended the animation. */
  #isHalted = false;
  /** The times at which the run's first part and the latest part were shown. */
  #firstPart_ms: number | null = null;
  #partShown_ms = 0;
  /** The time at which the animation's clock was last read. */
  #begun_ms = 0;
  /** Settles when the shown picture has been visible. */
  #painted: Promise<void> = Promise.resolve();
  /** The times of the last frames. */
  #frames: number[] = [];

  constructor(application: Application, owner: Owner) {
    this.application = application;
    this.owner = owner;
    this.checks = new Checks(application);
  }

  /**
   * Requests a run. Requests during a run share the next run. After a stop, the next run waits until the stopped one has ended.
   * @returns the work that prevents a run, or null
   */
  run(): string | null {
    this.#isWanted = true;
    if (this.running) return null;
    const other = this.owner.begin(WORK);
    if (other !== null) {
      this.#isWanted = this.isPlaying = false;
      return other;
    }
    this.#start();
    return null;
  }

  #start() {
    this.running = new AbortController();
    this.ended = this.#loop(this.running.signal);
  }

  play() {
    this.isPlaying = true;
    this.#frames = [];
    return this.run();
  }

  pause() {
    this.isPlaying = false;
    // The last frame is checked, whatever the interval.
    this.checks.makeDue();
    this.#isWanted = this.running !== null && !this.running.signal.aborted;
  }

  stop() {
    this.isPlaying = this.#isWanted = false;
    this.running?.abort();
  }

  get #usedLab() {
    return this.#lab as Lab;
  }

  /** Whether another run is requested. */
  get #isAsked() {
    return this.#isWanted || this.isPlaying;
  }

  async #loop(signal: AbortSignal) {
    this.checks.begin(signal);
    let error;
    let how: End = 'done';
    try {
      // To open a device may take seconds.
      const lab = await unlessAborted(this.owner.getLab(), signal);
      this.#begun_ms = performance.now();
      do {
        how = await this.#runWhileAsked(lab, signal);
        await this.#checkLast(signal);
        // Changes during the check of the last result also cause a run.
      } while (this.#isAsked && !signal.aborted);
    } catch (failure) {
      if (!signal.aborted) how = 'failed';
      error = failure;
    }
    if (signal.aborted && how !== 'failed') how = 'cancelled';
    // The shown result is used until its check has ended.
    await this.checks.end();
    this.#unchecked = null;
    this.#frames = [];
    if (signal.aborted && this.#isAsked) this.#start();
    else this.#end(how, error);
  }

  async #runWhileAsked(lab: Lab, signal: AbortSignal): Promise<End> {
    let begun: Begun | NoRequest | null = null;
    try {
      while ((begun || this.#isAsked) && !signal.aborted) {
        begun ??= await this.#begin(lab, signal);
        if (typeof begun === 'string') return begun === 'refused' ? 'refused' : 'done';
        const { isPlaying } = begun;
        const outcome = await begun.outcome;
        begun = null;
        if (!outcome || !(await this.#judge(outcome, signal))) continue;
        let seen: (painted: Promise<void>) => void = () => {};
        try {
          // In a hidden page, the next run would wait until the page is visible, and so would this result.
          if (this.#isAsked && !document.hidden) {
            // No part of the next run is shown before this result.
            this.#painted = new Promise((resolve) => (seen = resolve));
            begun = await this.#begin(lab, signal);
            // The next run submits its first work before this thread draws the result.
            await new Promise((resolve) => setTimeout(resolve));
          }
        } finally {
          this.#show(outcome, isPlaying || begun !== null, signal, seen);
        }
        this.#checkShown(outcome, signal);
        // Changes during this wait are handled by this loop too.
        if (!begun) await this.#painted;
      }
    } finally {
      if (begun && typeof begun !== 'string') await begun.outcome.then((outcome) => outcome && discard(outcome.state)).catch(() => {});
    }
    return 'done';
  }

  /** Begins a run once the page is visible. */
  async #begin(lab: Lab, signal: AbortSignal): Promise<Begun | NoRequest> {
    this.#isWanted = this.#isHalted = false;
    await untilVisible(document, signal);
    const now = performance.now();
    // After a long pause, the animation continues at its last state.
    if (this.isPlaying) this.#seconds += Math.min(0.5, (now - this.#begun_ms) / 1000);
    this.#begun_ms = now;
    const request = this.owner.request(lab, this.isPlaying ? this.#seconds : null);
    if (typeof request === 'string') {
      this.isPlaying = this.#isWanted = false;
      return request;
    }
    this.#firstPart_ms = null;
    const isFirst = lab !== this.#lab;
    this.#lab = lab;
    const running = runSteps(this.application, lab, { ...request, signal }, (state, step) => this.#showPart(state, step, signal));
    const outcome = running.then((one) => one && { ...one, isFirst });
    // The promise may reject before it is awaited, while the previous result is drawn.
    outcome.catch(() => {});
    return { outcome, isPlaying: this.isPlaying };
  }

  /** Waits until the previous result has been visible and checked, and checks this result if it is the last. Returns whether to show it. */
  async #judge(outcome: Outcome, signal: AbortSignal) {
    try {
      await this.#painted;
      await this.checks.ofShown;
      if (!signal.aborted && !this.#isAsked && !this.#isHalted) await this.checks.check(outcome, this.#usedLab);
    } catch (failure) {
      discard(outcome.state);
      throw failure;
    }
    const isShown = !signal.aborted && (this.#isAsked || !this.#isHalted);
    if (!isShown) discard(outcome.state);
    return isShown;
  }

  /** Checks a shown result, if a check is due, while the next one is computed. */
  #checkShown(outcome: Outcome, signal: AbortSignal) {
    if (outcome.check || signal.aborted || !this.checks.isDue) return;
    this.checks.checkShown(outcome, this.#usedLab, () => {
      if (this.#unchecked === outcome) this.#unchecked = null;
      // A wrong result stays in view.
      this.#isHalted = this.isPlaying && Boolean(outcome.check?.problem);
      if (this.#isHalted) this.isPlaying = false;
      this.owner.onCheck(outcome, this.framesPerSecond);
    });
  }

  /**
   * Shows a result, unless the runs have been stopped.
   * @param seen is called even if drawing fails
   */
  #show(outcome: Outcome, isOneOfMany: boolean, signal: AbortSignal, seen: (painted: Promise<void>) => void) {
    this.#painted = painted(signal);
    seen(this.#painted);
    if (signal.aborted) return discard(outcome.state);
    this.#unchecked = outcome.check ? null : outcome;
    this.#countFrame(isOneOfMany);
    this.owner.onOutcome(outcome, this.framesPerSecond);
  }

  /** Checks the last result, whatever the interval. */
  async #checkLast(signal: AbortSignal) {
    await this.checks.ofShown;
    const last = this.#unchecked;
    if (!last || signal.aborted) return;
    this.#unchecked = null;
    await this.checks.check(last, this.#usedLab);
    this.owner.onOutcome(last, null);
  }

  /** Shows a part if one is due. @returns whether the run is still wanted */
  async #showPart(state: State, step: string, signal: AbortSignal): Promise<boolean> {
    const start = performance.now();
    const isDue = start - (this.#firstPart_ms ?? start) < PARTS_MS || start - this.#partShown_ms >= RARE_PARTS_MS;
    if (isDue && !REDUCED_MOTION?.matches) {
      await this.#painted;
      await this.checks.ofShown;
      if (signal.aborted || (this.#isHalted && !this.#isAsked)) return false;
      if (this.owner.onFrame(state, step, this.framesPerSecond)) {
        this.#unchecked = null;
        this.#countFrame(true);
        this.#painted = painted(signal);
        this.#partShown_ms = performance.now();
        this.#firstPart_ms ??= this.#partShown_ms;
      }
    }
    // A change ends a run whose parts are shown. Otherwise its result is shown first.
    return !signal.aborted && !(this.#isWanted && this.#firstPart_ms !== null);
  }

  #countFrame(isOneOfMany: boolean) {
    this.#frames = isOneOfMany ? [...this.#frames, performance.now()].slice(-RATE_FRAMES) : [];
  }

  /** The frame rate; null until there are three frames. */
  get framesPerSecond() {
    const [first, last] = [this.#frames[0], this.#frames.at(-1)];
    return this.#frames.length < 3 || last === undefined ? null : ((this.#frames.length - 1) * 1000) / (last - first);
  }

  #end(how: End, error: unknown) {
    this.running = null;
    this.isPlaying = this.#isWanted = false;
    this.owner.end();
    this.owner.onEnd(how, how === 'failed' ? error : undefined);
  }
}
