/** Fields of whole numbers within limits: they are read when the keys rest, and what is wrong is marked. */
import { Field, h } from '../ui/dom.js';

/** @typedef {import('../shared/format.js').Formats} Formats */
/** @template {string} Name @typedef {{ name: Name, label: string, min: number, max: number, isPower?: boolean }} Limit */

/** How long it rests after a key before the fields are read. */
const REST_MS = 300;

/** @template {string} Name */
export class NumberFields {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /** @param {string} id before the names @param {readonly Limit<Name>[]} limits @param {Formats} formats @param {() => void} onRest */
  constructor(id, limits, formats, onRest) {
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

  /** @param {Name} name */
  field(name) {
    return /** @type {(typeof this.all)[number]} */ (this.all.find(({ limit }) => limit.name === name)).field;
  }

  #typed() {
    this.stop();
    this.#resting = setTimeout(this.onRest, REST_MS);
  }

  /** Reads nothing more until the next key. */
  stop() {
    clearTimeout(this.#resting);
  }

  /** @param {Record<Name, number>} values */
  fill(values) {
    for (const { limit, control, field } of this.all) {
      control.value = `${values[limit.name]}`;
      field.setError(null);
    }
  }

  /**
   * Sets the values that are right; false where one is wrong.
   * @param {Record<Name, number>} values @param {(limit: Limit<Name>, text: string) => string | null} problemOf in the order of the fields
   */
  read(values, problemOf) {
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
