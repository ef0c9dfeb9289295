/**
 * The sequential scan in JavaScript, `javascript` in measurements. Each operator has a separate plain loop per type of array and direction,
 * so that the browser's compiler can optimise it. A loop's arguments are its arrays and bounds. Its total starts as a literal, from which
 * the compiler knows the type of the total.
 */

import type { Direction, ElementType, Elements, Mode } from '../types.ts';

/** Scans the entries `start` … `end` − 1 of x, in whole elements, into the same entries of y, from first to last or from last to first. */
type Loop = (x: any, y: any, start: number, end: number) => void;
type Sequential = {
  forward: Loop;
  backward: Loop;
  identity: number[];
  as: Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor;
};

// If the start is unsigned (>>> 0), Firefox omits a check per element.

/** Sums of u32 and of i32 have the same bits, so both types use Int32Array. */
const addIntegers = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = start >>> 0; i < end; i++) y[i] = total = (total + x[i]) | 0;
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = end - 1; i >= start; i--) y[i] = total = (total + x[i]) | 0;
  },
};

const multiplyIntegers = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 1;
    for (let i = start >>> 0; i < end; i++) y[i] = total = Math.imul(total, x[i]);
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 1;
    for (let i = end - 1; i >= start; i--) y[i] = total = Math.imul(total, x[i]);
  },
};

const andIntegers = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = -1;
    for (let i = start >>> 0; i < end; i++) y[i] = total &= x[i];
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = -1;
    for (let i = end - 1; i >= start; i--) y[i] = total &= x[i];
  },
};

const orIntegers = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = start >>> 0; i < end; i++) y[i] = total |= x[i];
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = end - 1; i >= start; i--) y[i] = total |= x[i];
  },
};

const xorIntegers = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = start >>> 0; i < end; i++) y[i] = total ^= x[i];
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = end - 1; i >= start; i--) y[i] = total ^= x[i];
  },
};

const minU32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 0xffffffff;
    for (let i = start >>> 0; i < end; i++) {
      const element = x[i];
      y[i] = total = element < total ? element : total;
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 0xffffffff;
    for (let i = end - 1; i >= start; i--) {
      const element = x[i];
      y[i] = total = element < total ? element : total;
    }
  },
};

const maxU32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = start >>> 0; i < end; i++) {
      const element = x[i];
      y[i] = total = element > total ? element : total;
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = end - 1; i >= start; i--) {
      const element = x[i];
      y[i] = total = element > total ? element : total;
    }
  },
};

const minI32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 0x7fffffff;
    for (let i = start >>> 0; i < end; i++) {
      const element = x[i];
      y[i] = total = element < total ? element : total;
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 0x7fffffff;
    for (let i = end - 1; i >= start; i--) {
      const element = x[i];
      y[i] = total = element < total ? element : total;
    }
  },
};

const maxI32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = -0x80000000;
    for (let i = start >>> 0; i < end; i++) {
      const element = x[i];
      y[i] = total = element > total ? element : total;
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = -0x80000000;
    for (let i = end - 1; i >= start; i--) {
      const element = x[i];
      y[i] = total = element > total ? element : total;
    }
  },
};

/** The total is a float64, like all numbers in JavaScript. The store rounds once. */
const addF32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = start >>> 0; i < end; i++) y[i] = total += x[i];
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 0;
    for (let i = end - 1; i >= start; i--) y[i] = total += x[i];
  },
};

const multiplyF32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = 1;
    for (let i = start >>> 0; i < end; i++) y[i] = total *= x[i];
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = 1;
    for (let i = end - 1; i >= start; i--) y[i] = total *= x[i];
  },
};

const minF32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = Infinity;
    for (let i = start >>> 0; i < end; i++) y[i] = total = Math.min(total, x[i]);
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = Infinity;
    for (let i = end - 1; i >= start; i--) y[i] = total = Math.min(total, x[i]);
  },
};

const maxF32 = {
  forward(x: any, y: any, start: number, end: number): void {
    let total = -Infinity;
    for (let i = start >>> 0; i < end; i++) y[i] = total = Math.max(total, x[i]);
  },
  backward(x: any, y: any, start: number, end: number): void {
    let total = -Infinity;
    for (let i = end - 1; i >= start; i--) y[i] = total = Math.max(total, x[i]);
  },
};

/** Unmatched brackets: the numbers of closing and of opening ones. */
const matchBrackets = {
  forward(x: any, y: any, start: number, end: number): void {
    let [close, open] = [0, 0];
    for (let i = start >>> 0; i < end; i += 2) {
      const matched = Math.min(open, x[i]);
      y[i] = close = (close + x[i] - matched) >>> 0;
      y[i + 1] = open = (open + x[i + 1] - matched) >>> 0;
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let [close, open] = [0, 0];
    for (let i = end - 2; i >= start; i -= 2) {
      const matched = Math.min(x[i + 1], close);
      y[i] = close = (close + x[i] - matched) >>> 0;
      y[i + 1] = open = (open + x[i + 1] - matched) >>> 0;
    }
  },
};

/** The map x ↦ a·x + b of all elements so far, in float64. */
const composeMaps = {
  forward(x: any, y: any, start: number, end: number): void {
    let [a, b] = [1, 0];
    for (let i = start >>> 0; i < end; i += 2) {
      y[i + 1] = b = x[i] * b + x[i + 1];
      y[i] = a *= x[i];
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let [a, b] = [1, 0];
    for (let i = end - 2; i >= start; i -= 2) {
      y[i + 1] = b = a * x[i + 1] + b;
      y[i] = a *= x[i];
    }
  },
};

/** 2×2 matrices in row-major order. */
const multiplyMatrices = {
  forward(x: any, y: any, start: number, end: number): void {
    let [a, b, c, d] = [1, 0, 0, 1];
    for (let i = start >>> 0; i < end; i += 4) {
      const [e, f, g, h] = [x[i], x[i + 1], x[i + 2], x[i + 3]];
      const [a0, b0, c0, d0] = [a, b, c, d];
      y[i] = a = (Math.imul(a0, e) + Math.imul(b0, g)) >>> 0;
      y[i + 1] = b = (Math.imul(a0, f) + Math.imul(b0, h)) >>> 0;
      y[i + 2] = c = (Math.imul(c0, e) + Math.imul(d0, g)) >>> 0;
      y[i + 3] = d = (Math.imul(c0, f) + Math.imul(d0, h)) >>> 0;
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let [a, b, c, d] = [1, 0, 0, 1];
    for (let i = end - 4; i >= start; i -= 4) {
      const [e, f, g, h] = [x[i], x[i + 1], x[i + 2], x[i + 3]];
      const [a0, b0, c0, d0] = [a, b, c, d];
      y[i] = a = (Math.imul(e, a0) + Math.imul(f, c0)) >>> 0;
      y[i + 1] = b = (Math.imul(e, b0) + Math.imul(f, d0)) >>> 0;
      y[i + 2] = c = (Math.imul(g, a0) + Math.imul(h, c0)) >>> 0;
      y[i + 3] = d = (Math.imul(g, b0) + Math.imul(h, d0)) >>> 0;
    }
  },
};

/** 2×2 matrices in row-major order, in float64. */
const multiplyFloatMatrices = {
  forward(x: any, y: any, start: number, end: number): void {
    let [a, b, c, d] = [1, 0, 0, 1];
    for (let i = start >>> 0; i < end; i += 4) {
      const [e, f, g, h] = [x[i], x[i + 1], x[i + 2], x[i + 3]];
      const [a0, b0, c0, d0] = [a, b, c, d];
      y[i] = a = a0 * e + b0 * g;
      y[i + 1] = b = a0 * f + b0 * h;
      y[i + 2] = c = c0 * e + d0 * g;
      y[i + 3] = d = c0 * f + d0 * h;
    }
  },
  backward(x: any, y: any, start: number, end: number): void {
    let [a, b, c, d] = [1, 0, 0, 1];
    for (let i = end - 4; i >= start; i -= 4) {
      const [e, f, g, h] = [x[i], x[i + 1], x[i + 2], x[i + 3]];
      const [a0, b0, c0, d0] = [a, b, c, d];
      y[i] = a = e * a0 + f * c0;
      y[i + 1] = b = e * b0 + f * d0;
      y[i + 2] = c = g * a0 + h * c0;
      y[i + 3] = d = g * b0 + h * d0;
    }
  },
};
/** @returns the given loops for both integer types */
function onBits(loops: Pick<Sequential, 'forward' | 'backward'>, ...identity: number[]): Partial<Record<ElementType, Sequential>> {
  const sequential = { ...loops, identity, as: Int32Array };
  return { u32: sequential, i32: sequential };
}

export const SEQUENTIAL: Record<string, Partial<Record<ElementType, Sequential>>> = {
  add: { ...onBits(addIntegers, 0), f32: { ...addF32, identity: [0], as: Float32Array } },
  mul: { ...onBits(multiplyIntegers, 1), f32: { ...multiplyF32, identity: [1], as: Float32Array } },
  min: {
    u32: { ...minU32, identity: [0xffffffff], as: Uint32Array },
    i32: { ...minI32, identity: [0x7fffffff], as: Int32Array },
    f32: { ...minF32, identity: [Infinity], as: Float32Array },
  },
  max: {
    u32: { ...maxU32, identity: [0], as: Uint32Array },
    i32: { ...maxI32, identity: [-0x80000000], as: Int32Array },
    f32: { ...maxF32, identity: [-Infinity], as: Float32Array },
  },
  and: onBits(andIntegers, -1),
  or: onBits(orIntegers, 0),
  xor: onBits(xorIntegers, 0),
  bicyclic: { u32: { ...matchBrackets, identity: [0, 0], as: Uint32Array } },
  affine: { f32: { ...composeMaps, identity: [1, 0], as: Float32Array } },
  mat2: {
    u32: { ...multiplyMatrices, identity: [1, 0, 0, 1], as: Uint32Array },
    f32: { ...multiplyFloatMatrices, identity: [1, 0, 0, 1], as: Float32Array },
  },
};

/**
 * A scan that is ready to run. For an exclusive scan, x or y is shifted by one element, so that the loop stores each total one element later
 * in scan order.
 */
type Run = {
  x: Elements;
  y: Elements;
  /** the output, never shifted */
  output: Elements;
  identity: number[];
  loop: Loop;
  exclusive: boolean;
  backward: boolean;
};

/** `columns`: the elements per row, for a scan along the rows (axis 1) or along the columns (axis 0); 0 for other scans. */
export type SequentialScan = { operator: string; type: ElementType; mode: Mode; direction?: Direction; columns?: number; axis?: number };

/** @param heads one flag per element, set at the lowest index of each segment */
export function scanSequentially(scan: SequentialScan, input: Elements, output: Elements, heads?: Uint32Array) {
  sequentialScan(scan, input, output, heads)();
}

/** Prepares a scan. A call of the returned function runs it. */
export function sequentialScan(
  { operator, type, mode, direction = 'forward', columns = 0, axis = 1 }: SequentialScan,
  input: Elements,
  output: Elements,
  heads?: Uint32Array,
): () => void {
  const entry = SEQUENTIAL[operator]?.[type];
  if (!entry) throw new Error(`A sequential scan requires a loop for the operator ${operator} on ${type}; it is missing.`);
  const [x, y] = [viewAs(entry.as, input), viewAs(entry.as, output)];
  const n = input.length / entry.identity.length;
  const prepare = (from: Elements, to: Elements) => runOf(entry, mode, direction, from, to);
  if (columns > 0 && axis === 0) {
    const column = new entry.as(Math.ceil(n / columns) * entry.identity.length);
    const run = prepare(column, new entry.as(column.length));
    return () => scanColumns(run, x, y, column, columns);
  }
  const run = prepare(x, y);
  if (columns > 0) return () => scanRows(run, n, columns);
  if (heads) return () => scanSegments(run, n, heads);
  return () => scanRange(run, 0, n);
}

/**
 * Calls every loop on zero elements, from the call site that all scans use. If that site calls only one loop, V8's quick compiler inlines
 * the loop. V8 then keeps running the inlined copy instead of the optimised loop.
 */
export function callAllLoops() {
  for (const entry of Object.values(SEQUENTIAL).flatMap((types) => Object.values(types))) {
    const none = new entry.as(0);
    callLoop(entry.forward, none, none, 0, 0);
    callLoop(entry.backward, none, none, 0, 0);
  }
}

function callLoop(loop: Loop, x: Elements, y: Elements, start: number, end: number) {
  loop(x, y, start, end);
}

function runOf({ identity, ...loops }: Sequential, mode: Mode, direction: Direction, x: Elements, y: Elements): Run {
  const [exclusive, backward] = [mode === 'exclusive', direction === 'backward'];
  const shifted = (array: Elements) => array.subarray(identity.length);
  return {
    x: exclusive && backward ? shifted(x) : x,
    y: exclusive && !backward ? shifted(y) : y,
    output: y,
    identity,
    loop: loops[direction],
    exclusive,
    backward,
  };
}

/** Scans the elements `start` … `end` − 1 as a separate scan. */
function scanRange({ x, y, output, identity, loop, exclusive, backward }: Run, start: number, end: number) {
  const words = identity.length;
  if (!exclusive || start >= end) return callLoop(loop, x, y, start * words, end * words);
  const first = words * (backward ? end - 1 : start);
  for (let word = 0; word < words; word++) output[first + word] = identity[word];
  callLoop(loop, x, y, start * words, (end - 1) * words);
}

function scanRows(run: Run, n: number, columns: number) {
  for (let start = 0; start < n; start += columns) scanRange(run, start, Math.min(start + columns, n));
}

function scanSegments(run: Run, n: number, heads: Uint32Array) {
  let start = 0;
  for (let end = 1; end <= n; end++) {
    if (end < n && heads[end] === 0) continue;
    scanRange(run, start, end);
    start = end;
  }
}

/**
 * Scans each column separately. Copies it to an array of one column, in which successive elements are adjacent.
 * @param run a scan from `column` to an output of the same length
 */
function scanColumns(run: Run, x: Elements, y: Elements, column: Elements, columns: number) {
  const { output, identity } = run;
  const words = identity.length;
  const stride = columns * words;
  for (let first = 0; first < Math.min(stride, x.length); first += words) {
    let count = 0;
    for (let at = first; at < x.length; at += stride) {
      for (let word = 0; word < words; word++) column[count++] = x[at + word];
    }
    scanRange(run, 0, count / words);
    count = 0;
    for (let at = first; at < x.length; at += stride) {
      for (let word = 0; word < words; word++) y[at + word] = output[count++];
    }
  }
}

function viewAs(as: Sequential['as'], array: Elements) {
  return new as(array.buffer as ArrayBuffer, array.byteOffset, array.length);
}
