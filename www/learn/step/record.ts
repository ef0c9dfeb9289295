/** Recordings of what is stepped through. Pure: no DOM. */
import { elementsOf } from './operators.ts';
import { numbersOf } from './settings.ts';
import type { Algorithm, Recording, Tuning } from '../../types.ts';
import type { Explainer } from '../../ui/element-types.ts';
import type { Operator } from './operators.ts';
import type { Settings } from './types.ts';

/** Subgroups of scans whose workgroups are small, and of others, where the settings name none. */
const [SMALL_SUBGROUP, LARGE_SUBGROUP] = [4, 32];

/** The recording of a scan, and the subgroup size of its device. */
export function recordRun(
  explainer: Explainer,
  algorithm: Algorithm,
  operator: Operator,
  { input, mode, subgroup, largestSubgroup, workgroup }: Settings,
  tuning?: Tuning,
) {
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
  const record = (subgroupSize: number) => ({
    recording: explainer.recording(elements, { ...request, subgroupSize }),
    subgroupSize,
  });
  if (subgroup) return record(subgroup);
  const small = record(SMALL_SUBGROUP);
  return largestWorkgroup(small.recording) > LARGE_SUBGROUP ? record(LARGE_SUBGROUP) : small;
}

/** Invocations, by the generated constants. */
function largestWorkgroup({ shaders }: Recording) {
  return Math.max(...shaders.map((source) => Number(/const WORKGROUP_SIZE: u32 = (\d+)u;/.exec(source)?.[1] ?? 1)));
}
