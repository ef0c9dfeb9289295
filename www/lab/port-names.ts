import type { PreparedPlan } from '../types.ts';

/** The public names of second outputs, by operation. */
export const SECOND_OUTPUTS: Record<string, string> = {
  compact: 'indices',
  unique: 'indices',
  'run-lengths': 'lengths',
  'reduce-by-key': 'sums',
  sort: 'outputValues',
  'segmented-sort': 'outputValues',
  'top-k': 'indices',
  'arg-min': 'index',
  'arg-max': 'index',
  merge: 'indices',
};

/**
 * A plan with the public names of its ports.
 * @param operation the id of the plan's operation; absent for a scan
 */
export function withPortNames(plan: PreparedPlan, operation?: string): PreparedPlan {
  const names: Record<string, string> =
    operation === undefined ? { flags: 'heads', 'initial value': 'initial' } : { 'second output': SECOND_OUTPUTS[operation] };
  return { ...plan, ports: plan.ports.map((port) => ({ ...port, name: names[port.name] ?? port.name })) };
}
