/** Sends inputs and outputs of operations to the oracle in chunks. */

import { CHUNK_ELEMENTS } from './verify.ts';
import type { CoreSession } from './session.ts';
import type { Task } from './task.ts';
import type { Verdict } from '../oracle/check.ts';
import type { Each, OperationJob, Wanted } from '../oracle/operations.ts';

/** Access to the words of a check: `fill` writes the words of an input from `start` on into `words`, `read` the words of an output. */
type Words = {
  /** the number of words per element of each input */
  each: Each;
  fill: (input: 'source' | 'flags' | 'values', start: number, words: Uint32Array) => void;
  /** Reads offsets of segments. In place of flags, the oracle gets the number of offsets at each element. */
  readOffsets?: (start: number, words: Uint32Array) => void;
  read: (second: boolean, start: number, words: Uint32Array) => Promise<void> | void;
};

/**
 * The first wrong element of the outputs, or null; the number of overflowed sums; and, for an unordered output, whether it has the order of
 * the input.
 */
export async function verifyOutputs(
  session: CoreSession,
  task: Task,
  job: OperationJob,
  { each: ofInputs, fill: fillInput, readOffsets, read }: Words,
): Promise<Omit<Verdict, 'verified'>> {
  const { operationOracle: oracle } = session;
  const each = readOffsets ? { ...ofInputs, flags: 1 } : ofInputs;
  const fillCounts = readOffsets && countsOf(readOffsets, (job.segments ?? 0) + 1);
  const fill: typeof fillInput = (name, ...part) => (name === 'flags' && fillCounts ? fillCounts(...part) : fillInput(name, ...part));
  task.interrupt = () => oracle.stop();
  await oracle.ask({ do: 'begin-operation', job }, job.sorted ? [job.sorted.buffer as ArrayBuffer] : []);
  let isRight = true;
  for (let start = 0; start < job.n && isRight; start += CHUNK_ELEMENTS) {
    const elements = Math.min(CHUNK_ELEMENTS, job.n - start);
    const [input, flags, values] = (['source', 'flags', 'values'] as const).map((name) => {
      if (each[name] === 0) return undefined;
      const buffer = oracle.takeBuffer(4 * elements * each[name]);
      fill(name, start * each[name], new Uint32Array(buffer));
      return buffer;
    });
    const buffers = [input, flags, values].filter((buffer) => buffer !== undefined);
    const chunk = { elements, each, input: input as ArrayBuffer, flags, values };
    const wanted = await oracle.ask({ do: 'take-input', ...chunk }, buffers);
    task.check();
    isRight = await compare(session, task, wanted, read);
  }
  if (isRight) await compare(session, task, await oracle.ask({ do: 'end-input' }), read);
  const { verified: _, ...verdict } = (await oracle.ask({ do: 'finish' })) as Verdict;
  await oracle.rest();
  task.interrupt = null;
  task.check();
  return verdict;
}

/** A function that writes the number of offsets at each element, for parts of the elements in ascending order. */
export function countsOf(read: (start: number, words: Uint32Array) => void, total: number) {
  let offsets = new Uint32Array(0);
  let [next, at] = [0, 0];
  return (start: number, counts: Uint32Array) => {
    counts.fill(0);
    for (; ; at++) {
      if (at === offsets.length) {
        if (next === total) return;
        offsets = new Uint32Array(Math.min(CHUNK_ELEMENTS, total - next));
        read(next, offsets);
        next += offsets.length;
        at = 0;
      }
      if (offsets[at] >= start + counts.length) return;
      counts[offsets[at] - start]++;
    }
  };
}

/**
 * Reads the wanted words of the outputs chunk by chunk, and sends each chunk to the oracle.
 * @returns whether all words are right
 */
async function compare({ operationOracle: oracle }: CoreSession, task: Task, wanted: Wanted[], read: Words['read']): Promise<boolean> {
  const left = wanted.map((one) => ({ ...one }));
  while (left.some((stream) => stream.wanted > 0)) {
    for (const [rank, stream] of left.entries()) {
      const { backwards, elementWords = 1 } = stream;
      // If elements are wanted backwards, each chunk has whole elements.
      const most = backwards ? CHUNK_ELEMENTS - (CHUNK_ELEMENTS % backwards.elementWords) : CHUNK_ELEMENTS * elementWords;
      const length = Math.min(most, stream.wanted);
      if (length === 0) continue;
      if (backwards) stream.start -= length;
      const output = oracle.takeBuffer(4 * length);
      await read(stream.of === 'second', stream.start, new Uint32Array(output));
      task.check();
      if (!(await oracle.ask({ do: 'compare', stream: rank, length, output }, [output]))) return false;
      if (!backwards) stream.start += length;
      stream.wanted -= length;
    }
  }
  return true;
}
