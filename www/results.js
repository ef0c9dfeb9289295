/** The outcome of a sweep: chart, table, and files to take away. */
import { ChartPanel } from './chart-panel.js';
import { download, h } from './dom.js';
import { messageOf } from './errors.js';
import { adapterName } from './messages.js';
import { ResultsTable } from './results-table.js';

/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./types.d.ts').AdapterDescription} AdapterDescription */
/** @typedef {import('./element-types.d.ts').SweepConfig} SweepConfig */
/** @typedef {{ config: SweepConfig, adapter: AdapterDescription | null, points: Point[], date: Date }} Run */

export class Results {
  /** @type {Run | null} */
  run = null;

  /** @param {import('./element-types.d.ts').ChartContext} context */
  constructor(context) {
    const { formats, titleOf } = context;
    this.chart = new ChartPanel(context);
    this.table = new ResultsTable(formats, titleOf);
    this.empty = h('p', { class: 'empty' },
      'Nothing measured yet. Choose scans and sizes, then press Run. Every output is compared, element by element, with a scan in plain JavaScript; a wrong one is shown as FAIL and its time does not count.');
    this.exports = h('div', { class: 'exports', role: 'group', 'aria-label': 'Export' },
      h('button', { type: 'button', onclick: () => void this.#save('csv') }, 'Save CSV'),
      h('button', { type: 'button', onclick: () => void this.#save('json') }, 'Save JSON'),
      h('button', { type: 'button', onclick: () => void this.#save('svg') }, 'Save SVG'),
      h('button', { type: 'button', onclick: () => void this.#save('png') }, 'Save PNG'));
    this.exportNote = h('p', { class: 'error', role: 'status', hidden: true });
    this.filled = h('div', { class: 'filled', hidden: true }, this.chart.root, this.exports, this.exportNote, this.table.root);
    this.root = h('section', { class: 'panel results-panel', 'aria-labelledby': 'results-title' },
      h('h3', { id: 'results-title' }, 'Results'), this.empty, this.filled);
  }

  /** A run that goes on keeps what it has. @param {Run} run */
  begin(run) {
    if (run === this.run) return;
    this.run = run;
    this.empty.hidden = true;
    this.filled.hidden = false;
    this.table.clear(`${describeConfig(run.config)}. ${run.adapter ? adapterName(run.adapter) : ''}`);
    void this.chart.begin(run.config, run.points);
  }

  /** @param {Point} point */
  add(point) {
    this.run?.points.push(point);
    this.table.add(point);
    this.chart.update();
  }

  /** @param {'csv' | 'json' | 'svg' | 'png'} kind */
  async #save(kind) {
    const { run } = this;
    if (!run) return;
    this.exportNote.hidden = true;
    try {
      const library = await import('./export.js');
      const content = {
        csv: () => library.toCsv(run.points),
        json: () => library.toJson({ ...run, browser: navigator.userAgent }),
        svg: () => this.chart.drawn.exportSvg(captionOf(run)),
        png: () => this.chart.drawn.exportPng(captionOf(run)),
      }[kind];
      const type = { csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml', png: 'image/png' }[kind];
      download(new Blob([await content()], { type }), library.fileName(run, kind));
    } catch (error) {
      this.exportNote.hidden = false;
      this.exportNote.textContent = `The file could not be made: ${messageOf(error)}. Try again, or reload the page.`;
    }
  }
}

/** What a picture's caption tells of its run; the chart adds the browser. @param {Run} run */
function captionOf({ config, adapter, date }) {
  const where = adapter ? `${adapterName(adapter)}${adapter.isFallback ? ', a software adapter' : ''}` : '';
  return [`ScanLab: ${describeConfig(config)}`, `${where} · ${date.toISOString().slice(0, 10)}`];
}

/** @param {SweepConfig} config */
function describeConfig({ operator, type, mode, pattern, seed }) {
  return `${mode} scan with ${operator} of ${type}, ${pattern} input, seed ${seed}`;
}
