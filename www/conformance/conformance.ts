/** The view Check, which runs the grid of conformance cases on the user's GPU. */
import styles from './conformance.css';
import { ConformanceChoice, GRID_NAMES } from './choice.ts';
import { Grid } from './grid.ts';
import { Report, reportText } from './report.ts';
import { planGrid, runCases } from './run.ts';
import { readShard } from './shard.ts';
import { h } from '../ui/dom.ts';
import { Formats } from '../shared/format.ts';
import { codeOf, explain } from '../ui/messages.ts';
import { RunBar } from '../ui/run-bar.ts';
import { SaveNote } from '../ui/save-note.ts';
import { Share } from '../ui/share.ts';
import { adoptStyles } from '../ui/styles.ts';
import { viewLink } from '../ui/view-address.ts';
import type { EndDetail } from '../api.ts';
import type { ConformanceGrid } from '../types.ts';
import type { Lab, View, ViewContext } from '../ui/element-types.ts';
import type { Plan, Result } from './run.ts';

/** The shortest interval between progress events. */
const PROGRESS_EVERY_MS = 250;
const WORK = 'the conformance grid is running';

export { Formats, Report, planGrid, readShard, runCases };

/**
 * The link and the attributes that choose the same cases.
 * @param limits the setting `limits`, if the page has it
 */
function shared(choice: ConformanceChoice, limits: string | null) {
  const all = () => choice.settings && { ...choice.settings, ...(limits && { limits }) };
  return {
    link() {
      const settings = all();
      return settings && viewLink('check', [], `${new URLSearchParams(settings)}`);
    },
    attributes() {
      const settings = all();
      return settings && { view: 'check', ...settings };
    },
  };
}

export class Conformance implements View {
  context: ViewContext;
  catalogue;
  formats;
  emit;
  holder;
  notices;
  choice: ConformanceChoice;
  share: Share;
  runBar: RunBar;
  grid: Grid;
  saved: SaveNote;
  save;
  outcome;
  root;
  running: AbortController | null = null;
  /** The report of the current run, or of the last one. */
  run: Report | null = null;
  progress_ms = -Infinity;

  constructor(context: ViewContext) {
    const { catalogue, element, emit, formats, holder, notices, setting, titleOf } = context;
    this.context = context;
    this.catalogue = catalogue;
    this.formats = formats;
    this.emit = emit;
    this.holder = holder;
    this.notices = notices;
    this.choice = new ConformanceChoice(catalogue, setting, () => {
      void this.#count();
      this.share.embed.update();
    });
    this.share = new Share(shared(this.choice, setting('limits')));
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
      this.share.root,
    );
    adoptStyles(element.shadowRoot as ShadowRoot, styles);
    for (const message of this.choice.problems) emit('error', { code: 'bad-argument', message });
  }

  /**
   * Starts the configured cases, unless their settings have problems, because other cases than requested must not run.
   * @returns the reason why it did not start
   */
  async start(): Promise<string | null> {
    const { problems } = this.choice;
    const { work } = this.holder;
    const reason = problems.length ? `Not started: ${problems.join(' ')}` : work ? `Not started, since ${work}.` : null;
    if (reason) this.runBar.say(reason);
    else await this.#start();
    return reason;
  }

  #notStarted(reason: string) {
    this.runBar.say(`Not started: ${reason}`);
    this.emit('error', { code: 'bad-argument', message: reason });
  }

  close() {
    this.running?.abort();
  }

  /** Called when a device was opened or lost, and when another measurement began or ended. */
  update() {
    const { work } = this.holder;
    this.runBar.bar(work && !this.running ? `Run is disabled, since ${work}.` : null);
    void this.#count();
  }

  notOpened() {
    this.runBar.bar('Run needs a GPU. See the message at the top.');
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

  async #countGrid(lab: Lab, grid: ConformanceGrid) {
    const plan = await this.#plan(lab, grid);
    if (plan) this.choice.count(grid, this.formats.count(plan.total, 'case'));
  }

  /** @param grid the chosen grid by default */
  async #plan(lab: Lab, grid?: ConformanceGrid) {
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
    let outcome: EndDetail['outcome'] = 'failed';
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

  async #runAll(lab: Lab, plan: Plan, signal: AbortSignal) {
    const run = new Report(plan, lab, this.catalogue);
    this.run = run;
    this.outcome.hidden = false;
    this.grid.begin(plan.axes);
    for await (const result of runCases(lab, plan.cases, signal)) this.#take(run, result);
  }

  #take(run: Report, result: Result) {
    this.grid.add(result, run.take(result), run.counts.failed);
    this.runBar.advance(run.done, run.plan.total, this.#tally(run));
    if (performance.now() - this.progress_ms < PROGRESS_EVERY_MS && !run.complete) return;
    this.progress_ms = performance.now();
    this.emit('conformance-progress', run.progress);
  }

  #tally({ done, plan: { total }, counts }: Report) {
    const { formats } = this;
    const cases = `${formats.integer(done)} of ${formats.count(total, 'case')}`;
    return `${cases}: ${formats.integer(counts.passed)} passed, ${formats.integer(counts.failed)} failed, ${formats.integer(counts.unsupported)} not supported`;
  }

  #ended(run: Report) {
    this.runBar.end(run.done);
    this.runBar.say(`${run.complete ? 'Done' : 'Stopped'}. ${this.#tally(run)}.`);
    this.emit('conformance', run.data(this.formats));
  }

  #failed(error: unknown) {
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
