/** The operators and types that the oracle checks and `javascript` scans, separate from their code, which is loaded lazily. */

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
 * The number of roundings to f32 in a result of the sequential scan: its float64 total is rounded when it is stored. One more rounding
 * covers the error of the total itself, at most n · 2^-53 of Σ|x|.
 */
export const SEQUENTIAL_DEPTH = 2;

export function isOnCpu(operator: string, type: ElementType) {
  return Object.hasOwn(CPU_OPERATORS, operator) && CPU_OPERATORS[operator].includes(type);
}
