/** The styles of the chart's lines: colours and markers, for both themes. */
import { partsOfId } from './run-overlays.ts';
import type { Formats } from '../shared/format.ts';
import type { Point } from '../types.ts';
import type { Series } from './element-types.ts';

/** The id of the scan on the CPU. */
export const JAVASCRIPT = 'javascript';

/** The colours are distinct with each common colour-vision deficiency. Their contrast to the theme's background is at least 3 : 1. */
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

/** The line of the copy kernel, the bound of the scans. */
export const COPY_BOUND: Series = {
  id: 'copy',
  title: 'copy kernel (bound)',
  light: '#1b1d22',
  dark: '#e7e9ed',
  symbol: '',
  line: 'bound',
};

const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'hexagon', 'wye'];
const CPU_SYMBOLS = ['asterisk', 'plus', 'times'];

/**
 * One style per algorithm, by its index among the drawn algorithms. If colours repeat, markers differ. The same algorithm in another run,
 * such as `look-back@2`, has the same colour, another marker and a dashed line.
 */
export function assignSeries(ids: string[], titleOf: (id: string) => string): Series[] {
  const algorithms = [...new Set(ids.map((id) => partsOfId(id).algorithm))].filter((id) => id !== JAVASCRIPT);
  const series: Series[] = ids.map((id) => {
    const { algorithm, rank } = partsOfId(id);
    const i = algorithms.indexOf(algorithm);
    if (i < 0) return { id, title: titleOf(id), ...CPU_COLOR, symbol: CPU_SYMBOLS[rank % CPU_SYMBOLS.length], line: 'dashed' };
    const symbol = SYMBOLS[(i + Math.floor(i / COLORS.length) + rank) % SYMBOLS.length];
    return { id, title: titleOf(id), ...COLORS[i % COLORS.length], symbol, line: rank > 0 ? 'dashed' : 'solid' };
  });
  const isCpu = ({ id }: Series) => partsOfId(id).algorithm === JAVASCRIPT;
  return [...series.filter((one) => !isCpu(one)), ...series.filter(isCpu)];
}

/** The line of a scan's prediction, in the scan's colour. */
export function predictedSeries(series: Series): Series {
  return { ...series, title: `predicted: ${series.title}`, symbol: '', line: 'predicted' };
}

/** The number of overflowed elements of a correct output, in words; empty if no element overflowed. */
export function overflowText({ overflowed = 0 }: { overflowed?: number }, formats: Formats) {
  return overflowed > 0 ? `${formats.count(overflowed, 'element')} overflowed in the tree` : '';
}

/** The meaning of an overflowed element. */
export const OVERFLOW_MEANS = 'infinite or NaN, although the scan in index order is finite, since partial results left the range of f32';

export function outcome(point: Point) {
  if (point.skipped) return 'skipped';
  return point.verified ? 'PASS' : 'FAIL';
}
