/** Result files: all of a run, to open it elsewhere and compare it. Reading one trusts nothing in it. Pure: no DOM. */
import { DIRECTIONS, MAX_U32, MODES, TYPES, describe } from '../shared/arguments.js';

/** @typedef {import('../ui/element-types.d.ts').Run} Run */
/** @typedef {Run & { browser: string, version: string }} FullRun */
/**
 * A check gives the value that it accepts, or throws; `path` names the value in messages.
 * @template T @typedef {(value: unknown, path: string) => T} Check
 */

export const SCHEMA = 'scanlab-results';
export const SCHEMA_VERSION = 1;
/** Ten times what the largest sweep takes; a larger file is another one. */
export const MOST_BYTES = 32 * 2 ** 20;
const MOST_ALGORITHMS = 100;
/** The most sizes of a sweep. */
const MOST_SIZES = 200;
const MOST_WORDS = 16;
/** Samples of a point: many times what a series has, and few enough to be compared at once. */
const MOST_SAMPLES = 1000;
const LONGEST_TEXT = 2000;
/** A compiler may have much to say of a scan that it refuses. */
const LONGEST_REASON = 100_000;

/** What is wrong with a file, for people: what was required and what was found. */
export class ResultFileError extends Error {}

/** @param {FullRun} run @param {string} settings of the run, as the query of an address */
export function toResultFile({ config, adapter, browser, version, points, date }, settings) {
  const timed = points.find(({ samples_ns }) => samples_ns.length);
  const file = {
    schema: SCHEMA,
    version: SCHEMA_VERSION,
    app: 'ScanLab',
    app_version: version,
    date: date.toISOString(),
    settings,
    config,
    adapter,
    browser,
    timer: timed ? { kind: timed.timer, quantum_ns: timed.quantum_ns } : null,
    points,
  };
  return JSON.stringify(file, (_, value) => (isSpecial(value) ? (Object.is(value, -0) ? '-0' : String(value)) : value), 2);
}

/** JSON has no NaN, infinity or negative zero: as text they survive. @param {unknown} value */
function isSpecial(value) {
  return typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0));
}

/** @param {string} text @returns {FullRun} */
export function readResultFile(text) {
  const { config, adapter, browser, app_version: version, points, date } = checkResultFile(parse(text), 'the file');
  const seen = new Set();
  points.forEach((point, i) => checkPlace(point, config, `points[${i}]`, seen));
  return /** @type {FullRun} */ (/** @type {unknown} */ ({ config, adapter, browser, version, points, date: new Date(date) }));
}

/** @param {string} text */
function parse(text) {
  if (!text.trim()) throw new ResultFileError('it is empty; a result file that Save JSON made is required');
  const value = parseJson(text);
  const { schema, version } = Object(value);
  if (schema !== SCHEMA) {
    throw new ResultFileError(
      `a result file that Save JSON made is required, with schema “${SCHEMA}”; ${schema === undefined ? 'this one has no schema' : `its schema is ${show(schema)}`}`,
    );
  }
  if (version === SCHEMA_VERSION) return value;
  const newer = Number.isInteger(version) && version > SCHEMA_VERSION ? '; a newer ScanLab opens it' : '';
  throw new ResultFileError(`version ${SCHEMA_VERSION} of “${SCHEMA}” is required; its version is ${show(version)}${newer}`);
}

/** @param {string} text @returns {unknown} */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ResultFileError(`a result file that Save JSON made is required; this is not JSON, or not all of it (${why})`);
  }
}

/** @param {unknown} value */
const show = (value) => (value === undefined ? 'missing' : describe(value));

/** @param {string} path @param {string} required @param {unknown} value @returns {never} */
function refuse(path, required, value) {
  throw new ResultFileError(`${path} must be ${required}; it is ${show(value)}`);
}

/** @param {number} least @param {number} most @returns {Check<number>} */
function integer(least, most) {
  return (value, path) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? Number(value)
      : refuse(path, `a whole number from ${least} to ${most}`, value);
}

/** @type {Check<number>} */
const finite = (value, path) => (typeof value === 'number' && Number.isFinite(value) ? value : refuse(path, 'a number', value));

/** @type {Check<number>} */
const positive = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : refuse(path, 'a number of 0 or more', value);

/** A number that an array entry or a bound can have. @type {Check<number>} */
function real(value, path) {
  if (typeof value === 'number') return value;
  return ['NaN', 'Infinity', '-Infinity', '-0'].includes(String(value)) ? Number(value) : refuse(path, 'a number', value);
}

/** @type {Check<boolean>} */
const boolean = (value, path) => (typeof value === 'boolean' ? value : refuse(path, 'true or false', value));

/** @param {number} most characters @returns {Check<string>} */
const textOf = (most) => (value, path) =>
  typeof value === 'string' && value.length <= most ? value : refuse(path, `a text of at most ${most} characters`, value);
const text = textOf(LONGEST_TEXT);

/** @type {Check<string>} */
const id = (value, path) =>
  /^[\w-]{1,64}$/.test(String(value)) && typeof value === 'string' ? value : refuse(path, 'an id of letters, digits and hyphens', value);

/** @type {Check<string>} */
const instant = (value, path) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : refuse(path, 'a date and time like 2026-01-31T12:00:00Z', value);

/** @template {string} T @param {readonly T[]} allowed @returns {Check<T>} */
function oneOf(allowed) {
  return (value, path) => allowed.find((one) => one === value) ?? refuse(path, `one of ${allowed.join(', ')}`, value);
}

/** @template T @param {Check<T>} check @returns {Check<T | null>} */
const orNull = (check) => (value, path) => (value === null ? null : check(value, path));

/** @template T @param {Check<T>} check @param {number} [least] @param {number} [most] @returns {Check<T[]>} */
function list(check, least = 0, most = Infinity) {
  const required = most === Infinity ? 'a list' : `a list of ${least} to ${most} entries`;
  return (value, path) =>
    Array.isArray(value) && value.length >= least && value.length <= most
      ? value.map((one, i) => check(one, `${path}[${i}]`))
      : refuse(path, required, value);
}

/** For what not every version of the app has written. @template T @param {Check<T>} check @returns {Check<T | undefined>} */
const optional = (check) => (value, path) => (value === undefined ? undefined : check(value, path));

/** @param {unknown} value @param {string} path @returns {Record<string, unknown>} */
function object(value, path) {
  return typeof value === 'object' && value && !Array.isArray(value)
    ? /** @type {Record<string, unknown>} */ (value)
    : refuse(path, 'an object', value);
}

/** What it does not know of an object it keeps: later versions of the app say more. @template {Record<string, Check<any>>} S @param {S} shape @returns {Check<{ [K in keyof S]: ReturnType<S[K]> }>} */
function shaped(shape) {
  return (value, path) => {
    const given = object(value, path);
    const inside = path === 'the file' ? '' : `${path}.`;
    const checked = Object.entries(shape).map(([name, check]) => [name, check(given[name], `${inside}${name}`)]);
    return { ...given, ...Object.fromEntries(checked.filter(([, one]) => one !== undefined)) };
  };
}

/** @template T @param {Check<T>} check @returns {Check<Record<string, T>>} */
function record(check) {
  return (value, path) =>
    Object.fromEntries(Object.entries(object(value, path)).map(([name, one]) => [name, check(one, `${path}.${name}`)]));
}

/** @type {Check<[number, number]>} */
function interval(value, path) {
  const [low, high] = list(real, 2, 2)(value, path);
  return low <= high ? [low, high] : refuse(path, 'an interval whose lower end comes first', `${low} to ${high}`);
}

const count = integer(0, Number.MAX_SAFE_INTEGER);
/** The core holds them in 32 bits. */
const tuning = record(integer(0, MAX_U32));

const transfer = optional(
  orNull(
    shaped({
      samples_ns: list(positive, 0, MOST_SAMPLES),
      median_ns: orNull(positive),
      interval_ns: orNull(interval),
      minimum_ns: orNull(positive),
      resolved: boolean,
    }),
  ),
);

const checkPoint = shaped({
  algorithm: id,
  operator: id,
  type: oneOf(TYPES),
  mode: oneOf(MODES),
  direction: oneOf(DIRECTIONS),
  segmented: boolean,
  n: count,
  pattern: id,
  seed: integer(0, MAX_U32),
  tuning,
  verified: boolean,
  mismatch: orNull(
    shaped({
      index: count,
      expected: list(real, 1, MOST_WORDS),
      found: list(real, 1, MOST_WORDS),
      tile: count,
      lane: count,
      tolerance: real,
    }),
  ),
  timer: oneOf(/** @type {const} */ (['timestamp', 'wall'])),
  samples_ns: list(positive, 0, MOST_SAMPLES),
  samples_voided: count,
  outliers: list(count, 0, MOST_SAMPLES),
  repeats: count,
  quantum_ns: orNull(positive),
  overhead_ns: orNull(finite),
  resolved: boolean,
  median_ns: orNull(positive),
  interval_ns: orNull(interval),
  minimum_ns: orNull(positive),
  stopped: orNull(id),
  copy_ratio: orNull(shaped({ value: positive, interval })),
  copy_drifted: boolean,
  copy: optional(
    orNull(shaped({ median_ns: positive, interval_ns: interval, elements_per_s: optional(positive), bytes_per_s: optional(positive) })),
  ),
  upload: transfer,
  readback: transfer,
  rounds: optional(list(count, 0, MOST_SAMPLES)),
  block: optional(orNull(text)),
  hidden: optional(boolean),
  elements_per_s: orNull(positive),
  bytes_per_s: orNull(positive),
  ran: optional(orNull(id)),
  dispatches: count,
  scratch_bytes: count,
  skipped: orNull(textOf(LONGEST_REASON)),
});

const checkResultFile = shaped({
  app_version: text,
  date: instant,
  browser: text,
  config: shaped({
    algorithms: list(id, 1, MOST_ALGORITHMS),
    sizes: list(count, 1, MOST_SIZES),
    operator: id,
    type: oneOf(TYPES),
    mode: oneOf(MODES),
    pattern: id,
    seed: integer(0, MAX_U32),
    tuning: record(tuning),
    transfers: optional(boolean),
  }),
  adapter: orNull(
    shaped({
      vendor: text,
      architecture: text,
      device: text,
      description: text,
      isFallback: boolean,
      subgroups: orNull(shaped({ min: count, max: count })),
      timestamps: boolean,
      limits: record(finite),
    }),
  ),
  points: list(checkPoint, 0, MOST_ALGORITHMS * MOST_SIZES),
});

/** @typedef {ReturnType<typeof checkPoint>} CheckedPoint */
/** @typedef {ReturnType<typeof checkResultFile>['config']} CheckedConfig */

/**
 * What a point says must agree with itself and with the run that it is of.
 * @param {CheckedPoint} point @param {CheckedConfig} config @param {string} path @param {Set<string>} seen
 */
function checkPlace(point, config, path, seen) {
  for (const name of /** @type {const} */ (['operator', 'type', 'mode', 'pattern', 'seed'])) {
    if (point[name] !== config[name]) refuse(`${path}.${name}`, `that of the run, ${config[name]}`, point[name]);
  }
  if (!config.algorithms.includes(point.algorithm)) refuse(`${path}.algorithm`, 'one of config.algorithms', point.algorithm);
  if (!config.sizes.includes(point.n)) refuse(`${path}.n`, 'one of config.sizes', point.n);
  const key = JSON.stringify([point.algorithm, point.n, point.tuning]);
  if (seen.has(key)) refuse(path, 'the only one of its algorithm, n and tuning', `one more of ${point.algorithm} at ${point.n}`);
  seen.add(key);
  if (point.verified && (point.skipped !== null || point.mismatch))
    refuse(`${path}.verified`, 'false, since the point was skipped or its output wrong', true);
  if (!point.verified && (point.samples_ns.length || point.median_ns !== null))
    refuse(`${path}.samples_ns`, 'empty, since the output was not verified', point.samples_ns);
}
