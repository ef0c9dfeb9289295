/** Makes the jobs of measured operations. */

import { checkBoolean, reading } from '../shared/arguments.ts';
import { ScanLabError } from '../shared/errors.ts';
import { coreOperation, findOperation, measurable } from './operation-request.ts';
import type { Catalogue, CoreOperation, ElementType } from '../types.ts';
import type { PointJob } from './points.ts';
import type { Requests } from './requests.ts';

/** The keys that the requests of all measured operations have, besides their options. */
const COMMON = ['operation', 'type', 'pattern', 'seed', 'algorithm', 'transfers'];
/** The fraction of elements that is selected by default. */
const HALF = 0.5;
/** The default range of a histogram: the range of random elements. */
const RANGE: Record<ElementType, { from: number; to: number }> = {
  u32: { from: 0, to: 2 ** 32 },
  i32: { from: -(2 ** 31), to: 2 ** 31 },
  f32: { from: -1, to: 1 },
};

export function isOfOperation(request: unknown) {
  return reading('request', () => typeof request === 'object' && request !== null && (request as any).operation !== undefined);
}

/** A new random seed, so that the data is not known beforehand. */
export const drawSeed = () => Math.floor(Math.random() * 2 ** 32);

/**
 * The fields of a request, and a function that makes a job of these fields.
 * @param sizes the keys of the lengths and of a sweep's scans, which are not fields of jobs
 */
export function operationPoint(catalogue: Catalogue, requests: Requests, value: unknown, sizes: string[]) {
  const { id, options, selects, takesOffsets, takesSorted, variants } = findOperation(
    measurable(catalogue),
    reading('request', () => (value as any).operation),
  );
  // JavaScript cannot check a condition in WGSL. In measurements, `algorithm` replaces `scan`, and `runs` gives the segments.
  const keys = options.filter((name) => !['where', 'scan', 'segments'].includes(name));
  const given = requests.read('request', value, [...COMMON, ...keys, ...sizes]);
  const { id: operator, own, types, words } = requests.operator(given.operator);
  if (own) throw new ScanLabError('unsupported', 'An operation is measured with an operator of the catalogue; found a custom operator.');

  function jobOf({ algorithm, transfers, type = types[0], flags, ...fields }: Record<string, unknown>): PointJob {
    const isFlagged = flags === undefined ? undefined : checkBoolean('flags', flags, false);
    const range = options.includes('bins') && RANGE[requests.scan({ type }).type];
    const wanted = coreOperation({
      ...(selects && { density: HALF }),
      ...range,
      ...fields,
      ...(selects && { flags: true }),
      operation: id,
      operator: options.includes('operator') ? operator : undefined,
      type,
      scan: algorithm === id ? undefined : algorithm,
    });
    const { request, common } = requests.operation(wanted, true);
    const { seed: _, ...kind } = request;
    return {
      ...common,
      operation: id,
      request: { ...kind, options: { ...kind.options, flags: isFlagged } },
      selects,
      takesOffsets,
      takesSorted,
      unordered: variants.some((variant) => variant.id === common.algorithm),
      words,
      seed: given.seed === undefined ? drawSeed() : common.seed,
      transfers: checkBoolean('transfers', transfers, false),
    };
  }
  return { given, jobOf };
}

/** The request that asks the core whether it measures jobs of this kind, whatever their length. */
export function operationSupport({ request, selects }: PointJob): CoreOperation {
  const { options, ...rest } = request as CoreOperation;
  return { ...rest, options: { ...options, ...(selects && { flags: true }) } };
}
