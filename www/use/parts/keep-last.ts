/** Caches data that does not change between the frames of an animation. */

/** Returns a function that caches the last result of `make` until the arguments change. Callers must not change the result. */
export function keepLast<Arguments extends unknown[], Result>(make: (...values: Arguments) => Result): (...values: Arguments) => Result {
  let last: { values: Arguments; result: Result } | null = null;
  return (...values) => {
    if (!last || last.values.some((value, i) => value !== values[i])) last = { values, result: make(...values) };
    return last.result;
  };
}

/** The indices from 0 to n − 1. */
export const indicesOf = keepLast((n: number) => Uint32Array.from({ length: n }, (_, i) => i));
