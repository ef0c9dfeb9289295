/** The broken kernel on the browser's GPU: a button, and what came of its runs beside the emulator's output. */
import { h, scrolling } from '../../ui/dom.js';
import { messageOf } from '../../shared/errors.js';
import { firstWrong } from './operators.js';
import { elementText } from './words.js';

/** @typedef {import('./gpu.js').GpuRun} GpuRun */
/** @typedef {import('./operators.js').Operator} Operator */
/** @typedef {() => Promise<{ run: GpuRun, outputs: Outputs }>} RunOnGpu */
/** Words of the expected output, and of the emulator's by order of execution. @typedef {{ expected: Uint32Array, emulated: { label: string, words: number[] }[], operator: Operator }} Outputs */

/** Elements of the table. */
const MOST_ELEMENTS = 16;

export class GpuView {
  /** @type {RunOnGpu | null} */
  #onRun = null;

  constructor() {
    this.button = h('button', { type: 'button', onclick: () => void this.#run() }, 'Run it on this GPU too');
    this.note = h('p', { class: 'hint' });
    this.output = h('div', { role: 'status' });
    this.root = h('div', { class: 'step-gpu', hidden: true }, this.button, this.note, this.output);
  }

  hide() {
    this.root.hidden = true;
    this.#onRun = null;
  }

  /** @param {string} reason why there is no run; empty where there may be @param {RunOnGpu} onRun */
  offer(reason, onRun) {
    this.#onRun = onRun;
    this.root.hidden = false;
    this.button.hidden = Boolean(reason);
    this.button.disabled = false;
    this.output.replaceChildren();
    this.note.textContent =
      reason ||
      'The same kernel and input, on your own GPU. A race may well not show there: its subgroups may run in an order that hides it.';
  }

  async #run() {
    const onRun = this.#onRun;
    if (!onRun) return;
    this.button.disabled = true;
    this.output.textContent = 'Running…';
    /** @type {Node[]} */
    let shown;
    try {
      const { run, outputs } = await onRun();
      shown = this.#shown(run, outputs);
    } catch (error) {
      shown = [h('p', { class: 'error' }, `It did not run: ${messageOf(error)}`)];
    }
    // Something else may be broken by now.
    if (onRun !== this.#onRun) return;
    this.output.replaceChildren(...shown);
    this.button.disabled = false;
  }

  /** @param {GpuRun} run @param {Outputs} outputs */
  #shown({ title, outputs: runs }, { expected, emulated, operator }) {
    const wrong = runs.filter((words) => firstWrong(expected, words, operator.words));
    const isEmulatedWrong = emulated.some(({ words }) => firstWrong(expected, words, operator.words));
    const text =
      wrong.length === 0
        ? `On ${title} all of ${runs.length} runs are right${isEmulatedWrong ? ': what the emulator shows does not show there, and another GPU or driver may differ.' : '.'}`
        : `On ${title} ${wrong.length} of ${runs.length} runs are wrong.`;
    const row = (/** @type {string} */ name, /** @type {ArrayLike<number>} */ words) => this.#row(name, words, expected, operator);
    const count = Math.min(expected.length / operator.words, MOST_ELEMENTS);
    const heads = Array.from({ length: count }, (_, i) => h('th', { scope: 'col' }, `${i}`));
    const table = h(
      'table',
      { class: 'step-outputs' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Element'), ...heads)),
      h(
        'tbody',
        {},
        row('Expected', expected),
        ...emulated.map(({ label, words }) => row(label ? `Emulator, ${label.toLowerCase()}` : 'Emulator', words)),
        row(wrong.length ? 'GPU, wrong' : 'GPU', wrong[0] ?? runs[0]),
      ),
    );
    return [h('p', {}, text), scrolling('Outputs of the emulator and of the GPU', table)];
  }

  /** @param {string} name @param {ArrayLike<number>} words @param {Uint32Array} expected @param {Operator} operator */
  #row(name, words, expected, { words: size, type }) {
    const of = (/** @type {ArrayLike<number>} */ all, /** @type {number} */ i) =>
      elementText(
        Array.from({ length: size }, (_, part) => all[i * size + part]),
        type,
      );
    const cells = Array.from({ length: Math.min(expected.length / size, MOST_ELEMENTS) }, (_, i) => {
      const [text, wanted] = [of(words, i), of(expected, i)];
      return h('td', { class: text === wanted ? '' : 'wrong', 'aria-label': text === wanted ? null : `${text}, wrong` }, text);
    });
    return h('tr', {}, h('th', { scope: 'row' }, name), ...cells);
  }
}
