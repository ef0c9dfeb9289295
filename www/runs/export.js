/** Results as files: CSV for spreadsheets, JSON with everything, pictures of the chart. Loaded when the first is saved. */
import { toResultFile } from './result-file.js';
import { describeSettings } from '../ui/data-settings.js';
import { download } from '../ui/dom.js';
import { adapterName } from '../ui/messages.js';
import { browserName } from '../ui/run-names.js';
import { outcome } from '../ui/series.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../ui/element-types.d.ts').Run} Run */
/** @typedef {import('./result-file.js').FullRun} FullRun */

/** @typedef {'csv' | 'json' | 'svg' | 'png'} Kind */

/** What is shown, as a file to take away. @param {import('../measure/results.js').Results} results @param {Kind} kind */
export async function save({ run, view, chart }, kind) {
  if (!run) return;
  const full = { browser: navigator.userAgent, version: view.context.catalogue.version, ...run };
  const about = /** @type {const} */ ([captionOf(run), run.browser && browserName(run.browser)]);
  const content = {
    csv: () => toCsv(full),
    json: () => toJson(full, view.settings.formatQuery(run.config)),
    svg: () => chart.drawn.exportSvg(...about),
    png: () => chart.drawn.exportPng(...about),
  }[kind];
  const type = { csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml', png: 'image/png' }[kind];
  download(new Blob([await content()], { type }), fileName(run, kind));
}

/** What a picture's caption tells of its run; the chart adds the browser. @param {Run} run */
function captionOf({ config, adapter, date }) {
  const where = adapter ? `${adapterName(adapter)}${adapter.isFallback ? ', a software adapter' : ''}` : '';
  return [`ScanLab: ${describeSettings(config)}`, `${where} · ${date.toISOString().slice(0, 10)}`];
}

/** Where and when a point was measured stands in its row, so that rows of several files can be put together. @type {[string, (point: Point, run: FullRun) => unknown][]} */
const COLUMNS = [
  ['algorithm', (p) => p.algorithm],
  ['operator', (p) => p.operator],
  ['type', (p) => p.type],
  ['mode', (p) => p.mode],
  ['direction', (p) => p.direction],
  ['segmented', (p) => p.segmented],
  ['n', (p) => p.n],
  ['pattern', (p) => p.pattern],
  ['seed', (p) => p.seed],
  [
    'tuning',
    (p) =>
      Object.entries(p.tuning)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
  ],
  ['result', outcome],
  ['median_ns', (p) => p.median_ns],
  ['interval_low_ns', (p) => p.interval_ns?.[0]],
  ['interval_high_ns', (p) => p.interval_ns?.[1]],
  ['minimum_ns', (p) => p.minimum_ns],
  ['copy_ratio', (p) => p.copy_ratio?.value],
  ['copy_ratio_low', (p) => p.copy_ratio?.interval[0]],
  ['copy_ratio_high', (p) => p.copy_ratio?.interval[1]],
  ['copy_drifted', (p) => p.copy_drifted],
  ['copy_median_ns', (p) => p.copy?.median_ns],
  ['copy_interval_low_ns', (p) => p.copy?.interval_ns[0]],
  ['copy_interval_high_ns', (p) => p.copy?.interval_ns[1]],
  ['copy_elements_per_s', (p) => p.copy?.elements_per_s],
  ['copy_bytes_per_s', (p) => p.copy?.bytes_per_s],
  ['elements_per_s', (p) => p.elements_per_s],
  ['bytes_per_s', (p) => p.bytes_per_s],
  ['upload_ns', (p) => p.upload?.median_ns],
  ['readback_ns', (p) => p.readback?.median_ns],
  ['timer', (p) => p.timer],
  ['quantum_ns', (p) => p.quantum_ns],
  ['overhead_ns', (p) => p.overhead_ns],
  ['resolved', (p) => p.resolved],
  ['stopped', (p) => p.stopped],
  ['samples', (p) => p.samples_ns.length],
  ['samples_voided', (p) => p.samples_voided],
  ['outliers', (p) => p.outliers.join(' ')],
  ['repeats', (p) => p.repeats],
  ['ran', (p) => p.ran],
  ['dispatches', (p) => p.dispatches],
  ['scratch_bytes', (p) => p.scratch_bytes],
  ['mismatch_index', (p) => p.mismatch?.index],
  ['mismatch_expected', (p) => p.mismatch?.expected.join(' ')],
  ['mismatch_found', (p) => p.mismatch?.found.join(' ')],
  ['mismatch_tile', (p) => p.mismatch?.tile],
  ['mismatch_lane', (p) => p.mismatch?.lane],
  ['skipped', (p) => p.skipped],
  ['block', (p) => p.block],
  ['hidden', (p) => p.hidden],
  ['rounds', (p) => p.rounds?.join(' ')],
  ['adapter', (_, { adapter }) => adapter && adapterName(adapter)],
  ['browser', (_, { browser }) => browser],
  ['app_version', (_, { version }) => version],
  ['date', (_, { date }) => date.toISOString()],
  ['samples_ns', (p) => p.samples_ns.join(' ')],
];

/** @param {FullRun} run */
export function toCsv(run) {
  const head = COLUMNS.map(([name]) => name).join(',');
  const rows = run.points.map((point) => COLUMNS.map(([, read]) => csvCell(read(point, run))).join(','));
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

/** @param {unknown} value */
function csvCell(value) {
  const plain = value === null || value === undefined ? '' : String(value);
  // A text from a file must not become a formula of the spreadsheet.
  const text = /^[=+@]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** All of it, to be opened again. @param {FullRun} run @param {string} settings of the run, as the query of an address */
export function toJson(run, settings) {
  return toResultFile(run, settings);
}

/** @param {Run} run @param {string} extension */
export function fileName({ config, date }, extension) {
  return `scanlab-${config.type}-${config.operator}-${config.mode}-${date.toISOString().slice(0, 10)}.${extension}`;
}
