/** The cases of the conformance grid: all of them, or a spread that touches every pair of values. Pure: no DOM, no device. */

/** @typedef {import('./types.d.ts').ElementType} ElementType */
/** @typedef {import('./types.d.ts').Mode} Mode */
/** @typedef {import('./types.d.ts').Direction} Direction */
/** @typedef {{ name: string, of: (algorithm: string) => number }} Size Some sizes follow the algorithm's tile. */
/** @typedef {{ operator: string, type: ElementType }} Kind */

/**
 * @typedef {object} Case
 * @property {string} algorithm
 * @property {string} operator
 * @property {ElementType} type
 * @property {Mode} mode
 * @property {Direction} direction
 * @property {boolean} segmented
 * @property {boolean} inPlace
 * @property {string} size the name of n
 * @property {number} n
 * @property {string} pattern
 */

/**
 * @typedef {object} Axes
 * @property {string[]} algorithms
 * @property {Kind[]} kinds
 * @property {Mode[]} modes
 * @property {Direction[]} directions
 * @property {boolean[]} segmented
 * @property {boolean[]} places in place or not
 * @property {Size[]} sizes
 * @property {string[]} patterns
 */

const AXES = /** @type {const} */ (['algorithms', 'kinds', 'modes', 'directions', 'segmented', 'places', 'sizes', 'patterns']);
/** Cases tried for each one that is taken: more make the spread a little smaller, and its making slower. */
const CANDIDATES = 6;
/** Ways to complete a pair before it is given up as one that cannot run. */
const ATTEMPTS = 40;

/**
 * Sizes at every edge.
 * @param {{ subgroup: number, workgroup: number, large: number, tileOf: (algorithm: string) => number }} edges
 * @returns {Size[]}
 */
export function edgeSizes({ subgroup, workgroup, large, tileOf }) {
  const around = (/** @type {number} */ n) => [n - 1, n, n + 1];
  const fixed = [0, 1, 2, 3, 4, 5, ...around(subgroup), ...around(workgroup), 1001, 4099, large];
  return [
    ...[...new Set(fixed)].map((n) => ({ name: String(n), of: () => n })),
    { name: 'tile − 1', of: (algorithm) => tileOf(algorithm) - 1 },
    { name: 'tile', of: tileOf },
    { name: 'tile + 1', of: (algorithm) => tileOf(algorithm) + 1 },
    { name: '3 tiles + 2', of: (algorithm) => 3 * tileOf(algorithm) + 2 },
  ];
}

/** @param {Axes} axes @param {number[]} picks an index for each axis @returns {Case} */
function caseOf(axes, picks) {
  const [algorithm, kind, mode, direction, segmented, place, size, pattern] = picks;
  const { name, of } = axes.sizes[size];
  const id = axes.algorithms[algorithm];
  return {
    algorithm: id, ...axes.kinds[kind], mode: axes.modes[mode], direction: axes.directions[direction], segmented: axes.segmented[segmented],
    inPlace: axes.places[place], size: name, n: of(id), pattern: axes.patterns[pattern],
  };
}

/** @param {Axes} axes */
export function countAll(axes) {
  return AXES.reduce((product, axis) => product * axes[axis].length, 1);
}

/** Every case there is, made as it is asked for. @param {Axes} axes @returns {Generator<Case>} */
export function* allCases(axes) {
  const lengths = AXES.map((axis) => axes[axis].length);
  const total = countAll(axes);
  for (let index = 0; index < total; index += 1) {
    let rest = index;
    const picks = [...lengths].reverse().map((length) => {
      const pick = rest % length;
      rest = Math.floor(rest / length);
      return pick;
    });
    yield caseOf(axes, picks.reverse());
  }
}

/**
 * Few cases in which every value of each axis meets every value of each other axis. Only cases that can run count as meetings; a
 * pair that never can is there once, so that the grid shows it.
 * @param {Axes} axes @param {(one: Case) => boolean} canRun @returns {Case[]}
 */
export function spreadCases(axes, canRun) {
  const spread = new Spread(axes, canRun);
  const cases = [];
  for (let next = spread.next(); next; next = spread.next()) cases.push(next);
  return cases;
}

class Spread {
  /** @param {Axes} axes @param {(one: Case) => boolean} canRun */
  constructor(axes, canRun) {
    this.axes = axes;
    this.canRun = canRun;
    this.lengths = AXES.map((axis) => axes[axis].length);
    this.random = randomFrom(1);
    /** Pairs not met yet: [axis, value, axis, value] by their key. @type {Map<string, number[]>} */
    this.missing = new Map();
    for (let i = 0; i < AXES.length; i += 1) {
      for (let j = i + 1; j < AXES.length; j += 1) {
        for (let a = 0; a < this.lengths[i]; a += 1) {
          for (let b = 0; b < this.lengths[j]; b += 1) this.missing.set(key(i, a, j, b), [i, a, j, b]);
        }
      }
    }
  }

  /** @returns {Case | null} */
  next() {
    const [pair] = this.missing.values();
    if (!pair) return null;
    let [best, most] = [/** @type {number[] | null} */ (null), 0];
    for (let tried = 0, ran = 0; ran < CANDIDATES && tried < ATTEMPTS; tried += 1) {
      const picks = this.#complete(pair, tried >= CANDIDATES);
      if (!this.canRun(caseOf(this.axes, picks))) continue;
      ran += 1;
      const meets = this.#keysOf(picks).filter((one) => this.missing.has(one)).length;
      if (meets > most) [best, most] = [picks, meets];
    }
    if (best) for (const one of this.#keysOf(best)) this.missing.delete(one);
    else this.missing.delete(key(pair[0], pair[1], pair[2], pair[3]));
    return caseOf(this.axes, best ?? this.#complete(pair, true));
  }

  /** A case with this pair, whose other values meet much that is missing, or any. @param {number[]} pair @param {boolean} anyhow */
  #complete([i, a, j, b], anyhow) {
    const picks = /** @type {number[]} */ (new Array(AXES.length).fill(-1));
    [picks[i], picks[j]] = [a, b];
    const others = AXES.map((_, axis) => axis).filter((axis) => picks[axis] < 0);
    for (const axis of shuffled(others, this.random)) picks[axis] = anyhow ? Math.floor(this.random() * this.lengths[axis]) : this.#bestPick(axis, picks);
    return picks;
  }

  /** @param {number} axis @param {number[]} picks −1 where not yet picked */
  #bestPick(axis, picks) {
    const length = this.lengths[axis];
    const from = Math.floor(this.random() * length);
    let [best, most] = [from, -1];
    for (let step = 0; step < length; step += 1) {
      const value = (from + step) % length;
      const meets = picks.filter((pick, other) => pick >= 0 && this.missing.has(orderedKey(axis, value, other, pick))).length;
      if (meets > most) [best, most] = [value, meets];
    }
    return best;
  }

  /** @param {number[]} picks */
  #keysOf(picks) {
    return picks.flatMap((a, i) => picks.slice(i + 1).map((b, j) => key(i, a, i + 1 + j, b)));
  }
}

/** @param {number} i @param {number} a @param {number} j @param {number} b */
const key = (i, a, j, b) => `${i} ${a} ${j} ${b}`;
/** @param {number} i @param {number} a @param {number} j @param {number} b */
const orderedKey = (i, a, j, b) => (i < j ? key(i, a, j, b) : key(j, b, i, a));

/** Numbers in [0, 1), the same in every run: a spread can be repeated. @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @template T @param {T[]} items @param {() => number} random */
function shuffled(items, random) {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}

/**
 * Heads of segments, many of them short, a few long; the first element is one or not.
 * @param {number} n @param {number} seed
 */
export function headsOf(n, seed) {
  const random = randomFrom(seed + 1);
  const heads = new Uint32Array(n);
  for (let at = 0, length = 1; at < n; at += length) {
    heads[at] = at === 0 && random() < 0.5 ? 0 : 1;
    // Mostly shorter than a subgroup, now and then longer than a tile.
    length = random() < 0.1 ? 1 + Math.floor(random() * 3000) : 1 + Math.floor(random() ** 3 * 64);
  }
  return heads;
}
