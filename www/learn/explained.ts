/** Texts that contain terms of the glossary. A press on a term shows the meaning of the term. */
import { h } from '../ui/dom.ts';
import { GLOSSARY, stretches } from './lessons/glossary.ts';

/** The distance between a term and the box of its meaning, in px. */
const GAP_PX = 6;

export class Explained {
  /** The box of the open meaning. The caller adds it to the page, beside the texts. */
  meaning;
  #term: HTMLElement | null = null;

  constructor() {
    this.meaning = h('div', { class: 'meaning', popover: '', tabindex: '-1', role: 'note' });
    // If Escape closes the box, the focus returns to the term. A press elsewhere has already moved the focus.
    this.meaning.addEventListener('beforetoggle', ({ newState }) => {
      if (newState === 'closed' && this.meaning.matches(':focus')) this.#term?.focus({ preventScroll: true });
    });
  }

  /** The nodes of a text, in which terms are buttons. */
  text(source: string) {
    return stretches(source).map(({ text, term }) => {
      if (!term) return text;
      const button = h('button', { type: 'button', class: 'term', 'aria-haspopup': 'true' }, text);
      button.addEventListener('click', () => this.#explain(button, term));
      return button;
    });
  }

  #explain(term: HTMLElement, of: string) {
    const { meaning } = this;
    const { name, meaning: text } = GLOSSARY[of];
    this.#term = term;
    meaning.replaceChildren(h('b', {}, name), ' ', text);
    meaning.showPopover();
    const { left, top, bottom } = term.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const most = clientWidth - meaning.offsetWidth - GAP_PX;
    const below = bottom + GAP_PX;
    const isBelow = below + meaning.offsetHeight <= clientHeight;
    meaning.style.left = `${Math.max(GAP_PX, Math.min(left, most)) + scrollX}px`;
    meaning.style.top = `${(isBelow ? below : top - GAP_PX - meaning.offsetHeight) + scrollY}px`;
    // With the focus on the box, screen readers read the meaning aloud.
    meaning.focus({ preventScroll: true });
  }
}
