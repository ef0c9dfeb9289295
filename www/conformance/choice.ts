/** The user's choice of cases: grid, scans and operators. */
import { caseText, readCase } from './case.ts';
import { readShard, shardText } from './shard.ts';
import { h } from '../ui/dom.ts';
import type { ConformanceGrid } from '../types.ts';
import type { Catalogue } from '../ui/element-types.ts';
import type { Case } from './cases.ts';
import type { Shard } from './shard.ts';

type GridName = ConformanceGrid;
/** `one` is the only case of the grid `case`. */
export type Choice = { grid: GridName; shard: Shard | null; algorithms: string[]; operators: string[]; one?: Case | null };

/** `part` is the name of the grid in the title of a shard: “Shard 1/8 of `part`”. */
const GRIDS: { grid: GridName; label: string; part: string; covers: string }[] = [
  {
    grid: 'smoke',
    label: 'Smoke test: short',
    part: 'the smoke test',
    covers:
      'Every scan and every operator at small boundary sizes, in both modes and directions, with and without head flags, in place and not. Head bits, rows and columns occur with each of these',
  },
  {
    grid: 'spread',
    label: 'Spread: every pair of values',
    part: 'the spread',
    covers:
      'Every scan with every operator and type, and every pair of values of scan, operator, mode, direction, segments, in place or not, size and pattern',
  },
  {
    grid: 'full',
    label: 'Everything: long',
    part: 'all',
    covers:
      'Every scan with every operator and type, in every mode and direction, in place and not, whole and with heads, head bits, rows and columns, at every size and with every pattern',
  },
];

export class ConformanceChoice {
  /** Problems of the page's settings. */
  problems;
  shard;
  one;
  /** The grid that `shard` is a part of. */
  sharded: GridName;
  scans;
  operators;
  hint;
  fields;
  root;
  grids: Map<GridName, HTMLInputElement> = new Map();
  covers: Map<GridName, HTMLElement> = new Map();

  /** @param read the page's settings */
  constructor(catalogue: Catalogue, read: (name: string) => string | null, onChange: () => void) {
    const { algorithms, operators } = catalogue;
    const [{ shard, problem: shardProblem }, { one, problem: caseProblem }] = [readShard(read('shard')), readCase(read('case'), catalogue)];
    // Settings with a shard but without a grid mean a shard of the full grid.
    const { grid: named, problem: gridProblem } = readGrid(read('grid'));
    const lists = [listOf(read('algorithms')), listOf(read('operators'))];
    this.problems = [
      gridProblem,
      shardProblem,
      caseProblem,
      unknownOf('algorithms', lists[0], algorithms),
      unknownOf('operators', lists[1], operators),
    ].filter((problem) => problem !== null);
    this.shard = shard;
    this.one = one;
    this.sharded = named ?? 'full';
    const checked = one ? 'case' : (named ?? (shard ? 'full' : 'spread'));
    const scans = this.#boxes('scan', algorithms, lists[0], onChange);
    const kinds = this.#boxes('operator', operators, lists[1], onChange);
    this.scans = scans.boxes;
    this.operators = kinds.boxes;
    this.hint = h('p', { class: 'hint', role: 'status' });
    const offered = [...GRIDS, ...(one ? [{ grid: 'case' as GridName, label: 'One case', part: '', covers: read('case') ?? '' }] : [])];
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

  #radio({ grid, label, part, covers }: (typeof GRIDS)[number], checked: boolean, onChange: () => void) {
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

  /** @param chosen the checked ids; an empty list checks all */
  #boxes(name: string, all: readonly { id: string; title: string }[], chosen: string[], onChange: () => void) {
    const boxes = all.map(({ id }) =>
      h('input', {
        type: 'checkbox',
        id: `${name}-${id}`,
        value: id,
        checked: !chosen.length || chosen.includes(id),
        onchange: onChange,
      }),
    );
    const setAll = (checked: boolean) => {
      for (const box of boxes) box.checked = checked;
      onChange();
    };
    const root = (legend: string) =>
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

  /**
   * @param grid the checked grid by default
   * @returns null if no scan or no operator is chosen
   */
  read(grid: GridName = this.#checked()): Choice | null {
    const chosen = (boxes: HTMLInputElement[]) => boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const [algorithms, operators] = [chosen(this.scans), chosen(this.operators)];
    if (algorithms.length && operators.length)
      return { grid, shard: grid === this.sharded ? this.shard : null, algorithms, operators, one: this.one };
    this.note('Choose at least one scan and one operator.');
    return null;
  }

  /** The settings that choose the same cases; null if no scan or no operator is chosen. */
  get settings(): Record<string, string> | null {
    const chosen = this.read();
    if (!chosen) return null;
    const { grid, shard, algorithms, operators, one } = chosen;
    const part = shardText(shard);
    if (one && !GRID_NAMES.includes(grid)) return { case: caseText(one) };
    return {
      grid,
      ...(part && { shard: part }),
      ...(algorithms.length < this.scans.length && { algorithms: algorithms.join() }),
      ...(operators.length < this.operators.length && { operators: operators.join() }),
    };
  }

  #checked() {
    return [...this.grids].find(([, { checked }]) => checked)?.[0] ?? 'spread';
  }

  /** Shows the number of a grid's cases. */
  count(grid: GridName, cases: string) {
    const covers = this.covers.get(grid);
    if (covers) covers.textContent = `${GRIDS.find((one) => one.grid === grid)?.covers}: ${cases}.`;
  }

  disable(disabled: boolean) {
    this.fields.disabled = disabled;
  }

  note(text: string) {
    this.hint.textContent = text;
  }
}

/** The grids that can be split into shards: all except `case`. */
export const GRID_NAMES = GRIDS.map(({ grid }) => grid);

function readGrid(text: string | null): { grid: GridName | null; problem: string | null } {
  const grid = GRID_NAMES.find((name) => name === text) ?? null;
  return { grid, problem: text && !grid ? `grid must be one of ${GRID_NAMES.join(', ')}; it was “${text}”.` : null };
}

function listOf(text: string | null) {
  return (text ?? '').split(/[\s,;]+/).filter(Boolean);
}

function unknownOf(name: string, ids: string[], all: readonly { id: string }[]) {
  const unknown = ids.filter((id) => !all.some((one) => one.id === id));
  return unknown.length ? `${name} must be among ${all.map(({ id }) => id).join(', ')}; found “${unknown.join(', ')}”.` : null;
}
