/** Texts with terms of the glossary. A press on a term shows its meaning. */
import { h } from '../ui/dom.ts';
import { GLOSSARY, stretches } from './lessons/glossary.ts';

/** Between a term and its meaning, in px. */
const GAP_PX = 6;

export class Explained {
  /** The box of the open meaning. Put it beside the texts. */
  meaning;
  #term: HTMLElement | null = null;

  constructor() {
    this.meaning = h('div', { class: 'meaning', popover: '', tabindex: '-1', role: 'note' });
    // Escape returns the focus to the term. A press elsewhere has already moved it.
    this.meaning.addEventListener('beforetoggle', ({ newState }) => {
      if (newState === 'closed' && this.meaning.matches(':focus')) this.#term?.focus({ preventScroll: true });
    });
  }

  /** The parts of a text. Its terms are buttons. */
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
    // With the focus on it, screen readers read it aloud. Escape returns to the term.
    meaning.focus({ preventScroll: true });
  }
}
