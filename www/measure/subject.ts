/** The subject of the measurement: a scan, or an operation made of scans, with its options. */
import { h, select } from '../ui/dom.ts';
import { notLoaded } from '../ui/messages.ts';
import type { OperationEntry, OperationOptions } from '../types.ts';
import type { SettingsGrammar } from '../ui/element-types.ts';
import type { OptionFields } from './operation-options.ts';

const SCAN = 'scan';
const ABOUT_SCANS = 'The sum of all elements up to each element, by one scan or by several scans in turn.';

export class Subject {
  operations: readonly OperationEntry[];
  settings: SettingsGrammar;
  onChange: () => void;
  control;
  about;
  reason;
  place;
  root;
  /** The chosen operation; null for a scan. */
  operation: OperationEntry | null = null;
  /** The given options, until their controls are loaded. */
  #given: OperationOptions = {};
  #fields: OptionFields | null = null;

  constructor(operations: readonly OperationEntry[], settings: SettingsGrammar, onChange: () => void) {
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
    this.control.append(h('optgroup', { label: 'Operations that use scans' }, ...choices));
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

  /**
   * Chooses the operation and the options that the setting `operation` names.
   * @returns the problems of the text
   */
  apply(text: string): string[] {
    const { operation, options, problems } = this.settings.parseOperation(text);
    if (operation !== null || !problems.length) this.choose(operation ?? SCAN, options);
    return problems;
  }

  choose(id: string, options: OperationOptions = {}) {
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

  /** Loads and shows the controls of the options. Until then, the given options apply. */
  async #showOptions(operation: OperationEntry, options: OperationOptions) {
    try {
      const { OptionFields } = await import('./operation-options.ts');
      if (this.operation !== operation || this.#given !== options) return;
      const fields = new OptionFields(operation, options, this.settings, this.onChange);
      this.place.replaceChildren(fields.root);
      this.#fields = fields;
      this.onChange();
    } catch (failure) {
      if (this.operation !== operation) return;
      this.place.replaceChildren(h('p', { class: 'error' }, `Its options could not be loaded: ${notLoaded(failure)}`));
    }
  }

  /** The options; null if an option is invalid. */
  read(): OperationOptions | null {
    return this.#fields ? this.#fields.read() : this.#given;
  }

  /** Shows whether the device supports the operation. @param reason why it does not; null if it does */
  showSupport(reason: string | null) {
    this.reason.textContent = reason ? `Not available: ${reason}` : '';
    this.reason.hidden = !reason;
  }
}
