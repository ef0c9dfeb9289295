/** The calibration of `auto`: measures a table on request, shows it, and deletes it. */
import { h } from '../ui/dom.ts';
import { codeOf, explain } from '../ui/messages.ts';
import type { Calibration } from '../types.ts';
import type { PanelContext } from './types.ts';

/** The algorithm that uses a calibration. */
export const CALIBRATED = 'auto';
const WORK = 'auto is being calibrated';

export class CalibrationView {
  context: PanelContext;
  onChange: () => void;
  status;
  start;
  cancel;
  forget;
  root;
  running: AbortController | null = null;

  /** @param onChange called when the table of `auto` has changed */
  constructor(context: PanelContext, onChange: () => void) {
    this.context = context;
    this.onChange = onChange;
    this.status = h('p', { role: 'status', class: 'calibration-status' });
    this.start = h('button', { type: 'button', onclick: () => void this.#calibrate() }, 'Calibrate auto, about 1 s');
    this.cancel = h('button', { type: 'button', hidden: true, onclick: () => this.running?.abort() }, 'Cancel');
    this.forget = h('button', { type: 'button', hidden: true, onclick: () => this.#forget() }, 'Forget');
    this.root = h(
      'section',
      { 'aria-labelledby': 'calibration-title' },
      h('h4', { id: 'calibration-title' }, 'On this device'),
      h(
        'p',
        {},
        'A short measurement finds the fastest scan for each range of lengths on this device. Auto then uses the result, and this browser stores it for this adapter.',
      ),
      this.status,
      h('div', { class: 'calibration-actions' }, this.start, this.cancel, this.forget),
    );
  }

  /** Shows the current table, except during the measurement. */
  update() {
    if (!this.running) this.#show();
  }

  close() {
    this.running?.abort();
  }

  /**
   * Shows the current table.
   * @param event a text about the last change, shown before the table
   */
  #show(event: string = '') {
    const lab = this.context.lab();
    const rows = lab?.calibration;
    this.forget.hidden = !rows;
    const state = !lab
      ? 'No device is open.'
      : rows
        ? `Auto uses ${this.#tableText(rows)}.`
        : 'Not calibrated: auto uses its built-in table.';
    this.status.textContent = event ? `${event} ${state}` : state;
  }

  #tableText(rows: Calibration) {
    const { titleOf, formats } = this.context;
    const last = rows.length - 1;
    const reach = (i: number, n: number) => (i < last ? `up to ${formats.integer(n)} elements` : last ? 'for more' : 'for every length');
    return rows.map(({ up_to_elements, id }, i) => `${titleOf(id)} ${reach(i, up_to_elements)}`).join(', ');
  }

  async #calibrate() {
    const { holder } = this.context;
    if (!holder.begin(WORK)) return this.#show(`Not started, since ${holder.work}.`);
    const running = new AbortController();
    this.#setRunning(running);
    try {
      this.status.textContent = 'Measuring…';
      const lab = await this.context.openLab();
      await lab.calibrate({ signal: running.signal });
      this.#changed('Calibrated.');
    } catch (error) {
      if (codeOf(error) === 'cancelled') this.#show('Cancelled.');
      else this.#show(errorText(error));
    } finally {
      holder.end();
      this.#setRunning(null);
    }
  }

  #setRunning(running: AbortController | null) {
    // A button that becomes hidden would lose the focus, so the other button gets it.
    const [from, to] = running ? [this.start, this.cancel] : [this.cancel, this.start];
    const focused = from.matches(':focus');
    this.running = running;
    this.start.hidden = Boolean(running);
    this.cancel.hidden = !running;
    if (running) this.forget.hidden = true;
    if (focused) to.focus();
  }

  #forget() {
    const lab = this.context.lab();
    lab?.forgetCalibration();
    this.start.focus();
    this.#changed(lab ? 'Forgotten.' : '');
  }

  /**
   * Reports a change of the table. `onChange` redraws the panel, which contains this view. So the focus is restored, and the status is set
   * only then, so that screen readers announce it.
   */
  #changed(event: string) {
    const focused = this.root.querySelector(':focus');
    this.onChange();
    if (focused instanceof HTMLElement) focused.focus();
    this.#show(event);
  }
}

/** The text of an error. If a calibration is not supported, the message of the error is complete. */
function errorText(error: unknown) {
  const { code, title, detail } = explain(error);
  return code === 'unsupported' ? detail : `${title}. ${detail}`;
}
