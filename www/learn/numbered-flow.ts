/** Diagrams of scans. On request, they show the reader's numbers, which all diagrams of a panel share. */
import { h } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { diagram, graphDiagram } from './diagram.ts';
import { NumberBoxes } from './number-boxes.ts';
import { HARRIS } from './step/settings.ts';
import type { Algorithm, Flow } from '../types.ts';
import type { PanelContext } from './types.ts';
import type { NumberedRun } from './step/numbered-run.ts';

/** The example twice, for diagrams of 16 columns. */
const FIRST_NUMBERS = [...HARRIS, ...HARRIS];
const WAITING = 'The scan runs on the emulator…';

type Context = Pick<PanelContext, 'catalogue' | 'explainer' | 'link'>;

export class NumberedFlows {
  context: Context;
  numbers = FIRST_NUMBERS;
  isShown = false;
  #shown: NumberedFlow[] = [];
  /** The runs, by scan and number of columns. */
  #runs: Map<string, Promise<NumberedRun>> = new Map();

  constructor(context: Context) {
    this.context = context;
  }

  /** Forgets all diagrams. */
  clear() {
    this.#shown = [];
  }

  add(flow: Flow, algorithm: Algorithm) {
    const shown = new NumberedFlow(flow, algorithm, this.context, {
      run: () => this.#run(algorithm, flow.columns),
      turn: (isShown) => {
        this.isShown = isShown;
        this.#draw();
      },
      take: (numbers) => {
        this.numbers = [...numbers, ...this.numbers.slice(numbers.length)];
        this.#draw();
      },
    });
    this.#shown.push(shown);
    this.#draw();
    return shown.root;
  }

  #draw() {
    for (const one of this.#shown) one.draw(this.isShown ? this.numbers : null);
  }

  #run(algorithm: Algorithm, columns: number) {
    const key = `${algorithm.id}/${columns}`;
    const run = this.#runs.get(key) ?? this.#begin(algorithm, columns);
    this.#runs.set(key, run);
    // If the download of the emulator has failed, the next use tries it again.
    run.catch(() => this.#runs.delete(key));
    return run;
  }

  async #begin(algorithm: Algorithm, columns: number) {
    const { numberedRun } = await import('./step/numbered-run.ts');
    return numberedRun(this.context, algorithm, columns);
  }
}

/** `run` returns the run, which the first call begins. `turn` shows or hides the numbers. `take` takes other numbers. */
type Means = { run: () => Promise<NumberedRun>; turn: (isShown: boolean) => void; take: (numbers: number[]) => void };

/** The diagram of one scan. */
class NumberedFlow {
  flow: Flow;
  algorithm: Algorithm;
  context: Context;
  means: Means;
  boxes: NumberBoxes;
  check;
  place = h('div', {});
  status = h('p', { class: 'hint', role: 'status' });
  below = h('p', { class: 'hint' });
  root;
  #numbers: readonly number[] = [];
  #run: NumberedRun | null = null;
  #isRunning = false;

  constructor(flow: Flow, algorithm: Algorithm, context: Context, means: Means) {
    this.flow = flow;
    this.algorithm = algorithm;
    this.context = context;
    this.means = means;
    const { id, title } = algorithm;
    this.boxes = new NumberBoxes(`numbers-error-${id}`, `Numbers for ${title}`, means.take);
    this.check = h('input', { type: 'checkbox', onchange: () => means.turn(this.check.checked) });
    const choice = h('label', { class: 'numbers-choice' }, this.check, ' With your numbers');
    this.root = h('div', { class: 'numbered-flow' }, choice, this.boxes.root, this.place, this.status, this.below);
  }

  /** @param numbers null for the diagram without numbers */
  draw(numbers: readonly number[] | null) {
    this.check.checked = Boolean(numbers);
    this.boxes.root.hidden = !numbers;
    this.#numbers = numbers?.slice(0, this.flow.columns) ?? [];
    if (numbers) this.boxes.fill(this.#numbers);
    if (numbers && !this.#run) void this.#begin();
    else this.#draw();
  }

  /** Runs the scan, then shows the numbers. Until the run has ended, the diagram has no numbers. */
  async #begin() {
    this.#draw();
    this.status.textContent = WAITING;
    if (this.#isRunning) return;
    this.#isRunning = true;
    let problem = '';
    try {
      this.#run = await this.means.run();
    } catch (error) {
      problem = `The scan of your numbers could not run on the emulator: ${messageOf(error)}.`;
    }
    this.#isRunning = false;
    if (!this.check.checked) return;
    this.#draw();
    this.status.textContent = problem;
  }

  #draw() {
    const { flow, algorithm } = this;
    const { id, title } = algorithm;
    const isOpen = this.place.querySelector('details')?.open;
    this.status.textContent = '';
    const options = { id: `flow-${id}`, title };
    const run = this.check.checked ? this.#run : null;
    const drawn = run?.draw(this.#numbers);
    this.place.replaceChildren(drawn ? graphDiagram(drawn.graph, { ...options, input: drawn.input }) : diagram(flow, options));
    this.place.querySelector('details')?.toggleAttribute('open', Boolean(isOpen));
    const step = run && this.context.link('Step through this run', id, 'step', ...run.parts(this.#numbers));
    this.below.replaceChildren(...(drawn?.note ? [drawn.note, ' '] : []), ...(step ? [step] : []));
  }
}
