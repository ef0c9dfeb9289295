/** Exercises: the visitor writes a kernel, and the emulator judges it. */
import { Field, h, select } from '../../ui/dom.ts';
import { exercises, judge } from '../../ui/kernel-run.ts';
import { messageOf } from '../../shared/errors.ts';
import { SaveNote } from '../../ui/save-note.ts';
import { adoptStyles } from '../../ui/styles.ts';
import partStyles from '../parts.css';
import { keepDraft, readDraft } from './drafts.ts';
import styles from './write.css';
import type { ExerciseEntry, Failure, HandIn, Verdict } from '../../ui/emulator-data.d.ts';
import type { ViewContext } from '../../ui/element-types.ts';
import type { Means } from '../places.ts';

export class WriteView {
  context: ViewContext;
  onChange: (parts: string[]) => void;
  means: Means;
  choice = select([], { onchange: () => this.#choose(this.choice.value) });
  text = h('p', { class: 'learn-about' });
  source = h('p', { class: 'hint' });
  code;
  judge;
  hint;
  save = h('button', { type: 'button', onclick: () => this.#save() }, 'Save for hand-in');
  restart = h('button', { type: 'button', class: 'quiet', onclick: () => this.#restart() }, 'Start again');
  hints = h('ol', { class: 'write-hints' });
  verdict = h('div', { class: 'write-verdict', role: 'status' });
  solution = h('details', { hidden: true }, h('summary', {}, 'A solution'), h('pre', { tabindex: '0' }));
  saved = new SaveNote();
  message = h('p', { role: 'status' });
  work;
  root;
  /** All exercises, after they are loaded. */
  all: ExerciseEntry[] = [];
  shown: ExerciseEntry | null = null;
  /** The last verdict on the kernel as it stands. */
  last: Verdict | null = null;
  #attempts: Map<string, number> = new Map();
  #loading: Promise<ExerciseEntry[]> | null = null;
  #isJudging = false;

  /** @param onChange called when the exercise differs from the address */
  constructor(context: ViewContext, onChange: (parts: string[]) => void, means: Means) {
    this.context = context;
    this.onChange = onChange;
    this.means = means;
    this.code = h('textarea', {
      rows: 24,
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      wrap: 'off',
      oninput: () => this.#typed(),
    });
    this.judge = h('button', { type: 'button', class: 'primary', onclick: () => void this.#judge() }, 'Judge');
    this.hint = h('button', { type: 'button', onclick: () => this.#addHint() }, 'Hint');
    this.work = h(
      'div',
      { hidden: true },
      h('div', { class: 'fields' }, new Field({ id: 'write-exercise', label: 'Exercise', control: this.choice }).root),
      this.text,
      this.source,
      new Field({
        id: 'write-code',
        label: 'Kernel in WGSL',
        control: this.code,
        class: 'write-code',
        hint: 'The judge adds T, identity() and combine(left, right). It needs no GPU.',
      }).root,
      h('div', { class: 'actions' }, this.judge, this.hint, this.save, this.restart),
      this.hints,
      this.verdict,
      this.solution,
      this.saved.root,
    );
    this.root = h(
      'section',
      { class: 'learn-place write', 'aria-labelledby': 'write-title' },
      h('h3', { id: 'write-title', tabindex: '-1' }, 'Write a kernel'),
      this.message,
      this.work,
    );
    adoptStyles(context.element.shadowRoot as ShadowRoot, partStyles, styles);
  }

  /** The title of the page. */
  get title() {
    return this.shown ? `${this.shown.title} · Write a kernel` : 'Write a kernel';
  }

  /** @param parts of the address after `write`: the exercise */
  show([asked = '']: string[]) {
    void this.#show(asked);
  }

  async #show(asked: string) {
    if (!this.all.length) this.message.textContent = 'Loading…';
    try {
      this.all = await (this.#loading ??= exercises());
    } catch (error) {
      this.#loading = null;
      this.message.textContent = `The exercises could not be loaded: ${messageOf(error)}`;
      return;
    }
    this.message.textContent = '';
    this.work.hidden = false;
    if (!this.choice.options.length)
      this.choice.append(...this.all.map(({ id, title }, i) => h('option', { value: id }, `${i + 1}. ${title}`)));
    const exercise = this.all.find(({ id }) => id === asked);
    const known = this.all.map(({ id }) => id).join(', ');
    this.context.reportSetting('exercise', asked && !exercise ? [`exercise must be one of ${known}; it is “${asked}”.`] : []);
    this.#open(exercise ?? this.shown ?? this.all[0]);
  }

  #choose(id: string) {
    const exercise = this.all.find((one) => one.id === id);
    // An entry of the history of its own, so that Back returns to the exercise before.
    if (exercise) this.means.open('write', id);
  }

  #open(exercise: ExerciseEntry) {
    const isOther = exercise !== this.shown;
    this.shown = exercise;
    this.choice.value = exercise.id;
    this.onChange([exercise.id]);
    if (!isOther) return;
    this.text.textContent = exercise.text;
    this.source.textContent = `Source: ${exercise.source}`;
    this.code.value = readDraft(exercise.id) ?? exercise.skeleton;
    this.hints.replaceChildren();
    this.hint.disabled = false;
    this.#clear();
  }

  /** Removes the verdict on an earlier kernel. */
  #clear() {
    this.last = null;
    this.verdict.replaceChildren();
    this.solution.hidden = true;
    this.solution.open = false;
  }

  #typed() {
    if (this.shown) keepDraft(this.shown.id, this.code.value);
    this.#clear();
  }

  #restart() {
    if (!this.shown) return;
    keepDraft(this.shown.id, null);
    this.code.value = this.shown.skeleton;
    this.#clear();
    this.code.focus();
  }

  #addHint() {
    const { shown, hints } = this;
    const next = shown?.hints[hints.children.length];
    if (next) hints.append(h('li', {}, next));
    this.hint.disabled = hints.children.length >= (shown?.hints.length ?? 0);
  }

  async #judge() {
    const { shown, code } = this;
    if (!shown || this.#isJudging) return;
    this.#isJudging = true;
    const judged = code.value;
    this.verdict.textContent = 'Judging…';
    // The text is painted before the judge occupies the thread.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    try {
      const verdict = await judge({ exercise: shown.id, code: judged });
      const attempts = (this.#attempts.get(shown.id) ?? 0) + 1;
      this.#attempts.set(shown.id, attempts);
      const { passed, goals } = verdict;
      this.context.emit('exercise', { exercise: shown.id, passed, goals, attempts });
      // Another kernel may be shown by now.
      if (this.shown !== shown || code.value !== judged) return;
      this.last = verdict;
      this.#tell(verdict, shown);
    } catch (error) {
      if (this.shown === shown) this.verdict.replaceChildren(h('p', { class: 'error', role: 'alert' }, messageOf(error)));
    } finally {
      this.#isJudging = false;
    }
  }

  #tell(verdict: Verdict, { solution }: ExerciseEntry) {
    const { passed, failures, goals, hint } = verdict;
    const missed = goals.filter(({ met }) => !met).length;
    const headline = passed
      ? 'Passed: right in every run, and every goal is met.'
      : failures.length
        ? 'Not right yet.'
        : `Right in every run, but ${missed === 1 ? 'a goal is' : 'goals are'} missed.`;
    this.verdict.replaceChildren(
      h('p', { class: 'step-verdict', 'data-right': `${passed}` }, headline),
      failures.length ? h('ul', {}, ...failures.map((failure) => h('li', {}, ...this.#failure(failure)))) : '',
      hint ? h('p', { class: 'write-hint' }, h('b', {}, 'One mistake explains all wrong elements: '), hint) : '',
      goals.length ? this.#goals(goals) : '',
    );
    this.solution.hidden = !passed;
    const pre = this.solution.querySelector('pre');
    if (pre) pre.textContent = solution;
  }

  #failure({ message, line, n, operator, schedule, subgroupSize }: Failure) {
    const run = ` (${this.context.formats.count(n, 'element')}, ${operator}, schedule ${schedule}, subgroups of ${subgroupSize})`;
    const go = line && h('button', { type: 'button', class: 'quiet', onclick: () => this.#goTo(line) }, `Line ${line}`);
    return [...(go ? [go, ' '] : []), message, h('span', { class: 'hint' }, run)];
  }

  /** Selects a line of the kernel. */
  #goTo(line: number) {
    const before = this.code.value.split('\n').slice(0, line - 1);
    const start = before.join('\n').length + (before.length ? 1 : 0);
    const end = this.code.value.indexOf('\n', start);
    this.code.focus();
    this.code.setSelectionRange(start, end < 0 ? this.code.value.length : end);
  }

  #goals(goals: Verdict['goals']) {
    const { formats } = this.context;
    const cells = (tag: 'td' | 'th', ...texts: string[]) => texts.map((text, i) => h(tag, i ? { class: 'number' } : {}, text));
    return h(
      'table',
      { class: 'write-goals' },
      h('caption', { class: 'visually-hidden' }, 'Goals'),
      h('thead', {}, h('tr', {}, ...cells('th', 'Goal', 'At most', 'Found'))),
      h(
        'tbody',
        {},
        ...goals.map(({ name, required, found, met }) =>
          h(
            'tr',
            { 'data-met': `${met}` },
            ...cells('td', name, formats.integer(required), `${formats.integer(found)} ${met ? '✓' : '✗'}`),
          ),
        ),
      ),
    );
  }

  #save() {
    const { shown, code, last } = this;
    if (!shown) return;
    // A grader judges the kernel again: on the inputs of this seed, and on others.
    const file: HandIn & { verdict: Verdict | null } = { exercise: shown.id, code: code.value, seed: last?.seed ?? null, verdict: last };
    void this.saved.save(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), `scanlab-${shown.id}.json`);
  }

  connect() {}

  close() {}
}
