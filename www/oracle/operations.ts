/**
 * The oracle's operations, in plain JavaScript. The input arrives in chunks, and each part of an output is compared as soon as the oracle
 * knows it. The operations share no code with the core.
 */

import { prefixesOf } from './check.ts';
import { holdsFor } from './conditions.ts';
import { BackwardWords, ExpectedSet, ExpectedSums, ExpectedWords } from './expected.ts';
import { orderOf } from '../shared/key-order.ts';
import { SortCheck } from './sort.ts';
import type { ElementType, Elements, KeyType, OperationOptions } from '../types.ts';
import type { FoundMismatch, ReferencePrefix, Verdict } from './check.ts';

/** An operation to check. depth: the plan's operator_depth; count: the count from the device. */
export type OperationJob = {
  operation: string;
  /** the type of the input */
  type: ElementType;
  /** the type of keys of two words, in place of `type` */
  wideType?: Exclude<KeyType, ElementType>;
  valueType?: ElementType;
  operator?: string;
  depth: number;
  n: number;
  count?: number;
  /** the share of elements that meet a condition */
  density?: number;
  /** the seed of the condition */
  seed?: number;
  indices?: boolean;
  /** whether a partition reverses the elements that are not selected */
  reversed?: boolean;
  /** words per element of a selection; 1 by default */
  words?: number;
  /** whether a compaction may reorder the elements */
  unordered?: boolean;
  bins?: number;
  from?: number;
  to?: OperationOptions['to'];
  values?: boolean;
  descending?: boolean;
  k?: number;
  largest?: boolean;
  segments?: number;
  /** the sorted keys of a lower bound, or the second array of a merge */
  sorted?: Uint32Array;
  /** whether a lower bound is an upper bound */
  upper?: boolean;
  bits?: [number, number];
};
/** Words per element of each input; 0 for a missing input. */
export type Each = Record<'source' | 'flags' | 'values', number>;
/** The bits of the next elements. */
export type InputChunk = { input: Uint32Array; flags?: Uint32Array; values?: Uint32Array };
/**
 * A part of an output: the output, the index of the part's first word, and its number of words. With `backwards`, the elements are wanted
 * from the end of the part, and `start` is the index after its last word. With `elementWords`, each part but the last has as many elements as
 * one of a stream of single words.
 */
export type Wanted = {
  of: 'output' | 'second';
  start: number;
  wanted: number;
  backwards?: { elementWords: number };
  elementWords?: number;
};
export type Expected = {
  /** words that are known but not compared yet */
  wanted: number;
  total: number;
  compared: number;
  compare: (found: Uint32Array) => FoundMismatch | null;
  /** the number of overflowed sums */
  overflowed?: number;
};
export type Operation = {
  streams: (Pick<Wanted, 'of' | 'start' | 'backwards' | 'elementWords'> & { expected: Expected })[];
  take: (chunk: InputChunk) => void;
  /** called after the last chunk */
  end?: () => void;
  /** the count that the device must have computed */
  count?: () => number;
  /** whether an output that may be unordered is in order */
  isInOrder?: () => boolean;
};

const ARRAYS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array };

const viewAs =
  (type: ElementType = 'u32') =>
  (words: Uint32Array): Elements =>
    new ARRAYS[type](words.buffer as ArrayBuffer, words.byteOffset, words.length);

const OPERATIONS: Record<string, (job: OperationJob) => Operation> = {
  reduce: sum,
  compact: select,
  partition: select,
  unique,
  'run-lengths': runs,
  'reduce-by-key': runs,
  'segmented-reduce': segmentSums,
  histogram,
  sort: (job) => new SortCheck(job),
  'segmented-sort': (job) => new SortCheck(job),
  'top-k': topK,
  'arg-min': extreme,
  'arg-max': extreme,
  'lower-bound': bounds,
  merge,
  neighbours,
};

function select(job: OperationJob) {
  const { operation, type, n, count = 0, density, indices, reversed, seed = 0, unordered, words = 1 } = job;
  const holds = density === undefined ? null : holdsFor({ type, density, seed });
  const set = unordered ? new ExpectedSet(viewAs(type)) : null;
  const output = set ?? new ExpectedWords(viewAs(type), words);
  const isPartition = operation === 'partition';
  const split = Math.min(count, n);
  const others = () => (reversed ? new BackwardWords(viewAs(type), words, n - 1) : new ExpectedWords(viewAs(type), words, split));
  const second = isPartition ? others() : new ExpectedWords(viewAs());
  let index = 0;
  const streams: Operation['streams'] = [{ of: 'output', start: 0, expected: output }];
  if (isPartition && reversed) streams.push({ of: 'output', start: words * n, expected: second, backwards: { elementWords: words } });
  else if (isPartition) streams.push({ of: 'output', start: words * split, expected: second });
  if (indices) streams.push({ of: 'second', start: 0, expected: second });
  return {
    streams,
    take({ input, flags }: InputChunk) {
      for (let at = 0, element = 0; at < input.length; at += words, element++, index++) {
        const isSelected = flags ? flags[element] !== 0 : holds?.(input[at]);
        if (isSelected && indices) second.push(index);
        if (!isSelected && !isPartition) continue;
        const kept = isSelected ? output : second;
        for (let word = 0; word < words; word++) kept.push(input[at + word]);
      }
    },
    end: () => set?.end(),
    count: () => output.total / words,
    ...(set && { isInOrder: () => set.isInOrder }),
  };
}

/** The number of objects that each object is compared with. Two objects are near if their difference is less than NEAR. */
const [CANDIDATES, NEAR] = [8, 2 ** 30];

/** Pairs of an object and a near object before it. They are sorted by the later object. The latest earlier object comes first. */
function neighbours({ unordered }: OperationJob): Operation {
  const set = unordered ? new ExpectedSet(viewAs()) : null;
  const output = set ?? new ExpectedWords(viewAs());
  /** The objects before the next one, the latest first. */
  const before: number[] = [];
  let object = 0;
  return {
    streams: [{ of: 'output', start: 0, expected: output }],
    take({ input }) {
      for (const word of input) {
        before.forEach((other, rank) => Math.abs(word - other) < NEAR && output.push(CANDIDATES * object + rank));
        before.unshift(word);
        before.length = Math.min(before.length, CANDIDATES);
        object++;
      }
    },
    end: () => set?.end(),
    count: () => output.total,
    ...(set && { isInOrder: () => set.isInOrder }),
  };
}

function sum({ type, operator = 'add', depth }: OperationJob): Operation {
  const total = prefixesOf({ operator, type, mode: 'inclusive', depth })();
  const expected = new ExpectedSums(viewAs(type), total.words);
  return {
    streams: [{ of: 'output', start: 0, expected }],
    take({ input }) {
      const numbers = viewAs(type)(input);
      for (let at = 0; at < numbers.length; at += total.words) total.add(numbers, at);
    },
    end: () => expected.push(total),
  };
}

/** The first element of each run of equal neighbours. */
function unique({ type, indices, words = 1 }: OperationJob): Operation {
  const output = new ExpectedWords(viewAs(type), words);
  const places = new ExpectedWords(viewAs());
  const before = new Uint32Array(words);
  let index = 0;
  return {
    streams: [{ of: 'output', start: 0, expected: output }, ...(indices ? [{ of: 'second' as const, start: 0, expected: places }] : [])],
    take({ input }) {
      for (let at = 0; at < input.length; at += words, index++) {
        let isFirst = index === 0;
        for (let word = 0; word < words; word++) {
          isFirst ||= input[at + word] !== before[word];
          before[word] = input[at + word];
        }
        if (!isFirst) continue;
        if (indices) places.push(index);
        for (const word of before) output.push(word);
      }
    },
    count: () => output.total / words,
  };
}

/** The k largest or smallest keys with their indices, in the order of the input. If keys are equal, the first ones are kept. */
function topK(job: OperationJob): Operation {
  const { type, n, k = 1, largest = true } = job;
  const order = orderOf({ ...job, descending: largest });
  const [output, places] = [new ExpectedWords(viewAs(type)), new ExpectedWords(viewAs())];
  // Candidates in the order of the input. They are sorted when the space is full, so space for more than k keys makes sorts rare.
  const capacity = Math.min(n, 2 * k + 1024);
  const [words, indices] = [new Uint32Array(capacity), new Uint32Array(capacity)];
  let length = 0;
  /** Later keys are kept only if their place in the order is below this bound. */
  let bound = Infinity;
  let index = 0;
  const keepFirst = () => {
    if (length <= k) return;
    const ranks = words.subarray(0, length).map(order);
    bound = ranks.slice().sort()[k - 1];
    let equal = k - ranks.reduce((below, rank) => below + Number(rank < bound), 0);
    length = 0;
    for (const [at, rank] of ranks.entries()) {
      if (rank > bound || (rank === bound && equal-- <= 0)) continue;
      words[length] = words[at];
      indices[length++] = indices[at];
    }
  };
  return {
    streams: [
      { of: 'output', start: 0, expected: output },
      { of: 'second', start: 0, expected: places },
    ],
    take({ input }) {
      for (const word of input) {
        if (order(word) < bound) {
          if (length === capacity) keepFirst();
          words[length] = word;
          indices[length++] = index;
        }
        index++;
      }
    },
    end() {
      keepFirst();
      for (const word of words.subarray(0, length)) output.push(word);
      for (const place of indices.subarray(0, length)) places.push(place);
    },
    count: () => Math.min(k, n),
  };
}

/** The smallest or largest key, the first of equal ones, and its index. A NaN precedes all other keys. */
function extreme({ operation, type }: OperationJob): Operation {
  const isFloat = type === 'f32';
  const orderOfKey = orderOf({ type, descending: operation === 'arg-min' });
  const [output, indices] = [new ExpectedWords(viewAs(type)), new ExpectedWords(viewAs())];
  let best = { order: -1, word: 0, index: 0 };
  let index = 0;
  return {
    streams: [
      { of: 'output', start: 0, expected: output },
      { of: 'second', start: 0, expected: indices },
    ],
    take({ input }) {
      for (const word of input) {
        const order = isFloat && (word & 0x7fffffff) > 0x7f800000 ? Infinity : orderOfKey(word);
        if (order > best.order) best = { order, word, index };
        index++;
      }
    },
    end() {
      if (index === 0) return;
      output.push(best.word);
      indices.push(best.index);
    },
  };
}

/** For each needle, the number of sorted keys before it; for upper bounds, also of equal keys. */
function bounds({ type, sorted = new Uint32Array(0), upper }: OperationJob): Operation {
  const order = orderOf({ type });
  const keys = sorted.map(order);
  const expected = new ExpectedWords(viewAs());
  return {
    streams: [{ of: 'output', start: 0, expected }],
    take({ input }) {
      for (const word of input) {
        const needle = order(word);
        let [low, high] = [0, keys.length];
        while (low < high) {
          const middle = low + Math.floor((high - low) / 2);
          if (keys[middle] < needle || (upper && keys[middle] === needle)) low = middle + 1;
          else high = middle;
        }
        expected.push(low);
      }
    },
  };
}

/** Keys of two sorted arrays, and their indices in one array after the other. Before a key come the keys of the second array that precede it. */
function merge({ type, n, sorted = new Uint32Array(0), indices, descending }: OperationJob): Operation {
  const order = orderOf({ type, descending });
  const [output, places] = [new ExpectedWords(viewAs(type)), new ExpectedWords(viewAs())];
  let [index, next] = [0, 0];
  const push = (word: number, place: number) => {
    output.push(word);
    if (indices) places.push(place);
  };
  const pushBefore = (bound: number) => {
    for (; next < sorted.length && order(sorted[next]) < bound; next++) push(sorted[next], n + next);
  };
  return {
    streams: [{ of: 'output', start: 0, expected: output }, ...(indices ? [{ of: 'second' as const, start: 0, expected: places }] : [])],
    take({ input }) {
      for (const word of input) {
        pushBefore(order(word));
        push(word, index++);
      }
    },
    end: () => pushBefore(Infinity),
  };
}

/** Runs of equal neighbours: their lengths, or the sums of their values. */
function runs({ type, valueType = 'u32', operator, depth }: OperationJob): Operation {
  const fresh = operator === undefined ? null : prefixesOf({ operator, type: valueType, mode: 'inclusive', depth });
  const keys = new ExpectedWords(viewAs(type));
  const lengths = new ExpectedWords(viewAs());
  const sums = new ExpectedSums(viewAs(valueType), fresh?.().words ?? 1);
  let key = 0;
  let length = 0;
  let total: ReferencePrefix | undefined;
  const endRun = () => {
    if (length > 0) lengths.push(length);
    if (length > 0 && total) sums.push(total);
  };
  return {
    streams: [
      { of: 'output', start: 0, expected: keys },
      { of: 'second', start: 0, expected: fresh ? sums : lengths },
    ],
    take({ input, values }) {
      const numbers = values && viewAs(valueType)(values);
      for (let at = 0; at < input.length; at++) {
        if (length === 0 || input[at] !== key) {
          endRun();
          [key, length, total] = [input[at], 0, fresh?.()];
          keys.push(key);
        }
        length++;
        if (total && numbers) total.add(numbers, at * total.words);
      }
    },
    end: endRun,
    count: () => keys.total,
  };
}

/** Sums of segments. The flag of an element is the number of segment offsets that equal its index. The first offset begins the first segment. */
function segmentSums({ type, operator = 'add', depth, segments = 0 }: OperationJob): Operation {
  const fresh = prefixesOf({ operator, type, mode: 'inclusive', depth });
  let total = fresh();
  const sums = new ExpectedSums(viewAs(type), total.words);
  /** The number of segments that have begun. */
  let begun = 0;
  const begin = () => {
    if (begun++ > 0) sums.push(total);
    total = fresh();
  };
  return {
    streams: [{ of: 'output', start: 0, expected: sums }],
    take({ input, flags = new Uint32Array(0) }) {
      const numbers = viewAs(type)(input);
      for (const [element, offsets] of flags.entries()) {
        for (let offset = 0; offset < offsets; offset++) begin();
        total.add(numbers, element * total.words);
      }
    },
    end() {
      while (begun <= segments) begin();
    },
  };
}

/**
 * The lower edges of bins of equal width, and the upper edge of the last bin. For integers, an edge is rounded up to an integer. For
 * floats, it is computed in float64 and rounded to the nearest f32.
 */
function edgesOf(type: ElementType, bins: number, from: number, to: number) {
  const step = (to - from) / bins;
  const edge = (bin: number) => (type === 'f32' ? Math.fround(bin * step + from) : from + Math.ceil(((to - from) * bin) / bins));
  const edges = Float64Array.from({ length: bins + 1 }, (_, bin) => edge(bin));
  [edges[0], edges[bins]] = type === 'f32' ? [Math.fround(from), Math.fround(to)] : [from, to];
  return edges;
}

/** The bin of a number within the edges: the index of the last edge that does not exceed the number. The search begins at the guess. */
function binOf(edges: Float64Array, number: number, guess: number) {
  if (edges[guess] <= number && number < edges[guess + 1]) return guess;
  let [bin, end] = [0, edges.length - 1];
  while (end - bin > 1) {
    const middle = (bin + end) >> 1;
    if (edges[middle] <= number) bin = middle;
    else end = middle;
  }
  return bin;
}

function histogram({ type, bins = 256, from = 0, to: end = 256 }: OperationJob): Operation {
  const counts = new Uint32Array(bins);
  const to = Number(end);
  const edges = edgesOf(type, bins, from, to);
  const [first, last] = [edges[0], edges[bins]];
  const perUnit = bins / (to - from);
  const expected = new ExpectedWords(viewAs());
  return {
    streams: [{ of: 'output', start: 0, expected }],
    take({ input }) {
      for (const number of viewAs(type)(input)) {
        if (!(number >= first && number < last)) continue;
        const guess = Math.max(0, Math.min(bins - 1, Math.floor((number - from) * perUnit)));
        counts[binOf(edges, number, guess)]++;
      }
    },
    end: () => counts.forEach((count) => expected.push(count)),
  };
}

export function createOperationCheck(job: OperationJob) {
  const known = Object.hasOwn(OPERATIONS, job.operation) ? OPERATIONS[job.operation] : undefined;
  if (!known) throw new Error(`The oracle requires a definition of ${job.operation}; it is missing.`);
  const operation = known(job);
  let mismatch: FoundMismatch | null = null;

  /** @returns the parts of the outputs that can be compared now; empty after a mismatch */
  const wanted = (): Wanted[] =>
    mismatch
      ? []
      : operation.streams.map(({ of, start, backwards, elementWords, expected: { compared, wanted } }) => ({
          of,
          elementWords,
          start: backwards ? start - compared : start + compared,
          wanted,
          backwards,
        }));

  return {
    take(chunk: InputChunk) {
      operation.take(chunk);
      return wanted();
    },
    end() {
      operation.end?.();
      const [count, found] = [operation.count?.(), job.count];
      if (count !== undefined && found !== count) {
        mismatch ??= { index: Math.min(count, found ?? 0), expected: [count], found: [found ?? NaN], tolerance: 0 };
      }
      return wanted();
    },
    /** Compares the next words of a stream. */
    compare(stream: number, found: Uint32Array) {
      mismatch ??= operation.streams[stream].expected.compare(found);
      return mismatch === null;
    },
    finish(): Verdict {
      const overflowed = operation.streams.reduce((sum, { expected }) => sum + (expected.overflowed ?? 0), 0);
      return {
        verified: mismatch === null,
        mismatch,
        ...(overflowed > 0 && { overflowed }),
        ...(operation.isInOrder && { isInOrder: operation.isInOrder() }),
      };
    },
  };
}
