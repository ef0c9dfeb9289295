/** The embedded chart of the result file that `src` names. */
import { ChartPanel } from '../chart/panel.ts';
import { MOST_BYTES, runOf } from './result-file.ts';
import { describeSettings } from '../ui/data-settings.ts';
import { h } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { adapterName } from '../shared/adapter-name.ts';
import { METRICS } from '../ui/metrics.ts';
import { ResultsTable } from '../ui/results-table.ts';
import { browserName } from '../ui/run-names.ts';
import type { Formats } from '../shared/format.ts';
import type { Metric, View, ViewContext } from '../ui/element-types.ts';
import type { FullRun } from './result-file.ts';

const LOADING_MS = 30_000;

export class ChartFileView implements View {
  context: ViewContext;
  chart: ChartPanel;
  caption;
  table: ResultsTable;
  details;
  error;
  root;
  /** The number of the latest request, to drop older ones. */
  #turn = 0;

  /** The address of the file that is shown. */
  #source: string | null = null;

  constructor(context: ViewContext) {
    const { formats, holder, titleOf } = context;
    this.context = context;
    this.chart = new ChartPanel({ formats, titleOf, holder, measuredHere: () => false });
    this.chart.root.hidden = true;
    this.caption = h('p', { class: 'hint' });
    this.table = new ResultsTable(formats, titleOf);
    this.details = h('details', { hidden: true }, h('summary', {}, 'The same as a table'), this.table.root);
    this.error = h('p', { class: 'error', role: 'alert', hidden: true });
    this.root = h('figure', { class: 'chart-file' }, this.chart.root, h('figcaption', {}, this.caption), this.details, this.error);
  }

  connect() {
    this.chart.connect();
  }

  close() {
    this.chart.disconnect();
  }

  /** Loads the file if `src` has changed, and draws the metric. */
  async show() {
    this.#chooseMetric();
    const source = this.context.setting('src');
    const turn = ++this.#turn;
    if (source !== null && source === this.#source) {
      this.error.hidden = true;
      return;
    }
    try {
      const run = await this.#load(source);
      if (turn !== this.#turn) return;
      this.#source = source;
      this.#tabulate(run);
      this.chart.root.hidden = this.details.hidden = false;
      this.error.hidden = true;
      await this.chart.begin(run.config, run.points);
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    }
  }

  async #load(source: string | null) {
    const { api, formats } = this.context;
    const text = await load(source, formats);
    const explainer = await api.ScanLab.explainer();
    return runOf(explainer.readResults(text));
  }

  #chooseMetric() {
    const { context } = this;
    const requested = context.setting('metric');
    const metric = METRICS.find(({ value }) => value === requested);
    const isBad = requested !== null && !metric;
    const all = METRICS.map(({ value }) => value).join(', ');
    context.reportSetting('metric', isBad ? [`metric must be one of ${all}; it is “${requested}”.`] : []);
    if (metric) this.chart.metric = metric.value as Metric;
  }

  #tabulate(run: FullRun) {
    this.caption.textContent = this.#describe(run);
    this.table.clear(describeSettings(run.config), run.config.transfers);
    for (const point of run.points) this.table.add(point);
  }

  #describe({ adapter, browser, date }: FullRun) {
    const where = adapter ? `Measured on ${adapterName(adapter)}` : 'Measured';
    const software = adapter?.isFallback ? ' This is a software adapter: its times say nothing about a GPU.' : '';
    return `${where} in ${browserName(browser)}, ${this.context.formats.date(date)}.${software}`;
  }

  /** Shows the error; an earlier chart stays. */
  #failed(error: unknown) {
    const message = messageOf(error);
    this.error.textContent = `The chart could not be shown: ${message}.`;
    this.error.hidden = false;
    this.context.emit('error', { code: 'bad-argument', message });
  }
}

async function load(source: string | null, formats: Formats) {
  if (!source) throw new Error('src must be the address of a result file from Save JSON; it is empty');
  const response = await fetch(source, { signal: AbortSignal.timeout(LOADING_MS) }).catch((error) => {
    throw new Error(
      'src must be an address that this page may read: one of its own origin or one that CORS allows, permitted by its ' +
        `Content-Security-Policy; reading ${source} has failed (${messageOf(error)})`,
    );
  });
  if (!response.ok) throw new Error(`src must be an address whose response has status 200; ${source} has status ${response.status}`);
  return textOf(response, `a result file has at most ${formats.bytes(MOST_BYTES)}; ${source} has more`);
}

/** The text of a response. Reading stops at the limit. */
async function textOf(response: Response, tooLong: string) {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let [text, bytes] = ['', 0];
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    bytes += next.value.length;
    if (bytes > MOST_BYTES) {
      await reader?.cancel();
      throw new Error(tooLong);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}
