/** A round of accesses: what enters the pipeline in each time unit, bank by bank, and when it leaves. */
import { h } from '../../ui/dom.js';
import { paintLane } from '../step/data-view.js';
import { unitsOf } from './rounds.js';

/** @typedef {import('./rounds.js').Round} Round */
/** @typedef {import('./rounds.js').Unit} Unit */
/** @typedef {import('../../shared/format.js').Formats} Formats */

/** Time units that are drawn. */
const MOST_UNITS = 40;

/** @param {Formats} formats @param {Round} round @param {{ w: number, l: number, title: string }} options */
export function roundPicture(formats, round, { w, l, title }) {
  const units = unitsOf(round, w);
  const total = units.length + l - 1;
  const shown = units.slice(0, MOST_UNITS);
  const warps = [...new Set(round.warps.map(({ warp }) => warp))];
  const banks = Array.from({ length: w }, (_, bank) => bank);
  const unit = (/** @type {Unit} */ { warp, requests }, /** @type {number} */ i) => {
    const cell = (/** @type {number} */ bank) => {
      const request = requests.find(({ address }) => address % w === bank);
      const td = h('td', request ? { class: 'requested' } : {}, request && `${request.address}`);
      if (request) paintLane(td, warps.indexOf(warp), warps.length);
      return td;
    };
    const group = round.isStorage ? [h('td', { class: 'number' }, `${Math.floor(requests[0].address / w)}`)] : [];
    const bar = h('i', {}, h('span', { class: 'visually-hidden' }, `in the pipeline until unit ${formats.integer(i + l)}`));
    bar.style.setProperty('--from', `${i / total}`);
    bar.style.setProperty('--part', `${l / total}`);
    paintLane(bar, warps.indexOf(warp), warps.length);
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, formats.integer(i + 1)),
      h('td', { class: 'number' }, `W(${warp})`),
      ...group,
      ...banks.map(cell),
      h('td', { class: 'machine-pipe' }, bar),
    );
  };
  const more = units.length - shown.length;
  const time = `${formats.count(units.length, 'unit')} to send, and l − 1 = ${formats.integer(l - 1)} until the last is complete: ${formats.count(total, 'time unit')}`;
  return h(
    'div',
    { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': title },
    h(
      'table',
      { class: 'step-requests machine-round' },
      h('caption', {}, h('span', {}, h('strong', {}, title), `: ${time}.`)),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, 'Unit'),
          h('th', { scope: 'col' }, 'Warp'),
          round.isStorage && h('th', { scope: 'col' }, 'Group'),
          ...banks.map((bank) => h('th', { scope: 'col' }, `B${bank}`)),
          h('th', { scope: 'col' }, `Pipeline, unit 1 to ${formats.integer(total)}`),
        ),
      ),
      h('tbody', {}, ...shown.map(unit)),
    ),
    more > 0 && h('p', { class: 'hint' }, `And ${formats.count(more, 'more unit')}.`),
  );
}
