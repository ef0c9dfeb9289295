/** Kept runs and runs from files beside this page's run: the shown run, and the runs that are compared with it. Loaded on first use. */
import { MOST_BYTES, runOf } from './result-file.ts';
import { VerdictTable } from './verdict-table.ts';
import { h } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { differences, incomparableReason } from './counterparts.ts';
import { partsOf, titlesOf } from '../ui/run-names.ts';
import { kindOf } from '../ui/config-words.ts';
import { overlay, overlayPoint, partsOfId } from '../ui/run-overlays.ts';
import styles from './runs.css';
import { adoptStyles } from '../ui/styles.ts';
import type { MeasureView } from './measure-view.ts';
import type { Point } from '../types.ts';
import type { Run } from '../ui/element-types.ts';

type Row = {
  run: Run;
  root: HTMLElement;
  radio: HTMLInputElement;
  box: HTMLInputElement;
  name: HTMLInputElement;
  about: HTMLElement;
  remove: HTMLButtonElement;
};

/** If several files are opened, at most this many runs are compared at first: more lines would be unreadable. */
const MAX_COMPARED_AT_FIRST = 4;
const LONGEST_NAME = 60;
/** The delay of updating the comparison after a point of a sweep. */
const FOLLOW_MS = 500;

export class Runs {
  view: MeasureView;
  results;
  comparison: VerdictTable;
  status;
  list;
  root;
  rows: Row[] = [];
  /** The runs to compare with the shown run, if they are comparable. */
  compared: Set<Run> = new Set();
  /** The runs that stay when another sweep begins. */
  kept: WeakSet<Run> = new WeakSet();
  /** The chart's runs, the shown one first, with their titles. */
  drawn: { runs: Run[]; titles: string[]; points: Point[] } = { runs: [], titles: [], points: [] };
  timer: ReturnType<typeof setTimeout> | undefined = undefined;

  constructor(view: MeasureView) {
    const { results, formats, holder } = view;
    this.view = view;
    this.results = results;
    // The element has set the levels of the initial headings. These headings are added later, one level below the heading of the results.
    const level = Number(results.root.querySelector('h3')?.getAttribute('aria-level') ?? 3) + 1;
    const { ScanLab } = holder.api;
    this.comparison = new VerdictTable(
      formats,
      (id) => view.titleOf(id),
      (left, right, options) => ScanLab.compare(left, right, options),
      level,
    );
    this.status = h('p', { class: 'hint', role: 'status' });
    this.list = h('ul');
    this.root = h(
      'section',
      { class: 'runs', 'aria-labelledby': 'runs-title', hidden: true },
      h('h4', { id: 'runs-title', 'aria-level': level }, 'Runs'),
      this.status,
      this.list,
    );
    results.chart.root.before(this.root);
    results.verdicts.root.before(this.comparison.root);
    adoptStyles(view.root, styles);
    if (results.own) this.#add(results.own);
  }

  /** The name of a line if the chart shows several runs. */
  titleOf(id: string) {
    if (this.drawn.runs.length < 2) return null;
    const { algorithm, rank } = partsOfId(id);
    return `${this.view.titleOf(algorithm)} · ${this.drawn.titles[rank]}`;
  }

  /** Opens the readable files, shows the first, and compares it with the run that was shown before. */
  async open(files: File[]) {
    const opened: Run[] = [];
    const problems = [];
    for (const file of files) {
      try {
        opened.push(await this.#read(file));
      } catch (error) {
        problems.push(`${file.name} was not opened: ${messageOf(error)}.`);
      }
    }
    this.results.say(...problems);
    if (!opened.length) return;
    const before = this.results.chosen;
    for (const run of opened) this.#add(run);
    for (const run of [...(before ? [before] : []), ...opened].slice(0, MAX_COMPARED_AT_FIRST)) this.compared.add(run);
    this.#show(opened[0]);
    this.#say(`Opened ${this.view.formats.count(opened.length, 'file')}.`);
  }

  async #read(file: File): Promise<Run> {
    const { formats, holder } = this.view;
    if (file.size > MOST_BYTES)
      throw new Error(`a result file has at most ${formats.bytes(MOST_BYTES)}; this file has ${formats.bytes(file.size)}`);
    const [explainer, text] = await Promise.all([holder.api.ScanLab.explainer(), file.text()]);
    return { ...runOf(explainer.readResults(text)), file: file.name };
  }

  /** Keeps a run, which the next sweep would replace. */
  keep(run: Run) {
    this.kept.add(run);
    this.compared.add(run);
    if (!this.rows.some((row) => row.run === run)) this.#add(run);
    if (run === this.results.run) this.#refresh();
    else this.#draw();
    this.#say('This run is kept. The next run is compared with it.');
  }

  /** Lists the run that this page has begun. This page's previous run is dropped unless it was kept. */
  began() {
    const { own } = this.results;
    for (const { run } of this.rows.filter(({ run: one }) => !one.file && !this.kept.has(one))) this.#drop(run);
    if (own) this.#add(own);
    this.#draw();
  }

  /** Adds a point of this page's own run to the chart and to the comparison. */
  added(point: Point) {
    const rank = this.drawn.runs.findIndex((run) => run === this.results.own);
    if (rank >= 0 && this.drawn.runs.length > 1) this.drawn.points.push(overlayPoint(point, rank));
    if (rank >= 0) this.timer ??= setTimeout(() => this.#refresh(), FOLLOW_MS);
  }

  #add(run: Run) {
    const radio = h('input', { type: 'radio', name: 'run-shown', onchange: () => this.#show(run) });
    const box = h('input', { type: 'checkbox', onchange: () => this.#compare(run, box.checked) });
    const rename = () => {
      run.name = name.value.trim();
      // An empty field shows the title at the next refresh.
      name.value = '';
      this.#refresh();
      this.results.chart.update();
    };
    const name: HTMLInputElement = h('input', { type: 'text', class: 'run-name', maxlength: LONGEST_NAME, onchange: rename });
    const about = h('p', { class: 'hint' });
    const use = h('button', { type: 'button', class: 'quiet', onclick: () => this.#use(run) }, 'Use its settings');
    const remove = h('button', { type: 'button', class: 'quiet', onclick: () => this.#remove(run) }, 'Remove');
    const [show, compare] = [h('label', { class: 'choice' }, radio, 'Show'), h('label', { class: 'choice' }, box, 'Compare')];
    const root = h('li', {}, name, about, h('div', { class: 'actions' }, show, compare, use, remove));
    this.rows.push({ run, root, radio, box, name, about, remove });
    this.list.append(root);
  }

  #drop(run: Run) {
    this.rows.find((row) => row.run === run)?.root.remove();
    this.rows = this.rows.filter((row) => row.run !== run);
    this.compared.delete(run);
  }

  #remove(run: Run) {
    this.#drop(run);
    const next = this.rows[0]?.run;
    if (!next) this.#showNothing();
    else if (this.results.run === run) this.#show(next);
    else this.#draw();
    // With the removed button, the focus would go to the start of the page.
    (this.rows.find(({ radio }) => radio.checked)?.radio ?? this.results.actions.querySelector('button'))?.focus();
  }

  #showNothing() {
    this.results.run = null;
    this.results.filled.hidden = this.results.details.hidden = true;
    this.results.empty.hidden = false;
  }

  #show(run: Run) {
    this.results.show(run, run.file || this.kept.has(run) ? partsOf(run).join(', ') : undefined);
    this.#draw();
  }

  #compare(run: Run, isCompared: boolean) {
    if (isCompared) this.compared.add(run);
    else this.compared.delete(run);
    this.#draw();
  }

  /** Sets the controls to the run's settings. */
  #use(run: Run) {
    const settings = new URLSearchParams(this.view.settings.formatQuery(run.config));
    const problems = this.view.applySettings(
      (name) => settings.get(name) ?? { initial: '0', transfers: '0', operation: 'scan' }[name] ?? null,
    );
    // Listeners get the event that a change of the controls causes.
    this.view.root.dispatchEvent(new Event('input'));
    this.#say(
      problems.length
        ? 'Some of its settings were ignored: see the message at the top.'
        : 'The settings are those of this run. Press Run to measure them here.',
    );
  }

  #draw() {
    const { chart, run: base } = this.results;
    if (!base) return;
    const others = this.rows
      .map(({ run }) => run)
      .filter((run) => run !== base && this.compared.has(run) && !incomparableReason(run, base));
    const runs = [base, ...others];
    const { config, points } = others.length ? overlay(runs) : base;
    this.drawn = { runs, titles: [], points };
    this.#refresh();
    void chart.begin(config, points);
    chart.update();
  }

  #refresh() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const base = this.results.run;
    const titles = titlesOf(
      this.rows.map(({ run }) => run),
      (id, name) => this.view.picker.defaultOf(id, name),
    );
    this.root.hidden = !this.rows.length;
    if (!base) return;
    this.rows.forEach((row, i) => this.#label(row, titles[i], base));
    this.drawn.titles = this.drawn.runs.map((run) => titles[this.rows.findIndex((row) => row.run === run)]);
    void this.comparison.update(base, this.drawn.runs.slice(1), this.drawn.titles);
  }

  #label({ run, radio, box, name, about, remove }: Row, title: string, base: Run) {
    const problem = run === base ? null : incomparableReason(run, base);
    radio.checked = run === base;
    box.disabled = run === base || problem !== null;
    box.checked = !box.disabled && this.compared.has(run);
    remove.hidden = run === this.results.own;
    // A name that is being typed stays.
    if (!name.matches(':focus') || !name.value) name.value = title;
    name.setAttribute('aria-label', `Name of ${title}`);
    radio.setAttribute('aria-label', `Show ${title}`);
    box.setAttribute('aria-label', `Compare ${title}`);
    about.textContent = this.#about(run, base, problem);
  }

  #about(run: Run, base: Run, problem: string | null) {
    const differing = run === base || problem ? [] : differences(run, base);
    const facts = [...partsOf(run), kindOf(run.config), this.view.formats.count(run.points.length, 'point')];
    const remark = problem ? ` Not comparable: this run is ${problem}.` : differing.length ? ` Differs in ${differing.join('; ')}.` : '';
    return `${facts.join(' · ')}.${remark}`;
  }

  #say(text: string) {
    this.status.textContent = text;
  }
}
