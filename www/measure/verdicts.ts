/** Comparisons of a run's scans at one size: each with the next slower one. */
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

  /** @param points of a run that has ended */
  show(points: Point[]) {
    this.#points = points.filter((point) => point.n > 0 && isTimed(point));
    const sizes = [...new Set(this.#points.map(({ n }) => n))].sort((left, right) => right - left);
    const compared = sizes.filter((n) => this.#at(n).length > 1);
    this.root.hidden = !compared.length;
    this.size.replaceChildren(...compared.map((n) => h('option', { value: String(n) }, this.formats.integer(n))));
    void this.#update();
  }

  /** Points of a size, the fastest first. */
  #at(n: number) {
    const time = ({ median_ns }: Point) => median_ns ?? 0;
    return this.#points.filter((point) => point.n === n).sort((left, right) => time(left) - time(right));
  }

  async #update() {
    const turn = (this.#turn += 1);
    const points = this.#at(Number(this.size.value));
    const texts = await Promise.all(points.slice(1).map((slower, i) => this.#sentence(points[i], slower)));
    if (turn === this.#turn) this.list.replaceChildren(...texts);
  }

  /** @param faster by the medians */
  async #sentence(faster: Point, slower: Point) {
    const { verdict, before, isSwapped, between, after } = verdictWords(await this.comparer.outcome(slower, faster), this.formats);
    const names = [faster, slower].map((point) => h('strong', {}, this.#title(point)));
    const [first, second] = isSwapped ? names.reverse() : names;
    return h('li', { 'data-verdict': verdict }, before, first, between, second, after);
  }

  /** With the scan that `auto` chose. */
  #title({ algorithm, ran }: Point) {
    const title = this.titleOf(algorithm);
    return ran && ran !== algorithm ? `${title} (${this.titleOf(ran)})` : title;
  }
}
