/** The controls of the input: operator, type, mode, pattern and seed. */
import { MAX_U32 } from '../shared/arguments.js';
import { Field, h, select } from './dom.js';
import { notLoaded } from './messages.js';

/** @typedef {import('../types.d.ts').Operator} Operator */
/** @typedef {import('../types.d.ts').ElementType} ElementType */
/** @typedef {import('../types.d.ts').Mode} Mode */
/** @typedef {import('./element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./element-types.d.ts').DataSettings} Settings */
/** @typedef {import('./element-types.d.ts').OwnEditor} OwnEditor */
/** @typedef {import('./element-types.d.ts').OwnTexts} OwnTexts */

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

/** The choice of an operator of one's own. */
const OWN = 'own';
/** The operator while there is none. */
const NONE_YET = 'add';

export class DataSettings {
  /** Loaded when an operator of one's own is chosen. @type {OwnEditor | null} */
  own = null;
  /** @type {Promise<OwnEditor | null> | null} */
  #opening = null;
  #loadOwn;

  /** @param {Catalogue} catalogue @param {() => void} onChange @param {() => Promise<OwnEditor>} loadOwn */
  constructor({ operators, patterns }, onChange, loadOwn) {
    this.#loadOwn = loadOwn;
    this.operators = operators;
    this.onChange = onChange;
    const changed = () => onChange();
    this.operator = select([...operatorChoices(operators), { value: OWN, label: 'own operator…' }], {
      onchange: () => this.#operatorChanged(),
    });
    this.type = select([], { onchange: changed });
    this.mode = select(MODE_CHOICES, { onchange: changed });
    this.pattern = select(
      patterns.map(({ id, title }) => ({ value: id, label: title || id })),
      { onchange: changed },
    );
    this.seed = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', value: '1', onchange: () => this.#checkSeed() });
    this.transfers = h('input', { type: 'checkbox', onchange: changed });
    this.typeField = new Field({ id: 'type', label: 'Type', control: this.type });
    this.ownPlace = h('div', { hidden: true });
    this.seedField = new Field({ id: 'seed', label: 'Seed', control: this.seed });
    this.root = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'data-title' },
      h('h3', { id: 'data-title' }, 'Input'),
      h(
        'div',
        { class: 'fields' },
        new Field({ id: 'operator', label: 'Operator', control: this.operator }).root,
        this.typeField.root,
        new Field({ id: 'mode', label: 'Mode', control: this.mode }).root,
        new Field({ id: 'pattern', label: 'Pattern', control: this.pattern }).root,
        this.seedField.root,
        h('label', { class: 'choice' }, this.transfers, 'Measure uploads and readbacks too'),
      ),
      this.ownPlace,
    );
    this.#offerTypes();
  }

  #operatorChanged() {
    const { isOwn } = this;
    this.typeField.root.hidden = isOwn;
    this.ownPlace.hidden = !isOwn;
    if (isOwn) void this.openOwn();
    else this.#offerTypes();
    this.onChange();
  }

  /** Whether an operator of one's own is chosen. */
  get isOwn() {
    return this.operator.value === OWN;
  }

  /** The editor, loaded on first use; null where that fails. @returns {Promise<OwnEditor | null>} */
  openOwn() {
    return (this.#opening ??= this.#loadOwn().then(
      (own) => {
        this.own = own;
        this.ownPlace.replaceChildren(own.root);
        this.onChange();
        return own;
      },
      (failure) => {
        this.#opening = null;
        this.ownPlace.replaceChildren(h('p', { class: 'error' }, `The editor is not there: ${notLoaded(failure)}`));
        return null;
      },
    ));
  }

  #offerTypes() {
    offerTypes(this.type, findOperator(this.operators, this.operator.value));
  }

  /** Array entries per element. */
  get words() {
    return this.isOwn ? (this.own?.settings.words ?? 1) : findOperator(this.operators, this.operator.value).words;
  }

  #checkSeed() {
    const text = this.seed.value.trim();
    const good = /^\d+$/.test(text) && Number(text) <= MAX_U32;
    this.seedField.setError(good ? null : `A whole number from 0 to ${MAX_U32} is required; this is ${text ? `“${text}”` : 'empty'}.`);
    return good;
  }

  /** The operator and its type. While there is none of one's own, one of the table stands for it, for plans. */
  get #kind() {
    if (!this.isOwn) return { operator: this.operator.value, type: /** @type {ElementType} */ (this.type.value) };
    if (!this.own?.operator) return { operator: NONE_YET, type: this.own?.elementType ?? /** @type {ElementType} */ ('u32') };
    return { operator: this.own.operator.id, type: this.own.operator.types[0] };
  }

  /** The settings except the seed, as they are chosen. */
  get chosen() {
    return {
      ...this.#kind,
      ...(this.isOwn && this.own && { own: this.own.settings }),
      mode: /** @type {Mode} */ (this.mode.value),
      pattern: this.pattern.value,
      ...(this.transfers.checked && { transfers: true }),
    };
  }

  /** @returns {Settings | null} null if a value is invalid */
  read() {
    if (this.isOwn && !this.own?.check()) return null;
    return this.#checkSeed() ? { ...this.chosen, seed: Number(this.seed.value) } : null;
  }
}

/** A run's settings as a phrase. @param {Settings & { seed: number }} settings */
export function describeSettings({ operator, own, type, mode, pattern, seed }) {
  return `${mode} scan with ${own ? 'an own operator' : operator} of ${type}, ${pattern} input, seed ${seed}`;
}

/** Lists the operator's types, and keeps the chosen one if possible. @param {HTMLSelectElement} control @param {Operator} operator */
export function offerTypes(control, { types }) {
  const before = control.value;
  control.replaceChildren(...types.map((type) => h('option', { value: type }, TYPE_TITLES[type])));
  control.value = types.find((type) => type === before) ?? types[0];
}
