/** The axes of a chart. Their labels do not overlap. The y axis is logarithmic. */
import { text } from './shapes.ts';
import { s } from '../ui/svg.ts';
import type { ChartOptions } from './draw.ts';

export const LEFT_PX = 58;
/** The least distance between two labels of the x axis. */
const TICK_PX = 56;
/** The length of a tick, and the distance of its label from the frame, in px. */
const [TICK_LENGTH_PX, TICK_LABEL_PX] = [6, 9];
/** The least height of the band of unresolvable times, so that its label fits into it. */
const BAND_PX = 24;
/** The band is drawn if the least value is at most this factor times the top of the band. */
const BAND_NEAR = 10;

/** The look of the grid lines. */
export const GRID = { stroke: 'currentColor', 'stroke-opacity': 0.1 };

/** The area of the data in a drawing, in px. */
export type Frame = { left: number; right: number; top: number; bottom: number };
/** Returns the position of a value, in px. */
export type Scale = (value: number) => number;

/** A scale from a domain of values to a range in px. It is linear in `place(value)`. */
export function scaleOf([low, high]: readonly number[], [start, end]: readonly number[], place: (value: number) => number = Number): Scale {
  const [first, last] = [place(low), place(high)];
  return (value) => start + ((place(value) - first) / (last - first)) * (end - start);
}

/** @param options with ascending sizes */
export function xAxis({ sizes, width, isLinear = false }: ChartOptions) {
  const domain = xDomain(sizes[0], sizes[sizes.length - 1], isLinear);
  const place = isLinear ? Number : Math.log2;
  const closest = ((place(domain[1]) - place(domain[0])) * TICK_PX) / Math.max(TICK_PX, width - 80);
  const ticks = sizes.reduce(
    (kept, x) => (!kept.length || place(x) - place(kept[kept.length - 1]) >= closest ? [...kept, x] : kept),
    [] as number[],
  );
  return { domain, place, ticks };
}

/** The domain of the x axis. It has an extent even with a single value. */
function xDomain(low: number, high: number, isLinear: boolean): [number, number] {
  if (low !== high) return [low, high];
  return isLinear ? [low - 1, high + 1] : [low / 2, high * 2];
}

/**
 * The y axis. Its domain has an extent even with a single value.
 * @param unresolvable the least time that the timer resolves; null without a band
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

/** The low end of a logarithmic axis on which the band from that end to `top` takes a share of the height. */
function belowBand(top: number, high: number, share: number) {
  return Math.exp((Math.log(top) - share * Math.log(high)) / (1 - share));
}

/** Powers of ten in a range of values. If there are few, also 2 and 5 times the powers. */
function decades(low: number, high: number) {
  const steps = high / low > 500 ? [1] : [1, 2, 5];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => steps.map((step) => step * 10 ** (first + i)));
  return ticks.flat().filter((tick) => tick >= low && tick <= high);
}

/** The x axis below the data. */
export function xAxisMarks({ bottom }: Frame, x: Scale, ticks: readonly number[], format: (value: number) => string) {
  return s(
    'g',
    { class: 'x-axis' },
    ...ticks.flatMap((tick) => [
      s('line', { x1: x(tick), x2: x(tick), y1: bottom, y2: bottom + TICK_LENGTH_PX, stroke: 'currentColor' }),
      text(format(tick), x(tick), bottom + TICK_LABEL_PX, { dy: '0.71em' }),
    ]),
  );
}

/** The y axis beside the data, with grid lines. */
export function yAxisMarks({ left, right }: Frame, y: Scale, ticks: readonly number[], format: (value: number) => string) {
  return s(
    'g',
    { class: 'y-axis' },
    ...ticks.flatMap((tick) => [
      s('line', { x1: left, x2: right, y1: y(tick), y2: y(tick), ...GRID }),
      s('line', { x1: left - TICK_LENGTH_PX, x2: left, y1: y(tick), y2: y(tick), stroke: 'currentColor' }),
      text(format(tick), left - TICK_LABEL_PX, y(tick), { dy: '0.32em', 'text-anchor': 'end' }),
    ]),
  );
}
