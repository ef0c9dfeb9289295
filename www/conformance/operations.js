/** The cases of operations: each on every type at every edge, a reduction with every operator. Those of a case are named as an algorithm is. */
import { caseAt } from './cases.js';
import { isSame } from './inputs.js';
import { elementsOf } from './recorder.js';
import { partOf } from './shard.js';

/** @typedef {import('../types.d.ts').Elements} Elements */
/** @typedef {import('../types.d.ts').OperationVerifyRequest} OperationVerifyRequest */
/** @typedef {import('../ui/element-types.d.ts').Catalogue} Catalogue */
/** @typedef {import('../ui/element-types.d.ts').Lab} Lab */
/** @typedef {import('./cases.js').Axes} Axes */
/** @typedef {import('./cases.js').Case} Case */
/** @typedef {import('./choice.js').Choice} Choice */
/** @typedef {import('./inputs.js').Shared} Shared */
/** @typedef {import('./run.js').Result} Result */

/** The scan whose tiles' edges are those of operations. */
const TILED = 'auto';
const BINS = 7;
/** @type {Record<Case['type'], { from: number, to: number }>} */
const RANGES = { u32: { from: 0, to: 2 ** 32 }, i32: { from: -(2 ** 31), to: 2 ** 31 }, f32: { from: -1, to: 1 } };

/** Operations take part where nothing was left out. @param {Catalogue} catalogue @param {Pick<Choice, 'algorithms' | 'operators'>} chosen */
export function takesOperations({ algorithms, operations }, chosen) {
  return (operations?.length ?? 0) > 0 && chosen.algorithms.length === algorithms.length && chosen.operators.includes('add');
}

/**
 * @param {Catalogue} catalogue @param {Axes} axes @param {Pick<Choice, 'grid' | 'shard'>} choice
 * @returns {Case[]} with one pattern a size by turns, in a full grid with all
 */
export function operationCases({ operations }, axes, { grid, shard }) {
  const { kinds, sizes, patterns } = axes;
  const forms = operations.flatMap(({ id }) =>
    kinds.filter(({ operator }) => id === 'reduce' || operator === 'add').map((kind) => ({ id, kind })),
  );
  const form = /** @type {const} */ ({ mode: 'inclusive', direction: 'forward', segments: 'whole', inPlace: false });
  return partOf([...forms.entries()], shard).flatMap(([rank, { id, kind }]) =>
    sizes.flatMap((size, i) => {
      const at = grid === 'full' ? patterns : [patterns[(rank + i) % patterns.length]];
      return at.map((pattern) => ({ ...caseAt({ algorithm: TILED, ...kind, ...form }, size, pattern), algorithm: id }));
    }),
  );
}

/** The reason why an operation is not supported, or null. @param {Lab} lab @param {Case} one */
export function unsupportedOperation(lab, { algorithm, operator, type }) {
  return lab.supports({ operation: algorithm, type, ...(algorithm === 'reduce' && { operator }) });
}

/** Whether a case is one of an operation. @param {Lab} lab @param {Pick<Case, 'algorithm'>} one */
export function isOfOperation({ operations }, { algorithm }) {
  return operations?.some(({ id }) => id === algorithm) ?? false;
}

/**
 * Runs an operation on a shared input, and checks its outputs.
 * @param {Lab} lab @param {Shared} shared @param {Case} one @param {AbortSignal} signal
 * @param {Pick<import('./recorder.js').Recorder, 'run'> | null} recorder null for a call
 */
export async function runOperation(lab, { input }, one, signal, recorder) {
  const before = input.slice();
  const { call, prepared, named, options, keys } = runOf(lab, input, one, signal);
  const source = keys ?? input;
  const found = recorder && (await recorder.run(prepared, { input: source, flags: options.flags, values: options.values }));
  const outputs = found ? named(found) : await call();
  if (!isSame(before, input)) throw new Error('the input must stay as it is; it was changed');
  return lab.verify(source, outputs, { operation: one.algorithm, ...options, signal });
}

/**
 * A case as a call and as a prepared run, whose outputs get the names of the call's.
 * @param {Lab} lab @param {Elements} input @param {Pick<Case, 'algorithm' | 'operator' | 'type' | 'n'>} one @param {AbortSignal} signal
 * @returns {{ call: () => Promise<unknown>, prepared: import('../types.d.ts').PrepareRequest, named: (found: Record<string, Uint32Array>) => unknown,
 *   options: Omit<OperationVerifyRequest, 'operation'>, keys?: Elements }}
 */
function runOf(lab, input, { algorithm: operation, operator, type, n }, signal) {
  const numbers = (/** @type {(i: number) => number} */ of) => Uint32Array.from(input, (_, i) => of(i));
  const first = (/** @type {Uint32Array} */ words, /** @type {number} */ count, of = type) => elementsOf(words, count, of);
  const request = { operation, type, n };
  switch (operation) {
    case 'reduce': {
      const options = { operator };
      const prepared = { ...request, ...options };
      const named = (/** @type {Record<string, Uint32Array>} */ { output }) => first(output, input.length / n);
      return { call: () => lab.reduce(input, { ...options, signal }), prepared, named, options };
    }
    case 'compact': {
      const options = { flags: numbers((i) => (Math.imul(i, 0x9e3779b9) >>> 30) & 1), indices: true };
      return {
        call: () => lab.compact(input, { ...options, signal }),
        prepared: { ...request, indices: true },
        named: ({ output, indices, count: [count] }) => ({ output: first(output, count), indices: indices.subarray(0, count), count }),
        options,
      };
    }
    case 'partition': {
      const options = { flags: numbers((i) => Number(Math.imul(i, 0x9e3779b9) >>> 29 === 0)) };
      const named = (/** @type {Record<string, Uint32Array>} */ { output, count: [split] }) => ({ output: first(output, n), split });
      return { call: () => lab.partition(input, { ...options, signal }), prepared: request, named, options };
    }
    case 'run-lengths':
      return {
        call: () => lab.runLengths(input, { signal }),
        prepared: request,
        named: ({ output, lengths, count: [count] }) => ({ values: first(output, count), lengths: lengths.subarray(0, count) }),
        options: {},
      };
    case 'reduce-by-key': {
      const keys = numbers((i) => Math.floor(i / 37));
      return {
        call: () => lab.reduceByKey(keys, input, { signal }),
        prepared: request,
        named: ({ output, sums, count: [count] }) => ({ keys: output.slice(0, count), values: first(sums, count) }),
        options: { values: input },
        keys,
      };
    }
    case 'histogram': {
      const options = { bins: BINS, ...RANGES[type] };
      const named = (/** @type {Record<string, Uint32Array>} */ { output }) => output.subarray(0, BINS);
      return { call: () => lab.histogram(input, { ...options, signal }), prepared: { ...request, ...options }, named, options };
    }
    default: {
      const options = { values: numbers((i) => i) };
      return {
        call: () => lab.sort(input, { ...options, signal }),
        prepared: { ...request, values: true },
        named: ({ output, outputValues }) => ({ keys: first(output, n), values: outputValues.subarray(0, n) }),
        options,
      };
    }
  }
}
