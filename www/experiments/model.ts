/** Nakano's limits of the time on a memory machine with given parameters, as a chart over the length n or over the length k of groups. */
import { Field, h } from '../ui/dom.ts';
import { DEFAULT_MACHINE, accessBy, dominating, leastGroup, limits, parseMachine, totalTime } from '../shared/memory-machine.ts';
import { ChartPlace } from '../chart/chart-place.ts';
import { powers } from './scans.ts';
import { linesOf } from './series.ts';
import type { Picture } from '../chart/chart-place.ts';
import type { Formats } from '../shared/format.ts';
import type { Inputs, Machine } from '../shared/memory-machine.ts';
import type { SettingsGrammar } from '../ui/element-types.ts';

/** A line of the chart. It is dashed if it shows a single term of a time. */
type Line = { title: string; dashed?: boolean; time: (machine: Machine) => number };

const LABELS = { p: 'Threads p', w: 'Width w', l: 'Latency l' } as const;
const NAMES = ['p', 'w', 'l'] as const;
/** The sizes of the chart over n. Then the n and the values of k of the chart over k. */
const SIZES = powers(8, 28, 2);
const GROUPED_N = 2 ** 22;
const GROUPS = powers(14, 22);

/** @param id the id of a kind of access */
function timeOf(id: string): (machine: Machine) => number {
  return (machine) => totalTime(accessBy(id).times(machine));
}

const LINES: Record<'n' | 'k', Line[]> = {
  n: [
    { title: 'Bandwidth limit n/w', dashed: true, time: (machine) => limits(machine).bandwidth },
    { title: 'Latency limit nl/p', dashed: true, time: (machine) => limits(machine).latency },
    { title: 'Reduction limit l log n', dashed: true, time: (machine) => limits(machine).reduction },
    { title: 'Naive scan, total', time: timeOf('naive') },
    { title: 'Optimal scan, total', time: timeOf('optimal') },
  ],
  k: [
    { title: 'Bandwidth limit n/w', dashed: true, time: (machine) => limits(machine).bandwidth },
    { title: 'Latency limit nl/p', dashed: true, time: (machine) => limits(machine).latency },
    { title: '(n l log k)/k', dashed: true, time: (machine) => accessBy('groups').times(machine).reduction },
    { title: 'Groups of k, total', time: timeOf('groups') },
    { title: 'Optimal scan, total', time: timeOf('optimal') },
  ],
};

export class ModelView {
  settings: SettingsGrammar;
  over: 'n' | 'k';
  formats: Formats;
  machine: Omit<Machine, 'n'>;
  fields;
  verdict;
  chart: ChartPlace;
  root;

  /** @param id the id of the experiment */
  constructor(id: string, over: 'n' | 'k', formats: Formats, settings: SettingsGrammar) {
    this.settings = settings;
    this.over = over;
    this.formats = formats;
    this.machine = { ...DEFAULT_MACHINE };
    this.fields = Object.fromEntries(NAMES.map((name) => [name, this.#field(id, name)]));
    this.verdict = h('p', { role: 'status', class: 'hint' });
    this.chart = new ChartPlace(() => this.#picture());
    this.root = h(
      'details',
      { class: 'model', ontoggle: () => void this.#open() },
      h(
        'summary',
        {},
        over === 'n' ? 'The limits of the model, drawn over n' : `The terms of the model, drawn over k for n = ${formats.size(GROUPED_N)}`,
      ),
      h('p', { class: 'hint' }, 'Terms of the paper’s bounds with all constants 1, in its time units. These are not measured.'),
      h('div', { class: 'fields' }, ...Object.values(this.fields).map(({ root }) => root)),
      this.verdict,
      this.chart.root,
    );
  }

  #field(id: string, name: (typeof NAMES)[number]) {
    const control = h('input', { type: 'text', autocomplete: 'off', value: String(DEFAULT_MACHINE[name]), oninput: () => this.#read() });
    return new Field({ id: `model-${id}-${name}`, label: LABELS[name], control });
  }

  async #open() {
    if (!(this.root as HTMLDetailsElement).open) return;
    this.#read();
    await this.chart.begin();
  }

  /** Reads the parameters. If one is invalid, the drawing stays as it is. */
  #read() {
    const texts = Object.fromEntries(NAMES.map((name) => [name, this.fields[name].control.value]));
    const { machine, errors } = parseMachine({ ...texts, k: String(DEFAULT_MACHINE.k) } as Inputs, (text, rules) =>
      this.settings.parseSize(text, rules),
    );
    for (const name of NAMES) this.fields[name].setError(errors[name] ? `${errors[name]}.` : null);
    if (!machine) return;
    this.machine = machine;
    this.verdict.textContent = this.#verdict();
    this.chart.draw();
  }

  #verdict() {
    const { formats, over } = this;
    const whole = { ...this.machine, n: GROUPED_N };
    const most = dominating(limits(whole));
    const limit = `At n = ${formats.size(whole.n)}, the ${most.join(' and the ')} limit ${most.length > 1 ? 'dominate' : 'dominates'}`;
    if (over === 'k')
      return `${limit}. From k = min(p log p, wl log (wl)) = ${formats.integer(leastGroup(whole))} on, groups cost no more than the whole scan, up to a constant.`;
    const factor = formats.three.format(timeOf('naive')(whole) / timeOf('optimal')(whole));
    return `${limit}. In the model, the naive scan takes ${factor} times as long as the optimal scan.`;
  }

  #picture(): Picture {
    const { formats, over } = this;
    const xs = over === 'n' ? SIZES : GROUPS;
    const terms = LINES[over].map((term, i) => ({ ...term, id: String(i) }));
    const points = terms.flatMap(({ id, title, time }) =>
      xs.map((x) => {
        const value = time({ ...this.machine, ...(over === 'n' ? { n: x } : { n: GROUPED_N, k: x }) });
        const tip = `${title}\n${over} = ${formats.integer(x)}\n${formats.rate(value)} time units`;
        return { algorithm: id, n: x, value, low: NaN, high: NaN, failed: false, unresolved: false, tip };
      }),
    );
    const [xLabel, yLabel] = [over === 'n' ? 'n, elements' : 'elements of a group k', 'time units of the model'];
    const label = `Line chart of the ${yLabel}, against ${xLabel}: ${terms.map(({ title }) => title).join('; ')}.`;
    const format = (value: number) => formats.rate(value);
    return {
      points,
      series: linesOf(terms),
      bound: [],
      sizes: xs,
      xLabel,
      yLabel,
      xFormat: (x) => formats.size(x),
      yFormat: format,
      boundIsLow: true,
      label,
    };
  }
}
