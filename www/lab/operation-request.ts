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
} from '../shared/arguments.ts';
import { messageOf } from '../shared/errors.ts';
import type { Catalogue, CoreOperation, OperationEntry, OperationOptions } from '../types.ts';
import type { Requests } from './requests.ts';

/** The fields of a request, with its options apart from them. Options that have no value are left out. */
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

/** All operations, with those that are only measured. */
export const measurable = ({ operations, measured }: Catalogue) => [...operations, ...measured];

export function findOperation(operations: readonly OperationEntry[], id: unknown): OperationEntry {
  const known = checkOneOf(
    'operation',
    id,
    operations.map((one) => one.id),
  );
  return operations.find((one) => one.id === known) as OperationEntry;
}

/**
 * The core's request for a query whether an operation is supported, or the reason why it is none; selections are by flags unless there is
 * a condition.
 */
export function operationQuery(operations: readonly OperationEntry[], requests: Requests, value: unknown): CoreOperation | string {
  try {
    const { id, options, selects } = findOperation(
      operations,
      reading('query', () => (value as any).operation),
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

/** The core's request for a plan; selections are by flags unless there is a condition. */
export function operationPlan({ algorithms, operations }: Catalogue, requests: Requests, value: unknown): CoreOperation {
  const id = reading('request', () => (value as any).operation);
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

/** The options that are given, whose ranges the core checks. */
export function checkOptions(options: Record<string, unknown>) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, (CHECKS[name] ?? checkNumber)(name, value)]));
}

const checkFlag = (name: string, value: unknown) => checkBoolean(name, value, false);

/** The options that are not numbers, or not only finite ones. */
const CHECKS: Record<string, (name: string, value: unknown) => unknown> = {
  where: checkCondition,
  flags: checkFlag,
  indices: checkFlag,
  values: checkFlag,
  descending: checkFlag,
  bits: (_, value) => checkBits(value),
  to: checkUpperEnd,
};

export function checkNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw badArgument(`${name} must be a number; it was ${describe(value)}.`);
}

/** A number, or Infinity, as which JSON has a text. */
export function checkUpperEnd(name: string, value: unknown) {
  return value === Infinity || value === 'Infinity' ? 'Infinity' : checkNumber(name, value);
}

export function checkBits(value: unknown) {
  const bits = copyOfList('bits', value, 2);
  const isBit = (bit: unknown) => typeof bit === 'number' && Number.isInteger(bit) && bit >= 0 && bit <= 32;
  if (bits?.length === 2 && bits.every(isBit) && Number(bits[0]) <= Number(bits[1])) return bits;
  throw badArgument(
    `bits must be [from, to] with 0 ≤ from ≤ to ≤ 32; it was ${bits ? `[${bits.map(describe).join(', ')}]` : describe(value)}.`,
  );
}
