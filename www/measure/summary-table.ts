/** The summary of a run: one row per scan and one column per size, with the time of a scan whose output was right. */
import { h, scrolling } from '../ui/dom.ts';
import { outcome, overflowText } from '../ui/series.ts';
import type { Formats } from '../shared/format.ts';
import type { Point } from '../types.ts';
import type { SweepConfig } from '../ui/element-types.ts';

const COPY = 'copy';

export class SummaryTable {
  formats: Formats;
  titleOf: (id: string) => string;
  head;
  body;
  caption;
  root;
  #cells: Map<string, Map<number, HTMLElement>> = new Map();

  constructor(formats: Formats, titleOf: (id: string) => string) {
    this.formats = formats;
    this.titleOf = titleOf;
    this.head = h('tr');
    this.body = h('tbody');
    this.caption = h('span');
    this.root = scrolling(
      'Times by scan and size',
      h('table', { class: 'summary-table' }, h('caption', {}, this.caption), h('thead', {}, this.head), this.body),
    );
  }

  clear({ algorithms, sizes }: Pick<SweepConfig, 'algorithms' | 'sizes'>, caption: string) {
    const { formats } = this;
    this.caption.textContent = caption;
    this.head.replaceChildren(
      h('th', { scope: 'col' }, 'Median time at n ='),
      ...sizes.map((n) => h('th', { scope: 'col', class: 'number', title: formats.integer(n) }, formats.size(n))),
    );
    this.#cells.clear();
    this.body.replaceChildren(...[...algorithms, COPY].map((id) => this.#row(id, sizes)));
  }

  #row(id: string, sizes: number[]) {
    const cells = new Map(sizes.map((n) => [n, h('td', { class: 'number' })]));
    this.#cells.set(id, cells);
    const title = id === COPY ? 'Copy kernel (bound)' : this.titleOf(id);
    return h('tr', { class: id === COPY ? 'copy' : '' }, h('th', { scope: 'row' }, title), ...cells.values());
  }

  add(point: Point) {
    const { algorithm, copy, n } = point;
    this.#cells
      .get(algorithm)
      ?.get(n)
      ?.replaceChildren(...this.#content(point));
    const bound = this.#cells.get(COPY)?.get(n);
    if (copy?.median_ns && bound) bound.textContent = this.formats.time(copy.median_ns);
  }

  #content(point: Point) {
    const result = outcome(point);
    if (result !== 'PASS') return [h('span', { class: `result ${result.toLowerCase()}` }, result)];
    const time = point.resolved && point.median_ns !== null ? this.formats.time(point.median_ns) : 'cannot resolve';
    const { algorithm, ran } = point;
    // The scan that auto chose.
    const chosen = ran && ran !== algorithm ? h('small', {}, this.titleOf(ran)) : '';
    const overflow = overflowText(point, this.formats);
    return [
      time,
      h('span', { class: 'result pass' }, h('span', { 'aria-hidden': 'true' }, ' ✓'), h('span', { class: 'visually-hidden' }, ' PASS')),
      chosen,
      overflow ? h('small', {}, overflow) : '',
    ];
  }
}
