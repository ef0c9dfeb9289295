/** A table of formulas of Nakano's paper beside the emulator's counts. */
import { figure } from '../costs.ts';
import { h, scrolling } from '../../ui/dom.ts';
import { messageOf } from '../../shared/errors.ts';
import { STATEMENTS } from './formulas.ts';
import { counts } from './run.ts';
import type { Formats } from '../../shared/format.ts';
import type { Explainer } from '../../ui/element-types.ts';
import type { Statement } from './formulas.ts';
import type { Beside } from './run.ts';
import type { Settings } from './settings.ts';

const COLUMNS = ['Access or scan', 'Formula', 'p', 'Value', 'Counted, DMM', 'Counted, UMM', 'Counted / value'];
const NONE = '–';
/** A relative difference below this is due to rounding. */
const ROUNDING = 1e-9;

export class FormulaTable {
  formats: Formats;
  explainer: Explainer;
  caption;
  body;
  problem;
  root;
  /** The number of the latest count. Counts with lower numbers are dropped. */
  #turn = 0;

  constructor(formats: Formats, explainer: Explainer) {
    this.formats = formats;
    this.explainer = explainer;
    this.caption = h('span');
    this.body = h('tbody');
    this.problem = h('p', { class: 'error', hidden: true });
    this.root = h(
      'section',
      { 'aria-labelledby': 'machine-formulas' },
      h('h4', { id: 'machine-formulas' }, 'The paper’s formulas and the emulator’s counts'),
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
        'Lemma 1 is exact. The other formulas leave out constants: check that the ratios stay the same if n, p, w or l change, and that no count ' +
          'is below the value of Theorem 1. In the rows of scans, p is the number of threads that the kernels start. Logarithms are to base 2, and k is 256.',
      ),
    );
  }

  async show(settings: Settings) {
    const turn = ++this.#turn;
    const { formats } = this;
    const { n, w, l } = settings;
    this.caption.textContent = `Time units, n = ${formats.integer(n)}, w = ${w}, l = ${formats.integer(l)}`;
    this.problem.hidden = true;
    const known: Map<string, Beside> = new Map();
    this.body.replaceChildren(...STATEMENTS.map((one) => this.#row(one)));
    try {
      for await (const [id, beside] of counts(this.explainer, settings)) {
        if (turn !== this.#turn) return;
        known.set(id, beside);
        this.body.replaceChildren(...STATEMENTS.map((one) => this.#row(one, known.get(one.id))));
        // The pause lets the page respond between two runs.
        await new Promise((resume) => setTimeout(resume));
        if (turn !== this.#turn) return;
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      this.problem.hidden = false;
      this.problem.textContent = `The other rows could not be counted: ${messageOf(error)}`;
    }
  }

  #row({ id, title, place, formula, means }: Statement, beside?: Beside) {
    const head = [h('th', { scope: 'row' }, title, h('span', { class: 'hint' }, place)), h('td', {}, formula)];
    const number = (value: number | null | undefined) =>
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
