/** Reads the segments of a scan of an array: head flags, or the rows or columns of a shape. */

import { ARRAY_OF_TYPE, badArgument, checkFlags, copyOfList, describe, elementsOf } from '../shared/arguments.ts';
import { headWords } from './heads.ts';
import type { ElementType, Elements } from '../types.ts';
import type { Job } from './verify.ts';

/**
 * The core's request for a scan of an array or a buffer.
 * @param request has `heads` or `shape` if the scan is segmented
 */
export function scanOf(request: Record<string, unknown>, type: ElementType, n: number) {
  const { shape, axis, heads, algorithm, operator, mode, direction, headsAsBits, inPlace, initial, tuning } = request;
  if (shape === undefined && axis !== undefined) throw badArgument(`axis requires a shape; it was ${describe(axis)} without one.`);
  const columns = shape === undefined ? undefined : checkShape(shape, n);
  const segments = { segmented: heads !== undefined, headsAsBits, columns, axis: columns ? axis : undefined };
  return { algorithm, operator, type, mode, direction, ...segments, inPlace, initial: initial !== undefined, tuning };
}

/**
 * @param value `[rows, columns]`
 * @returns the number of columns; undefined for an empty array
 */
function checkShape(value: unknown, n: number): number | undefined {
  const required = `shape must be [rows, columns] with ${n} elements in total, as the input has`;
  const shape = ArrayBuffer.isView(value) ? null : copyOfList('shape', value, 2);
  const isShape = shape?.length === 2 && shape.every((count) => Number.isSafeInteger(count) && Number(count) >= 0);
  if (!isShape) throw badArgument(`${required}; it was ${describe(value)}.`);
  const [rows, columns] = shape.map(Number);
  if (rows * columns !== n) throw badArgument(`${required}; it was [${rows}, ${columns}], which has ${rows * columns}.`);
  return n === 0 ? undefined : columns;
}

/** The initial value in an array: one element. */
export function checkInitial(initial: unknown, { operator, type, words }: Pick<Job, 'operator' | 'type' | 'words'>): Elements | undefined {
  if (initial === undefined) return undefined;
  const [array, entries] = [ARRAY_OF_TYPE[type].name, words === 1 ? '1 entry' : `${words} entries`];
  const required = `initial must be a ${array} with ${entries}, one element of ${operator}`;
  const found = elementsOf('initial', initial);
  if (found?.type !== type) throw badArgument(`${required}; it was ${describe(initial)}.`);
  if (found.array.length !== words) throw badArgument(`${required}; it has ${found.array.length}.`);
  return found.array;
}

export function checkHeads(heads: unknown, { headsAsBits, n }: { headsAsBits: boolean; n: number }): Uint32Array | undefined {
  if (heads === undefined) return undefined;
  return headsAsBits ? checkHeadBits(heads, n) : checkFlags('heads', heads, n);
}

function checkHeadBits(heads: unknown, n: number): Uint32Array {
  const words = headWords({ n, segmented: true, headsAsBits: true });
  const required = `heads must be a Uint32Array of ${words} words of 32 flags, one bit per element`;
  const found = elementsOf('heads', heads);
  if (found?.type !== 'u32') throw badArgument(`${required}; it was ${describe(heads)}.`);
  if (found.array.length !== words) throw badArgument(`${required}; it has ${found.array.length}.`);
  return found.array as Uint32Array;
}
