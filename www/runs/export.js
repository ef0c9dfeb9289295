/** Results as files: CSV for spreadsheets, JSON with everything, pictures of the chart. Loaded when the first is saved. */
import { resultsOf } from './result-file.js';
import { describeSettings } from '../ui/data-settings.js';
import { adapterName } from '../shared/adapter-name.js';
import { pngOf, thisBrowser } from '../ui/png.js';
import { browserName } from '../ui/run-names.js';
import { SaveNote } from '../ui/save-note.js';
import { BACKGROUND } from '../ui/series.js';
import { svgText } from '../ui/svg-text.js';

/** @typedef {import('../ui/element-types.d.ts').Run} Run */

/** @typedef {'csv' | 'json' | 'svg' | 'png'} Kind */

/** What is shown, as a file to take away. @param {import('../measure/results.js').Results} results @param {Kind} kind */
export async function save(results, kind) {
  const { run, view, chart, exports } = results;
  if (!run) return;
  const { catalogue, api } = view.context;
  const full = { browser: navigator.userAgent, version: catalogue.version, ...run };
  const file = resultsOf(full, view.settings.formatQuery(run.config));
  const content = {
    csv: async () => (await api.ScanLab.explainer()).resultsCsv(file),
    json: async () => (await api.ScanLab.explainer()).resultsJson(file),
    svg: () => svgOf(run, chart),
    png: () => pngOf(svgOf(run, chart)),
  }[kind];
  const type = { csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml', png: 'image/png' }[kind];
  const blob = new Blob([await content()], { type });
  results.saved ??= new SaveNote();
  exports.after(results.saved.root);
  await results.saved.save(blob, fileName(run, kind));
}

/** The chart as the text of an SVG file. @param {Run} run @param {import('../chart/panel.js').ChartPanel} chart */
function svgOf(run, chart) {
  const svg = chart.drawn.exported(captionOf(run));
  return svgText(svg, { color: '#1b1d22', background: BACKGROUND.light, font: 'system-ui, sans-serif' });
}

/** What a picture's caption tells of its run. @param {Run} run */
function captionOf({ config, adapter, date, browser }) {
  const where = adapter ? `${adapterName(adapter)}${adapter.isFallback ? ', a software adapter' : ''}` : '';
  return [
    `ScanLab: ${describeSettings(config)}`,
    `${where} · ${date.toISOString().slice(0, 10)}`,
    browser ? browserName(browser) : thisBrowser(),
  ];
}

/** @param {Run} run @param {string} extension */
export function fileName({ config, date }, extension) {
  const { type, operation, operator, mode } = config;
  return `scanlab-${type}-${operation ?? `${operator}-${mode}`}-${date.toISOString().slice(0, 10)}.${extension}`;
}
