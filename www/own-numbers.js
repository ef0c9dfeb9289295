/** Scanning the user's own numbers: pasted, dropped or chosen as a file. */
import { MODE_CHOICES, TYPE_TITLES, findOperator, offerTypes, operatorChoices } from './data-settings.js';
import { Field, h, select } from './dom.js';
import { codeOf, explain, mostElements } from './messages.js';
import { FileError, readNpy, typeOf } from './npy.js';
import { parseNumbers, readNumbers } from './numbers-file.js';
import { OwnResult } from './own-result.js';

/** @typedef {import('./types.d.ts').Elements} Elements */
/** @typedef {import('./types.d.ts').ElementType} ElementType */
/** @typedef {import('./types.d.ts').ScanRequest} ScanRequest */
/** @typedef {import('./element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./element-types.d.ts').Lab} Lab */
/** @typedef {import('./format.js').Formats} Formats */
/** @typedef {{ values: Elements, note: string }} Input */


const EXAMPLE = '3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3';
const ACCEPTED = '.txt,.csv,.tsv,.npy,text/plain,text/csv';

export class OwnNumbers {
  /** @type {File | null} */
  file = null;
  /** @type {AbortController | null} */
  running = null;

  /**
   * @param {Catalogue} catalogue @param {Formats} formats
   * @param {{ getLab: () => Promise<Lab>, onError: (error: unknown) => void }} owner
   */
  constructor({ algorithms, operators }, formats, owner) {
    this.operators = operators;
    this.formats = formats;
    this.owner = owner;
    this.result = new OwnResult(formats);
    const usual = algorithms.find(({ id }) => id === 'reduce-then-scan') ?? algorithms[0];
    this.algorithm = select(algorithms.map(({ id, title }) => ({ value: id, label: title })), { value: usual?.id });
    this.operator = select(operatorChoices(operators), { onchange: () => offerTypes(this.type, findOperator(operators, this.operator.value)) });
    this.type = select([], {});
    offerTypes(this.type, findOperator(operators, this.operator.value));
    this.mode = select(MODE_CHOICES, {});
    this.typeField = new Field({ id: 'own-type', label: 'Type', control: this.type });
    this.text = h('textarea', { rows: 6, spellcheck: 'false', autocomplete: 'off', value: EXAMPLE });
    this.textField = new Field({
      id: 'own-text', label: 'Numbers', control: this.text,
      hint: 'Separated by commas, semicolons, spaces or lines. You can drop a text, CSV or .npy file here.',
    });
    this.input = h('input', { type: 'file', accept: ACCEPTED, onchange: () => this.#take(this.input.files?.[0]) });
    this.fileField = new Field({ id: 'own-file', label: 'Or a file', control: this.input });
    this.fileNote = h('p', { class: 'file-note', hidden: true });
    this.source = this.#buildSource();
    this.go = h('button', { type: 'button', class: 'primary', onclick: () => this.#scan() }, 'Scan it');
    this.cancel = h('button', { type: 'button', disabled: true, onclick: () => this.running?.abort() }, 'Cancel');
    this.status = h('p', { role: 'status', class: 'run-text' });
    this.root = this.#build();
  }

  #buildSource() {
    return h('div', {
      class: 'drop',
      ondragover: (/** @type {DragEvent} */ event) => this.#dragOver(event),
      ondragleave: () => this.source.classList.remove('over'),
      ondrop: (/** @type {DragEvent} */ event) => this.#drop(event),
    }, this.textField.root, this.fileField.root, this.fileNote);
  }

  #build() {
    return h('section', { class: 'panel own', 'aria-labelledby': 'own-title' },
      h('h3', { id: 'own-title' }, 'Your own numbers'),
      h('div', { class: 'own-columns' },
        h('div', { class: 'own-form' }, this.source,
          h('div', { class: 'fields' },
            new Field({ id: 'own-algorithm', label: 'Algorithm', control: this.algorithm }).root,
            new Field({ id: 'own-operator', label: 'Operator', control: this.operator }).root,
            this.typeField.root,
            new Field({ id: 'own-mode', label: 'Mode', control: this.mode }).root),
          h('div', { class: 'run-row' }, this.go, this.cancel), this.status),
        this.result.root));
  }

  /** @param {DragEvent} event */
  #dragOver(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.source.classList.add('over');
  }

  /** @param {DragEvent} event */
  #drop(event) {
    this.source.classList.remove('over');
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.input.value = '';
    this.#take(file);
  }

  /** The file is read when it is scanned; until then only its name is held. @param {File | undefined} file */
  #take(file) {
    this.file = file ?? null;
    this.#clearErrors();
    this.fileNote.hidden = !file;
    if (!file) return;
    const remove = () => {
      this.input.value = '';
      this.#take(undefined);
      this.text.focus();
    };
    this.fileNote.replaceChildren(`Will scan ${file.name} (${this.formats.bytes(file.size)}) in place of the text. `,
      h('button', { type: 'button', class: 'quiet', onclick: remove }, 'Use the text'));
  }

  #clearErrors() {
    this.textField.setError(null);
    this.fileField.setError(null);
    this.typeField.setError(null);
  }

  async #scan() {
    if (this.running) return;
    this.running = new AbortController();
    this.#clearErrors();
    this.go.disabled = true;
    this.cancel.disabled = false;
    try {
      await this.#scanNow(this.running.signal);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.running = null;
      this.go.disabled = false;
      this.cancel.disabled = true;
    }
  }

  /** @param {AbortSignal} signal */
  async #scanNow(signal) {
    this.#say('Reading the numbers…');
    const { values, note } = await this.#read(signal);
    this.#say('Looking for a GPU…');
    const lab = await this.owner.getLab();
    this.#check(values, lab);
    const request = this.#request(signal);
    this.#say(`Scanning ${this.formats.count(values.length, 'number')}…`);
    const output = await lab.scan(values, request);
    this.#say('Checking the result against a scan in JavaScript…');
    const verdict = await lab.verify(values, output, request);
    const { words } = findOperator(this.operators, this.operator.value);
    this.result.show({ input: values, output, words, ...verdict });
    this.#say(`${note}Scanned ${this.formats.count(values.length, 'number')}: ${verdict.verified ? 'PASS' : 'FAIL'}.`);
  }

  /** @param {AbortSignal} signal @returns {ScanRequest} */
  #request(signal) {
    return {
      algorithm: this.algorithm.value,
      operator: this.operator.value,
      mode: this.mode.value === 'exclusive' ? 'exclusive' : 'inclusive',
      signal,
    };
  }

  /** @param {AbortSignal} signal @returns {Promise<Input>} */
  async #read(signal) {
    const type = /** @type {ElementType} */ (this.type.value);
    if (!this.file) return withNote(parseNumbers(this.text.value, type));
    if (!/\.npy$/i.test(this.file.name)) return withNote(await readNumbers(this.file, type, signal));
    const { values } = await readNpy(this.file);
    this.#adoptType(typeOf(values));
    return { values, note: `The array is ${typeOf(values)}. ` };
  }

  /** @param {ElementType} type */
  #adoptType(type) {
    const { id, types } = findOperator(this.operators, this.operator.value);
    if (!types.includes(type)) throw new FileError(`the array is ${type}, but ${id} takes ${types.join(' or ')}; choose another operator`);
    this.type.value = type;
  }

  /** @param {Elements} values @param {Lab} lab */
  #check(values, lab) {
    const { id, words, types } = findOperator(this.operators, this.operator.value);
    if (values.length % words) {
      throw new FileError(`${id} takes ${words} numbers per element, so their count must be a multiple of ${words}; there are ${this.formats.integer(values.length)}`);
    }
    const most = mostElements(lab, words);
    if (most !== undefined && values.length / words > most) {
      throw new FileError(`there are ${this.formats.integer(values.length / words)} elements, but at most ${this.formats.integer(most)} fit on this adapter`);
    }
    const type = typeOf(values);
    const mode = this.mode.value === 'exclusive' ? 'exclusive' : 'inclusive';
    const reason = lab.supports({ algorithm: this.algorithm.value, operator: id, type, mode, direction: 'forward', segmented: false });
    if (reason) throw new FileError(`this algorithm cannot scan ${TYPE_TITLES[type]} with ${id} here (${types.join(', ')}): ${reason}`);
  }

  /** @param {unknown} error */
  #fail(error) {
    if (error instanceof FileError) {
      const field = this.file ? this.fileField : this.textField;
      field.setError(`${error.message[0].toUpperCase()}${error.message.slice(1)}.`);
      field.control.focus();
      return this.#say('Not scanned: see the message beside the numbers.');
    }
    if (codeOf(error) === 'cancelled' || this.running?.signal.aborted) return this.#say('Cancelled.');
    this.#say(`Not scanned: ${explain(error).title}.`);
    this.owner.onError(error);
  }

  /** @param {string} text */
  #say(text) {
    this.status.textContent = text;
  }
}

/** @param {import('./numbers-file.js').ParsedNumbers} parsed @returns {Input} */
function withNote({ values, header }) {
  return { values, note: header ? `The first line (“${header.slice(0, 40)}”) was taken as a header. ` : '' };
}
