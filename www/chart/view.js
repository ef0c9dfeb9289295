/** The chart: its data, controls, redrawing, notes and files. */
import { drawChart } from './draw.js';
import { describeTimer, drawingOf, formatOf } from './drawing.js';
import { showsAllIntervals } from './marks.js';
import styles from './chart.css';
import { CrossoverList } from './crossover-list.js';
import { Field, h, select } from '../ui/dom.js';
import { shown } from '../shared/measures.js';
import { OnDemand } from './on-demand.js';
import { placeDrawing } from './place-drawing.js';
import { PredictionView } from './prediction-view.js';
import { Redraw } from '../ui/redraw.js';
import { BACKGROUND, JAVASCRIPT } from '../ui/series.js';
import { NOT_MEASURED, SplitView } from './split-view.js';
import { adoptStyles } from '../ui/styles.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').LineMetric} LineMetric */
/** @typedef {import('../ui/element-types.d.ts').Series} Series */
/** @typedef {import('../ui/element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {import('./panel.js').ChartPanel} ChartPanel */
/** @typedef {import('./draw.js').ChartOptions} ChartOptions */

/** @typedef {Pick<ChartOptions, 'width' | 'height' | 'background' | 'caption'> & { color: (color: Pick<Series, 'light' | 'dark'>) => string }} Look */
/** @typedef {Pick<SweepConfig, 'algorithms' | 'sizes' | 'tuning'> & { points: Point[] }} Charted points: an array to which the owner adds points. */

const EXPORT_PX = { width: 960, height: 520 };
/** @type {Record<LineMetric, string>} */
const AXIS = {
  elements: 'elements/s, more is better',
  bytes: 'GB/s, more is better',
  time: 'time of one scan, less is better',
  share: 'share of the copy kernel’s speed, more is better',
  speedup: 'speed-up, more is better',
};

export class ChartView {
  /** @type {Charted} */
  charted = { algorithms: [], sizes: [], points: [], tuning: {} };

  /** @param {Pick<ChartPanel, 'context' | 'id' | 'metric'>} panel */
  constructor(panel) {
    const { context, id } = panel;
    this.panel = panel;
    this.context = context;
    const draw = () => this.draw();
    this.baselineControl = select([], { onchange: draw });
    this.baseline = new Field({ id: `${id}-baseline`, label: 'Speed-up over', control: this.baselineControl, class: 'inline' }).root;
    const explained = new OnDemand(() => context.holder.api.ScanLab.explainer(), draw);
    this.prediction = new PredictionView(context, `${id}-prediction`, draw, explained);
    this.split = new SplitView(context, `${id}-split`, draw);
    this.crossovers = new CrossoverList(context, explained);
    this.place = h('div', { class: 'chart-place' });
    this.note = h('p', { class: 'hint chart-note' });
    this.fields = [this.baseline, this.prediction.field, this.split.field];
    this.root = h('div', {}, this.place, this.note, this.prediction.words, this.crossovers.root);
    this.redraw = new Redraw(this.place, (width) => this.#drawAt(width));
  }

  connect() {
    this.redraw.connect();
  }

  disconnect() {
    this.redraw.disconnect();
    this.crossovers.stop();
  }

  /** @param {Charted} charted */
  begin(charted) {
    // A log scale cannot show n = 0.
    this.charted = { ...charted, sizes: charted.sizes.filter((n) => n > 0) };
    const { algorithms } = charted;
    fill(
      this.baselineControl,
      algorithms.map((id) => ({ value: id, label: this.context.titleOf(id) })),
    );
    this.prediction.begin(shown(algorithms.filter((id) => id !== JAVASCRIPT)));
    this.split.begin(this.charted.sizes, algorithms);
    this.crossovers.begin();
    this.place.replaceChildren();
    adoptStyles(this.root, styles);
    this.draw();
  }

  /** Draws soon; many calls become one drawing. */
  update() {
    this.redraw.soon();
  }

  draw() {
    this.redraw.now();
  }

  /** @param {number} width in CSS pixels */
  #drawAt(width) {
    const { metric } = this.panel;
    this.baseline.hidden = metric !== 'speedup';
    this.split.field.hidden = metric !== 'transfers';
    const points = this.#points();
    const isOfOperation = points.some(({ operation }) => operation);
    this.prediction.field.hidden = metric === 'transfers' || isOfOperation;
    if (!width || !points.length) return;
    if (isOfOperation) this.prediction.begin([]);
    this.prediction.update(points);
    this.crossovers.show(points, this.charted.algorithms, this.charted.tuning);
    const height = width < 480 ? 260 : Math.min(420, Math.round(width * 0.52));
    const color = (/** @type {Pick<Series, 'light' | 'dark'>} */ { light, dark }) => `light-dark(${light}, ${dark})`;
    const svg = this.#chart({ width, height, color, background: 'var(--surface)' });
    if (!svg) return this.place.replaceChildren();
    placeDrawing(this.place, svg);
  }

  /** The points that have something to draw. */
  #points() {
    return this.charted.points.filter(({ n, skipped }) => n > 0 && !skipped);
  }

  /** @param {Look} look @returns {SVGSVGElement | null} null if there is nothing to draw */
  #chart(look) {
    const { metric } = this.panel;
    if (metric !== 'transfers') return this.#lines(metric, look);
    const svg = this.split.draw(this.#points(), this.charted.algorithms, look);
    this.note.textContent = svg ? this.split.note : NOT_MEASURED;
    return svg;
  }

  /** @param {LineMetric} metric @param {Look} look */
  #lines(metric, look) {
    const {
      context: { formats, titleOf },
      charted: { algorithms, sizes },
    } = this;
    const points = this.#points();
    const baseline = this.baselineControl.value;
    const drawing = drawingOf({ points, algorithms, metric, baseline, predicted: this.prediction.lines, titleOf, formats });
    this.note.textContent = this.#noteOf(drawing);
    return drawChart(drawing, {
      ...look,
      sizes,
      yLabel: metric === 'speedup' ? `speed-up over ${titleOf(baseline)}, more is better` : AXIS[metric],
      yFormat: formatOf(metric, formats),
      xFormat: (n) => formats.size(n),
      boundIsLow: metric === 'time',
      label: this.#label(metric, drawing),
    });
  }

  /** @param {import('./draw.js').Drawing} drawing */
  #noteOf({ series, points }) {
    const known = points.some(({ low, high }) => low < high);
    const intervals = known && (showsAllIntervals(series) ? 'Bands and bars: 95 % intervals' : 'Point at a line for its 95 % intervals');
    const hollow = points.some(({ unresolved }) => unresolved) && 'Hollow triangles: the time is shorter than this';
    return [intervals, hollow, describeTimer(this.#points(), this.context.formats)]
      .filter(Boolean)
      .map((text) => `${text}. `)
      .join('')
      .trim();
  }

  /** @param {LineMetric} metric @param {import('./draw.js').Drawing} drawing */
  #label(metric, { points, bound, predicted }) {
    const failed = points.filter((point) => point.failed).length;
    const also = [bound.length && 'the copy kernel as the bound', predicted.length && 'predicted times'].filter(Boolean).join(' and ');
    const text = `Line chart of ${AXIS[metric]}, against n: ${this.context.formats.count(points.length, 'point')}`;
    return `${text}, ${failed ? `${failed} of them with wrong output` : 'all verified'}${also ? `; with ${also}` : ''}. A table has the same data.`;
  }

  /** The chart for a file: in its light colours, at its size. @param {string[]} caption @returns {SVGSVGElement} */
  exported(caption) {
    if (!this.#points().length) throw new Error('a chart with at least one point is required; there is none yet');
    const svg = this.#chart({ ...EXPORT_PX, color: ({ light }) => light, background: BACKGROUND.light, caption });
    if (!svg) throw new Error('uploads and readbacks are required; this run has none');
    return svg;
  }
}

/** Replaces the options, and keeps the chosen value if possible. @param {HTMLSelectElement} control @param {{ value: string, label: string }[]} choices */
function fill(control, choices) {
  const { value } = control;
  control.replaceChildren(...choices.map((choice) => h('option', { value: choice.value }, choice.label)));
  if (choices.some((choice) => choice.value === value)) control.value = value;
}
