/** Operations of the fake core, by plain loops. */

const entry = (id, options, more = {}) => ({
  id,
  title: id,
  summary: '',
  paper: '',
  traffic: '',
  options,
  takesScan: false,
  takesValues: false,
  takesOffsets: false,
  takesSorted: false,
  merges: false,
  sortsWideKeys: false,
  selects: false,
  variants: [],
  ...more,
});
const SELECTION = ['where', 'flags', 'density'];
const SCAN = ['scan', 'tuning'];

export const OPERATION_ENTRIES = [
  entry('reduce', ['operator']),
  entry('compact', [...SELECTION, 'words', 'indices', ...SCAN], {
    takesScan: true,
    selects: true,
    variants: [{ id: 'atomic-elements', title: 'Atomics', summary: '' }],
  }),
  entry('partition', [...SELECTION, 'words', 'reversed', ...SCAN], { takesScan: true, selects: true }),
  entry('unique', ['runs', 'words', 'indices', ...SCAN], { takesScan: true }),
  entry('run-lengths', ['runs', ...SCAN], { takesScan: true }),
  entry('reduce-by-key', ['operator', 'runs', ...SCAN], { takesScan: true, takesValues: true }),
  entry('segmented-reduce', ['operator', 'runs', 'segments', ...SCAN], { takesScan: true, takesOffsets: true }),
  entry('histogram', ['bins', 'from', 'to']),
  entry('top-k', ['k', 'largest', ...SCAN], { takesScan: true }),
  entry('arg-min', []),
  entry('arg-max', []),
  entry('lower-bound', ['upper', 'sortedLength'], { takesSorted: true }),
  entry('merge', ['indices', 'descending', 'sortedLength'], { takesSorted: true, merges: true }),
  entry('sort', ['values', 'words', 'indices', 'descending', 'bits', ...SCAN], { takesScan: true, sortsWideKeys: true }),
  entry('segmented-sort', ['runs', 'values', 'words', 'segments', 'indices', 'descending', 'bits', ...SCAN], {
    takesScan: true,
    takesOffsets: true,
  }),
];

/** The sums of the values of runs of equal keys; without values, the lengths of the runs. */
function runsOf(keys, values = keys.map(() => 1)) {
  const starts = [...keys.keys()].filter((at) => at === 0 || keys[at] !== keys[at - 1]);
  const sum = (start, rank) => values.slice(start, starts[rank + 1]).reduce((left, right) => left + right, 0);
  return { output: Uint32Array.from(starts, (at) => keys[at]), second: Uint32Array.from(starts, sum), count: starts.length };
}

const WIDE_ARRAYS = { u64: BigUint64Array, i64: BigInt64Array, f64: Float64Array };

/** A sort of keys of two words, which are not NaN. */
function fakeWideSort({ type, options }, input, values) {
  const keys = new WIDE_ARRAYS[type](input.slice().buffer);
  const places = Uint32Array.from(keys.keys()).sort((i, j) => (keys[i] < keys[j] ? -1 : Number(keys[i] > keys[j])));
  const second = options.values ? places.map((place) => values[place]) : options.indices ? places : undefined;
  return { output: input.map((_, at) => input[2 * places[at >> 1] + (at & 1)]), second };
}

/** The core's result for an operation on u32 with the operator `add`. Every condition selects the odd elements. */
export function fakeOperate({ operation, type, options }, input, flags, values, offsets) {
  if (Object.hasOwn(WIDE_ARRAYS, type)) return fakeWideSort({ type, options }, input, values);
  const isSelected = (word, at) => (flags ? flags[at] : word % 2) === 1;
  const kept = input.filter(isSelected);
  switch (operation) {
    case 'reduce':
      return { output: Uint32Array.of(input.reduce((left, right) => left + right, 0)) };
    case 'segmented-reduce': {
      const sum = (at) => input.slice(offsets[at], offsets[at + 1]).reduce((left, right) => left + right, 0);
      return { output: Uint32Array.from({ length: options.segments }, (_, at) => sum(at)) };
    }
    case 'compact': {
      const second = options.indices && Uint32Array.from(input.keys()).filter((at) => isSelected(input[at], at));
      return { output: kept, second, count: kept.length };
    }
    case 'unique': {
      const second = Uint32Array.from(input.keys()).filter((at) => at === 0 || input[at] !== input[at - 1]);
      return { output: second.map((at) => input[at]), second: options.indices && second, count: second.length };
    }
    case 'partition':
      return { output: Uint32Array.of(...kept, ...input.filter((word, at) => !isSelected(word, at))), count: kept.length };
    case 'histogram':
      return { output: Uint32Array.from({ length: options.bins ?? 256 }, (_, bin) => input.filter((word) => word === bin).length) };
    case 'top-k': {
      const { k = 1, largest = true } = options;
      const sign = largest ? -1 : 1;
      const places = [...input.keys()].sort((left, right) => sign * (input[left] - input[right]) || left - right);
      const second = Uint32Array.from(places.slice(0, k)).sort();
      return { output: second.map((place) => input[place]), second, count: second.length };
    }
    case 'arg-min':
    case 'arg-max': {
      const best = input.indexOf(operation === 'arg-min' ? Math.min(...input) : Math.max(...input));
      return { output: input.slice(best, best + 1), second: Uint32Array.of(best) };
    }
    case 'lower-bound': {
      const precedes = (needle) => (key) => (options.upper ? key <= needle : key < needle);
      return { output: input.map((needle) => values.filter(precedes(needle)).length) };
    }
    case 'merge': {
      const both = [...input, ...values];
      const sign = options.descending ? -1 : 1;
      const second = Uint32Array.from(both.keys()).sort((left, right) => sign * (both[left] - both[right]) || left - right);
      return { output: second.map((place) => both[place]), second: options.indices && second };
    }
    case 'sort':
    case 'segmented-sort': {
      const places = Uint32Array.from(input.keys());
      const ends = offsets ?? [0, input.length];
      for (let at = 1; at < ends.length; at++) {
        places.subarray(ends[at - 1], ends[at]).sort((left, right) => input[left] - input[right] || left - right);
      }
      const second = options.values ? places.map((place) => values[place]) : options.indices ? places : undefined;
      return { output: places.map((place) => input[place]), second };
    }
    default:
      return runsOf(input, values);
  }
}
