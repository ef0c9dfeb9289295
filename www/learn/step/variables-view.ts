/** The values of variables, by invocation. */
import { h, scrolling } from '../../ui/dom.ts';
import { valueText } from './words.ts';
import type { Moment } from '../../shared/emulator-data.d.ts';

/** The most words of a value that are shown. A value with more words is an array or a struct. */
const MOST_WORDS = 4;

export class VariablesView {
  subgroupSize: number;
  root;

  constructor(subgroupSize: number) {
    this.subgroupSize = subgroupSize;
    this.root = scrolling('Variables by invocation');
  }

  update({ function: name, subgroup, variables }: Moment) {
    const shown = variables.filter(({ words }) => words.every((one) => !one || one.length <= MOST_WORDS));
    // Keeps its space, so that nothing below it moves.
    this.root.style.visibility = shown.length ? '' : 'hidden';
    if (!shown.length) return;
    const invocations = shown[0].words.map((_, i) => h('th', { scope: 'col' }, `${subgroup * this.subgroupSize + i}`));
    const rows = shown.map(({ name: variable, ty, words }) =>
      h('tr', {}, h('th', { scope: 'row' }, variable), ...words.map((one) => h('td', {}, one ? valueText(one, ty) : '–'))),
    );
    const caption = `Variables of ${name}, by invocation of subgroup ${subgroup}`;
    this.root.replaceChildren(
      h(
        'table',
        { class: 'step-variables' },
        h('caption', {}, h('span', {}, caption)),
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Invocation'), ...invocations)),
        h('tbody', {}, ...rows),
      ),
    );
  }
}
