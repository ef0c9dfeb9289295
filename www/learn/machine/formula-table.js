/** Formulas of the paper beside what the emulator counts. */
import { figure } from '../costs.js';
import { h, scrolling } from '../../ui/dom.js';
import { messageOf } from '../../shared/errors.js';
import { STATEMENTS } from './formulas.js';
import { counts } from './run.js';

/** @typedef {import('../../shared/format.js').Formats} Formats */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./run.js').Beside} Beside */
/** @typedef {import('./formulas.js').Statement} Statement */

const COLUMNS = ['What', 'Formula', 'p', 'Its value', 'Counted, DMM', 'Counted, UMM', 'Counted / value'];
const NONE = '–';
/** A difference that is rounding. */
const ROUNDING = 1e-9;

export class FormulaTable {
  /** The number of the latest counting. */
  #turn = 0;

  /** @param {Formats} formats @param {import('../../ui/element-types.d.ts').Explainer} explainer */
  constructor(formats, explainer) {
    this.formats = formats;
    this.explainer = explainer;
    this.caption = h('span');
    this.body = h('tbody');
    this.problem = h('p', { class: 'error', hidden: true });
    this.root = h(
      'section',
      { 'aria-labelledby': 'machine-formulas' },
      h('h4', { id: 'machine-formulas' }, 'The paper’s formulas, and what is counted'),
      scrolling(
        'Formulas and counts',
        h(
          'table',
          { class: 'machine machine-formulas' },
          h('caption', {}, this.caption),
          h('thead', {}, h('tr', {}, ...COLUMNS.map((name, i) => h('th', { scope: 'col', class: i > 1 ? 'number' : '' }, name)))),
          this.body,
        ),
      ),
      this.problem,
      h(
        'p',
        { class: 'hint' },
        'Lemma 1 is exact. The others leave constants out: what matters is that the ratio stays when n, p, w or l change, and that none is ' +
          'below Theorem 1. Scans have as many threads as their kernels start, which is p in their rows; log is to base 2, k is 256.',
      ),
    );
  }

  /** @param {Settings} settings */
  async show(settings) {
    const turn = ++this.#turn;
    const { formats } = this;
    const { n, w, l } = settings;
    this.caption.textContent = `Time units, n = ${formats.integer(n)}, w = ${w}, l = ${formats.integer(l)}`;
    this.problem.hidden = true;
    /** @type {Map<string, Beside>} */
    const known = new Map();
    this.body.replaceChildren(...STATEMENTS.map((one) => this.#row(one)));
    try {
      for await (const [id, beside] of counts(this.explainer, settings)) {
        if (turn !== this.#turn) return;
        known.set(id, beside);
        this.body.replaceChildren(...STATEMENTS.map((one) => this.#row(one, known.get(one.id))));
        // The page responds between two runs.
        await new Promise((resume) => setTimeout(resume));
        if (turn !== this.#turn) return;
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      this.problem.hidden = false;
      this.problem.textContent = `The rest could not be counted: ${messageOf(error)}`;
    }
  }

  /** @param {Statement} statement @param {Beside} [beside] */
  #row({ id, title, place, formula, means }, beside) {
    const head = [h('th', { scope: 'row' }, title, h('span', { class: 'hint' }, place)), h('td', {}, formula)];
    const number = (/** @type {number | null | undefined} */ value) =>
      h('td', { class: 'number' }, value === null || value === undefined || Number.isNaN(value) ? NONE : figure(this.formats, value));
    if (beside?.problem) return h('tr', { 'data-id': id }, ...head, h('td', { colspan: '5' }, `${beside.problem}.`));
    const ratio = beside?.umm ? beside.umm / beside.value : null;
    const isExact = ratio !== null && Math.abs(ratio - 1) < ROUNDING;
    const verdict = ratio === null ? NONE : means === 'equal' && isExact ? 'equal' : `${this.formats.three.format(ratio)} ×`;
    return h(
      'tr',
      { 'data-id': id },
      ...head,
      ...[beside?.p, beside?.value, beside?.dmm, beside?.umm].map(number),
      h('td', { class: 'number' }, verdict),
    );
  }

  close() {
    this.#turn++;
  }
}
