/** The cases of the conformance grid: all cases, or a pairwise covering, called the spread. Pure: no DOM, no device. */

import { partOf } from './shard.ts';
import type { Direction, ElementType, Mode, Tuning } from '../types.ts';
import type { Shard } from './shard.ts';

/** A size. Its number of elements may depend on the tile of the scan. */
type Size = { name: string; of: (scan: Scan) => number };
type Kind = { operator: string; type: ElementType };
type Segments = (typeof SEGMENTS)[number];
/** The properties of a scan that determine an algorithm's shaders. */
type Form = Kind & { mode: Mode; direction: Direction; segments: Segments; inPlace: boolean; initial: boolean };
export type Scan = Form & { algorithm: string; tuning?: Tuning };

/** `size` is the name of the size n. */
export type Case = Scan & { size: string; n: number; pattern: string };

export type Axes = {
  algorithms: string[];
  kinds: Kind[];
  modes: Mode[];
  directions: Direction[];
  segments: Segments[];
  /** whether the scan is in place */
  inPlace: boolean[];
  /** whether the scan begins with an initial value */
  initial: boolean[];
  sizes: Size[];
  patterns: string[];
  /** large sizes, with which only a few forms of each algorithm run */
  far: Size[];
  /** tuning for small tiles at far sizes, so that many tiles fit into memory */
  farTuning: (algorithm: string) => Tuning;
};

/** The segments of the input: one, those of head flags of one word or one bit each, or the rows or columns of a shape. */
export const SEGMENTS = ['whole', 'heads', 'head-bits', 'rows', 'columns'] as const;
/** The maximum number of elements per row. */
const MAX_ROW = 1000;
/** The sizes of scans from an initial value in a full grid: within a tile, and of several tiles. */
export const INITIAL_SIZES = ['5', '3 tiles + 2'];
/** Forms that are scanned at the far sizes. The second operator does not commute. */
const FAR_FORMS = ['add u32', 'bicyclic u32'].map((kind) => `${kind} inclusive forward whole false false`);
/** WebGPU's default of `maxComputeWorkgroupsPerDimension`. */
const WORKGROUPS_PER_DIMENSION = 65_535;
const AXES = ['algorithms', 'kinds', 'modes', 'directions', 'segments', 'inPlace', 'initial', 'sizes', 'patterns'] as const;
type AxisName = (typeof AXES)[number];
/** Whether a case must contain both values. The left axis precedes the right one in AXES. */
export type MustCover = (left: AxisName, right: AxisName, leftValue: unknown, rightValue: unknown) => boolean;
/** Candidates per chosen case. With more candidates, the spread is slightly smaller, and its computation is slower. */
const CANDIDATES = 6;
/** Attempts to complete a pair to a case that can run, before the pair counts as unsupported. */
const ATTEMPTS = 40;

/** Small sizes, and sizes at the boundaries of subgroups, workgroups and tiles. */
export function edgeSizes({
  subgroup,
  workgroup,
  large,
  tileOf,
}: {
  subgroup: number;
  workgroup: number;
  large: number;
  tileOf: (scan: Scan) => number;
}): Size[] {
  const around = (n: number) => [n - 1, n, n + 1];
  const fixed = [0, 1, 2, 3, 4, 5, ...around(subgroup), ...around(workgroup), 1001, 4099, large];
  return [
    ...[...new Set(fixed)].map((n) => ({ name: String(n), of: () => n })),
    { name: 'tile − 1', of: (scan) => tileOf(scan) - 1 },
    { name: 'tile', of: tileOf },
    { name: 'tile + 1', of: (scan) => tileOf(scan) + 1 },
    { name: '3 tiles + 2', of: (scan) => 3 * tileOf(scan) + 2 },
  ];
}

/** Sizes at which the totals of tiles fill a tile. On fast devices, also sizes at which the tiles fill one dimension of a dispatch. */
export function farSizes({ fast, tileOf }: { fast: boolean; tileOf: (scan: Scan) => number }): Size[] {
  const square = (scan: Scan) => tileOf(scan) ** 2;
  const dimension = (scan: Scan) => WORKGROUPS_PER_DIMENSION * tileOf(scan);
  const large = [
    { name: '65,535 tiles − 1', of: (scan: Scan) => dimension(scan) - 1 },
    { name: '65,535 tiles', of: dimension },
    { name: '65,535 tiles + 1', of: (scan: Scan) => dimension(scan) + 1 },
  ];
  return [{ name: 'tile²', of: square }, { name: 'tile² + 1', of: (scan) => square(scan) + 1 }, ...(fast ? large : [])];
}

export function caseAt(scan: Scan, { name, of }: Size, pattern: string): Case {
  return { ...scan, size: name, n: of(scan), pattern };
}

/** @param picks the index of a value for each axis */
function caseOf(axes: Axes, picks: number[]): Case {
  const [algorithm, kind, mode, direction, segments, place, initial, size, pattern] = picks;
  const form = {
    ...axes.kinds[kind],
    mode: axes.modes[mode],
    direction: axes.directions[direction],
    segments: axes.segments[segments],
    inPlace: axes.inPlace[place],
    initial: axes.initial[initial],
  };
  return caseAt({ algorithm: axes.algorithms[algorithm], ...form }, axes.sizes[size], axes.patterns[pattern]);
}

/**
 * Every form without an initial value. Then, for every mode, direction and kind, a form from an initial value, for which the kinds of
 * segments and the places take turns.
 */
export function formsOf({ kinds, modes, directions, segments, inPlace: placements, initial }: Axes): Form[] {
  const orders = modes.flatMap((mode) => directions.map((direction) => ({ mode, direction })));
  const divisions = placements.flatMap((inPlace) => segments.map((division) => ({ segments: division, inPlace })));
  const plain = orders.flatMap((order) =>
    divisions.flatMap((division) => kinds.map((kind) => ({ ...kind, ...order, ...division, initial: false }))),
  );
  if (!initial.includes(true)) return plain;
  const fromInitial = orders.flatMap((order) => kinds.map((kind) => ({ ...kind, ...order })));
  return [...plain, ...fromInitial.map((form, rank) => ({ ...form, ...divisions[rank % divisions.length], initial: true }))];
}

/**
 * The forms of a shard. A form is in one shard only, because most of the time is spent on the compilation of shaders. The inner loop goes
 * over kinds, so that every shard has several kinds.
 */
function formsIn(axes: Axes, shard: Shard | null) {
  return partOf(formsOf(axes), shard);
}

const isFar = ({ operator, type, mode, direction, segments, inPlace, initial }: Form) =>
  FAR_FORMS.includes([operator, type, mode, direction, segments, inPlace, initial].join(' '));

/** The sizes of a form in a full grid, without the far ones. */
const sizesOf = ({ initial }: Form, sizes: Size[]) => (initial ? sizes.filter(({ name }) => INITIAL_SIZES.includes(name)) : sizes);

export function countAll(axes: Axes, shard: Shard | null = null) {
  const { algorithms, sizes, patterns, far } = axes;
  const counts = formsIn(axes, shard).map((form) => sizesOf(form, sizes).length * patterns.length + (isFar(form) ? far.length : 0));
  return algorithms.length * counts.reduce((sum, count) => sum + count, 0);
}

/**
 * All cases, or those of a shard, generated on demand. Cases of one scan are consecutive, so all patterns reuse its pipelines. Within a
 * scan, cases of one size are consecutive, so all algorithms share inputs and verified outputs.
 */
export function* allCases(axes: Axes, shard: Shard | null = null): Generator<Case> {
  const { algorithms, sizes, patterns, far, farTuning } = axes;
  for (const form of formsIn(axes, shard)) {
    for (const size of sizesOf(form, sizes)) {
      for (const algorithm of algorithms) for (const pattern of patterns) yield caseAt({ algorithm, ...form }, size, pattern);
    }
    if (!isFar(form)) continue;
    for (const size of far) {
      const cases = algorithms.map((algorithm) => caseAt({ algorithm, ...form, tuning: farTuning(algorithm) }, size, patterns[0]));
      yield* cases.sort((left, right) => left.n - right.n);
    }
  }
}

/**
 * A pairwise covering: a few cases that together contain every pair of values of two axes. Only cases that can run cover their pairs. A pair
 * with which no case can run has one case too, so that the grid shows it.
 */
export function spreadCases(axes: Axes, canRun: (one: Case) => boolean, mustCover: MustCover = () => true): Case[] {
  const spread = new Spread(axes, canRun, mustCover);
  const cases = [];
  for (let next = spread.next(); next; next = spread.next()) cases.push(next);
  return cases;
}

class Spread {
  axes: Axes;
  canRun: (one: Case) => boolean;
  lengths;
  random;
  /** Pairs that no case covers yet: [axis, value, axis, value] by their key. */
  missing: Map<string, number[]>;

  constructor(axes: Axes, canRun: (one: Case) => boolean, mustCover: MustCover) {
    this.axes = axes;
    this.canRun = canRun;
    this.lengths = AXES.map((axis) => axes[axis].length);
    this.random = randomFrom(1);
    this.missing = new Map();
    for (let i = 0; i < AXES.length; i += 1) {
      for (let j = i + 1; j < AXES.length; j += 1) {
        for (let a = 0; a < this.lengths[i]; a += 1) {
          for (let b = 0; b < this.lengths[j]; b += 1) {
            const pair = [AXES[i], AXES[j], axes[AXES[i]][a], axes[AXES[j]][b]] as const;
            if (mustCover(...pair)) this.missing.set(key(i, a, j, b), [i, a, j, b]);
          }
        }
      }
    }
  }

  next(): Case | null {
    const [pair] = this.missing.values();
    if (!pair) return null;
    let [best, most] = [null as number[] | null, 0];
    for (let tried = 0, ran = 0; ran < CANDIDATES && tried < ATTEMPTS; tried += 1) {
      const picks = this.#complete(pair, tried >= CANDIDATES);
      if (!this.canRun(caseOf(this.axes, picks))) continue;
      ran += 1;
      const covered = this.#keysOf(picks).filter((one) => this.missing.has(one)).length;
      if (covered > most) [best, most] = [picks, covered];
    }
    if (best) for (const one of this.#keysOf(best)) this.missing.delete(one);
    else this.missing.delete(key(pair[0], pair[1], pair[2], pair[3]));
    return caseOf(this.axes, best ?? this.#complete(pair, true));
  }

  /** A case with this pair, completed with values that cover many missing pairs, or with random values. */
  #complete([i, a, j, b]: number[], isRandom: boolean) {
    const picks = new Array(AXES.length).fill(-1) as number[];
    [picks[i], picks[j]] = [a, b];
    const others = AXES.map((_, axis) => axis).filter((axis) => picks[axis] < 0);
    for (const axis of shuffled(others, this.random))
      picks[axis] = isRandom ? Math.floor(this.random() * this.lengths[axis]) : this.#bestPick(axis, picks);
    return picks;
  }

  /** @param picks −1 if not picked yet */
  #bestPick(axis: number, picks: number[]) {
    const length = this.lengths[axis];
    const from = Math.floor(this.random() * length);
    let [best, most] = [from, -1];
    for (let step = 0; step < length; step += 1) {
      const value = (from + step) % length;
      const covered = picks.filter((pick, other) => pick >= 0 && this.missing.has(orderedKey(axis, value, other, pick))).length;
      if (covered > most) [best, most] = [value, covered];
    }
    return best;
  }

  #keysOf(picks: number[]) {
    return picks.flatMap((a, i) => picks.slice(i + 1).map((b, j) => key(i, a, i + 1 + j, b)));
  }
}

const key = (i: number, a: number, j: number, b: number) => `${i} ${a} ${j} ${b}`;
const orderedKey = (i: number, a: number, j: number, b: number) => (i < j ? key(i, a, j, b) : key(j, b, i, a));

/** Seeded random numbers in [0, 1), so that a spread is repeatable. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled<T>(items: T[], random: () => number) {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}

/** Elements per row of a shape of n elements: the largest divisor of n up to MAX_ROW that gives at least two rows. */
export function rowOf(n: number) {
  let row = n > 1 ? Math.min(Math.floor(n / 2), MAX_ROW) : n;
  while (row > 1 && n % row) row -= 1;
  return row;
}

/** Head flags of segments. Most segments are short, a few are long. The first element may be a head or not. */
export function headsOf(n: number, seed: number) {
  const random = randomFrom(seed + 1);
  const heads = new Uint32Array(n);
  // Most segments are shorter than a subgroup, some are longer than a tile.
  const nextLength = () => (random() < 0.1 ? 1 + Math.floor(random() * 3000) : 1 + Math.floor(random() ** 3 * 64));
  for (let at = 0; at < n; at += nextLength()) heads[at] = at === 0 && random() < 0.5 ? 0 : 1;
  return heads;
}

/** Head flags as bits: 32 flags per word. */
export function bitsOfHeads(heads: Uint32Array) {
  const bits = new Uint32Array(Math.ceil(heads.length / 32));
  heads.forEach((head, i) => (bits[i >>> 5] |= head << (i & 31)));
  return bits;
}
