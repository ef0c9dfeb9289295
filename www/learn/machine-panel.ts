/** The panel of Nakano's memory machine: the parameters of the machine, and the time of each access pattern of scans on it. */
import { figure } from './costs.ts';
import { Field, h, scrolling } from '../ui/dom.ts';
import {
  ACCESSES,
  DEFAULT_MACHINE,
  INPUTS,
  accessOf,
  dominating,
  groupProblem,
  leastGroup,
  limits,
  parseMachine,
  totalTime,
} from '../shared/memory-machine.ts';
import type { Formats } from '../shared/format.ts';
import type { Access, Inputs, LimitName, Machine } from '../shared/memory-machine.ts';
import type { SettingsGrammar } from '../ui/element-types.ts';

const LABELS = { p: 'Threads p', w: 'Width w', l: 'Latency l', k: 'Group k' };
/** Advice for each dominant limit. */
const ADVICE: Record<LimitName, string> = {
  bandwidth: 'The memory is always busy, so more threads would not help.',
  latency: 'Too few threads have a request in flight. More threads help, up to wl.',
  reduction: 'The input is too short to fill the memory’s pipeline in every step. More threads would not help.',
};
/** The access pattern to which the limits of scans do not apply, because it is not a scan. */
const CONTIGUOUS = 'contiguous';
const NONE = '–';
const LIMIT_NAMES = ['bandwidth', 'latency', 'reduction'] as LimitName[];

/** Whether Nakano's paper states the time of a scan. */
export function isCovered(id: string) {
  return accessOf(id) !== undefined;
}

export class MachinePanel {
  formats: Formats;
  settings: SettingsGrammar;
  fields;
  verdict;
  output;
  root;
  /** The k of the last plan. */
  plannedK = DEFAULT_MACHINE.k;
  n = 1;
  own = '';

  constructor(formats: Formats, settings: SettingsGrammar) {
    this.formats = formats;
    this.settings = settings;
    this.fields = Object.fromEntries(INPUTS.map((name) => [name, this.#field(name)]));
    this.verdict = h('p', { role: 'status' });
    this.output = h('div', { class: 'machine-output' });
    this.root = h(
      'section',
      { 'aria-labelledby': 'machine-title' },
      h('h4', { id: 'machine-title' }, 'On the memory machine'),
      h(
        'p',
        { class: 'hint' },
        'Nakano’s model (2012, §2): p threads in warps of w share a memory of w banks, and an access takes l time units in a ' +
          'pipeline. Its discrete machine stands for workgroup memory, its unified machine for device memory; here both take the same time. ' +
          'The values are terms of the paper’s bounds, with all constants set to 1.',
      ),
      h('div', { class: 'fields machine-fields' }, ...Object.values(this.fields).map(({ root }) => root)),
      this.verdict,
      this.output,
    );
  }

  /**
   * @param id the id of a scan that the paper covers
   * @param n the number of elements, at least 2
   * @param k the elements per group in the plan
   */
  show(id: string, n: number, k: number = DEFAULT_MACHINE.k) {
    this.own = accessOf(id)?.id ?? '';
    this.n = n;
    // A k that the user has edited stays until the k of the plan changes.
    if (k !== this.plannedK) this.fields.k.control.value = String(k);
    this.plannedK = k;
    this.#update();
  }

  #field(name: (typeof INPUTS)[number]) {
    const control = h('input', { type: 'text', autocomplete: 'off', value: String(DEFAULT_MACHINE[name]), oninput: () => this.#update() });
    return new Field({ id: `machine-${name}`, label: LABELS[name], control });
  }

  /** Reads the parameters and shows the times. If a parameter is invalid, the last result stays. */
  #update() {
    const texts = Object.fromEntries(INPUTS.map((name) => [name, this.fields[name].control.value]));
    const { machine, errors } = parseMachine(texts as Inputs, (text, rules) => this.settings.parseSize(text, rules));
    for (const name of INPUTS) this.fields[name].setError(errors[name] ? `${errors[name]}.` : null);
    if (!machine) return;
    const whole = { n: this.n, ...machine };
    this.verdict.textContent = this.#verdict(whole);
    this.output.replaceChildren(this.#times(whole), this.#conditions(whole));
  }

  #verdict(machine: Machine) {
    const least = limits(machine);
    const most = dominating(least);
    const named = LIMIT_NAMES.map((name) => `${name} ${this.#units(least[name])}`).join(', ');
    return `Limits in time units: ${named}. The ${most.join(' and the ')} limit ${most.length > 1 ? 'dominate' : 'dominates'}. ${ADVICE[most[0]]}`;
  }

  #times(machine: Machine) {
    const { n, p, w, l, k } = machine;
    const values = Object.entries({ n, p, w, l, k })
      .map(([name, value]) => `${name} = ${this.formats.integer(value)}`)
      .join(', ');
    const columns = ['Access pattern', 'Bandwidth', 'Latency', 'Reduction', 'Time units', 'Multiple of the limits'];
    return scrolling(
      'Times on the memory machine',
      h(
        'table',
        { class: 'machine' },
        h('caption', {}, h('span', {}, `${values}; log is to base 2`)),
        h('thead', {}, h('tr', {}, ...columns.map((name, i) => h('th', { scope: 'col', class: i ? 'number' : '' }, name)))),
        h('tbody', {}, ...ACCESSES.map((access) => this.#row(access, machine))),
      ),
    );
  }

  #row({ id, title, place, formulas, times }: Access, machine: Machine) {
    const isOwn = id === this.own;
    const problem = id === 'groups' ? groupProblem(machine) : null;
    const head = h('th', { scope: 'row' }, title, isOwn && ' (this scan)', h('span', { class: 'hint' }, place));
    const terms = times(machine);
    const total = totalTime(terms);
    const cells = problem
      ? [h('td', { colspan: '5' }, `${problem}.`)]
      : [
          ...LIMIT_NAMES.map((name) =>
            h('td', { class: 'number' }, this.#units(terms[name]), h('span', { class: 'hint' }, formulas[name])),
          ),
          h('td', { class: 'number' }, this.#units(total)),
          h('td', { class: 'number' }, id === CONTIGUOUS ? NONE : `${this.formats.three.format(total / totalTime(limits(machine)))} ×`),
        ];
    return h('tr', { class: isOwn ? 'own-row' : '' }, head, ...cells);
  }

  /** The conditions under which each limit dominates, and the smallest group that suffices. */
  #conditions(machine: Machine) {
    const { n, p, w, l, k } = machine;
    const steps = n / Math.log2(n);
    const least = leastGroup(machine);
    const items = [
      [`wl = ${this.#units(w * l)} ≤ p = ${this.#units(p)}`, w * l <= p, 'bandwidth is the limit, not latency'],
      [`wl = ${this.#units(w * l)} ≤ n / log n = ${this.#units(steps)}`, w * l <= steps, 'bandwidth is the limit, not reduction'],
      [`p = ${this.#units(p)} ≤ n / log n = ${this.#units(steps)}`, p <= steps, 'latency outweighs reduction'],
      [
        `k = ${this.#units(k)} ≥ min(p log p, wl log wl) = ${this.#units(least)}`,
        k >= least,
        'groups cost no more than the optimal scan, up to a constant',
      ],
    ];
    return h(
      'ul',
      { class: 'conditions' },
      ...items.map(([condition, holds, meaning]) =>
        h('li', {}, `${condition} ${holds ? 'holds. It means' : 'does not hold. It would mean'}: ${meaning}.`),
      ),
    );
  }

  #units(value: number) {
    return figure(this.formats, value);
  }
}
