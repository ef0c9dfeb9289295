/** The controls of an operation's options. The core finds invalid values. Loaded when an operation is chosen. */
import { Field, h, select } from '../ui/dom.ts';
import type { OperationEntry, OperationOptions } from '../types.ts';
import type { SettingsGrammar } from '../ui/element-types.ts';

/** An option and its control. If the text is the usual one, it is left out, and the core's default applies. */
type Option = { name: string; usual: string; text: () => string; root: HTMLElement; setError: (message: string | null) => void };
type Described = { label: string; usual?: string; hint?: string; choices?: { value: string; label: string }[] };

const NO = '0';
/** Options by name. Options without a usual value are checkboxes. */
const DESCRIBED: Record<string, Described> = {
  flags: {
    label: 'Selected by',
    usual: NO,
    choices: [
      { value: NO, label: 'a condition' },
      { value: '1', label: 'flags' },
    ],
  },
  density: { label: 'Share selected', usual: '0.5', hint: 'From 0 to 1. The selected elements are random.' },
  indices: { label: 'Also give each element’s index in the input' },
  reversed: { label: 'The others in reverse order' },
  runs: { label: 'Average length of runs or segments', usual: '37' },
  bins: { label: 'Bins', usual: '256' },
  from: { label: 'From', usual: '' },
  to: { label: 'To', usual: '', hint: 'If empty: the range of random elements.' },
  values: { label: 'Sort values with the keys' },
  descending: { label: 'Descending' },
  bits: { label: 'Bits compared', usual: '0-32' },
  sortedLength: { label: 'Sorted keys', usual: '', hint: 'If empty: as many as elements.' },
  upper: { label: 'Find the first greater key, not the first that is not less' },
  k: { label: 'Keys kept', usual: '1' },
  largest: {
    label: 'Kept',
    usual: '1',
    choices: [
      { value: '1', label: 'the largest' },
      { value: NO, label: 'the smallest' },
    ],
  },
};

export class OptionFields {
  id;
  settings: SettingsGrammar;
  options;
  root;

  /** @param options the given options */
  constructor({ id, options: names }: OperationEntry, options: OperationOptions, settings: SettingsGrammar, onChange: () => void) {
    this.id = id;
    this.settings = settings;
    const given = options as Record<string, unknown>;
    this.options = names
      .filter((name) => Object.hasOwn(DESCRIBED, name))
      .map((name) => option(name, DESCRIBED[name], textOf(given[name]), () => this.#changed(onChange)));
    this.root = h('div', { class: 'fields' }, ...this.options.map(({ root }) => root));
  }

  #changed(onChange: () => void) {
    this.read();
    onChange();
  }

  /**
   * Reads the options, and marks invalid values.
   * @returns null if a value is invalid
   */
  read(): OperationOptions | null {
    // In the setting, a colon begins another option.
    const given = this.options.map(({ name, usual, text }) => ({ name, usual, text: text().trim().replaceAll(':', ';') }));
    const texts = given.filter(({ usual, text }) => text !== usual).map(({ name, text }) => `:${name}=${text}`);
    const { options, problems } = this.settings.parseOperation(`${this.id}${texts.join('')}`);
    for (const { name, setError } of this.options) {
      const problem = problems.find((one) => one.startsWith(`${name} of `));
      setError(problem ? `${problem[0].toUpperCase()}${problem.slice(1)}.` : null);
    }
    return problems.length ? null : options;
  }
}

function option(name: string, { label, usual, hint, choices }: Described, given: string | undefined, onchange: () => void): Option {
  if (usual === undefined) {
    const box = h('input', { type: 'checkbox', checked: given === '1', onchange });
    const root = h('label', { class: 'choice' }, box, label);
    return { name, usual: NO, text: () => (box.checked ? '1' : NO), root, setError: () => {} };
  }
  const value = given ?? usual;
  const control = choices
    ? select(choices, { value, onchange })
    : h('input', { type: 'text', value, autocomplete: 'off', spellcheck: 'false', oninput: onchange });
  const field = new Field({ id: `option-${name}`, label, control, hint });
  return { name, usual, text: () => control.value, root: field.root, setError: (message) => field.setError(message) };
}

/** A value in the form of the address. */
function textOf(value: unknown) {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? '1' : NO;
  return Array.isArray(value) ? value.join('-') : String(value);
}
