/** Whether the result is right, and how fast it came. */
import { h } from '../../ui/dom.js';

/** @typedef {import('../types.d.ts').Application} Application */
/** @typedef {import('../types.d.ts').Outcome} Outcome */
/** @typedef {import('../types.d.ts').Problem} Problem */
/** @typedef {import('../types.d.ts').State} State */
/** @typedef {import('../../shared/format.js').Formats} Formats */

/** Screen readers get frames at most this often. */
const ANNOUNCE_EVERY_MS = 5000;

export class Verdict {
  /** Of the last result that was checked. */
  isRight = false;
  /** Whether that is the one which is shown. */
  #isOfShown = true;
  #announced_ms = -Infinity;

  /** @param {Application} application @param {Formats} formats */
  constructor(application, formats) {
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

  /** What is wrong with the input. @param {string | null} message */
  refuse(message) {
    this.error.textContent = message ?? '';
    this.error.hidden = message === null;
  }

  /** @param {string} text */
  say(text) {
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

  /** @param {string} detail of a result that nothing has checked */
  #unsay(detail) {
    this.isRight = false;
    this.word.textContent = '';
    this.word.className = 'result';
    this.detail.textContent = detail;
    this.announced.textContent = '';
  }

  /** What a step has made so far, which nothing has checked yet. @param {State} state @param {number | null} rate */
  showPart(state, rate) {
    this.#isOfShown = false;
    this.#unsay('Rounds so far; the result is checked at the end.');
    this.text.textContent = this.application.describe(state, this.formats);
    if (rate !== null) this.#showRate(rate);
  }

  /** @param {number | null} rate frames a second */
  #showRate(rate) {
    this.status.textContent = rate === null ? '' : `${this.formats.three.format(rate)} frames a second`;
  }

  /** @param {Outcome} outcome @param {number | null} rate frames a second @param {number | null} every_ms how often frames are checked; null where each is */
  show(outcome, rate, every_ms) {
    this.#isOfShown = false;
    this.text.textContent = this.application.describe(outcome.state, this.formats);
    this.#showRate(rate);
    this.showCheck(outcome, rate, every_ms);
  }

  /** What the check of a result says, if it was checked. @param {Outcome} outcome @param {number | null} rate @param {number | null} every_ms */
  showCheck({ check, total_ms, isFirst }, rate, every_ms) {
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

  /** @param {Problem} problem */
  #describe({ what, index, expected, found }) {
    const text = (/** @type {number | string} */ value) => (typeof value === 'number' ? this.formats.entry(value) : value);
    const place = index === undefined ? what : `${what}[${this.formats.integer(index)}]`;
    return `First wrong: ${place} must be ${text(expected)}; it is ${text(found)}.`;
  }
}
