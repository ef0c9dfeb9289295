/** Whether the result is right, and how fast it came. */
import { h } from '../../ui/dom.ts';
import type { Formats } from '../../shared/format.ts';
import type { Application, Outcome, Problem, State } from '../types.ts';

/** Screen readers get frames at most this often. */
const ANNOUNCE_EVERY_MS = 5000;

export class Verdict {
  application: Application;
  formats: Formats;
  word;
  text;
  detail;
  error;
  announced;
  root;
  status;
  /** Of the last result that was checked. */
  isRight = false;
  /** Whether that is the one which is shown. */
  #isOfShown = true;
  #announced_ms = -Infinity;

  constructor(application: Application, formats: Formats) {
    this.application = application;
    this.formats = formats;
    this.word = h('strong', { class: 'result' });
    this.text = h('span', {});
    this.detail = h('p', { class: 'hint' });
    this.error = h('p', { class: 'error', role: 'alert', hidden: true });
    this.announced = h('p', { class: 'visually-hidden', role: 'status' });
    this.root = h('div', { class: 'use-verdict' }, h('p', {}, this.word, ' ', this.text), this.detail, this.announced, this.error);
    this.status = h('p', { class: 'run-text', role: 'status' });
    this.clear();
  }

  /** The picture is the reference program's. */
  clear() {
    this.#isOfShown = true;
    this.#unsay('A still picture by the reference program. Press Run to make it on the GPU.');
    this.text.textContent = '';
    this.refuse(null);
  }

  /** The picture is a file's. */
  sayFile() {
    this.#unsay('A still picture of one step. A GPU is required to move the settings, to see the other steps and to run them.');
  }

  /** What is wrong with the input. */
  refuse(message: string | null) {
    this.error.textContent = message ?? '';
    this.error.hidden = message === null;
  }

  say(text: string) {
    this.status.textContent = text;
  }

  /** The input is refused: what is said beside it is of the result before. */
  sayRefused() {
    this.say(this.word.textContent ? 'Not run: this is the result before it.' : 'Not run.');
  }

  /** Nothing will check the result that is shown: what is said of one before it does not stay beside it. */
  takeBack() {
    if (this.#isOfShown) return;
    this.#isOfShown = true;
    this.#unsay('Not checked, since the run has ended before.');
  }

  /** @param detail of a result that nothing has checked */
  #unsay(detail: string) {
    this.isRight = false;
    this.word.textContent = '';
    this.word.className = 'result';
    this.detail.textContent = detail;
    this.announced.textContent = '';
  }

  /** What a step has made so far, which nothing has checked yet. */
  showPart(state: State, rate: number | null) {
    this.#isOfShown = false;
    this.#unsay('Rounds so far; the result is checked at the end.');
    this.text.textContent = this.application.describe(state, this.formats);
    if (rate !== null) this.#showRate(rate);
  }

  /** @param rate frames a second */
  #showRate(rate: number | null) {
    this.status.textContent = rate === null ? '' : `${this.formats.three.format(rate)} frames a second`;
  }

  /**
   * @param rate frames a second
   * @param every_ms how often frames are checked; null where each is
   */
  show(outcome: Outcome, rate: number | null, every_ms: number | null) {
    this.#isOfShown = false;
    this.text.textContent = this.application.describe(outcome.state, this.formats);
    this.#showRate(rate);
    this.showCheck(outcome, rate, every_ms);
  }

  /** What the check of a result says, if it was checked. */
  showCheck({ check, total_ms, isFirst }: Outcome, rate: number | null, every_ms: number | null) {
    if (!check) return;
    this.#isOfShown = true;
    const { application, formats } = this;
    const { problem, ms } = check;
    this.isRight = problem === null;
    this.word.textContent = problem ? 'FAIL' : 'PASS';
    this.word.className = `result ${problem ? 'fail' : 'pass'}`;
    const time = problem
      ? 'its time is void'
      : `${formats.time(total_ms * 1e6)} on buffers of the device, with uploads${isFirst ? ', and with the compilation of its shaders, as this is the first run' : ''}`;
    const interval = rate === null || every_ms === null ? '' : ` every ${formats.time(1e9 * Math.round(every_ms / 1000))}`;
    const found = problem ? `${this.#describe(problem)} ` : '';
    this.detail.textContent = `${found}Checked${interval} against JavaScript, ${application.method} (${formats.time(ms * 1e6)}); ${time}.`;
    if (rate === null || problem || performance.now() - this.#announced_ms >= ANNOUNCE_EVERY_MS) {
      this.#announced_ms = performance.now();
      this.announced.textContent = `${this.word.textContent}: ${this.text.textContent}`;
    }
  }

  #describe({ what, index, expected, found }: Problem) {
    const text = (value: number | string) => (typeof value === 'number' ? this.formats.entry(value) : value);
    const place = index === undefined ? what : `${what}[${this.formats.integer(index)}]`;
    return `First wrong: ${place} must be ${text(expected)}; it is ${text(found)}.`;
  }
}
