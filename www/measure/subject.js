/** What is measured: a scan, or an operation that is made of scans, with its options. */
import { h, select } from '../ui/dom.js';
import { notLoaded } from '../ui/messages.js';

/** @typedef {import('../types.d.ts').OperationEntry} OperationEntry */
/** @typedef {import('../types.d.ts').OperationOptions} OperationOptions */
/** @typedef {import('../ui/element-types.d.ts').SettingsGrammar} SettingsGrammar */
/** @typedef {import('./operation-options.js').OptionFields} OptionFields */

const SCAN = 'scan';
const ABOUT_SCANS = 'Sums of all elements up to each, by one scan or several in turns.';

export class Subject {
  /** Null for a scan. @type {OperationEntry | null} */
  operation = null;
  /** Those that were given, until their controls are loaded. @type {OperationOptions} */
  #given = {};
  /** @type {OptionFields | null} */
  #fields = null;

  /** @param {readonly OperationEntry[]} operations @param {SettingsGrammar} settings @param {() => void} onChange */
  constructor(operations, settings, onChange) {
    this.operations = operations;
    this.settings = settings;
    this.onChange = onChange;
    this.control = select([{ value: SCAN, label: 'Scan' }], {
      id: 'subject',
      'aria-labelledby': 'subject-title',
      'aria-describedby': 'subject-about',
      onchange: () => this.choose(this.control.value),
    });
    const choices = operations.map(({ id, title }) => h('option', { value: id }, title));
    this.control.append(h('optgroup', { label: 'Made of scans' }, ...choices));
    this.about = h('p', { class: 'hint', id: 'subject-about' }, ABOUT_SCANS);
    this.reason = h('p', { class: 'reason', hidden: true });
    this.place = h('div');
    this.root = h(
      'section',
      { class: 'panel subject', 'aria-labelledby': 'subject-title' },
      h('h3', { id: 'subject-title' }, 'What to measure'),
      this.control,
      this.about,
      this.reason,
      this.place,
    );
  }

  /** @param {string} text of the setting @returns {string[]} what is wrong with it */
  apply(text) {
    const { operation, options, problems } = this.settings.parseOperation(text);
    if (operation !== null || !problems.length) this.choose(operation ?? SCAN, options);
    return problems;
  }

  /** @param {string} id @param {OperationOptions} [options] */
  choose(id, options = {}) {
    this.operation = this.operations.find((one) => one.id === id) ?? null;
    this.control.value = this.operation?.id ?? SCAN;
    this.about.textContent = this.operation?.summary ?? ABOUT_SCANS;
    this.#given = options;
    this.#fields = null;
    this.place.replaceChildren();
    this.showSupport(null);
    if (this.operation) void this.#showOptions(this.operation, options);
    this.onChange();
  }

  /** Without controls the options that were given hold. @param {OperationEntry} operation @param {OperationOptions} options */
  async #showOptions(operation, options) {
    try {
      const { OptionFields } = await import('./operation-options.js');
      if (this.operation !== operation || this.#given !== options) return;
      const fields = new OptionFields(operation, options, this.settings, this.onChange);
      this.place.replaceChildren(fields.root);
      this.#fields = fields;
      this.onChange();
    } catch (failure) {
      if (this.operation !== operation) return;
      this.place.replaceChildren(h('p', { class: 'error' }, `Its options are not there: ${notLoaded(failure)}`));
    }
  }

  /** The options; null where one is invalid. @returns {OperationOptions | null} */
  read() {
    return this.#fields ? this.#fields.read() : this.#given;
  }

  /** @param {string | null} reason why the device does not offer the operation */
  showSupport(reason) {
    this.reason.textContent = reason ? `Not available: ${reason}` : '';
    this.reason.hidden = !reason;
  }
}
