/** The choice of sizes: a range, or a typed list. */
import { Field, h, select } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import type { Formats } from '../shared/format.ts';
import type { SizeRange, SizeRules } from '../types.ts';
import type { SettingsGrammar } from '../ui/element-types.ts';

type RangePart = 'from' | 'to' | 'steps';

const SPACINGS = [
  { value: 'powers', label: 'powers of two' },
  { value: 'log', label: 'evenly on a log scale' },
];

export class SizesControl {
  formats: Formats;
  settings: SettingsGrammar;
  from: Field;
  to: Field;
  steps: Field;
  spacing;
  list: Field;
  summary;
  rangeRoot;
  root;
  kind = 'range';
  /** The maximum number of elements that fit; undefined before an adapter is known. */
  limit: number | undefined = undefined;
  /** The typed number of steps. A range may have fewer sizes. */
  #asked = '11';

  constructor(formats: Formats, settings: SettingsGrammar) {
    this.formats = formats;
    this.settings = settings;
    const check = () => this.read();
    const fit = () => this.#fit();
    this.from = new Field({ id: 'size-from', label: 'From', control: textInput('2^10', fit) });
    this.to = new Field({ id: 'size-to', label: 'To', control: textInput('2^20', fit) });
    this.steps = new Field({ id: 'size-steps', label: 'Steps', control: textInput(this.#asked, () => this.#ask()) });
    // The number of steps is fitted only after typing. During typing, the first digit of 11 would be changed.
    this.steps.control.addEventListener('change', fit);
    this.spacing = select(SPACINGS, { onchange: fit });
    const list = h('textarea', { rows: 2, spellcheck: 'false', autocomplete: 'off', oninput: check });
    list.value = '1000, 4096, 2^20, 1e6';
    this.list = new Field({
      id: 'size-list',
      label: 'Sizes',
      control: list,
      hint: 'Numbers of elements, separated by commas or spaces: 1000, 4096, 2^20, 1e6',
    });
    this.summary = h('p', { class: 'hint', id: 'sizes-summary' });
    this.rangeRoot = h(
      'div',
      { class: 'fields' },
      this.from.root,
      this.to.root,
      this.steps.root,
      new Field({ id: 'size-spacing', label: 'Spacing', control: this.spacing }).root,
    );
    this.root = this.#build();
    this.show('range');
  }

  #build() {
    const radio = (value: string, label: string) =>
      h(
        'label',
        { class: 'choice' },
        h('input', { type: 'radio', name: 'size-kind', value, checked: value === 'range', onchange: () => this.show(value) }),
        label,
      );
    return h(
      'section',
      { class: 'panel', 'aria-labelledby': 'sizes-title' },
      h(
        'fieldset',
        { class: 'sizes' },
        h('legend', {}, h('h3', { id: 'sizes-title' }, 'Sizes')),
        h('div', { class: 'choices' }, radio('range', 'A range'), radio('list', 'A list')),
        this.rangeRoot,
        this.list.root,
        this.summary,
      ),
    );
  }

  /** Shows the controls of a kind. @param kind `range` or `list` */
  show(kind: string) {
    this.kind = kind;
    this.rangeRoot.hidden = kind !== 'range';
    this.list.root.hidden = kind !== 'list';
    for (const radio of this.root.querySelectorAll('input')) if (radio.type === 'radio') radio.checked = radio.value === kind;
    this.read();
  }

  setRange({ from, to, steps, spacing }: SizeRange) {
    [this.from.control.value, this.to.control.value, this.#asked, this.spacing.value] = [from, to, steps, spacing];
    this.show('range');
    this.#fit();
  }

  /** The range as typed. */
  get range(): SizeRange {
    const [from, to, steps] = [this.from, this.to, this.steps].map(({ control }) => control.value);
    return { from, to, steps, spacing: this.spacing.value === 'log' ? 'log' : 'powers' };
  }

  #ask() {
    this.#asked = this.steps.control.value;
    this.read();
  }

  /** Shows as many steps as there are sizes. A wider range restores the typed number. */
  #fit() {
    this.steps.control.value = this.#asked;
    const sizes = this.read();
    if (!sizes) return;
    this.steps.control.value = String(sizes.length);
    this.read();
  }

  /**
   * Marks invalid input and states what is expected.
   * @returns null if the input is invalid
   */
  read(): number[] | null {
    const rules = { limit: this.limit, format: (n: number) => this.formats.integer(n) };
    try {
      const sizes = this.kind === 'list' ? this.#readList(rules) : this.#readRange(rules);
      this.summary.textContent = sizes ? this.#summary(sizes) : '';
      return sizes;
    } catch (error) {
      // A core that has stopped reads no sizes.
      this.summary.textContent = messageOf(error);
      return null;
    }
  }

  #readList(rules: SizeRules) {
    const { sizes, problems } = this.settings.parseSizeList(this.list.control.value, rules);
    this.list.setError(problems.length ? sentences(problems) : null);
    return problems.length ? null : sizes;
  }

  #readRange(rules: SizeRules) {
    const { sizes, problems } = this.settings.sizesOfRange(this.range, rules);
    for (const part of ['from', 'to', 'steps'] as RangePart[]) {
      const problem = problems[part];
      this[part].setError(problem ? sentences([problem]) : null);
    }
    return sizes.length ? sizes : null;
  }

  #summary(sizes: number[]) {
    const ends = [sizes[0], sizes[sizes.length - 1]].map((n) => this.formats.integer(n));
    const all = this.kind === 'range' && Number(this.#asked) > sizes.length ? ', the whole range' : '';
    return sizes.length === 1
      ? `One size: ${ends[0]}${all}`
      : `${this.formats.count(sizes.length, 'size')}, ${ends[0]} to ${ends[1]}${all}`;
  }

  focus() {
    const bad = [this.from, this.to, this.steps, this.list].find(({ control }) => control.ariaInvalid === 'true');
    bad?.control.focus();
  }
}

function textInput(value: string, oninput: () => void) {
  return h('input', { type: 'text', value, oninput, autocomplete: 'off', spellcheck: 'false' });
}

const MOST_SHOWN = 3;

function sentences(problems: string[]) {
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => `${problem[0].toUpperCase()}${problem.slice(1)}.`);
  if (problems.length > MOST_SHOWN) shown.push(`And ${problems.length - MOST_SHOWN} more.`);
  return shown.join(' ');
}
