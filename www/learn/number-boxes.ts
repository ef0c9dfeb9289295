/** One box per number, in which a reader types. Pasted numbers also fill the boxes after the current one. */
import { h } from '../ui/dom.ts';
import { typedNumbers } from './step/settings.ts';

/** A number of a box. It has at most two digits, so that sums fit into a diagram. */
const NUMBER = /^-?\d{1,2}$/;

/** The reason why a text is not a valid number of a box, or null. */
export function boxProblem(text: string) {
  return NUMBER.test(text) ? null : `A whole number from −99 to 99 is required; found “${text}”.`;
}

export class NumberBoxes {
  onChange: (numbers: number[]) => void;
  boxes: HTMLInputElement[] = [];
  list;
  error;
  root;

  /** @param id the id of the error message, unique within the element */
  constructor(id: string, label: string, onChange: (numbers: number[]) => void) {
    this.onChange = onChange;
    this.list = h('div', { class: 'number-boxes-list' });
    this.error = h('p', { class: 'error', id, role: 'alert', hidden: true });
    this.root = h(
      'div',
      { class: 'number-boxes', role: 'group', 'aria-label': label },
      h('span', { class: 'hint', 'aria-hidden': 'true' }, label),
      this.list,
      this.error,
    );
  }

  fill(numbers: readonly number[]) {
    if (numbers.length !== this.boxes.length) {
      this.boxes = numbers.map((_, i) =>
        h('input', {
          type: 'text',
          inputmode: 'numeric',
          autocomplete: 'off',
          'aria-label': `Number ${i}`,
          oninput: () => this.#read(),
          onpaste: (event: ClipboardEvent) => this.#paste(event, i),
        }),
      );
      this.list.replaceChildren(...this.boxes);
    }
    numbers.forEach((number, i) => {
      // If the text is another form of the number, such as “007” or “−3”, it stays, so that typing is not disturbed.
      if (Number(this.boxes[i].value.replace('−', '-') || NaN) !== number) this.boxes[i].value = `${number}`;
    });
    this.#read(false);
  }

  #read(tells: boolean = true) {
    const texts = this.boxes.map(({ value }) => value.trim().replace('−', '-'));
    const problems = texts.map(boxProblem);
    this.boxes.forEach((box, i) => {
      if (problems[i]) box.setAttribute('aria-invalid', 'true');
      else box.removeAttribute('aria-invalid');
      if (problems[i]) box.setAttribute('aria-describedby', this.error.id);
      else box.removeAttribute('aria-describedby');
    });
    const problem = problems.find(Boolean) ?? null;
    this.error.textContent = problem;
    this.error.hidden = !problem;
    if (!problem && tells) this.onChange(texts.map(Number));
  }

  #paste(event: ClipboardEvent, at: number) {
    const { numbers } = typedNumbers(event.clipboardData?.getData('text') ?? '');
    if (numbers.length < 2) return;
    event.preventDefault();
    numbers.slice(0, this.boxes.length - at).forEach((number, i) => (this.boxes[at + i].value = `${number}`));
    this.#read();
  }
}
