/** Says beside Run how long it will take, and how much longer while it runs. Loaded when a device is open. */
import { Forecaster, GPU, SOFTWARE, forecastText, guessPoint, leftText } from './forecast.js';
import { JAVASCRIPT } from '../ui/series.js';

/** @typedef {import('../types.d.ts').AdapterDescription} AdapterDescription */
/** @typedef {import('../ui/element-types.d.ts').PlanRequest} PlanRequest */
/** @typedef {import('./forecast.js').Guess} Guess */
/** @typedef {import('./forecast.js').Wanted} Wanted */
/** @typedef {Pick<import('./measure-view.js').MeasureView, 'holder' | 'data' | 'picker' | 'sizes' | 'request' | 'running' | 'results'> & { runBar: { forecast: HTMLElement } }} Bench */

/** Guesses that are kept. */
const MOST_KNOWN = 10_000;
/** How often what is left is told anew. */
const TICK_MS = 1000;
/** Typing is left alone for so long. */
const PAUSE_MS = 200;

export class ForecastView {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pausing;
  #held = false;

  /** The adapter that is told of. */
  #adapter = '';
  /** A plan may have thousands of passes, and is asked for every second. @type {Map<string, Guess>} */
  #guesses = new Map();

  /** @param {Bench} bench */
  constructor(bench) {
    this.bench = bench;
    this.place = bench.runBar.forecast;
    this.forecaster = this.#forecaster(GPU);
  }

  /** A device was opened: what another adapter took tells nothing of this one. @param {AdapterDescription} adapter */
  open({ vendor, architecture, device, description, isFallback }) {
    const adapter = JSON.stringify([vendor, architecture, device, description, isFallback]);
    if (adapter !== this.#adapter) this.forecaster = this.#forecaster(isFallback ? SOFTWARE : GPU);
    this.#adapter = adapter;
    const {
      running,
      results: { own },
    } = this.bench;
    // A sweep may have begun before this had come.
    if (running && own && !this.#ticking) this.begin(own.config, own.points);
    this.#show();
  }

  /** @param {import('./forecast.js').Pace} pace */
  #forecaster(pace) {
    this.#guesses.clear();
    return new Forecaster(pace, (algorithm, n) => this.#guess(pace, algorithm, n));
  }

  /** @param {import('./forecast.js').Pace} pace @param {string} algorithm @param {number} n @returns {Guess} */
  #guess(pace, algorithm, n) {
    if (algorithm === JAVASCRIPT) return guessPoint(pace, n, null);
    const request = this.bench.request(algorithm, n);
    if (!this.bench.holder.lab) return { expected_s: 0, most_s: 0 };
    const key = JSON.stringify(request);
    const guess = this.#guesses.get(key) ?? this.#guessPlan(pace, request);
    if (this.#guesses.size > MOST_KNOWN) this.#guesses.clear();
    this.#guesses.set(key, guess);
    return guess;
  }

  /** @param {import('./forecast.js').Pace} pace @param {PlanRequest} request @returns {Guess} */
  #guessPlan(pace, request) {
    try {
      const { lab } = this.bench.holder;
      return guessPoint(pace, request.n, /** @type {import('../ui/element-types.d.ts').Lab} */ (lab).plan(request));
    } catch {
      // It has no plan here, and will be skipped.
      return { expected_s: 0, most_s: 0 };
    }
  }

  /** What Run would do; without a device nothing is known of what it would take. @returns {Wanted} */
  #read() {
    const { holder, picker, sizes, data } = this.bench;
    return { algorithms: holder.lab ? picker.selected() : [], sizes: sizes.read() ?? [], transfers: data.chosen.transfers };
  }

  /** Settings may have changed. */
  update() {
    clearTimeout(this.#pausing);
    this.#pausing = setTimeout(() => this.#show(), PAUSE_MS);
  }

  #show() {
    if (this.#ticking) return;
    const wanted = this.#read();
    const empty = !wanted.algorithms.length || !wanted.sizes.length;
    this.place.textContent = empty ? '' : `This takes ${forecastText(this.forecaster.sweep(wanted), this.forecaster.isMeasured)}.`;
  }

  /** @param {Wanted} wanted @param {import('../types.d.ts').Point[]} points */
  begin(wanted, points) {
    clearInterval(this.#ticking);
    this.forecaster.begin(wanted, points, performance.now());
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  #tick() {
    if (this.#held) return;
    this.place.textContent = leftText(this.forecaster.left(performance.now()), this.forecaster.isMeasured);
  }

  /** The sweep waits. */
  hold() {
    this.#held = true;
  }

  /** Something goes on. */
  progress() {
    if (this.#held) this.forecaster.resume(performance.now());
    this.#held = false;
  }

  /** @param {import('../types.d.ts').Point} point */
  point(point) {
    this.progress();
    this.forecaster.point(point, performance.now());
  }

  end() {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#held = false;
    this.#show();
  }
}
