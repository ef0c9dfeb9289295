/** The control of a tuning parameter: a number in its range, or a checkbox for 0 and 1. */
import { Field, h } from '../ui/dom.ts';
import type { TuningParameter } from '../types.ts';

export class TuningInput {
  parameter: TuningParameter;
  isSwitch;
  input;
  root;
  /** Only for a number. */
  field?: Field;

  constructor(algorithm: string, parameter: TuningParameter) {
    const { name, title, min, max } = parameter;
    const id = `tuning-${algorithm}-${name}`;
    const label = title || name;
    this.parameter = parameter;
    this.isSwitch = min === 0 && max === 1;
    if (this.isSwitch) {
      this.input = h('input', { type: 'checkbox', id, checked: parameter.default === 1 });
      this.root = h('div', { class: 'choice' }, this.input, h('label', { for: id }, label));
      return;
    }
    this.input = h('input', {
      type: 'number',
      min,
      max,
      step: 1,
      value: parameter.default === null ? '' : String(parameter.default),
      placeholder: parameter.default === null ? 'by n' : null,
      inputmode: 'numeric',
      oninput: () => this.value,
    });
    this.field = new Field({
      id,
      label,
      control: this.input,
      hint: parameter.default === null ? `${min} to ${max}, or empty: by n and device` : `${min} to ${max}`,
      class: 'inline',
    });
    this.root = this.field.root;
  }

  /** The value; undefined if it is left to the core; null if it is invalid. An invalid value is marked. */
  get value() {
    const { min, max, default: usual } = this.parameter;
    if (this.isSwitch) return Number(this.input.checked);
    const text = this.input.value.trim();
    if (!text && usual === null && !this.input.validity.badInput) {
      this.field?.setError(null);
      return undefined;
    }
    const value = text === '' ? NaN : Number(text);
    const good = Number.isInteger(value) && value >= min && value <= max;
    const found = text ? `“${this.input.value}”` : 'empty';
    this.field?.setError(good ? null : `This must be a whole number from ${min} to ${max}; found ${found}.`);
    return good ? value : null;
  }

  /** @param value null: left to the core */
  set(value: number | null) {
    if (this.isSwitch) this.input.checked = value === 1;
    else this.input.value = value === null ? '' : String(value);
    // Listeners get the events that typing causes.
    for (const type of ['input', 'change']) this.input.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
