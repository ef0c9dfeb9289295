/** Whether the result is right, and how long it took. */
import { h } from '../../ui/dom.ts';
import type { Formats } from '../../shared/format.ts';
import type { Application, Outcome, Problem, State } from '../types.ts';

/** Screen readers get the verdicts of frames at most this often. */
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
  /** Whether the last checked result is right. */
  isRight = false;
  /** Whether the last checked result is the shown one. */
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

  /** Removes the verdict, since the picture shows the reference program's result. */
  clear() {
    this.#isOfShown = true;
    this.#unsay('This preview is computed in JavaScript. Press Run to compute it on the GPU.');
    this.text.textContent = '';
    this.refuse(null);
  }

  /** Says that the picture is a file. */
  sayFile() {
    this.#unsay('This is a still picture of one step. A GPU is required to change settings, and to see and run the other steps.');
  }

  /** Shows a problem of the input; null removes it. */
  refuse(message: string | null) {
    this.error.textContent = message ?? '';
    this.error.hidden = message === null;
  }

  say(text: string) {
    this.status.textContent = text;
  }

  /** Says that the input is refused, so the shown result belongs to earlier settings. */
  sayRefused() {
    this.say(this.word.textContent ? 'Not run: this is the previous result.' : 'Not run.');
  }

  /** Removes the verdict on the previous result, since the shown result will not be checked. */
  takeBack() {
    if (this.#isOfShown) return;
    this.#isOfShown = true;
    this.#unsay('Not checked, since the run ended first.');
  }

  /** Removes the verdict. @param detail the text for a result that is not checked */
  #unsay(detail: string) {
    this.isRight = false;
    this.word.textContent = '';
    this.word.className = 'result';
    this.detail.textContent = detail;
    this.announced.textContent = '';
  }

  /** Shows the results of a step so far, which nothing has checked yet. */
  showPart(state: State, rate: number | null) {
    this.#isOfShown = false;
    this.#unsay('Rounds so far. The result is checked at the end.');
    this.text.textContent = this.application.describe(state, this.formats);
    if (rate !== null) this.#showRate(rate);
  }

  /** Shows the frame rate. @param rate frames per second, or null */
  #showRate(rate: number | null) {
    this.status.textContent = rate === null ? '' : `${this.formats.three.format(rate)} frames per second`;
  }

  /**
   * Shows a result and, if it was checked, the verdict.
   * @param rate frames per second; null for a single run
   * @param every_ms the interval of checks; null if every frame is checked
   */
  show(outcome: Outcome, rate: number | null, every_ms: number | null) {
    this.#isOfShown = false;
    this.text.textContent = this.application.describe(outcome.state, this.formats);
    this.#showRate(rate);
    this.showCheck(outcome, rate, every_ms);
  }

  /** Shows the verdict on a result, if the result was checked. */
  showCheck({ check, total_ms, isFirst }: Outcome, rate: number | null, every_ms: number | null) {
    if (!check) return;
    this.#isOfShown = true;
    const { application, formats } = this;
    const { problem, ms } = check;
    this.isRight = problem === null;
    this.word.textContent = problem ? 'FAIL' : 'PASS';
    this.word.className = `result ${problem ? 'fail' : 'pass'}`;
    const time = problem
      ? 'The time is void'
      : `Time: ${formats.time(total_ms * 1e6)} on the GPU, including upload${isFirst ? ' and, in this first run, shader compilation' : ''}`;
    const interval = rate === null || every_ms === null ? '' : ` every ${formats.time(1e9 * Math.round(every_ms / 1000))}`;
    const found = problem ? `${this.#describe(problem)} ` : '';
    this.detail.textContent = `${found}Checked${interval} against a JavaScript program that uses ${application.method} (${formats.time(ms * 1e6)}). ${time}.`;
    if (rate === null || problem || performance.now() - this.#announced_ms >= ANNOUNCE_EVERY_MS) {
      this.#announced_ms = performance.now();
      this.announced.textContent = `${this.word.textContent}: ${this.text.textContent}`;
    }
  }

  #describe({ what, index, expected, found }: Problem) {
    const text = (value: number | string) => (typeof value === 'number' ? this.formats.entry(value) : value);
    const place = index === undefined ? what : `${what}[${this.formats.integer(index)}]`;
    return `First wrong value: ${place} must be ${text(expected)}; found ${text(found)}.`;
  }
}
