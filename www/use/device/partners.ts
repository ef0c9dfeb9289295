/** Partners among elements that are sorted on the device. */
import { storage, submit } from './device.ts';
import { NONE } from '../parts/words.ts';
import type { Reads } from './device.ts';

/**
 * The partner of each of n elements, or NONE: a neighbour in a sorted list that has the same key, where an expression of WGSL of the indices `left`
 * and `right` of two neighbours is true; it must not be for both neighbours of one. Commands are submitted before it returns.
 * @param sorted values: indices of elements; those from n on, as wrong scans give them, are left out
 * @param reads what it names
 */
export function partnersOf(
  device: GPUDevice,
  n: number,
  { keys, values }: { keys: GPUBuffer; values: GPUBuffer },
  arePartners: string,
  reads: Reads,
) {
  const partners = storage(device, n);
  const writes = { partners };
  submit(device, { n, writes, code: `fn each(i: u32) { partners[i] = ${NONE}; }` });
  submit(device, {
    n: Math.max(1, keys.size / 4) - 1,
    numbers: { elements: n },
    reads: { ...reads, keys, values },
    writes,
    code: `fn each(i: u32) {
      let left = values[i];
      let right = values[i + 1];
      if (keys[i] != keys[i + 1] || max(left, right) >= u32(numbers.elements)) { return; }
      if (${arePartners}) {
        partners[left] = right;
        partners[right] = left;
      }
    }`,
  });
  return partners;
}
