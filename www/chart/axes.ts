/** The axes of a chart. Their labels do not overlap; the value axis is logarithmic. */
import * as Plot from '@observablehq/plot';
import type { ChartOptions } from './draw.ts';

export const LEFT_PX = 58;
/** The least distance between labels of sizes. */
const TICK_PX = 56;
/** The least height of the band of unresolvable times, which contains its label. */
const BAND_PX = 24;
/** The band is drawn if its top is at most this factor below the least value. */
const BAND_NEAR = 10;

/** @param options its sizes ascend */
export function xAxis({ sizes, width, isLinear = false }: ChartOptions) {
  const domain = xDomain(sizes[0], sizes[sizes.length - 1], isLinear);
  const place = isLinear ? Number : Math.log2;
  const closest = ((place(domain[1]) - place(domain[0])) * TICK_PX) / Math.max(TICK_PX, width - 80);
  const ticks = sizes.reduce(
    (kept, x) => (!kept.length || place(x) - place(kept[kept.length - 1]) >= closest ? [...kept, x] : kept),
    [] as number[],
  );
  return { domain, ticks };
}

/** The domain has an extent even with a single value. */
function xDomain(low: number, high: number, isLinear: boolean): [number, number] {
  if (low !== high) return [low, high];
  return isLinear ? [low - 1, high + 1] : [low / 2, high * 2];
}

/**
 * The domain has an extent even with a single value.
 * @param unresolvable the least value that the timer resolves
 */
export function yAxis(values: number[], unresolvable: number | null, height: number) {
  const known = values.filter((value) => value > 0 && Number.isFinite(value));
  if (!known.length) return { domain: [1, 10], ticks: [], band: null };
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const room = most / least < 4 ? 2 : 1.25;
  const high = most * room;
  const band = unresolvable !== null && unresolvable * BAND_NEAR >= least && unresolvable < high ? unresolvable : null;
  const low = Math.min(least / room, band === null ? Infinity : belowBand(band, high, BAND_PX / height));
  return { domain: [low, high], ticks: decades(low, high), band };
}

/** The least value of an axis whose band below `top` takes a share of the height. */
function belowBand(top: number, high: number, share: number) {
  return Math.exp((Math.log(top) - share * Math.log(high)) / (1 - share));
}

/** Powers of ten. If there are few, also 2 and 5 times these. */
function decades(low: number, high: number) {
  const steps = high / low > 500 ? [1] : [1, 2, 5];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => steps.map((step) => step * 10 ** (first + i)));
  return ticks.flat().filter((tick) => tick >= low && tick <= high);
}

/** Ticks are formatted here: on a log scale, Plot omits some labels. */
export function axisMarks(xTicks: number[], yTicks: number[], { xLabel = 'n, elements', yLabel, xFormat, yFormat }: ChartOptions) {
  return [
    Plot.gridY(yTicks),
    Plot.axisY(yTicks, { text: yFormat, label: null }),
    Plot.axisX(xTicks, { text: xFormat, label: null }),
    Plot.text([yLabel], { frameAnchor: 'top-left', dx: -LEFT_PX, dy: -14, textAnchor: 'start', lineAnchor: 'bottom', fontWeight: 600 }),
    Plot.text([xLabel], { frameAnchor: 'bottom-right', dy: 36, textAnchor: 'end', fontWeight: 600 }),
  ];
}
