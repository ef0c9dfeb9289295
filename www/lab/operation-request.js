/** Requests of operations as the core takes them. */

import { checkOneOf, reading } from '../shared/arguments.js';
import { messageOf } from '../shared/errors.js';
/** @import { CoreOperation, OperationEntry, OperationOptions } from '../types.d.ts' */
/** @import { Requests } from './requests.js' */

/**
 * The fields of a request, with its options apart from them. Options that have no value are left out.
 * @param {Record<string, any>} fields
 * @returns {CoreOperation}
 */
export function coreOperation({ operation, type, operator, scan, tuning, n, pattern, seed, ...options }) {
  return { operation, type, operator, scan, tuning, n, pattern, seed, options: /** @type {OperationOptions} */ (options) };
}

/**
 * @param {readonly OperationEntry[]} operations
 * @param {unknown} id
 * @returns {OperationEntry}
 */
export function findOperation(operations, id) {
  const known = checkOneOf(
    'operation',
    id,
    operations.map((one) => one.id),
  );
  return /** @type {OperationEntry} */ (operations.find((one) => one.id === known));
}

/**
 * The core's request for a query whether an operation is supported, or the reason why it is none; selections are by flags unless there is
 * a condition.
 * @param {readonly OperationEntry[]} operations
 * @param {Requests} requests
 * @param {unknown} value
 * @returns {CoreOperation | string}
 */
export function operationQuery(operations, requests, value) {
  try {
    const { id, options, selects } = findOperation(
      operations,
      reading('query', () => /** @type {any} */ (value).operation),
    );
    const query = requests.read('query', value, ['operation', 'type', ...options]);
    const flags = selects && query.where === undefined ? { flags: true } : {};
    const operator = query.operator === undefined ? undefined : requests.operator(query.operator);
    return coreOperation({ type: operator?.types[0] ?? 'u32', ...query, ...flags, operator: operator?.id, operation: id });
  } catch (failure) {
    return messageOf(failure);
  }
}
