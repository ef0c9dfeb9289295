/** Operations on inputs longer than a buffer of the device, chunk by chunk, if the outputs of chunks can be joined. */

import { allocate } from '../shared/errors.ts';
import type { CoreOperation } from '../types.ts';

/** The outputs as words. */
type Outputs = { output: Uint32Array; second?: Uint32Array; count?: number };
/** Runs one request on words of its inputs. */
export type Run = (request: CoreOperation, input: Uint32Array, flags?: Uint32Array) => Promise<Outputs>;
type Long = { request: CoreOperation; words: number; most: number; input: Uint32Array; flags?: Uint32Array };

/** The maximum number of words per chunk, 64 MiB: the device holds several buffers per chunk. */
const CHUNK_WORDS = 2 ** 24;

/**
 * The number of elements per chunk.
 * @param words per element
 * @param most the number of elements that fit into one buffer
 */
export function chunkOfOperation(words: number, most: number) {
  return Math.max(1, Math.min(most, Math.floor(CHUNK_WORDS / words)));
}

const JOINED: Record<string, (long: Long, run: Run) => Promise<Outputs>> = { reduce, histogram, compact };

export function isChunked(id: string) {
  return Object.hasOwn(JOINED, id);
}

export function operateLong(long: Long, run: Run): Promise<Outputs> {
  return JOINED[long.request.operation](long, run);
}

async function reduce({ request, words, most, input }: Long, run: Run): Promise<Outputs> {
  const length = words * chunksOf(input, words, most).length;
  const sums = allocate(4 * length, () => new Uint32Array(length));
  let at = 0;
  for (const chunk of chunksOf(input, words, most)) {
    const { output } = await run({ ...request, n: chunk.count }, chunk.input);
    sums.set(output, at);
    at += words;
  }
  const n = at / words;
  return n > most ? reduce({ request, words, most, input: sums }, run) : run({ ...request, n }, sums);
}

async function histogram({ request, words, most, input }: Long, run: Run): Promise<Outputs> {
  let counts: Uint32Array | null = null;
  for (const chunk of chunksOf(input, words, most)) {
    const { output } = await run({ ...request, n: chunk.count }, chunk.input);
    if (counts) counts.forEach((count, bin, all) => (all[bin] = count + output[bin]));
    else counts = output;
  }
  return { output: counts as Uint32Array };
}

async function compact({ request, words, most, input, flags }: Long, run: Run): Promise<Outputs> {
  const parts: Outputs[] = [];
  for (const { start, count, input: part } of chunksOf(input, words, most)) {
    const kept = await run({ ...request, n: count, first: start }, part, flags?.subarray(start, start + count));
    kept.second?.forEach((index, place, all) => (all[place] = index + start));
    parts.push(kept);
  }
  const count = parts.reduce((sum, part) => sum + Number(part.count), 0);
  return {
    output: join(parts.map(({ output }) => output)),
    ...(request.options?.indices && { second: join(parts.map(({ second }) => second as Uint32Array)) }),
    count,
  };
}

function chunksOf(input: Uint32Array, words: number, most: number) {
  const [n, chunk] = [input.length / words, chunkOfOperation(words, most)];
  return Array.from({ length: Math.ceil(n / chunk) }, (_, rank) => {
    const start = rank * chunk;
    const count = Math.min(chunk, n - start);
    return { start, count, input: input.subarray(start * words, (start + count) * words) };
  });
}

function join(parts: Uint32Array[]) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = allocate(4 * length, () => new Uint32Array(length));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
