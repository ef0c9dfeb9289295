/** The controls of an operation's options. The core says what is wrong with them. Loaded when an operation is chosen. */
import { Field, h, select } from '../ui/dom.ts';
import type { OperationEntry, OperationOptions } from '../types.ts';
import type { SettingsGrammar } from '../ui/element-types.ts';

/** An option without a text is left to the core. */
type Option = { name: string; usual: string; text: () => string; root: HTMLElement; setError: (message: string | null) => void };
type Described = { label: string; usual?: string; hint?: string; choices?: { value: string; label: string }[] };

const NO = '0';
/** Options by their names; those without a usual value are boxes to check. */
const DESCRIBED: Record<string, Described> = {
  flags: {
    label: 'Selected by',
    usual: NO,
    choices: [
      { value: NO, label: 'a condition' },
      { value: '1', label: 'flags' },
    ],
  },
  density: { label: 'Share selected', usual: '0.5', hint: 'From 0 to 1; its elements are random.' },
  indices: { label: 'Indices of what is kept too' },
  runs: { label: 'Average length of runs', usual: '37' },
  bins: { label: 'Bins', usual: '256' },
  from: { label: 'From', usual: '' },
  to: { label: 'To', usual: '', hint: 'Without numbers, the range of random elements.' },
  values: { label: 'Values with the keys' },
  descending: { label: 'Descending' },
  bits: { label: 'Bits compared', usual: '0-32' },
};

export class OptionFields {
  id;
  settings: SettingsGrammar;
  options;
  root;

  /** @param options that are given */
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
   * Marks what is wrong.
   * @returns null where anything is
   */
  read(): OperationOptions | null {
    // A colon would begin another option.
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

/** As an address has it. */
function textOf(value: unknown) {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? '1' : NO;
  return Array.isArray(value) ? value.join('-') : String(value);
}
