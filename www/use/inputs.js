/** The input of an application, made once for the controls that it is made of. */
import { ScanLabError } from '../shared/errors.js';

/** @typedef {import('./types.d.ts').Application} Application */

export class Inputs {
  /** @type {{ key: unknown[], input: unknown } | null} */
  #made = null;

  /** @param {Application} application @param {import('../shared/format.js').Formats} formats */
  constructor(application, formats) {
    this.application = application;
    this.formats = formats;
  }

  /** Throws a ScanLabError where the settings give none, or one that is too large. @param {import('./types.d.ts').Settings} settings @param {number} n @param {number} maxElements of the device */
  of(settings, n, maxElements) {
    const { controls, size, inputs = controls.map(({ id }) => id) } = this.application;
    if (n > maxElements) {
      const most = this.formats.count(maxElements, size.unit, size.units);
      throw new ScanLabError('too-large', `At most ${most} fit on this adapter; there are ${this.formats.integer(n)}.`);
    }
    const key = [n, ...inputs.map((id) => settings[id])];
    if (!this.#made || this.#made.key.some((one, i) => one !== key[i])) {
      this.#made = { key, input: this.application.input(settings, n, this.formats.marks) };
    }
    return this.#made.input;
  }
}
