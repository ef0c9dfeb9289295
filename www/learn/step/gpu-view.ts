/** Runs of the broken kernel on the browser's GPU: a button that starts them, and their outputs beside the emulator's. */
import { h, scrolling } from '../../ui/dom.ts';
import { messageOf } from '../../shared/errors.ts';
import { firstWrong } from './operators.ts';
import { elementText } from './words.ts';
import type { GpuRun } from './gpu.ts';
import type { Operator } from './operators.ts';

type RunOnGpu = () => Promise<{ run: GpuRun; outputs: Outputs }>;
/** The words of the expected output, and of the emulator's outputs for some orders of execution. */
type Outputs = { expected: Uint32Array; emulated: { label: string; words: number[] }[]; operator: Operator };

/** The maximum number of elements in the table. */
const MOST_ELEMENTS = 16;

export class GpuView {
  button;
  note;
  output;
  root;
  #onRun: RunOnGpu | null = null;

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

  /** Offers a run. @param reason the reason why no run is offered; empty to offer one */
  offer(reason: string, onRun: RunOnGpu) {
    this.#onRun = onRun;
    this.root.hidden = false;
    this.button.hidden = Boolean(reason);
    this.button.disabled = false;
    this.output.replaceChildren();
    this.note.textContent =
      reason || 'The same kernel and input on your GPU. The race may not show there: the order in which subgroups run may hide it.';
  }

  async #run() {
    const onRun = this.#onRun;
    if (!onRun) return;
    this.button.disabled = true;
    this.output.textContent = 'Running…';
    let shown: Node[];
    try {
      const { run, outputs } = await onRun();
      shown = this.#shown(run, outputs);
    } catch (error) {
      shown = [h('p', { class: 'error' }, `The kernel did not run: ${messageOf(error)}`)];
    }
    // The user may have chosen another break during the run.
    if (onRun !== this.#onRun) return;
    this.output.replaceChildren(...shown);
    this.button.disabled = false;
  }

  #shown({ title, outputs: runs }: GpuRun, { expected, emulated, operator }: Outputs) {
    const wrong = runs.filter((words) => firstWrong(expected, words, operator.words));
    const isEmulatedWrong = emulated.some(({ words }) => firstWrong(expected, words, operator.words));
    const text =
      wrong.length === 0
        ? `On ${title}, all ${runs.length} runs are right${isEmulatedWrong ? ': the fault shows on the emulator only. Another GPU or driver may differ.' : '.'}`
        : `On ${title}, ${wrong.length} of ${runs.length} runs are wrong.`;
    const row = (name: string, words: ArrayLike<number>) => this.#row(name, words, expected, operator);
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

  #row(name: string, words: ArrayLike<number>, expected: Uint32Array, { words: size, type }: Operator) {
    const of = (all: ArrayLike<number>, i: number) =>
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
