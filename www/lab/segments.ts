/** The segments of a scan as requests give them: heads, a shape, or rows of test inputs. */

import { badArgument, checkBoolean, checkFlags, checkInteger, copyOfList, describe, elementsOf } from '../shared/arguments.ts';
import { headWords } from './heads.ts';
import type { ElementType, RequestLimits } from '../types.ts';

/** The keys of what divides a measured input into segments. */
export const SEGMENT_KEYS = ['segmented', 'headsAsBits', 'columns', 'axis'];

/** @param request with `heads` or `shape` if the scan is segmented */
export function scanOf(request: Record<string, unknown>, type: ElementType, n: number) {
  const { shape, axis, heads } = request;
  if (shape === undefined && axis !== undefined) throw badArgument(`axis requires a shape; it was ${describe(axis)} without one.`);
  const columns = shape === undefined ? undefined : checkShape(shape, n);
  if (columns !== undefined && heads !== undefined) throw badArgument('segments must be given by heads or by a shape; both were given.');
  return { ...request, type, segmented: heads !== undefined, columns, axis: columns ? axis : undefined };
}

/**
 * @param value `[rows, columns]`
 * @returns the columns; none of an empty array
 */
function checkShape(value: unknown, n: number): number | undefined {
  const required = `shape must be [rows, columns] of ${n} elements in all, as many as the input has`;
  const shape = ArrayBuffer.isView(value) ? null : copyOfList('shape', value, 2);
  const isShape = shape?.length === 2 && shape.every((count) => Number.isSafeInteger(count) && Number(count) >= 0);
  if (!isShape) throw badArgument(`${required}; it was ${describe(value)}.`);
  const [rows, columns] = shape.map(Number);
  if (rows * columns !== n) throw badArgument(`${required}; it was [${rows}, ${columns}], which has ${rows * columns}.`);
  return n === 0 ? undefined : columns;
}

export function checkSegments(request: Record<string, unknown>, limits: RequestLimits) {
  const segmented = checkBoolean('segmented', request.segmented, false);
  const headsAsBits = checkBoolean('headsAsBits', request.headsAsBits, false);
  const columns = request.columns === undefined ? 0 : checkInteger('columns', request.columns, 1, limits.columns);
  const axis = request.axis === undefined ? 1 : checkInteger('axis', request.axis, 0, 1);
  if (headsAsBits && !segmented) throw badArgument('headsAsBits requires heads; it was true without them.');
  if (columns && segmented) throw badArgument('segments must be given by heads or by rows; both were given.');
  return { segmented, headsAsBits, columns, axis };
}

/**
 * The average length of the segments of a test input, where one is given.
 * @param request of a point
 */
export function checkSegmentLength({ segmentLength, segmented }: Record<string, unknown>, limits: RequestLimits) {
  if (segmentLength === undefined) return {};
  if (segmented !== true) throw badArgument(`segmentLength requires segmented: true; it was ${describe(segmentLength)} without it.`);
  return { segmentLength: checkInteger('segmentLength', segmentLength, 1, limits.segmentLength) };
}

export function checkHeads({ heads, headsAsBits }: Record<string, unknown>, n: number): Uint32Array | undefined {
  if (heads === undefined) return undefined;
  if (checkBoolean('headsAsBits', headsAsBits, false)) return checkHeadBits(heads, n);
  return checkFlags('heads', heads, n);
}

function checkHeadBits(heads: unknown, n: number): Uint32Array {
  const words = headWords({ n, segmented: true, headsAsBits: true });
  const required = `heads must be a Uint32Array of ${words} words of 32 flags, one bit per element`;
  const found = elementsOf('heads', heads);
  if (found?.type !== 'u32') throw badArgument(`${required}; it was ${describe(heads)}.`);
  if (found.array.length !== words) throw badArgument(`${required}; it has ${found.array.length}.`);
  return found.array as Uint32Array;
}
