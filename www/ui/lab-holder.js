/** One element's lab: opened when it is first wanted, shared by those who want it, closed when the element goes. */

import { ScanLabError } from '../shared/errors.js';

/** @typedef {import('./element-types.d.ts').Lab} Lab */
/** @typedef {import('./element-types.d.ts').Api} Api */

export class LabHolder {
  /** @type {Lab | null} */
  lab = null;
  /** @type {Promise<Lab> | null} */
  #opening = null;

  /** @param {Api} api @param {{ onOpening: () => void, onOpen: (lab: Lab) => void, onFail: (error: unknown) => void }} listener */
  constructor(api, listener) {
    this.api = api;
    this.listener = listener;
  }

  /** @returns {Promise<Lab>} */
  get() {
    if (this.#opening) return this.#opening;
    const opening = this.#open(() => this.#opening === opening);
    this.#opening = opening;
    return opening;
  }

  /** The open lab, unless it has ended: what runs on it lets go of it only later. */
  get usable() {
    try {
      this.lab?.supports();
      return this.lab;
    } catch {
      return null;
    }
  }

  /** @param {() => boolean} isWanted False once the lab was closed while it opened. */
  async #open(isWanted) {
    this.listener.onOpening();
    try {
      const lab = await this.api.ScanLab.open();
      if (!isWanted()) {
        lab.close();
        throw new ScanLabError('cancelled', 'The element was taken from the page while its device opened.');
      }
      this.lab = lab;
      this.listener.onOpen(lab);
      return lab;
    } catch (error) {
      if (isWanted()) {
        this.#opening = null;
        this.listener.onFail(error);
      }
      throw error;
    }
  }

  close() {
    this.lab?.close();
    this.lab = null;
    this.#opening = null;
  }
}
