/** The view of exercises, in which the visitor writes a kernel. A judge runs the kernel on the emulator. */
import { Field, h, scrolling, select } from '../../ui/dom.ts';
import { countsOf, exerciseOf, exercises, judge, replay } from '../../shared/kernel-run.ts';
import { messageOf } from '../../shared/errors.ts';
import { withStorage } from '../../shared/storage.ts';
import { SaveNote } from '../../ui/save-note.ts';
import { answered, completed, task } from '../../ui/statements.ts';
import { adoptStyles } from '../../ui/styles.ts';
import partStyles from '../parts.css';
import wgslStyles from '../wgsl-view.css';
import { assignSeries } from '../../ui/series.ts';
import { ChartPlace } from '../../chart/chart-place.ts';
import { citations } from '../../ui/citation.ts';
import { gpuOf } from '../gpu-run.ts';
import { Editor } from './editor.ts';
import type { Mark } from './editor.ts';
import { expectedSums, timeOnGpu } from './gpu-times.ts';
import { ReplayView } from './replay-view.ts';
import styles from './write.css';
import type { Count, ExerciseEntry, Failure, HandIn, Verdict } from '../../shared/emulator-data.d.ts';
import type { Explainer, ViewContext } from '../../ui/element-types.ts';
import type { Means } from '../places.ts';
import type { Picture } from '../../chart/chart-place.ts';
import type { Formats } from '../../shared/format.ts';
import type { Times } from './gpu-times.ts';

/** A note on the part that the judge adds to every kernel. */
const ADDED = 'The judge adds the element type T, identity() and combine(left, right). combine need not commute. The judge needs no GPU.';
/** The prefix of the keys of drafts, which are the kernels that the visitor has begun. Its number is the version of the format. */
const DRAFT = 'scanlab-kernel-1-';
/** An address with this end is that of a teacher's file. */
const FILE = /\.md$/;
/** The names of the timed kernels: the lines of the chart, and the columns of the table. */
const TIMED = ['Your kernel', 'The solution'];
/** The form of runs on the GPU. They compute sums, because a loop can check sums, whose order does not matter. */
const ON_GPU = {
  operator: 'add',
  schedule: 'lockstep',
  subgroupSize: 32,
  startOrder: 'ascending',
  workgroupsInFlight: 16,
} as const;

/** An exercise. `file` is the text of the teacher's file that defines it, if any, and `address` the address of this file on the web. */
type Shown = { entry: ExerciseEntry; file?: string; address?: string };

/** The parts of the address that opens an exercise; empty for a file on the visitor's computer. */
function partsOf({ entry, file, address }: Shown) {
  return file === undefined ? [entry.id] : address ? [address] : [];
}

export class WriteView {
  context: ViewContext;
  explainer: Explainer;
  onChange: (parts: string[]) => void;
  means: Means;
  choice = select([], { onchange: () => this.#choose(this.choice.value) });
  own = h('input', { type: 'file', accept: '.md,text/markdown', onchange: () => void this.#openFile() });
  ownField = new Field({ id: 'write-own', label: 'Exercise of a teacher', control: this.own });
  text = h('p', { class: 'learn-about' });
  goals = h('p', { class: 'learn-about' });
  /** The text that states whether the scan is inclusive. */
  form = document.createTextNode('');
  source = h('p', { class: 'hint' });
  editor: Editor;
  judge = h('button', { type: 'button', class: 'primary', onclick: () => void this.#judge() }, 'Judge');
  hint = h('button', { type: 'button', onclick: () => this.#addHint() }, 'Hint');
  save = h('button', { type: 'button', onclick: () => this.#save() }, 'Save for hand-in');
  restart = h('button', { type: 'button', class: 'quiet', onclick: () => this.#restart() }, 'Start again');
  hints = h('ol', { class: 'write-hints' });
  verdict = h('div', { class: 'write-verdict', role: 'status' });
  replay: ReplayView;
  onGpu = h('div', { class: 'write-gpu' });
  solution = h('details', { hidden: true }, h('summary', {}, 'A solution'), h('pre', { tabindex: '0' }));
  saved = new SaveNote();
  message = h('p', { role: 'status' });
  work;
  root;
  /** All exercises; empty until they are loaded. */
  all: ExerciseEntry[] = [];
  shown: Shown | null = null;
  /** The last verdict on the current text of the kernel; null if the text has changed since. */
  last: Verdict | null = null;
  #attempts: Map<string, number> = new Map();
  /** The ids of the exercises that the visitor has passed. */
  #passed: Set<string> = new Set();
  #loading: Promise<ExerciseEntry[]> | null = null;
  /** The controller of the running judgement. */
  #judging: AbortController | null = null;
  /** The number of the latest opened file. Files with lower numbers are dropped. */
  #opening = 0;

  /** @param onChange called with the parts of the address when another exercise is shown */
  constructor(context: ViewContext, explainer: Explainer, onChange: (parts: string[]) => void, means: Means) {
    this.context = context;
    this.explainer = explainer;
    this.onChange = onChange;
    this.means = means;
    const shadow = context.element.shadowRoot as ShadowRoot;
    const note = h('p', { class: 'hint', id: 'write-note' }, this.form, ADDED);
    this.editor = new Editor(shadow, { label: 'Kernel in WGSL', describedBy: note.id }, () => this.#typed());
    void this.editor.load();
    this.replay = new ReplayView(context);
    this.work = h(
      'div',
      { hidden: true },
      h('div', { class: 'fields' }, new Field({ id: 'write-exercise', label: 'Exercise', control: this.choice }).root, this.ownField.root),
      this.text,
      this.goals,
      this.source,
      h('div', { class: 'write-code' }, h('p', { class: 'label', 'aria-hidden': 'true' }, 'Kernel in WGSL'), this.editor.root, note),
      h('div', { class: 'actions' }, this.judge, this.hint, this.save, this.restart),
      this.hints,
      this.verdict,
      this.onGpu,
      this.solution,
      this.saved.root,
      this.replay.root,
    );
    this.root = h(
      'section',
      { class: 'learn-place write', 'aria-labelledby': 'write-title' },
      h('h3', { id: 'write-title', tabindex: '-1' }, 'Write a kernel'),
      this.message,
      this.work,
    );
    adoptStyles(shadow, partStyles, wgslStyles, styles);
  }

  /** The title of the page. */
  get title() {
    return this.shown ? `${this.shown.entry.title} · Write a kernel` : 'Write a kernel';
  }

  /** @param parts the parts of the address after `write`: the id of an exercise, or the address of a teacher's file */
  show(parts: string[]) {
    // The address of a file may contain slashes, so it may be several parts.
    void this.#show(parts.join('/'));
  }

  async #show(asked: string) {
    const turn = ++this.#opening;
    if (!this.all.length) this.message.textContent = 'Loading…';
    try {
      this.all = await (this.#loading ??= exercises());
    } catch (error) {
      this.#loading = null;
      this.message.textContent = `The exercises could not be loaded: ${messageOf(error)}`;
      return;
    }
    if (!this.choice.options.length)
      this.choice.append(...this.all.map(({ id, title }, i) => h('option', { value: id }, `${i + 1}. ${title}`)));
    const problems: string[] = [];
    const found = FILE.test(asked) ? await this.#fetched(asked, problems) : this.#named(asked, problems);
    if (turn !== this.#opening) return;
    this.message.textContent = '';
    this.work.hidden = false;
    this.context.reportSetting('exercise', problems);
    this.#open(found ?? this.shown ?? { entry: this.all[0] });
  }

  #named(asked: string, problems: string[]): Shown | null {
    const entry = this.all.find(({ id, aliases }) => id === asked || aliases.includes(asked));
    if (entry || !asked) return entry ? { entry } : null;
    const known = this.all.map(({ id }) => id).join(', ');
    problems.push(`exercise must be one of ${known}, or the address of a file that ends with .md; it is “${asked}”.`);
    return null;
  }

  /** The exercise of a teacher's file on the web. */
  async #fetched(address: string, problems: string[]): Promise<Shown | null> {
    try {
      const response = await fetch(new URL(address, document.baseURI));
      if (!response.ok) throw new Error(`the host answers ${response.status}`);
      const file = await response.text();
      return { entry: await exerciseOf(file), file, address };
    } catch (error) {
      problems.push(`The exercise “${address}” could not be loaded: ${messageOf(error)}`);
      return null;
    }
  }

  /** Opens a teacher's file on the visitor's computer. */
  async #openFile() {
    const [chosen] = this.own.files ?? [];
    if (!chosen) return;
    const turn = ++this.#opening;
    try {
      const file = await chosen.text();
      const entry = await exerciseOf(file);
      if (turn !== this.#opening) return;
      this.ownField.setError('');
      this.#open({ entry, file });
    } catch (error) {
      if (turn === this.#opening) this.ownField.setError(messageOf(error));
    }
  }

  #choose(id: string) {
    const exercise = this.all.find((one) => one.id === id);
    // The exercise gets a separate entry in the history, so that Back returns to the previous exercise.
    if (exercise) this.means.open('write', id);
  }

  #open(shown: Shown) {
    const { entry, file } = shown;
    const isOther = entry.id !== this.shown?.entry.id || file !== this.shown.file;
    this.shown = shown;
    // A teacher's exercise is not in the list, so no entry is chosen.
    this.choice.value = file === undefined ? entry.id : '';
    this.onChange(partsOf(shown));
    if (!isOther) return;
    this.text.textContent = entry.text;
    this.form.data = entry.exclusive
      ? 'The scan is exclusive: element i of the result combines the elements before i. '
      : 'The scan is inclusive: element i of the result combines the elements up to i. ';
    this.goals.textContent = goalsText(entry, this.context.formats);
    this.source.replaceChildren(...(entry.source ? ['Source: ', ...citations(entry.source)] : []));
    this.editor.value = readDraft(this.#draft) ?? entry.skeleton;
    this.hints.replaceChildren();
    this.hint.disabled = !entry.hints.length;
    this.#clear();
  }

  /** The name of the draft. For a teacher's exercise, it has a prefix, because the id may be that of another exercise. */
  get #draft() {
    const { entry, file } = this.shown as Shown;
    return file === undefined ? entry.id : `own-${entry.id}`;
  }

  /** Removes the verdict on an earlier text of the kernel. */
  #clear() {
    this.last = null;
    this.verdict.replaceChildren();
    this.onGpu.replaceChildren();
    this.editor.mark([]);
    this.replay.clear();
    this.solution.hidden = true;
    this.solution.open = false;
  }

  #typed() {
    if (this.shown) keepDraft(this.#draft, this.editor.value);
    this.#clear();
  }

  #restart() {
    if (!this.shown) return;
    keepDraft(this.#draft, null);
    this.editor.value = this.shown.entry.skeleton;
    this.#clear();
    this.editor.focus();
  }

  #addHint() {
    const { shown, hints } = this;
    const all = shown?.entry.hints ?? [];
    const next = all[hints.children.length];
    if (next) hints.append(h('li', {}, next));
    this.hint.disabled = hints.children.length >= all.length;
  }

  async #judge() {
    const { shown, editor } = this;
    if (!shown) return;
    this.#judging?.abort();
    const judging = new AbortController();
    this.#judging = judging;
    const { entry, file } = shown;
    const code = editor.value;
    this.#clear();
    this.verdict.textContent = 'Judging…';
    // When the judgement ends, another kernel may be shown.
    const isShown = () => this.shown === shown && editor.value === code;
    try {
      const verdict = await judge({ exercise: entry.id, file, code }, { signal: judging.signal });
      const attempts = (this.#attempts.get(entry.id) ?? 0) + 1;
      this.#attempts.set(entry.id, attempts);
      const { passed, goals } = verdict;
      const activity = task(['write', ...partsOf(shown)], entry.title, entry.text);
      const statement = answered(activity, code, passed);
      const outcome = { score: passed ? 1 : 0, status: passed ? ('passed' as const) : ('failed' as const), statement };
      this.context.emit('exercise', { exercise: entry.id, passed, goals, attempts, ...outcome });
      this.context.emit('statement', statement);
      if (passed && !this.#passed.has(entry.id)) this.context.emit('statement', completed(activity));
      if (passed) this.#passed.add(entry.id);
      if (!isShown()) return;
      this.last = verdict;
      this.#tell(verdict, shown);
    } catch (error) {
      if (!judging.signal.aborted && isShown()) this.verdict.replaceChildren(h('p', { class: 'error', role: 'alert' }, messageOf(error)));
    }
  }

  #tell(verdict: Verdict, { entry }: Shown) {
    const { passed, failures, goals, counts, hint } = verdict;
    const missed = goals.filter(({ met }) => !met).length;
    const right = goals.length ? 'Passed: right in every run, and every goal is met.' : 'Passed: right in every run.';
    const headline = passed
      ? right
      : failures.length
        ? 'Not right yet.'
        : `Right in every run, but ${missed === 1 ? 'a goal is' : 'goals are'} missed.`;
    this.verdict.replaceChildren(
      h('p', { class: 'step-verdict', 'data-right': `${passed}` }, headline),
      failures.length ? h('ul', {}, ...failures.map((failure) => h('li', {}, ...this.#failure(failure)))) : '',
      hint ? h('p', { class: 'write-hint' }, h('b', {}, 'One mistake explains this: '), hint) : '',
      goals.length ? this.#goals(goals) : counts.length ? this.#counts(counts, entry) : '',
    );
    this.editor.mark(failures.flatMap((failure) => markOf(failure) ?? []));
    this.solution.hidden = !passed;
    const pre = this.solution.querySelector('pre');
    if (pre) pre.textContent = entry.solution;
    if (passed) this.#offerGpu();
  }

  #failure(failure: Failure) {
    const { message, n, operator, schedule, subgroupSize, kind } = failure;
    const run = `${this.context.formats.count(n, 'element')}, ${operator}, schedule ${schedule}, subgroups of ${subgroupSize}`;
    const button = (text: string, onclick: () => void) => h('button', { type: 'button', class: 'quiet', onclick }, text);
    const mark = markOf(failure);
    const go = mark && button(`Line ${mark.line}`, () => this.editor.goTo(mark));
    const told = [...(go ? [go, ' '] : []), message];
    // A kernel that does not compile has no run.
    if (kind === 'compile') return told;
    const step = kind === 'binding' ? [] : [' ', button('Step through it', () => void this.#stepThrough(failure))];
    return [...told, h('span', { class: 'hint' }, ` (${run})`), ...step];
  }

  async #stepThrough(failure: Failure) {
    const { shown, last, editor } = this;
    if (!shown || !last) return;
    const code = editor.value;
    try {
      const run = await replay({ exercise: shown.entry.id, file: shown.file, code, seed: last.seed }, failure);
      if (this.last === last) await this.replay.show(run, failure, code.split('\n').length);
    } catch (error) {
      if (this.last === last) this.verdict.append(h('p', { class: 'error', role: 'alert' }, messageOf(error)));
    }
  }

  #goals(goals: Verdict['goals']) {
    const { formats } = this.context;
    const rows = goals.map(({ name, required, found, met }) => ({
      cells: [name, formats.integer(required), `${formats.integer(found)} ${met ? '✓' : '✗'}`],
      met,
    }));
    return tableOf('Goals', ['Goal', 'At most', 'Found'], rows);
  }

  /** The counts of a kernel, beside those of a scan of the catalogue on the same number of elements. */
  #counts(counts: Count[], { sizes, exclusive }: ExerciseEntry) {
    const { formats, catalogue } = this.context;
    const n = Math.max(...sizes);
    const table = h('div', { role: 'status' });
    const draw = (columns: { title: string; counts: Count[] }[]) => {
      const rows = counts.map(({ name }, i) => ({ cells: [name, ...columns.map((one) => formats.integer(one.counts[i].found))] }));
      const heads = [`On ${formats.count(n, 'element')}`, ...columns.map(({ title }) => title)];
      table.replaceChildren(scrolling('Counts', tableOf('Counts', heads, rows)));
    };
    const own = { title: 'Your kernel', counts };
    const scans = catalogue.algorithms.map(({ id, title }) => ({ value: id, label: title }));
    const compare = async () => {
      const { value: id } = choice;
      field.setError('');
      draw([own]);
      if (!id) return;
      try {
        const mode = exclusive ? 'exclusive' : 'inclusive';
        const found = await countsOf(this.explainer.recording(new Uint32Array(n), { algorithm: id, mode }));
        const title = scans.find(({ value }) => value === id)?.label ?? id;
        if (choice.value === id) draw([own, { title, counts: found }]);
      } catch (error) {
        if (choice.value === id) field.setError(messageOf(error));
      }
    };
    const choice = select([{ value: '', label: 'No scan' }, ...scans], { onchange: () => void compare() });
    const field = new Field({ id: 'write-beside', label: 'Beside', control: choice, hint: 'A vector is one access.' });
    draw([own]);
    return h('div', {}, h('div', { class: 'fields' }, field.root), table);
  }

  /** Offers to run the kernel, which has passed, on the visitor's GPU. */
  #offerGpu() {
    const output = h('div', { role: 'status' });
    const button: HTMLButtonElement = h(
      'button',
      { type: 'button', onclick: () => void this.#runOnGpu(button, output) },
      'Run it on this GPU',
    );
    const reason = gpuOf() ? '' : 'This browser offers no GPU, so the kernel is not timed.';
    this.onGpu.replaceChildren(reason ? h('p', { class: 'hint' }, reason) : button, output);
  }

  async #runOnGpu(button: HTMLButtonElement, output: HTMLElement) {
    const { shown, last, editor } = this;
    if (!shown || !last) return;
    const { entry, file } = shown;
    button.disabled = true;
    output.textContent = 'Running…';
    let nodes: Node[];
    let chart: ChartPlace | null = null;
    try {
      const recorded = (code: string, n: number) => replay({ exercise: entry.id, file, code, seed: last.seed }, { ...ON_GPU, n });
      const codes = [editor.value, entry.solution];
      const runs = await Promise.all(
        entry.sizes.map(async (n) => ({ n, runs: await Promise.all(codes.map((code) => recorded(code, n))) })),
      );
      const trials = runs.map(({ n, runs: [own, solution] }) => ({
        n,
        kernels: [own.recording, solution.recording],
        expected: expectedSums(own.recording.buffers[0].words, entry.exclusive),
      }));
      const { title, clock, times, setsZeros } = await timeOnGpu({ trials, output: runs[0].runs[0].output });
      const { formats } = this.context;
      const rows = times.map(({ n, kernels, copy }) => ({
        cells: [formats.integer(n), ...[...kernels, copy].map((time) => formats.three.format(time))],
      }));
      const heads = ['Elements', ...TIMED, 'A copy'];
      const zeros = setsZeros ? ', including the time to set its zeros' : '';
      const how = `Microseconds per run${zeros}, by ${clock === 'timestamps' ? 'timestamps' : 'the clock of the page'}:`;
      chart = times.length > 1 ? new ChartPlace(() => pictureOf(times, formats)) : null;
      nodes = [
        h('p', {}, `Right on ${title} at every size. ${times.length ? how : ''}`),
        ...(chart ? [chart.root] : []),
        ...(times.length ? [scrolling('Times', tableOf('Times', heads, rows))] : []),
        ...(times.length < trials.length
          ? [h('p', { class: 'hint' }, 'Sizes without a time were not timed, since that would take too long.')]
          : []),
      ];
    } catch (error) {
      nodes = [h('p', { class: 'error' }, `The kernel was not timed: ${messageOf(error)}`)];
    }
    // During the run, the visitor may have opened another kernel.
    if (this.last !== last) return;
    output.replaceChildren(...nodes);
    button.disabled = false;
    void chart?.begin();
  }

  #save() {
    const { shown, editor, last } = this;
    if (!shown) return;
    const { id } = shown.entry;
    // A grader judges the kernel again, on the inputs of this seed and on others.
    const file: HandIn & { verdict: Verdict | null } = { exercise: id, code: editor.value, seed: last?.seed ?? null, verdict: last };
    void this.saved.save(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), `scanlab-${id}.json`);
  }

  connect() {}

  close() {
    this.#judging?.abort();
    if (!this.last) this.verdict.replaceChildren();
  }
}

/** The goals in a sentence; empty for an exercise without goals. */
function goalsText({ goals, sizes }: ExerciseEntry, formats: Formats) {
  if (!goals.length) return '';
  const most = goals.map(({ name, required }) => `${formats.integer(required)} ${name}`);
  return `Goals on ${formats.count(Math.max(...sizes), 'element')}: at most ${most.join(', ')}.`;
}

/** The mark of a failure in the editor; null for a failure without a line. */
function markOf({ line, column, message }: Failure): Mark | null {
  return line && column ? { line, column, message } : null;
}

/** The chart of the times of kernels against the number of elements. The time of a copy is the bound. */
function pictureOf(times: Times[], formats: Formats): Picture {
  const point = (algorithm: string, n: number, us: number) => {
    const value = us * 1000;
    const tip = `${algorithm}\n${formats.count(n, 'element')}\n${formats.time(value)}`;
    return { algorithm, n, value, low: NaN, high: NaN, failed: false, unresolved: false, tip };
  };
  return {
    points: times.flatMap(({ n, kernels }) => kernels.map((us, i) => point(TIMED[i], n, us))),
    series: assignSeries(TIMED, (title) => title),
    bound: times.map(({ n, copy }) => ({ n, value: copy * 1000 })),
    sizes: times.map(({ n }) => n),
    yLabel: 'time of one run, less is better',
    xFormat: (n) => formats.size(n),
    yFormat: (value) => formats.time(value),
    boundIsLow: true,
    label: `Line chart of the time of one run against the number of elements: ${TIMED.join('; ')}; a copy. A table has the same data.`,
  };
}

/** A table whose first column contains names. */
function tableOf(caption: string, heads: string[], rows: { cells: string[]; met?: boolean }[]) {
  const cells = (tag: 'td' | 'th', texts: string[]) => texts.map((text, i) => h(tag, i ? { class: 'number' } : {}, text));
  return h(
    'table',
    { class: 'write-goals' },
    h('caption', { class: 'visually-hidden' }, caption),
    h('thead', {}, h('tr', {}, ...cells('th', heads))),
    h(
      'tbody',
      {},
      ...rows.map(({ cells: texts, met }) => h('tr', { 'data-met': met === undefined ? null : `${met}` }, ...cells('td', texts))),
    ),
  );
}

/** The stored draft of an exercise; null if there is no draft. */
function readDraft(exercise: string): string | null {
  return withStorage(globalThis, (storage) => storage.getItem(DRAFT + exercise)) ?? null;
}

/** Stores the draft of an exercise. @param code null to remove the draft */
function keepDraft(exercise: string, code: string | null) {
  withStorage(globalThis, (storage) => (code === null ? storage.removeItem(DRAFT + exercise) : storage.setItem(DRAFT + exercise, code)));
}
