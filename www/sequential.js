/**
 * The scan that JavaScript itself does, one element after the other: what `javascript` times. Each operator has a loop of its
 * own, on one type of array, so that the compiler of the browser can make the best of it.
 */
/** @import { Elements, ElementType, Mode } from './types.d.ts' */

/**
 * Scans the first `count` entries of x, from `total`, into y from `shift` on.
 * @typedef {(x: any, y: any, count: number, shift: number, total: number) => void} Loop
 */

/** @type {Loop} Bits are the same for u32 and i32, so both are done on Int32Array. */
function addIntegers(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = (total + x[i]) | 0;
}

/** @type {Loop} */
function multiplyIntegers(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = Math.imul(total, x[i]);
}

/** @type {Loop} */
function minU32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = x[i] < total ? x[i] : total;
}

/** @type {Loop} */
function maxU32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = x[i] > total ? x[i] : total;
}

/** @type {Loop} */
function minI32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = x[i] < total ? x[i] : total;
}

/** @type {Loop} */
function maxI32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = x[i] > total ? x[i] : total;
}

/** @type {Loop} The total is a float64, as numbers are in JavaScript; storing it rounds once. */
function addF32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total += x[i];
}

/** @type {Loop} */
function multiplyF32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total *= x[i];
}

/** @type {Loop} */
function minF32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = Math.min(total, x[i]);
}

/** @type {Loop} */
function maxF32(x, y, count, shift, total) {
  for (let i = 0; i < count; i++) y[i + shift] = total = Math.max(total, x[i]);
}

/** @typedef {{ loop: Loop, identity: number, as: Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor }} Sequential */

const addBits = { loop: addIntegers, identity: 0, as: Int32Array };
const multiplyBits = { loop: multiplyIntegers, identity: 1, as: Int32Array };

/** @type {Record<string, Partial<Record<ElementType, Sequential>>>} */
const SEQUENTIAL = {
  add: { u32: addBits, i32: addBits, f32: { loop: addF32, identity: 0, as: Float32Array } },
  mul: { u32: multiplyBits, i32: multiplyBits, f32: { loop: multiplyF32, identity: 1, as: Float32Array } },
  min: {
    u32: { loop: minU32, identity: 2 ** 32 - 1, as: Uint32Array },
    i32: { loop: minI32, identity: 2 ** 31 - 1, as: Int32Array },
    f32: { loop: minF32, identity: Infinity, as: Float32Array },
  },
  max: {
    u32: { loop: maxU32, identity: 0, as: Uint32Array },
    i32: { loop: maxI32, identity: -(2 ** 31), as: Int32Array },
    f32: { loop: maxF32, identity: -Infinity, as: Float32Array },
  },
};

/**
 * Roundings to f32 on the way to one result; the float64 total has none before that of the store. One more covers what the
 * total itself has lost, which is at most n · 2^-53 of Σ|x|.
 */
export const SEQUENTIAL_DEPTH = 2;

/** @param {string} operator @param {ElementType} type */
export function hasSequential(operator, type) {
  return Boolean(SEQUENTIAL[operator]?.[type]);
}

/**
 * @param {string} operator
 * @param {ElementType} type
 * @param {Mode} mode
 * @param {Elements} input
 * @param {Elements} output
 */
export function scanSequentially(operator, type, mode, input, output) {
  const entry = SEQUENTIAL[operator]?.[type];
  if (!entry) throw new Error(`A sequential scan needs to know the operator ${operator} on ${type}; it does not.`);
  const { loop, identity, as } = entry;
  const x = viewAs(as, input);
  const y = viewAs(as, output);
  if (mode === 'inclusive' || x.length === 0) return loop(x, y, x.length, 0, identity);
  y[0] = identity;
  loop(x, y, x.length - 1, 1, identity);
}

/** @param {Sequential['as']} as @param {Elements} array */
function viewAs(as, array) {
  return new as(/** @type {ArrayBuffer} */ (array.buffer), array.byteOffset, array.length);
}
