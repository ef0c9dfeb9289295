/** The styles of the chart's lines: colours and markers, for both themes. */
import { partsOfId } from './run-overlays.js';

/** @typedef {import('./element-types.d.ts').Series} Series */
/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {import('../types.d.ts').Point} Point */

/** The id of the scan on the CPU. */
export const JAVASCRIPT = 'javascript';

/** Distinct with each of the common colour-vision deficiencies; contrast of at least 3 : 1 with both backgrounds. */
export const COLORS = [
  { light: '#0b5fa5', dark: '#5aa9f0' },
  { light: '#c4420a', dark: '#ff8a57' },
  { light: '#00785f', dark: '#35c9a5' },
  { light: '#a93a86', dark: '#ec8bc7' },
  { light: '#8c6a00', dark: '#e0b93a' },
  { light: '#1f86bf', dark: '#8fd3ff' },
  { light: '#5b3fa8', dark: '#b39cff' },
];
export const CPU_COLOR = { light: '#5c6068', dark: '#a5abb5' };
export const BACKGROUND = { light: '#ffffff', dark: '#16191f' };

/** The line of the copy kernel, the bound of the scans. @type {Series} */
export const COPY_BOUND = { id: 'copy', title: 'copy kernel (bound)', light: '#1b1d22', dark: '#e7e9ed', symbol: '', line: 'bound' };

const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'hexagon', 'wye'];
const CPU_SYMBOLS = ['asterisk', 'plus', 'times'];

/**
 * One style per algorithm, by its rank among those that are drawn. Where colours repeat, markers differ. The same algorithm in another
 * run, like `look-back@2`, has the same colour, another marker and a dashed line.
 * @param {string[]} ids @param {(id: string) => string} titleOf @returns {Series[]}
 */
export function assignSeries(ids, titleOf) {
  const algorithms = [...new Set(ids.map((id) => partsOfId(id).algorithm))].filter((id) => id !== JAVASCRIPT);
  /** @type {Series[]} */
  const series = ids.map((id) => {
    const { algorithm, rank } = partsOfId(id);
    const i = algorithms.indexOf(algorithm);
    if (i < 0) return { id, title: titleOf(id), ...CPU_COLOR, symbol: CPU_SYMBOLS[rank % CPU_SYMBOLS.length], line: 'dashed' };
    const symbol = SYMBOLS[(i + Math.floor(i / COLORS.length) + rank) % SYMBOLS.length];
    return { id, title: titleOf(id), ...COLORS[i % COLORS.length], symbol, line: rank > 0 ? 'dashed' : 'solid' };
  });
  const isCpu = (/** @type {Series} */ { id }) => partsOfId(id).algorithm === JAVASCRIPT;
  return [...series.filter((one) => !isCpu(one)), ...series.filter(isCpu)];
}

/** The line of a scan's prediction, in the scan's colour. @param {Series} series @returns {Series} */
export function predictedSeries(series) {
  return { ...series, title: `predicted: ${series.title}`, symbol: '', line: 'predicted' };
}

/** The elements of a right output that overflowed, in words; empty where none did. @param {{ overflowed?: number }} verdict @param {Formats} formats */
export function overflowText({ overflowed = 0 }, formats) {
  return overflowed > 0 ? `${formats.count(overflowed, 'element')} overflowed in the tree` : '';
}

/** What that means. */
export const OVERFLOW_MEANS = 'infinite or NaN, where the scan in order is finite, since partial results left the range of f32';

/** @param {Point} point */
export function outcome(point) {
  if (point.skipped) return 'skipped';
  return point.verified ? 'PASS' : 'FAIL';
}
