/** Makes the input of an application, and keeps it until a control that the input depends on changes. */
import { ScanLabError } from '../shared/errors.ts';
import type { Formats } from '../shared/format.ts';
import type { Application, Settings } from './types.ts';

export class Inputs {
  application: Application;
  formats: Formats;
  #made: { key: unknown[]; input: unknown } | null = null;

  constructor(application: Application, formats: Formats) {
    this.application = application;
    this.formats = formats;
  }

  /**
   * The input of n elements. Throws a ScanLabError if the settings are invalid, or if n is too large.
   * @param maxElements the maximum number of elements that fit on the device
   */
  of(settings: Settings, n: number, maxElements: number) {
    const { controls, size, inputs = controls.map(({ id }) => id) } = this.application;
    if (n > maxElements) {
      const most = this.formats.count(maxElements, size.unit, size.units);
      throw new ScanLabError('too-large', `At most ${most} fit on this adapter; found ${this.formats.integer(n)}.`);
    }
    const key = [n, ...inputs.map((id) => settings[id])];
    if (!this.#made || this.#made.key.some((one, i) => one !== key[i])) {
      this.#made = { key, input: this.application.input(settings, n, this.formats.marks) };
    }
    return this.#made.input;
  }
}
