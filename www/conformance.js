/** The conformance view: the grid of cases on the visitor's own GPU, live. Loaded only by `<scan-conformance>`. */
import styles from './conformance.css';
import { ConformanceChoice } from './conformance-choice.js';
import { Grid } from './conformance-grid.js';
import { Report } from './conformance-report.js';
import { planGrid, runCases } from './conformance-run.js';
import { readShard } from './conformance-shard.js';
import { download, h } from './dom.js';
import { Formats } from './format.js';
import { LabHolder } from './lab-holder.js';
import { SOFTWARE_ADAPTER, adapterAbilities, adapterName, codeOf, explain } from './messages.js';
import { Notices } from './notices.js';
import { RunBar } from './run-bar.js';

/** @typedef {import('./element-types.d.ts').Api} Api */
/** @typedef {import('./element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./element-types.d.ts').Lab} Lab */
/** @typedef {import('./types.d.ts').ConformanceReport} ConformanceReport */
/** @typedef {import('./conformance-run.js').Plan} Plan */
/** @typedef {import('./conformance-run.js').Result} Result */

export { Formats, Report, planGrid, readShard, runCases, styles };

export class Conformance {
  /** @type {AbortController | null} */
  running = null;
  /** The last run, or the one that is on. @type {Report | null} */
  run = null;

  /**
   * @param {{ catalogue: Catalogue, api: Api, formats: Formats, read: (name: string) => string | null, emit: (report: ConformanceReport) => void }} page
   *   read: a setting that the page gives
   */
  constructor({ catalogue, api, formats, read, emit }) {
    this.catalogue = catalogue;
    this.formats = formats;
    this.emit = emit;
    this.holder = new LabHolder(api, {
      onOpening: () => this.#say('Looking for a GPU…'),
      onOpen: (lab) => this.#opened(lab),
      onFail: (error) => this.#notOpened(error),
    });
    this.notices = new Notices(() => this.open());
    this.adapter = h('p', { class: 'adapter', role: 'status' });
    this.software = h('p', { class: 'software', hidden: true }, SOFTWARE_ADAPTER);
    this.choice = new ConformanceChoice(catalogue, read, () => void this.#count());
    this.runBar = new RunBar(formats, { onRun: () => void this.#start(), onCancel: () => this.running?.abort() }, 'Cases run');
    this.grid = new Grid(formats, (id) => catalogue.algorithms.find((one) => one.id === id)?.title ?? id);
    this.save = h('button', { type: 'button', onclick: () => this.#save() }, 'Save JSON');
    this.outcome = h('section', { class: 'panel', 'aria-labelledby': 'outcome-title', hidden: true },
      h('h3', { id: 'outcome-title' }, 'Outcome'), this.grid.root, h('div', { class: 'exports' }, this.save));
    this.root = h('div', { class: 'lab conformance', lang: 'en' }, this.#header(), this.notices.root, this.choice.root, this.runBar.root, this.outcome);
  }

  #header() {
    return h('header', {}, h('h2', {}, 'ScanLab conformance'),
      h('p', { class: 'tagline' }, 'Every scan with every operator on your own GPU, at every edge: each output is compared, element by element, with a scan in plain JavaScript.'),
      this.adapter, this.software, h('p', { class: 'links' }, h('a', { href: new URL('./', import.meta.url).href }, 'To the lab')));
  }

  /** @param {string} text */
  #say(text) {
    this.adapter.textContent = text;
    this.software.hidden = true;
  }

  open() {
    this.notices.clearError();
    this.holder.get().catch(() => {});
  }

  close() {
    this.running?.abort();
    this.holder.close();
  }

  /** @param {Lab} lab */
  #opened(lab) {
    this.adapter.replaceChildren(h('strong', {}, adapterName(lab.adapter)), ` · ${adapterAbilities(lab.adapter).join(' · ')}`);
    this.software.hidden = !lab.adapter.isFallback;
    this.runBar.bar(null);
    void this.#count();
  }

  /** @param {unknown} error */
  #notOpened(error) {
    this.#say('No GPU in use.');
    this.runBar.bar('Run needs a GPU; the message at the top says what is missing.');
    this.notices.showError(error);
  }

  /** Says how many cases there would be. */
  async #count() {
    const { lab } = this.holder;
    if (!lab || this.running) return;
    try {
      const plan = await this.#plan(lab);
      if (!plan || this.running) return;
      const { axes, total } = plan;
      const without = [axes.directions.length < 2 && 'backward', axes.segmented.length < 2 && 'segmented'].filter(Boolean).join(' and ');
      this.choice.note(`${this.formats.count(total, 'case')}.${without ? ` This build checks no ${without} scans.` : ''}`);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @param {Lab} lab */
  async #plan(lab) {
    const chosen = this.choice.read();
    return chosen && planGrid(lab, this.catalogue, chosen);
  }

  async #start() {
    if (this.running) return;
    const [running, before] = [new AbortController(), this.run];
    this.running = running;
    this.notices.clearError();
    this.runBar.setRunning(true);
    this.choice.disable(true);
    try {
      const lab = await this.holder.get();
      const plan = await this.#plan(lab);
      if (plan) await this.#runAll(lab, plan, running.signal);
      else this.runBar.say('Not started: choose at least one scan and one operator.');
    } catch (error) {
      if (codeOf(error) !== 'cancelled') this.#failed(error);
    } finally {
      this.running = null;
      this.runBar.setRunning(false);
      this.choice.disable(false);
      if (this.run && this.run !== before) this.#ended(this.run);
    }
  }

  /** @param {Lab} lab @param {Plan} plan @param {AbortSignal} signal */
  async #runAll(lab, plan, signal) {
    const run = new Report(plan, lab, this.catalogue);
    this.run = run;
    this.outcome.hidden = false;
    this.grid.begin(plan.axes);
    for await (const result of runCases(lab, plan.cases, signal)) this.#take(run, result);
  }

  /** @param {Report} run @param {Result} result */
  #take(run, result) {
    this.grid.add(result, run.take(result), run.counts.failed);
    this.runBar.advance(run.done, run.plan.total, this.#tally(run));
  }

  /** @param {Report} run */
  #tally({ done, plan: { total }, counts }) {
    const { formats } = this;
    const cases = `${formats.integer(done)} of ${formats.count(total, 'case')}`;
    return `${cases}: ${formats.integer(counts.passed)} passed, ${formats.integer(counts.failed)} failed, ${formats.integer(counts.unsupported)} not supported`;
  }

  /** @param {Report} run */
  #ended(run) {
    this.runBar.end(run.done);
    this.runBar.say(`${run.complete ? 'Done' : 'Stopped'}. ${this.#tally(run)}.`);
    this.emit(run.data(this.formats));
  }

  /** @param {unknown} error */
  #failed(error) {
    if (explain(error).remedy === 'reopen') {
      this.holder.close();
      this.#say('No device is open.');
    }
    this.notices.showError(error);
    this.notices.reveal();
  }

  /** The last run as data. */
  report() {
    return this.run && this.run.data(this.formats);
  }

  #save() {
    const report = this.report();
    if (!report) return;
    // JSON has no NaN or infinity: as text they survive.
    const text = JSON.stringify(report, (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value), 1);
    download(new Blob([text], { type: 'application/json' }), `scanlab-conformance-${report.date.slice(0, 10)}.json`);
  }
}
