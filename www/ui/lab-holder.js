/**
 * The lab that the elements of a page share: opened when the first of them needs it, closed when the last is removed. What measures on it
 * is registered, since two measurements at a time would slow each other down.
 */
import { ScanLabError } from '../shared/errors.js';

/** @typedef {import('./element-types.d.ts').Lab} Lab */
/** @typedef {import('./element-types.d.ts').Api} Api */
/**
 * What an element hears of the lab.
 * @typedef {object} Listener
 * @property {() => void} onOpening
 * @property {(lab: Lab) => void} onOpen
 * @property {(error: unknown) => void} onFail
 * @property {() => void} onWork a measurement has begun or ended
 */

/** One for each class that opens labs. @type {WeakMap<object, LabHolder>} */
const holders = new WeakMap();

export class LabHolder {
  /** @type {Lab | null} */
  lab = null;
  /** What measures now, in words: “the sweep is running”. @type {string | null} */
  work = null;
  /** @type {Promise<Lab> | null} */
  #opening = null;
  /** @type {Set<Listener>} */
  #listeners = new Set();

  /** @param {Api} api */
  constructor(api) {
    this.api = api;
  }

  /** The holder of all elements that open labs of this class. @param {Api} api */
  static of(api) {
    const holder = holders.get(api.ScanLab) ?? new LabHolder(api);
    holders.set(api.ScanLab, holder);
    return holder;
  }

  /** @param {Listener} listener */
  join(listener) {
    this.#listeners.add(listener);
  }

  /** Closes the lab with the last one. @param {Listener} listener */
  leave(listener) {
    this.#listeners.delete(listener);
    if (!this.#listeners.size) this.close();
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

  /** @param {string | null} work */
  setWork(work) {
    this.work = work;
    for (const { onWork } of this.#listeners) onWork();
  }

  /** @param {() => boolean} isWanted False once the lab was closed while it opened. */
  async #open(isWanted) {
    for (const { onOpening } of this.#listeners) onOpening();
    try {
      const lab = await this.api.ScanLab.open();
      if (!isWanted()) {
        lab.close();
        throw new ScanLabError('cancelled', 'The element was taken from the page while its device opened.');
      }
      this.lab = lab;
      for (const { onOpen } of this.#listeners) onOpen(lab);
      return lab;
    } catch (error) {
      if (isWanted()) {
        this.#opening = null;
        for (const { onFail } of this.#listeners) onFail(error);
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
