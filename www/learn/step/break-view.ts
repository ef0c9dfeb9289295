/** The controls of Break it: a choice of the part to leave out or to swap, a question about the outcome, and the outcome. */
import { h, select } from '../../ui/dom.ts';
import { lineOf } from './break.ts';
import { GpuView } from './gpu-view.ts';
import { rewriteOf } from './rewrites.ts';
import { phaseText, placeText } from './words.ts';
import type { Recording } from '../../types.ts';
import type { Break, Result } from './break.ts';

/** The answers that are offered for each kind of break. */
const CHOICES: Record<Break['kind'], Result[]> = {
  barrier: ['nothing', 'race', 'wrong', 'endless'],
  'one-barrier': ['nothing', 'race', 'wrong', 'endless'],
  'in-place': ['nothing', 'race', 'wrong', 'endless'],
  operands: ['nothing', 'race', 'wrong'],
  padding: ['nothing', 'slower', 'wrong'],
  stall: ['nothing', 'stalled', 'endless'],
};
const RESULTS: Record<Result, string> = {
  nothing: 'The output is right, and no fault is found',
  slower: 'The output is right, but the run takes more time units',
  race: 'The output is right in this order, but accesses race',
  wrong: 'The output is wrong',
  stalled: 'The others end, and only its part of the output is missing',
  endless: 'The run never ends',
};
const NOTHING = '';

export class BreakView {
  onPredict: (result: Result) => void;
  what;
  question;
  outcome;
  go;
  mend;
  gpu: GpuView;
  root;
  #breaks: Break[] = [];
  #recording: Recording | null = null;
  #algorithm = '';

  /**
   * @param onChoose receives the id of the break; empty to restore the kernel
   * @param onPredict receives the reader's prediction
   * @param onGo goes to the step at which the outcome is visible
   */
  constructor(onChoose: (id: string) => void, onPredict: (result: Result) => void, onGo: () => void) {
    this.onPredict = onPredict;
    this.what = select([], { id: 'step-broken', onchange: () => onChoose(this.what.value) });
    this.question = h('div', { class: 'step-question', role: 'group', 'aria-labelledby': 'step-question', hidden: true });
    this.outcome = h('div', { class: 'step-outcome', role: 'status' });
    this.go = h('button', { type: 'button', hidden: true, onclick: onGo });
    this.mend = h('button', { type: 'button', hidden: true, onclick: () => onChoose(NOTHING) }, 'Restore it');
    this.gpu = new GpuView();
    this.root = h(
      'section',
      { class: 'step-break', hidden: true, 'aria-labelledby': 'step-break-title' },
      h('h4', { id: 'step-break-title' }, 'Break it'),
      h('div', { class: 'field' }, h('label', { for: 'step-broken' }, 'Broken part'), this.what),
      this.question,
      this.outcome,
      h('div', { class: 'step-buttons' }, this.go, this.mend),
      this.gpu.root,
    );
  }

  offer(breaks: Break[], recording: Recording, algorithm: string, chosen: string) {
    [this.#breaks, this.#recording, this.#algorithm] = [breaks, recording, algorithm];
    const options = breaks.map((one) => h('option', { value: one.id }, this.#title(one)));
    this.what.replaceChildren(h('option', { value: NOTHING }, 'Nothing'), ...options);
    this.what.value = chosen;
    this.question.hidden = true;
    this.outcome.replaceChildren();
    this.go.hidden = this.mend.hidden = true;
    this.gpu.hide();
  }

  #title({ id, kind, function: within, shader, line }: Break) {
    const rewrite = rewriteOf(this.#algorithm);
    if (rewrite?.id === id) return rewrite.title;
    if (kind === 'padding') return 'Leave out the padding against bank conflicts';
    if (kind === 'stall') return 'Never resume a workgroup that has started';
    const recording = this.#recording as Recording;
    const where = `${phaseText(within)}, ${placeText(recording, shader, line)}`;
    if (kind === 'barrier') return `Leave out the barrier in ${where}`;
    return `Swap the operands in ${where}: ${lineOf(recording, shader, line).trim()}`;
  }

  /** Asks for a prediction. */
  ask() {
    const broken = this.#breaks.find(({ id }) => id === this.what.value);
    if (!broken) return;
    const choice = (result: Result) => h('button', { type: 'button', onclick: () => this.onPredict(result) }, RESULTS[result]);
    this.question.replaceChildren(h('p', { id: 'step-question' }, 'What will happen?'), ...CHOICES[broken.kind].map(choice));
    this.question.hidden = false;
    this.mend.hidden = false;
  }

  /**
   * Shows the outcome.
   * @param details sentences about the outcome
   * @param place words for the step that shows the outcome; empty if no step shows it
   */
  tell(predicted: Result, result: Result, details: string[], place: string) {
    const hadFocus = this.question.matches(':focus-within');
    this.question.hidden = true;
    const isRight = predicted === result;
    this.outcome.replaceChildren(
      h(
        'p',
        { class: 'step-verdict', 'data-right': `${isRight}` },
        `${isRight ? 'As you said' : `You said “${RESULTS[predicted]}”`}: ${RESULTS[result].toLowerCase()}.`,
      ),
      ...details.filter(Boolean).map((text) => h('p', {}, text)),
    );
    this.go.textContent = `Go to ${place}`;
    this.go.hidden = !place;
    this.mend.hidden = false;
    // The pressed button has disappeared, so another one gets the focus.
    if (hadFocus) (place ? this.go : this.mend).focus();
  }
}
