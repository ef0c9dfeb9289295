/** The panel of the chart. It loads the chart with the first run. */
import { Field, h, select } from '../ui/dom.ts';
import { METRICS } from '../ui/metrics.ts';
import type { Point } from '../types.ts';
import type { ChartContext, Metric, SweepConfig } from '../ui/element-types.ts';
import type { ChartView } from './view.ts';

export class ChartPanel {
  context: ChartContext;
  id: string;
  metricControl;
  controls;
  note;
  root;
  view: ChartView | null = null;
  connected = false;
  charted: unknown = null;

  /** @param id the id of the first control */
  constructor(context: ChartContext, id: string = 'metric') {
    this.context = context;
    this.id = id;
    this.metricControl = select(METRICS, { onchange: () => this.draw() });
    this.controls = h(
      'div',
      { class: 'chart-controls' },
      new Field({ id, label: 'Chart', control: this.metricControl, class: 'inline' }).root,
    );
    this.note = h('p', { class: 'hint', hidden: true });
    this.root = h('div', { class: 'chart' }, this.controls, this.note);
  }

  get metric(): Metric {
    return this.metricControl.value as Metric;
  }

  set metric(metric) {
    this.metricControl.value = metric;
    this.draw();
  }

  connect() {
    this.connected = true;
    this.view?.connect();
  }

  disconnect() {
    this.connected = false;
    this.view?.disconnect();
  }

  /** @param points an array to which the caller later adds points */
  async begin({ algorithms, sizes, tuning }: Pick<SweepConfig, 'algorithms' | 'sizes' | 'tuning'>, points: Point[]) {
    const charted = { algorithms, sizes, tuning, points };
    this.charted = charted;
    try {
      const { ChartView } = await import('./chart.ts');
      this.view ??= this.#place(new ChartView(this));
      if (this.charted === charted) this.view.begin(charted);
    } catch (error) {
      this.note.hidden = false;
      this.note.textContent = `The chart could not be loaded (${error instanceof Error ? error.message : error}); the table has the same data.`;
    }
  }

  #place(view: ChartView) {
    this.controls.append(...view.fields);
    this.root.append(view.root);
    if (this.connected) view.connect();
    return view;
  }

  update() {
    this.view?.update();
  }

  draw() {
    this.view?.draw();
  }

  /** The chart, for saving it to a file. Throws if the chart is not loaded. */
  get drawn() {
    if (!this.view) throw new Error('the chart must be loaded; it is not');
    return this.view;
  }
}
