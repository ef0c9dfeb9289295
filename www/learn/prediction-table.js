/** What a scan's sources predict for n elements, beside what its plan costs. */
import { figure, planOf, scrolling } from './costs.js';
import { h } from '../ui/dom.js';
import { PREDICTIONS } from './predictions.js';

/** @typedef {import('../types.d.ts').PlanDescription} PlanDescription */
/** @typedef {import('../ui/element-types.d.ts').PanelContext} PanelContext */
/** @typedef {import('./predictions.js').Prediction} Prediction */

const COLUMNS = ['Cost', 'Formula of the source', 'It gives', 'This plan', 'Why they differ'];

/** Nothing where no source has a formula. @param {PanelContext} context @param {string} id @param {PlanDescription} plan @param {number} n */
export function predictionTable(context, id, plan, n) {
  const { formats } = context;
  if (!PREDICTIONS[id] || n < 2) return null;
  const predictions = PREDICTIONS[id]({
    plan,
    n,
    invocations: plan.passes[0].workgroup_size,
    elementBytes: elementBytes(context, id, n),
    horn: () => planOf(context, 'hillis-steele', n).plan,
  });
  const exact = Number.isInteger(Math.log2(n)) ? '' : ' The sources mean powers of two, which this n is not.';
  const tile = predictions.some(({ what }) => what.endsWith('a tile'))
    ? `, and N a tile of ${formats.integer(plan.tile_elements)} where it says so`
    : '';
  const caption = `n or N is ${formats.integer(n)}${tile}. Formulas are as the sources have them.${exact}`;
  return scrolling(
    'Predictions of the sources',
    h(
      'table',
      { class: 'predictions' },
      h('caption', {}, h('span', {}, caption)),
      h('thead', {}, h('tr', {}, ...COLUMNS.map((name, i) => h('th', { scope: 'col', class: isNumber(i) }, name)))),
      h('tbody', {}, ...predictions.map((prediction) => row(prediction, formats))),
    ),
  );
}

const isNumber = (/** @type {number} */ column) => (column === 2 || column === 3 ? 'number' : '');

/** @param {Prediction} prediction @param {import('../shared/format.js').Formats} formats */
function row({ what, formula, said, planned, why = 'Rounded up to whole steps.' }, formats) {
  const [left, right] = [said, planned].map((value) => valueText(value, formats));
  const cells = [formula, left, right, left === right ? 'the same' : why].map((text, i) => h('td', { class: isNumber(i + 1) }, text));
  return h('tr', {}, h('th', { scope: 'row' }, what), ...cells);
}

/** @param {number} value @param {import('../shared/format.js').Formats} formats */
function valueText(value, formats) {
  return value === Infinity ? 'over 10³⁰⁸' : figure(formats, value);
}

/** @param {PanelContext} context @param {string} id @param {number} n */
function elementBytes({ catalogue, request }, id, n) {
  const { operator } = request(id, n);
  return 4 * (catalogue.operators.find((one) => one.id === operator)?.words ?? 1);
}
