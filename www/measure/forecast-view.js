/** Says beside Run how long it will take, and how much longer while it runs. Loaded when a device is open. */
import { forecastText, leftText } from './forecast-words.js';

/** @typedef {import('../types.d.ts').AdapterDescription} AdapterDescription */
/** @typedef {import('../types.d.ts').ForecastRequest} ForecastRequest */
/** @typedef {import('../api.d.ts').Forecaster} Forecaster */
/** @typedef {Pick<import('./measure-view.js').MeasureView, 'holder' | 'data' | 'picker' | 'sizes' | 'request' | 'running' | 'results'> & { runBar: { forecast: HTMLElement } }} Bench */

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
  /** Of that adapter. @type {Forecaster | null} */
  #forecaster = null;

  /** @param {Bench} bench */
  constructor(bench) {
    this.bench = bench;
    this.place = bench.runBar.forecast;
  }

  /** A device was opened: what another adapter took tells nothing of this one. @param {AdapterDescription} adapter */
  open({ vendor, architecture, device, description, isFallback }) {
    const adapter = JSON.stringify([vendor, architecture, device, description, isFallback]);
    if (adapter !== this.#adapter) this.#forecaster = this.bench.holder.lab?.forecaster() ?? null;
    this.#adapter = adapter;
    const {
      running,
      results: { own },
    } = this.bench;
    // A sweep may have begun before this had come.
    if (running && own && !this.#ticking) this.begin(own.config, own.points);
    this.#show();
  }

  /** What Run would do; without a device nothing is known of what it would take. @returns {ForecastRequest | null} */
  #read() {
    const { holder, picker, sizes, data } = this.bench;
    const [algorithms, counts] = [picker.selected(), sizes.read() ?? []];
    if (!holder.lab || !algorithms.length || !counts.length) return null;
    const scans = algorithms.map((id) => this.bench.request(id, counts[0]));
    const [{ operator, type, mode }] = scans;
    const tuning = Object.fromEntries(scans.map((scan) => [scan.algorithm, scan.tuning]));
    return { algorithms, sizes: counts, operator, type, mode, tuning, transfers: data.chosen.transfers };
  }

  /** Settings may have changed. */
  update() {
    clearTimeout(this.#pausing);
    this.#pausing = setTimeout(() => this.#show(), PAUSE_MS);
  }

  #show() {
    if (this.#ticking) return;
    const wanted = this.#read();
    this.#say((forecaster) => (wanted ? `This takes ${forecastText(forecaster.sweep(wanted), forecaster.isMeasured)}.` : ''));
  }

  /** @param {(forecaster: Forecaster) => string} words */
  #say(words) {
    this.#tell((forecaster) => {
      this.place.textContent = words(forecaster);
    });
  }

  /** A page whose core has stopped has no forecast. @param {(forecaster: Forecaster) => void} tell */
  #tell(tell) {
    try {
      if (this.#forecaster) tell(this.#forecaster);
    } catch {
      this.place.textContent = '';
    }
  }

  /** @param {ForecastRequest} wanted @param {import('../types.d.ts').Point[]} points */
  begin(wanted, points) {
    clearInterval(this.#ticking);
    this.#tell((forecaster) => forecaster.begin(wanted, points, performance.now()));
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  #tick() {
    if (this.#held) return;
    this.#say((forecaster) => leftText(forecaster.left(performance.now()), forecaster.isMeasured));
  }

  /** The sweep waits. */
  hold() {
    this.#held = true;
  }

  /** Something goes on. */
  progress() {
    if (this.#held) this.#tell((forecaster) => forecaster.resume(performance.now()));
    this.#held = false;
  }

  /** @param {import('../types.d.ts').Point} point */
  point(point) {
    this.progress();
    this.#tell((forecaster) => forecaster.point(point, performance.now()));
  }

  end() {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#held = false;
    this.#show();
  }
}
