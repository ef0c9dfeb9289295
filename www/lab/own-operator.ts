/** Custom operators in WGSL: their definitions, and their trial before the first scan. */

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
} from '../shared/arguments.ts';
import { currentId } from '../shared/renamed.ts';
import { warnOf } from './code-warnings.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type {
  CodeWarning,
  CoreCustomOperator,
  ElementType,
  Operator,
  OperatorTrial,
  CustomOperator,
  RegisteredOperator,
} from '../types.ts';

/** Registers a definition with the core. */
type Register = (definition: CoreCustomOperator) => RegisteredOperator;
/** The parts of a custom operator that the core does not store. */
export type Own = { check: CustomOperator['check']; associative: boolean; identity: number[]; warnings: CodeWarning[] };
/** An operator of the catalogue, or a custom operator. */
export type AnyOperator = Operator & { own?: Own };

const WORDS = [1, 2, 4];

/** Registered custom operators by id, as points name them. */
const known: Map<string, AnyOperator> = new Map();

function registered(id: unknown): AnyOperator | undefined {
  return known.get(id as string);
}

/** Custom operators by the keys that replace their definitions. Each definition is read once: the caller's object may throw the next time. */
const checked: WeakMap<object, AnyOperator> = new WeakMap();

/** The request. If its operator is a definition, reads and registers it, and replaces it by its key in `checked`. */
export function withOwn(request: Record<string, unknown>, register: Register): Record<string, unknown> {
  const { operator } = request;
  const id = currentId(operator);
  if (id !== operator) return { ...request, operator: id };
  if (typeof operator !== 'object' || operator === null || checked.has(operator)) return request;
  const key = {};
  checked.set(key, customOperator(operator, register));
  return { ...request, operator: key };
}

export function ownOf(value: unknown): AnyOperator | undefined {
  return checked.get(value as object) ?? registered(value);
}

function customOperator(value: unknown, register: Register): AnyOperator {
  const given = checkObject('operator', value, ['type', 'words', 'identity', 'combine', 'check', 'associative']);
  const type = checkOneOf('operator.type', given.type, TYPES);
  const words = (given.words ?? 1) as number;
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
  const operator: AnyOperator = {
    id,
    title: 'a custom operator',
    types: [type],
    words,
    commutative: false,
    identity: { [type]: identity.map(String) },
    own: { check: check as Own['check'], associative, identity, warnings },
  };
  known.set(id, { ...operator, own: { check: undefined, associative: false, identity, warnings } });
  return operator;
}

function checkIdentity(value: unknown, type: ElementType, words: number): number[] {
  const required = `operator.identity must be an array of ${words === 1 ? 'one number' : `${words} numbers`} of ${type}`;
  const identity = ArrayBuffer.isView(value) ? null : copyOfList('operator.identity', value, words);
  if (identity?.length !== words) throw badArgument(`${required}; it was ${describe(value)}.`);
  // An array of the type must store an integer unchanged.
  const isNumber = (word: unknown) => typeof word === 'number' && (type === 'f32' || new ARRAY_OF_TYPE[type]([word])[0] === word);
  const bad = identity.findIndex((word) => !isNumber(word));
  if (bad >= 0) throw badArgument(`${required}; operator.identity[${bad}] was ${describe(identity[bad])}.`);
  return identity as number[];
}

/** A trial, and whether it included elements of an input. */
type Tried = OperatorTrial & { hadInput: boolean };
/** The results of trials, by session and operator. */
const trials: WeakMap<CoreSession, Map<string, Tried>> = new WeakMap();

/**
 * Tries a custom operator at its first use in a lab, and again at the first use with an input that has elements. The trial checks that the
 * operator compiles, that it is associative, and that its identity leaves every element unchanged.
 * @param inputOf gives the words of some elements of the input
 */
export async function tryOwn(
  session: CoreSession,
  task: Task,
  { operator, own }: { operator: string; own?: Own },
  inputOf: () => Promise<Uint32Array> | Uint32Array,
) {
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

export function trialOf(session: CoreSession, operator: string) {
  return trials.get(session)?.get(operator);
}
