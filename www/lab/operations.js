/** Operations on the caller's arrays: their requests, their runs, and what their outputs are called. Loaded on first use. */

import {
  ARRAY_OF_TYPE,
  MAX_U32,
  TYPES,
  badArgument,
  bitsOf,
  checkBoolean,
  checkCallback,
  checkCondition,
  checkElements,
  checkFlags,
  checkInteger,
  checkSignal,
  checkTuning,
  describe,
  elementsOf,
  reading,
} from '../shared/arguments.js';
import { checkOutputs, refuseBuffer } from '../shared/device-words.js';
import { ScanLabError } from '../shared/errors.js';
import { withAttached } from './array-scan.js';
import { checkBits, checkNumber, checkUpperEnd, coreOperation, findOperation } from './operation-request.js';
import { warnOf } from './code-warnings.js';
import { tryOwn } from './own-operator.js';
import { chunkOfOperation, isChunked, operateLong } from './long-operation.js';
import { trialInputOf } from './trial-input.js';
import { verifyOutputs } from './verify-operation.js';
import { locate } from './verify.js';
/** @import { Catalogue, CoreOperation, ElementType, Elements, OperationEntry, Verification } from '../types.d.ts' */
/** @import { CoreSession } from '../core/session.js' */
/** @import { AnyOperator } from './own-operator.js' */
/** @import { Requests } from './requests.js' */

/** Options that only test inputs have. */
const OF_INPUTS = ['density', 'runs'];

/** @typedef {{ session: CoreSession, requests: Requests, catalogue: Catalogue, maxElements: number }} Parts maxElements: entries of a buffer */
/**
 * Inputs of a kind: arrays, or buffers of the device.
 * @template Input, Flags
 * @typedef {{ input: Input, flags?: Flags, values?: Input }} Operands
 */
/** @typedef {Operands<Elements, Uint32Array>} Arrays */
/** What the elements of an input are: those of an operator. @typedef {Pick<AnyOperator, 'id' | 'words' | 'types'>} ElementKind */
/**
 * Checks of inputs. `elements` gets what they are, where they are not words, and what the request gives of them by the reader's keys.
 * @template Input, Flags
 * @typedef {{ keys: string[], elements: (name: string, value: unknown, kind: ElementKind | undefined, given: { type?: unknown, n?: unknown }) =>
 *   { array: Input, type: ElementType, n: number }, flags: (name: string, value: unknown, n: number) => Flags, outputs?: string[] }} Reader outputs: names of outputs in buffers of the caller's
 */
/** @typedef {{ type: ElementType, valueType?: ElementType }} Types of the input and of the values */
/** @typedef {{ output?: Uint32Array | GPUBuffer, second?: Uint32Array | GPUBuffer, count?: number }} Outputs as words */
/**
 * @template Input, Flags
 * @typedef {{ request: CoreOperation, operands: Operands<Input, Flags>, inputName: string, types: Types, operator?: AnyOperator, outputs: Record<string, GPUBuffer>, signal?: AbortSignal,
 *   onSubmitted?: (result: any) => void }} Checked
 */

/** Elements that are words. @type {ElementKind} */
export const WORD = { id: 'one word', words: 1, types: [...TYPES] };

/** Inputs in arrays. @type {Reader<Elements, Uint32Array>} */
export const ARRAYS = {
  keys: [],
  elements(name, value, kind) {
    refuseBuffer(name, value);
    return kind ? checkElements(name, value, kind) : oneWord(name, value);
  },
  flags(name, value, n) {
    refuseBuffer(name, value);
    return checkFlags(name, value, n);
  },
};

/** The public names and types of outputs. @type {Record<string, (outputs: Outputs, types: Types) => unknown>} */
export const RESULTS = {
  reduce: ({ output }, { type }) => typed(type, output),
  compact: ({ output, second, count }, { type }) => ({ output: typed(type, output), count, ...(second && { indices: second }) }),
  partition: ({ output, count }, { type }) => ({ output: typed(type, output), split: count }),
  'run-lengths': ({ output, second }, { type }) => ({ values: typed(type, output), lengths: second }),
  'reduce-by-key': ({ output, second }, { type, valueType }) => ({ keys: typed(type, output), values: typed(valueType, second) }),
  histogram: ({ output }) => output,
  sort: ({ output, second }, { type, valueType }) => ({
    keys: typed(type, output),
    ...(valueType && { values: typed(valueType, second) }),
  }),
};

/**
 * Runs an operation.
 * @param {Parts} parts
 * @param {string} id
 * @param {unknown[]} inputs
 * @param {unknown} options
 * @returns {Promise<any>}
 */
export async function operate({ session, requests, catalogue, maxElements }, id, inputs, options) {
  const operation = findOperation(catalogue.operations, id);
  const {
    request,
    operands: arrays,
    types,
    operator,
    signal,
  } = checkOperation({ requests, catalogue }, operation, inputs, options, ARRAYS);
  const what = () => `${id} of ${request.n?.toLocaleString('en')} elements`;
  return session.run(what, signal, (task) =>
    withAttached({ ...arrays }, async () => {
      const { input, flags, values } = arrays;
      warnOfCondition(session, request);
      if (operator) {
        const operand = () => trialInputOf(bitsOf(values ?? input), operator.words);
        await tryOwn(session, task, { operator: operator.id, own: operator.own }, operand);
      }
      /** @type {import('./long-operation.js').Run} */
      const run = (part, words, ofFlags) =>
        session.withTokenSoon(task, (token) => session.core.operate(part, words, ofFlags, values && bitsOf(values), token));
      const words = wordsOf(request, operator);
      const most = mostOf(maxElements, words);
      const long = { request, words, most, input: bitsOf(input), flags };
      const outputs = isLong(request, most) ? await operateLong(long, run) : await run(request, long.input, flags);
      return RESULTS[id](outputs, types);
    }),
  );
}

/** Words of an element of the first input. @param {CoreOperation} request @param {AnyOperator} [operator] */
const wordsOf = ({ operation, options }, operator) => operator?.words ?? (operation === 'sort' ? 1 : (options?.words ?? 1));

/** Elements that one buffer holds, in whole packs. @param {number} maxElements @param {number} words of an element */
const mostOf = (maxElements, words) => 4 * Math.floor(maxElements / words / 4);

/** Whether a request is done in chunks; that of another operation which is too long is refused by the core. @param {CoreOperation} request @param {number} most */
const isLong = ({ operation, n = 0 }, most) => n > most && isChunked(operation);

/** The words of outputs by their public names. @type {Record<string, (found: any) => { output: unknown, second?: unknown, count?: unknown }>} */
const OUTPUTS = {
  reduce: (output) => ({ output }),
  compact: ({ output, indices, count }) => ({ output, second: indices, count }),
  partition: ({ output, split }) => ({ output, count: split }),
  'run-lengths': ({ values, lengths }) => ({ output: values, second: lengths, count: values?.length }),
  'reduce-by-key': ({ keys, values }) => ({ output: keys, second: values, count: keys?.length }),
  histogram: (output) => ({ output }),
  sort: ({ keys, values }) => ({ output: keys, second: values }),
};

/**
 * Checks the outputs of an operation against plain JavaScript.
 * @param {Parts} parts
 * @param {unknown[]} inputs
 * @param {unknown} outputs as the operation gave them
 * @param {Record<string, unknown>} options with `operation`, and as the operation got them
 * @returns {Promise<Verification>}
 */
export async function verifyOperation({ session, requests, catalogue, maxElements }, inputs, outputs, { operation: id, ...options }) {
  const operation = findOperation(catalogue.operations, id);
  const {
    request,
    operands: arrays,
    types,
    operator,
    signal,
  } = checkOperation({ requests, catalogue }, operation, inputs, options, ARRAYS);
  const { flags, where: _, values, ...own } = request.options ?? {};
  const { n = 0 } = request;
  requireCheckable(request, arrays, operator);
  const found = reading('outputs', () => OUTPUTS[operation.id](outputs));
  const [output, second] = [found.output, found.second].map((array) =>
    array === undefined ? undefined : bitsOf(oneWord('outputs', array).array),
  );
  const words = wordsOf(request, operator);
  const isByKey = operation.takesValues;
  const parts = { source: bitsOf(arrays.input), flags: arrays.flags, values: arrays.values && bitsOf(arrays.values) };
  const what = () => `a check of ${operation.id} of ${n.toLocaleString('en')} elements`;
  return session.run(what, signal, (task) =>
    withAttached({ ...arrays }, async () => {
      const plan = shapeOf(session, request, words, mostOf(maxElements, words));
      const job = { ...own, ...types, values, operation: operation.id, operator: operator?.id, depth: plan.operator_depth, n };
      const verdict = await verifyOutputs(
        session,
        task,
        { ...job, count: /** @type {number | undefined} */ (found.count) },
        {
          each: { source: isByKey ? 1 : words, flags: flags ? 1 : 0, values: isByKey ? words : 0 },
          fill: (input, start, part) => part.set(/** @type {Uint32Array} */ (parts[input]).subarray(start, start + part.length)),
          read: (ofSecond, start, part) => readOutput(ofSecond ? second : output, start, part),
        },
      );
      return locate({ verified: !verdict.mismatch, ...verdict }, plan, { n, direction: 'forward' });
    }),
  );
}

/** Conditions whose warnings were given, by the types of their elements. @type {Set<string>} */
const conditions = new Set();

/** Gives the warnings of a condition, once. @param {CoreSession} session @param {CoreOperation} request */
export function warnOfCondition(session, { options, type }) {
  const where = options?.where;
  if (where === undefined || conditions.has(`${type} ${where}`)) return;
  const warnings = session.ask((core) => core.conditionWarnings(where, type === 'f32'));
  conditions.add(`${type} ${where}`);
  warnOf(where, warnings);
}

/** The plan, of a request in chunks that of a chunk, whose sums another run adds up. @param {CoreSession} session @param {CoreOperation} request @param {number} words @param {number} most */
function shapeOf(session, request, words, most) {
  if (!isLong(request, most)) return session.operationPlan(request);
  const chunk = chunkOfOperation(words, most);
  const plan = session.operationPlan({ ...request, n: chunk });
  return { ...plan, operator_depth: plan.operator_depth + Math.ceil(Number(request.n) / chunk) };
}

/** What an output lacks is what none has: all ones. @param {Uint32Array | undefined} output @param {number} start @param {Uint32Array} part */
function readOutput(output, start, part) {
  part.fill(0xffffffff);
  part.set((output ?? new Uint32Array(0)).subarray(start, start + part.length));
}

/** @param {CoreOperation} request @param {Arrays} arrays @param {AnyOperator | undefined} operator */
function requireCheckable({ operation, options }, { values }, operator) {
  if (options?.where !== undefined) throw unsupported('a selection by flags; a condition in WGSL does not run in JavaScript');
  if (operator?.own) throw unsupported("an operator of the catalogue; this is one of one's own");
  if (operation === 'sort' && (options?.words ?? 1) !== 1) throw unsupported('values of one word; these are records');
  const isPlaces = values === undefined || operation !== 'sort' || values.every((value, place) => value === place);
  if (!isPlaces) throw unsupported('values that are the places of their keys, 0, 1, 2 …, which prove that a sort is stable');
}

/** @param {string} required */
const unsupported = (required) => new ScanLabError('unsupported', `Checking requires ${required}.`);

/**
 * @template Input, Flags
 * @param {Pick<Parts, 'requests' | 'catalogue'>} parts
 * @param {OperationEntry} operation
 * @param {unknown[]} inputs
 * @param {unknown} value
 * @param {Reader<Input, Flags>} reader
 * @returns {Checked<Input, Flags>}
 */
export function checkOperation({ requests, catalogue }, operation, [source, second], value, reader) {
  const { id, takesValues, takesScan, selects } = operation;
  const keys = [...operation.options.filter((name) => !OF_INPUTS.includes(name)), 'signal', ...reader.keys];
  const given = requests.read('request', value, keys);
  const operator = keys.includes('operator') ? requests.operator(given.operator) : undefined;
  const keysName = id === 'sort' || takesValues ? 'keys' : 'input';
  const records = recordsOf(given.words);
  const { array, type, n } = reader.elements(
    keysName,
    source,
    takesValues ? undefined : (operator ?? (selects ? records : undefined)),
    given,
  );
  const hasValues = takesValues || given.values !== undefined;
  const values = hasValues
    ? reader.elements('values', takesValues ? second : given.values, operator ?? records, { ...given, n })
    : undefined;
  if (values && values.n !== n) throw badArgument(`values must be as many as the keys, ${n}; there are ${values.n}.`);
  if (takesValues && given.type !== undefined && given.type !== values?.type) {
    throw badArgument(`type must be ${values?.type}, that of values, which is an array; it was ${describe(given.type)}.`);
  }
  const { where, flags } = selects ? checkSelection(given, n, reader.flags) : {};
  const options = {
    where,
    flags: flags && true,
    indices: option('indices', given.indices),
    bins: given.bins === undefined ? undefined : checkNumber('bins', given.bins),
    from: given.from === undefined ? undefined : checkNumber('from', given.from),
    to: given.to === undefined ? undefined : checkUpperEnd('to', given.to),
    values: id === 'sort' && values ? true : undefined,
    descending: option('descending', given.descending),
    bits: given.bits === undefined ? undefined : checkBits(given.bits),
    words: records?.words,
  };
  const request = {
    ...coreOperation(options),
    operation: id,
    // Keys are words, whatever the values are.
    type: takesValues && values ? values.type : type,
    operator: operator?.id,
    ...(takesScan && checkScan(requests, catalogue, given)),
    n,
  };
  return {
    request,
    operands: { input: array, flags, values: values?.array },
    inputName: keysName,
    types: { type, valueType: values?.type },
    operator,
    signal: checkSignal(given.signal),
    outputs: checkOutputs(given, reader.outputs ?? [], [array, flags, values?.array]),
    onSubmitted: checkCallback('onSubmitted', given.onSubmitted),
  };
}

/** Elements of several words, which are moved whole. @param {unknown} words @returns {ElementKind | undefined} */
function recordsOf(words) {
  if (words === undefined) return undefined;
  return { ...WORD, id: `${words} words`, words: checkInteger('words', words, 1, MAX_U32) };
}

/** @param {string} name @param {unknown} value */
const option = (name, value) => (value === undefined ? undefined : checkBoolean(name, value, false));

/** @param {string} name @param {unknown} value */
function oneWord(name, value) {
  const found = elementsOf(name, value);
  if (!found) throw badArgument(`${name} must be a Uint32Array, Int32Array or Float32Array; it was ${describe(value)}.`);
  return { ...found, n: found.array.length };
}

/**
 * @template Flags
 * @param {Record<string, unknown>} given
 * @param {number} n
 * @param {Reader<unknown, Flags>['flags']} flagsOf
 * @returns {{ where?: string, flags?: Flags }}
 */
function checkSelection({ where, flags }, n, flagsOf) {
  if ((where === undefined) === (flags === undefined)) {
    throw badArgument(`Elements must be selected by where or by flags; there were ${where === undefined ? 'neither' : 'both'}.`);
  }
  if (where === undefined) return { flags: flagsOf('flags', flags, n) };
  return { where: checkCondition('where', where) };
}

/** @param {Requests} requests @param {Catalogue} catalogue @param {Record<string, unknown>} given */
function checkScan(requests, { algorithms }, { scan, tuning }) {
  const id = requests.algorithm(scan);
  return { scan: id, tuning: checkTuning(algorithms, id, tuning) };
}

/** The words of an output as an array of the type; a buffer has none. @param {ElementType | undefined} type @param {Uint32Array | GPUBuffer | undefined} words */
const typed = (type, words) => (words instanceof Uint32Array ? new ARRAY_OF_TYPE[type ?? 'u32'](/** @type {any} */ (words.buffer)) : words);
