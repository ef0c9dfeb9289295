/** Scans numbers that the user types, pastes or chooses as a file. */
import { MODE_CHOICES, findOperator, offerTypes, operatorChoices } from '../../ui/data-settings.ts';
import { Field, h, select, takeDrops } from '../../ui/dom.ts';
import { codeOf, explain, notLoaded } from '../../ui/messages.ts';
import { Share, sharedParts } from '../../ui/share.ts';
import { namedSetting } from '../../ui/view-address.ts';
import { EXAMPLES } from './examples.ts';
import type { Comma, Reading } from '../../shared/numbers/text.ts';
import type { ElementType, Mode } from '../../types.ts';
import type { View, ViewContext } from '../../ui/element-types.ts';
import type { OwnResult } from './own-result.ts';

/** The choice that is not an example. */
const OWN = '';
/** The maximum number of characters of numbers in an address. */
const MOST_LETTERS = 2000;
const ACCEPTED = '.txt,.csv,.tsv,.npy,.gz,text/plain,text/csv';

export class OwnNumbers implements View {
  /** Access to the lab, and callbacks. */
  owner;
  algorithms;
  operators;
  formats;
  empty;
  place;
  algorithm;
  algorithmField: Field;
  refusals;
  operator;
  type;
  mode;
  typeField: Field;
  text;
  example;
  exampleNote;
  textField: Field;
  question;
  input;
  fileField: Field;
  fileNote;
  source;
  go;
  cancel;
  status;
  share: Share;
  root;
  /** The initial settings, which an address leaves out. */
  usual: Record<string, string>;
  reportSetting;
  file: File | null = null;
  running: AbortController | null = null;
  /** The meaning of commas in the input, if the user was asked. */
  comma: Comma | undefined;
  result: OwnResult | null = null;

  constructor({ catalogue: { algorithms, operators }, dropLab, emit, formats, holder, notices, report, reportSetting }: ViewContext) {
    this.reportSetting = reportSetting;
    this.owner = {
      onEnd: (outcome: 'done' | 'cancelled' | 'failed', verified: boolean) => emit('end', { view: 'numbers', outcome, verified }),
      getLab: () => holder.get(),
      lab: () => holder.lab,
      onError: (error: unknown) => {
        // Other failures must not close the device: a sweep may use it.
        if (codeOf(error) === 'device-lost') dropLab();
        report(error);
        notices.reveal();
      },
    };
    this.algorithms = algorithms;
    this.operators = operators;
    this.formats = formats;
    this.empty = h(
      'p',
      { class: 'empty' },
      'The first and last elements of the result will appear here. You can download the whole result.',
    );
    this.place = h('div', { class: 'own-result' }, this.empty);
    const onchange = () => this.#kindChanged();
    const usual = algorithms.find(({ id }) => id === 'reduce-then-scan') ?? algorithms[0];
    this.algorithm = select(
      algorithms.map(({ id, title }) => ({ value: id, label: title })),
      { value: usual?.id, onchange },
    );
    this.algorithmField = new Field({ id: 'own-algorithm', label: 'Algorithm', control: this.algorithm });
    this.refusals = h('details', { class: 'hint', hidden: true });
    this.operator = select(operatorChoices(operators), { onchange: () => this.#operatorChanged() });
    this.type = select([], { onchange });
    offerTypes(this.type, findOperator(operators, this.operator.value));
    this.mode = select(MODE_CHOICES, { onchange });
    this.typeField = new Field({ id: 'own-type', label: 'Type', control: this.type });
    this.text = h('textarea', { rows: 6, spellcheck: 'false', autocomplete: 'off', oninput: () => this.#typed() });
    this.example = select([...EXAMPLES.map(({ id, title }) => ({ value: id, label: title })), { value: OWN, label: 'Your own' }], {
      value: EXAMPLES[0].id,
      onchange: () => this.#exampleChosen(),
    });
    this.exampleNote = h('p', { class: 'hint', 'aria-live': 'polite' }, EXAMPLES[0].about);
    this.text.value = textOf(EXAMPLES[0].numbers);
    this.textField = new Field({
      id: 'own-text',
      label: 'Numbers',
      control: this.text,
      hint: 'Separated by commas, semicolons, spaces or lines. You can drop a text, CSV or .npy file here.',
    });
    this.question = h('div', { class: 'run-row', role: 'group', 'aria-label': 'How to read the numbers', hidden: true });
    this.input = h('input', { type: 'file', accept: ACCEPTED, onchange: () => this.#take(this.input.files?.[0]) });
    this.fileField = new Field({ id: 'own-file', label: 'Or a file', control: this.input });
    this.fileNote = h('p', { class: 'file-note', hidden: true });
    this.source = this.#buildSource();
    this.go = h('button', { type: 'button', class: 'primary', onclick: () => this.#scan() }, 'Scan it');
    this.cancel = h('button', { type: 'button', disabled: true, onclick: () => this.running?.abort() }, 'Cancel');
    this.status = h('p', { role: 'status', class: 'run-text' });
    this.usual = this.#settings;
    this.share = new Share(sharedParts('numbers', () => this.parts));
    this.root = this.#build();
  }

  /** The choices by the names of the address. */
  get #settings(): Record<string, string> {
    const { example, operator, type, mode, algorithm } = this;
    const choices = { operator: operator.value, type: type.value, mode: mode.value, algorithm: algorithm.value };
    return example.value && !this.file ? { example: example.value, ...choices } : { numbers: this.#sharedNumbers, ...choices };
  }

  /** The numbers for an address; empty for a file or a long text. */
  get #sharedNumbers() {
    const numbers = this.text.value.trim();
    return this.file || numbers.length > MOST_LETTERS ? '' : numbers;
  }

  /** The parts of the address. An example sets the other settings, so if any of these differs from its initial value, all are written. */
  get parts() {
    const all = Object.entries(this.#settings);
    const changed = all.filter(([name, value]) => value !== this.usual[name]);
    const shared = changed.length && this.#settings.example ? all : changed;
    return shared.map(([name, value]) => `${name}=${value}`);
  }

  /** Applies the settings of an address. @param parts of the address */
  show(parts: string[]) {
    const take = (control: HTMLSelectElement, onTaken: () => void) => (value: string) => {
      if (![...control.options].some((option) => option.value === value)) return false;
      control.value = value;
      onTaken();
      return true;
    };
    // In the order of application: an example sets operator, type and mode, and an operator determines the types.
    const readers: Record<string, (value: string) => boolean> = {
      example: take(this.example, () => this.#exampleChosen()),
      numbers: (value) => {
        this.input.value = '';
        this.#take(undefined);
        this.text.value = value;
        this.#typed();
        return true;
      },
      operator: take(this.operator, () => this.#operatorChanged()),
      type: take(this.type, () => this.#kindChanged()),
      mode: take(this.mode, () => this.#kindChanged()),
      algorithm: take(this.algorithm, () => this.#kindChanged()),
    };
    const given = new Map(parts.map(namedSetting));
    const unknown = [...given.keys()].filter((name) => !Object.hasOwn(readers, name));
    // Settings that the address leaves out get their initial values, not those shown before.
    if (given.size > unknown.length) for (const name of ['example', 'algorithm']) readers[name](this.usual[name]);
    const refused = Object.entries(readers).filter(([name, read]) => given.has(name) && !read(given.get(name) ?? ''));
    this.reportSetting('settings', [
      ...unknown.map((name) => `The settings of Your numbers are ${Object.keys(readers).join(', ')}; found “${name}”.`),
      ...refused.map(([name]) => `Your numbers has no ${name} “${given.get(name)}”.`),
    ]);
  }

  #buildSource() {
    const example = new Field({ id: 'own-example', label: 'Example', control: this.example, class: 'inline' }).root;
    const source = h('div', { class: 'drop' }, example, this.exampleNote, this.textField.root, this.fileField.root, this.fileNote);
    takeDrops(source, source, ([file]) => {
      this.input.value = '';
      this.#take(file);
    });
    return source;
  }

  #build() {
    return h(
      'section',
      { class: 'panel own', 'aria-labelledby': 'own-title' },
      h('h3', { id: 'own-title', tabindex: '-1' }, 'Your own numbers'),
      h(
        'div',
        { class: 'own-columns' },
        h(
          'div',
          { class: 'own-form' },
          this.source,
          h(
            'div',
            { class: 'fields' },
            this.algorithmField.root,
            new Field({ id: 'own-operator', label: 'Operator', control: this.operator }).root,
            this.typeField.root,
            new Field({ id: 'own-mode', label: 'Mode', control: this.mode }).root,
          ),
          this.refusals,
          h('div', { class: 'run-row' }, this.go, this.cancel),
          this.status,
        ),
        this.place,
      ),
      this.share.root,
    );
  }

  /** Chooses a file, which is read when it is scanned. */
  #take(file: File | undefined) {
    this.file = file ?? null;
    this.comma = undefined;
    this.#inputChanged();
    this.fileNote.hidden = !file;
    if (!file) return;
    const remove = () => {
      this.input.value = '';
      this.#take(undefined);
      this.text.focus();
    };
    this.fileNote.replaceChildren(
      `Will scan ${file.name} (${this.formats.bytes(file.size)}) in place of the text. `,
      h('button', { type: 'button', class: 'quiet', onclick: remove }, 'Use the text'),
    );
  }

  #operatorChanged() {
    offerTypes(this.type, findOperator(this.operators, this.operator.value));
    this.#kindChanged();
  }

  /** Takes an example with its type and mode. The operator is addition, as in the source. */
  #exampleChosen() {
    const example = EXAMPLES.find(({ id }) => id === this.example.value);
    this.exampleNote.textContent = example?.about ?? '';
    if (!example) return this.text.focus();
    this.input.value = '';
    this.#take(undefined);
    this.text.value = textOf(example.numbers);
    this.operator.value = 'add';
    this.#operatorChanged();
    this.type.value = example.type;
    this.mode.value = example.mode;
    this.#kindChanged();
  }

  #typed() {
    this.comma = undefined;
    this.example.value = OWN;
    this.exampleNote.textContent = '';
    this.#inputChanged();
  }

  /**
   * Offers the possible readings if there are several.
   * @param field the field beside the question
   */
  ask(field: Field, readings: Reading[]) {
    this.question.hidden = !readings.length;
    const choose = (comma: Comma) => {
      this.comma = comma;
      field.control.focus();
      void this.#scan();
    };
    this.question.replaceChildren(
      ...readings.map(({ comma, text }) => h('button', { type: 'button', onclick: () => choose(comma) }, `Read it as ${text}`)),
    );
    field.root.append(this.question);
  }

  /** A result belongs to one input with its settings: a change removes the result and cancels a running scan. */
  #inputChanged() {
    this.running?.abort();
    this.#clear();
    this.say('');
    this.share.embed.update();
  }

  /** Support depends on the kind of scan, not on its numbers. */
  #kindChanged() {
    this.#inputChanged();
    this.showSupport();
  }

  /** Removes the result or the errors of the last scan. */
  #clear() {
    for (const field of [this.textField, this.fileField]) field.setError(null);
    this.ask(this.textField, []);
    this.result = null;
    this.place.replaceChildren(this.empty);
  }

  /**
   * Disables unsupported algorithms and lists the reasons.
   * @returns the reason if the chosen algorithm is unsupported
   */
  showSupport(): string | null {
    this.algorithmField.setError(null);
    const lab = this.owner.lab();
    if (!lab) return null;
    const {
      operator: { id: operator },
      type,
      mode,
    } = this.chosen;
    const unsupported = new Map(
      this.algorithms.flatMap(({ id }) => {
        const reason = lab.supports({ algorithm: id, operator, type, mode, direction: 'forward', segmented: false });
        return reason ? [[id, `${reason.replace(/\.$/, '')}.`]] : [];
      }),
    );
    for (const option of this.algorithm.options) {
      option.disabled = unsupported.has(option.value);
      option.title = unsupported.get(option.value) ?? '';
    }
    this.refusals.hidden = !unsupported.size;
    this.refusals.replaceChildren(
      h('summary', {}, `${this.formats.count(unsupported.size, 'algorithm')} not available here`),
      h('ul', {}, ...[...unsupported.values()].map((reason) => h('li', {}, reason))),
    );
    const reason = unsupported.get(this.algorithm.value) ?? null;
    this.algorithmField.setError(reason && `Not available: ${reason}`);
    return reason;
  }

  async #scan() {
    if (this.running) return;
    this.running = new AbortController();
    this.#clear();
    this.go.disabled = true;
    this.cancel.disabled = false;
    this.say('Reading the numbers…');
    try {
      const library = await import('./own-scan.ts').catch((failure) => this.say(`Not scanned: ${notLoaded(failure)}`));
      const outcome = library ? await library.scanOwn(this, this.running.signal) : 'failed';
      if (outcome) this.owner.onEnd(outcome, this.result?.verified ?? false);
    } catch (error) {
      this.say(`Not scanned: ${explain(error).title}.`);
      this.owner.onEnd('failed', false);
      this.owner.onError(error);
    } finally {
      this.running = null;
      this.go.disabled = false;
      this.cancel.disabled = true;
    }
  }

  update() {
    this.showSupport();
  }

  close() {
    this.running?.abort();
  }

  get chosen() {
    return {
      algorithm: this.algorithm.value,
      operator: findOperator(this.operators, this.operator.value),
      type: this.type.value as ElementType,
      mode: this.mode.value as Mode,
    };
  }

  say(text: string) {
    this.status.textContent = text;
  }
}

function textOf(numbers: number[]) {
  return numbers.join(' ');
}
