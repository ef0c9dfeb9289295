/** The buttons Run and Cancel, progress, status and forecast. */
import { h } from './dom.js';

/** @typedef {import('../types.d.ts').Progress} Progress */
/** @typedef {import('../shared/format.js').Formats} Formats */

/** Screen readers get a new status at most this often while a sweep runs. */
const ANNOUNCE_EVERY_MS = 5000;

export class RunBar {
  /** @param {Formats} formats @param {{ onRun: () => void, onCancel: () => void }} actions @param {string} [label] of the progress */
  constructor(formats, { onRun, onCancel }, label = 'Points measured') {
    this.formats = formats;
    this.announced_ms = -Infinity;
    this.barred = false;
    this.run = h('button', { type: 'button', class: 'primary', onclick: onRun }, 'Run');
    this.cancel = h('button', { type: 'button', onclick: onCancel, disabled: true }, 'Cancel');
    this.progress = h('progress', { max: 1, value: 0, 'aria-label': label, hidden: true });
    this.text = h('p', { class: 'run-text' });
    this.status = h('p', { class: 'visually-hidden', role: 'status' });
    this.root = h(
      'div',
      { class: 'run-bar' },
      h('div', { class: 'run-row' }, this.run, this.cancel, this.progress),
      this.text,
      this.status,
    );
  }

  /** @param {boolean} running */
  setRunning(running) {
    // A focused button that is disabled would lose the focus to the start of the page.
    const focused = this.#hasFocus();
    this.run.disabled = running || this.barred;
    this.cancel.disabled = !running;
    if (focused) (running ? this.cancel : this.run).focus();
    if (running) {
      this.progress.hidden = false;
      this.progress.removeAttribute('value');
    }
  }

  #hasFocus() {
    const { activeElement } = /** @type {ShadowRoot | Document} */ (this.root.getRootNode());
    return activeElement === this.run || activeElement === this.cancel;
  }

  /** Disables Run and shows the reason, or enables it. @param {string | null} reason */
  bar(reason) {
    const wasBarred = this.barred;
    this.barred = reason !== null;
    this.run.disabled = this.barred || !this.cancel.disabled;
    if (reason || wasBarred) this.say(reason ?? '');
  }

  /** @param {Progress} progress @param {string} title */
  showProgress({ done, total, n, stage }, title) {
    const where = `${title} at ${this.formats.integer(n)}: ${stage}`;
    this.advance(done, total, `${where} · ${this.formats.integer(done)} of ${this.formats.integer(total)} points`);
  }

  /** @param {number} done @param {number} total @param {string} text */
  advance(done, total, text) {
    this.progress.max = total;
    this.progress.value = done;
    this.text.textContent = text;
    if (performance.now() - this.announced_ms >= ANNOUNCE_EVERY_MS) this.#announce(text);
  }

  /** @param {number} done */
  end(done) {
    this.progress.value = done;
  }

  /** @param {string} text */
  say(text) {
    this.text.textContent = text;
    this.#announce(text);
  }

  /** @param {string} text */
  #announce(text) {
    this.announced_ms = performance.now();
    this.status.textContent = text;
  }
}
