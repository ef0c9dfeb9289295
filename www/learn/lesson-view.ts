/** A lesson: its parts and its sources. A press on a term shows its meaning. */
import { h } from '../ui/dom.ts';
import { citation } from '../ui/citation.ts';
import { Explained } from './explained.ts';
import { LESSONS } from './lessons/index.ts';

const PARTS = [
  ['idea', 'The idea'],
  ['diagram', 'On the diagram'],
  ['work', 'Work and depth'],
  ['gpu', 'On a GPU'],
  ['choose', 'Choose it'],
  ['changed', 'What ScanLab changes'],
] as const;

/**
 * @param id of an algorithm
 * @param heading level of the headings of its parts
 */
export function lessonView(id: string, heading: 'h4' | 'h5') {
  const lesson = LESSONS[id];
  const explained = new Explained();
  return h(
    'div',
    { class: 'lesson' },
    ...PARTS.flatMap(([part, name]) => [h(heading, {}, name), h('p', {}, ...explained.text(lesson[part]))]),
    h(heading, {}, 'Sources'),
    h('ul', {}, ...lesson.sources.map((source) => h('li', {}, citation(source)))),
    explained.meaning,
  );
}
