/** Conditions of measured selections, each in WGSL and in JavaScript: a share of the elements, which ones depends on the seed. */
/** @import { ElementType } from '../types.d.ts' */

const PARTS = 1000;

/** @typedef {{ type: ElementType, density: number, seed: number }} Condition */

/** @param {Condition} condition */
const partsOf = ({ density, seed }) => ({ shift: seed % PARTS, kept: Math.round(density * PARTS) });

/** The condition as `where` takes it. @param {Condition} condition @returns {string} */
export function conditionText(condition) {
  const { shift, kept } = partsOf(condition);
  const word = condition.type === 'u32' ? 'x' : 'bitcast<u32>(x)';
  return `(${word} + ${shift}u) % ${PARTS}u < ${kept}u`;
}

/** Whether it holds for an element, given its bits. @param {Condition} condition @returns {(word: number) => boolean} */
export function holdsFor(condition) {
  const { shift, kept } = partsOf(condition);
  return (word) => ((word + shift) >>> 0) % PARTS < kept;
}
