/** Results as files: CSV for spreadsheets, JSON with everything. */
import { outcome } from './series.js';

/** @typedef {import('./types.d.ts').Point} Point */
/** @typedef {import('./types.d.ts').AdapterDescription} AdapterDescription */
/** @typedef {import('./element-types.d.ts').SweepConfig} SweepConfig */

/** @type {[string, (point: Point) => unknown][]} */
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
  ['tuning', (p) => Object.entries(p.tuning).map(([name, value]) => `${name}=${value}`).join(' ')],
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
  ['timer', (p) => p.timer],
  ['quantum_ns', (p) => p.quantum_ns],
  ['overhead_ns', (p) => p.overhead_ns],
  ['resolved', (p) => p.resolved],
  ['stopped', (p) => p.stopped],
  ['samples', (p) => p.samples_ns.length],
  ['samples_voided', (p) => p.samples_voided],
  ['outliers', (p) => p.outliers.join(' ')],
  ['repeats', (p) => p.repeats],
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
  ['rounds', (p) => p.rounds.join(' ')],
  ['samples_ns', (p) => p.samples_ns.join(' ')],
];

/** @param {Point[]} points */
export function toCsv(points) {
  const head = COLUMNS.map(([name]) => name).join(',');
  const rows = points.map((point) => COLUMNS.map(([, read]) => csvCell(read(point))).join(','));
  return `${[head, ...rows].join('\r\n')}\r\n`;
}

/** @param {unknown} value */
function csvCell(value) {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * @typedef {object} Report
 * @property {SweepConfig} config
 * @property {AdapterDescription | null} adapter
 * @property {Point[]} points
 * @property {Date} date
 */

/** @param {Report & { browser: string }} report */
export function toJson({ config, adapter, points, date, browser }) {
  const report = { app: 'ScanLab', date: date.toISOString(), config, adapter, browser, points };
  // JSON has no NaN or infinity: as text they survive.
  return JSON.stringify(report, (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value), 2);
}

/** @param {Report} report @param {string} extension */
export function fileName({ config, date }, extension) {
  return `scanlab-${config.type}-${config.operator}-${config.mode}-${date.toISOString().slice(0, 10)}.${extension}`;
}
