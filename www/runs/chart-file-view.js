/** A chart alone: of the result file whose address is `src`. */
import { ChartPanel } from '../chart/panel.js';
import { MOST_BYTES, readResultFile } from './result-file.js';
import { h } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';
import { adapterName } from '../ui/messages.js';
import { METRICS } from '../ui/metrics.js';
import { browserName } from '../ui/run-names.js';

/** @typedef {import('../ui/element-types.d.ts').Metric} Metric */
/** @typedef {import('../ui/element-types.d.ts').View} View */
/** @typedef {import('../ui/element-types.d.ts').ViewContext} ViewContext */

/** A file that takes longer than this is reported. */
const LOADING_MS = 30_000;

/** @implements {View} */
export class ChartFileView {
  /** @param {ViewContext} context */
  constructor(context) {
    const { formats, holder, titleOf } = context;
    this.context = context;
    this.chart = new ChartPanel({ formats, titleOf, holder, busy: () => holder.work, measuredHere: () => false });
    const metric = METRICS.find(({ value }) => value === context.setting('metric'));
    if (metric) this.chart.metric = /** @type {Metric} */ (metric.value);
    this.caption = h('p', { class: 'hint' });
    this.error = h('p', { class: 'error', role: 'alert', hidden: true });
    this.root = h('figure', { class: 'chart-file' }, this.chart.root, h('figcaption', {}, this.caption), this.error);
  }

  connect() {
    this.chart.connect();
    void this.#open();
  }

  close() {
    this.chart.disconnect();
  }

  async #open() {
    const { context } = this;
    try {
      const source = context.setting('src');
      if (!source) throw new Error('the attribute src must be the address of a result file, as Save JSON makes it; there is none');
      const { adapter, browser, config, date, points } = await load(source, context.formats);
      await this.chart.begin(config, points);
      const where = adapter ? `Measured on ${adapterName(adapter)}` : 'Measured';
      this.caption.textContent = `${where} in ${browserName(browser ?? '')}, ${context.formats.date(date)}.`;
    } catch (error) {
      this.error.textContent = `The chart could not be shown: ${messageOf(error)}.`;
      this.error.hidden = false;
      context.emit('error', { code: 'bad-argument', message: messageOf(error) });
    }
  }
}

/** @param {string} source @param {import('../shared/format.js').Formats} formats */
async function load(source, formats) {
  const response = await fetch(source, { signal: AbortSignal.timeout(LOADING_MS) });
  if (!response.ok) throw new Error(`${source} must be answered with 200; found ${response.status}`);
  const text = await response.text();
  if (text.length > MOST_BYTES) throw new Error(`at most ${formats.bytes(MOST_BYTES)} are read; it has ${formats.bytes(text.length)}`);
  return readResultFile(text);
}
