/**
 * Which size a search for crossovers measures next, and what follows from what was measured. Pure: it measures nothing.
 *
 * Times step where a plan changes, so two scans may cross several times. Between two steps both times are nearly straight lines in n,
 * whose difference changes its sign at most once: there a search by halves is right. So both sides of each step are measured unless the
 * step is too small to matter, and between two steps that is halved in which the sign changes. A verdict on which a crossing rests is
 * measured twice, in rounds of its own: where the two verdicts differ, that size tells nothing, and the crossing's interval is wider.
 */
/** @import { Step } from './plan-steps.js' */

/** Measurements at most, each of both scans at one size. */
export const MOST_MEASUREMENTS = 40;
/** Sizes so close together are one, unless a step lies between. */
const NEAR = 1.02;
/** The same where it cannot be told anyway. */
const NEAR_UNSURE = 1.1;
/** Scans whose times differ by less than this share take the same time; as much may lie between two measurements of one size. */
const MARGIN = 0.01;
/** How many times the spread between measurements of one size the times must differ to be told. */
const SPREADS = 2;
/** A ratio further from 1 that is unsure was disturbed: it is measured again. */
const DISTURBED = 0.03;
/** How often a size is measured whose verdict is unsure, and how many unsure verdicts outweigh one that was not confirmed. */
const MOST_ATTEMPTS = 3;
/** How many times the change of a scan's dispatches its time may change at a step, and what the times may change besides. */
const [STEP_FACTOR, STEP_MORE] = [1.5, 0.05];

/**
 * What one measurement of both scans tells.
 * @typedef {object} Verdict
 * @property {0 | 1 | null} faster null where that cannot be told
 * @property {number} [ratio] of their times
 * @property {string} reason why it cannot be told
 * @property {boolean} [again] whether another measurement may tell more
 */

/** @typedef {{ n: number, verdicts: Verdict[] }} Measured */
/** low: the last size before it, high: the first after it, n: the size from which on `faster` is. @typedef {{ n: number, low: number, high: number, faster: 0 | 1 }} Crossing */
/** One scan is the faster from low to high. @typedef {{ low: number, high: number, faster: 0 | 1 }} Stretch */
/** Where which is faster is not known. @typedef {{ low: number, high: number, reason: string }} Unsure */
/** @typedef {{ n: number, faster: 0 | 1 | null, reason: string }} End */

export class CrossoverSearch {
  /** By n. @type {Map<number, Measured>} */
  #measured = new Map();
  #count = 0;
  #range;
  #steps;

  /** @param {{ from: number, to: number, steps: Step[] }} range */
  constructor({ from, to, steps }) {
    this.#range = [from, to];
    this.#steps = steps.filter(({ n }) => from <= n && n < to);
  }

  /** @param {number} n @param {Verdict} verdict */
  tell(n, verdict) {
    this.#count += 1;
    const measured = this.#measured.get(n) ?? { n, verdicts: [] };
    measured.verdicts.push(verdict);
    this.#measured.set(n, measured);
  }

  /** The size to measure next, or null where all is known that can be. @returns {number | null} */
  next() {
    if (this.#count >= MOST_MEASUREMENTS) return null;
    return (
      this.#nextEnd() ?? this.#nextDisturbed() ?? this.#nextOfChanges() ?? this.#nextToConfirm() ?? this.#nextHidden() ?? this.#nextUnsure()
    );
  }

  /** @returns {{ crossings: Crossing[], stretches: Stretch[], unsure: Unsure[], ends: End[] }} */
  conclude() {
    const crossings = this.#changes().map(([{ n: low }, { n: high, faster }]) => ({
      n: placeOf(low, high),
      low,
      high,
      faster: /** @type {0 | 1} */ (faster),
    }));
    const unsure = this.#unsure();
    const all = this.#all();
    const ends = [all[0], all[all.length - 1]].map((end) => ({ n: end.n, faster: end.faster, reason: reasonOf(end) }));
    return { crossings, stretches: this.#stretches(unsure), unsure, ends };
  }

  /** What was measured, by rising n. */
  #all() {
    const all = [...this.#measured.values()].sort((left, right) => left.n - right.n);
    const spread = spreadOf(all);
    return all.map((measured) => ({ ...measured, faster: fasterOf(measured, spread) }));
  }

  /** Neighbours among the sizes with a verdict whose verdicts differ. */
  #changes() {
    const sure = this.#all().filter(({ faster }) => faster !== null);
    return pairs(sure).filter(([before, after]) => before.faster !== after.faster);
  }

  /** Both ends of the range decide whether there is an answer at all. */
  #nextEnd() {
    const all = this.#all();
    const isOpen = (/** @type {number} */ end) => {
      const measured = all.find(({ n }) => n === end);
      return !measured || (measured.faster === null && mayTellMore(measured));
    };
    return this.#range.find(isOpen) ?? null;
  }

  /** Halves the widest span in which the sign changes. Where neither is faster in the middle of it, both ends of that are looked for. */
  #nextOfChanges() {
    const spans = this.#changes().map(([before, after]) => {
      const ties = this.#all().filter(({ n }) => before.n < n && n < after.n);
      if (!ties.length) return [before.n, after.n];
      const [first, last] = [ties[0].n, ties[ties.length - 1].n];
      return first / before.n >= after.n / last ? [before.n, first] : [last, after.n];
    });
    spans.sort((left, right) => right[1] / right[0] - left[1] / left[0]);
    for (const [low, high] of spans) {
      const n = this.#besideStep(low, high) ?? halfway(low, high);
      if (n !== null) return n;
    }
    return null;
  }

  /** A size on which a crossing rests whose verdict was measured once. */
  #nextToConfirm() {
    return (
      this.#changes()
        .flat()
        .find((measured) => sureOf(measured).length < 2)?.n ?? null
    );
  }

  /** A size whose scans seem to differ, but whose samples spread too far. */
  #nextDisturbed() {
    const disturbed = (/** @type {Verdict} */ { ratio }) => ratio !== undefined && Math.abs(Math.log(ratio)) > DISTURBED;
    return (
      this.#all().find((measured) => measured.faster === null && mayTellMore(measured) && measured.verdicts.every(disturbed))?.n ?? null
    );
  }

  /** A size beside a step that may hide two crossings between sizes with the same verdict; first where the times are the closest. */
  #nextHidden() {
    const [first] = this.#unexplored();
    return first ? this.#besideStep(first.low, first.high) : null;
  }

  /** Spans between sizes that were measured whose steps might change the verdict, the most doubtful first. */
  #unexplored() {
    const gaps = pairs(this.#all()).map(([before, after]) => ({
      low: before.n,
      high: after.n,
      distance: Math.min(distanceOf(before), distanceOf(after)),
    }));
    return gaps
      .filter(({ low, high, distance }) => this.#besideStep(low, high) !== null && distance < this.#reach(low, high))
      .sort((left, right) => left.distance - right.distance);
  }

  /** How far the steps of a span may move the logarithm of the ratio. @param {number} low @param {number} high */
  #reach(low, high) {
    const rise = this.#steps.filter(({ n }) => low <= n && n < high).reduce((sum, step) => sum + step.rise, 0);
    return STEP_FACTOR * rise + STEP_MORE;
  }

  /** The side of a step between two sizes that tells the most, or null where there is none. @param {number} low @param {number} high */
  #besideStep(low, high) {
    const inside = (/** @type {number} */ n) => low < n && n < high;
    const steps = this.#steps.filter(({ n }) => inside(n) || inside(n + 1)).map(({ n }) => n);
    // The other side of a step whose one side was measured.
    const side = steps.find((n) => n === low) ?? steps.find((n) => n + 1 === high);
    if (side !== undefined) return inside(side) ? side : side + 1;
    const middle = Math.sqrt(low * high);
    const off = (/** @type {number} */ n) => Math.abs(Math.log(n / middle));
    return steps.length ? steps.reduce((best, n) => (off(n) < off(best) ? n : best)) : null;
  }

  /** The middle of the widest span between a size at which it cannot be told and one at which it can. */
  #nextUnsure() {
    const edges = this.#untold().flatMap(({ before, first, last, after }) => [
      [before, first],
      [last, after],
    ]);
    const open = edges
      .filter(([low, high]) => low && high && high / low > NEAR_UNSURE)
      .sort((left, right) => right[1] / right[0] - left[1] / left[0]);
    for (const [low, high] of open) {
      const n = halfway(low, high);
      if (n !== null) return n;
    }
    return null;
  }

  /**
   * Runs of sizes at which it cannot be told, and the sizes next to them at which it can (0 where there is none), unless those have
   * different verdicts, or no step between: then the sign does not change there.
   */
  #untold() {
    const all = this.#all();
    const runs = all
      .filter(({ faster }, i) => faster === null && all[i - 1]?.faster !== null)
      .map((first) => {
        const from = all.indexOf(first);
        const next = all.findIndex(({ faster }, i) => i > from && faster !== null);
        const end = next < 0 ? all.length : next;
        return { before: all[from - 1], first, last: all[end - 1], after: all[end] };
      });
    const open = runs.filter(
      ({ before, after }) =>
        !before || !after || (before.faster === after.faster && this.#steps.some(({ n }) => before.n <= n && n < after.n)),
    );
    return open.map(({ before, first, last, after }) => ({
      before: before?.n ?? 0,
      first: first.n,
      last: last.n,
      after: after?.n ?? 0,
      reason: reasonOf(first),
    }));
  }

  /** Between the sizes next to them at which it can be told. @returns {Unsure[]} */
  #unsure() {
    const [from, to] = this.#range;
    const untold = this.#untold().map(({ before, after, reason }) => ({
      low: before ? before + 1 : from,
      high: after ? after - 1 : to,
      reason,
    }));
    const reason = `${MOST_MEASUREMENTS} measurements left out sizes at which a plan changes.`;
    const within = (/** @type {{ low: number, high: number }[]} */ spans, /** @type {{ low: number, high: number }} */ { low, high }) =>
      spans.some((span) => span.low <= low && high <= span.high);
    const changes = this.#changes().map(([before, after]) => ({ low: before.n + 1, high: after.n - 1 }));
    const left = this.#unexplored().map(({ low, high }) => ({ low: low + 1, high: high - 1, reason }));
    return [...untold, ...left.filter((span) => !within([...untold, ...changes], span))].sort((one, other) => one.low - other.low);
  }

  /** Sizes with the same verdict, and nothing unsure between. @param {Unsure[]} unsure @returns {Stretch[]} */
  #stretches(unsure) {
    /** @type {Stretch[]} */
    const stretches = [];
    for (const { n, faster } of this.#all()) {
      if (faster === null) continue;
      const last = stretches[stretches.length - 1];
      const goesOn = last?.faster === faster && !unsure.some(({ low, high }) => last.high < low && high < n);
      if (goesOn) last.high = n;
      else stretches.push({ low: n, high: n, faster });
    }
    return stretches;
  }
}

/** @template T @param {T[]} all @returns {[T, T][]} */
function pairs(all) {
  return all.slice(1).map((one, i) => [all[i], one]);
}

/** As one verdict says and no other contradicts, and further from 1 than measurements lie apart. @param {Measured} measured @param {number} spread @returns {0 | 1 | null} */
function fasterOf(measured, spread) {
  const sure = sureOf(measured);
  const unsure = measured.verdicts.length - sure.length;
  const holds = sure.length > 1 || (sure.length === 1 && unsure < MOST_ATTEMPTS);
  if (!holds || contradicts(measured)) return null;
  const logs = logsOf(measured);
  const far = Math.abs(meanOf(logs)) >= (SPREADS * spread) / Math.sqrt(logs.length);
  return far || !logs.length ? sure[0] : null;
}

/** Logarithms of the ratios that were not disturbed. @param {Measured} measured */
function logsOf({ verdicts }) {
  const told = verdicts.filter(({ faster, ratio }) => ratio !== undefined && (faster !== null || Math.abs(Math.log(ratio)) < DISTURBED));
  return told.map(({ ratio }) => Math.log(/** @type {number} */ (ratio)));
}

/** @param {number[]} values */
function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The standard deviation of a ratio's logarithm between measurements of one size: rounds of one measurement agree better than those of
 * two. What is expected counts as one that was found.
 * @param {Measured[]} all
 */
function spreadOf(all) {
  const logs = all.map(logsOf).filter(({ length }) => length > 1);
  const squares = logs.flatMap((values) => values.map((value) => (value - meanOf(values)) ** 2));
  const freedom = squares.length - logs.length;
  return Math.sqrt((squares.reduce((sum, square) => sum + square, 0) + MARGIN ** 2) / (freedom + 1));
}

/** The verdicts that tell one. @param {Measured} measured */
function sureOf({ verdicts }) {
  return verdicts
    .filter(({ ratio }) => ratio === undefined || Math.abs(Math.log(ratio)) >= MARGIN)
    .flatMap(({ faster }) => (faster === null ? [] : [faster]));
}

/** @param {Measured} measured */
function contradicts(measured) {
  const sure = sureOf(measured);
  return sure.includes(0) && sure.includes(1);
}

/** @param {Measured} measured */
function mayTellMore(measured) {
  const { verdicts } = measured;
  return verdicts.length < MOST_ATTEMPTS && !contradicts(measured) && verdicts.every(({ faster, again }) => faster !== null || again);
}

/** @param {Measured} measured */
function reasonOf(measured) {
  if (contradicts(measured)) return 'Two measurements contradict each other.';
  const untold = measured.verdicts.find(({ faster }) => faster === null);
  return untold?.reason ?? 'Their times differ by no more than two measurements of them do.';
}

/** How far the times lie apart, as a logarithm; 0 where that is not known. @param {Measured & { faster: 0 | 1 | null }} measured */
function distanceOf({ faster, verdicts }) {
  return faster === null ? 0 : Math.min(...verdicts.map(({ ratio }) => Math.abs(Math.log(ratio ?? 1))));
}

/** @param {number} low @param {number} high */
function halfway(low, high) {
  return high / low < NEAR || high - low <= 1 ? null : Math.min(high - 1, Math.max(low + 1, Math.round(Math.sqrt(low * high))));
}

/** @param {number} low @param {number} high */
function placeOf(low, high) {
  return high - low <= 1 ? high : Math.round(Math.sqrt(low * high));
}
