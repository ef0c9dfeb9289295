/** Arrays by index, several times as fast as `Uint32Array.from({ length })`. */

/** @param {number} length @param {(index: number) => number} wordOf */
export function wordsOf(length, wordOf) {
  const words = new Uint32Array(length);
  for (let i = 0; i < length; i++) words[i] = wordOf(i);
  return words;
}
