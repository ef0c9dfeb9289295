/** Shows the forecast beside Run, and the remaining time during a run. Loaded when a device is open. */
import { forecastText, leftText } from './forecast-words.ts';
import type { Forecaster } from '../api.ts';
import type { AdapterDescription, ForecastRequest, Point } from '../types.ts';
import type { MeasureView } from './measure-view.ts';

type Bench = Pick<MeasureView, 'holder' | 'subject' | 'data' | 'picker' | 'sizes' | 'request' | 'running' | 'results'> & {
  forecastPlace: HTMLElement;
};

/** The interval between updates of the remaining time. */
const TICK_MS = 1000;
/** The delay of updates after a change of settings. */
const DELAY_MS = 200;

export class ForecastView {
  bench: Bench;
  place;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #delaying: ReturnType<typeof setTimeout> | undefined;
  #paused = false;
  /** Whether the sweep is of scans. Operations have no forecast. */
  #follows = true;

  /** The adapter of the forecaster, as JSON. */
  #adapter = '';
  #forecaster: Forecaster | null = null;

  constructor(bench: Bench) {
    this.bench = bench;
    this.place = bench.forecastPlace;
  }

  /** Shows forecasts for an opened device. Another adapter gets a new forecaster. */
  open({ vendor, architecture, device, description, isFallback }: AdapterDescription) {
    const adapter = JSON.stringify([vendor, architecture, device, description, isFallback]);
    if (adapter !== this.#adapter) this.#forecaster = this.bench.holder.lab?.forecaster() ?? null;
    this.#adapter = adapter;
    const {
      running,
      results: { own },
    } = this.bench;
    // A sweep may have begun before this module was loaded.
    if (running && own && !this.#ticking) this.begin(own.config, own.points);
    this.#show();
  }

  /** The sweep that Run would start; null without a device or with invalid settings. */
  #read(): ForecastRequest | null {
    const { holder, picker, sizes, data, subject } = this.bench;
    if (subject.operation) return null;
    const [algorithms, counts] = [picker.selected(), sizes.read() ?? []];
    if (!holder.lab || !algorithms.length || !counts.length) return null;
    const scans = algorithms.map((id) => this.bench.request(id, counts[0]));
    const [{ operator, type, mode }] = scans;
    const tuning = Object.fromEntries(scans.map((scan) => [scan.algorithm, scan.tuning]));
    return { algorithms, sizes: counts, operator, type, mode, tuning, transfers: data.chosen.transfers };
  }

  /** Updates the forecast, since settings may have changed. */
  update() {
    clearTimeout(this.#delaying);
    this.#delaying = setTimeout(() => this.#show(), DELAY_MS);
  }

  #show() {
    if (this.#ticking) return;
    const request = this.#read();
    this.#showText((forecaster) => (request ? `This takes ${forecastText(forecaster.sweep(request), forecaster.isMeasured)}.` : ''));
  }

  #showText(text: (forecaster: Forecaster) => string) {
    this.#use((forecaster) => {
      this.place.textContent = text(forecaster);
    });
  }

  /** Uses the forecaster. If the core has stopped, there is no forecast. */
  #use(use: (forecaster: Forecaster) => void) {
    try {
      if (this.#forecaster) use(this.#forecaster);
    } catch {
      this.place.textContent = '';
    }
  }

  begin(request: ForecastRequest, points: Point[]) {
    clearInterval(this.#ticking);
    this.#follows = !('operation' in request);
    if (!this.#follows) return this.#showText(() => '');
    this.#use((forecaster) => forecaster.begin(request, points, performance.now()));
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  #tick() {
    if (this.#paused) return;
    this.#showText((forecaster) => leftText(forecaster.left(performance.now()), forecaster.isMeasured));
  }

  /** Stops the updates: the sweep is paused. */
  hold() {
    this.#paused = true;
  }

  /** Continues the updates: the sweep makes progress. */
  progress() {
    if (this.#paused) this.#use((forecaster) => forecaster.resume(performance.now()));
    this.#paused = false;
  }

  point(point: Point) {
    if (!this.#follows) return;
    this.progress();
    this.#use((forecaster) => forecaster.point(point, performance.now()));
  }

  end() {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#paused = false;
    this.#show();
  }
}
