/** Keeps what does not change between the frames of an animation. */

/** The same function, which keeps its last result for as long as the arguments are the same. What it returns must not be changed. */
export function keepLast<Arguments extends unknown[], Result>(make: (...values: Arguments) => Result): (...values: Arguments) => Result {
  let last: { values: Arguments; result: Result } | null = null;
  return (...values) => {
    if (!last || last.values.some((value, i) => value !== values[i])) last = { values, result: make(...values) };
    return last.result;
  };
}

/** The index of every one of so many elements. */
export const indicesOf = keepLast((n: number) => Uint32Array.from({ length: n }, (_, i) => i));
