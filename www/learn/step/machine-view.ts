/** The view of the memory machine at a moment: banks against time, the accesses of each warp, and time units beside those of the sources. */
import { h, scrolling } from '../../ui/dom.ts';
import { accessOf, limits, totalTime } from '../../shared/memory-machine.ts';
import { paintHue } from './data-view.ts';
import { TimelineView } from './timeline-view.ts';
import { bufferTitle, countOf, runsText } from './words.ts';
import type { Formats } from '../../shared/format.ts';
import type { Moment, Warp } from '../../shared/emulator-data.d.ts';
import type { Played } from './types.ts';

/** The scan of the run: its id, its length n, and the latency of the machine. */
type Scanned = { algorithm: string; n: number; latency: number };

/** The maximum number of warps of a step that are drawn. */
const MOST_WARPS = 4;

export class MachineView {
  played: Played;
  formats: Formats;
  width;
  latency;
  banks;
  time;
  root;
  /** The drawing of banks against time; only for runs in lockstep. */
  drawn?: TimelineView;

  constructor(played: Played, formats: Formats, scanned: Scanned) {
    const width = played.subgroupSize;
    this.played = played;
    this.formats = formats;
    this.width = width;
    this.latency = scanned.latency;
    this.banks = h('div', { class: 'step-banks' });
    this.time = h('p', { class: 'step-time' });
    this.root = h('div', { class: 'step-machine' }, this.banks, this.time);
    if (played.schedule !== 'lockstep') return;
    this.drawn = new TimelineView(played, { width, latency: scanned.latency });
    this.root.append(h('p', { class: 'hint step-formula' }, this.#formula(scanned)));
    this.banks.after(this.drawn.root);
  }

  /** The formula of a source for the time of the complete scan. */
  #formula({ algorithm, n, latency: l }: Scanned) {
    const threads = this.played.passes.map(({ workgroups, workgroup_size }) => countOf(workgroups) * countOf(workgroup_size));
    const p = Math.max(...threads);
    // k is the length of the input, because the input is shorter than any group of the scan.
    const machine = { n, p, w: this.width, l, k: Math.max(n, 2) };
    const units = (time: number) => this.formats.three.format(time);
    const bound = `Any scan takes at least n/w + nl/p + l log n = ${units(totalTime(limits(machine)))} (Theorem 1)`;
    const values = `all constants 1, n = ${this.formats.integer(n)} and p = ${this.formats.integer(p)}`;
    const access = accessOf(algorithm);
    if (!access) return `No source states the time of this scan on the memory machine. ${bound}, with ${values}.`;
    const { bandwidth, latency, reduction } = access.formulas;
    return `The source’s formula (${access.place}): ${bandwidth} + ${latency} + ${reduction} = ${units(totalTime(access.times(machine)))} time units for the whole scan, with ${values}. ${bound}.`;
  }

  update(moment: Moment) {
    if (!this.drawn) {
      this.time.textContent = 'Time is counted in lockstep only. In this schedule, invocations access memory one by one.';
      return;
    }
    const { warps, clock } = moment;
    this.banks.replaceChildren(...(warps.length ? warps.slice(0, MOST_WARPS).map((warp) => this.#warp(warp)) : [this.#idle()]));
    this.drawn.update(moment);
    const { reports, passes } = this.played;
    const units = (count: number) => this.formats.integer(count);
    const of = (found: number, name: 'dmm' | 'umm') => {
      const total = reports.reduce((sum, { costs }) => sum + costs[name], 0);
      // For a pass that never ends, the total is unknown.
      return found > total ? units(found) : `${units(found)} of ${units(total)}`;
    };
    this.time.textContent =
      `Time units so far, w = ${this.width}, l = ${this.latency}: workgroup memory ${of(clock.allDmm, 'dmm')}, storage ${of(clock.allUmm, 'umm')}` +
      (passes.length > 1 ? `; in this pass ${units(clock.dmm)} and ${units(clock.umm)}.` : '.');
  }

  #idle() {
    return h('p', { class: 'hint' }, 'This step does not access memory.');
  }

  #warp({ space, requests, units, warp, kind }: Warp) {
    const { recording } = this.played;
    const of = space ? `storage (${bufferTitle(recording.buffers[space - 1].name)})` : 'workgroup memory';
    const verdict = space
      ? `${this.formats.count(units, 'address group')}: ${this.formats.count(units, 'time unit')}`
      : units > 1
        ? `${units}-way bank conflict: ${this.formats.count(units, 'time unit')}`
        : 'no bank conflict: 1 time unit';
    const rows = [...new Set(requests.map(({ group }) => group))];
    const banks = Array.from({ length: this.width }, (_, bank) => bank);
    const cell = (group: number, bank: number) => {
      const request = requests.find((one) => one.group === group && one.bank === bank);
      if (!request) return h('td', {});
      const td = h(
        'td',
        { class: request.isConflict ? 'requested conflict' : 'requested' },
        `${request.address}`,
        h('b', {}, runsText(request.invocations)),
      );
      paintHue(td, request.invocations[0], this.width);
      return td;
    };
    return scrolling(
      `Warp ${warp}`,
      h(
        'table',
        { class: 'step-requests' },
        h('caption', {}, h('span', {}, `Warp ${warp} ${kind === 'read' ? 'reads' : 'writes'} ${of}: ${verdict}`)),
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Bank'), ...banks.map((bank) => h('th', { scope: 'col' }, `${bank}`)))),
        h(
          'tbody',
          {},
          ...rows.map((group) => h('tr', {}, h('th', { scope: 'row' }, `Group ${group}`), ...banks.map((bank) => cell(group, bank)))),
        ),
      ),
    );
  }
}
