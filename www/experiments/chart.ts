/** The chart of an experiment, over n or over a tuning parameter. */
import { ChartPlace } from '../chart/chart-place.ts';
import { drawingOf } from './series.ts';
import type { Picture } from '../chart/chart-place.ts';
import type { ChartPoint } from '../chart/draw.ts';
import type { Names, Spot } from './series.ts';
import type { Experiment, Form, Outcome } from './types.ts';

const LABELS = { time: 'time of one scan, less is better', elements: 'elements/s, more is better' };
const COMPACTION = 'time of one compaction, less is better';

export class ExperimentChart {
  experiment: Experiment;
  names: Names;
  place: ChartPlace;
  root;
  run: { form: Form; outcomes: Outcome[] } | null = null;

  constructor(experiment: Experiment, names: Names) {
    this.experiment = experiment;
    this.names = names;
    this.place = new ChartPlace(() => this.#picture());
    this.root = this.place.root;
  }

  /** @param outcomes an array to which the caller later adds outcomes */
  async begin(form: Form, outcomes: Outcome[]) {
    this.run = { form, outcomes };
    await this.place.begin();
  }

  #picture(): Picture | null {
    if (!this.run?.outcomes.length) return null;
    const { axis, measure } = this.experiment;
    const { formats } = this.names;
    const { lines, spots, xs, bound } = drawingOf(this.experiment, this.run.form, this.run.outcomes, this.names);
    const yFormat = { time: formats.time.bind(formats), elements: formats.rate.bind(formats) }[measure];
    const titles = new Map(lines.map(({ id, title }) => [id, title]));
    const points = spots.map((spot) => this.#point(spot, titles.get(spot.series) ?? '', yFormat)).sort((left, right) => left.n - right.n);
    const xLabel = axis === 'n' ? 'n, elements' : axis === 'share' ? 'share of selected elements' : axis.title;
    const yLabel = this.experiment.operation === 'compact' && measure === 'time' ? COMPACTION : LABELS[measure];
    const label = `Line chart of ${yLabel}, against ${xLabel}: ${lines.map(({ title }) => title).join('; ')}. A table has the same data.`;
    return {
      points,
      series: lines,
      bound,
      sizes: xs,
      isLinear: axis === 'share' || (axis !== 'n' && Boolean(axis.linear)),
      xLabel,
      yLabel,
      xFormat: (x) => (axis === 'share' ? formats.percent(x) : formats.size(x)),
      yFormat,
      boundIsLow: measure === 'time',
      label,
    };
  }

  #point({ series, x, value, interval, outcome: { point } }: Spot, title: string, format: (value: number) => string): ChartPoint {
    const { axis, measure } = this.experiment;
    const known = interval ? ` (95 %: ${interval.map(format).join(' – ')})` : '';
    const shown = Number.isFinite(value) ? `${format(value)}${measure === 'elements' ? ' elements/s' : ''}${known}` : 'unknown';
    const { formats } = this.names;
    const where = axis === 'share' ? `${formats.percent(x)} kept` : `${axis === 'n' ? 'n' : axis.symbol} = ${formats.integer(x)}`;
    const failed = !point.verified;
    const [low, high] = interval ?? [NaN, NaN];
    const tip = `${title}\n${where}\n${failed ? 'FAIL: wrong output, time void' : shown}`;
    return { algorithm: series, n: x, value, low, high, failed, unresolved: false, tip };
  }
}
