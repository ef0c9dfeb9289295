/**
 * The cases of operations: each operation with every type at every edge size, and reductions with several operators. In a case, the id of
 * the operation replaces that of the algorithm.
 */
import { caseAt } from './cases.ts';
import { isSame } from './inputs.ts';
import { elementsOf } from './recorder.ts';
import { partOf } from './shard.ts';
import type { Elements, OperationVerifyRequest, PrepareRequest } from '../types.ts';
import type { Catalogue, Lab } from '../ui/element-types.ts';
import type { Axes, Case } from './cases.ts';
import type { Choice } from './choice.ts';
import type { Shared } from './inputs.ts';
import type { Recorder } from './recorder.ts';

/** The scan whose tile determines the sizes of operations. */
const TILED = 'auto';
const BINS = 7;
const RANGES: Record<Case['type'], { from: number; to: number }> = {
  u32: { from: 0, to: 2 ** 32 },
  i32: { from: -(2 ** 31), to: 2 ** 31 },
  f32: { from: -1, to: 1 },
};

/** Whether a grid has operations: only if all scans and the operator `add` are chosen. */
export function takesOperations({ algorithms, operations }: Catalogue, chosen: Pick<Choice, 'algorithms' | 'operators'>) {
  return (operations?.length ?? 0) > 0 && chosen.algorithms.length === algorithms.length && chosen.operators.includes('add');
}

/** The operations that also have cases with other operators than `add`. */
const WITH_OPERATORS = ['reduce', 'segmented-reduce'];

/** Whether a grid has an operation with an operator. Segmented reductions compile many kernels, so only a full grid has all operators. */
function hasOperator(id: string, operator: string, grid: Choice['grid']) {
  const isSample = id === 'segmented-reduce' && grid !== 'full';
  return operator === 'add' || (WITH_OPERATORS.includes(id) && (!isSample || operator === 'bicyclic'));
}

/** @returns one case per operation, type, operator and size, with the patterns in turn; in a full grid, one case for each pattern */
export function operationCases({ operations }: Catalogue, axes: Axes, { grid, shard }: Pick<Choice, 'grid' | 'shard'>): Case[] {
  const { kinds, sizes, patterns } = axes;
  const forms = operations.flatMap(({ id }) =>
    kinds.filter(({ operator }) => hasOperator(id, operator, grid)).map((kind) => ({ id, kind })),
  );
  const form = { mode: 'inclusive', direction: 'forward', segments: 'whole', inPlace: false, initial: false } as const;
  return partOf([...forms.entries()], shard).flatMap(([rank, { id, kind }]) =>
    sizes.flatMap((size, i) => {
      const at = grid === 'full' ? patterns : [patterns[(rank + i) % patterns.length]];
      return at.map((pattern) => ({ ...caseAt({ algorithm: TILED, ...kind, ...form }, size, pattern), algorithm: id }));
    }),
  );
}

/** The reason why an operation is not supported, or null. */
export function unsupportedOperation(lab: Lab, { algorithm, operator, type }: Case) {
  return lab.supports({ operation: algorithm, type, ...(WITH_OPERATORS.includes(algorithm) && { operator }) });
}

export function isOfOperation({ operations }: Lab, { algorithm }: Pick<Case, 'algorithm'>) {
  return operations?.some(({ id }) => id === algorithm) ?? false;
}

/**
 * Runs an operation on a shared input, and checks its outputs.
 * @param recorder records a prepared run; null for a call
 */
export async function runOperation(lab: Lab, { input }: Shared, one: Case, signal: AbortSignal, recorder: Pick<Recorder, 'run'> | null) {
  const before = input.slice();
  const { call, prepared, named, options, keys } = runOf(lab, input, one, signal);
  const source = keys ?? input;
  const { flags, values, offsets, sorted } = options;
  const found = recorder && (await recorder.run(prepared, { input: source, flags, values, offsets, sorted }));
  const outputs = found ? named(found) : await call();
  if (!isSame(before, input)) throw new Error('the input must not change; it was changed');
  return lab.verify(source, outputs, { operation: one.algorithm, ...options, signal });
}

/** Offsets of short and empty segments, then of a long one. The first and the last elements are in no segment. */
function offsetsOf(n: number) {
  const [count, last] = [Math.min(4096, 1 + Math.floor(n / 19)), n % 2 ? n : Math.max(0, n - 1)];
  const ends = Array.from({ length: count }, (_, i) => Math.min(last, 1 + 21 * Math.floor(i / 3)));
  return Uint32Array.of(...ends, last);
}

/** A case as a call and as a prepared run. The outputs of the prepared run get the names of the call's outputs. */
function runOf(
  lab: Lab,
  input: Elements,
  { algorithm: operation, operator, type, n }: Pick<Case, 'algorithm' | 'operator' | 'type' | 'n'>,
  signal: AbortSignal,
): {
  call: () => Promise<unknown>;
  prepared: PrepareRequest;
  named: (found: Record<string, Uint32Array>) => unknown;
  options: Omit<OperationVerifyRequest, 'operation'>;
  keys?: Elements;
} {
  const numbers = (of: (i: number) => number) => Uint32Array.from(input, (_, i) => of(i));
  const first = (words: Uint32Array, count: number, of = type) => elementsOf(words, count, of);
  const namedKept = ({ output, indices, count: [count] }: Record<string, Uint32Array>) => ({
    output: first(output, count),
    indices: indices.subarray(0, count),
    count,
  });
  const request = { operation, type, n };
  switch (operation) {
    case 'reduce': {
      const options = { operator };
      const prepared = { ...request, ...options };
      const named = ({ output }: Record<string, Uint32Array>) => first(output, input.length / n);
      return { call: () => lab.reduce(input, { ...options, signal }), prepared, named, options };
    }
    case 'compact': {
      const options = { flags: numbers((i) => (Math.imul(i, 0x9e3779b9) >>> 30) & 1), indices: true };
      return {
        call: () => lab.compact(input, { ...options, signal }),
        prepared: { ...request, indices: true },
        named: namedKept,
        options,
      };
    }
    case 'unique': {
      const options = { indices: true };
      return {
        call: () => lab.unique(input, { ...options, signal }),
        prepared: { ...request, ...options },
        named: namedKept,
        options,
      };
    }
    case 'partition': {
      const reversed = Math.imul(n, 0x9e3779b9) >>> 31 === 1;
      const options = { flags: numbers((i) => Number(Math.imul(i, 0x9e3779b9) >>> 29 === 0)), reversed };
      const named = ({ output, count: [split] }: Record<string, Uint32Array>) => ({ output: first(output, n), split });
      return { call: () => lab.partition(input, { ...options, signal }), prepared: { ...request, reversed }, named, options };
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
    case 'segmented-reduce': {
      const offsets = offsetsOf(n);
      const options = { operator, offsets };
      return {
        call: () => lab.segmentedReduce(input, offsets, { operator, signal }),
        prepared: { ...request, operator, segments: offsets.length - 1 },
        named: ({ output }) => first(output, ((offsets.length - 1) * input.length) / n),
        options,
      };
    }
    case 'histogram': {
      const options = { bins: BINS, ...RANGES[type] };
      const named = ({ output }: Record<string, Uint32Array>) => output.subarray(0, BINS);
      return { call: () => lab.histogram(input, { ...options, signal }), prepared: { ...request, ...options }, named, options };
    }
    case 'top-k': {
      const options = { k: 1 + Math.floor(n / 3), largest: n % 2 === 0 };
      return {
        call: () => lab.topK(input, { ...options, signal }),
        prepared: { ...request, ...options },
        named: ({ output, indices, count: [count] }) => ({ values: first(output, count), indices: indices.subarray(0, count) }),
        options,
      };
    }
    case 'arg-min':
    case 'arg-max':
      return {
        call: () => (operation === 'arg-min' ? lab.argMin(input, { signal }) : lab.argMax(input, { signal })),
        prepared: request,
        named: ({ output, index }) => ({ value: first(output, 1), index: index.subarray(0, 1) }),
        options: {},
      };
    case 'lower-bound': {
      // A part of the needles, in the order of a sort, so that some needles are keys.
      const sorted = input.filter((_, i) => i % 3 === 0).sort();
      const upper = n % 2 === 0;
      return {
        call: () => lab.lowerBound(input, sorted, { upper, signal }),
        prepared: { ...request, upper, sortedLength: sorted.length },
        named: ({ output }) => output.subarray(0, n),
        options: { sorted, upper },
      };
    }
    case 'merge': {
      // Two parts with equal keys, in the order of a sort.
      const descending = n % 2 === 0;
      const [keys, sorted] = [input.slice(), input.filter((_, i) => i % 3 === 0)].map((part) => {
        part.sort();
        return descending ? part.reverse() : part;
      });
      const options = { indices: true, descending } as const;
      const total = n + sorted.length;
      return {
        call: () => lab.merge(keys, sorted, { ...options, signal }),
        prepared: { ...request, ...options, sortedLength: sorted.length },
        named: ({ output, indices }) => ({ keys: first(output, total), indices: indices.subarray(0, total) }),
        options: { ...options, sorted },
        keys,
      };
    }
    default: {
      // The length decides between values and indices. Both are the indices of the keys, with which the oracle checks that the sort is stable.
      const second = n % 2 ? 'indices' : 'values';
      const options = n % 2 ? { indices: true } : { values: numbers((i) => i) };
      const offsets = operation === 'segmented-sort' ? offsetsOf(n) : undefined;
      return {
        call: () => (offsets ? lab.segmentedSort(input, offsets, { ...options, signal }) : lab.sort(input, { ...options, signal })),
        prepared: { ...request, [second]: true, ...(offsets && { segments: offsets.length - 1 }) },
        named: ({ output, outputValues }) => ({ keys: first(output, n), [second]: outputValues.subarray(0, n) }),
        options: { ...options, ...(offsets && { offsets }) },
      };
    }
  }
}
