/** The choice of cases: grid, scans and operators. */
import { readCase } from './case.js';
import { readShard, shardText } from './shard.js';
import { h } from '../ui/dom.js';

/** @typedef {import('../ui/element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./cases.js').Case} Case */
/** @typedef {import('./shard.js').Shard} Shard */
/** @typedef {import('../types.d.ts').ConformanceGrid} GridName */
/** @typedef {{ grid: GridName, shard: Shard | null, algorithms: string[], operators: string[], one?: Case | null }} Choice one: the case of the grid `case` */

/** @type {{ grid: GridName, label: string, part: string, covers: string }[]} part: the name of the whole in a shard's title */
const GRIDS = [
  {
    grid: 'smoke',
    label: 'A smoke test, which is short',
    part: 'the smoke test',
    covers:
      'Every scan and every operator in both modes, both directions, whole and by head flags, in place and apart, and head bits, rows and columns in each of these, at the edges of small sizes',
  },
  {
    grid: 'spread',
    label: 'A spread, which covers every pair of values',
    part: 'the spread',
    covers:
      'Every scan with every operator and type, and every other two values of scan, operator, mode, direction, segments, place, size and pattern',
  },
  {
    grid: 'full',
    label: 'All, which takes long',
    part: 'all',
    covers:
      'Every scan with every operator and type in every mode, direction and place, whole, by heads, head bits, rows and columns, at every size with every pattern',
  },
];

export class ConformanceChoice {
  /** @type {Map<GridName, HTMLInputElement>} */
  grids = new Map();
  /** @type {Map<GridName, HTMLElement>} */
  covers = new Map();

  /** @param {Catalogue} catalogue @param {(name: string) => string | null} read the page's settings @param {() => void} onChange */
  constructor(catalogue, read, onChange) {
    const { algorithms, operators } = catalogue;
    const [{ shard, problem: shardProblem }, { one, problem: caseProblem }] = [readShard(read('shard')), readCase(read('case'), catalogue)];
    // Without a grid, a shard is one of the full grid.
    const { grid: named, problem: gridProblem } = readGrid(read('grid'));
    const lists = [listOf(read('algorithms')), listOf(read('operators'))];
    /** Problems of the page's settings. */
    this.problems = [
      gridProblem,
      shardProblem,
      caseProblem,
      unknownOf('algorithms', lists[0], algorithms),
      unknownOf('operators', lists[1], operators),
    ].filter((problem) => problem !== null);
    this.shard = shard;
    this.one = one;
    /** The grid with shards. @type {GridName} */
    this.sharded = named ?? 'full';
    const checked = one ? 'case' : (named ?? (shard ? 'full' : 'spread'));
    const scans = this.#boxes('scan', algorithms, lists[0], onChange);
    const kinds = this.#boxes('operator', operators, lists[1], onChange);
    this.scans = scans.boxes;
    this.operators = kinds.boxes;
    this.hint = h('p', { class: 'hint', role: 'status' });
    const offered = [
      ...GRIDS,
      ...(one ? [{ grid: /** @type {GridName} */ ('case'), label: 'One case', part: '', covers: read('case') ?? '' }] : []),
    ];
    this.fields = h(
      'fieldset',
      {},
      h('legend', { class: 'visually-hidden' }, 'Cases'),
      h('div', { class: 'grids' }, ...offered.map((grid) => this.#radio(grid, grid.grid === checked, onChange))),
      ...this.problems.map((problem) => h('p', { class: 'notice bad', role: 'alert' }, `Ignored: ${problem}`)),
      this.hint,
      h('details', { class: 'limit' }, h('summary', {}, 'Choose scans and operators'), scans.root('Scans'), kinds.root('Operators')),
    );
    this.root = h('section', { class: 'panel', 'aria-labelledby': 'cases-title' }, h('h3', { id: 'cases-title' }, 'Cases'), this.fields);
  }

  /** @param {typeof GRIDS[number]} offered @param {boolean} checked @param {() => void} onChange */
  #radio({ grid, label, part, covers }, checked, onChange) {
    const id = `grid-${grid}`;
    const radio = h('input', {
      type: 'radio',
      name: 'grid',
      id,
      value: grid,
      checked,
      onchange: onChange,
      'aria-describedby': `${id}-covers`,
    });
    const words = h('p', { class: 'hint', id: `${id}-covers` }, `${covers}.`);
    this.grids.set(grid, radio);
    this.covers.set(grid, words);
    const title = this.shard && grid === this.sharded ? `Shard ${shardText(this.shard)} of ${part}` : label;
    return h('div', {}, h('span', { class: 'choice' }, radio, h('label', { for: id }, title)), words);
  }

  /**
   * @param {string} name @param {readonly { id: string, title: string }[]} all @param {string[]} chosen none for all
   * @param {() => void} onChange
   */
  #boxes(name, all, chosen, onChange) {
    const boxes = all.map(({ id }) =>
      h('input', {
        type: 'checkbox',
        id: `${name}-${id}`,
        value: id,
        checked: !chosen.length || chosen.includes(id),
        onchange: onChange,
      }),
    );
    const setAll = (/** @type {boolean} */ checked) => {
      for (const box of boxes) box.checked = checked;
      onChange();
    };
    const root = (/** @type {string} */ legend) =>
      h(
        'fieldset',
        { class: 'family' },
        h('legend', {}, legend),
        h(
          'div',
          { class: 'choices' },
          ...boxes.map((box, i) => h('span', { class: 'choice' }, box, h('label', { for: box.id }, all[i].title || all[i].id))),
        ),
        h('button', { type: 'button', class: 'quiet', onclick: () => setAll(true) }, `All ${legend.toLowerCase()}`),
        h('button', { type: 'button', class: 'quiet', onclick: () => setAll(false) }, `No ${legend.toLowerCase()}`),
      );
    return { boxes, root };
  }

  /** @param {GridName} [grid] the checked one by default @returns {Choice | null} null if nothing is chosen */
  read(grid = this.#checked()) {
    const chosen = (/** @type {HTMLInputElement[]} */ boxes) => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const [algorithms, operators] = [chosen(this.scans), chosen(this.operators)];
    if (algorithms.length && operators.length)
      return { grid, shard: grid === this.sharded ? this.shard : null, algorithms, operators, one: this.one };
    this.note('Choose at least one scan and one operator.');
    return null;
  }

  #checked() {
    return [...this.grids].find(([, { checked }]) => checked)?.[0] ?? 'spread';
  }

  /** Shows the number of a grid's cases. @param {GridName} grid @param {string} cases */
  count(grid, cases) {
    const covers = this.covers.get(grid);
    if (covers) covers.textContent = `${GRIDS.find((one) => one.grid === grid)?.covers}: ${cases}.`;
  }

  /** @param {boolean} disabled */
  disable(disabled) {
    this.fields.disabled = disabled;
  }

  /** @param {string} text */
  note(text) {
    this.hint.textContent = text;
  }
}

/** The grids of the page, which can be split into shards. */
export const GRID_NAMES = GRIDS.map(({ grid }) => grid);

/** @param {string | null} text @returns {{ grid: GridName | null, problem: string | null }} */
function readGrid(text) {
  const grid = GRID_NAMES.find((name) => name === text) ?? null;
  return { grid, problem: text && !grid ? `grid must be one of ${GRID_NAMES.join(', ')}; it was “${text}”.` : null };
}

/** @param {string | null} text */
function listOf(text) {
  return (text ?? '').split(/[\s,;]+/).filter(Boolean);
}

/** @param {string} name @param {string[]} ids @param {readonly { id: string }[]} all */
function unknownOf(name, ids, all) {
  const unknown = ids.filter((id) => !all.some((one) => one.id === id));
  return unknown.length ? `${name} must be among ${all.map(({ id }) => id).join(', ')}; found “${unknown.join(', ')}”.` : null;
}
