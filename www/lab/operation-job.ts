/** Points of operations: their jobs. */

import { MAX_U32, TYPES, checkBoolean, checkInteger, checkOneOf, checkTuning, reading } from '../shared/arguments.ts';
import { ScanLabError } from '../shared/errors.ts';
import { checkOptions, findOperation, measurable } from './operation-request.ts';
import type { Catalogue, CoreOperation, ElementType, OperationOptions } from '../types.ts';
import type { PointJob } from './points.ts';
import type { Requests } from './requests.ts';

/** What every operation takes when it is measured, beside its options. */
const COMMON = ['operation', 'type', 'pattern', 'seed', 'algorithm', 'transfers'];
/** Elements that are selected by default. */
const HALF = 0.5;
/** The default range of a histogram, that of random elements. */
const RANGE: Record<ElementType, { from: number; to: number }> = {
  u32: { from: 0, to: 2 ** 32 },
  i32: { from: -(2 ** 31), to: 2 ** 31 },
  f32: { from: -1, to: 1 },
};

/** What jobs of scans have, and those of operations leave at its default. */
const OF_NO_SCAN = {
  mode: 'inclusive',
  direction: 'forward',
  segmented: false,
  headsAsBits: false,
  columns: 0,
  axis: 1,
  inPlace: false,
} as const;

export function isOfOperation(request: unknown) {
  return reading('request', () => typeof request === 'object' && request !== null && (request as any).operation !== undefined);
}

/** @param sizes the keys of the lengths */
export function operationPoint(catalogue: Catalogue, requests: Requests, value: unknown, sizes: string[]) {
  const { id, options, selects, takesScan, variants } = findOperation(
    measurable(catalogue),
    reading('request', () => (value as any).operation),
  );
  // A condition in WGSL cannot be verified in JavaScript.
  const keys = options.filter((name) => name !== 'where' && name !== 'scan');
  const given = requests.read('request', value, [...COMMON, ...keys, ...sizes]);
  const operator = requests.operator(given.operator);
  if (operator.own)
    throw new ScanLabError('unsupported', "An operation is measured with an operator of the catalogue; it was one of one's own.");
  const others = variants.map((variant) => variant.id);
  const algorithm = takesScan ? requests.algorithm(given.algorithm, others) : checkOneOf('algorithm', given.algorithm, [id], id);
  const type = checkOneOf('type', given.type, TYPES, operator.types[0]);
  const tuning = takesScan ? checkTuning(catalogue.algorithms, algorithm, given.tuning) : {};
  const patterns = catalogue.patterns.map((pattern) => pattern.id);
  const pattern = checkOneOf('pattern', given.pattern, patterns, patterns[0]);
  const own = keys.filter((name) => name !== 'operator' && name !== 'tuning').map((name) => [name, given[name]]);
  const request = {
    operation: id,
    type,
    pattern,
    ...(keys.includes('operator') && { operator: operator.id }),
    ...(takesScan && { scan: algorithm, tuning }),
    options: {
      ...(selects && { density: HALF }),
      ...(options.includes('bins') && RANGE[type]),
      ...checkOptions(Object.fromEntries(own)),
    } as OperationOptions,
  };
  const job: PointJob = {
    ...OF_NO_SCAN,
    operation: id,
    request,
    selects,
    unordered: others.includes(algorithm),
    algorithm,
    operator: operator.id,
    type,
    words: operator.words,
    tuning,
    n: 0,
    pattern,
    // Drawn anew, so that the data is not known beforehand.
    seed: given.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : checkInteger('seed', given.seed, 0, MAX_U32),
    transfers: checkBoolean('transfers', given.transfers, false),
  };
  return { job, given };
}

/** Whether the core measures a job: its kind, of any length. */
export function operationSupport({ request, selects }: PointJob): CoreOperation {
  const { options, ...rest } = request as CoreOperation;
  return { ...rest, options: { ...options, ...(selects && { flags: true }) } };
}
