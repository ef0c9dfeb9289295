/** Formulas from a scan's sources for n elements, beside the costs of its plan. */
import { figure } from './costs.ts';
import { h, scrolling } from '../ui/dom.ts';
import type { Formats } from '../shared/format.ts';
import type { PlanDescription, SourceFormula } from '../types.ts';
import type { Planned } from './costs.ts';
import type { PanelContext } from './types.ts';

const COLUMNS = ['Cost', 'Formula of the source', 'Value', 'This plan', 'Why they differ'];

/** The table; null if no source has a formula. */
export function predictionTable(
  { formats, request }: PanelContext,
  id: string,
  { plan, planner }: { plan: PlanDescription; planner: Planned['planner'] },
  n: number,
) {
  const formulas = planner.formulas(request(id, n));
  if (!formulas.length) return null;
  const exact = Number.isInteger(Math.log2(n)) ? '' : ' The sources assume powers of two, and this n is not one.';
  const tile = formulas.some(({ quantity }) => quantity.endsWith('per tile'))
    ? `, or N is a tile of ${formats.integer(plan.tile_elements)} if the formula says so`
    : '';
  const caption = `n or N is ${formats.integer(n)}${tile}. Formulas are as printed in the sources.${exact}`;
  return scrolling(
    'Predictions of the sources',
    h(
      'table',
      { class: 'predictions' },
      h('caption', {}, h('span', {}, caption)),
      h('thead', {}, h('tr', {}, ...COLUMNS.map((name, i) => h('th', { scope: 'col', class: isNumber(i) }, name)))),
      h('tbody', {}, ...formulas.map((formula) => row(formula, formats))),
    ),
  );
}

const isNumber = (column: number) => (column === 2 || column === 3 ? 'number' : '');

function row({ quantity, formula, value, planned, reason }: SourceFormula, formats: Formats) {
  const [left, right] = [value, planned].map((number) => valueText(number, formats));
  const cells = [formula, left, right, left === right ? 'the same' : (reason ?? 'Rounded up to whole steps.')].map((text, i) =>
    h('td', { class: isNumber(i + 1) }, text),
  );
  return h('tr', {}, h('th', { scope: 'row' }, quantity), ...cells);
}

function valueText(value: number | null, formats: Formats) {
  return value === null ? 'over 10³⁰⁸' : figure(formats, value);
}
