/** The place of the chart: what it shows, when it is drawn again, and its export. */
import { Field, h, select } from './dom.js';

/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./element-types.d.ts').Metric} Metric */
/** @typedef {import('./element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {import('./element-types.d.ts').Series} Series */
/** @typedef {import('./format.js').Formats} Formats */
/** @typedef {import('./chart.js').ChartOptions} ChartOptions */

const REDRAW_EVERY_MS = 250;
const EXPORT_PX = { width: 960, height: 520 };
export const METRICS = [
  { value: 'elements', label: 'Throughput, elements/s' },
  { value: 'bytes', label: 'Throughput, GB/s' },
  { value: 'time', label: 'Time of one scan' },
  { value: 'share', label: 'Share of the copy kernel’s speed' },
];
/** @type {Record<Metric, string>} */
const AXIS = { elements: 'elements/s, more is better', bytes: 'GB/s, more is better', time: 'time of one scan, less is better', share: 'share of the copy kernel’s speed, more is better' };

export class ChartPanel {
  /** @type {Point[]} */
  points = [];
  /** @type {string[]} */
  algorithms = [];
  /** @type {number[]} */
  sizes = [];
  /** @type {typeof import('./chart.js') | null} */
  library = null;

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /** @param {Formats} formats @param {(id: string) => string} titleOf @param {string} [id] of its control */
  constructor(formats, titleOf, id = 'metric') {
    this.formats = formats;
    this.titleOf = titleOf;
    this.metricControl = select(METRICS, { onchange: () => this.#draw() });
    this.place = h('div', { class: 'chart-place' });
    this.note = h('p', { class: 'hint', hidden: true });
    this.root = h('div', { class: 'chart' },
      new Field({ id, label: 'Chart', control: this.metricControl, class: 'inline' }).root, this.place, this.note);
    this.resizes = new ResizeObserver(() => this.update());
  }

  connect() {
    this.resizes.observe(this.place);
  }

  disconnect() {
    this.resizes.disconnect();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** @returns {Metric} */
  get metric() {
    return /** @type {Metric} */ (this.metricControl.value);
  }

  set metric(metric) {
    this.metricControl.value = metric;
    this.#draw();
  }

  /** @param {Pick<SweepConfig, 'algorithms' | 'sizes'>} config @param {Point[]} points An array that its owner goes on filling. */
  async begin({ algorithms, sizes }, points) {
    this.algorithms = algorithms;
    // A log scale has no place for n = 0.
    this.sizes = sizes.filter((n) => n > 0);
    this.points = points;
    this.place.replaceChildren();
    if (this.library) return;
    try {
      this.library = await import('./chart.js');
      this.#draw();
    } catch (error) {
      this.note.hidden = false;
      this.note.textContent = `The chart could not be loaded (${error instanceof Error ? error.message : error}); the table has the same data.`;
    }
  }

  /** Draws soon; many calls become one drawing. */
  update() {
    this.timer ??= setTimeout(() => this.#draw(), REDRAW_EVERY_MS);
  }

  #draw() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const width = Math.floor(this.place.clientWidth);
    if (!this.library || !width || !this.#drawn().length) return;
    const height = width < 480 ? 260 : Math.min(420, Math.round(width * 0.52));
    const color = (/** @type {Series} */ { light, dark }) => `light-dark(${light}, ${dark})`;
    const svg = this.#chart({ width, height, color, background: 'var(--surface)' });
    // One picture with one name: the names that the library gives to parts of a drawing mean nothing by themselves.
    svg.setAttribute('aria-hidden', 'true');
    this.place.replaceChildren(h('div', { role: 'img', 'aria-label': svg.getAttribute('aria-label') }, svg));
  }

  /** What was skipped has nothing to show. */
  #drawn() {
    return this.points.filter(({ n, skipped }) => n > 0 && !skipped);
  }

  /** @param {Pick<ChartOptions, 'width' | 'height' | 'color' | 'background' | 'caption'>} look */
  #chart(look) {
    const { formats, metric, library } = this;
    if (!library) throw new Error('the chart is not loaded');
    const format = { elements: formats.rate.bind(formats), bytes: formats.gigabytes.bind(formats), time: formats.time.bind(formats), share: formats.percent.bind(formats) }[metric];
    const points = this.#drawn().map((point) => this.#chartPoint(point, library.metricOf(point, metric), format));
    points.sort((a, b) => a.n - b.n);
    return library.drawChart(points, library.assignSeries(this.algorithms, this.titleOf), {
      ...look,
      sizes: this.sizes,
      yLabel: AXIS[metric],
      yFormat: format,
      xFormat: (n) => formats.size(n),
      label: this.#label(points),
    });
  }

  /** @param {Point} point @param {number} value @param {(value: number) => string} format */
  #chartPoint(point, value, format) {
    const { metric } = this;
    const failed = !point.verified;
    const unit = { elements: ' elements/s', bytes: ' GB/s', time: '', share: '' }[metric];
    const interval = point.interval_ns && metric === 'time' ? ` (95 %: ${point.interval_ns.map(format).join(' – ')})` : '';
    const shown = Number.isFinite(value) ? `${format(value)}${unit}${interval}` : 'not known';
    const outcome = failed ? 'FAIL: wrong output, time void' : shown;
    const tip = `${this.titleOf(point.algorithm)}\nn = ${this.formats.integer(point.n)}\n${outcome}`;
    return { algorithm: point.algorithm, n: point.n, value, failed, tip };
  }

  /** @param {{ failed: boolean }[]} points */
  #label(points) {
    const failed = points.filter((point) => point.failed).length;
    const text = `Line chart of ${AXIS[this.metric]}, against n: ${this.formats.count(points.length, 'point')}`;
    return `${text}, ${failed ? `${failed} of them with wrong output` : 'all verified'}. The table below has the same data.`;
  }

  /** The chart as the text of an SVG file, or null where there is none. @param {string[]} caption */
  exportSvg(caption) {
    if (!this.library || !this.#drawn().length) return null;
    const { light: background } = this.library.BACKGROUND;
    const svg = this.#chart({ ...EXPORT_PX, color: ({ light }) => light, background, caption });
    return this.library.svgText(svg, { color: '#1b1d22', background, font: 'system-ui, sans-serif' });
  }
}
