/** Lemma 1 on this GPU: contiguous copies with p invocations, and the width and latency that fit their times. */
import { ChartPlace } from '../../chart/chart-place.ts';
import { Field, h, scrolling, select } from '../../ui/dom.ts';
import { COLORS } from '../../ui/series.ts';
import { figure } from '../costs.ts';
import { GpuControls } from '../gpu-controls.ts';
import { fit, fittedTime, wordsInFlight } from './fit.ts';
import { timeCopies } from './gpu-copy.ts';
import type { Picture } from '../../chart/chart-place.ts';
import type { ViewContext } from '../../ui/element-types.ts';
import type { Fit, Sample } from './fit.ts';
import type { Copies } from './gpu-copy.ts';

const SIZES = [16, 18, 20, 22, 24].map((exponent) => ({ value: `${2 ** exponent}`, label: `2^${exponent}` }));
/** The number of words that is chosen first. Such a copy takes longer than the start of a dispatch. */
const FIRST_SIZE = 2 ** 22;
/** The width of the machine that the result is compared with: the usual number of banks of workgroup memory. */
const WARP = 32;

export class GpuView {
  formats;
  n;
  controls: GpuControls;
  place: ChartPlace;
  table;
  root;
  result: { copies: Copies; found: Fit; n: number } | null = null;

  constructor({ formats, holder }: ViewContext) {
    this.formats = formats;
    this.n = select(SIZES, { value: `${FIRST_SIZE}` });
    this.controls = new GpuControls(holder, {
      title: 'Time copies on this GPU',
      clause: 'contiguous copies are being timed',
      failure: 'The copies could not be timed',
      run: (signal) => this.#time(signal),
    });
    this.place = new ChartPlace(() => this.#picture());
    this.table = h('div');
    this.root = h(
      'section',
      { class: 'machine-gpu', 'aria-labelledby': 'machine-gpu' },
      h('h4', { id: 'machine-gpu' }, 'Lemma 1 on this GPU'),
      h(
        'p',
        { class: 'hint' },
        'A kernel copies n words by contiguous access with p invocations, for p from 256 to 2^20. By Lemma 1, its read and its write take ' +
          '2 (n/p)(p/w + l − 1): the latency part falls as p grows, until only the bandwidth part is left. Least squares give the effective width w ' +
          'and latency l. Every output is compared with its input.',
      ),
      h('div', { class: 'fields' }, new Field({ id: 'machine-gpu-n', label: 'Words n', control: this.n }).root),
      this.controls.buttons,
      this.controls.status,
      this.place.root,
      this.table,
    );
    this.place.root.hidden = true;
  }

  connect() {
    this.controls.connect();
  }

  async #time(signal: AbortSignal) {
    const n = Number(this.n.value);
    const onProgress = (done: number, total: number) =>
      this.controls.say(`Timing: ${this.formats.integer(done)} of ${this.formats.integer(total)}`);
    this.#show(await timeCopies(n, { signal, onProgress }), n);
  }

  #show(copies: Copies, n: number) {
    const { samples, wrong } = copies;
    if (samples.length < 2) {
      this.controls.say(wrong.length ? 'The copies are wrong, so their times are void.' : 'The clock is too coarse for these copies.');
      return;
    }
    const found = fit(samples, n);
    this.result = { copies, found, n };
    this.controls.say(this.#text(copies, found));
    this.place.root.hidden = false;
    this.table.replaceChildren(this.#tableOf(copies, found, n));
    void this.place.begin();
  }

  #text({ name, overhead_ns, clock, wrong }: Copies, found: Fit) {
    const { formats } = this;
    const { width, latency_ns, deviation } = found;
    const unit_ns = WARP / width;
    const rate = Number.isFinite(width)
      ? `${figure(formats, width)} words per nanosecond, which is ${formats.rate(width * 4e9)}B/s`
      : 'more than these values of p can show';
    return [
      `${name}: effective width ${rate} read and written; effective latency ${formats.time(latency_ns)} per access.`,
      `So ${figure(formats, Math.round(wordsInFlight(found)))} words must be in flight to hide the latency. With about that many invocations or more, w is the limit (§5: wl ≤ p).`,
      `As a machine of width ${WARP}, its time unit is ${formats.time(unit_ns)} and l = ${figure(formats, Math.round(latency_ns / unit_ns))}.`,
      `The median deviation of the fit is ${formats.percent(deviation)}. Times are by ${clock}, without the start of a dispatch, ${formats.time(overhead_ns)}.`,
      wrong.length ? `Void, since the output is wrong: p = ${wrong.map((p) => formats.integer(p)).join(', ')}.` : 'All outputs are right.',
    ].join(' ');
  }

  #tableOf({ samples }: Copies, found: Fit, n: number) {
    const { formats } = this;
    const columns = ['p', 'Measured', 'Fitted', 'Measured / fitted'];
    const row = ({ p, ns }: Sample) => {
      const fitted = fittedTime(found, n, p);
      const cells = [formats.time(ns), formats.time(fitted), formats.three.format(ns / fitted)];
      return h(
        'tr',
        {},
        h('th', { scope: 'row', class: 'number' }, formats.integer(p)),
        ...cells.map((text) => h('td', { class: 'number' }, text)),
      );
    };
    return scrolling(
      'Times of copies',
      h(
        'table',
        { class: 'machine' },
        h('caption', {}, h('span', {}, `A copy of ${formats.integer(n)} words with p invocations, median of five`)),
        h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col', class: 'number' }, name)))),
        h('tbody', {}, ...samples.map(row)),
      ),
    );
  }

  #picture(): Picture | null {
    if (!this.result) return null;
    const { formats } = this;
    const { copies, found, n } = this.result;
    const sizes = copies.samples.map(({ p }) => p);
    const point = (algorithm: string, p: number, value: number) => ({
      algorithm,
      n: p,
      value,
      low: NaN,
      high: NaN,
      failed: false,
      unresolved: false,
      tip: `${algorithm}\np = ${formats.integer(p)}\n${formats.time(value)}`,
    });
    const points = copies.samples.flatMap(({ p, ns }) => [point('measured', p, ns), point('fitted', p, fittedTime(found, n, p))]);
    return {
      points,
      series: [
        { id: 'measured', title: 'measured', ...COLORS[0], symbol: 'circle', line: 'solid' },
        { id: 'fitted', title: 'by Lemma 1, fitted', ...COLORS[1], symbol: 'plus', line: 'dashed' },
      ],
      bound: [],
      sizes,
      xLabel: 'p, invocations',
      yLabel: 'time of one copy, less is better',
      xFormat: (p) => formats.size(p),
      yFormat: (value) => formats.time(value),
      boundIsLow: true,
      label: 'Line chart of the time of one copy against the invocations p: measured; fitted. A table has the same data.',
    };
  }

  close() {
    this.controls.close();
  }
}
