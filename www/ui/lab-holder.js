/**
 * The lab that the elements of a page share: opened on first use, closed when the last element is removed. The running measurement is
 * registered, since two at a time would slow each other down.
 */
import { ScanLabError } from '../shared/errors.js';

/** @typedef {import('./element-types.d.ts').Lab} Lab */
/** @typedef {import('./element-types.d.ts').Api} Api */
/**
 * An element's callbacks.
 * @typedef {object} Listener
 * @property {() => void} onOpening
 * @property {(lab: Lab) => void} onOpen the lab is open; also of one that it has heard of
 * @property {(error: unknown) => void} onFail
 * @property {() => void} onWork a measurement has begun or ended
 * @property {() => void} onClose the lab is closed
 */

/** By the class that opens labs. @type {WeakMap<object, LabHolder>} */
const holders = new WeakMap();

export class LabHolder {
  /** The lab that was opened last, also one that has ended: it is replaced only after its work has ended. @type {Lab | null} */
  held = null;
  /** The running measurement as a clause: “the sweep is running”. @type {string | null} */
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

  /** Closes the lab after the last listener has left. @param {Listener} listener */
  leave(listener) {
    this.#listeners.delete(listener);
    if (!this.#listeners.size) this.close();
  }

  /** @returns {Promise<Lab>} */
  get() {
    if (this.#opening) {
      // A listener that has joined since the lab was opened hears of it once the lab is used.
      this.#opening.then((lab) => this.held === lab && this.#opened(lab)).catch(() => {});
      return this.#opening;
    }
    const opening = this.#open(() => this.#opening === opening);
    this.#opening = opening;
    return opening;
  }

  /** The open lab, unless it has ended. */
  get lab() {
    try {
      this.held?.supports();
      return this.held;
    } catch {
      return null;
    }
  }

  /** Registers a measurement. @param {string} work as a clause @returns {boolean} false if another one is running */
  begin(work) {
    if (this.work !== null) return false;
    this.#setWork(work);
    return true;
  }

  /** The registered measurement has ended. */
  end() {
    this.#setWork(null);
  }

  /** @param {string | null} work */
  #setWork(work) {
    this.work = work;
    for (const { onWork } of this.#listeners) onWork();
  }

  /** @param {() => boolean} isCurrent False if the lab was closed while it opened. */
  async #open(isCurrent) {
    for (const { onOpening } of this.#listeners) onOpening();
    try {
      const lab = await this.api.ScanLab.open();
      if (!isCurrent()) {
        lab.close();
        throw new ScanLabError('cancelled', 'The element was removed from the page while its device opened.');
      }
      this.held = lab;
      this.#opened(lab);
      return lab;
    } catch (error) {
      if (isCurrent()) {
        this.#opening = null;
        for (const { onFail } of this.#listeners) onFail(error);
      }
      throw error;
    }
  }

  /** @param {Lab} lab */
  #opened(lab) {
    for (const { onOpen } of this.#listeners) onOpen(lab);
  }

  close() {
    this.held?.close();
    this.held = null;
    this.#opening = null;
    for (const { onClose } of this.#listeners) onClose();
  }
}
