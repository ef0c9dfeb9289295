/** The picture of a round of accesses: the requests that enter the pipeline in each time unit, by bank, and the unit in which they leave. */
import { h, scrolling } from '../../ui/dom.ts';
import { paintHue } from '../step/data-view.ts';
import type { Formats } from '../../shared/format.ts';
import type { Round, RoundUnit } from '../../shared/emulator-data.d.ts';

/** The maximum number of time units that are drawn. */
const MOST_UNITS = 40;

/** The data that all rows of a picture need. */
type Picture = { formats: Formats; banks: number[]; warps: number[]; isStorage: boolean; l: number; total: number };

export function roundPicture(formats: Formats, round: Round, { w, l, title }: { w: number; l: number; title: string }) {
  const { units } = round;
  const total = units.length + l - 1;
  const banks = Array.from({ length: w }, (_, bank) => bank);
  const warps = [...new Set(units.map(({ warp }) => warp))];
  const picture = { formats, banks, warps, isStorage: round.isStorage, l, total };
  const more = units.length - MOST_UNITS;
  const all = formats.count(total, 'time unit');
  const time = isPiped(picture)
    ? `${formats.count(units.length, 'unit')} to send, and l − 1 = ${formats.integer(l - 1)} until the last is complete: ${all}`
    : all;
  return scrolling(
    title,
    h(
      'table',
      { class: 'step-requests machine-round' },
      h('caption', {}, h('span', {}, h('strong', {}, title), `: ${time}.`)),
      h('thead', {}, headOf(picture)),
      h('tbody', {}, ...units.slice(0, MOST_UNITS).map((unit, i) => rowOf(picture, unit, i))),
    ),
    more > 0 && h('p', { class: 'hint' }, `And ${formats.count(more, 'more unit')}.`),
  );
}

/** Whether accesses stay in the pipeline after the time unit in which they enter it. */
const isPiped = ({ l }: Picture) => l > 1;
const hasWarps = ({ warps }: Picture) => warps.length > 1;

function headOf(picture: Picture) {
  const { formats, banks, isStorage, total } = picture;
  const names = [
    'Unit',
    ...(hasWarps(picture) ? ['Warp'] : []),
    ...(isStorage ? ['Group'] : []),
    ...banks.map((bank) => `B${bank}`),
    ...(isPiped(picture) ? [`Pipeline, unit 1 to ${formats.integer(total)}`] : []),
  ];
  return h('tr', {}, ...names.map((name) => h('th', { scope: 'col' }, name)));
}

function rowOf(picture: Picture, { warp, addresses }: RoundUnit, i: number) {
  const { formats, banks, warps, isStorage, l, total } = picture;
  const paint = (node: HTMLElement) => paintHue(node, warps.indexOf(warp), warps.length);
  const cell = (bank: number) => {
    const address = addresses.find((one) => one % banks.length === bank);
    const td = h('td', address === undefined ? {} : { class: 'requested' }, address !== undefined && `${address}`);
    if (address !== undefined) paint(td);
    return td;
  };
  const bar = h('i', {}, h('span', { class: 'visually-hidden' }, `in the pipeline until unit ${formats.integer(i + l)}`));
  bar.style.setProperty('--from', `${i / total}`);
  bar.style.setProperty('--part', `${l / total}`);
  paint(bar);
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, formats.integer(i + 1)),
    hasWarps(picture) && h('td', { class: 'number' }, `W(${warp})`),
    isStorage && h('td', { class: 'number' }, `${Math.floor(addresses[0] / banks.length)}`),
    ...banks.map(cell),
    isPiped(picture) && h('td', { class: 'machine-pipe' }, bar),
  );
}
