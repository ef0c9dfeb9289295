/** A histogram with bins of growing width, as a table with bars. */
import { h, scrolling } from '../../ui/dom.ts';
import type { Formats } from '../../shared/format.ts';

type Bin = { from: number; to: number; count: number };

/** Values up to this one have separate bins. */
const SINGLE = 8;

/**
 * The bins for counts of values: first bins of one value, then bins of doubling width.
 * @param counts the counts by value; the last one includes all greater values
 */
export function binsOf(counts: readonly number[]): Bin[] {
  const bins: Bin[] = [];
  for (let from = 0; from < counts.length;) {
    const to = from < SINGLE ? from : Math.min(2 * from - 1, counts.length - 1);
    bins.push({ from, to, count: counts.slice(from, to + 1).reduce((sum, one) => sum + one, 0) });
    from = to + 1;
  }
  return trimmed(bins);
}

/** The bins for counts by the bit length of the value. */
export function powerBins(counts: readonly number[]): Bin[] {
  return trimmed(counts.map((count, bits) => ({ from: bits ? 2 ** (bits - 1) : 0, to: bits ? 2 ** bits - 1 : 0, count })));
}

function trimmed(bins: Bin[]) {
  let end = bins.length;
  while (end && !bins[end - 1].count) end--;
  return bins.slice(0, end);
}

export function histogram(formats: Formats, bins: Bin[], { title, unit, of }: { title: string; unit: string; of: string }) {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(...bins.map(({ count }) => count));
  const row = ({ from, to, count }: Bin) => {
    const bar = h('i', { 'aria-hidden': 'true' });
    bar.style.setProperty('--part', `${count / most}`);
    const name = from === to ? formats.integer(from) : `${formats.integer(from)} to ${formats.integer(to)}`;
    return h(
      'tr',
      {},
      h('th', { scope: 'row', class: 'number' }, name),
      h('td', { class: 'number' }, formats.integer(count)),
      h('td', { class: 'number' }, formats.percent(count / total)),
      h('td', { class: 'histogram-bar' }, bar),
    );
  };
  return scrolling(
    title,
    h(
      'table',
      { class: 'histogram' },
      h('caption', {}, h('span', {}, title)),
      h('thead', {}, h('tr', {}, ...[unit, of, 'Share'].map((name) => h('th', { scope: 'col', class: 'number' }, name)), h('td', {}))),
      h('tbody', {}, ...bins.filter(({ count }, i) => count || i).map(row)),
    ),
  );
}
