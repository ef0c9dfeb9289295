/** The controls of the input: operator, type, mode, pattern and seed. */
import { MAX_U32 } from '../shared/arguments.js';
import { Field, h, select } from './dom.js';

/** @typedef {import('../types.d.ts').Operator} Operator */
/** @typedef {import('../types.d.ts').ElementType} ElementType */
/** @typedef {import('../types.d.ts').Mode} Mode */
/** @typedef {import('./element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./element-types.d.ts').DataSettings} Settings */

export const MODE_CHOICES = [
  { value: 'inclusive', label: 'inclusive' },
  { value: 'exclusive', label: 'exclusive' },
];

/** @type {Record<ElementType, string>} */
export const TYPE_TITLES = { u32: 'u32, unsigned', i32: 'i32, signed', f32: 'f32, float' };

/** @param {readonly Operator[]} operators @param {string} id @returns {Operator} */
export function findOperator(operators, id) {
  return operators.find((one) => one.id === id) ?? operators[0];
}

/** @param {readonly Operator[]} operators */
export function operatorChoices(operators) {
  return operators.map(({ id, title }) => ({ value: id, label: title && title !== id ? `${id}: ${title}` : id }));
}

export class DataSettings {
  /** @param {Catalogue} catalogue @param {() => void} onChange */
  constructor({ operators, patterns }, onChange) {
    this.operators = operators;
    this.onChange = onChange;
    const changed = () => onChange();
    this.operator = select(operatorChoices(operators), { onchange: () => this.#operatorChanged() });
    this.type = select([], { onchange: changed });
    this.mode = select(MODE_CHOICES, { onchange: changed });
    this.pattern = select(
      patterns.map(({ id, title }) => ({ value: id, label: title || id })),
      { onchange: changed },
    );
    this.seed = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', value: '1', onchange: () => this.#checkSeed() });
    this.transfers = h('input', { type: 'checkbox', onchange: changed });
    this.seedField = new Field({ id: 'seed', label: 'Seed', control: this.seed });
    this.root = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'data-title' },
      h('h3', { id: 'data-title' }, 'Input'),
      h(
        'div',
        { class: 'fields' },
        new Field({ id: 'operator', label: 'Operator', control: this.operator }).root,
        new Field({ id: 'type', label: 'Type', control: this.type }).root,
        new Field({ id: 'mode', label: 'Mode', control: this.mode }).root,
        new Field({ id: 'pattern', label: 'Pattern', control: this.pattern }).root,
        this.seedField.root,
        h('label', { class: 'choice' }, this.transfers, 'Measure uploads and readbacks too'),
      ),
    );
    this.#offerTypes();
  }

  #operatorChanged() {
    this.#offerTypes();
    this.onChange();
  }

  #offerTypes() {
    offerTypes(this.type, findOperator(this.operators, this.operator.value));
  }

  /** Array entries per element. */
  get words() {
    return findOperator(this.operators, this.operator.value).words;
  }

  #checkSeed() {
    const text = this.seed.value.trim();
    const good = /^\d+$/.test(text) && Number(text) <= MAX_U32;
    this.seedField.setError(good ? null : `A whole number from 0 to ${MAX_U32} is required; this is ${text ? `“${text}”` : 'empty'}.`);
    return good;
  }

  /** The settings except the seed. They are always valid, since they are chosen from lists. */
  get chosen() {
    return {
      operator: this.operator.value,
      type: /** @type {ElementType} */ (this.type.value),
      mode: /** @type {Mode} */ (this.mode.value),
      pattern: this.pattern.value,
      ...(this.transfers.checked && { transfers: true }),
    };
  }

  /** @returns {Settings | null} null if a value is invalid */
  read() {
    return this.#checkSeed() ? { ...this.chosen, seed: Number(this.seed.value) } : null;
  }
}

/** A run's settings as a phrase. @param {Settings & { seed: number }} settings */
export function describeSettings({ operator, type, mode, pattern, seed }) {
  return `${mode} scan with ${operator} of ${type}, ${pattern} input, seed ${seed}`;
}

/** Lists the operator's types, and keeps the chosen one if possible. @param {HTMLSelectElement} control @param {Operator} operator */
export function offerTypes(control, { types }) {
  const before = control.value;
  control.replaceChildren(...types.map((type) => h('option', { value: type }, TYPE_TITLES[type])));
  control.value = types.find((type) => type === before) ?? types[0];
}
