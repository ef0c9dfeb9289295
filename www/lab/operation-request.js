/** Requests of operations as the core takes them. */

import {
  MAX_U32,
  TYPES,
  badArgument,
  checkBoolean,
  checkCondition,
  checkInteger,
  checkOneOf,
  checkTuning,
  copyOfList,
  describe,
  reading,
} from '../shared/arguments.js';
import { messageOf } from '../shared/errors.js';
/** @import { Catalogue, CoreOperation, OperationEntry, OperationOptions } from '../types.d.ts' */
/** @import { Requests } from './requests.js' */

/**
 * The fields of a request, with its options apart from them. Options that have no value are left out.
 * @param {Record<string, any>} fields
 * @returns {CoreOperation}
 */
export function coreOperation({ operation, type, operator, scan, tuning, n, pattern, seed, ...options }) {
  return { operation, type, operator, scan, tuning, n, pattern, seed, options: /** @type {OperationOptions} */ (options) };
}

/** All operations, with those that are only measured. @param {Catalogue} catalogue */
export const measurable = ({ operations, measured }) => [...operations, ...measured];

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
    const { operation: _, type, operator: named, scan, tuning, ...own } = requests.read('query', value, ['operation', 'type', ...options]);
    const flags = selects && own.where === undefined ? { flags: true } : {};
    const operator = named === undefined ? undefined : requests.operator(named);
    const kind = type ?? operator?.types[0] ?? 'u32';
    return coreOperation({ ...checkOptions(own), type: kind, scan, tuning, ...flags, operator: operator?.id, operation: id });
  } catch (failure) {
    return messageOf(failure);
  }
}

/**
 * The core's request for a plan; selections are by flags unless there is a condition.
 * @param {Catalogue} catalogue
 * @param {Requests} requests
 * @param {unknown} value
 * @returns {CoreOperation}
 */
export function operationPlan({ algorithms, operations }, requests, value) {
  const id = reading('request', () => /** @type {any} */ (value).operation);
  const { options, selects, takesScan, variants } = findOperation(operations, id);
  const given = requests.read('request', value, ['operation', 'type', 'n', ...options]);
  const { operation, type, operator: named, scan: part, tuning, n, ...own } = given;
  const operator = requests.operator(named);
  const others = variants.map((variant) => variant.id);
  const scan = takesScan ? requests.algorithm(part, others) : undefined;
  const flags = selects && own.where === undefined ? { flags: true } : {};
  return coreOperation({
    operation,
    type: checkOneOf('type', type, operator.own ? operator.types : TYPES, operator.types[0]),
    operator: named === undefined ? undefined : operator.id,
    ...(scan !== undefined && { scan, tuning: checkTuning(algorithms, scan, tuning) }),
    n: checkInteger('n', n, 0, MAX_U32),
    ...checkOptions(own),
    ...flags,
  });
}

/** The options that are given, whose ranges the core checks. @param {Record<string, unknown>} options */
export function checkOptions(options) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, (CHECKS[name] ?? checkNumber)(name, value)]));
}

const checkFlag = (/** @type {string} */ name, /** @type {unknown} */ value) => checkBoolean(name, value, false);

/** The options that are not numbers, or not only finite ones. @type {Record<string, (name: string, value: unknown) => unknown>} */
const CHECKS = {
  where: checkCondition,
  flags: checkFlag,
  indices: checkFlag,
  values: checkFlag,
  descending: checkFlag,
  bits: (_, value) => checkBits(value),
  to: checkUpperEnd,
};

/** @param {string} name @param {unknown} value @returns {number} */
export function checkNumber(name, value) {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw badArgument(`${name} must be a number; it was ${describe(value)}.`);
}

/** A number, or Infinity, as which JSON has a text. @param {string} name @param {unknown} value */
export function checkUpperEnd(name, value) {
  return value === Infinity || value === 'Infinity' ? 'Infinity' : checkNumber(name, value);
}

/** @param {unknown} value */
export function checkBits(value) {
  const bits = copyOfList('bits', value, 2);
  const isBit = (/** @type {unknown} */ bit) => typeof bit === 'number' && Number.isInteger(bit) && bit >= 0 && bit <= 32;
  if (bits?.length === 2 && bits.every(isBit) && Number(bits[0]) <= Number(bits[1])) return bits;
  throw badArgument(
    `bits must be [from, to] with 0 ≤ from ≤ to ≤ 32; it was ${bits ? `[${bits.map(describe).join(', ')}]` : describe(value)}.`,
  );
}
