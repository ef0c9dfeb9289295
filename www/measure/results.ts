/** The results of a sweep: chart, verdicts, tables and files. */
import { ChartPanel } from '../chart/panel.ts';
import { describeSettings } from '../ui/data-settings.ts';
import { h } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { adapterName } from '../shared/adapter-name.ts';
import { ResultsTable } from '../ui/results-table.ts';
import { browserName } from '../ui/run-names.ts';
import { SummaryTable } from './summary-table.ts';
import { Verdicts } from './verdicts.ts';
import type { Kind } from './export.ts';
import type { Runs } from './runs.ts';
import type { AdapterDescription, Point } from '../types.ts';
import type { ChartContext, Run } from '../ui/element-types.ts';
import type { SaveNote } from '../ui/save-note.ts';
import type { MeasureView } from './measure-view.ts';
import type { MeasuredModule } from './measured-module.ts';

/** Modules that are loaded on first use. */
export type Parts = {
  runs: () => Promise<typeof import('./runs.ts')>;
  files: () => Promise<typeof import('./export.ts')>;
  recorded: () => Promise<Run>;
};

export class Results {
  view: MeasureView;
  formats;
  parts: Parts;
  chart: ChartPanel;
  table: ResultsTable;
  summary: SummaryTable;
  all;
  verdicts: Verdicts;
  empty;
  recorded;
  modules;
  exports;
  note;
  filled;
  details;
  actions;
  root;
  /** The shown run. */
  run: Run | null = null;
  /** This page's own run, to which its sweep adds points. */
  own: Run | null = null;
  /** The list of runs, beside the shown run. Loaded on first use. */
  runs: Runs | null = null;
  /** The note about a saved file. Made on first use. */
  saved: SaveNote | null = null;
  /** The measured scans as modules for other programs. Loaded on first use. */
  module: MeasuredModule | null = null;

  constructor(context: ChartContext, view: MeasureView, parts: Parts) {
    const { formats, titleOf } = context;
    this.view = view;
    this.formats = formats;
    this.parts = parts;
    // The chart's lines may be of several runs.
    this.chart = new ChartPanel({ ...context, titleOf: (id) => this.runs?.titleOf(id) ?? titleOf(id) });
    this.table = new ResultsTable(formats, titleOf);
    this.summary = new SummaryTable(formats, titleOf);
    this.all = h('details', { class: 'all-values' }, h('summary', {}, 'All values'), this.table.root);
    this.verdicts = new Verdicts(formats, titleOf, (left, right, options) => context.holder.api.ScanLab.compare(left, right, options));
    this.empty = h(
      'p',
      { class: 'empty' },
      'Nothing measured yet. Every output is compared, element by element, with a scan in plain JavaScript. If an output is wrong, its time is void. You can drop result files here.',
    );
    this.recorded = h('p', { class: 'recorded', hidden: true });
    const button = (text: string, onclick: () => unknown) => h('button', { type: 'button', onclick }, text);
    this.modules = button('Copy as WebGPU', () => this.#copyModule());
    this.exports = h(
      'div',
      { class: 'exports', role: 'group', 'aria-label': 'Export' },
      button('Save CSV', () => this.#save('csv')),
      button('Save JSON', () => this.#save('json')),
      button('Save SVG', () => this.#save('svg')),
      button('Save PNG', () => this.#save('png')),
      button('Keep to compare', () => this.#keep()),
      this.modules,
    );
    this.note = h('div', { role: 'status' });
    this.filled = h('div', { class: 'filled', hidden: true }, this.recorded, this.verdicts.answer, this.chart.root);
    this.details = h(
      'section',
      { class: 'result-details', 'aria-label': 'Details of the run', hidden: true },
      this.verdicts.root,
      this.summary.root,
      this.exports,
      this.all,
    );
    const input = h('input', {
      type: 'file',
      accept: '.json,application/json',
      multiple: true,
      hidden: true,
      onchange: () => {
        this.open([...(input.files ?? [])]);
        input.value = '';
      },
    });
    this.actions = h(
      'div',
      { class: 'actions' },
      input,
      h('button', { type: 'button', class: 'quiet', onclick: () => input.click() }, 'Open results…'),
    );
    this.root = h(
      'section',
      { class: 'panel results-panel', 'aria-labelledby': 'results-title' },
      h('div', { class: 'panel-head' }, h('h3', { id: 'results-title', tabindex: '-1' }, 'Results'), this.actions),
      this.note,
      this.empty,
      this.filled,
    );
  }

  /** Shows the run of a sweep that begins or is resumed. */
  begin(run: Run) {
    if (run === this.own) return;
    const recorded = this.view.withoutGpu && !this.recorded.hidden ? this.run : null;
    this.own = run;
    this.show(run);
    this.runs?.began();
    // Times of JavaScript alone say little, so the recorded run stays for comparison.
    if (recorded) void this.#withRuns((runs) => runs.keep(recorded));
    if (this.view.isPressed) this.#comeIntoSight();
  }

  /** Shows a run. @param about the run's origin */
  show(run: Run, about: string = run.adapter ? adapterName(run.adapter) : '') {
    this.run = run;
    this.module?.root.remove();
    this.modules.hidden = false;
    this.empty.hidden = true;
    this.recorded.hidden = true;
    this.filled.hidden = this.details.hidden = false;
    const caption = `${describeSettings(run.config)}. ${about}`;
    this.table.clear(caption, run.config.transfers);
    this.summary.clear(run.config, `${caption[0].toUpperCase()}${caption.slice(1)}. PASS (✓): every element of the output is right.`);
    for (const point of run.points) this.#row(point);
    this.#judge(run === this.own && this.view.running !== null ? null : run);
    void this.chart.begin(run.config, run.points);
    this.chart.update();
  }

  /** Shows the recorded run until the first run. If it cannot be loaded, shows nothing. */
  async showRecorded() {
    const run = await this.parts.recorded().catch(() => null);
    if (!run || this.run) return;
    this.run = run;
    this.empty.hidden = true;
    this.filled.hidden = this.recorded.hidden = false;
    const measured = `${adapterName(run.adapter as AdapterDescription)} in ${browserName(run.browser ?? '')}, ${this.formats.date(run.date)}`;
    // To be small, the file has fewer samples than its medians and intervals were computed from. Verdicts use these fewer samples.
    const samples = Math.max(...run.points.map(({ samples_ns }) => samples_ns.length));
    const open = h(
      'button',
      { type: 'button', class: 'quiet', onclick: () => this.show(run, `${measured}. Verdicts use ${samples} samples per point`) },
      'Show its verdicts and table',
    );
    this.recorded.replaceChildren(h('strong', {}, `Recorded on an ${measured}.`), ' Press Run to measure here. ', open);
    await this.chart.begin(run.config, run.points);
  }

  /** The run that other views use. The recorded run is from another device, so it counts only after the user has opened it. */
  get chosen() {
    return this.recorded.hidden ? this.run : null;
  }

  /** Shows the verdicts of a sweep that has ended. The chart is drawn at once: a later drawing would move the buttons below it. */
  end() {
    if (this.run === this.own) this.#judge(this.run);
    this.chart.draw();
  }

  /** Scrolls the results into view. If they are below the Cancel button, it stays in view too. */
  #comeIntoSight() {
    const bar = this.view.runBar.root;
    const isBelow = this.root.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom;
    if (isBelow) bar.scrollIntoView({ block: 'start' });
    else this.root.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the verdicts of a run that has ended. @param run null during a run */
  #judge(run: Run | null) {
    this.verdicts.show(run?.points ?? [], run && (run.adapter ? adapterName(run.adapter) : 'the CPU'));
  }

  /** Adds a point to this page's own run. */
  add(point: Point) {
    this.own?.points.push(point);
    if (this.run === this.own) this.#row(point);
    this.runs?.added(point);
    this.chart.update();
  }

  /** Keeps the run that is shown now: another run may begin while the module is loaded. */
  #keep() {
    const { run } = this;
    return run && this.#withRuns((runs) => runs.keep(run));
  }

  /** Opens the table of all values if a point is wrong or skipped: the table has the reasons. */
  #row(point: Point) {
    this.summary.add(point);
    this.table.add(point);
    if (!point.verified || point.skipped) this.all.open = true;
  }

  open(files: File[]) {
    return this.#withRuns((runs) => runs.open(files));
  }

  async #withRuns(use: (runs: Runs) => unknown) {
    try {
      const { Runs } = await this.parts.runs();
      this.runs ??= new Runs(this.view);
      await use(this.runs);
    } catch (error) {
      this.say(`This action failed: ${messageOf(error)}. Try again, or reload the page.`);
    }
  }

  /** Shows messages about failures, which stay until the next call. */
  say(...messages: string[]) {
    this.note.replaceChildren(...messages.map((message) => h('p', { class: 'error' }, message)));
  }

  /** Copies the fastest scan of the longest input, and offers the others. */
  async #copyModule() {
    this.say();
    try {
      const { MeasuredModule } = await import('./measured-module.ts');
      this.module ??= new MeasuredModule(this);
      const isThere = this.module.show(this.run?.points ?? []);
      if (!isThere) return this.say('Nothing is copied: the run has no scan on a GPU.');
      this.exports.after(this.module.root);
      // The choices that follow have the same button.
      this.modules.hidden = true;
      this.module.module.button.focus();
      await this.module.module.copy();
    } catch (error) {
      this.say(`The module could not be made: ${messageOf(error)}. Try again, or reload the page.`);
    }
  }

  async #save(kind: Kind) {
    this.say();
    try {
      const { save } = await this.parts.files();
      await save(this, kind);
    } catch (error) {
      // The page's policy would also block another attempt.
      const advice =
        error instanceof DOMException && error.name === 'NotAllowedError' ? 'Save SVG works without it' : 'Try again, or reload the page';
      this.say(`The file could not be made: ${messageOf(error)}. ${advice}.`);
    }
  }
}
