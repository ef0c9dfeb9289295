/** Kernels whose invocations have any number of outputs: a kernel counts them, a scan of the counts gives indices, and a kernel packs them. */
import { storage, submit } from './device.ts';
import { mapped, totalOf } from './scans.ts';
import type { Words } from './device.ts';
import type { Work } from './work.ts';

export type Emitter = {
  /** the number of invocations */
  n: number;
  /** numbers that the code reads; not negative */
  numbers?: Record<string, number>;
  /** arrays that the code reads; the names `starts`, `list`, `output`, `count` and `at` are reserved */
  reads: Record<string, GPUBuffer | Words>;
  /** has `visit(i: u32)`, which calls `emit(word: u32)` for each output of an invocation, in order */
  code: string;
};

/** The number of outputs of each invocation. Commands are submitted before the call returns. */
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
 * The outputs in a new buffer. The outputs of each invocation begin at its start. Zeros follow the last output.
 * @param starts the exclusive scan of the counts
 * @param words the length of the buffer; outputs beyond it, which wrong scans produce, are left out
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
 * All outputs in one buffer, and their number. The outputs of each invocation begin at its start.
 * @param placed the counts, and the exclusive scan of them
 * @param most the maximum number of outputs; if there are more, the scan is wrong
 */
export async function emitted(work: Work, emitter: Emitter, { counts, starts }: { counts: GPUBuffer; starts: GPUBuffer }, most: number) {
  const total = await totalOf(work, starts, counts);
  return { list: packed(work, emitter, starts, Math.min(total, most)), total };
}
