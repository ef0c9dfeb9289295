/** Arrays whose elements depend on the index. These functions are several times as fast as the constructors' `from({ length })`. */

/** Sets each element by its index. @returns the same array */
export function filled<A extends Uint32Array | Int32Array | Float32Array | Float64Array>(values: A, valueOf: (index: number) => number): A {
  for (let i = 0; i < values.length; i++) values[i] = valueOf(i);
  return values;
}

export const wordsOf = (length: number, wordOf: (index: number) => number) => filled(new Uint32Array(length), wordOf);

/** The bits of an f32 as an i32, to pass the f32 among the numbers of a kernel. */
export const bitsOf = (value: number) => new Int32Array(Float32Array.of(value).buffer)[0];

/** The largest word. It stands for a missing index, place or distance. */
export const NONE = 2 ** 32 - 1;
