/** Recordings of what is stepped through. Pure: no DOM. */
import { elementsOf } from './operators.js';
import { numbersOf } from './settings.js';

/** @typedef {import('../../ui/element-types.d.ts').Explainer} Explainer */
/** @typedef {import('../../types.d.ts').Algorithm} Algorithm */
/** @typedef {import('../../types.d.ts').Recording} Recording */
/** @typedef {import('./operators.js').Operator} Operator */
/** @typedef {import('./types.d.ts').Settings} Settings */

/** Subgroups of scans whose workgroups are small, and of others, where the settings name none. */
const [SMALL_SUBGROUP, LARGE_SUBGROUP] = [4, 32];

/**
 * The recording of a scan, and the subgroup size of its device.
 * @param {Explainer} explainer @param {Algorithm} algorithm @param {Operator} operator @param {Settings} settings
 * @param {import('../../types.d.ts').Tuning} [tuning]
 */
export function recordRun(explainer, algorithm, operator, { input, mode, subgroup, largestSubgroup, workgroup }, tuning) {
  const elements = elementsOf(operator, numbersOf(input).numbers);
  // Tiles as small as they can be.
  const smallest = Object.fromEntries(algorithm.tuning.filter(({ name }) => name === 'items').map(({ name }) => [name, 1]));
  const request = {
    algorithm: algorithm.id,
    operator: operator.own ?? operator.id,
    mode,
    workgroupSize: workgroup,
    ...(largestSubgroup && { largestSubgroupSize: largestSubgroup }),
    tuning: { ...smallest, ...tuning },
  };
  const record = (/** @type {number} */ subgroupSize) => ({
    recording: explainer.recording(elements, { ...request, subgroupSize }),
    subgroupSize,
  });
  if (subgroup) return record(subgroup);
  const small = record(SMALL_SUBGROUP);
  return largestWorkgroup(small.recording) > LARGE_SUBGROUP ? record(LARGE_SUBGROUP) : small;
}

/** Invocations, by the generated constants. @param {Recording} recording */
function largestWorkgroup({ shaders }) {
  return Math.max(...shaders.map((source) => Number(/const WORKGROUP_SIZE: u32 = (\d+)u;/.exec(source)?.[1] ?? 1)));
}
