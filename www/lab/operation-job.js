/** Points of operations: their jobs. */

import { MAX_U32, TYPES, checkBoolean, checkInteger, checkOneOf, checkTuning, reading } from '../shared/arguments.js';
import { ScanLabError } from '../shared/errors.js';
import { checkOptions, findOperation, measurable } from './operation-request.js';
/** @import { Catalogue, CoreOperation, ElementType, OperationOptions } from '../types.d.ts' */
/** @import { PointJob } from './points.js' */
/** @import { Requests } from './requests.js' */

/** What every operation takes when it is measured, beside its options. */
const COMMON = ['operation', 'type', 'pattern', 'seed', 'algorithm', 'transfers'];
/** Elements that are selected by default. */
const HALF = 0.5;
/** The default range of a histogram, that of random elements. @type {Record<ElementType, { from: number, to: number }>} */
const RANGE = { u32: { from: 0, to: MAX_U32 }, i32: { from: -(2 ** 31), to: 2 ** 31 - 1 }, f32: { from: -1, to: 1 } };

/** @param {unknown} request */
export function isOfOperation(request) {
  return reading('request', () => typeof request === 'object' && request !== null && /** @type {any} */ (request).operation !== undefined);
}

/**
 * @param {Catalogue} catalogue
 * @param {Requests} requests
 * @param {unknown} value
 * @param {string[]} sizes the keys of the lengths
 */
export function operationPoint(catalogue, requests, value, sizes) {
  const id = reading('request', () => /** @type {any} */ (value).operation);
  const { options, selects, takesScan, variants } = findOperation(measurable(catalogue), id);
  // A condition in WGSL cannot be verified in JavaScript.
  const keys = options.filter((name) => name !== 'where' && name !== 'scan');
  const given = requests.read('request', value, [...COMMON, ...keys, ...sizes]);
  const operator = requests.operator(given.operator);
  if (operator.own)
    throw new ScanLabError('unsupported', "An operation is measured with an operator of the catalogue; it was one of one's own.");
  const algorithm = takesScan
    ? requests.algorithm(
        given.algorithm,
        variants.map((variant) => variant.id),
      )
    : checkOneOf('algorithm', given.algorithm, [String(id)], String(id));
  const patterns = catalogue.patterns.map((pattern) => pattern.id);
  const own = Object.fromEntries(
    keys.filter((name) => !['operator', 'tuning'].includes(name) && given[name] !== undefined).map((name) => [name, given[name]]),
  );
  const type = checkOneOf('type', given.type, TYPES, operator.types[0]);
  const tuning = takesScan ? checkTuning(catalogue.algorithms, algorithm, given.tuning) : {};
  const pattern = checkOneOf('pattern', given.pattern, patterns, patterns[0]);
  const kind = {
    operation: String(id),
    type,
    pattern,
    ...(keys.includes('operator') && { operator: operator.id }),
    ...(takesScan && { scan: algorithm, tuning }),
  };
  const request = {
    ...kind,
    options: /** @type {OperationOptions} */ ({
      ...(selects && { density: HALF }),
      ...(options.includes('bins') && RANGE[type]),
      ...checkOptions(own),
    }),
  };
  /** @type {PointJob} */
  const job = {
    operation: String(id),
    request,
    selects,
    unordered: variants.some((variant) => variant.id === algorithm),
    algorithm,
    operator: operator.id,
    type,
    mode: 'inclusive',
    direction: 'forward',
    segmented: false,
    headsAsBits: false,
    columns: 0,
    axis: 1,
    inPlace: false,
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

/** Whether the core measures a job: its kind, of any length. @param {PointJob} job @returns {CoreOperation} */
export function operationSupport({ request, selects }) {
  const { options, ...rest } = /** @type {CoreOperation} */ (request);
  return { ...rest, options: { ...options, ...(selects && { flags: true }) } };
}
