/** The cases of operations: each on every type at every edge, a reduction with every operator. Those of a case are named as an algorithm is. */
import { caseAt } from './cases.js';
import { isSame } from './inputs.js';
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

/** Runs an operation on a shared input, and checks its outputs. @param {Lab} lab @param {Shared} shared @param {Case} one @param {AbortSignal} signal */
export async function runOperation(lab, { input }, { algorithm, operator, type }, signal) {
  const before = input.slice();
  const { outputs, options, keys } = await outputsOf(lab, input, { algorithm, operator, type }, signal);
  if (!isSame(before, input)) throw new Error('the input must stay as it is; it was changed');
  return lab.verify(keys ?? input, outputs, { operation: algorithm, ...options, signal });
}

/**
 * @param {Lab} lab @param {Elements} input @param {Pick<Case, 'algorithm' | 'operator' | 'type'>} one @param {AbortSignal} signal
 * @returns {Promise<{ outputs: unknown, options: Omit<OperationVerifyRequest, 'operation'>, keys?: Elements }>}
 */
async function outputsOf(lab, input, { algorithm, operator, type }, signal) {
  const numbers = (/** @type {(i: number) => number} */ of) => Uint32Array.from(input, (_, i) => of(i));
  switch (algorithm) {
    case 'reduce':
      return { outputs: await lab.reduce(input, { operator, signal }), options: { operator } };
    case 'compact': {
      const options = { flags: numbers((i) => (Math.imul(i, 0x9e3779b9) >>> 30) & 1), indices: true };
      return { outputs: await lab.compact(input, { ...options, signal }), options };
    }
    case 'partition': {
      const options = { flags: numbers((i) => Number(Math.imul(i, 0x9e3779b9) >>> 29 === 0)) };
      return { outputs: await lab.partition(input, { ...options, signal }), options };
    }
    case 'run-lengths':
      return { outputs: await lab.runLengths(input, { signal }), options: {} };
    case 'reduce-by-key': {
      const keys = numbers((i) => Math.floor(i / 37));
      return { outputs: await lab.reduceByKey(keys, input, { signal }), options: { values: input }, keys };
    }
    case 'histogram': {
      const options = { bins: BINS, ...RANGES[type] };
      return { outputs: await lab.histogram(input, { ...options, signal }), options };
    }
    default: {
      const options = { values: numbers((i) => i) };
      return { outputs: await lab.sort(input, { ...options, signal }), options };
    }
  }
}
