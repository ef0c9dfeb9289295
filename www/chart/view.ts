/** The chart: data, controls, redrawing, notes and files. */
import { drawChart } from './draw.ts';
import { describeTimer, drawingOf, formatOf } from './drawing.ts';
import { showsAllIntervals } from './marks.ts';
import styles from './chart.css';
import { CrossoverList } from './crossover-list.ts';
import { Field, h, select } from '../ui/dom.ts';
import { shown } from '../shared/measures.ts';
import { OnDemand } from './on-demand.ts';
import { placeDrawing } from './place-drawing.ts';
import { PredictionView } from './prediction-view.ts';
import { Redraw } from '../ui/redraw.ts';
import { BACKGROUND, JAVASCRIPT } from '../ui/series.ts';
import { SplitView } from './split-view.ts';
import { adoptStyles } from '../ui/styles.ts';
import type { Point } from '../types.ts';
import type { LineMetric, Series, SweepConfig } from '../ui/element-types.ts';
import type { ChartOptions, Drawing } from './draw.ts';
import type { ChartPanel } from './panel.ts';

type Look = Pick<ChartOptions, 'width' | 'height' | 'background' | 'caption'> & {
  color: (color: Pick<Series, 'light' | 'dark'>) => string;
};
/** `points` is an array to which the caller later adds points. */
type Charted = Pick<SweepConfig, 'algorithms' | 'sizes' | 'tuning'> & { points: Point[] };

const EXPORT_PX = { width: 960, height: 520 };
const AXIS: Record<LineMetric, string> = {
  elements: 'elements/s, more is better',
  bytes: 'GB/s, more is better',
  time: 'time of one scan, less is better',
  share: 'share of the copy kernel’s speed, more is better',
  speedup: 'speed-up, more is better',
};

export class ChartView {
  panel: Pick<ChartPanel, 'context' | 'id' | 'metric'>;
  context;
  baselineControl;
  baseline;
  prediction: PredictionView;
  split: SplitView;
  crossovers: CrossoverList;
  place;
  note;
  fields;
  root;
  redraw: Redraw;
  charted: Charted = { algorithms: [], sizes: [], points: [], tuning: {} };

  constructor(panel: Pick<ChartPanel, 'context' | 'id' | 'metric'>) {
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

  begin(charted: Charted) {
    // A logarithmic scale cannot show n = 0.
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

  /** Schedules a drawing. Many calls in a short time cause one drawing. */
  update() {
    this.redraw.soon();
  }

  draw() {
    this.redraw.now();
  }

  /** @param width in CSS pixels */
  #drawAt(width: number) {
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
    const color = ({ light, dark }: Pick<Series, 'light' | 'dark'>) => `light-dark(${light}, ${dark})`;
    const svg = this.#chart({ width, height, color, background: 'var(--surface)' });
    if (!svg) return this.place.replaceChildren();
    placeDrawing(this.place, svg);
  }

  /** The points that can be drawn. */
  #points() {
    return this.charted.points.filter(({ n, skipped }) => n > 0 && !skipped);
  }

  /** @returns null if there is nothing to draw */
  #chart(look: Look): SVGSVGElement | null {
    const { metric } = this.panel;
    if (metric !== 'transfers') return this.#lines(metric, look);
    return this.split.draw(this.#points(), this.charted.algorithms, look, (text) => {
      // The load may end after another metric was chosen.
      if (this.panel.metric === 'transfers') this.note.textContent = text;
    });
  }

  #lines(metric: LineMetric, look: Look) {
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

  #noteOf({ series, points }: Drawing) {
    const known = points.some(({ low, high }) => low < high);
    const intervals = known && (showsAllIntervals(series) ? 'Bands and bars: 95 % intervals' : 'Point at a line for its 95 % intervals');
    const hollow = points.some(({ unresolved }) => unresolved) && 'Hollow triangles: the time is shorter than this';
    return [intervals, hollow, describeTimer(this.#points(), this.context.formats)]
      .filter(Boolean)
      .map((text) => `${text}. `)
      .join('')
      .trim();
  }

  #label(metric: LineMetric, { points, bound, predicted }: Drawing) {
    const failed = points.filter((point) => point.failed).length;
    const also = [bound.length && 'the copy kernel as the bound', predicted.length && 'predicted times'].filter(Boolean).join(' and ');
    const text = `Line chart of ${AXIS[metric]}, against n: ${this.context.formats.count(points.length, 'point')}`;
    return `${text}, ${failed ? `${failed} of them with wrong output` : 'all verified'}${also ? `; with ${also}` : ''}. A table has the same data.`;
  }

  /** The chart for a file, in light colours and with a fixed size. */
  exported(caption: string[]): SVGSVGElement {
    if (!this.#points().length) throw new Error('a chart needs at least one point; this run has none yet');
    const svg = this.#chart({ ...EXPORT_PX, color: ({ light }) => light, background: BACKGROUND.light, caption });
    if (!svg) throw new Error(`this chart has no drawing: ${this.note.textContent}`);
    return svg;
  }
}

/** Replaces the options of a control. Keeps the chosen value if it is among the new ones. */
function fill(control: HTMLSelectElement, choices: { value: string; label: string }[]) {
  const { value } = control;
  control.replaceChildren(...choices.map((choice) => h('option', { value: choice.value }, choice.label)));
  if (choices.some((choice) => choice.value === value)) control.value = value;
}
