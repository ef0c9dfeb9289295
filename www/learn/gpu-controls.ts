/** Controls of work on this GPU: a button that starts the work, a button that cancels it, and a status. */
import { messageOf } from '../shared/errors.ts';
import { h } from '../ui/dom.ts';
import { gpuOf } from './gpu-run.ts';
import type { LabHolder } from '../ui/lab-holder.ts';

type Work = {
  /** the text of the start button */
  title: string;
  /** a clause about the work, for the message that refuses other work during it */
  clause: string;
  /** the beginning of the message about an error */
  failure: string;
  run: (signal: AbortSignal) => Promise<void>;
};

export class GpuControls {
  holder: LabHolder;
  work: Work;
  start;
  cancel;
  status;
  buttons;
  #running: AbortController | null = null;

  constructor(holder: LabHolder, work: Work) {
    this.holder = holder;
    this.work = work;
    this.start = h('button', { type: 'button', class: 'primary', onclick: () => void this.#run() }, work.title);
    this.cancel = h('button', { type: 'button', hidden: true, onclick: () => this.close() }, 'Cancel');
    this.status = h('p', { role: 'status' });
    this.buttons = h('div', { class: 'step-buttons' }, this.start, this.cancel);
  }

  connect() {
    this.start.disabled = !gpuOf();
    if (this.start.disabled) this.say('This needs a GPU. This browser offers no GPU here.');
  }

  say(text: string) {
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

  #setRunning(running: AbortController | null) {
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
