/** Invocations that have any number of outputs each: counted first, then packed without a gap from where a scan of the counts tells. */
import { storage, submit } from './device.ts';
import { mapped, totalOf } from './scans.ts';
import type { Words } from './device.ts';
import type { Work } from './work.ts';

export type Emitter = {
  /** invocations */
  n: number;
  /** none below 0 */
  numbers?: Record<string, number>;
  /** but for the names `starts`, `list`, `output`, `count` and `at` */
  reads: Record<string, GPUBuffer | Words>;
  /** of `visit(i: u32)`, which calls `emit(word: u32)` for each output of an invocation, in their order */
  code: string;
};

/** The number of outputs of each invocation; commands are submitted before it returns. */
export const emittedCounts = (device: GPUDevice, { n, numbers, reads, code }: Emitter) =>
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
 * @param starts the exclusive scan of the counts
 * @param words what a wrong scan puts beyond them is left out
 */
export const packed = (work: Work, { n, numbers, reads, code }: Emitter, starts: GPUBuffer, words: number) =>
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
 * @param placed the counts, and the exclusive scan of them
 * @param most outputs; more are a wrong scan's
 */
export async function emitted(work: Work, emitter: Emitter, { counts, starts }: { counts: GPUBuffer; starts: GPUBuffer }, most: number) {
  const total = await totalOf(work, starts, counts);
  return { list: packed(work, emitter, starts, Math.min(total, most)), total };
}
