/** Choosing sizes: a range, or a list that is typed. */
import { Field, h, select } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';

/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {import('../ui/element-types.d.ts').SettingsGrammar} SettingsGrammar */
/** @typedef {import('../types.d.ts').SizeRange} SizeRange */
/** @typedef {import('../types.d.ts').SizeRules} SizeRules */
/** @typedef {'from' | 'to' | 'steps'} RangePart */

const SPACINGS = [
  { value: 'powers', label: 'powers of two' },
  { value: 'log', label: 'even on a log scale' },
];

export class SizesControl {
  /** The most elements that fit; undefined while no adapter is known. @type {number | undefined} */
  limit = undefined;
  /** The steps that were typed; a range may have fewer. */
  #asked = '11';

  /** @param {Formats} formats @param {SettingsGrammar} settings */
  constructor(formats, settings) {
    this.formats = formats;
    this.settings = settings;
    const check = () => this.read();
    const fit = () => this.#fit();
    this.from = new Field({ id: 'size-from', label: 'From', control: textInput('2^10', fit) });
    this.to = new Field({ id: 'size-to', label: 'To', control: textInput('2^20', fit) });
    this.steps = new Field({ id: 'size-steps', label: 'Steps', control: textInput(this.#asked, () => this.#ask()) });
    // Not while it is typed: 1 would stand in the way of 11.
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
    const radio = (/** @type {string} */ value, /** @type {string} */ label) =>
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

  /** @param {string} kind `range` or `list` */
  show(kind) {
    this.kind = kind;
    this.rangeRoot.hidden = kind !== 'range';
    this.list.root.hidden = kind !== 'list';
    for (const radio of this.root.querySelectorAll('input')) if (radio.type === 'radio') radio.checked = radio.value === kind;
    this.read();
  }

  /** @param {SizeRange} range */
  setRange({ from, to, steps, spacing }) {
    [this.from.control.value, this.to.control.value, this.#asked, this.spacing.value] = [from, to, steps, spacing];
    this.show('range');
    this.#fit();
  }

  /** As it is typed. @returns {SizeRange} */
  get range() {
    const [from, to, steps] = [this.from, this.to, this.steps].map(({ control }) => control.value);
    return { from, to, steps, spacing: this.spacing.value === 'log' ? 'log' : 'powers' };
  }

  #ask() {
    this.#asked = this.steps.control.value;
    this.read();
  }

  /** Shows as many steps as there are sizes; a wider range has more of those that were asked for. */
  #fit() {
    this.steps.control.value = this.#asked;
    const sizes = this.read();
    if (!sizes) return;
    this.steps.control.value = String(sizes.length);
    this.read();
  }

  /** Marks what is wrong and says what is meant. @returns {number[] | null} null where anything is wrong */
  read() {
    const rules = { limit: this.limit, format: (/** @type {number} */ n) => this.formats.integer(n) };
    try {
      const sizes = this.kind === 'list' ? this.#readList(rules) : this.#readRange(rules);
      this.summary.textContent = sizes ? this.#summary(sizes) : '';
      return sizes;
    } catch (error) {
      // A core that has stopped reads nothing more.
      this.summary.textContent = messageOf(error);
      return null;
    }
  }

  /** @param {SizeRules} rules */
  #readList(rules) {
    const { sizes, problems } = this.settings.parseSizeList(this.list.control.value, rules);
    this.list.setError(problems.length ? sentences(problems) : null);
    return problems.length ? null : sizes;
  }

  /** @param {SizeRules} rules */
  #readRange(rules) {
    const { sizes, problems } = this.settings.sizesOfRange(this.range, rules);
    for (const part of /** @type {RangePart[]} */ (['from', 'to', 'steps'])) {
      const problem = problems[part];
      this[part].setError(problem ? sentences([problem]) : null);
    }
    return sizes.length ? sizes : null;
  }

  /** @param {number[]} sizes */
  #summary(sizes) {
    const ends = [sizes[0], sizes[sizes.length - 1]].map((n) => this.formats.integer(n));
    const all = this.kind === 'range' && Number(this.#asked) > sizes.length ? ', all that the range has' : '';
    return sizes.length === 1
      ? `One size: ${ends[0]}${all}`
      : `${this.formats.count(sizes.length, 'size')}, ${ends[0]} to ${ends[1]}${all}`;
  }

  focus() {
    const bad = [this.from, this.to, this.steps, this.list].find(({ control }) => control.ariaInvalid === 'true');
    bad?.control.focus();
  }
}

/** @param {string} value @param {() => void} oninput */
function textInput(value, oninput) {
  return h('input', { type: 'text', value, oninput, autocomplete: 'off', spellcheck: 'false' });
}

const MOST_SHOWN = 3;

/** @param {string[]} problems */
function sentences(problems) {
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => `${problem[0].toUpperCase()}${problem.slice(1)}.`);
  if (problems.length > MOST_SHOWN) shown.push(`And ${problems.length - MOST_SHOWN} more.`);
  return shown.join(' ');
}
