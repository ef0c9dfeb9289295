/** Check: runs the grid of conformance cases on the user's GPU. */
import styles from './conformance.css';
import { ConformanceChoice, GRID_NAMES } from './choice.js';
import { Grid } from './grid.js';
import { Report, reportText } from './report.js';
import { planGrid, runCases } from './run.js';
import { readShard } from './shard.js';
import { h } from '../ui/dom.js';
import { Formats } from '../shared/format.js';
import { codeOf, explain } from '../ui/messages.js';
import { RunBar } from '../ui/run-bar.js';
import { SaveNote } from '../ui/save-note.js';
import { adoptStyles } from '../ui/styles.js';

/** @typedef {import('../ui/element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('../ui/element-types.d.ts').Lab} Lab */
/** @typedef {import('../types.d.ts').ConformanceGrid} ConformanceGrid */
/** @typedef {import('../types.d.ts').ConformanceProgress} ConformanceProgress */
/** @typedef {import('../ui/element-types.d.ts').View} View */
/** @typedef {import('../ui/element-types.d.ts').ViewContext} ViewContext */
/** @typedef {import('./run.js').Plan} Plan */
/** @typedef {import('./run.js').Result} Result */

/** The shortest interval between progress events. */
const PROGRESS_EVERY_MS = 250;
const WORK = 'the conformance grid is running';

export { Formats, Report, planGrid, readShard, runCases };

/** @implements {View} */
export class Conformance {
  /** @type {AbortController | null} */
  running = null;
  /** The last run, or the one in progress. @type {Report | null} */
  run = null;
  progress_ms = -Infinity;

  /** @param {ViewContext} context */
  constructor(context) {
    const { catalogue, element, emit, formats, holder, notices, setting, titleOf } = context;
    this.context = context;
    this.catalogue = catalogue;
    this.formats = formats;
    this.emit = emit;
    this.holder = holder;
    this.notices = notices;
    this.choice = new ConformanceChoice(catalogue, setting, () => void this.#count());
    this.runBar = new RunBar(formats, { onRun: () => void this.#start(), onCancel: () => this.running?.abort() }, 'Cases run');
    this.grid = new Grid(formats, titleOf);
    this.saved = new SaveNote();
    this.save = h('button', { type: 'button', onclick: () => this.#save() }, 'Save JSON');
    this.outcome = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'outcome-title', hidden: true },
      h('h4', { id: 'outcome-title' }, 'Outcome'),
      this.grid.root,
      h('div', { class: 'exports' }, this.save),
      this.saved.root,
    );
    this.root = h(
      'div',
      { class: 'conformance' },
      h('h3', { tabindex: '-1' }, 'Check every scan on this GPU'),
      h(
        'p',
        { class: 'tagline' },
        'Every scan with every operator at every boundary size. Each output is compared, element by element, with a scan in plain JavaScript.',
      ),
      this.runBar.root,
      this.outcome,
      this.choice.root,
    );
    adoptStyles(/** @type {ShadowRoot} */ (element.shadowRoot), styles);
    for (const message of this.choice.problems) emit('error', { code: 'bad-argument', message });
  }

  /**
   * Starts the configured cases if their settings have no problems: other cases than requested must not run.
   * @returns {Promise<string | null>} why it did not start
   */
  async start() {
    const { problems } = this.choice;
    const { work } = this.holder;
    const reason = problems.length ? `Not started: ${problems.join(' ')}` : work ? `Not started, since ${work}.` : null;
    if (reason) this.runBar.say(reason);
    else await this.#start();
    return reason;
  }

  /** @param {string} reason */
  #notStarted(reason) {
    this.runBar.say(`Not started: ${reason}`);
    this.emit('error', { code: 'bad-argument', message: reason });
  }

  close() {
    this.running?.abort();
  }

  /** A device was opened or lost, or another measurement has begun or ended. */
  update() {
    const { work } = this.holder;
    this.runBar.bar(work && !this.running ? `Run is disabled, since ${work}.` : null);
    void this.#count();
  }

  notOpened() {
    this.runBar.bar('Run needs a GPU; the message at the top says what is missing.');
  }

  /** Shows the number of each grid's cases. */
  async #count() {
    const { lab } = this.holder;
    if (!lab || this.running) return;
    try {
      const plan = await this.#plan(lab);
      if (!plan || this.running) return;
      const { axes } = plan;
      const without = [axes.directions.length < 2 && 'backward', axes.segments.length < 2 && 'segmented'].filter(Boolean).join(' and ');
      for (const grid of GRID_NAMES) await this.#countGrid(lab, grid);
      this.choice.note(without ? `This build checks no ${without} scans.` : '');
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @param {Lab} lab @param {ConformanceGrid} grid */
  async #countGrid(lab, grid) {
    const plan = await this.#plan(lab, grid);
    if (plan) this.choice.count(grid, this.formats.count(plan.total, 'case'));
  }

  /** @param {Lab} lab @param {ConformanceGrid} [grid] the chosen one by default */
  async #plan(lab, grid) {
    const chosen = this.choice.read(grid);
    return chosen && planGrid(lab, this.catalogue, chosen);
  }

  async #start() {
    if (this.running || this.holder.work) return;
    const [running, before] = [new AbortController(), this.run];
    this.running = running;
    this.notices.clearError();
    this.holder.begin(WORK);
    this.runBar.setRunning(true);
    this.choice.disable(true);
    /** @type {import('../api.d.ts').EndDetail['outcome']} */
    let outcome = 'failed';
    try {
      const lab = await this.holder.get();
      const plan = await this.#plan(lab);
      if (plan) {
        await this.#runAll(lab, plan, running.signal);
        outcome = running.signal.aborted ? 'cancelled' : 'done';
      } else {
        this.#notStarted('choose at least one scan and one operator.');
      }
    } catch (error) {
      if (running.signal.aborted || codeOf(error) === 'cancelled') outcome = 'cancelled';
      else this.#failed(error);
    } finally {
      this.running = null;
      this.holder.end();
      this.runBar.setRunning(false);
      this.choice.disable(false);
      if (this.run && this.run !== before) this.#ended(this.run);
      this.emit('end', { view: 'check', outcome });
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
    if (performance.now() - this.progress_ms < PROGRESS_EVERY_MS && !run.complete) return;
    this.progress_ms = performance.now();
    this.emit('conformance-progress', run.progress);
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
    this.emit('conformance', run.data(this.formats));
  }

  /** @param {unknown} error */
  #failed(error) {
    if (explain(error).remedy === 'reopen') this.context.dropLab();
    this.context.report(error);
    this.notices.reveal();
  }

  /** The last run as data. */
  report() {
    return this.run && this.run.data(this.formats);
  }

  #save() {
    const report = this.report();
    if (!report) return;
    const blob = new Blob([reportText(report)], { type: 'application/json' });
    void this.saved.save(blob, `scanlab-conformance-${report.date.slice(0, 10)}.json`);
  }
}
