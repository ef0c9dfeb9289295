/** The controls of the input: operator, type, mode, pattern and seed. */
import { MAX_U32 } from '../shared/arguments.ts';
import { subjectOf } from './config-words.ts';
import { Field, h, select } from './dom.ts';
import { notLoaded } from './messages.ts';
import type { ElementType, Mode, OperationEntry, Operator } from '../types.ts';
import type { Catalogue, OwnEditor, SweepConfig } from './element-types.ts';

type Settings = import('./element-types.ts').DataSettings;

export const MODE_CHOICES = [
  { value: 'inclusive', label: 'inclusive' },
  { value: 'exclusive', label: 'exclusive' },
] as { value: Mode; label: string }[];

export const TYPE_TITLES: Record<ElementType, string> = { u32: 'u32, unsigned', i32: 'i32, signed', f32: 'f32, float' };

export function findOperator(operators: readonly Operator[], id: string): Operator {
  return operators.find((one) => one.id === id) ?? operators[0];
}

export function operatorChoices(operators: readonly Operator[]) {
  return operators.map(({ id, title }) => ({ value: id, label: title && title !== id ? `${id}: ${title}` : id }));
}

/** The choice of a custom operator. */
const CUSTOM = 'custom';
/** The operator of plans until the custom operator is valid. */
const NONE_YET = 'add';

export class DataSettings {
  operators;
  onChange: () => void;
  operator;
  type;
  mode;
  initial;
  pattern;
  seed;
  transfers;
  operatorField: Field;
  modeField: Field;
  typeField: Field;
  initialField;
  ownPlace;
  seedField: Field;
  root;
  /** Loaded when a custom operator is chosen. */
  own: OwnEditor | null = null;
  /** The operation whose input is set; null for a scan. */
  operation: OperationEntry | null = null;
  /** The seed that is not shown: the one of operations while scans are chosen, and the one of scans while an operation is chosen. */
  #otherSeed = '';
  #opening: Promise<OwnEditor | null> | null = null;
  #loadOwn;

  constructor({ operators, patterns }: Catalogue, onChange: () => void, loadOwn: () => Promise<OwnEditor>) {
    this.#loadOwn = loadOwn;
    this.operators = operators;
    this.onChange = onChange;
    this.operator = select([...operatorChoices(operators), { value: CUSTOM, label: 'custom operator…' }], {
      onchange: () => this.#operatorChanged(),
    });
    this.type = select([], { onchange: onChange });
    this.mode = select(MODE_CHOICES, { onchange: onChange });
    this.pattern = select(
      patterns.map(({ id, title }) => ({ value: id, label: title || id })),
      { onchange: onChange },
    );
    this.seed = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', value: '1', onchange: () => this.#checkSeed() });
    this.initial = h('input', { type: 'checkbox', onchange: onChange });
    this.transfers = h('input', { type: 'checkbox', onchange: onChange });
    this.operatorField = new Field({ id: 'operator', label: 'Operator', control: this.operator });
    this.modeField = new Field({ id: 'mode', label: 'Mode', control: this.mode });
    this.typeField = new Field({ id: 'type', label: 'Type', control: this.type });
    this.initialField = h('label', { class: 'choice' }, this.initial, 'Begin with an initial value');
    this.ownPlace = h('div', { hidden: true });
    this.seedField = new Field({ id: 'seed', label: 'Seed', control: this.seed });
    this.root = h(
      'section',
      { class: 'panel', 'aria-labelledby': 'data-title' },
      h('h3', { id: 'data-title' }, 'Input'),
      h(
        'div',
        { class: 'fields' },
        this.operatorField.root,
        this.typeField.root,
        this.modeField.root,
        new Field({ id: 'pattern', label: 'Pattern', control: this.pattern }).root,
        this.seedField.root,
        this.initialField,
        h('label', { class: 'choice' }, this.transfers, 'Measure uploads and readbacks too'),
      ),
      this.ownPlace,
    );
    this.#offerTypes();
  }

  /**
   * Offers the settings of an operation: the catalogue's operators if it takes an operator, and a separate seed.
   * @param operation null for a scan
   */
  setOperation(operation: OperationEntry | null) {
    const [hadSeedOfItsOwn, hasSeedOfItsOwn] = [this.operation !== null, operation !== null];
    this.operation = operation;
    if (hadSeedOfItsOwn !== hasSeedOfItsOwn) [this.seed.value, this.#otherSeed] = [this.#otherSeed, this.seed.value];
    this.seed.placeholder = operation ? 'drawn anew' : '';
    this.#checkSeed();
    this.modeField.root.hidden = this.initialField.hidden = operation !== null;
    this.operatorField.root.hidden = !this.#takesOperator;
    for (const option of this.operator.options) if (option.value === CUSTOM) option.disabled = operation !== null;
    if (operation && this.operator.value === CUSTOM) this.operator.value = NONE_YET;
    this.#offerAll();
  }

  get #takesOperator() {
    return !this.operation || this.operation.options.includes('operator');
  }

  /** The chosen operator of the catalogue. For a custom operator it is the first; for an operation without an operator, NONE_YET. */
  get #known() {
    return findOperator(this.operators, this.#takesOperator ? this.operator.value : NONE_YET);
  }

  #operatorChanged() {
    this.#offerAll();
    this.onChange();
  }

  #offerAll() {
    const { isOwn } = this;
    this.typeField.root.hidden = isOwn;
    this.ownPlace.hidden = !isOwn;
    if (isOwn) void this.openOwn();
    else this.#offerTypes();
  }

  /** Whether a custom operator is chosen. */
  get isOwn() {
    return this.operator.value === CUSTOM;
  }

  /** The editor, which is loaded on first use; null if loading fails. */
  openOwn(): Promise<OwnEditor | null> {
    return (this.#opening ??= this.#loadOwn().then(
      (own) => {
        this.own = own;
        this.ownPlace.replaceChildren(own.root);
        this.onChange();
        return own;
      },
      (failure) => {
        this.#opening = null;
        this.ownPlace.replaceChildren(h('p', { class: 'error' }, `The editor could not be loaded: ${notLoaded(failure)}`));
        return null;
      },
    ));
  }

  #offerTypes() {
    offerTypes(this.type, this.#known);
  }

  /** Array entries per element. */
  get words() {
    return this.isOwn ? (this.own?.settings.words ?? 1) : this.#known.words;
  }

  #checkSeed() {
    const text = this.seed.value.trim();
    const good = (/^\d+$/.test(text) && Number(text) <= MAX_U32) || (this.operation !== null && !text);
    this.seedField.setError(good ? null : `A whole number from 0 to ${MAX_U32} is required; this is ${text ? `“${text}”` : 'empty'}.`);
    return good;
  }

  /** The operator and its type. Before the custom operator is valid, plans use NONE_YET. */
  get #kind() {
    if (!this.isOwn) return { operator: this.#known.id, type: this.type.value as ElementType };
    if (!this.own?.operator) return { operator: NONE_YET, type: this.own?.elementType ?? ('u32' as ElementType) };
    return { operator: this.own.operator.id, type: this.own.operator.types[0] };
  }

  /** The settings as chosen, without the seed. */
  get chosen() {
    return {
      ...this.#kind,
      ...(this.isOwn && this.own && { custom: this.own.settings }),
      mode: this.operation ? MODE_CHOICES[0].value : (this.mode.value as Mode),
      ...(this.initial.checked && !this.operation && { initial: true }),
      pattern: this.pattern.value,
      ...(this.transfers.checked && { transfers: true }),
    };
  }

  /** Reads the settings with the seed. @returns null if a value is invalid */
  read(): Settings | null {
    if (this.isOwn && !this.own?.check()) return null;
    const seed = this.seed.value.trim();
    return this.#checkSeed() ? { ...this.chosen, ...(seed && { seed: Number(seed) }) } : null;
  }
}

/** A run's settings as a phrase. */
export function describeSettings({ pattern, seed, ...settings }: Omit<SweepConfig, 'algorithms' | 'sizes' | 'tuning'>) {
  return `${subjectOf(settings)}, ${pattern} input, ${seed === undefined ? 'seed drawn anew for each size' : `seed ${seed}`}`;
}

/** Lists the operator's types, and keeps the chosen one if possible. */
export function offerTypes(control: HTMLSelectElement, { types }: Operator) {
  const before = control.value;
  control.replaceChildren(...types.map((type) => h('option', { value: type }, TYPE_TITLES[type])));
  control.value = types.find((type) => type === before) ?? types[0];
}
