/** @import { PreparedPlan } from '../types.d.ts' */

/** The public names of second outputs, by operation. @type {Record<string, string>} */
const SECOND_OUTPUTS = { compact: 'indices', 'run-lengths': 'lengths', 'reduce-by-key': 'sums', sort: 'outputValues' };

/** A plan whose ports have their public names. @param {PreparedPlan} plan @param {string} [operation] of one; else the plan is a scan's @returns {PreparedPlan} */
export function withPortNames(plan, operation) {
  /** @type {Record<string, string>} */
  const names = operation === undefined ? { flags: 'heads' } : { 'second output': SECOND_OUTPUTS[operation] };
  return { ...plan, ports: plan.ports.map((port) => ({ ...port, name: names[port.name] ?? port.name })) };
}
