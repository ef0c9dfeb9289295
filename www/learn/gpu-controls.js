/** Work on this GPU that one button starts and another cancels, with its status. */
import { messageOf } from '../shared/errors.js';
import { h } from '../ui/dom.js';
import { gpuOf } from './gpu-run.js';

/** @typedef {import('../ui/lab-holder.js').LabHolder} LabHolder */
/**
 * @typedef {object} Work
 * @property {string} title of the button that starts it
 * @property {string} clause of what is going on, for others that cannot start meanwhile
 * @property {string} failure what is said before the message of an error
 * @property {(signal: AbortSignal) => Promise<void>} run
 */

export class GpuControls {
  /** @type {AbortController | null} */
  #running = null;

  /** @param {LabHolder} holder @param {Work} work */
  constructor(holder, work) {
    this.holder = holder;
    this.work = work;
    this.start = h('button', { type: 'button', class: 'primary', onclick: () => void this.#run() }, work.title);
    this.cancel = h('button', { type: 'button', hidden: true, onclick: () => this.close() }, 'Cancel');
    this.status = h('p', { role: 'status' });
    this.buttons = h('div', { class: 'step-buttons' }, this.start, this.cancel);
  }

  connect() {
    this.start.disabled = !gpuOf();
    if (this.start.disabled) this.say('This takes a GPU, and this browser offers none here.');
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  async #run() {
    const { holder, work } = this;
    if (!holder.begin(work.clause)) {
      this.say(`Not started, since ${holder.work}.`);
      return;
    }
    const running = new AbortController();
    this.#setRunning(running);
    try {
      await work.run(running.signal);
    } catch (error) {
      this.say(running.signal.aborted ? 'Cancelled.' : `${work.failure}: ${messageOf(error)}`);
    } finally {
      holder.end();
      this.#setRunning(null);
    }
  }

  /** @param {AbortController | null} running */
  #setRunning(running) {
    const focused = (running ? this.start : this.cancel).matches(':focus');
    this.#running = running;
    this.start.hidden = running !== null;
    this.cancel.hidden = running === null;
    if (focused) (running ? this.cancel : this.start).focus();
  }

  close() {
    this.#running?.abort();
  }
}
