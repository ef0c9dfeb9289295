/** The panel of the chart, which is loaded with the first run. */
import { Field, h, select } from '../ui/dom.js';
import { METRICS } from '../ui/metrics.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').ChartContext} ChartContext */
/** @typedef {import('../ui/element-types.d.ts').Metric} Metric */
/** @typedef {import('../ui/element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {import('./view.js').ChartView} ChartView */

export class ChartPanel {
  /** @type {ChartView | null} */
  view = null;
  connected = false;
  /** @type {unknown} */
  charted = null;

  /** @param {ChartContext} context @param {string} [id] of its first control */
  constructor(context, id = 'metric') {
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

  /** @returns {Metric} */
  get metric() {
    return /** @type {Metric} */ (this.metricControl.value);
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

  /** @param {Pick<SweepConfig, 'algorithms' | 'sizes' | 'tuning'>} config @param {Point[]} points An array to which the owner adds points. */
  async begin({ algorithms, sizes, tuning }, points) {
    const charted = { algorithms, sizes, tuning, points };
    this.charted = charted;
    try {
      const { ChartView } = await import('./chart.js');
      this.view ??= this.#place(new ChartView(this));
      if (this.charted === charted) this.view.begin(charted);
    } catch (error) {
      this.note.hidden = false;
      this.note.textContent = `The chart could not be loaded (${error instanceof Error ? error.message : error}); the table has the same data.`;
    }
  }

  /** @param {ChartView} view */
  #place(view) {
    this.controls.append(...view.fields);
    this.root.append(view.root);
    if (this.connected) view.connect();
    return view;
  }

  /** Draws soon. */
  update() {
    this.view?.update();
  }

  /** Draws now. */
  draw() {
    this.view?.draw();
  }

  /** The chart, for files; throws if there is none. */
  get drawn() {
    if (!this.view) throw new Error('the chart must be loaded; it is not');
    return this.view;
  }
}
