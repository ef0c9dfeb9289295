/** @import { CodePlace, CoreError, ErrorCode, TimeLimit } from '../types.d.ts' */

/** @type {readonly string[]} */
const CODES = [
  'webgpu-unavailable',
  'insecure-context',
  'no-adapter',
  'device-lost',
  'out-of-memory',
  'too-large',
  'unsupported',
  'bad-argument',
  'cancelled',
];

/** Every failure of ScanLab: `code` is for programs, `message` states what was required and what was found. */
export class ScanLabError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {{ cause?: unknown, timeLimit?: TimeLimit, place?: CodePlace }} [options]
   */
  constructor(code, message, options) {
    super(message, options);
    this.name = 'ScanLabError';
    /** @type {ErrorCode} */
    this.code = code;
    /** Of a run that took too long to be measured: more elements would take longer still. @type {TimeLimit | undefined} */
    this.timeLimit = options?.timeLimit;
    /** Of an error in code that was given: where in it. @type {CodePlace | undefined} */
    this.place = options?.place;
  }
}

/** Codes of failures that affect one scan only; others end a sweep or a calibration. */
export const SKIPPED_CODES = ['unsupported', 'too-large', 'out-of-memory'];

/**
 * The error of a failure of the core, which is an Error with the fields of a CoreError.
 * @param {unknown} failure
 * @returns {ScanLabError | null} null for an unexpected failure
 */
export function plannedError(failure) {
  if (failure instanceof ScanLabError) return failure;
  if (!(failure instanceof Error)) return null;
  const { code, message, timeLimit, place } = /** @type {Error & CoreError} */ (failure);
  return CODES.includes(code) ? new ScanLabError(code, message, { timeLimit, place }) : null;
}

/**
 * The message of any thrown value.
 * @param {unknown} failure
 */
export function messageOf(failure) {
  try {
    return failure instanceof Error ? String(failure.message || failure.name) : String(failure);
  } catch {
    return 'the thrown value has no text';
  }
}

/** A failure as a message to another thread may have it: a structured clone of an error has no code. @typedef {{ code: string | null, message: string }} Failure */

/** @param {unknown} failure @returns {Failure} */
export function describeFailure(failure) {
  return { code: failure instanceof ScanLabError ? failure.code : null, message: messageOf(failure) };
}

/** The error that was described. @param {Failure} failure */
export function errorOf({ code, message }) {
  return code ? new ScanLabError(/** @type {ErrorCode} */ (code), message) : new Error(message);
}

/**
 * Loads a part of ScanLab on first use.
 * @template T
 * @param {string} what its purpose, for messages
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function loadLazily(what, load) {
  try {
    return await load();
  } catch (failure) {
    const found = `loading it has failed: ${messageOf(failure)}. Reload the page to try again.`;
    throw new ScanLabError('unsupported', `The code that ${what} is required; ${found}`, { cause: failure });
  }
}

/** @param {unknown} [reason] */
export function cancelled(reason) {
  return new ScanLabError('cancelled', 'The operation was cancelled by its AbortSignal before it had finished.', { cause: reason });
}

/**
 * Runs an allocation, since typed arrays throw a mere RangeError when memory is short.
 * @template T
 * @param {number} bytes
 * @param {() => T} make
 * @returns {T}
 */
export function allocate(bytes, make) {
  try {
    return make();
  } catch (failure) {
    throw new ScanLabError(
      'out-of-memory',
      `${bytes.toLocaleString('en')} bytes of memory were required in one piece; the browser has refused them (${messageOf(failure)}).`,
      { cause: failure },
    );
  }
}
