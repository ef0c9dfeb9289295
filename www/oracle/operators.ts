/** The operators of the oracle. They share no code with the core, or with the timed scan `javascript`. */

import { FloatAffine } from './affine.ts';
import { FloatSum, FloatProduct } from './float.ts';
import { FloatMatrices } from './matrices.ts';
import type { Direction, ElementType, Elements } from '../types.ts';
import type { ReferencePrefix } from './check.ts';

/**
 * An operator. If a type has an identity here, results are compared exactly, because they do not depend on the order of evaluation. For
 * f32, an operator may have `Rounded` instead, which accepts results within a bound.
 */
export type OracleOperator = {
  /** array entries per element */
  words: number;
  identity: Partial<Record<ElementType, number[]>>;
  /**
   * sets `total` to left[l …] ∘ right[r …]. One of the operands is `total` itself. `total` is an array of the element type, so that integers
   * wrap when they are stored
   */
  combine: (total: Elements, left: Elements, l: number, right: Elements, r: number) => void;
  Rounded?: new (depth: number, direction: Direction) => ReferencePrefix;
};

const I32_MIN = -(2 ** 31);
const I32_MAX = 2 ** 31 - 1;
const U32_MAX = 2 ** 32 - 1;

export const OPERATORS: Record<string, OracleOperator> = {
  add: {
    words: 1,
    identity: { u32: [0], i32: [0] },
    combine: (total, left, l, right, r) => void (total[0] = left[l] + right[r]),
    Rounded: FloatSum,
  },
  mul: {
    words: 1,
    identity: { u32: [1], i32: [1] },
    combine: (total, left, l, right, r) => void (total[0] = Math.imul(left[l], right[r])),
    Rounded: FloatProduct,
  },
  // Math.min and Math.max propagate NaN, as min and max of ScanLab do.
  min: {
    words: 1,
    identity: { u32: [U32_MAX], i32: [I32_MAX], f32: [Infinity] },
    combine: (total, left, l, right, r) => void (total[0] = Math.min(left[l], right[r])),
  },
  max: {
    words: 1,
    identity: { u32: [0], i32: [I32_MIN], f32: [-Infinity] },
    combine: (total, left, l, right, r) => void (total[0] = Math.max(left[l], right[r])),
  },
  and: {
    words: 1,
    identity: { u32: [U32_MAX], i32: [-1] },
    combine: (total, left, l, right, r) => void (total[0] = left[l] & right[r]),
  },
  or: {
    words: 1,
    identity: { u32: [0], i32: [0] },
    combine: (total, left, l, right, r) => void (total[0] = left[l] | right[r]),
  },
  xor: {
    words: 1,
    identity: { u32: [0], i32: [0] },
    combine: (total, left, l, right, r) => void (total[0] = left[l] ^ right[r]),
  },
  /** Unmatched brackets: the numbers of closing and of opening ones. */
  bicyclic: {
    words: 2,
    identity: { u32: [0, 0] },
    combine(total, left, l, right, r) {
      const matched = Math.min(left[l + 1], right[r]);
      const open = left[l + 1] + right[r + 1] - matched;
      total[0] = left[l] + right[r] - matched;
      total[1] = open;
    },
  },
  /** Maps x ↦ a·x + b as [a, b]. The left map is applied first. */
  affine: { words: 2, identity: {}, combine: () => {}, Rounded: FloatAffine },
  /** 2×2 matrices in row-major order. */
  mat2: {
    words: 4,
    identity: { u32: [1, 0, 0, 1] },
    combine(total, left, l, right, r) {
      const product = [0, 1, 2, 3].map((at) => {
        const [row, column] = [l + (at & 2), r + (at & 1)];
        return Math.imul(left[row], right[column]) + Math.imul(left[row + 1], right[column + 2]);
      });
      total.set(product);
    },
    Rounded: FloatMatrices,
  },
};
