/** The drawing of banks against time around a moment, and of the pipeline of the memory. */
import { h, scrolling } from '../../ui/dom.ts';
import { s } from '../../ui/svg.ts';
import { paintHue } from './data-view.ts';
import { countOf } from './words.ts';
import type { Column, Moment } from '../../shared/emulator-data.d.ts';
import type { Played } from './types.ts';

/** The number of columns before and after the moment. */
const WINDOW = { before: 14, after: 6 };
/** The widths of a time unit, of the gap for the units in which the pipeline empties, of a barrier, and of the labels, in px. */
const [UNIT, GAP, BARRIER, LABELS] = [26, 40, 10, 58];
const TIMES = 16;
/** The maximum number of stages of the pipeline that are shown. */
const MOST_STAGES = 20;

export class TimelineView {
  played: Played;
  width;
  latency;
  caption;
  scroller;
  pipeline;
  pipelineTitle;
  root;
  /** The workgroup whose workgroup memory is shown; null for storage. */
  #shown: number | null = null;

  constructor(played: Played, { width, latency }: { width: number; latency: number }) {
    this.played = played;
    this.width = width;
    this.latency = latency;
    this.caption = h('p', {});
    this.scroller = scrolling('Banks against time');
    this.pipeline = h('ol', { class: 'step-stages' });
    this.pipelineTitle = h('p', {}, `Pipeline of ${latency === 1 ? 'one stage' : `${latency} stages`}`);
    this.root = h('div', { class: 'step-timeline' }, this.caption, this.scroller, this.pipelineTitle, this.pipeline);
  }

  update({ pass, workgroup, accesses, barrier }: Moment) {
    const { player, passes } = this.played;
    if (accesses.length && !barrier) this.#shown = accesses[0].space ? null : workgroup;
    else if (this.#shown !== null) this.#shown = workgroup;
    const { columns, stages, workgroup: found } = player.window(this.#shown, WINDOW.before, WINDOW.after);
    this.#shown = found;
    const of =
      this.#shown === null
        ? 'storage (UMM)'
        : `workgroup memory (DMM)${countOf(passes[pass]?.workgroups ?? []) > 1 ? ` of workgroup ${this.#shown}` : ''}`;
    this.root.hidden = !columns.length;
    this.caption.textContent = `Banks of ${of} against time: the requests that enter the pipeline in each time unit`;
    const start = this.scroller.scrollLeft;
    this.scroller.replaceChildren(this.#drawn(columns, of));
    this.scroller.scrollLeft = start;
    this.#revealNow();
    this.#fill(stages);
  }

  /** Scrolls to the current moment. Only the figure scrolls, not the page. */
  #revealNow() {
    const now = this.scroller.querySelector('.now');
    const right = Number(now?.getAttribute('x')) + UNIT;
    const { clientWidth, scrollLeft } = this.scroller;
    if (now && (right > scrollLeft + clientWidth || right - UNIT < scrollLeft)) this.scroller.scrollLeft = right - clientWidth / 2;
  }

  #fill(stages: (number | null)[]) {
    const shown = stages.slice(0, MOST_STAGES).map((warp, i) => {
      const item = h('li', { title: `Stage ${i + 1}` }, warp === null ? '' : `W${warp}`);
      if (warp !== null) {
        item.className = 'filled';
        paintHue(item, warp, this.#warps);
      }
      return item;
    });
    const more = stages.length > shown.length ? [h('li', { class: 'more' }, `… ${stages.length - shown.length} more`)] : [];
    this.pipeline.replaceChildren(...shown, ...more);
  }

  get #warps() {
    return Math.max(...this.played.passes.map(({ workgroup_size }) => Math.ceil(countOf(workgroup_size) / this.width)));
  }

  #drawn(columns: Column[], of: string) {
    const row = this.width > 16 ? 10 : this.width > 8 ? 13 : 17;
    const height = row * this.width;
    let x = LABELS;
    const parts = columns.flatMap((column) => {
      const at = x;
      x += { unit: UNIT, pipeline: GAP, barrier: BARRIER }[column.kind];
      return column.kind === 'unit' ? this.#unit(column, at, row) : this.#mark(column, at, height);
    });
    const every = Math.max(1, this.width / 4);
    const labels = Array.from({ length: this.width / every }, (_, i) =>
      s('text', { x: LABELS - 6, y: TIMES + (i * every + 0.5) * row, class: 'label end' }, `bank ${i * every}`),
    );
    const units = columns.filter((column) => column.kind === 'unit');
    const conflicts = units.filter(({ requests }) => requests.some(({ isConflict }) => isConflict)).length;
    const label = `${of}: ${units.length} time units${conflicts ? `, ${conflicts} of them for bank conflicts` : ''}`;
    const size = { width: x + 4, height: TIMES + height + 2 };
    return s('svg', { ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: 'img', 'aria-label': label }, ...labels, ...parts);
  }

  /** @param x the left edge of the unit, in px @param row the height of a row, in px */
  #unit({ time, warp, isNow, isFuture, requests }: Extract<Column, { kind: 'unit' }>, x: number, row: number) {
    const ground = s('rect', { x, y: TIMES, width: UNIT, height: row * this.width, class: isNow ? 'ground now' : 'ground' });
    const label = s('text', { x: x + UNIT / 2, y: TIMES / 2, class: 'label' }, `${time + 1}`);
    const cells = requests.flatMap(({ bank, address, isConflict }) => {
      const y = TIMES + bank * row;
      const cell = s('rect', {
        x: x + 1,
        y: y + 0.5,
        width: UNIT - 2,
        height: row - 1,
        class: isConflict ? 'request conflict' : 'request',
      });
      paintHue(cell as any, warp, this.#warps);
      return [cell, s('text', { x: x + UNIT / 2, y: y + row / 2, class: 'address' }, `${address}`)];
    });
    const title = s('title', {}, `Time unit ${time + 1}, warp ${warp}`);
    return [s('g', { class: isFuture ? 'future' : '' }, title, ground, label, ...cells)];
  }

  #mark(mark: Exclude<Column, { kind: 'unit' }>, x: number, height: number) {
    if (mark.kind === 'barrier') {
      const line = s('line', { x1: x + BARRIER / 2, x2: x + BARRIER / 2, y1: 2, y2: TIMES + height, class: 'barrier' });
      return [s('g', {}, s('title', {}, 'A barrier'), line)];
    }
    const ground = s('rect', { x: x + 2, y: TIMES, width: GAP - 4, height, class: 'drain' });
    const text = s('text', { x: x + GAP / 2, y: TIMES / 2, class: 'label' }, `+${mark.units}`);
    return [s('g', {}, s('title', {}, `The pipeline empties: ${mark.units} time units`), ground, text)];
  }
}
