/** Fields of whole numbers within limits. They are read when typing pauses. Invalid values are marked. */
import { Field, h } from '../ui/dom.ts';
import type { Formats } from '../shared/format.ts';

type Limit<Name extends string> = { name: Name; label: string; min: number; max: number; isPower?: boolean };

/** The pause after a key before the fields are read. */
const REST_MS = 300;

export class NumberFields<Name extends string> {
  onRest: () => void;
  all;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** @param id the prefix of the ids of the fields @param onRest called when typing pauses */
  constructor(id: string, limits: readonly Limit<Name>[], formats: Formats, onRest: () => void) {
    this.onRest = onRest;
    this.all = limits.map((limit) => {
      const control = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', oninput: () => this.#typed() });
      const hint = `${limit.min} to ${formats.integer(limit.max)}${limit.isPower ? ', a power of two' : ''}`;
      return { limit, control, field: new Field({ id: `${id}-${limit.name}`, label: limit.label, control, hint }) };
    });
  }

  get roots() {
    return this.all.map(({ field }) => field.root);
  }

  field(name: Name) {
    return (this.all.find(({ limit }) => limit.name === name) as (typeof this.all)[number]).field;
  }

  #typed() {
    this.stop();
    this.#resting = setTimeout(this.onRest, REST_MS);
  }

  /** Cancels a pending read. The next key schedules another one. */
  stop() {
    clearTimeout(this.#resting);
  }

  fill(values: Record<Name, number>) {
    for (const { limit, control, field } of this.all) {
      control.value = `${values[limit.name]}`;
      field.setError(null);
    }
  }

  /**
   * Reads the fields and stores the valid values. Returns false if a value is invalid.
   * @param problemOf called for each field, in the order of the fields
   */
  read(values: Record<Name, number>, problemOf: (limit: Limit<Name>, text: string) => string | null) {
    this.stop();
    let isRight = true;
    for (const { limit, control, field } of this.all) {
      const text = control.value.trim();
      const problem = problemOf(limit, text);
      field.setError(problem && `${problem}.`);
      if (problem) isRight = false;
      else values[limit.name] = Number(text);
    }
    return isRight;
  }
}
