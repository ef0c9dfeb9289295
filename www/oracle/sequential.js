/**
 * The sequential scan in JavaScript, which `javascript` times. Each operator has a loop of its own on one type of array, so that the
 * browser's compiler can optimise it.
 */
/** @import { Direction, Elements, ElementType, Mode } from '../types.d.ts' */

/**
 * Scans `count` elements of x, from the entry `at` on and `step` entries apart, starting with the words of `total`; each result
 * goes into y, `shift` entries away from its element. A backward scan has a negative step: an operator that does not commute
 * swaps its operands then.
 * @typedef {(x: any, y: any, at: number, count: number, step: number, shift: number, total: number[]) => void} Loop
 */
/**
 * @typedef {{ loop: Loop, identity: number[],
 *   as: Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor }} Sequential
 */

/** @type {Loop} Bits are the same for u32 and i32, so both are done on Int32Array. */
function addIntegers(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = (total + x[at]) | 0;
}

/** @type {Loop} */
function multiplyIntegers(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = Math.imul(total, x[at]);
}

/** @type {Loop} */
function minU32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = x[at] < total ? x[at] : total;
}

/** @type {Loop} */
function maxU32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = x[at] > total ? x[at] : total;
}

/** @type {Loop} */
function minI32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = x[at] < total ? x[at] : total;
}

/** @type {Loop} */
function maxI32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = x[at] > total ? x[at] : total;
}

/** @type {Loop} The total is a float64, as numbers are in JavaScript; storing it rounds once. */
function addF32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total += x[at];
}

/** @type {Loop} */
function multiplyF32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total *= x[at];
}

/** @type {Loop} */
function minF32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = Math.min(total, x[at]);
}

/** @type {Loop} */
function maxF32(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total = Math.max(total, x[at]);
}

/** @type {Loop} */
function andIntegers(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total &= x[at];
}

/** @type {Loop} */
function orIntegers(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total |= x[at];
}

/** @type {Loop} */
function xorIntegers(x, y, at, count, step, shift, [total]) {
  for (; count > 0; count--, at += step) y[at + shift] = total ^= x[at];
}

/** @type {Loop} */
function matchBrackets(x, y, at, count, step, shift, [close, open]) {
  for (; count > 0; count--, at += step) {
    const matched = step > 0 ? Math.min(open, x[at]) : Math.min(x[at + 1], close);
    y[at + shift] = close = (close + x[at] - matched) >>> 0;
    y[at + shift + 1] = open = (open + x[at + 1] - matched) >>> 0;
  }
}

/** @type {Loop} The map x ↦ a·x + b of all elements so far, in float64. */
function composeMaps(x, y, at, count, step, shift, [a, b]) {
  for (; count > 0; count--, at += step) {
    b = step > 0 ? x[at] * b + x[at + 1] : a * x[at + 1] + b;
    a *= x[at];
    y[at + shift] = a;
    y[at + shift + 1] = b;
  }
}

/** @type {Loop} 2×2 matrices in row-major order. */
function multiplyMatrices(x, y, at, count, step, shift, [a, b, c, d]) {
  for (; count > 0; count--, at += step) {
    const [e, f, g, h] = [x[at], x[at + 1], x[at + 2], x[at + 3]];
    const [a0, b0, c0, d0] = [a, b, c, d];
    const { imul } = Math;
    const forward = step > 0;
    a = imul(a0, e) + (forward ? imul(b0, g) : imul(c0, f));
    b = forward ? imul(a0, f) + imul(b0, h) : imul(e, b0) + imul(f, d0);
    c = forward ? imul(c0, e) + imul(d0, g) : imul(g, a0) + imul(h, c0);
    d = imul(d0, h) + (forward ? imul(c0, f) : imul(g, b0));
    y[at + shift] = a;
    y[at + shift + 1] = b;
    y[at + shift + 2] = c;
    y[at + shift + 3] = d;
  }
}

/** @type {Loop} The same in float64. */
function multiplyFloatMatrices(x, y, at, count, step, shift, [a, b, c, d]) {
  for (; count > 0; count--, at += step) {
    const [e, f, g, h] = [x[at], x[at + 1], x[at + 2], x[at + 3]];
    const forward = step > 0;
    [a, b, c, d] = forward
      ? [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h]
      : [e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d];
    y[at + shift] = a;
    y[at + shift + 1] = b;
    y[at + shift + 2] = c;
    y[at + shift + 3] = d;
  }
}

/** @param {Loop} loop @param {...number} identity @returns {Partial<Record<ElementType, Sequential>>} on both integer types */
function onBits(loop, ...identity) {
  const sequential = { loop, identity, as: Int32Array };
  return { u32: sequential, i32: sequential };
}

/** @type {Record<string, Partial<Record<ElementType, Sequential>>>} */
export const SEQUENTIAL = {
  add: { ...onBits(addIntegers, 0), f32: { loop: addF32, identity: [0], as: Float32Array } },
  mul: { ...onBits(multiplyIntegers, 1), f32: { loop: multiplyF32, identity: [1], as: Float32Array } },
  min: {
    u32: { loop: minU32, identity: [2 ** 32 - 1], as: Uint32Array },
    i32: { loop: minI32, identity: [2 ** 31 - 1], as: Int32Array },
    f32: { loop: minF32, identity: [Infinity], as: Float32Array },
  },
  max: {
    u32: { loop: maxU32, identity: [0], as: Uint32Array },
    i32: { loop: maxI32, identity: [-(2 ** 31)], as: Int32Array },
    f32: { loop: maxF32, identity: [-Infinity], as: Float32Array },
  },
  and: onBits(andIntegers, -1),
  or: onBits(orIntegers, 0),
  xor: onBits(xorIntegers, 0),
  bicyclic: { u32: { loop: matchBrackets, identity: [0, 0], as: Uint32Array } },
  affine: { f32: { loop: composeMaps, identity: [1, 0], as: Float32Array } },
  mat2: {
    u32: { loop: multiplyMatrices, identity: [1, 0, 0, 1], as: Uint32Array },
    f32: { loop: multiplyFloatMatrices, identity: [1, 0, 0, 1], as: Float32Array },
  },
};

/**
 * @param {{ operator: string, type: ElementType, mode: Mode, direction?: Direction, columns?: number, axis?: number }} scan with `columns`,
 *   of rows of so many elements: along them (axis 1) or down their columns (axis 0)
 * @param {Elements} input
 * @param {Elements} output
 * @param {Uint32Array} [heads] a flag an element, set where a segment starts in index order
 */
export function scanSequentially({ operator, type, mode, direction = 'forward', columns = 0, axis = 1 }, input, output, heads) {
  const entry = SEQUENTIAL[operator]?.[type];
  if (!entry) throw new Error(`A sequential scan requires a loop for the operator ${operator} on ${type}, and has none.`);
  const x = viewAs(entry.as, input);
  const y = viewAs(entry.as, output);
  const run = { entry, x, y, exclusive: mode === 'exclusive', backward: direction === 'backward' };
  const n = x.length / entry.identity.length;
  if (columns > 0 && axis === 0) {
    for (let column = 0; column < Math.min(columns, n); column++) scanRun(run, column, n, columns);
    return;
  }
  if (columns > 0) {
    for (let start = 0; start < n; start += columns) scanRun(run, start, Math.min(start + columns, n));
    return;
  }
  if (!heads) return scanRun(run, 0, n);
  let start = 0;
  for (let end = 1; end <= n; end++) {
    if (end < n && heads[end] === 0) continue;
    scanRun(run, start, end);
    start = end;
  }
}

/**
 * Scans the elements `start` … `end` − 1, or every `stride`-th of them, by themselves.
 * @param {{ entry: Sequential, x: Elements, y: Elements, exclusive: boolean, backward: boolean }} run
 * @param {number} start
 * @param {number} end
 * @param {number} [stride]
 */
function scanRun({ entry: { loop, identity }, x, y, exclusive, backward }, start, end, stride = 1) {
  if (start >= end) return;
  const count = Math.ceil((end - start) / stride);
  const words = identity.length * stride;
  const step = backward ? -words : words;
  const first = identity.length * start + (backward ? (count - 1) * words : 0);
  if (!exclusive) return loop(x, y, first, count, step, 0, identity);
  y.set(identity, first);
  loop(x, y, first, count - 1, step, step, identity);
}

/** @param {Sequential['as']} as @param {Elements} array */
function viewAs(as, array) {
  return new as(/** @type {ArrayBuffer} */ (array.buffer), array.byteOffset, array.length);
}
