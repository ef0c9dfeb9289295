/** Two scans of the last sweep as a chart and as a table. */
import { verdict } from './costs.ts';
import { h, scrolling } from '../ui/dom.ts';
import type { ChartPanel } from '../chart/panel.ts';
import type { Point } from '../types.ts';
import type { PanelContext } from './types.ts';

const NONE = '–';

export class SideBySide {
  context: PanelContext;
  ids: string[];
  points;
  root;
  chart: ChartPanel | null = null;

  /** @param ids the ids of the two scans */
  constructor(context: PanelContext, ids: string[]) {
    this.context = context;
    this.ids = ids;
    const run = context.run();
    this.points = (run?.points ?? []).filter(({ algorithm, skipped }) => ids.includes(algorithm) && !skipped);
    this.root = h('section', { class: 'measured' }, h('h4', {}, 'What was measured'));
    if (new Set(this.points.map(({ algorithm }) => algorithm)).size < 2) {
      this.root.append(
        h(
          'p',
          { class: 'empty' },
          'The last run did not measure both scans. Choose both in Measure and press Run to see their lines here.',
        ),
      );
      return;
    }
    this.chart = context.makeChart('compare-metric');
    this.root.append(this.chart.root, this.#table());
  }

  /** Called when the panel is in the document. */
  connect() {
    if (!this.chart) return;
    this.chart.connect();
    void this.chart.begin({ algorithms: this.ids, sizes: this.#sizes(), tuning: this.context.run()?.config.tuning ?? {} }, this.points);
  }

  close() {
    this.chart?.disconnect();
  }

  #sizes() {
    return [...new Set(this.points.map(({ n }) => n))].sort((left, right) => left - right);
  }

  #table() {
    const { formats, titleOf } = this.context;
    const titles = this.ids.map(titleOf);
    const row = (n: number) => {
      const points = this.ids.map((id) => this.points.find((point) => point.n === n && point.algorithm === id));
      const times = points.map((point) => (point?.verified ? point.median_ns : null));
      const cells = points.map((point, i) =>
        h(
          'td',
          { class: 'number' },
          timeText(point, times[i], (ns) => formats.time(ns)),
        ),
      );
      return h('tr', {}, h('th', { scope: 'row', class: 'number' }, formats.integer(n)), ...cells, h('td', {}, verdict(times, titles)));
    };
    return scrolling(
      'Measured times',
      h(
        'table',
        { class: 'compared' },
        h('caption', {}, h('span', {}, 'Median time of one scan in the run that is shown')),
        h(
          'thead',
          {},
          h('tr', {}, ...['n', ...titles, 'Less time'].map((name, i) => h('th', { scope: 'col', class: i < 3 ? 'number' : '' }, name))),
        ),
        h('tbody', {}, ...this.#sizes().map(row)),
      ),
    );
  }
}

function timeText(point: Point | undefined, time: number | null, format: (ns: number) => string) {
  if (!point) return NONE;
  if (!point.verified) return 'void';
  return time ? format(time) : NONE;
}
