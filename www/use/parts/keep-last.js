/** Keeps what does not change between the frames of an animation. */

/**
 * The same function, which keeps its last result for as long as the arguments are the same. What it returns must not be changed.
 * @template {unknown[]} Arguments
 * @template Result
 * @param {(...values: Arguments) => Result} make
 * @returns {(...values: Arguments) => Result}
 */
export function keepLast(make) {
  /** @type {{ values: Arguments, result: Result } | null} */
  let last = null;
  return (...values) => {
    if (!last || last.values.some((value, i) => value !== values[i])) last = { values, result: make(...values) };
    return last.result;
  };
}

/** The index of every one of so many elements. */
export const indicesOf = keepLast((/** @type {number} */ n) => Uint32Array.from({ length: n }, (_, i) => i));
