/** Search in sorted arrays, in WGSL. */

/**
 * WGSL: counts the elements below a value among the first `n` elements of a sorted binding of u32.
 * @param name of the binding, as in `count_below_in_starts(value: u32, n: u32) -> u32` for `starts`
 */
export const countBelow = (name: string) => `
  fn count_below_in_${name}(value: u32, n: u32) -> u32 {
    var low = 0u;
    for (var high = n; low < high;) {
      let middle = (low + high) / 2;
      if (${name}[middle] < value) { low = middle + 1; } else { high = middle; }
    }
    return low;
  }`;

/**
 * WGSL: the index of the last element that is at most a value, among the first `n` elements; 0 if all of them are larger.
 * @param name of the binding, as in `last_upto_in_starts` for `starts`
 */
export const lastUpTo = (name: string) => `${countBelow(name)}
  fn last_upto_in_${name}(value: u32, n: u32) -> u32 { return max(1, count_below_in_${name}(value + 1, n)) - 1; }`;
