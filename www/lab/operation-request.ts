/** Requests of operations in the core's format. */

import { checkOneOf, reading, requireLength } from '../shared/arguments.ts';
import type { Catalogue, CoreOperation, OperationEntry, OperationOptions } from '../types.ts';
import type { Requests } from './requests.ts';

/** The fields of a request, with its options separate. */
export function coreOperation({
  operation,
  type,
  operator,
  scan,
  tuning,
  n,
  pattern,
  seed,
  ...options
}: Record<string, any>): CoreOperation {
  return { operation, type, operator, scan, tuning, n, pattern, seed, options: options as OperationOptions };
}

/** Whether an operation sorts keys, with values or indices if they are requested. */
export const isSort = (id: string) => id === 'sort' || id === 'segmented-sort';

/** All operations, including those that can only be measured. */
export const measurable = ({ operations, measured }: Catalogue) => [...operations, ...measured];

export function findOperation(operations: readonly OperationEntry[], id: unknown): OperationEntry {
  const known = checkOneOf(
    'operation',
    id,
    operations.map((one) => one.id),
  );
  return operations.find((one) => one.id === known) as OperationEntry;
}

/** The core's request that asks whether an operation is supported. A selection uses flags unless the request has a condition. */
export function operationPlan(
  operations: readonly OperationEntry[],
  requests: Requests,
  [name, value]: [string, unknown],
  keys: string[] = [],
): CoreOperation {
  const id = reading(name, () => (value as any).operation);
  const { options, selects } = findOperation(operations, id);
  const { operator: named, ...given } = requests.read(name, value, ['operation', 'type', ...keys, ...options]);
  const operator = named === undefined ? undefined : requests.operator(named);
  const flags = selects && given.where === undefined ? { flags: true } : {};
  const type = given.type === undefined ? (operator?.types[0] ?? 'u32') : given.type;
  return requests.operation(coreOperation({ ...given, ...flags, type, operator: operator?.id }), true).request;
}

/** The core's request for the plan of an operation. Throws if the number of elements is missing. */
export function requestOfPlan({ operations }: Catalogue, requests: Requests, value: unknown): CoreOperation {
  const request = operationPlan(operations, requests, ['request', value], ['n']);
  requireLength(request);
  return request;
}
