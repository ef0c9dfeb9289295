/** The lines of an experiment's chart. Over n, there is one line per scan. Over a tuning parameter, there is one line per size. Pure: no DOM. */
import { COLORS } from '../ui/series.ts';
import { hasTime, readbackOf } from './evidence.ts';
import { keyOf, nameOf } from './scans.ts';
import type { Formats } from '../shared/format.ts';
import type { Series } from '../ui/element-types.ts';
import type { Axis, Experiment, Form, Measure, Outcome, Point, TunedAlgorithm } from './types.ts';

/** A point of a line. `series` is the key of the line. */
export type Spot = { series: string; x: number; value: number; interval: [number, number] | null; outcome: Outcome };
/** `xs` contains all values of the x axis, ascending. `bound` contains the values of the copy kernel. */
type Drawing = { lines: Series[]; spots: Spot[]; xs: number[]; bound: { n: number; value: number }[] };
export type Names = { formats: Formats; titleOf: (id: string) => string };

const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'hexagon', 'wye'];

export function linesOf(named: { id: string; title: string; dashed?: boolean }[]): Series[] {
  return named.map(({ id, title, dashed = false }, i) => {
    // Lines with the same colour have different markers.
    const symbol = SYMBOLS[(i + Math.floor(i / COLORS.length)) % SYMBOLS.length];
    return { id, title, ...COLORS[i % COLORS.length], symbol, line: dashed ? 'dashed' : 'solid' };
  });
}

export function drawingOf({ axis, measure }: Pick<Experiment, 'axis' | 'measure'>, form: Form, outcomes: Outcome[], names: Names): Drawing {
  const shown = outcomes.filter(({ point, n }) => !point.skipped && n > 0);
  const { lines, spots, xs } = pictureOf(axis, form, shown, measure, names);
  return { lines, spots, xs, bound: measure === 'elements' && axis === 'n' ? copyBound(shown) : [] };
}

function pictureOf(axis: Axis, form: Form, outcomes: Outcome[], measure: Measure, names: Names) {
  if (axis === 'n') return overSizes(form, outcomes, measure, names);
  return axis === 'share' ? overShares(form, outcomes, measure, names) : overTuning(axis.parameter, form, outcomes, measure, names);
}

function overSizes({ groups }: Form, outcomes: Outcome[], measure: Measure, { titleOf }: Names) {
  const scans = new Map(groups.flatMap((group) => group.scans).map((scan) => [keyOf(scan), scan]));
  const lines = linesOf([...scans].map(([id, scan]) => ({ id, title: nameOf(scan, titleOf) })));
  const spots = outcomes.map((outcome) => ({ series: keyOf(outcome.scan), x: outcome.n, ...valueOf(outcome.point, measure), outcome }));
  return { lines, spots, xs: ascending(groups.flatMap(({ sizes }) => sizes)) };
}

/** The lines over the share of selected elements: one per scan, and a dashed one per scan that includes the readback of the output. */
function overShares({ groups, readback }: Form, outcomes: Outcome[], measure: Measure, { titleOf }: Names) {
  const scans = new Map(groups.flatMap((group) => group.scans).map((scan) => [keyOf(scan), scan]));
  const lines = linesOf(
    [...scans].flatMap(([id, scan]) => {
      const line = { id, title: nameOf(scan, titleOf) };
      return readback ? [line, { id: withReadback(id), title: `${line.title}, and readback`, dashed: true }] : [line];
    }),
  );
  const spots = outcomes.flatMap((outcome) => {
    const [series, x] = [keyOf(outcome.scan), Number(outcome.share)];
    const read = readback ? readbackOf(outcome.point) : null;
    const spot = { series, x, ...valueOf(outcome.point, measure), outcome };
    return read ? [spot, { ...spot, series: withReadback(series), value: read.value, interval: read.interval }] : [spot];
  });
  return { lines, spots, xs: ascending(groups.flatMap(({ shares = [] }) => shares)) };
}

/** @param key the key of a scan */
const withReadback = (key: string) => `${key} readback`;

/** The lines over a tuning parameter. Scans without the parameter have horizontal lines. */
function overTuning(parameter: string, { groups }: Form, outcomes: Outcome[], measure: Measure, { formats, titleOf }: Names) {
  const xOf = ({ tuning }: TunedAlgorithm) => tuning?.[parameter];
  const seriesOf = (scan: TunedAlgorithm, n: number) => `${scan.id} ${n} ${xOf(scan) === undefined ? 'level' : ''}`;
  const xs = ascending(groups.flatMap(({ scans }) => scans.flatMap((scan) => xOf(scan) ?? [])));
  const all = groups.flatMap(({ scans, sizes }) =>
    sizes.flatMap((n) =>
      scans.map((scan) => ({
        id: seriesOf(scan, n),
        title: `${titleOf(scan.id)}, n = ${formats.size(n)}`,
        dashed: xOf(scan) === undefined,
      })),
    ),
  );
  const lines = linesOf([...new Map(all.map((line) => [line.id, line])).values()]);
  const spots = outcomes.flatMap((outcome) => {
    const own = xOf(outcome.scan);
    const places = own === undefined ? [xs[0], xs[xs.length - 1]] : [own];
    return places.map((x) => ({ series: seriesOf(outcome.scan, outcome.n), x, ...valueOf(outcome.point, measure), outcome }));
  });
  return { lines, spots, xs };
}

/** The values of the copy kernel at all sizes at which it was measured. */
function copyBound(outcomes: Outcome[]): Drawing['bound'] {
  const sizes = ascending(outcomes.map(({ n }) => n));
  return sizes.flatMap((n) => {
    const outcome = outcomes.find((one) => one.n === n && copyTime(one.point) !== null);
    return outcome ? [{ n, value: (n / Number(copyTime(outcome.point))) * 1e9 }] : [];
  });
}

/** The time of the copy kernel. If it was not measured, it is computed from the ratio in the point. */
export function copyTime(point: Point) {
  if (!hasTime(point)) return null;
  if (point.copy?.median_ns) return point.copy.median_ns;
  return point.copy_ratio && point.median_ns ? point.median_ns / point.copy_ratio.value : null;
}

/** The value of a point on the y axis: a time in ns, or elements per second. */
function valueOf(point: Point, measure: Measure): Pick<Spot, 'value' | 'interval'> {
  const { n, median_ns, interval_ns } = point;
  if (!hasTime(point) || !median_ns || !interval_ns) return { value: NaN, interval: null };
  if (measure === 'time') return { value: median_ns, interval: interval_ns };
  const rate = (ns: number) => (n / ns) * 1e9;
  return { value: rate(median_ns), interval: [rate(interval_ns[1]), rate(interval_ns[0])] };
}

function ascending(numbers: number[]) {
  return [...new Set(numbers)].sort((left, right) => left - right);
}
