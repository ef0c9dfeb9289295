/** The controls that an application declares, and its number of elements. */
import { Field, h, select } from '../../ui/dom.ts';
import { isWhole } from '../../shared/whole-number.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Formats } from '../../shared/format.ts';
import type { Application, Control, FileControl, RangeControl, Settings } from '../types.ts';

type Bound = { root: HTMLElement; field: Field; write: (value: any) => void; take?: (file: File) => void };

export class Controls {
  application: Application;
  formats: Formats;
  onChange: (isTyped: boolean) => void;
  bound;
  size;
  root;
  settings: Settings = {};
  /** The number of elements; null: the default for the adapter. */
  n: number | null = null;
  /** The number of elements that the field shows. */
  #shown: number | null = null;
  /** By control: the number of files that were chosen or removed. The latest choice counts, even if an earlier file is read later. */
  #files: Map<string, number> = new Map();

  constructor(application: Application, formats: Formats, onChange: (isTyped: boolean) => void) {
    this.application = application;
    this.formats = formats;
    this.onChange = onChange;
    this.bound = new Map(application.controls.map((control) => [control.id, this.#bind(control)]));
    this.size = this.#bindSize();
    this.root = h('div', { class: 'fields use-fields' }, this.size.root, ...[...this.bound.values()].map(({ root }) => root));
  }

  /** Sets values without a call of `onChange`. It replaces `settings`, since results keep the object with which they were computed. */
  write(settings: Settings) {
    this.settings = { ...this.settings };
    for (const [id, value] of Object.entries(settings)) {
      if (this.settings[id] === value) continue;
      this.settings[id] = value;
      this.bound.get(id)?.write(value);
    }
    this.#showTexts();
  }

  /** A text field with the id of a select's choice is hidden unless the choice is selected. */
  #showTexts() {
    const { controls } = this.application;
    for (const { id } of controls.filter(({ kind }) => kind === 'text')) {
      const choosing = controls.filter((one) => one.kind === 'select' && one.choices.some(([value]) => value === id));
      const field = this.bound.get(id);
      if (field) field.root.hidden = choosing.length > 0 && choosing.every((one) => this.settings[one.id] !== id);
    }
  }

  #set(id: string, value: unknown, isTyped: boolean = false) {
    this.settings = { ...this.settings, [id]: value };
    this.#showTexts();
    this.onChange(isTyped);
  }

  #bind(control: Control): Bound {
    const { id, label, hint } = control;
    if (control.kind === 'range') return this.#bindRange(control);
    if (control.kind === 'file') return this.#bindFile(control);
    const onchange = () => this.#set(id, input.value, control.kind === 'text');
    const input =
      control.kind === 'select'
        ? select(
            control.choices.map(([value, text]) => ({ value, label: text })),
            { onchange },
          )
        : h('textarea', { rows: control.rows ?? 3, spellcheck: 'false', autocomplete: 'off', oninput: onchange });
    const field = new Field({ id: `use-${id}`, label, hint, control: input, class: control.kind === 'text' ? 'use-wide' : '' });
    return { root: field.root, field, write: (value) => (input.value = value) };
  }

  #bindRange({ id, label, hint, min, max, step, text = String }: RangeControl): Bound {
    const value = h('span', { class: 'use-value', 'aria-hidden': 'true' });
    const show = (number: number) => {
      value.textContent = text(number);
      input.setAttribute('aria-valuetext', text(number));
    };
    const input = h('input', {
      type: 'range',
      min,
      max,
      step,
      oninput: () => {
        show(Number(input.value));
        this.#set(id, Number(input.value));
      },
    });
    const field = new Field({ id: `use-${id}`, label, hint, control: input });
    field.root.querySelector('label')?.after(value);
    const write = (number: number) => {
      input.value = String(number);
      show(number);
    };
    return { root: field.root, field, write };
  }

  #bindFile(control: FileControl): Bound {
    const { id, label, hint, accept } = control;
    const input = h('input', { type: 'file', accept, onchange: () => input.files?.[0] && void this.#read(control, field, input.files[0]) });
    const remove = h('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => write(null, true) }, 'Remove the file');
    const field = new Field({ id: `use-${id}`, label, hint, control: input, class: 'use-wide' });
    field.root.append(remove);
    const write = (value: unknown, isByHand = false) => {
      remove.hidden = value === null;
      if (value === null) input.value = '';
      if (!isByHand) return;
      this.#nextFile(id);
      field.setError(null);
      this.#set(id, value);
      input.focus();
    };
    return { root: field.root, field, write, take: (file) => void this.#read(control, field, file) };
  }

  /** Reads a file into its setting. A file that cannot be read changes no setting. */
  async #read(control: FileControl, field: Field, file: File) {
    const rank = this.#nextFile(control.id);
    const isLast = () => rank === this.#files.get(control.id);
    try {
      if (file.size === 0 || file.size > control.most_bytes) {
        const most = this.formats.bytes(control.most_bytes);
        throw new Error(`A file of 1 byte to ${most} is required; “${file.name}” has ${this.formats.bytes(file.size)}.`);
      }
      const value = await control.read(file);
      if (!isLast()) return;
      field.setError(null);
      this.bound.get(control.id)?.write(value);
      this.#set(control.id, value);
    } catch (error) {
      if (isLast()) field.setError(messageOf(error));
    }
  }

  #nextFile(id: string) {
    const rank = (this.#files.get(id) ?? 0) + 1;
    this.#files.set(id, rank);
    return rank;
  }

  /**
   * Takes a dropped file.
   * @returns false if no control takes files
   */
  take(file: File): boolean {
    const taking = [...this.bound.values()].find(({ take }) => take);
    taking?.take?.(file);
    return taking !== undefined;
  }

  /** The number of elements: a text field, and a range of powers of two. */
  #bindSize() {
    const { unit, units = `${unit}s`, least, most } = this.application.size;
    const [from, to] = [Math.ceil(Math.log2(least)), Math.floor(Math.log2(most))];
    const input = h('input', {
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'off',
      onchange: () => this.#typed(input.value.trim()),
    });
    const slider = h('input', {
      type: 'range',
      min: from,
      max: to,
      step: 1,
      'aria-label': `Number of ${units}, as a power of two`,
      oninput: () => this.#typed(String(2 ** Number(slider.value))),
    });
    const field = new Field({ id: 'use-n', label: `Number of ${units}`, control: input, class: 'use-wide use-size' });
    input.after(slider);
    const write = (n: number) => {
      input.value = this.formats.integer(n);
      slider.value = String(Math.round(Math.log2(n)));
      slider.setAttribute('aria-valuetext', this.formats.count(n, unit, units));
    };
    const hasFocus = () => (input.getRootNode() as ShadowRoot | Document).activeElement === input;
    return { root: field.root, field, write, hasFocus };
  }

  #typed(text: string) {
    const { least, most } = this.application.size;
    const { integer } = this.formats;
    const digits = digitsOf(text, this.formats);
    if (!isWhole(digits, least, most)) {
      const range = `${integer.call(this.formats, least)} to ${integer.call(this.formats, most)}`;
      this.size.field.setError(`A whole number from ${range} is required; this is ${text ? `“${text}”` : 'empty'}.`);
      return;
    }
    this.size.field.setError(null);
    this.n = this.#shown = Number(digits);
    this.size.write(this.n);
    this.onChange(false);
  }

  /** Shows the number of elements in use. A text that is being typed stays. */
  showSize(n: number) {
    if (n === this.#shown || this.size.hasFocus()) return;
    this.#shown = n;
    this.size.field.setError(null);
    this.size.write(n);
  }
}

/**
 * The digits of a number. Accepted are a power of two, commas or spaces between thousands, and the format in which the number is shown.
 */
function digitsOf(text: string, formats: Formats) {
  const digits = text.replaceAll(/\D/g, '');
  if (digits && formats.integer(Number(digits)) === text) return digits;
  const power = /^2\^(\d{1,2})$/.exec(text);
  return power ? String(2 ** Number(power[1])) : text.replaceAll(/(?<=\d)[,\s](?=\d{3}(?!\d))/g, '');
}
