/** The values of variables, by invocation. */
import { h, scrolling } from '../../ui/dom.ts';
import { valueText } from './words.ts';
import type { Player } from './player.ts';
import type { Moment } from './types.ts';

/** Words of a value that are shown: of more, it is an array or a struct. */
const MOST_WORDS = 4;

export class VariablesView {
  player: Player;
  root;

  constructor(player: Player) {
    this.player = player;
    this.root = scrolling('Variables by invocation');
  }

  update({ pass, workgroup, pc, accesses, collectives }: Moment) {
    const { passes, subgroupSize } = this.player.played;
    const traced = passes[pass];
    const localIndex = accesses[0]?.localIndex ?? collectives[0]?.localIndex ?? 0;
    const subgroup = Math.floor(localIndex / subgroupSize);
    const name = pc === null ? undefined : traced?.functions[traced.function_of[pc]];
    const all = name === undefined ? [] : this.player.variablesOf(pass, name, workgroup, subgroup);
    const shown = all.filter(({ words }) => words.every((one) => !one || one.length <= MOST_WORDS));
    this.root.hidden = !shown.length;
    if (!shown.length) return;
    const invocations = shown[0].words.map((_, i) => h('th', { scope: 'col' }, `${subgroup * subgroupSize + i}`));
    const rows = shown.map(({ name: variable, type, words }) =>
      h('tr', {}, h('th', { scope: 'row' }, variable), ...words.map((one) => h('td', {}, one ? valueText(one, type) : '–'))),
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
