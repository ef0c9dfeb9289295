/** Custom operators in WGSL: their definitions, and their trial before they scan. */

import {
  ARRAY_OF_TYPE,
  TYPES,
  badArgument,
  bitsOf,
  checkBoolean,
  checkObject,
  checkOneOf,
  copyOfList,
  describe,
} from '../shared/arguments.js';
import { warnOf } from './code-warnings.js';
/** @import { CodeWarning, CoreOwnOperator, ElementType, Operator, OperatorTrial, OwnOperator, RegisteredOperator } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { Task } from '../core/task.js' */

/** Registers a definition with the core. @typedef {(definition: CoreOwnOperator) => RegisteredOperator} Register */
/** What the core does not hold. @typedef {{ check: OwnOperator['check'], associative: boolean, identity: number[], warnings: CodeWarning[] }} Own */
/** An operator of the catalogue, or of one's own. @typedef {Operator & { own?: Own }} AnyOperator */

const WORDS = [1, 2, 4];

/** Those that were registered, by their names, which points have. @type {Map<string, AnyOperator>} */
const known = new Map();

/** @param {unknown} id @returns {AnyOperator | undefined} */
export function registered(id) {
  return known.get(/** @type {string} */ (id));
}

/** Checked definitions, so that each is read once. An object of a caller may throw at any other question. @type {WeakMap<object, AnyOperator>} */
const checked = new WeakMap();

/**
 * The request with its operator read and registered, if that is one's own.
 * @param {Record<string, unknown>} request
 * @param {Register} register
 * @returns {Record<string, unknown>}
 */
export function withOwn(request, register) {
  const { operator } = request;
  if (typeof operator !== 'object' || operator === null || checked.has(operator)) return request;
  const key = {};
  checked.set(key, ownOperator(operator, register));
  return { ...request, operator: key };
}

/** @param {unknown} value @returns {AnyOperator | undefined} */
export function ownOf(value) {
  return checked.get(/** @type {object} */ (value)) ?? registered(value);
}

/** @param {unknown} value @param {Register} register @returns {AnyOperator} */
function ownOperator(value, register) {
  const given = checkObject('operator', value, ['type', 'words', 'identity', 'combine', 'check', 'associative']);
  const type = checkOneOf('operator.type', given.type, TYPES);
  const words = /** @type {number} */ (given.words ?? 1);
  if (!WORDS.includes(words)) {
    throw badArgument(`operator.words must be one of ${WORDS.join(', ')}; it was ${describe(words)}.`);
  }
  const { combine, check } = given;
  if (typeof combine !== 'string') {
    throw badArgument(`operator.combine must be a text, the body of combine(left, right) in WGSL; it was ${describe(combine)}.`);
  }
  if (check !== undefined && typeof check !== 'function') {
    throw badArgument(`operator.check must be a function of two arrays; it was ${describe(check)}.`);
  }
  const associative = checkBoolean('operator.associative', given.associative, false);
  const identity = checkIdentity(given.identity, type, words);
  const definition = { type, words, identity: [...bitsOf(ARRAY_OF_TYPE[type].from(identity))], combine };
  const { id, warnings } = register(definition);
  /** @type {AnyOperator} */
  const operator = {
    id,
    title: 'a custom operator',
    types: [type],
    words,
    commutative: false,
    identity: { [type]: identity.map(String) },
    own: { check: /** @type {Own['check']} */ (check), associative, identity, warnings },
  };
  known.set(id, { ...operator, own: { check: undefined, associative: false, identity, warnings } });
  return operator;
}

/** @param {unknown} value @param {ElementType} type @param {number} words @returns {number[]} */
function checkIdentity(value, type, words) {
  const required = `operator.identity must be an array of ${words === 1 ? 'one number' : `${words} numbers`} of ${type}`;
  const identity = ArrayBuffer.isView(value) ? null : copyOfList('operator.identity', value, words);
  if (identity?.length !== words) throw badArgument(`${required}; it was ${describe(value)}.`);
  // What an array of the type holds of an integer is itself.
  const isNumber = (/** @type {unknown} */ word) =>
    typeof word === 'number' && (type === 'f32' || new ARRAY_OF_TYPE[type]([word])[0] === word);
  const bad = identity.findIndex((word) => !isNumber(word));
  if (bad >= 0) throw badArgument(`${required}; operator.identity[${bad}] was ${describe(identity[bad])}.`);
  return /** @type {number[]} */ (identity);
}

/** A trial, and whether it had elements of an input. @typedef {OperatorTrial & { hadInput: boolean }} Tried */
/** What trials have found, by session and operator. @type {WeakMap<CoreSession, Map<string, Tried>>} */
const trials = new WeakMap();

/**
 * Tries a custom operator at its first use on a device, and again at the first use on an input that has elements: whether it compiles,
 * is associative, and its identity neutral.
 * @param {CoreSession} session
 * @param {Task} task
 * @param {{ operator: string, own?: Own }} job
 * @param {() => Promise<Uint32Array> | Uint32Array} inputOf words of elements of the input
 */
export async function tryOwn(session, task, { operator, own }, inputOf) {
  if (own) warnOf(operator, own.warnings);
  const before = trialOf(session, operator);
  if (!own || own.associative || before?.hadInput) return;
  const input = await inputOf();
  if (before && input.length === 0) return;
  const trial = await session.withToken(task, (token) => session.core.tryOperator(operator, input, token));
  task.check();
  const found = trials.get(session) ?? new Map();
  trials.set(session, found.set(operator, { ...trial, hadInput: input.length > 0 }));
}

/** @param {CoreSession} session @param {string} operator */
export function trialOf(session, operator) {
  return trials.get(session)?.get(operator);
}
