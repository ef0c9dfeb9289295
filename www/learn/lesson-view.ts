/** A lesson: its parts, its sources, and its glossary. */
import { h } from '../ui/dom.ts';
import { GLOSSARY, stretches } from './lessons/glossary.ts';
import { LESSONS } from './lessons/index.ts';

const PARTS = [
  ['idea', 'The idea'],
  ['diagram', 'On the diagram'],
  ['work', 'Work and depth'],
  ['gpu', 'On a GPU'],
  ['choose', 'Choose it'],
  ['changed', 'What ScanLab changes'],
] as const;

/** @param id an algorithm's */
export function lessonView(id: string) {
  const lesson = LESSONS[id];
  const used = new Set(PARTS.flatMap(([part]) => stretches(lesson[part])).flatMap(({ term }) => term ?? []));
  const words = Object.keys(GLOSSARY).filter((term) => used.has(term));
  const entries = new Map(words.map((term) => [term, h('dt', { tabindex: '-1' }, GLOSSARY[term].name)]));
  const glossary = h(
    'details',
    { class: 'glossary', id: `words-${id}` },
    h('summary', {}, 'Glossary of the underlined words'),
    h('dl', {}, ...words.flatMap((term) => [entries.get(term) ?? null, h('dd', {}, GLOSSARY[term].meaning)])),
  );
  const explain = (term: string) => {
    glossary.open = true;
    entries.get(term)?.focus();
  };
  const text = (source: string) =>
    stretches(source).map(({ text: shown, term }) =>
      term ? h('button', { type: 'button', class: 'term', onclick: () => explain(term) }, shown) : shown,
    );
  return h(
    'div',
    { class: 'lesson' },
    h(
      'dl',
      { class: 'lesson-parts' },
      ...PARTS.flatMap(([part, name]) => [h('dt', {}, name), h('dd', {}, ...text(lesson[part]))]),
      h('dt', {}, 'Sources'),
      ...lesson.sources.map((source) => h('dd', {}, source)),
    ),
    glossary,
  );
}
