/** The buttons Run and Cancel, progress, status and forecast. */
import { h } from './dom.ts';
import type { Formats } from '../shared/format.ts';
import type { Progress } from '../types.ts';

/** Screen readers get a new status at most this often while a sweep runs. */
const ANNOUNCE_EVERY_MS = 5000;

export class RunBar {
  formats: Formats;
  announced_ms;
  barred;
  run;
  cancel;
  progress;
  text;
  status;
  root;

  /** @param label of the progress bar */
  constructor(formats: Formats, { onRun, onCancel }: { onRun: () => void; onCancel: () => void }, label: string = 'Points measured') {
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

  setRunning(running: boolean) {
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
    const { activeElement } = this.root.getRootNode() as ShadowRoot | Document;
    return activeElement === this.run || activeElement === this.cancel;
  }

  /** Disables Run and shows the reason, or enables it. */
  bar(reason: string | null) {
    const wasBarred = this.barred;
    this.barred = reason !== null;
    this.run.disabled = this.barred || !this.cancel.disabled;
    if (reason || wasBarred) this.say(reason ?? '');
  }

  showProgress({ done, total, n, stage }: Progress, title: string) {
    const where = `${title} at ${this.formats.integer(n)}: ${stage}`;
    this.advance(done, total, `${where} · ${this.formats.integer(done)} of ${this.formats.integer(total)} points`);
  }

  advance(done: number, total: number, text: string) {
    this.progress.max = total;
    this.progress.value = done;
    this.text.textContent = text;
    if (performance.now() - this.announced_ms >= ANNOUNCE_EVERY_MS) this.#announce(text);
  }

  end(done: number) {
    this.progress.value = done;
  }

  say(text: string) {
    this.text.textContent = text;
    this.#announce(text);
  }

  #announce(text: string) {
    this.announced_ms = performance.now();
    this.status.textContent = text;
  }
}
