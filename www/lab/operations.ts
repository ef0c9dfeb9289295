/** Operations on the caller's arrays: their requests, their runs, and the names of their outputs. Loaded on first use. */

import {
  MAX_U32,
  TYPES,
  badArgument,
  bitsOf,
  checkCallback,
  checkElements,
  checkFlags,
  checkInteger,
  checkOffsets,
  checkSignal,
  describe,
  elementsOf,
  reading,
} from '../shared/arguments.ts';
import { checkOutputs, refuseBuffer } from '../shared/device-words.ts';
import { ScanLabError, allocate } from '../shared/errors.ts';
import { withAttached } from './array-scan.ts';
import { coreOperation, findOperation, isSort } from './operation-request.ts';
import { warnOf } from './code-warnings.ts';
import { tryOwn } from './own-operator.ts';
import { checkSorted, requireOrder } from './sorted-keys.ts';
import { chunkOfOperation, isChunked, operateLong } from './long-operation.ts';
import { trialInputOf } from './trial-input.ts';
import { verifyOutputs } from './verify-operation.ts';
import { locate } from './verify.ts';
import { arrayOfKeys, checkKeys, isWide, wideKeysOf } from './wide-keys.ts';
import type { CoreSession } from './session.ts';
import type { Catalogue, CoreOperation, ElementType, Elements, KeyType, OperationEntry, Verification } from '../types.ts';
import type { Run } from './long-operation.ts';
import type { AnyOperator } from './own-operator.ts';
import type { Requests } from './requests.ts';

/** Options of test inputs only. */
const OF_INPUTS = ['density', 'runs'];

/** `maxElements`: the number of array entries that fit into one buffer */
export type Parts = { session: CoreSession; requests: Requests; catalogue: Catalogue; maxElements: number };
/** Inputs: arrays, or buffers of the device. */
type Operands<Input, Flags> = { input: Input; flags?: Flags; values?: Input; offsets?: Flags; sorted?: Input };
type Arrays = Operands<Elements, Uint32Array>;
/** The words and types of an input's elements, as an operator declares them. */
type ElementKind = Pick<AnyOperator, 'id' | 'words' | 'types'>;
/**
 * Checks inputs. `keys` names further fields of the request, such as `type` and `n`. `elements` gets these fields, and the kind of elements
 * unless they are single words. `outputs`: the names of outputs that may be the caller's buffers
 */
export type Reader<Input, Flags> = {
  keys: string[];
  elements: (
    name: string,
    value: unknown,
    kind: ElementKind | undefined,
    given: { type?: unknown; n?: unknown },
  ) => { array: Input; type: ElementType; n: number };
  flags: (name: string, value: unknown, n: number) => Flags;
  offsets: (name: string, value: unknown, segments: unknown, n: number) => Flags & { length: number };
  outputs?: string[];
};
type Types = { type: KeyType; valueType?: ElementType };
/** Outputs as words, or in buffers. */
type Outputs = { output?: Uint32Array | GPUBuffer; second?: Uint32Array | GPUBuffer; count?: number };
type Checked<Input, Flags> = {
  request: CoreOperation;
  operands: Operands<Input, Flags>;
  inputName: string;
  types: Types;
  operator?: AnyOperator;
  outputs: Record<string, GPUBuffer>;
  signal?: AbortSignal;
  onSubmitted?: (result: any) => void;
};

export const WORD: ElementKind = { id: 'one word', words: 1, types: [...TYPES] };

export const ARRAYS: Reader<Elements, Uint32Array> = {
  keys: [],
  elements(name, value, kind) {
    refuseBuffer(name, value);
    return kind ? checkElements(name, value, kind) : oneWord(name, value);
  },
  flags(name, value, n) {
    refuseBuffer(name, value);
    return checkFlags(name, value, n);
  },
  offsets(name, value, segments, n) {
    refuseBuffer(name, value);
    return checkOffsets(name, value, segments, n);
  },
};

const compacted = ({ output, second, count }: Outputs, { type }: Types) => ({
  output: typed(type, output),
  count,
  ...(second && { indices: second }),
});

const sortedOutputs = ({ output, second }: Outputs, { type, valueType }: Types) => ({
  keys: typed(type, output),
  ...(second && (valueType ? { values: typed(valueType, second) } : { indices: second })),
});

const extreme = ({ output, second }: Outputs, { type }: Types) => ({ value: typed(type, output), index: second });

/** Converts the outputs of each operation into its result, with public names and types. */
export const RESULTS: Record<string, (outputs: Outputs, types: Types) => unknown> = {
  reduce: ({ output }, { type }) => typed(type, output),
  'segmented-reduce': ({ output }, { type }) => typed(type, output),
  compact: compacted,
  partition: ({ output, count }, { type }) => ({ output: typed(type, output), split: count }),
  unique: compacted,
  'run-lengths': ({ output, second }, { type }) => ({ values: typed(type, output), lengths: second }),
  'reduce-by-key': ({ output, second }, { type, valueType }) => ({ keys: typed(type, output), values: typed(valueType, second) }),
  histogram: ({ output }) => output,
  sort: sortedOutputs,
  'segmented-sort': sortedOutputs,
  'top-k': ({ output, second }, { type }) => ({ values: typed(type, output), indices: second }),
  'arg-min': extreme,
  'arg-max': extreme,
  'lower-bound': ({ output }) => output,
  merge: sortedOutputs,
};

export async function operate(
  { session, requests, catalogue, maxElements }: Parts,
  id: string,
  inputs: unknown[],
  options: unknown,
): Promise<any> {
  const operation = findOperation(catalogue.operations, id);
  const { request, operands: arrays, types, operator, signal } = checkOperation({ requests }, operation, inputs, options, ARRAYS);
  const what = () => `${id} of ${request.n?.toLocaleString('en')} elements`;
  return session.run(what, signal, (task) =>
    withAttached({ ...arrays }, async () => {
      const { input, flags, values, offsets, sorted } = arrays;
      const second = values ?? sorted;
      warnOfCondition(session, request);
      if (operator) {
        const operand = () => trialInputOf(bitsOf(values ?? input), operator.words);
        await tryOwn(session, task, { operator: operator.id, own: operator.own }, operand);
      }
      const run: Run = (part, words, ofFlags) =>
        session.withTokenSoon(task, (token) => session.core.operate(part, words, ofFlags, second && bitsOf(second), offsets, token));
      const words = wordsOf(request, operator);
      const most = mostOf(maxElements, words);
      const long = { request, words, most, input: bitsOf(input), flags };
      const outputs = isLong(request, most) ? await operateLong(long, run) : await run(request, long.input, flags);
      return RESULTS[id](outputs, types);
    }),
  );
}

/** The number of words per element of the first input. */
const wordsOf = ({ operation, type, options }: CoreOperation, operator?: AnyOperator) =>
  operator?.words ?? (isWide(type) ? 2 : isSort(operation) ? 1 : (options?.words ?? 1));

/**
 * The number of elements that fit into one buffer, rounded down to a multiple of 4: whole packs for any element size.
 * @param words per element
 */
const mostOf = (maxElements: number, words: number) => 4 * Math.floor(maxElements / words / 4);

/** Whether a request runs in chunks. The core refuses other operations that are too long. */
const isLong = ({ operation, n = 0 }: CoreOperation, most: number) => n > most && isChunked(operation);

const wordsOfCompacted = ({ output, indices, count }: any) => ({ output, second: indices, count });

const wordsOfSorted = ({ keys, values, indices }: any) => ({ output: keys, second: values ?? indices });

/** Reads the outputs of each operation from its result with public names. */
const OUTPUTS: Record<string, (found: any) => { output: unknown; second?: unknown; count?: unknown }> = {
  reduce: (output) => ({ output }),
  'segmented-reduce': (output) => ({ output }),
  compact: wordsOfCompacted,
  partition: ({ output, split }) => ({ output, count: split }),
  unique: wordsOfCompacted,
  'run-lengths': ({ values, lengths }) => ({ output: values, second: lengths, count: values?.length }),
  'reduce-by-key': ({ keys, values }) => ({ output: keys, second: values, count: keys?.length }),
  histogram: (output) => ({ output }),
  sort: wordsOfSorted,
  'segmented-sort': wordsOfSorted,
  'top-k': ({ values, indices }) => ({ output: values, second: indices, count: values?.length }),
  'arg-min': ({ value, index }) => ({ output: value, second: index }),
  'arg-max': ({ value, index }) => ({ output: value, second: index }),
  'lower-bound': (output) => ({ output }),
  merge: wordsOfSorted,
};

/**
 * Checks the outputs of an operation against a sequential program in plain JavaScript.
 * @param outputs of the operation
 * @param options of the operation, with its id as `operation`
 */
export async function verifyOperation(
  { session, requests, catalogue, maxElements }: Parts,
  input: unknown,
  outputs: unknown,
  { operation: id, ...given }: Record<string, unknown>,
): Promise<Verification> {
  const operation = findOperation(catalogue.operations, id);
  // The name of the second input. The values of a sort are an option instead.
  const { takesValues, takesOffsets, takesSorted } = operation;
  const name = takesValues ? 'values' : takesOffsets ? 'offsets' : takesSorted ? 'sorted' : '';
  const { [name]: beside, ...options } = given;
  const inputs = [input, beside];
  const { request, operands: arrays, types, operator, signal } = checkOperation({ requests }, operation, inputs, options, ARRAYS);
  const { flags, where: _, values, ...own } = request.options ?? {};
  const { n = 0 } = request;
  requireCheckable(request, arrays, operator);
  const found = reading('outputs', () => OUTPUTS[operation.id](outputs));
  const [output, second] = [found.output, found.second].map((array) =>
    array === undefined ? undefined : (wideKeysOf('outputs', array)?.array ?? bitsOf(oneWord('outputs', array).array)),
  );
  const words = wordsOf(request, operator);
  const parts = { source: bitsOf(arrays.input), flags: arrays.flags, values: arrays.values && bitsOf(arrays.values) };
  const { offsets, sorted } = arrays;
  const readOffsets = offsets && ((start: number, part: Uint32Array) => part.set(offsets.subarray(start, start + part.length)));
  const what = () => `a check of ${operation.id} of ${n.toLocaleString('en')} elements`;
  return session.run(what, signal, (task) =>
    withAttached({ ...arrays }, async () => {
      const plan = shapeOf(session, request, words, mostOf(maxElements, words));
      const { type } = types;
      const typesOfInputs = isWide(type) ? { ...types, type: WORD.types[0], wideType: type } : { ...types, type };
      const job = { ...own, ...typesOfInputs, values, operation: operation.id, operator: operator?.id, depth: plan.operator_depth, n };
      const verdict = await verifyOutputs(
        session,
        task,
        { ...job, count: found.count as number | undefined, sorted: sorted && bitsOf(allocate(sorted.byteLength, () => sorted.slice())) },
        {
          each: { source: takesValues ? 1 : words, flags: flags ? 1 : 0, values: takesValues ? words : 0 },
          fill: (input, start, part) => part.set((parts[input] as Uint32Array).subarray(start, start + part.length)),
          readOffsets,
          read: (ofSecond, start, part) => readOutput(ofSecond ? second : output, start, part),
        },
      );
      return locate({ verified: !verdict.mismatch, ...verdict }, plan, { n, direction: 'forward' });
    }),
  );
}

/** Conditions whose warnings were printed, each after the type of its elements. */
const conditions: Set<string> = new Set();

export function warnOfCondition(session: CoreSession, { options, type }: CoreOperation) {
  const where = options?.where;
  if (where === undefined || conditions.has(`${type} ${where}`)) return;
  const warnings = session.ask((core) => core.conditionWarnings(where, type === 'f32'));
  conditions.add(`${type} ${where}`);
  warnOf(where, warnings);
}

/** The plan; for a request in chunks, the plan of a chunk with the depth of the whole: joining adds at most one application per chunk. */
function shapeOf(session: CoreSession, request: CoreOperation, words: number, most: number) {
  if (!isLong(request, most)) return session.operationPlan(request);
  const chunk = chunkOfOperation(words, most);
  const plan = session.operationPlan({ ...request, n: chunk });
  return { ...plan, operator_depth: plan.operator_depth + Math.ceil(Number(request.n) / chunk) };
}

/** Copies words of an output for the oracle. Missing words read as 0xffffffff. */
function readOutput(output: Uint32Array | undefined, start: number, part: Uint32Array) {
  part.fill(0xffffffff);
  part.set((output ?? new Uint32Array(0)).subarray(start, start + part.length));
}

function requireCheckable({ operation, options }: CoreOperation, { values }: Arrays, operator: AnyOperator | undefined) {
  if (options?.where !== undefined) throw unsupported('a selection by flags; a condition in WGSL does not run in JavaScript');
  if (operator?.own) throw unsupported('an operator of the catalogue; this is a custom operator');
  if (isSort(operation) && (options?.words ?? 1) !== 1) throw unsupported('values of one word; these are records');
  const isPlaces = values === undefined || !isSort(operation) || values.every((value, place) => value === place);
  if (!isPlaces) throw unsupported('values that are the indices of their keys, 0, 1, 2 …, which prove that a sort is stable');
}

const unsupported = (required: string) => new ScanLabError('unsupported', `Checking requires ${required}.`);

export function checkOperation<Input, Flags>(
  { requests }: Pick<Parts, 'requests'>,
  operation: OperationEntry,
  [source, second]: unknown[],
  value: unknown,
  reader: Reader<Input, Flags>,
): Checked<Input, Flags> {
  const { id, takesValues, takesOffsets, takesSorted, merges, sortsWideKeys } = operation;
  const keys = [...operation.options.filter((name) => !OF_INPUTS.includes(name)), 'signal', ...reader.keys];
  const given = requests.read('request', value, keys);
  const operator = keys.includes('operator') ? requests.operator(given.operator) : undefined;
  const isOfKeys = isSort(id) || ['top-k', 'arg-min', 'arg-max'].includes(id) || takesValues || merges;
  const inputName = isOfKeys ? 'keys' : takesSorted ? 'needles' : 'input';
  const records = recordsOf(given.words);
  const { array, type, n } = sortsWideKeys
    ? checkKeys(reader, inputName, source, given)
    : reader.elements(inputName, source, takesValues || isSort(id) ? undefined : (operator ?? records), given);
  const hasValues = takesValues || given.values !== undefined;
  const values = hasValues
    ? reader.elements('values', takesValues ? second : given.values, operator ?? records, { ...(!isWide(type) && given), n })
    : undefined;
  if (values && values.n !== n) throw badArgument(`values must have ${n} elements, one per key; there are ${values.n}.`);
  if (takesValues && given.type !== undefined && given.type !== values?.type) {
    throw badArgument(`type must be ${values?.type}, that of values, which is an array; it was ${describe(given.type)}.`);
  }
  const flags = given.flags === undefined ? undefined : reader.flags('flags', given.flags, n);
  const offsets = takesOffsets ? reader.offsets('offsets', second, given.segments, n) : undefined;
  const order = { type: type as ElementType, descending: merges && given.descending === true };
  const sorted = takesSorted ? checkSorted<Input>(reader, second, given.sortedLength, { like: inputName, ...order }) : undefined;
  if (merges) requireOrder(inputName, array, order);
  const own = operation.options.filter((name) => !OF_INPUTS.includes(name) && name !== 'values');
  const { request } = requests.operation(
    coreOperation({
      ...Object.fromEntries(own.map((name) => [name, given[name]])),
      flags: flags && true,
      values: isSort(id) && values ? true : undefined,
      segments: offsets && offsets.length - 1,
      sortedLength: sorted?.length,
      operation: id,
      // The request has the type of the values, which the operator combines. Keys are words of any type.
      type: takesValues && values ? values.type : type,
      operator: operator?.id,
    }),
  );
  return {
    request: { ...request, n },
    operands: { input: array, flags, values: values?.array, offsets, sorted },
    inputName,
    types: { type, valueType: values?.type },
    operator,
    signal: checkSignal(given.signal),
    outputs: checkOutputs(given, reader.outputs ?? [], [array, flags, values?.array, offsets, sorted]),
    onSubmitted: checkCallback('onSubmitted', given.onSubmitted),
  };
}

/** The kind of records: elements that an operation moves as a whole. */
function recordsOf(words: unknown): ElementKind | undefined {
  if (words === undefined) return undefined;
  const count = checkInteger('words', words, 1, MAX_U32);
  return { ...WORD, id: `${count} words`, words: count };
}

function oneWord(name: string, value: unknown) {
  const found = elementsOf(name, value);
  if (!found) throw badArgument(`${name} must be a Uint32Array, Int32Array or Float32Array; it was ${describe(value)}.`);
  return { ...found, n: found.array.length };
}

/** The words of an output as an array of the type; a buffer is returned unchanged. */
const typed = (type: KeyType | undefined, words: Uint32Array | GPUBuffer | undefined) =>
  words instanceof Uint32Array ? arrayOfKeys(type ?? 'u32', words) : words;
