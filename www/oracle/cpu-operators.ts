/** The operators and types that the oracle checks and that the scan `javascript` has. Their code is in other files, which are loaded lazily. */

import type { ElementType } from '../types.ts';

export const CPU_OPERATORS: Record<string, readonly ElementType[]> = {
  add: ['u32', 'i32', 'f32'],
  mul: ['u32', 'i32', 'f32'],
  min: ['u32', 'i32', 'f32'],
  max: ['u32', 'i32', 'f32'],
  and: ['u32', 'i32'],
  or: ['u32', 'i32'],
  xor: ['u32', 'i32'],
  bicyclic: ['u32'],
  affine: ['f32'],
  mat2: ['u32', 'f32'],
};

/**
 * The depth with which results of the sequential scan are checked. The scan rounds its float64 total to f32 once, when it stores the total.
 * A second rounding covers the error of the total itself, at most n · 2^-53 · Σ|x|.
 */
export const SEQUENTIAL_DEPTH = 2;

export function isOnCpu(operator: string, type: ElementType) {
  return Object.hasOwn(CPU_OPERATORS, operator) && CPU_OPERATORS[operator].includes(type);
}
