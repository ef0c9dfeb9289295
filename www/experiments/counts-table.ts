/** The counted costs of an experiment's scans, side by side. */
import { h, scrolling } from '../ui/dom.ts';
import { nameOf } from './scans.ts';
import type { ExperimentsContext, TreeCounts } from './types.ts';

const COLUMNS: [string, (row: TreeCounts) => number][] = [
  ['Depth', ({ depth }) => depth],
  ['Applications of ⊕', ({ applications }) => applications],
  ['Barriers', ({ barriers }) => barriers],
  ['Fan-out', ({ fan_out }) => fan_out],
  ['Bank conflicts', ({ conflicts }) => conflicts],
];

export function countsTable(counts: readonly TreeCounts[], { formats, titleOf }: Pick<ExperimentsContext, 'formats' | 'titleOf'>) {
  const rows = counts.map((row) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, nameOf(row.scan, titleOf)),
      ...COLUMNS.map(([, read]) => h('td', { class: 'number' }, formats.integer(read(row)))),
    ),
  );
  const head = h('tr', {}, h('th', { scope: 'col' }, 'Scan'), ...COLUMNS.map(([name]) => h('th', { scope: 'col', class: 'number' }, name)));
  return scrolling(
    'Counted in plans and kernels',
    h(
      'table',
      {},
      h(
        'caption',
        {},
        h('span', {}, 'One tile of 256 elements, exclusive. Fan-out: readers of one value in a step. Conflicts: lanes of 32 on one bank.'),
      ),
      h('thead', {}, head),
      h('tbody', {}, ...rows),
    ),
  );
}
