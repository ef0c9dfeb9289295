/** Scans and verifies the caller's arrays. The caller may detach their buffers at any time. */

import { ARRAY_OF_TYPE, bitsOf, requireThere } from '../shared/arguments.ts';
import { chunkRequest } from './chunks.ts';
import { ScanLabError, allocate, lazyModule } from '../shared/errors.ts';
import { readFlags } from './heads.ts';
import { tryOwn } from './own-operator.ts';
import { nameOf } from './points.ts';
import { trialInputOf } from './trial-input.ts';
import { verifyChunks } from './verify.ts';
import type { CoreSession } from './session.ts';
import type { Elements } from '../types.ts';
import type { Requests } from './requests.ts';
import type { Read, Shape, Verification } from './verify.ts';

/** `long-scan.ts`, which is loaded on first use, scans arrays of at least this length. */
const LONG_BYTES = 2 ** 23;
const loadLongScan = lazyModule('scans long arrays', () => import('./long-scan.ts'));

/** @param most the number of elements that fit into one buffer of the device */
export async function scanArray(
  session: CoreSession,
  { job, array, heads, initial, signal }: ReturnType<Requests['scanOfArray']>,
  most: number,
): Promise<Elements> {
  if (job.n > most && job.columns && job.axis === 0) throw tooLong('A scan along axis 0', job.n, most);
  if (job.n > most && initial) throw tooLong('A scan from an initial value', job.n, most);
  const isLong = job.n > most || array.byteLength >= LONG_BYTES;
  // Loaded before the task is queued, so that the download does not block the queue.
  const long = isLong ? await session.lifetime.guard(loadLongScan(), { signal }) : null;
  return session.run(nameOf('a scan', job), signal, (task) =>
    withAttached({ input: array, heads, initial }, async () => {
      const words = bitsOf(array);
      const first = initial && bitsOf(initial);
      await tryOwn(session, task, job, () => trialInputOf(words, job.words));
      if (long) return new ARRAY_OF_TYPE[job.type](await long.scanLong(session, task, job, most, { words, heads, initial: first }));
      const result = allocate(array.byteLength, () => new ARRAY_OF_TYPE[job.type](array.length));
      if (array.length === 0) return result;
      await session.withTokenSoon(task, (token) => session.core.scan(chunkRequest(job), words, bitsOf(result), heads, first, token));
      return result;
    }),
  );
}

export async function verifyArrays(
  session: CoreSession,
  { job, input, output, heads, initial, signal }: ReturnType<Requests['verify']>,
  shape: Shape,
): Promise<Verification> {
  return session.run(nameOf('a check', job), signal, (task) =>
    withAttached({ input, output, heads, initial }, async () => {
      const [from, to] = [bitsOf(input), bitsOf(output)];
      await tryOwn(session, task, job, () => trialInputOf(from, job.words));
      const read: Read = (start, inputs, outputs, flags) => {
        if (flags) readFlags(heads as Uint32Array, job.headsAsBits, start, flags);
        const at = start * job.words;
        inputs.set(from.subarray(at, at + inputs.length));
        outputs.set(to.subarray(at, at + outputs.length));
      };
      return verifyChunks(session, task, job, shape, read, initial);
    }),
  );
}

function tooLong(what: string, n: number, most: number) {
  const [required, found] = [most, n].map((count) => count.toLocaleString('en'));
  return new ScanLabError(
    'too-large',
    `${what} requires an input that fits one buffer of this device, ${required} elements; it has ${found}.`,
  );
}

/**
 * Runs the work. If an array is detached before or during the work, throws an error with its name, whatever the outcome of the work.
 * @param arrays by their names in the request
 */
export async function withAttached<T>(arrays: Record<string, Elements | undefined>, work: () => Promise<T>): Promise<T> {
  requireThere(arrays);
  try {
    return await work();
  } finally {
    requireThere(arrays);
  }
}
