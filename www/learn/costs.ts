/** Tables of the costs of scans, computed from their plans. */
import { h, scrolling } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import type { Formats } from '../shared/format.ts';
import type { Algorithm, PassCost, PassDescription, PlanDescription } from '../types.ts';
import type { PanelContext } from './types.ts';

/** A plan and its planner. `plan` is null if no planner has a plan. `problem` is the reason why this device has no plan. */
export type Planned = { plan: PlanDescription | null; planner: ReturnType<PanelContext['planner']>; problem: string | null };

type Cost = {
  name: string;
  /** the value in a plan; null if the plan does not count it */
  read: (plan: PlanDescription) => number | null;
  /** whether a lower value is better */
  less?: boolean;
};

const NONE = '–';

export const COSTS: Cost[] = [
  { name: 'Dispatches', read: ({ dispatches }) => dispatches, less: true },
  { name: 'Workgroups', read: ({ passes }) => passes.reduce((sum, { workgroups }) => sum + workgroups, 0) },
  { name: 'Workgroup barriers', read: counted('barriers'), less: true },
  { name: 'Elements read', read: counted('reads'), less: true },
  { name: 'Elements written', read: counted('writes'), less: true },
  { name: 'Applications of ⊕', read: counted('applications'), less: true },
  { name: 'Depth in applications', read: ({ operator_depth }) => operator_depth, less: true },
  { name: 'Scratch memory, bytes', read: ({ scratch_bytes }) => scratch_bytes, less: true },
];

/** Reads a cost from a plan; null for a plan that counts no reads, because it counts no costs at all. */
function counted(name: keyof PassCost) {
  return ({ cost, passes }: PlanDescription) => (passes.length && !cost.reads ? null : cost[name]);
}

/** The plan for this device. If the device does not support the scan, the plan for a device that does. */
export function planOf({ planner, explainer, request }: PanelContext, id: string, n: number): Planned {
  const scan = request(id, n);
  let problem: string | null = null;
  for (const one of new Set([planner(), explainer])) {
    try {
      return { plan: one.plan(scan), planner: one, problem };
    } catch (error) {
      problem ??= messageOf(error);
    }
  }
  return { plan: null, planner: explainer, problem };
}

/** States which of two values is smaller, and the factor. */
export function verdict([left, right]: (number | null)[], titles: string[]) {
  if (left === null || right === null) return NONE;
  if (left === right) return 'the same';
  const [less, more] = left < right ? [left, right] : [right, left];
  const ratio = less > 0 ? ` (${Number((more / less).toPrecision(3))} × less)` : '';
  return `${titles[left < right ? 0 : 1]}${ratio}`;
}

export function costTable({ formats, request }: PanelContext, algorithms: Algorithm[], planned: Planned[], n: number) {
  const titles = algorithms.map(({ title }) => title);
  const pair = planned.length > 1;
  const { operator, type, mode } = request(algorithms[0].id, n);
  const cells = ({ read, less }: Cost) => {
    const values = planned.map(({ plan }) => plan && read(plan));
    const texts = values.map((value) => h('td', { class: 'number' }, value === null ? NONE : formats.integer(value)));
    return pair ? [...texts, h('td', {}, less ? verdict(values, titles) : NONE)] : texts;
  };
  const head = pair ? [...titles, 'Less'] : ['For one scan'];
  const problems = planned.flatMap(({ plan, problem }, i) => {
    if (!problem) return [];
    const elsewhere = plan ? ' The costs below are those of its plan for a device that offers it.' : '';
    return [h('p', { class: plan ? 'hint' : 'error' }, `${titles[i]}: ${problem}${elsewhere}`)];
  });
  return h(
    'div',
    {},
    ...problems,
    scrolling(
      'What it costs',
      h(
        'table',
        { class: 'costs' },
        h(
          'caption',
          {},
          h(
            'span',
            {},
            `${mode} scan with ${operator} of ${type}, n = ${formats.integer(n)}${tunings(planned, titles)}${leasts(planned, titles)}`,
          ),
        ),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Cost'),
            ...head.map((name, i) => h('th', { scope: 'col', class: i < planned.length ? 'number' : '' }, name)),
          ),
        ),
        h('tbody', {}, ...COSTS.map((cost) => h('tr', {}, h('th', { scope: 'row' }, cost.name), ...cells(cost)))),
      ),
    ),
  );
}

/** A note on scans whose costs depend on the progress of other workgroups. */
function leasts(planned: Planned[], titles: string[]) {
  const names = titles.filter((_, i) => planned[i].plan?.cost.is_lower_bound);
  return names.length ? `. A run of ${names.join(' and of ')} costs at least this. It costs more if tiles look back further` : '';
}

/** The tuning that took effect, in words. */
function tunings(planned: Planned[], titles: string[]) {
  const texts = planned.flatMap(({ plan }, i) => {
    const values = Object.entries(plan?.tuning ?? {}).map(([name, value]) => `${name} = ${value}`);
    return values.length ? [`${planned.length > 1 ? `${titles[i]}: ` : ''}${values.join(', ')}`] : [];
  });
  return texts.map((text) => `; ${text}`).join('');
}

export function passTable(formats: Formats, plan: PlanDescription) {
  const columns = ['Pass', 'Entry point', 'Workgroups', 'Elements', 'Argument', 'Bindings', 'Reads', 'Writes', '⊕', 'Barriers'];
  const numeric = (i: number) => (i === 1 || i === 5 ? '' : 'number');
  const cost = ({ cost: { reads, writes, applications, barriers } }: PassDescription) =>
    reads ? [reads, writes, applications, barriers].map((value) => formats.integer(value)) : [NONE, NONE, NONE, NONE];
  const row = (pass: PassDescription, i: number) =>
    h(
      'tr',
      {},
      ...[
        formats.integer(i + 1),
        h('span', {}, pass.entry_point, h('span', { class: 'hint' }, pass.shader)),
        formats.integer(pass.workgroups),
        formats.integer(pass.elements),
        formats.integer(pass.argument),
        pass.bindings.join(', '),
        ...cost(pass),
      ].map((text, column) => h('td', { class: numeric(column) }, text)),
    );
  const bytes =
    `${formats.count(plan.dispatches, 'dispatch', 'dispatches')}, one after another. ` +
    `Tiles of ${formats.integer(plan.tile_elements)} elements.`;
  return scrolling(
    'Passes of the plan',
    h(
      'table',
      { class: 'passes' },
      h('caption', {}, h('span', {}, bytes)),
      h('thead', {}, h('tr', {}, ...columns.map((name, i) => h('th', { scope: 'col', class: numeric(i) }, name)))),
      h('tbody', {}, ...plan.passes.map(row)),
    ),
  );
}

/** The text of a count, or of the value of a formula that is compared with a count. */
export function figure(formats: Formats, value: number) {
  return Number.isInteger(value) || value >= 100 ? formats.integer(value) : formats.three.format(value);
}
