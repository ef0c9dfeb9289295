/** Comparisons of a run's scans at one size: each with the next slower one. */
import { Field, h, select } from '../ui/dom.js';
import { messageOf } from '../shared/errors.js';

/** @typedef {import('../types.d.ts').Point} Point */
/** @typedef {import('../types.d.ts').Comparison} Comparison */
/** @typedef {import('../shared/format.js').Formats} Formats */
/** @typedef {Pick<Comparison, 'verdict' | 'ratio' | 'reason'>} Outcome how the left point's time compares with the right one's */
/** @typedef {(left: Point, right: Point, options: { margin: number }) => Promise<Outcome>} Compare */

/** Differences up to this share count as none. */
const MARGIN = 0.01;

export class Verdicts {
  /** @type {Point[]} */
  #points = [];
  /** The number of the latest update. */
  #turn = 0;

  /** @param {Formats} formats @param {(id: string) => string} titleOf @param {Compare} compare */
  constructor(formats, titleOf, compare) {
    this.formats = formats;
    this.titleOf = titleOf;
    this.compare = compare;
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
    this.#points = points.filter(isTimed);
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

  /** @param {Point} faster @param {Point} slower */
  async #sentence(faster, slower) {
    const { verdict, ratio, reason } = await this.#outcome(slower, faster);
    const [left, right] = [faster, slower].map((point) => this.#title(point));
    const number = (/** @type {number} */ x) => this.formats.three.format(x);
    const interval = ratio ? `95 % interval ${ratio.interval.map(number).join('–')}` : '';
    if (verdict === 'slower' && ratio)
      return h(
        'li',
        { 'data-verdict': 'faster' },
        h('strong', {}, left),
        ` is ${number(ratio.value)} × as fast as `,
        h('strong', {}, right),
        `, ${interval}.`,
      );
    if (verdict === 'same') {
      const within = `take the same time within ${this.formats.percent(MARGIN)}`;
      return h(
        'li',
        { 'data-verdict': verdict },
        h('strong', {}, left),
        ' and ',
        h('strong', {}, right),
        ` ${within}${interval && `, ${interval}`}.`,
      );
    }
    return h(
      'li',
      { 'data-verdict': 'cannot-tell' },
      h('strong', {}, left),
      ' and ',
      h('strong', {}, right),
      ` cannot be told apart: ${lowerFirst(reason ?? '')}`,
    );
  }

  /** With the scan that `auto` chose. @param {Point} point */
  #title({ algorithm, ran }) {
    const title = this.titleOf(algorithm);
    return ran && ran !== algorithm ? `${title} (${this.titleOf(ran)})` : title;
  }

  /** @param {Point} left @param {Point} right @returns {Promise<Outcome>} */
  async #outcome(left, right) {
    try {
      return await this.compare(left, right, { margin: MARGIN });
    } catch (error) {
      return { verdict: 'cannot-tell', ratio: null, reason: messageOf(error) };
    }
  }
}

/** Whether a point has a valid time. @param {Point} point */
function isTimed({ verified, skipped, resolved, median_ns, n }) {
  return verified && !skipped && resolved && median_ns !== null && median_ns > 0 && n > 0;
}

/** @param {string} text */
function lowerFirst(text) {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
