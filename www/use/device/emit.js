/** Invocations that have any number of outputs each: counted first, then packed without a gap from where a scan of the counts tells. */
import { storage, submit } from './device.js';
import { mapped, totalOf } from './scans.js';

/** @typedef {import('./work.js').Work} Work */
/**
 * @typedef {object} Emitter
 * @property {number} n invocations
 * @property {Record<string, number>} [numbers] none below 0
 * @property {Record<string, GPUBuffer | import('./device.js').Words>} reads but for the names `starts`, `list`, `output`, `count` and `at`
 * @property {string} code of `visit(i: u32)`, which calls `emit(word: u32)` for each output of an invocation, in their order
 */

/** The number of outputs of each invocation; commands are submitted before it returns. @param {GPUDevice} device @param {Emitter} emitter */
export const emittedCounts = (device, { n, numbers, reads, code }) =>
  mapped(device, n, ['count_of(i)'], {
    whole: numbers,
    arrays: reads,
    type: 'u32',
    code: `var<private> count: u32;
    fn emit(word: u32) { count++; }
    ${code}
    fn count_of(i: u32) -> u32 {
      count = 0;
      visit(i);
      return count;
    }`,
  });

/**
 * Outputs in a new buffer of so many words, those of each invocation from its start on; zeros follow the last.
 * @param {Work} work @param {Emitter} emitter @param {GPUBuffer} starts the exclusive scan of the counts @param {number} words what a wrong scan puts beyond them is left out
 */
export const packed = (work, { n, numbers, reads, code }, starts, words) =>
  work.make(() => {
    const list = storage(work.device, words);
    const kernel = { n, numbers, reads: { ...reads, starts }, writes: { list } };
    if (words)
      submit(work.device, {
        ...kernel,
        code: `var<private> at: u32;
        fn emit(word: u32) {
          if (at < arrayLength(&list)) { list[at] = word; }
          at++;
        }
        ${code}
        fn each(i: u32) {
          at = starts[i];
          visit(i);
        }`,
      });
    return list;
  });

/**
 * All outputs in one buffer, those of each invocation from its start on, and how many there are.
 * @param {Work} work @param {Emitter} emitter @param {{ counts: GPUBuffer, starts: GPUBuffer }} placed the counts, and the exclusive scan of them @param {number} most outputs; more are a wrong scan's
 */
export async function emitted(work, emitter, { counts, starts }, most) {
  const total = await totalOf(work, starts, counts);
  return { list: packed(work, emitter, starts, Math.min(total, most)), total };
}
