/** Requests of operations as the core takes them. */

import { checkObject, checkOneOf, reading } from '../shared/arguments.js';
/** @import { CoreOperation, OperationEntry, OperationOptions } from '../types.d.ts' */

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
 * The core's request for a query whether an operation is supported; selections are by flags unless there is a condition.
 * @param {readonly OperationEntry[]} operations
 * @param {unknown} value
 */
export function operationQuery(operations, value) {
  const { id, options, selects } = findOperation(
    operations,
    reading('query', () => /** @type {any} */ (value).operation),
  );
  const query = checkObject('query', value, ['operation', 'type', ...options]);
  const flags = selects && query.where === undefined ? { flags: true } : {};
  return coreOperation({ type: 'u32', ...query, ...flags, operation: id });
}
