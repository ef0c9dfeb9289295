/** The timeline of a scan: a table with one bar per workgroup, along an axis of time. */
import { h, scrolling } from '../../ui/dom.ts';
import { partsOf } from './timeline.ts';
import type { Formats } from '../../shared/format.ts';
import type { PassReport } from '../../shared/emulator-data.d.ts';
import type { Row, Timeline } from './timeline.ts';

/** The parts and the marks of bars, with their descriptions. */
const LEGEND = [
  ['start', 'draws its ticket, the number of its tile'],
  ['load', 'loads its tile'],
  ['scan', 'scans it'],
  ['look-back', 'looks back'],
  ['store', 'stores'],
] as const;
const MARKS = [
  ['aggregate', 'aggregate published'],
  ['prefix', 'prefix published'],
  ['wait', 'reads an empty state and waits'],
  ['fallback', 'fallback: reduces the tile of another workgroup'],
] as const;
/** Marks of waits that are closer together than this share of the axis become one mark. */
const CLOSE = 1 / 400;
const COLUMNS = ['Workgroup', 'Tile', 'Time', 'Windows', 'Waits', 'Depth'];
const NONE = '–';

/** @param timelines the timelines that are shown; without a fallback in them, the legend omits fallbacks */
export function legend(timelines?: readonly Timeline[]) {
  const hasFallback = !timelines || timelines.some(({ rows }) => rows.some(({ fallbacks }) => fallbacks.length));
  const entry = (name: string, text: string, kind: string) => h('li', {}, h('i', { class: `${kind} ${name}` }), text);
  return h(
    'ul',
    { class: 'timeline-legend' },
    ...LEGEND.map(([name, text]) => entry(name, text, 'part')),
    ...MARKS.filter(([name]) => name !== 'fallback' || hasFallback).map(([name, text]) => entry(name, text, 'mark')),
  );
}

/**
 * @param title the title of the scan
 * @param units the end of the axis in time units, which all timelines of the view share
 * @param report the report on the dispatch; its unfinished workgroups are stalled if they have loaded nothing
 */
export function timelineTable(
  formats: Formats,
  title: string,
  { rows, end }: Timeline,
  units: number,
  { outcome, unfinished }: Pick<PassReport, 'outcome' | 'unfinished'>,
) {
  // The table has a column of fallbacks only if some occurred.
  const hasFallbacks = rows.some(({ fallbacks }) => fallbacks.length);
  const columns = hasFallbacks ? [...COLUMNS, 'Fallbacks'] : COLUMNS;
  const time =
    outcome === 'endless' ? `the first ${formats.count(end, 'unit')} of a run that never ends` : `${formats.count(end, 'unit')} of time`;
  const row = (one: Row) => {
    const isStalled = unfinished.includes(one.workgroup) && !one.load;
    const cells = [one.windows, one.waits, one.depth, ...(hasFallbacks ? [one.fallbacks.length] : [])];
    return h(
      'tr',
      isStalled ? { class: 'stalled' } : {},
      h('th', { scope: 'row', class: 'number' }, formats.integer(one.workgroup)),
      h('td', { class: 'number' }, one.tile === null ? NONE : formats.integer(one.tile)),
      h('td', { class: 'timeline-cell' }, bar(one, end, units), h('span', { class: 'visually-hidden' }, words(formats, one, isStalled))),
      ...cells.map((value) => h('td', { class: 'number' }, formats.integer(value))),
    );
  };
  return scrolling(
    `Table of workgroups: ${title}`,
    h(
      'table',
      { class: 'timeline' },
      h('caption', {}, h('span', {}, `${title}: ${time}, on an axis from 0 to ${formats.integer(units)}`)),
      h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col', class: name === 'Time' ? '' : 'number' }, name)))),
      h('tbody', {}, ...rows.map(row)),
    ),
  );
}

function bar(row: Row, last: number, units: number) {
  const { parts, marks } = partsOf(row, last);
  const placed = (name: string, from: number, to: number) => {
    const node = h('i', { class: name });
    node.style.setProperty('--from', `${from / units}`);
    node.style.setProperty('--part', `${(to - from) / units}`);
    return node;
  };
  const waits = apart(
    row.looks.filter(({ found }) => found === 'empty').map(({ time }) => time),
    units,
  );
  return h(
    'div',
    { class: 'timeline-bar', 'aria-hidden': 'true' },
    ...parts.map(({ part, from, to }) => placed(`part ${part}`, from, to)),
    ...waits.map((time) => placed('mark wait', time, time)),
    ...row.fallbacks.map(({ time }) => placed('mark fallback', time, time)),
    marks.aggregate !== null && placed('mark aggregate', marks.aggregate, marks.aggregate),
    marks.prefix !== null && placed('mark prefix', marks.prefix, marks.prefix),
  );
}

/**
 * Selects times that are far enough apart to be distinguished.
 * @param times ascending
 * @param all the length of the axis
 */
function apart(times: number[], all: number) {
  let last = -Infinity;
  return times.filter((time) => {
    if (time - last < all * CLOSE) return false;
    last = time;
    return true;
  });
}

function words(formats: Formats, { start, aggregate, prefix, end }: Row, isStalled: boolean) {
  const at = (what: string, time: number | null) => (time === null ? [] : [`${what} at ${formats.integer(time)}`]);
  const texts = [...at('starts', start), ...at('aggregate', aggregate), ...at('prefix', prefix), ...at('ends', end)];
  return `${texts.join(', ')}${isStalled ? ', is never resumed' : ''}`;
}
