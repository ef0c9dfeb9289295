/** Everything inside the element: the parts, and how they work together. */
import { AlgorithmPicker } from '../measure/algorithm-picker.js';
import { ChartPanel } from '../chart/panel.js';
import { DataSettings } from '../ui/data-settings.js';
import { h, takeDrops } from '../ui/dom.js';
import { ExperimentsSlot } from '../experiments/slot.js';
import { Explanations } from '../learn/explanations.js';
import { Header } from './header.js';
import { LabHolder } from '../ui/lab-holder.js';
import { codeOf, explain, mostElements, notLoaded } from '../ui/messages.js';
import { Notices } from '../ui/notices.js';
import { OwnNumbers } from '../numbers/own-numbers.js';
import { Results } from '../measure/results.js';
import { RunBar } from '../ui/run-bar.js';
import { JAVASCRIPT } from '../ui/series.js';
import { SizesControl } from '../measure/sizes-control.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../ui/element-types.d.ts').Lab} Lab */
/** @typedef {import('../ui/element-types.d.ts').PanelContext} PanelContext */
/** @typedef {import('../ui/element-types.d.ts').Api} Api */
/** @typedef {import('../ui/element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {import('../measure/results.js').Run} Run */
/** @typedef {import('../api.d.ts').ScanLabEventMap} Events */
/** @typedef {<K extends 'ready' | 'progress' | 'result' | 'error'>(name: K, detail: Events[`scanlab-${K}`]['detail']) => void} Emit */

/** Failures after which pressing Run would only fail again. */
const NO_GPU = ['insecure-context', 'webgpu-unavailable', 'no-adapter'];

export class Workbench {
  /** @type {AbortController | null} */
  running = null;
  /** A run that a failure ended, to be continued on a new device. @type {Run | null} */
  interrupted = null;
  /** @type {unknown} */
  reported = null;
  /** Loaded when a device is open. @type {import('../measure/forecast-view.js').ForecastView | null} */
  forecast = null;

  /** @param {Catalogue} catalogue @param {Api} api @param {Formats} formats @param {Emit} emit */
  constructor(catalogue, api, formats, emit) {
    this.catalogue = catalogue;
    this.formats = formats;
    this.emit = emit;
    this.holder = new LabHolder(api, {
      onOpening: () => this.header.say('Looking for a GPU…'),
      onOpen: (lab) => this.#opened(lab),
      onFail: (error) => this.#notOpened(error),
    });
    const update = () => this.#update();
    this.header = new Header();
    this.notices = new Notices((remedy) => (remedy === 'retry' ? this.open() : this.#reopen()));
    this.picker = new AlgorithmPicker(catalogue.algorithms, (ids) => void this.explanations.show(ids));
    this.data = new DataSettings(catalogue, update);
    this.sizes = new SizesControl(formats);
    this.runBar = new RunBar(formats, { onRun: () => this.#run(), onCancel: () => this.running?.abort() });
    this.charting = {
      formats,
      titleOf: (/** @type {string} */ id) => this.titleOf(id),
      holder: this.holder,
      busy: () => this.#busy(),
      measuredHere: () => !this.results.run?.file,
    };
    this.results = new Results(this.charting, this, { runs: () => import('../runs/runs.js'), files: () => import('../runs/export.js') });
    this.experiments = new ExperimentsSlot(this.#experimentsContext(api));
    this.own = new OwnNumbers(catalogue, formats, {
      getLab: () => this.holder.get(),
      lab: () => this.holder.usable,
      onError: (error) => this.#ownFailed(error),
    });
    this.explanations = new Explanations(async () => this.#panelContext(await api.ScanLab.explainer()), catalogue.algorithms);
    const changed = () => this.forecast?.update();
    this.root = h(
      'div',
      { class: 'lab', lang: 'en' },
      this.header.root,
      this.notices.root,
      h(
        'div',
        { class: 'columns' },
        h(
          'div',
          { class: 'setup', onclick: changed, oninput: changed, onchange: changed },
          this.picker.root,
          this.data.root,
          this.sizes.root,
          this.runBar.root,
        ),
        h('div', { class: 'outcome' }, this.results.root, this.experiments.root, this.own.root),
      ),
      this.explanations.root,
    );
    // All around the place for them as well: a file that misses it must not take the page away.
    takeDrops(this.root, this.results.root, (files) => this.results.open(files));
  }

  /** @param {string} id */
  titleOf(id) {
    if (id === JAVASCRIPT) return 'JavaScript (CPU)';
    return this.catalogue.algorithms.find((one) => one.id === id)?.title ?? id;
  }

  /** @param {Explainer} explainer @returns {PanelContext} */
  #panelContext(explainer) {
    const { catalogue, formats, holder, results } = this;
    return {
      catalogue,
      formats,
      explainer,
      planner: () => holder.lab ?? explainer,
      lab: () => holder.lab,
      openLab: () => holder.get(),
      busy: () => this.#busy(),
      request: (algorithm, n) => this.request(algorithm, n),
      run: () => results.run,
      makeChart: (id) => new ChartPanel(this.charting, id),
      titleOf: (id) => this.titleOf(id),
    };
  }

  /** Measurements beside each other would slow each other down. */
  #busy() {
    if (this.running) return 'the sweep is running';
    return this.experiments.running ? 'an experiment is running' : null;
  }

  /** A scan as the page's settings have it. @param {string} algorithm @param {number} n */
  request(algorithm, n) {
    const { operator, type, mode } = this.data.chosen;
    return { algorithm, operator, type, mode, n, tuning: this.picker.tuningOf(algorithm) };
  }

  /** @param {Api} api @returns {import('../experiments/types.d.ts').ExperimentsContext} */
  #experimentsContext(api) {
    return {
      formats: this.formats,
      titleOf: (id) => this.titleOf(id),
      getLab: () => this.holder.get(),
      lab: () => this.holder.lab,
      compare: (left, right, options) => api.ScanLab.compare(left, right, options),
      busy: () => (this.running ? 'the sweep above is running' : null),
      onRunning: (running) => {
        this.runBar.bar(running ? 'Run waits for the experiment to end.' : null);
        if (!running) this.runBar.say('');
      },
      onError: (error) => this.#ownFailed(error),
    };
  }

  /** Opens the lab if it is not open. Its outcome is shown; nobody has to wait for it. */
  open() {
    this.notices.clearError();
    this.holder.get().catch(() => {});
  }

  /** Ends what runs and gives the device back. */
  close() {
    this.running?.abort();
    this.experiments.view?.cancel();
    this.own.running?.abort();
    this.results.chart.disconnect();
    this.explanations.unlink();
    this.holder.close();
  }

  /** @param {Lab} lab */
  #opened(lab) {
    this.header.show(lab.adapter);
    this.runBar.bar(null);
    this.experiments.view?.update();
    this.own.showSupport();
    this.#update();
    this.emit('ready', { adapter: lab.adapter });
    if (this.forecast) this.forecast.open(lab.adapter);
    else void this.#foretell();
    lab.lost.then(({ message }) => this.#lost(lab, message));
  }

  /** A page without its forecasts is a page still. */
  async #foretell() {
    const library = await import('../measure/forecast-view.js').catch(() => null);
    if (!library || !this.holder.lab) return;
    this.forecast ??= new library.ForecastView(this);
    this.forecast.open(this.holder.lab.adapter);
  }

  /** Between runs nothing else would tell; a run reports its own failure. @param {Lab} lab @param {string} message */
  #lost(lab, message) {
    if (this.holder.lab !== lab || this.running || this.experiments.running || this.own.running || this.interrupted) return;
    this.#dropLab(null);
    this.#report(Object.assign(new Error(message), { code: 'device-lost' }));
  }

  /** A lab that is of no more use goes at once: whatever comes next opens a new one. @param {Run | null} interrupted */
  #dropLab(interrupted) {
    this.interrupted = interrupted;
    this.holder.close();
    this.header.say('No device is open.');
  }

  /** @param {unknown} error */
  #notOpened(error) {
    this.header.say('No GPU in use.');
    if (NO_GPU.includes(codeOf(error))) this.runBar.bar('Run needs a GPU; the message at the top says what is missing.');
    this.#report(error);
  }

  /** Those who waited for the same device hear of the same failure: it is told once. @param {unknown} error */
  #report(error) {
    if (error === this.reported) return;
    this.reported = error;
    this.notices.showError(error);
    const { code, title, detail } = explain(error);
    this.emit('error', { code, message: detail || title });
  }

  /** What the adapter can do with the data that is chosen. */
  #update() {
    const lab = this.holder.usable;
    this.sizes.limit = mostElements(lab, this.data.words);
    this.sizes.read();
    const data = this.data.read();
    if (!data || !lab) return;
    const { operator, type, mode } = data;
    this.picker.showSupport((algorithm) => lab.supports({ algorithm, operator, type, mode, direction: 'forward', segmented: false }));
  }

  /** Reads all controls, so that every problem is marked at once. @returns {SweepConfig | null} */
  #readConfig() {
    const algorithms = this.picker.selected();
    this.picker.setError(algorithms.length ? null : 'Choose at least one scan; none is chosen.');
    const tuning = this.picker.tuning();
    const data = this.data.read();
    const sizes = this.sizes.read();
    if (!algorithms.length || !tuning || !data || !sizes) return null;
    return { algorithms, sizes, tuning, ...data };
  }

  /** Runs what is chosen once a device is open. @returns {Promise<string | null>} why not; a device's failure is told besides */
  start() {
    return this.holder.get().then(
      () => this.#run(),
      () => 'Not started, since no device is open.',
    );
  }

  /** @returns {string | null} why not */
  #run() {
    const busy = this.#busy();
    const config = busy ? null : this.#readConfig();
    const reason = busy ? `Not started, since ${busy}.` : config ? null : 'Not started: see the messages beside the settings.';
    if (reason) this.runBar.say(reason);
    if (config) void this.#sweep({ config, adapter: null, points: [], date: new Date() });
    else if (!busy) this.#showProblems();
    return reason;
  }

  #showProblems() {
    if (!this.picker.error.hidden) return this.picker.focus();
    const invalid = [...this.root.querySelectorAll('.setup [aria-invalid="true"]')];
    const shown = invalid.find((control) => control instanceof HTMLElement && control.offsetParent);
    if (shown instanceof HTMLElement) shown.focus();
  }

  /** @param {Run} run */
  async #sweep(run) {
    const running = new AbortController();
    this.running = running;
    this.interrupted = null;
    this.notices.clearError();
    this.runBar.setRunning(true);
    try {
      const library = await import('../measure/page-sweep.js').catch((failure) => this.runBar.say(`Not started: ${notLoaded(failure)}`));
      await library?.sweep(this, run, running.signal);
    } catch (error) {
      this.#failed(run, error);
    } finally {
      this.running = null;
      this.runBar.setRunning(false);
      this.forecast?.end();
    }
  }

  /** @param {Run} run @param {unknown} error */
  #failed(run, error) {
    if (explain(error).remedy === 'reopen') this.#dropLab(run);
    this.runBar.say(`Stopped: ${explain(error).title}.`);
    this.#report(error);
    this.notices.reveal();
  }

  /** @param {unknown} error */
  #ownFailed(error) {
    // Another failure is no reason to take the device from a sweep.
    if (codeOf(error) === 'device-lost') this.#dropLab(null);
    this.#report(error);
    this.notices.reveal();
  }

  #reopen() {
    const run = this.experiments.running ? null : this.interrupted;
    this.interrupted = null;
    if (run) void this.#sweep(run);
    else this.open();
  }
}
