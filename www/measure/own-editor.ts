/** The editor of a custom operator. Loaded when the user chooses a custom operator, or when an address has one. */
import { TYPE_TITLES } from '../ui/data-settings.ts';
import { Field, h, select } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import styles from './own-editor.css';
import { adoptStyles } from '../ui/styles.ts';
import type { CodePlace, CodeWarning, ElementType, Operator, CustomOperatorSettings } from '../types.ts';
import type { Explainer, OwnTexts } from '../ui/element-types.ts';
import type { MeasureView } from './measure-view.ts';

type Editor = import('../ui/element-types.ts').OwnEditor;
type Example = { id: string; title: string; about: string; type: ElementType; words: number; identity: string; combine: string };

const WORDS = ['1', '2', '4'];
const TYPES = Object.entries(TYPE_TITLES).map(([value, label]) => ({ value, label }));
/** Worked examples, as in docs/api.md. The editor starts with the first. */
const EXAMPLES: Example[] = [
  {
    id: 'running-maximum',
    title: 'running maximum with its index',
    about: 'Elements are [value, index]. If values are equal, the first index wins. The identity is less than every element.',
    type: 'u32',
    words: 2,
    identity: '0, 4294967295',
    combine: 'let keep = left.x > right.x || (left.x == right.x && left.y <= right.y);\nreturn select(right, left, keep);',
  },
  {
    id: 'complex-product',
    title: 'complex multiplication',
    about: 'Elements are [real, imaginary].',
    type: 'f32',
    words: 2,
    identity: '1, 0',
    combine: 'return vec2f(\n  left.x * right.x - left.y * right.y,\n  left.x * right.y + left.y * right.x,\n);',
  },
  {
    id: 'saturating-counter',
    title: 'saturating counter',
    about: 'Sums that stay at 2³² − 1 instead of wrapping.',
    type: 'u32',
    words: 1,
    identity: '0',
    combine: 'let sum = left + right;\nreturn select(sum, 0xffffffffu, sum < left);',
  },
];
const [FIRST] = EXAMPLES;
/** Numbers that are not literals of JavaScript. */
const NAMED: Record<string, number> = { inf: Infinity, '+inf': Infinity, '-inf': -Infinity, nan: NaN };
const ASKS = 'This code came from outside. Read it before it is compiled, then press “Compile and run this code”.';

export class OwnEditor implements Editor {
  view: MeasureView;
  explainer: Explainer;
  example;
  type;
  words;
  identity;
  combine;
  identityField: Field;
  combineField: Field;
  about;
  head;
  status;
  warnings;
  tries;
  approve;
  question;
  root;
  /** The last valid operator. While the texts define no operator, plans use this one, so that the page's layout stays. */
  operator: Operator | null = null;
  /** Whether the texts define an operator. */
  #isValid = false;
  /** Whether the code came from an address, an attribute or a file, and the user has not yet accepted it by a button. */
  asks = false;

  constructor(view: MeasureView, explainer: Explainer) {
    adoptStyles(view.context.element.shadowRoot as ShadowRoot, styles);
    this.view = view;
    this.explainer = explainer;
    const changed = () => this.#changed();
    this.example = select([{ value: '', label: 'choose one…' }, ...EXAMPLES.map(({ id, title }) => ({ value: id, label: title }))], {
      onchange: () => this.#useExample(),
    });
    this.type = select(TYPES, { onchange: changed });
    this.words = select(
      WORDS.map((value) => ({ value, label: value })),
      { onchange: changed },
    );
    this.identity = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', onchange: changed });
    this.combine = h('textarea', {
      rows: 6,
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      wrap: 'off',
      onchange: changed,
    });
    this.identityField = new Field({
      id: 'combine-identity',
      label: 'Identity',
      control: this.identity,
      hint: 'One number per word. inf and -inf are allowed.',
    });
    this.combineField = new Field({ id: 'combine-code', label: 'Code in WGSL, without loops', control: this.combine, class: 'own-code' });
    this.about = h('p', { class: 'hint' });
    this.head = h('code', { class: 'own-head' });
    this.combineField.root.querySelector('label')?.after(this.head);
    this.combine.after(h('code', { class: 'own-head' }, '}'));
    this.status = h('p', { role: 'status', class: 'hint' });
    this.warnings = h('p', { class: 'own-warnings', role: 'note', hidden: true });
    this.tries = h('button', { type: 'button', onclick: () => void this.#try() }, 'Compile and try');
    this.approve = h('button', { type: 'button', class: 'primary', onclick: () => void this.#approve() }, 'Compile and run this code');
    this.question = h('div', { class: 'notice', role: 'note', hidden: true }, h('p', {}, ASKS), this.approve);
    this.root = h(
      'div',
      { class: 'own-operator', role: 'group', 'aria-label': 'Custom operator' },
      h(
        'div',
        { class: 'fields' },
        new Field({ id: 'combine-example', label: 'Example', control: this.example }).root,
        new Field({ id: 'combine-type', label: 'Type', control: this.type }).root,
        new Field({ id: 'combine-words', label: 'Words per element', control: this.words }).root,
        this.identityField.root,
      ),
      this.about,
      this.combineField.root,
      this.question,
      h('div', { class: 'actions' }, this.tries, this.status),
      // Messages are below the buttons, which must not move during a press: a press ends typing, and then the code is read.
      this.combineField.error,
      this.warnings,
    );
    this.root.addEventListener('input', () => this.#clear());
    this.#fill(FIRST);
  }

  /**
   * Sets texts from an address, an attribute or a file. They are compiled only after the user has pressed a button.
   * @returns the problems
   */
  apply(texts: OwnTexts): string[] {
    const { type = FIRST.type, words = '1', identity = '0', combine } = texts;
    if (combine === undefined) return [];
    const isWords = WORDS.includes(words);
    this.#fill({ type, words: isWords ? Number(words) : 1, identity, combine });
    this.asks = true;
    this.question.hidden = false;
    this.tries.hidden = true;
    this.#changed();
    return isWords ? [] : [`words: “${words}” is not one of ${WORDS.join(', ')}.`];
  }

  /** The definition as typed. */
  get settings(): CustomOperatorSettings {
    return { words: Number(this.words.value), identity: this.identity.value, combine: this.combine.value };
  }

  get elementType(): ElementType {
    return this.type.value as ElementType;
  }

  /** The operator if it may be compiled. Otherwise null, and the problem is shown. */
  check(): Operator | null {
    this.#read();
    if (this.#isValid && this.asks) this.combineField.setError(ASKS);
    return this.#isValid && !this.asks ? this.operator : null;
  }

  /**
   * Shows an error if it concerns the operator.
   * @returns whether it does
   */
  showError(error: unknown): boolean {
    const message = messageOf(error);
    if (!message.startsWith('operator.')) return false;
    const field = message.startsWith('operator.identity') ? this.identityField : this.combineField;
    field.setError(message);
    const { place } = error as { place?: CodePlace };
    if (place) this.#select(place.line, place.column);
    return true;
  }

  /** Selects the rest of a line from a column on. */
  #select(line: number, column: number) {
    const lines = this.combine.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const end = start + (lines[line - 1] ?? '').length;
    this.combine.setSelectionRange(Math.min(start + column - 1, end), end);
  }

  #fill({ type, words, identity, combine }: { type: string; words: number; identity: string; combine: string }) {
    this.type.value = TYPES.some(({ value }) => value === type) ? type : FIRST.type;
    this.words.value = String(words);
    this.identity.value = identity;
    this.combine.value = combine;
    this.#read();
  }

  #useExample() {
    const example = EXAMPLES.find(({ id }) => id === this.example.value);
    if (!example) return;
    this.#fill(example);
    this.about.textContent = example.about;
    this.#accept();
    this.#changed();
  }

  /** Notes that the user has accepted the code in the editor. */
  #accept() {
    this.asks = false;
    this.question.hidden = true;
    this.tries.hidden = false;
  }

  #clear() {
    this.identityField.setError(null);
    this.combineField.setError(null);
  }

  #changed() {
    this.status.textContent = '';
    this.#read();
    this.view.data.onChange();
  }

  /** Registers the operator, and shows all problems that can be found without a compiler. */
  #read() {
    const type = this.elementType;
    const words = Number(this.words.value);
    const shown = words === 1 ? type : `vec${words}<${type}>`;
    this.head.textContent = `fn combine(left: ${shown}, right: ${shown}) -> ${shown} {`;
    this.#clear();
    this.#warn([]);
    this.#isValid = false;
    try {
      const definition = {
        type,
        words: words as 1 | 2 | 4,
        identity: numbersOf(this.identity.value),
        combine: this.combine.value,
      };
      const { warnings, ...operator } = this.explainer.operator(definition);
      this.operator = operator;
      this.#isValid = true;
      this.#warn(warnings);
    } catch (error) {
      if (!this.showError(error)) this.combineField.setError(messageOf(error));
    }
  }

  #warn(warnings: CodeWarning[]) {
    this.warnings.hidden = warnings.length === 0;
    this.warnings.textContent = warnings.map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}.`).join('\n');
  }

  /** Compiles and tests the operator on the device. */
  async #try() {
    const operator = this.check();
    if (!operator) return this.combineField.error.hidden ? this.identity.focus() : this.combine.focus();
    const { holder } = this.view;
    if (holder.work) return this.#say(`Not tried, since ${holder.work}.`);
    this.#say('Compiling…');
    try {
      const lab = await holder.get();
      // A scan of zero elements only compiles and tests the operator.
      const empty = { u32: Uint32Array, i32: Int32Array, f32: Float32Array }[this.elementType];
      await lab.scan(new empty(0), { operator: operator.id });
      this.#say(
        'It compiles. In tests with numbers of all magnitudes, it is associative, and its identity leaves every element unchanged.',
      );
    } catch (error) {
      this.#say('');
      if (!this.showError(error)) this.view.context.report(error);
    }
  }

  async #approve() {
    this.#accept();
    if (!this.check()) return this.combine.focus();
    this.view.runBar.run.focus();
    this.#say((await this.view.start(true)) ?? '');
  }

  #say(text: string) {
    this.status.textContent = text;
  }
}

/** The numbers of a list. A text that is not a number is kept, since the core refuses it with its position. */
function numbersOf(text: string): number[] {
  const numberOf = (word: string) => NAMED[word] ?? (word === '' || Number.isNaN(Number(word)) ? word : Number(word));
  return text.split(',').map((part) => numberOf(part.trim().toLowerCase())) as number[];
}
