/** The answer of a run: its fastest scan and, at one size, comparisons of each scan with the next slower scan. */
import { Field, h, select } from '../ui/dom.ts';
import { Comparer, byTitle, isTimed } from '../ui/comparer.ts';
import { verdictWords } from './verdict-words.ts';
import type { Formats } from '../shared/format.ts';
import type { Point } from '../types.ts';
import type { Compare } from '../ui/comparer.ts';

export class Verdicts {
  formats: Formats;
  titleOf: (id: string) => string;
  comparer: Comparer;
  size;
  list;
  /** The sentence on the fastest scan for the longest input. */
  answer;
  root;
  #points: Point[] = [];
  /** The number of the latest update. */
  #turn = 0;

  constructor(formats: Formats, titleOf: (id: string) => string, compare: Compare) {
    this.formats = formats;
    this.titleOf = titleOf;
    this.comparer = new Comparer(byTitle(compare, titleOf));
    this.size = select([], { onchange: () => void this.#update() });
    this.list = h('ol', { class: 'pairs' });
    this.answer = h('p', { class: 'answer', hidden: true });
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

  /**
   * Shows the answer of a run.
   * @param points of a run that has ended; empty during a run
   * @param where the adapter of the points; null during a run
   */
  show(points: Point[], where: string | null) {
    this.#points = points.filter((point) => point.n > 0 && isTimed(point));
    const sizes = [...new Set(this.#points.map(({ n }) => n))].sort((left, right) => right - left);
    const compared = sizes.filter((n) => this.#at(n).length > 1);
    this.root.hidden = !compared.length;
    this.size.replaceChildren(...compared.map((n) => h('option', { value: String(n) }, this.formats.integer(n))));
    void this.#update();
    void this.#answer(compared[0] ?? sizes[0], where);
  }

  /** The points of a size, the fastest first. */
  #at(n: number) {
    const time = ({ median_ns }: Point) => median_ns ?? 0;
    return this.#points.filter((point) => point.n === n).sort((left, right) => time(left) - time(right));
  }

  async #update() {
    const turn = (this.#turn += 1);
    const points = this.#at(Number(this.size.value));
    const pairs = points.slice(1).map((slower, i) => this.#sentence(points[i], slower));
    const items = (await Promise.all(pairs)).map(({ verdict, parts }) => h('li', { 'data-verdict': verdict }, ...parts));
    if (turn === this.#turn) this.list.replaceChildren(...items);
  }

  async #answer(n: number | undefined, where: string | null) {
    const points = this.#points;
    this.answer.hidden = false;
    // This text takes the space of the answer, so that the answer does not move the elements below.
    if (where === null) return this.answer.replaceChildren('The fastest scan is named at the end of the run.');
    if (n === undefined) return this.answer.replaceChildren('No scan has a valid time.');
    const [first, ...others] = this.#at(n);
    // A different scan: `auto` may be another name for the first.
    const next = others.find((point) => ranOf(point) !== ranOf(first));
    const place = `on ${where} at n = ${this.formats.integer(n)}`;
    const words = next ? verdictWords(await this.comparer.outcome(next, first), this.formats) : null;
    // Another run may have been shown during the comparison.
    if (points !== this.#points) return;
    if (!next || !words) return this.answer.replaceChildren(`Measured ${place}: `, this.#name(first), `${this.#share(first)}.`);
    const [faster, slower] = words.isSwapped ? [next, first] : [first, next];
    if (words.verdict !== 'faster') {
      const parts = [words.before, this.#name(faster), words.between, this.#name(slower), words.after];
      return this.answer.replaceChildren(`No scan is the fastest ${place}. `, ...parts);
    }
    const compared = ['It', words.between, this.#name(slower), words.after];
    this.answer.replaceChildren(`Fastest ${place}: `, this.#name(faster), `${this.#share(faster)}. `, ...compared);
  }

  #share({ copy_ratio }: Point) {
    return copy_ratio ? `, at ${this.formats.percent(1 / copy_ratio.value)} of the speed of a copy` : '';
  }

  #name(point: Point) {
    return h('strong', {}, this.#title(point));
  }

  /** The sentence on two points. @param faster the point with the shorter median */
  async #sentence(faster: Point, slower: Point) {
    const { verdict, before, isSwapped, between, after } = verdictWords(await this.comparer.outcome(slower, faster), this.formats);
    const names = [faster, slower].map((point) => this.#name(point));
    const [first, second] = isSwapped ? names.reverse() : names;
    return { verdict, parts: [before, first, between, second, after] };
  }

  /** The title of a point, with the scan that `auto` chose. */
  #title({ algorithm, ran }: Point) {
    const title = this.titleOf(algorithm);
    return ran && ran !== algorithm ? `${title} (${this.titleOf(ran)})` : title;
  }
}

const ranOf = ({ algorithm, ran }: Point) => ran || algorithm;
