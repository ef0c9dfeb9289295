/** A question with several answers. For each chosen answer, it shows why the answer is right or wrong. */
import { h } from '../../ui/dom.ts';
import type { Explained } from '../explained.ts';
import type { Answer, Screen } from './screens.ts';

export class QuestionView {
  root;
  /** The indices of the answers that the reader has given. */
  #given: Set<number> = new Set();
  #isPassed = false;

  /** @param onAnswer called for each new answer until the right one is given, with the number of answers so far */
  constructor(
    { id, question, answers }: Pick<Screen, 'id' | 'question' | 'answers'>,
    explained: Explained,
    onAnswer: (answer: Answer, attempts: number) => void,
  ) {
    const entries = answers.map((answer, rank) => {
      const reason = h('div', { class: 'path-reason', id: `path-reason-${id}-${rank}`, role: 'status' });
      const button = h('button', { type: 'button', class: 'path-answer' }, answer.text);
      button.addEventListener('click', () => {
        const isNew = !this.#given.has(rank);
        this.#given.add(rank);
        if (!isNew) return;
        button.dataset.right = `${Boolean(answer.isRight)}`;
        reason.replaceChildren(h('b', {}, answer.isRight ? 'Right. ' : 'Not quite. '), ...explained.text(answer.reason));
        button.setAttribute('aria-describedby', reason.id);
        if (this.#isPassed) return;
        this.#isPassed = Boolean(answer.isRight);
        onAnswer(answer, this.#given.size);
      });
      return h('li', {}, button, reason);
    });
    this.root = h(
      'section',
      { class: 'path-question', 'aria-labelledby': `path-question-${id}` },
      h('h5', { id: `path-question-${id}` }, question),
      h('ul', {}, ...entries),
      h('p', { class: 'hint' }, 'Each answer has a reason. Read those of the other answers too.'),
    );
  }
}
