/** The sizes at which scans change their plans, and with them their times by a step. Pure: no DOM. */
/** @import { PlanDescription } from '../types.d.ts' */

/** The last size before a scan changes its plan. rise: by how much the logarithm of its dispatches changes. @typedef {{ n: number, rise: number }} Step */
/** What is compared of a plan. @typedef {Pick<PlanDescription, 'dispatches' | 'passes'>} Plan */

/** Plans that are looked at in an octave; where two of them differ, sizes between are looked at too. */
const PLANS_OF_OCTAVE = 8;
/** One dispatch more than so many changes a time by less than can be measured. */
const MOST_DISPATCHES = 64;
/** Codes of the errors with which one size or scan has no plan; after any other the search cannot go on. */
const REFUSALS = ['too-large', 'unsupported'];

/**
 * By rising n; none where a size has no plan.
 * @param {((n: number) => Plan)[]} planners of one scan each @param {number} from @param {number} to
 * @returns {Step[]}
 */
export function planSteps(planners, from, to) {
  /** @type {Map<number, number>} */
  const rises = new Map();
  for (const planner of planners) {
    for (const { n, rise } of stepsOf(planner, from, to)) rises.set(n, (rises.get(n) ?? 0) + rise);
  }
  return [...rises].map(([n, rise]) => ({ n, rise })).sort((left, right) => left.n - right.n);
}

/** @param {(n: number) => Plan} planner @param {number} from @param {number} to @returns {Step[]} */
function stepsOf(planner, from, to) {
  const structureAt = remembered(planner);
  const octaves = Math.log2(to / from);
  const count = Math.max(1, Math.ceil(octaves * PLANS_OF_OCTAVE));
  const sizes = Array.from({ length: count + 1 }, (_, i) => (i === count ? to : Math.round(from * 2 ** ((octaves * i) / count))));
  return sizes.slice(1).flatMap((size, i) => stepsBetween(structureAt, sizes[i], size));
}

/** None where a plan is refused: a measurement there says why. @param {(n: number) => Structure} structureAt @param {number} low @param {number} high @returns {Step[]} */
function stepsBetween(structureAt, low, high) {
  try {
    return between(structureAt, low, high);
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && REFUSALS.includes(String(failure.code)))) throw failure;
    return [];
  }
}

/** @typedef {{ key: string, dispatches: number }} Structure */

/** @param {(n: number) => Plan} planner @returns {(n: number) => Structure} */
function remembered(planner) {
  /** @type {Map<number, Structure>} */
  const structures = new Map();
  return (n) => {
    const structure = structures.get(n) ?? structureOf(planner(n));
    structures.set(n, structure);
    return structure;
  };
}

/** @param {Plan} plan @returns {Structure} */
function structureOf({ dispatches, passes }) {
  if (dispatches > MOST_DISPATCHES) return { key: 'many', dispatches: MOST_DISPATCHES };
  return { key: [dispatches, ...passes.map(({ entry_point }) => entry_point)].join(), dispatches };
}

/** @param {(n: number) => Structure} structureAt @param {number} low @param {number} high @returns {Step[]} */
function between(structureAt, low, high) {
  const [before, after] = [structureAt(low), structureAt(high)];
  if (before.key === after.key) return [];
  if (high - low <= 1) return [{ n: low, rise: Math.abs(Math.log(Math.max(1, after.dispatches) / Math.max(1, before.dispatches))) }];
  const middle = Math.floor((low + high) / 2);
  return [...between(structureAt, low, middle), ...between(structureAt, middle, high)];
}
