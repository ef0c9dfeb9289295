/** Comparisons of a run's scans at one size: each with the next slower one. */
import { Field, h, select } from '../ui/dom.js';
import { Comparer, byTitle, isTimed } from '../ui/comparer.js';
import { verdictWords } from './verdict-words.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../shared/format.js').Formats} Formats */

export class Verdicts {
  /** @type {Point[]} */
  #points = [];
  /** The number of the latest update. */
  #turn = 0;

  /** @param {Formats} formats @param {(id: string) => string} titleOf @param {import('../ui/comparer.js').Compare} compare */
  constructor(formats, titleOf, compare) {
    this.formats = formats;
    this.titleOf = titleOf;
    this.comparer = new Comparer(byTitle(compare, titleOf));
    this.size = select([], { onchange: () => void this.#update() });
    this.list = h('ol', { class: 'pairs' });
    this.root = h(
      'section',
      { class: 'pair-verdicts', 'aria-labelledby': 'pairs-title', hidden: true },
      h(
        'div',
        { class: 'panel-head' },
        h('h3', { id: 'pairs-title' }, 'Which is faster'),
        new Field({ id: 'pairs-n', label: 'at n =', control: this.size, class: 'inline' }).root,
      ),
      this.list,
    );
  }

  /** @param {Point[]} points of a run that has ended */
  show(points) {
    this.#points = points.filter((point) => point.n > 0 && isTimed(point));
    const sizes = [...new Set(this.#points.map(({ n }) => n))].sort((left, right) => right - left);
    const compared = sizes.filter((n) => this.#at(n).length > 1);
    this.root.hidden = !compared.length;
    this.size.replaceChildren(...compared.map((n) => h('option', { value: String(n) }, this.formats.integer(n))));
    void this.#update();
  }

  /** Points of a size, the fastest first. @param {number} n */
  #at(n) {
    const time = (/** @type {Point} */ { median_ns }) => median_ns ?? 0;
    return this.#points.filter((point) => point.n === n).sort((left, right) => time(left) - time(right));
  }

  async #update() {
    const turn = (this.#turn += 1);
    const points = this.#at(Number(this.size.value));
    const texts = await Promise.all(points.slice(1).map((slower, i) => this.#sentence(points[i], slower)));
    if (turn === this.#turn) this.list.replaceChildren(...texts);
  }

  /** @param {Point} faster by the medians @param {Point} slower */
  async #sentence(faster, slower) {
    const { verdict, before, isSwapped, between, after } = verdictWords(await this.comparer.outcome(slower, faster), this.formats);
    const names = [faster, slower].map((point) => h('strong', {}, this.#title(point)));
    const [first, second] = isSwapped ? names.reverse() : names;
    return h('li', { 'data-verdict': verdict }, before, first, between, second, after);
  }

  /** With the scan that `auto` chose. @param {Point} point */
  #title({ algorithm, ran }) {
    const title = this.titleOf(algorithm);
    return ran && ran !== algorithm ? `${title} (${this.titleOf(ran)})` : title;
  }
}
