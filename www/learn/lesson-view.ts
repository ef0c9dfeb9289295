/** A lesson: its parts and its sources. A press on a term shows its meaning. */
import { h } from '../ui/dom.ts';
import { GLOSSARY, stretches } from './lessons/glossary.ts';
import { LESSONS } from './lessons/index.ts';
import { addressOf } from './lessons/sources.ts';

const PARTS = [
  ['idea', 'The idea'],
  ['diagram', 'On the diagram'],
  ['work', 'Work and depth'],
  ['gpu', 'On a GPU'],
  ['choose', 'Choose it'],
  ['changed', 'What ScanLab changes'],
] as const;
/** Between a term and its meaning, in px. */
const GAP_PX = 6;

/**
 * @param id of an algorithm
 * @param heading level of the headings of its parts
 */
export function lessonView(id: string, heading: 'h4' | 'h5') {
  const lesson = LESSONS[id];
  const meaning = h('div', { class: 'meaning', popover: '', tabindex: '-1', role: 'note' });
  let explained: HTMLElement | null = null;
  // Escape returns the focus to the term. A press elsewhere has already moved it.
  meaning.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'closed' && meaning.matches(':focus')) explained?.focus({ preventScroll: true });
  });
  const explain = (term: HTMLElement, { name, meaning: text }: { name: string; meaning: string }) => {
    explained = term;
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
  };
  const term = (text: string, name: string) => {
    const button = h('button', { type: 'button', class: 'term', 'aria-haspopup': 'true' }, text);
    button.addEventListener('click', () => explain(button, GLOSSARY[name]));
    return button;
  };
  const text = (source: string) => stretches(source).map(({ text: shown, term: name }) => (name ? term(shown, name) : shown));
  const source = (one: string) => {
    const address = addressOf(one);
    return h('li', {}, address ? h('a', { href: address, target: '_blank', rel: 'noopener' }, one) : one);
  };
  return h(
    'div',
    { class: 'lesson' },
    ...PARTS.flatMap(([part, name]) => [h(heading, {}, name), h('p', {}, ...text(lesson[part]))]),
    h(heading, {}, 'Sources'),
    h('ul', {}, ...lesson.sources.map(source)),
    meaning,
  );
}
